// The derivatives of a member's position correction (Member.correct): joint by joint, then the terms that conserve momentum and energy.

import { computeInertias } from '../../dynamics/bodies.ts';
import type { Data } from '../../dynamics/data.ts';
import { place } from '../../dynamics/place.ts';
import type { Body } from '../../scene/body.ts';
import { shiftBy } from '../floating-joint.ts';
import { LockedCoordinates } from '../joint-rows.ts';
import type { Member } from '../member.ts';
import { applied } from './floating-joint-tangent.ts';
import { centerChange, inertiaChange, movedInertia } from './inertia-change.ts';
import { InvariantsTangent } from './invariants-tangent.ts';
import type { InertiaChange } from './linearized-torque.ts';
import type { ResolvedParameter } from './parameters.ts';
import type { PlacedMember } from './placed-member.ts';
import type { StepRecord } from './record.ts';
import { shiftTangents } from './shift-tangent.ts';
import type { StateChange } from './state-change.ts';
import type { JointTangent } from './tangent.ts';

/** The derivatives of the inertia of a joint's body with respect to a parameter, and of its center of mass, which is used if the joint floats. */
export interface ParameterEffect extends InertiaChange {
  readonly parameter: number;
  /** The derivative of the center of mass, in the joint's axes. */
  readonly center: Float64Array;
}

/**
 * The effects of the parameters that change the inertia of a body of the member.
 * @param poses the shapes' poses, whose origins are the centers of scaling
 */
export function changesOf(
  placed: PlacedMember,
  parameters: readonly ResolvedParameter[],
  poses: ReadonlyMap<Body, Float64Array>,
): ParameterEffect[] {
  return parameters.flatMap((parameter, k) => {
    const found = inertiaChange(placed, parameter, poses);
    if (!found) return [];
    const { joint } = found;
    const inertia = found.inertia.slice();
    const center =
      parameter.kind === 'size'
        ? centerChange(placed, joint, poses.get(parameter.body) as Float64Array)
        : new Float64Array(3);
    const at = (data: Data): Float64Array => movedInertia(inertia, joint, placed.data, data);
    return [{ parameter: k, joint, at, center }];
  });
}

/** The coordinates of a member that friction or a limit locked in a step, or that are near a limit. */
export function locksOf(
  { model, index }: Member,
  { joints, impulses, sigma }: StepRecord,
  timeStep: number,
): LockedCoordinates {
  const locks = new LockedCoordinates(model.nv);
  locks.setFromRows(joints, impulses, sigma, index, timeStep);
  return locks;
}

/**
 * The derivatives of the correction with respect to initial configuration, velocity, parameters and pseudo-velocity. Also applies the correction to
 * `q` and `v`.
 */
export function correctedTangent(
  placed: PlacedMember,
  changes: readonly ParameterEffect[],
  shift: Float64Array,
  timeStep: number,
  locks: LockedCoordinates,
  q: Float64Array,
  v: Float64Array,
): StateChange {
  const { member } = placed;
  const { model, floatingJoints, tree } = member;
  const before = { q: q.slice(), v: v.slice() };
  const moved = byJoints(placed, changes, before.v, shift, timeStep);
  const motion = shift.map((x) => timeStep * x);
  let rotatedV = v;
  const move = (): void => {
    shiftBy(model, floatingJoints, motion, q, v, before.q.slice());
    rotatedV = v.slice();
  };
  if (!tree) {
    move();
    return moved;
  }
  placed.motionData ??= model.createData();
  placed.tangentData ??= model.createData();
  place(model, placed.motionData, q);
  computeInertias(model, placed.motionData);
  tree.correct(placed.motionData, q, v, locks, move);
  const trees = tree.trees.filter(({ isRigid }) => !isRigid);
  if (trees.length === 0) return moved;
  const invariants = new InvariantsTangent(tree.weightless, placed.tangentData, placed.workspace, changes);
  const velocity = invariants.correctedVelocity(trees, {
    startQ: before.q,
    startV: before.v,
    endQ: q,
    endV: v,
    predictedV: rotatedV,
    moved: moved.position,
    predicted: moved.velocity,
  });
  return { position: moved.position, velocity };
}

function byJoints(
  { member, workspace }: PlacedMember,
  changes: readonly ParameterEffect[],
  v: Float64Array,
  shift: Float64Array,
  timeStep: number,
): StateChange {
  const { nv } = member.model;
  const firstShift = 2 * nv + changes.length;
  const [position, velocity] = [workspace.zero(nv, firstShift + nv), workspace.zero(nv, firstShift + nv)];
  for (const tangent of shiftTangents(member, v, shift, timeStep)) {
    const { first, count, byStart, byMotion, byVelocity, byShift, byCenter } = tangent;
    const floatingJoint = member.floatingJoints.find((each) => each.v === first);
    for (let i = 0; i < count; i++) {
      const row = position.at(first + i, first);
      const velocityRow = velocity.at(first + i, first);
      for (let j = 0; j < count; j++) {
        const at = i * count + j;
        position.values[row + j] += byStart[at];
        position.values[row + firstShift + j] += timeStep * (byShift?.position ?? byMotion)[at];
        velocity.values[velocityRow + nv + j] += byVelocity ? byVelocity[at] : i === j ? 1 : 0;
        if (byShift) velocity.values[velocityRow + firstShift + j] += byShift.velocity[at];
      }
    }
    addCenters(changes, floatingJoint?.joint, byCenter, first, 2 * nv, { position, velocity });
  }
  return { position, velocity };
}

/** Adds the effect of the center of mass of a floating joint. @param column the first column of the parameters */
export function addCenters(
  changes: readonly ParameterEffect[],
  joint: number | undefined,
  byCenter: JointTangent['byCenter'],
  first: number,
  column: number,
  { position, velocity }: StateChange,
): void {
  changes.forEach(({ joint: changedJoint, center }, p) => {
    if (!byCenter || changedJoint !== joint) return;
    applied(byCenter.position, center).forEach((x, i) => {
      position.values[position.at(first + i, column + p)] += x;
    });
    applied(byCenter.velocity, center).forEach((x, i) => {
      velocity.values[velocity.at(first + i, column + p)] += x;
    });
  });
}
