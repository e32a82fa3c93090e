// The derivatives of the last phase of a step, after the contact solve: a correction of positions, and then free motion. With the midpoint
// integrator, also of the free motion before the solve.
import { factorMass } from '../../dynamics/articulated.ts';
import { computeInertias } from '../../dynamics/bodies.ts';
import { place } from '../../dynamics/place.ts';
import type { Body } from '../../scene/body.ts';
import { LockedCoordinates } from '../joint-rows.ts';
import { isResultFrom, type MotionResult, restoreResult } from '../motion-result.ts';
import type { SimulatorSettings } from '../options.ts';
import { addCenters, changesOf, correctedTangent, locksOf, type ParameterEffect } from './corrected.ts';
import { Dense } from './dense.ts';
import { floatingJointTangent } from './floating-joint-tangent.ts';
import type { ResolvedParameter } from './parameters.ts';
import type { PlacedMember } from './placed-member.ts';
import { followed, type ProjectionMatrix, projectionMatrix } from './projection-matrix.ts';
import type { FirstHalfRecord, StepRecord } from './record.ts';
import { spinTangent } from './spin-tangent.ts';
import { chained, type StateChange } from './state-change.ts';
import { TreeTangent } from './tree-tangent.ts';

/** Derivatives of the configuration or the velocity after a step: matrices of nv rows, each with nv columns unless noted. */
export interface StateTangent {
  /** The derivative with respect to the configuration at the start of the step, in the tangent space. */
  readonly byStart: Dense;
  /** The derivative with respect to the velocity that was solved for. */
  readonly byVelocity: Dense;
  /** The derivative with respect to the pseudo-velocity of the position correction; null if there was none. */
  readonly byShift: Dense | null;
  /** The derivatives with respect to the parameters that change inertias, a column each. */
  readonly byParameters: Dense;
}

/** The derivatives of the last phase of a step for one member. */
export interface MotionTangent {
  readonly ofPosition: StateTangent;
  readonly ofVelocity: StateTangent;
  /** The indices of the parameters that change inertias. */
  readonly parameters: readonly number[];
}

/**
 * @param time the duration of the free motion, in seconds
 * @param poses the poses of the shapes before the step; shapes are scaled about their origins
 */
export function motionTangent(
  placed: PlacedMember,
  record: StepRecord,
  parameters: readonly ResolvedParameter[],
  timeStep: number,
  time: number,
  poses: ReadonlyMap<Body, Float64Array>,
): MotionTangent {
  const { member } = placed;
  const { q, next, shift } = placed.partOf(record);
  const changes = changesOf(placed, parameters, poses);
  const locks = locksOf(member, record, timeStep);
  const { workspace } = placed;
  const [from, v] = [workspace.arrayOf(q), workspace.arrayOf(next)];
  const correction = record.correction && correctedTangent(placed, changes, shift, timeStep, locks, from, v);
  const motion = member.free
    ? freeTangent(placed, v, time, changes)
    : treeTangent(placed, locks, from, v, time, changes, correction ? null : { result: record.motions[member.index] });
  const { position, velocity } = correction ? chained(workspace, motion, correction) : motion;
  const parts = (matrix: Dense): StateTangent => stateTangent(matrix, changes.length, correction !== null);
  return {
    ofPosition: parts(position),
    ofVelocity: parts(velocity),
    parameters: changes.map(({ parameter }) => parameter),
  };
}

