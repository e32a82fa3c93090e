// The derivative of the correction that conserves momentum and energy of a tree (tree-invariants.ts), after a motion from q with
// v to q⁺ with the predicted velocity v̂. Let K(v) = ∂(M v)/∂q: this is the derivative of inverse dynamics for the acceleration v at zero
// velocity, and is linear in v. The corrected velocity at q⁺ is v⁺ = e + α u, with e and u of tree-invariants.ts. In the rows r of the root, the
// momentum is M_r v⁺ = h, and u_r = v̂_r − M_rr⁻¹ M_r v̂. For constant α, that is
//   δv⁺ = α δv̂ + (x, 0),   M_rr x = δh − K(v⁺)_r δq⁺ − α M_r δv̂,
// and δα follows from the energy, δ(½ v·M v) = M v·δv + ½ v·K(v) δq at both ends. If e alone exceeds the energy, v⁺ = s e, and δs
// follows from the same equation.
//
// The momentum is constant in a frame at the center of mass, or in the frame that the root is fixed to: δh⁺ = X* (δh + ξ ×* h) −
// ξ⁺ ×* h⁺ in axes that are displaced by the twists ξ and ξ⁺ relative to this frame. The displacement of the center of mass is
// given by the rows of M for the root's translations, divided by the mass.
import type { Data } from '../../dynamics/data.ts';
import type { Model } from '../../dynamics/model.ts';
import type { TreeInvariants } from '../tree-invariants.ts';
import { Dense, solveDense } from './dense.ts';
import {
  type LinearizedMomentum,
  linearizeMomentum,
  linearizePlacedMomentum,
  twiceEnergy,
} from './linearized-momentum.ts';
import type { InertiaChange } from './linearized-torque.ts';
import { add, type Matrix3, relativeRotation, scaled, times } from './small-matrix.ts';
import { columnsOf } from './tangent.ts';
import { addCross, embed, embedRows, timesSix, transportMatrix } from './twist-rows.ts';
import type { Workspace } from './workspace.ts';

/** A motion, and its derivatives with respect to the initial q and v, the parameters, and optional further columns. */
export interface PredictedMotion {
  readonly startQ: Float64Array;
  readonly startV: Float64Array;
  /** q⁺. */
  readonly endQ: Float64Array;
  /** v⁺, after the correction. */
  readonly endV: Float64Array;
  /** v̂, before the correction. */
  readonly predictedV: Float64Array;
  /** δq⁺. */
  readonly moved: Dense;
  /** δv̂. */
  readonly predicted: Dense;
  /**
   * The time for which a floating root's center of mass moves uniformly, in seconds; δq⁺ is corrected for it. Omitted if the
   * center does not move uniformly.
   */
  readonly time?: number;
  /** Workspaces with the placements and inertias at q and q⁺, whose velocities are overwritten; undefined if there are none. */
  readonly startData?: Data | undefined;
  readonly endData?: Data | undefined;
}

/** The linearization at both ends of a motion. */
interface Ends {
  /** M v at q. */
  readonly start: LinearizedMomentum;
  /** M v⁺ at q⁺. */
  readonly end: LinearizedMomentum;
  /** δq at the start. */
  readonly position: Dense;
}

export class InvariantsTangent {
  /**
   * @param model without gravity
   * @param data overwritten
   * @param workspace for the matrices
   * @param parameters the changes of inertias by the parameters
   */
  constructor(
    private readonly model: Model,
    private readonly data: Data,
    private readonly workspace: Workspace,
    private readonly parameters: readonly InertiaChange[],
  ) {}

  /** δv⁺ of these trees; δv̂ of all others. */
  correctedVelocity(trees: readonly TreeInvariants[], given: PredictedMotion): Dense {
    const { nv } = this.model;
    const position = this.workspace.zero(nv, given.moved.columns);
    for (let k = 0; k < nv; k++) position.values[position.at(k, k)] = 1;
    const ends: Ends = {
      start: this.momentumAt(given.startQ, given.startV, given.startData),
      end: this.momentumAt(given.endQ, given.endV, given.endData),
      position,
    };
    const out = this.workspace.copy(given.predicted);
    for (const tree of trees) {
      this.restoreMomentum(tree, given, ends, out);
      this.restoreEnergy(tree, given, ends, out);
    }
    return out;
  }

  /** @param placed has the placements and inertias at q */
  private momentumAt(q: Float64Array, v: Float64Array, placed: Data | undefined): LinearizedMomentum {
    const { model, data, workspace, parameters } = this;
    if (placed) return linearizePlacedMomentum(model, placed, workspace, parameters, v);
    return linearizeMomentum(model, data, workspace, parameters, q, v);
  }

