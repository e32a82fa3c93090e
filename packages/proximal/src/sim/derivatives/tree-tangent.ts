// The derivative of a robot's free motion (tree-motion.ts) by its initial state and by parameters that change inertias, in
// tangent coordinates.
//
// A substep of length t solves τ(q_m, v_m, a) = 0 with the inverse dynamics τ at its midpoint. Its derivative is a linear system
// for δa:
//   δq_m = Ad δq + ½ t J δv,   τ_q δq_m + τ_v (δv + ½ h δa + ½ a δh) + τ_p δp + M δa = 0,
// with the time h of each tree (tree-motion.ts) and the parameters p. The solution gives δv̂ = δv + h δa + a δh and δq⁺. The correction of momentum
// and energy at q⁺ changes v̂ to v⁺ (invariants-tangent.ts). Locked coordinates have δa = 0, and all coordinates if the iteration of `TreeMotion`
// did not converge. Each substep is differentiated with respect to the state at its start, so δq = (1 0) and δv = (0 1), and the matrices of successive substeps
// are multiplied.
import type { Data } from '../../dynamics/data.ts';
import type { Model } from '../../dynamics/model.ts';
import { hypot } from '../../math/hypot.ts';
import { midpointTimeRate } from '../spin.ts';
import type { TreeInvariants } from '../tree-invariants.ts';
import type { TreeMotion } from '../tree-motion.ts';
import { Dense, solveDense } from './dense.ts';
import { InvariantsTangent } from './invariants-tangent.ts';
import { type InertiaChange, type LinearizedTorque, linearizeTorque } from './linearized-torque.ts';
import { writeCayley } from './spin-tangent.ts';
import { chained, type StateChange } from './state-change.ts';
import { integrationDerivatives } from './tangent.ts';
import type { Workspace } from './workspace.ts';

export class TreeTangent {
  private readonly model: Model;
  private readonly invariants: InvariantsTangent;
  private found: StateChange | null = null;

  /**
   * @param data overwritten
   * @param workspace for the matrices
   * @param parameters the changes of inertias by the parameters
   * @param startData the placements and inertias at the start of the first substep, which are kept; velocities are overwritten. By default, they are
   * computed
   */
  constructor(
    private readonly motion: TreeMotion,
    private readonly data: Data,
    private readonly workspace: Workspace,
    private readonly parameters: readonly InertiaChange[],
    private readonly startData?: Data,
  ) {
    this.model = motion.weightless;
    this.invariants = new InvariantsTangent(this.model, data, workspace, parameters);
  }

  /** The derivatives of all substeps with respect to initial configuration, velocity and parameters: nv × (2 nv + parameters) each. */
  get change(): StateChange {
    if (!this.found) throw new Error('TreeTangent: no substep was added.');
    return this.found;
  }

  /**
   * Adds the last substep of `motion`, which ended at q⁺ with v⁺. Substep 0 discards all substeps added before.
   * @param endData has the placements and inertias at q⁺, and keeps them; velocities are overwritten
   */
  addSubstep(substep: number, time: number, endQ: Float64Array, endV: Float64Array, endData: Data): void {
    const { motion } = this;
    const { startQ, startV, acceleration, times: h } = motion;
    const timeChanges = motion.trees.map((tree) => this.timeChangeOf(tree, time));
    const predicted = this.predict(time, timeChanges);
    const moved = this.predictPosition(time, timeChanges, predicted);
    const predictedV = this.workspace.arrayOf(startV);
    for (let k = 0; k < predictedV.length; k++) predictedV[k] += h[k] * acceleration[k];
    const velocity = this.invariants.correctedVelocity(motion.trees, {
      startQ,
      startV,
      endQ,
      endV,
      predictedV,
      moved,
      predicted,
      time,
      startData: substep === 0 ? this.startData : undefined,
      endData,
    });
    const change = { position: moved, velocity };
    this.found = substep > 0 && this.found ? chained(this.workspace, change, this.found) : change;
  }

  /** δh of a tree by the angular velocity of its root at the start; null if it does not change. */
  private timeChangeOf({ angularVelocity: angular, first }: TreeInvariants, time: number): Float64Array | null {
    const { startV, times: h } = this.motion;
    if (angular < 0 || h[first] === time) return null;
    const omega = startV.subarray(angular, angular + 3);
    const rate = midpointTimeRate(hypot(omega[0], omega[1], omega[2]), time, h[first]);
    return omega.map((x) => rate * x);
  }

  private scaled(x: Float64Array, factor: number): Float64Array {
    const out = this.workspace.array(x.length);
    for (let k = 0; k < x.length; k++) out[k] = factor * x[k];
    return out;
  }

  /** δv̂. */
  private predict(time: number, timeChanges: readonly (Float64Array | null)[]): Dense {
    const { motion, model } = this;
    const { middleQ, middleV, acceleration: a, times: h } = motion;
    const { nv } = model;
    const middle = linearizeTorque(model, this.data, this.parameters, middleQ, middleV, a);
    const right = this.byStart(middle, time, timeChanges);
    const matrix = middle.mass;
    const { values } = matrix;
    const { values: byVelocity } = middle.byVelocity;
    for (let i = 0; i < nv; i++) {
      const to = matrix.at(i, 0);
      const from = middle.byVelocity.at(i, 0);
      for (let j = 0; j < nv; j++) values[to + j] += (h[j] / 2) * byVelocity[from + j];
    }
    for (let k = 0; k < nv; k++) {
      if (!motion.locked?.[k] && motion.isResolved) continue;
      matrix.scaleRow(k, 0);
      values[matrix.at(k, k)] = 1;
      right.scaleRow(k, 0);
    }
    // The solution is −δa.
    const out = solveDense(this.workspace, matrix, right);
    for (let k = 0; k < nv; k++) {
      out.scaleRow(k, -h[k]);
      out.values[out.at(k, nv + k)] += 1;
    }
    motion.trees.forEach(({ first, stop, angularVelocity: angular }, t) => {
      for (let k = first; k < stop; k++) addTimeChange(out, k, a[k], timeChanges[t], nv + angular);
    });
    return out;
  }

