// Loop closures and anchors: bilateral rows that bring two places together.
import { placeOnBody } from '../dynamics/kinematics.ts';
import type { Constraint } from '../dynamics/model.ts';
import type { Member } from './member.ts';
import { addPoint, addTurn } from './point-rows.ts';
import type { Rows } from './rows.ts';

const identity = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
const [placeA, placeB] = [new Float64Array(15), new Float64Array(15)];

/** Adds three rows (a point) or six (a weld) for each constraint, and their errors in metres and radians. */
export function addClosures(rows: Rows, member: Member, errors: number[]): void {
  for (const constraint of member.model.constraints) {
    placeOnBody(member.model, member.data, constraint.jointA, constraint.rigidA, placeA, 0);
    placeOnBody(member.model, member.data, constraint.jointB, constraint.rigidB, placeB, 0);
    addClosure(rows, member, constraint);
    for (let k = 0; k < 3; k++) errors.push(placeB[12 + k] - placeA[12 + k]);
    if (constraint.kind === 'weld') errors.push(...turnBetween(placeA, placeB));
  }
}

function addClosure(rows: Rows, member: Member, { kind, jointA, jointB }: Constraint): void {
  const [ownerA, ownerB] = [
    { member, joint: jointA },
    { member, joint: jointB },
  ];
  const point = rows.add();
  addPoint(rows, point, ownerA, placeA, 12, identity, 0, -1);
  addPoint(rows, point, ownerB, placeB, 12, identity, 0, 1);
  if (kind !== 'weld') return;
  const turn = rows.add();
  addTurn(rows, turn, ownerA, -1);
  addTurn(rows, turn, ownerB, 1);
}

/** The small rotation from A to B in world axes, half the skew part of R_B R_Aᵀ. */
function turnBetween(a: Float64Array, b: Float64Array): number[] {
  const entry = (i: number, j: number): number =>
    b[3 * i] * a[3 * j] + b[3 * i + 1] * a[3 * j + 1] + b[3 * i + 2] * a[3 * j + 2];
  return [(entry(2, 1) - entry(1, 2)) / 2, (entry(0, 2) - entry(2, 0)) / 2, (entry(1, 0) - entry(0, 1)) / 2];
}
