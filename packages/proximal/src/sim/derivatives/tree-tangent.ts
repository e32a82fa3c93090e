// The derivative of a robot's free motion (tree-motion.ts) by its start, and by parameters that change inertias, on the tangents.
//
// A part of it has, with τ(q, v, a) = 0 the equation of its middle and the derivatives of inverse dynamics there,
//   δq_m = Ad δq + ½ t J δv,   τ_q δq_m + τ_v (δv + ½ h δa + ½ a δh) + M δa = 0,
// which gives δv̂ = δv + h δa + a δh before the correction, and δq⁺. With K(v) = ∂(M v)/∂q, inverse dynamics of the acceleration v at rest, the
// correction v⁺ = e + α u at q⁺ is, for the root's rows r with the momentum h,
//   M_rr δe = δh − K(e)_r δq⁺,   δu = δv̂ − M_rr⁻¹ (K(u)_r δq⁺ + M_r δv̂),   δα from δ(½ v·M v) = M v·δv + ½ v·K(v) δq of each.
// A momentum that stays in space has δh⁺ = X* (δh + ξ ×* h) − ξ⁺ ×* h⁺ in axes that are displaced by the twists ξ and ξ⁺.
// The centre of mass goes straight on: its displacement is that of the rows of M for the root's shifts, over the mass.
import type { Data } from '../../dynamics/data.ts';
import { MOTION_PLANE } from '../../dynamics/joints/joint.ts';
import type { Model } from '../../dynamics/model.ts';
import { differentiateTorque } from '../../dynamics/rnea-derivatives.ts';
import { addCrossForce, applyInertia, dot6 } from '../../dynamics/spatial.ts';
import { midpointTimeRate } from '../spin.ts';
import type { TreeInvariants } from '../tree-invariants.ts';
import type { TreeMotion } from '../tree-motion.ts';
import { forEachDof } from './chain.ts';
import { addTo, Dense, solveDense } from './dense.ts';
import { add, type Block, identityBlock, times } from './small-matrix.ts';
import { cayley } from './spin-tangent.ts';
import { columnsOf, integrationDerivatives, type JointTangent } from './tangent.ts';
import { addCross, embed, embedRows, transport } from './twist-rows.ts';

/** How a parameter changes the inertia of a joint's body: where that is placed, in world axes about the tree's origin (inertia-change.ts). */
export interface InertiaChange {
  readonly joint: number;
  at(data: Data): Float64Array;
}

/** Inverse dynamics of the model without gravity around a motion: M, and the change of the torques with the configuration and by parameters. */
interface Around {
  readonly mass: Dense;
  readonly byVelocity: Dense;
  /** Applied to a change of the configuration, n × columns; the last columns are parameters. */
  change(dq: Dense): Dense;
  /** By parameters: mass and first moment along the axes of the joint's root. */
  readonly moments: readonly Float64Array[];
}

export class TreeTangent {
  /** δq and δv by start, velocity and parameters: nv × (2 nv + parameters). */
  position: Dense;
  velocity: Dense;
  private readonly model: Model;

  /** @param data a workspace @param parameters what each changes */
  constructor(
    private readonly motion: TreeMotion,
    private readonly data: Data,
    private readonly parameters: readonly InertiaChange[],
  ) {
    this.model = motion.weightless;
    [this.position, this.velocity] = this.started();
  }

  private started(): [Dense, Dense] {
    const { nv } = this.model;
    const width = 2 * nv + this.parameters.length;
    const [position, velocity] = [Dense.zero(nv, width), Dense.zero(nv, width)];
    for (let k = 0; k < nv; k++) {
      position.row(k)[k] = 1;
      velocity.row(k)[nv + k] = 1;
    }
    return [position, velocity];
  }

  /** Adds the last part of the motion, which has ended at q⁺. */
  addPart(part: number, time: number, end: Float64Array): void {
    if (part === 0) [this.position, this.velocity] = this.started();
    const { motion, model, position } = this;
    const { startQ, startV, middleV, acceleration, times: h } = motion;
    const start = this.around(startQ, this.data.zero, startV);
    const longer = this.stretched(time);
    const { middle, predicted } = this.solve(time, longer);
    const moved = applyJoints(integrationDerivatives(model, scaledBy(middleV, time)), position, middle, time);
    for (const [k, tree] of motion.trees.entries()) this.turnRoot(tree, longer[k], moved, middle);
    const last = Float64Array.from(startV, (v, k) => v + h[k] * acceleration[k]);
    const [rigid, internal] = split(motion, last);
    const [aroundRigid, aroundInternal] = [rigid, internal].map((v) => this.around(end, this.data.zero, v));
    const next = Dense.zero(model.nv, position.columns);
    for (const tree of motion.trees) {
      const kept = this.kept(tree, start, aroundRigid, moved, time);
      this.correct(tree, start, kept, aroundRigid, aroundInternal, rigid, internal, moved, predicted, next);
    }
    this.position = moved;
    this.velocity = next;
  }