  /** τ_q δq_m + τ_v (δv + ½ a δh), and the derivatives with respect to parameters. */
  private byStart(
    { byPosition, byVelocity, byParameters }: LinearizedTorque,
    time: number,
    timeChanges: readonly (Float64Array | null)[],
  ): Dense {
    const { motion, model } = this;
    const { startV, acceleration: a, trees } = motion;
    const { nv } = model;
    const out = this.workspace.zero(nv, 2 * nv + byParameters.length);
    const { values } = out;
    for (let i = 0; i < nv; i++) {
      const to = out.at(i, 0);
      const from = i * nv;
      for (let j = 0; j < nv; j++) {
        const entry = byPosition.values[from + j];
        values[to + j] = entry;
        values[to + nv + j] = byVelocity.values[from + j] + (time / 2) * entry;
      }
    }
    // With one coordinate, Ad and J are 1.
    for (const { first, count, byStart, byMotion } of integrationDerivatives(
      model,
      this.scaled(startV, time / 2),
      2,
      this.workspace,
    )) {
      const jointColumns = this.workspace.copy(byPosition.block(0, first, nv, count));
      const [ofStart, ofVelocity] = [out.block(0, first, nv, count), out.block(0, nv + first, nv, count)];
      ofStart.add(jointColumns, -1).addProduct(jointColumns, this.workspace.copyOf(count, count, byStart));
      ofVelocity
        .add(jointColumns, -time / 2)
        .addProduct(jointColumns, this.workspace.copyOf(count, count, byMotion), time / 2);
    }
    trees.forEach(({ first, stop, angularVelocity: angular }, t) => {
      for (let i = first; timeChanges[t] && i < stop; i++) {
        let sum = 0;
        for (let j = first; j < stop; j++) sum += byVelocity.values[byVelocity.at(i, j)] * a[j];
        addTimeChange(out, i, sum / 2, timeChanges[t], nv + angular);
      }
    });
    byParameters.forEach((torque, p) => {
      for (let k = 0; k < nv; k++) out.values[out.at(k, 2 * nv + p)] += torque[k];
    });
    return out;
  }

  /** δq⁺ = Ad δq + t J δv_m with v_m = (v + v̂)/2. */
  private predictPosition(time: number, timeChanges: readonly (Float64Array | null)[], predicted: Dense): Dense {
    const { model, motion, workspace } = this;
    const { nv } = model;
    const middle = workspace.copy(predicted);
    for (let k = 0; k < nv; k++) {
      middle.values[middle.at(k, nv + k)] += 1;
      middle.scaleRow(k, 0.5);
    }
    const out = workspace.copy(middle);
    for (let k = 0; k < nv; k++) {
      out.scaleRow(k, time);
      out.values[out.at(k, k)] += 1;
    }
    for (const { first, count, byStart, byMotion } of integrationDerivatives(
      model,
      this.scaled(motion.middleV, time),
      2,
      workspace,
    )) {
      const rows = out.slice(first, first + count);
      for (let k = 0; k < count; k++) rows.scaleRow(k, 0);
      rows.addProduct(workspace.copyOf(count, count, byMotion), middle.slice(first, first + count), time);
      rows.block(0, first, count, count).add(new Dense(count, count, byStart));
    }
    motion.trees.forEach((tree, t) => {
      this.rotateRoot(tree, timeChanges[t], middle, out);
    });
    return out;
  }

  /** The rows of a root that rotates by cay(h ω_m): see spin-tangent.ts. */
  private rotateRoot(
    { angularVelocity: angular }: TreeInvariants,
    timeChange: Float64Array | null,
    middle: Dense,
    out: Dense,
  ): void {
    if (angular < 0) return;
    const { middleV, times: h } = this.motion;
    const { nv } = this.model;
    const omega = middleV.subarray(angular, angular + 3);
    const [back, derivative] = [this.workspace.array(9), this.workspace.array(9)];
    writeCayley(this.scaled(omega, h[angular]), back, derivative);
    const angle = this.workspace.copy(middle.slice(angular, angular + 3));
    for (let k = 0; k < 3; k++) {
      angle.scaleRow(k, h[angular]);
      addTimeChange(angle, k, omega[k], timeChange, nv + angular);
      out.scaleRow(angular + k, 0);
    }
    out.slice(angular, angular + 3).addProduct(this.workspace.copyOf(3, 3, derivative), angle);
    out.block(angular, angular, 3, 3).add(new Dense(3, 3, back));
  }
}

/** Adds factor · δh to a row. δh has three columns, for the root's angular velocity. */
function addTimeChange(out: Dense, row: number, factor: number, timeChange: Float64Array | null, column: number): void {
  for (let k = 0; timeChange && k < 3; k++) out.values[out.at(row, column + k)] += factor * timeChange[k];
}
