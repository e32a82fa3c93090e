// Loop closures and anchors: bilateral rows that make two points or, for a weld, two frames coincide.
import { rotationVectorBetween } from '../dynamics/constraints.ts';
import { placeOnBody } from '../dynamics/kinematics.ts';
import type { Constraint } from '../dynamics/model.ts';
import type { Member } from './member.ts';
import { addAngularVelocity, addPoint } from './point-rows.ts';
import type { Rows } from './rows.ts';

const identity = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
const [frameA, frameB] = [new Float64Array(15), new Float64Array(15)];

/** Adds three rows (a point) or six (a weld) for each constraint, and their errors in meters and radians. */
export function addClosures(rows: Rows, member: Member, errors: number[]): void {
  for (const constraint of member.model.constraints) {
    placeOnBody(member.model, member.data, constraint.jointA, constraint.rigidA, frameA, 0);
    placeOnBody(member.model, member.data, constraint.jointB, constraint.rigidB, frameB, 0);
    addClosure(rows, member, constraint);
    errors.push(...closureErrors(constraint.kind, frameA, frameB));
  }
}

/** From frame a to frame b, of 15 numbers each: the displacement in meters; for a weld, followed by the rotation vector in radians. */
export function closureErrors(kind: Constraint['kind'], a: Float64Array, b: Float64Array): number[] {
  const offset = [b[12] - a[12], b[13] - a[13], b[14] - a[14]];
  return kind === 'weld' ? [...offset, ...rotationVectorBetween(a, b)] : offset;
}

function addClosure(rows: Rows, member: Member, { kind, jointA, jointB }: Constraint): void {
  const [ownerA, ownerB] = [
    { member, joint: jointA },
    { member, joint: jointB },
  ];
  const point = rows.add();
  addPoint(rows, point, ownerA, frameA, 12, identity, 0, -1);
  addPoint(rows, point, ownerB, frameB, 12, identity, 0, 1);
  if (kind !== 'weld') return;
  const angular = rows.add();
  addAngularVelocity(rows, angular, ownerA, -1);
  addAngularVelocity(rows, angular, ownerB, 1);
}