/** The derivatives of the free motion of a member before forces and contacts act, and of the closing of its loops. */
export function firstHalfMatrix(
  placed: PlacedMember,
  { q, v, times, locks: marks, projections }: FirstHalfRecord,
  parameters: readonly ResolvedParameter[],
  settings: SimulatorSettings,
  poses: ReadonlyMap<Body, Float64Array>,
): ProjectionMatrix {
  const { member, firstQ } = placed;
  const { model, firstV, index } = member;
  const [size, count] = [2 * model.nv, parameters.length];
  const changes = changesOf(placed, parameters, poses);
  const [startQ, startV] = [q.slice(firstQ, firstQ + model.nq), v.slice(firstV, firstV + model.nv)];
  const locks = new LockedCoordinates(model.nv);
  if (!member.free) locks.restore(marks[index]);
  const { position, velocity } = member.free
    ? freeTangent(placed, startV, times[index], changes)
    : treeTangent(placed, locks, startQ, startV, times[index], changes, null);
  const state = new Float64Array(size * size);
  const byParameters = new Float64Array(size * count);
  for (let row = 0; row < size; row++) {
    const matrix = row < model.nv ? position : velocity;
    const from = matrix.at(row % model.nv, 0);
    state.set(matrix.values.subarray(from, from + size), row * size);
    for (const [k, { parameter }] of changes.entries())
      byParameters[row * count + parameter] = matrix.values[from + size + k];
  }
  const moved = { member, state, parameters: byParameters };
  const closed = projectionMatrix(member, projections[index], parameters, settings, locks);
  return projections[index].length > 0 ? followed(moved, closed) : moved;
}

/** The columns are start, velocity, parameters and, with a correction, its pseudo-velocity. */
function stateTangent(matrix: Dense, parameters: number, isCorrected: boolean): StateTangent {
  const { rows: n } = matrix;
  return {
    byStart: matrix.block(0, 0, n, n),
    byVelocity: matrix.block(0, n, n, n),
    byParameters: matrix.block(0, 2 * n, n, parameters),
    byShift: isCorrected ? matrix.block(0, 2 * n + parameters, n, n) : null,
  };
}

/** The motion of a free body from a velocity. */
function freeTangent(
  { member, workspace }: PlacedMember,
  v: Float64Array,
  timeStep: number,
  changes: readonly ParameterEffect[],
): StateChange {
  const { free, floatingJoints } = member;
  if (!free) throw new Error('motionTangent: a robot is not a free body.');
  const rotation = spinTangent(free.spin, v.subarray(3), timeStep);
  const { byStart, byMotion, byVelocity, byCenter } = floatingJointTangent(floatingJoints[0], rotation, v, timeStep);
  const [position, velocity] = [workspace.zero(6, 12 + changes.length), workspace.zero(6, 12 + changes.length)];
  position.block(0, 0, 6, 6).set(new Dense(6, 6, byStart));
  position.block(0, 6, 6, 6).add(new Dense(6, 6, byMotion), timeStep);
  velocity.block(0, 6, 6, 6).set(new Dense(6, 6, byVelocity as Float64Array));
  addCenters(changes, 0, byCenter, 0, 12, { position, velocity });
  return { position, velocity };
}

/**
 * Differentiates the substeps of a robot's motion from `q` and `v`. Unless the result is of this motion, the motion is repeated, which updates `q`
 * and `v`.
 * @param known null unless the motion is from the configuration at which `placed` has placements and inertias; then the result of the last free
 * motion of the step
 */
function treeTangent(
  placed: PlacedMember,
  locks: LockedCoordinates,
  q: Float64Array,
  v: Float64Array,
  timeStep: number,
  changes: readonly ParameterEffect[],
  known: { readonly result: MotionResult | null } | null,
): StateChange {
  const { model, tree } = placed.member;
  if (!tree) throw new Error('motionTangent: a free body has no tree.');
  placed.motionData ??= model.createData();
  placed.tangentData ??= model.createData();
  const tangent = new TreeTangent(tree, placed.tangentData, placed.workspace, changes, known ? placed.data : undefined);
  const data = placed.motionData;
  const result = known?.result;
  if (result && locks.isEmpty && isResultFrom(result, q, v, timeStep)) {
    restoreResult(tree, result);
    place(model, data, tree.endQ);
    computeInertias(model, data);
    tangent.addSubstep(0, timeStep, tree.endQ, tree.endV, data);
    return tangent.change;
  }
  place(model, data, q);
  factorMass(tree.model, data);
  tree.advance(data, q, v, timeStep, locks, (substep, time) => tangent.addSubstep(substep, time, q, v, data));
  return tangent.change;
}