  /** δv⁺ for constant α. */
  private restoreMomentum(tree: TreeInvariants, given: PredictedMotion, ends: Ends, out: Dense): void {
    const { first, stop, conserved, scale, fraction } = tree;
    if (scale !== 1) for (let k = first; k < stop; k++) out.scaleRow(k, scale);
    if (conserved === 0) return;
    const { nv } = this.model;
    const { mass, byPosition, byParameters } = ends.end;
    const right = this.momentum(tree, given, ends);
    if (fraction !== 1) for (let k = 0; k < conserved; k++) right.scaleRow(k, fraction);
    right
      .addProduct(byPosition.slice(first, first + conserved), given.moved, -1)
      .addProduct(mass.slice(first, first + conserved), given.predicted, -scale);
    addParameters(right, byParameters, first, 2 * nv, -1);
    out
      .slice(first, first + conserved)
      .add(solveDense(this.workspace, mass.block(first, first, conserved, conserved), right));
  }

  /** δα u, or δs e. */
  private restoreEnergy(
    { first, stop, conserved, scale, isScaled, fraction, rigid, rigidBefore }: TreeInvariants,
    { startV, endV, predictedV, moved, endData = this.data }: PredictedMotion,
    { start, end }: Ends,
    out: Dense,
  ): void {
    if (!isScaled && fraction === 1) return;
    const { nv } = this.model;
    const gain = this.workspace.array(moved.columns);
    // At the start, δq itself is a variable.
    for (let k = first; k < stop; k++) {
      gain[k] = start.energyByPosition[k];
      gain[nv + k] = start.momentum[k];
    }
    addParameterEnergies(gain, 1, start, startV, first, stop);
    moved.slice(first, stop).addCombined(gain, -1, end.energyByPosition, first);
    addParameterEnergies(gain, -1, end, endV, first, stop);
    out.slice(first, stop).addCombined(gain, -1, end.momentum, first);
    // The velocity that is scaled: u, or s e.
    const scaledVelocity = this.workspace.array(nv);
    if (isScaled) for (let k = first; k < stop; k++) scaledVelocity[k] = predictedV[k];
    for (let k = 0; k < conserved; k++)
      scaledVelocity[first + k] = isScaled ? scaledVelocity[first + k] - rigidBefore[k] : rigid[k];
    const doubledEnergy = twiceEnergy(this.model, endData, scaledVelocity);
    const row = new Dense(1, gain.length, gain);
    for (let k = first; k < stop; k++)
      out.addRow(k, scaledVelocity[k] / (isScaled ? scale * doubledEnergy : doubledEnergy), row, 0);
  }

  /** δh⁺ along the root's coordinates, with its armature. */
  private momentum(tree: TreeInvariants, given: PredictedMotion, ends: Ends): Dense {
    const { start, end } = ends;
    const { startV, moved, time } = given;
    const { first, conserved, root } = tree;
    const { workspace } = this;
    const { armature, nv } = this.model;
    const columns = columnsOf[this.model.tree.motion[root]];
    const change = workspace.zero(conserved, moved.columns);
    change.block(0, 0, conserved, nv).set(start.byPosition.slice(first, first + conserved));
    change.block(0, nv, conserved, nv).set(start.mass.slice(first, first + conserved));
    addParameters(change, start.byParameters, first, 2 * nv, 1);
    if (!columns) return change;
    const rootMomentum = new Float64Array(conserved);
    for (let i = 0; i < conserved; i++) {
      // Exclude the armature: its momentum is constant in the moving axes.
      rootMomentum[i] = start.momentum[first + i] - armature[first + i] * startV[first + i];
      change.values[change.at(i, nv + first + i)] -= armature[first + i];
    }
    const back = relativeRotation(start.rotation, end.rotation, 9 * root, workspace.array(9));
    const h = embed(rootMomentum, columns);
    const inAxes = embedRows(workspace, change, columns);
    addCross(workspace, this.twists(tree, start, ends, moved, columns), h, inAxes, 1);
    if (tree.isFloating && time !== undefined) this.moveCenter(tree, ends, moved, back, inAxes, h, time);
    const shift = add(this.centerOf(tree, end), times(back, this.centerOf(tree, start)), -1);
    const transport = transportMatrix(workspace, back, shift);
    const turned = workspace.zero(6, inAxes.columns).addProduct(transport, inAxes);
    addCross(workspace, this.twists(tree, end, ends, moved, columns), timesSix(transport, h), turned, -1);
    const out = workspace.zero(conserved, turned.columns);
    columns.forEach((column, i) => {
      out.addRow(i, 1, turned, column);
      out.values[out.at(i, nv + first + i)] += armature[first + i];
    });
    return out;
  }

  /** The displacement of the root's axes, relative to the center of mass if the root floats. */
  private twists(
    tree: TreeInvariants,
    at: LinearizedMomentum,
    ends: Ends,
    moved: Dense,
    columns: readonly number[],
  ): Dense {
    const { first, conserved } = tree;
    const displaced = at === ends.start ? ends.position : moved;
    const out = embedRows(this.workspace, displaced.slice(first, first + conserved), columns);
    if (!tree.isFloating) return out;
    const moment = this.momentChange(tree, at, ends, moved);
    const mass = this.massOf(tree, at);
    const center = this.centerOf(tree, at);
    for (const p of this.parametersOf(tree)) {
      const [massRate, ...moments] = at.moments[p];
      for (let i = 0; i < 3; i++)
        moment.values[moment.at(i, 2 * this.model.nv + p)] += moments[i] - massRate * center[i];
    }
    for (let i = 0; i < dimensionOf(tree); i++) out.addRow(i, -1 / mass, moment, i);
    return out;
  }

