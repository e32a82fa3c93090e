// The derivative of a robot's free motion (tree-motion.ts) by its start, and by parameters that change inertias, on the tangents.
//
// A part of it has, with τ(q, v, a) = 0 the equation of its middle and the derivatives of inverse dynamics there,
//   δq_m = Ad δq + ½ t J δv,   τ_q δq_m + τ_v (δv + ½ h δa + ½ a δh) + M δa = 0,
// which gives δv̂ = δv + h δa + a δh, and δq⁺, before momentum and energy are put right (invariants-tangent.ts).
import type { Data } from '../../dynamics/data.ts';
import type { Model } from '../../dynamics/model.ts';
import { midpointTimeRate } from '../spin.ts';
import type { TreeInvariants } from '../tree-invariants.ts';
import type { TreeMotion } from '../tree-motion.ts';
import { around, type InertiaChange } from './around.ts';
import { starting } from './corrected.ts';
import { addTo, Dense, solveDense } from './dense.ts';
import { InvariantsTangent } from './invariants-tangent.ts';
import { cayley } from './spin-tangent.ts';
import { integrationDerivatives, type JointTangent } from './tangent.ts';

export class TreeTangent {
  /** δq and δv by start, velocity and parameters: nv × (2 nv + parameters). */
  position: Dense;
  velocity: Dense;
  private readonly model: Model;
  private readonly invariants: InvariantsTangent;

  /** @param data a workspace @param parameters what each changes */
  constructor(
    private readonly motion: TreeMotion,
    private readonly data: Data,
    private readonly parameters: readonly InertiaChange[],
  ) {
    this.model = motion.weightless;
    this.invariants = new InvariantsTangent(this.model, data, parameters);
    [this.position, this.velocity] = this.started();
  }

  private started(): [Dense, Dense] {
    const { nv } = this.model;
    return starting(nv, 2 * nv + this.parameters.length);
  }

  /** Adds the last part of the motion, which has ended at q⁺. */
  addPart(part: number, time: number, end: Float64Array): void {
    if (part === 0) [this.position, this.velocity] = this.started();
    const { motion, model, invariants, position, velocity } = this;
    const { startQ, startV, middleV, acceleration, times: h } = motion;
    const start = invariants.at(startQ, startV);
    const longer = this.stretched(time);
    const { middle, predicted } = this.solve(time, longer);
    const moved = applyJoints(integrationDerivatives(model, scaledBy(middleV, time)), position, middle, time);
    for (const [k, tree] of motion.trees.entries()) this.turnRoot(tree, longer[k], moved, middle);
    const endV = Float64Array.from(startV, (v, k) => v + h[k] * acceleration[k]);
    const given = { startV, start, position, velocity, endQ: end, endV, moved, predicted, time };
    this.velocity = invariants.keep(motion.trees, given);
    this.position = moved;
  }

  /** δh of each tree. */
  private stretched(time: number): Float64Array[] {
    const { startV, times: h, trees } = this.motion;
    return trees.map(({ turning, first }) => {
      const out = new Float64Array(this.velocity.columns);
      if (turning < 0 || h[first] === time) return out;
      const omega = startV.subarray(turning, turning + 3);
      const speed = Math.hypot(omega[0], omega[1], omega[2]);
      addTo(out, midpointTimeRate(speed, time, h[first]), this.velocity.combine(omega, turning));
      return out;
    });
  }

  /** δm and δv̂; δa has the other sign here. */
  private solve(time: number, longer: Float64Array[]): { middle: Dense; predicted: Dense } {
    const { motion, model, position, velocity } = this;
    const { startV, middleQ, middleV, acceleration: a, times: h } = motion;
    const { nv } = model;
    const shifted = applyJoints(
      integrationDerivatives(model, scaledBy(startV, time / 2)),
      position,
      velocity,
      time / 2,
    );
    const middling = around(model, this.data, this.parameters, middleQ, middleV, a);
    const middle = Dense.copy(nv, velocity.values);
    motion.trees.forEach(({ first, stop }, t) => {
      for (let k = first; k < stop; k++) addTo(middle.row(k), a[k] / 2, longer[t]);
    });
    const right = middling.change(shifted).plus(middling.byVelocity.times(middle));
    const matrix = Dense.copy(nv, middling.mass.values);
    for (let i = 0; i < nv; i++)
      for (let j = 0; j < nv; j++) matrix.row(i)[j] += (h[j] / 2) * middling.byVelocity.row(i)[j];
    for (let k = 0; k < nv; k++) {
      if (!motion.held?.[k] && motion.isResolved) continue;
      matrix.row(k).fill(0)[k] = 1;
      right.row(k).fill(0);
    }
    const rate = solveDense(matrix, right);
    const predicted = Dense.copy(nv, velocity.values);
    motion.trees.forEach(({ first, stop }, t) => {
      for (let k = first; k < stop; k++) {
        addTo(middle.row(k), -h[k] / 2, rate.row(k));
        addTo(predicted.row(k), -h[k], rate.row(k));
        addTo(predicted.row(k), a[k], longer[t]);
      }
    });
    return { middle, predicted };
  }

  /** The root's own turn, cay(h ω_m): see spin-tangent.ts. */
  private turnRoot({ turning }: TreeInvariants, longer: Float64Array, moved: Dense, middle: Dense): void {
    if (turning < 0) return;
    const { middleV, times: h } = this.motion;
    const omega = middleV.subarray(turning, turning + 3);
    const { back, turn } = cayley(scaledBy(omega, h[turning]));
    const byX = Dense.copy(3, middle.slice(turning, turning + 3).values);
    for (let k = 0; k < 3; k++) {
      const row = byX.row(k);
      for (let c = 0; c < row.length; c++) row[c] = h[turning] * row[c] + omega[k] * longer[c];
    }
    const found = new Dense(3, back)
      .times(this.position.slice(turning, turning + 3))
      .plus(new Dense(3, turn).times(byX));
    moved.values.set(found.values, turning * moved.columns);
  }
}

/** Ad(exp(−ξ)) δq + t J_r(ξ) δv. */
function applyJoints(tangents: readonly JointTangent[], dq: Dense, dv: Dense, time: number): Dense {
  const out = Dense.zero(dq.rows, dq.columns);
  for (const { first, count, byStart, byMotion } of tangents)
    for (let i = 0; i < count; i++)
      for (let j = 0; j < count; j++) {
        addTo(out.row(first + i), byStart[i * count + j], dq.row(first + j));
        addTo(out.row(first + i), time * byMotion[i * count + j], dv.row(first + j));
      }
  return out;
}

function scaledBy(x: Float64Array, factor: number): Float64Array {
  return x.map((each) => factor * each);
}