  private around(q: Float64Array, v: Float64Array, a: Float64Array): Around {
    const { model, data } = this;
    const { dq, dv, da } = differentiateTorque(model, data, q, v, a, undefined);
    const [byPosition, byVelocity, mass] = [dq, dv, da].map((each) => Dense.copy(model.nv, each));
    const inertias = this.parameters.map((each) => each.at(data));
    const torques = this.parameters.map(({ joint }, k) => torquesOf(model, data, inertias[k], joint));
    const moments = this.parameters.map(({ joint }, k) => {
      const { rotation } = data;
      const [at, inertia] = [9 * model.tree.root[joint], inertias[k]];
      const along = (i: number): number =>
        rotation[at + i] * inertia[1] + rotation[at + 3 + i] * inertia[2] + rotation[at + 6 + i] * inertia[3];
      return Float64Array.of(inertia[0], along(0), along(1), along(2));
    });
    return {
      mass,
      byVelocity,
      moments,
      change: (change) => {
        const out = byPosition.times(change);
        torques.forEach((torque, p) => {
          for (let k = 0; k < model.nv; k++) out.row(k)[2 * model.nv + p] += torque[k];
        });
        return out;
      },
    };
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
    const around = this.around(middleQ, middleV, a);
    const middle = Dense.copy(nv, velocity.values);
    motion.trees.forEach(({ first, stop }, t) => {
      for (let k = first; k < stop; k++) addTo(middle.row(k), a[k] / 2, longer[t]);
    });
    const right = around.change(shifted).plus(around.byVelocity.times(middle));
    const matrix = Dense.copy(nv, around.mass.values);
    for (let i = 0; i < nv; i++)
      for (let j = 0; j < nv; j++) matrix.row(i)[j] += (h[j] / 2) * around.byVelocity.row(i)[j];
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

  /**
   * How the momentum along the root's coordinates changes at the end, δh⁺ with its armature; before that the place of a root that flies is
   * put right.
   */
  private kept(tree: TreeInvariants, start: Around, end: Around, moved: Dense, time: number): Dense {
    const { motion, model, position, velocity } = this;
    const { first, kept, root } = tree;
    const { startV } = motion;
    const columns = columnsOf[model.tree.motion[root]];
    const { armature } = model;
    const change = start
      .change(position)
      .plus(start.mass.times(velocity))
      .slice(first, first + kept);
    const own = new Float64Array(kept);
    for (let i = 0; i < kept; i++)
      own[i] = dotRow(start.mass, first + i, startV) - armature[first + i] * startV[first + i];
    if (kept === 0 || !columns) return change;
    // Without the armature, which moves along.
    for (let i = 0; i < kept; i++) addTo(change.row(i), -armature[first + i], velocity.row(first + i));
    const back = this.backOf(tree, time);
    const h = embed(own, columns);
    const shown = embedRows(change, columns);
    addCross(embedRows(position.slice(first, first + kept), columns), h, shown, 1);
    let shift: Float64Array = new Float64Array(3);
    if (tree.flies) shift = this.fly(tree, start, end, back, shown, h, moved, time);
    const turned = transport(shown, back, shift);
    const after = transport(new Dense(6, h), back, shift).values;
    addCross(embedRows(moved.slice(first, first + kept), columns), after, turned, -1);
    const out = Dense.zero(kept, turned.columns);
    columns.forEach((column, i) => {
      out.row(i).set(turned.row(column));
      addTo(out.row(i), armature[first + i], velocity.row(first + i));
    });
    return out;
  }

  /** From the axes of a root at the start to those at the end. */
  private backOf({ turning, root, first }: TreeInvariants, time: number): Block {
    const { middleV, times: h } = this.motion;
    if (turning >= 0) return cayley(scaledBy(middleV.subarray(turning, turning + 3), h[turning])).back;
    if (this.model.tree.motion[root] !== MOTION_PLANE) return identityBlock();
    const angle = time * middleV[first + 2];
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return Float64Array.of(c, s, 0, -s, c, 0, 0, 0, 1);
  }

  /** Writes the rows of the root's shifts, and returns where its old origin is from the new one, in the new axes. */
  private fly(
    { first, root }: TreeInvariants,
    start: Around,
    end: Around,
    back: Block,
    momentum: Dense,
    h: Float64Array,
    moved: Dense,
    time: number,
  ): Float64Array {
    const { position } = this;
    const { armature, joints } = this.model;
    const dimension = joints[root].nv === 6 ? 3 : 2;
    const mass = end.mass.row(first)[first] - armature[first];
    // m times the displacement of the centre, in the axes of the start.
    const way = Dense.zero(3, position.columns);
    for (let i = 0; i < dimension; i++) {
      way.row(i).set(start.mass.slice(first + i, first + i + 1).times(position).values);
      addTo(way.row(i), -armature[first + i], position.row(first + i));
      addTo(way.row(i), time, momentum.row(i));
    }
    const parameter = (p: number): number => 2 * this.model.nv + p;
    const grown = this.parameters.flatMap(({ joint }, p) => (this.model.tree.root[joint] === root ? [p] : []));
    for (const p of grown) for (let i = 0; i < 3; i++) way.row(i)[parameter(p)] += start.moments[p][1 + i];
    const gone = times(
      back,
      Float64Array.from([0, 1, 2], (k) => (time * h[k]) / mass),
    );
    const [before, after] = [start, end].map((each) => centerOf(each.mass, first, dimension, mass));
    const shift = add(add(after, times(back, before), -1), gone, -1);
    const turned = new Dense(3, back).times(way);
    for (const p of grown)
      for (let i = 0; i < 3; i++) turned.row(i)[parameter(p)] += end.moments[p][0] * shift[i] - end.moments[p][1 + i];
    for (let i = 0; i < dimension; i++) {
      const row = end.mass.row(first + i).slice();
      row.fill(0, first, first + dimension);
      const rest = moved.combine(row);
      const to = moved.row(first + i);
      for (let c = 0; c < to.length; c++) to[c] = (turned.row(i)[c] - rest[c]) / mass;
    }
    return shift;
  }

  private correct(
    { first, stop, kept, scale, isScaled }: TreeInvariants,
    start: Around,
    momentum: Dense,
    aroundRigid: Around,
    aroundInternal: Around,
    rigid: Float64Array,
    internal: Float64Array,
    moved: Dense,
    predicted: Dense,
    out: Dense,
  ): void {
    const { position, velocity } = this;
    const { startV } = this.motion;
    const { mass } = aroundRigid;
    const [ofRigid, ofInternal] = [aroundRigid.change(moved), aroundInternal.change(moved)];
    const change = Dense.copy(stop - first, predicted.slice(first, stop).values);
    const byRigid = Dense.zero(stop - first, out.columns);
    if (kept > 0) {
      const block = Dense.zero(kept, kept);
      for (let i = 0; i < kept; i++) block.row(i).set(mass.row(first + i).subarray(first, first + kept));
      const ofRoot = mass.slice(first, first + kept).times(predicted);
      const found = solveDense(block, ofInternal.slice(first, first + kept).plus(ofRoot));
      addTo(change.slice(0, kept).values, -1, found.values);
      byRigid.values.set(solveDense(block, momentum.plus(ofRigid.slice(first, first + kept), -1)).values);
    }
    for (let k = first; k < stop; k++) {
      addTo(out.row(k), 1, byRigid.row(k - first));
      addTo(out.row(k), scale, change.row(k - first));
    }
    if (!isScaled) return;
    /** δ(½ v·M v) where the velocities are those of the tree. */
    const energy = (m: Dense, v: Float64Array, dv: Dense, torques: Dense): Float64Array => {
      const own = v.subarray(first, stop);
      const impulses = Float64Array.from(own, (_, k) => dotRow(m, first + k, v));
      const row = dv.combine(impulses);
      addTo(row, 0.5, torques.combine(own, first));
      return row;
    };
    const gain = energy(start.mass, startV, velocity.slice(first, stop), start.change(position));
    addTo(gain, -1, energy(mass, rigid, byRigid, ofRigid));
    addTo(gain, -scale * scale, energy(mass, internal, change, ofInternal));
    let twice = 0;
    for (let k = first; k < stop; k++) twice += internal[k] * dotRow(mass, k, internal);
    for (let k = first; k < stop; k++) addTo(out.row(k), internal[k] / (scale * twice), gain);
  }
}

/** What moving some inertia takes that is fixed to a joint's body: Sᵀ (I a + v ×* I v). */
export function torquesOf(model: Model, data: Data, inertia: Float64Array, joint: number): Float64Array {
  applyInertia(inertia, 0, data.acceleration, 6 * joint, force, 0);
  applyInertia(inertia, 0, data.velocity, 6 * joint, impulse, 0);
  addCrossForce(data.velocity, 6 * joint, impulse, 0, force, 0);
  const out = new Float64Array(model.nv);
  forEachDof(model, joint, (dof, coordinate, ratio) => {
    out[coordinate] += ratio * dot6(data.axes, 6 * dof, force, 0);
  });
  return out;
}

const [force, impulse] = [new Float64Array(6), new Float64Array(6)];

/** e and u of all trees. */
function split({ trees }: TreeMotion, v: Float64Array): [Float64Array, Float64Array] {
  const [rigid, internal] = [new Float64Array(v.length), v.slice()];
  for (const { first, kept, rigid: e, found } of trees) {
    for (let k = 0; k < kept; k++) {
      rigid[first + k] = e[k];
      internal[first + k] -= found[k];
    }
  }
  return [rigid, internal];
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

function dotRow(matrix: Dense, k: number, x: Float64Array): number {
  return matrix.row(k).reduce((sum, each, j) => sum + each * x[j], 0);
}

/** The centre of mass of a flying root's tree in its axes: its rows of M are m (1, −[c]). */
function centerOf({ values, columns: n }: Dense, first: number, dimension: number, mass: number): Float64Array {
  const at = (i: number, j: number): number => values[(first + i) * n + first + j] / mass;
  return dimension === 3 ? Float64Array.of(at(5, 1), at(3, 2), at(4, 0)) : Float64Array.of(at(2, 1), -at(2, 0), 0);
}