  /** The displacement of the center of mass with the configuration, times the mass, in the axes of the root. */
  private momentChange(tree: TreeInvariants, at: LinearizedMomentum, { start, position }: Ends, moved: Dense): Dense {
    const { first } = tree;
    const dimension = dimensionOf(tree);
    const out = this.workspace.zero(3, moved.columns);
    const rows = at.mass.slice(first, first + dimension);
    // At the start, δq itself is a variable.
    if (at === start) out.block(0, 0, dimension, rows.columns).set(rows);
    else out.slice(0, dimension).addProduct(rows, moved);
    const displaced = at === start ? position : moved;
    for (let i = 0; i < dimension; i++) out.addRow(i, -this.model.armature[first + i], displaced, first + i);
    return out;
  }

  /** Parameters that change the inertia of a body of the tree. */
  private parametersOf({ root }: TreeInvariants): number[] {
    return this.parameters.flatMap(({ joint }, p) => (this.model.tree.root[joint] === root ? [p] : []));
  }

  private massOf({ first }: TreeInvariants, { mass }: LinearizedMomentum): number {
    return mass.values[mass.at(first, first)] - this.model.armature[first];
  }

  /**
   * The center of mass c of the tree of a floating root, in the root's axes: in M, the root's angular rows and linear columns are m [c].
   * Zero for other roots.
   */
  private centerOf(tree: TreeInvariants, at: LinearizedMomentum): Float64Array {
    const { mass } = at;
    const total = this.massOf(tree, at);
    const entry = (i: number, j: number): number => mass.values[mass.at(tree.first + i, tree.first + j)] / total;
    if (!tree.isFloating) return new Float64Array(3);
    return dimensionOf(tree) === 3
      ? Float64Array.of(entry(5, 1), entry(3, 2), entry(4, 0))
      : Float64Array.of(entry(2, 1), -entry(2, 0), 0);
  }

  /** Writes the rows of δq⁺ for the root's translations, with which the center of mass moves uniformly. */
  private moveCenter(
    tree: TreeInvariants,
    ends: Ends,
    moved: Dense,
    back: Matrix3,
    momentum: Dense,
    h: Float64Array,
    time: number,
  ): void {
    const { start, end } = ends;
    const { first } = tree;
    const { nv } = this.model;
    const dimension = dimensionOf(tree);
    const mass = this.massOf(tree, end);
    const moment = this.momentChange(tree, start, ends, moved);
    for (let i = 0; i < dimension; i++) moment.addRow(i, time, momentum, i);
    const parameters = this.parametersOf(tree);
    for (const p of parameters)
      for (let i = 0; i < 3; i++) moment.values[moment.at(i, 2 * nv + p)] += start.moments[p][1 + i];
    const traveled = times(back, scaled(h.subarray(0, 3), time / mass));
    // The old origin relative to the new one.
    const shift = add(add(this.centerOf(tree, end), times(back, this.centerOf(tree, start)), -1), traveled, -1);
    const turned = this.workspace.zero(3, moved.columns).addProduct(this.workspace.copyOf(3, 3, back), moment);
    for (const p of parameters)
      for (let i = 0; i < 3; i++)
        turned.values[turned.at(i, 2 * nv + p)] += end.moments[p][0] * shift[i] - end.moments[p][1 + i];
    // Subtract the effect of the other coordinates on the center.
    const others = this.workspace.copy(end.mass.slice(first, first + dimension));
    for (let i = 0; i < dimension; i++) others.values.fill(0, others.at(i, first), others.at(i, first + dimension));
    turned.slice(0, dimension).addProduct(others, moved, -1);
    for (let i = 0; i < dimension; i++) turned.scaleRow(i, 1 / mass);
    moved.slice(first, first + dimension).set(turned);
  }
}

/** Adds `factor` times the derivative of the energy with respect to each parameter, for the tree with the coordinates `first` to `stop` − 1. */
function addParameterEnergies(
  out: Float64Array,
  factor: number,
  { byParameters }: LinearizedMomentum,
  v: Float64Array,
  first: number,
  stop: number,
): void {
  byParameters.forEach((momentum, p) => {
    for (let k = first; k < stop; k++) out[2 * v.length + p] += (factor * (v[k] * momentum[k])) / 2;
  });
}

/** Adds `factor` times the derivative of the momentum with respect to each parameter to its column. Row i belongs to the coordinate `first` + i. */
function addParameters(
  out: Dense,
  momenta: readonly Float64Array[],
  first: number,
  column: number,
  factor: number,
): void {
  momenta.forEach((momentum, p) => {
    for (let i = 0; i < out.rows; i++) out.values[out.at(i, column + p)] += factor * momentum[first + i];
  });
}

/** The number of translations of a floating root. */
function dimensionOf({ symmetries }: TreeInvariants): number {
  return symmetries === 6 ? 3 : 2;
}
