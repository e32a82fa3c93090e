// The rows of joints between bodies. Bilateral rows are like the rows of loop closures. Rows of limits, ropes, motors and dry friction are like
// the rows of a robot's joints (joint-rows.ts).
import { freeState } from '../contact/workspace.ts';
import type { BodyJoint, CoordinateOptions, Gear } from './body-joint.ts';
import type { BodyJointEnd } from './body-joint-end.ts';
import { directionOf, isAngular, isMultiTurn, type RowGeometry, type RowTriple } from './body-joint-geometry.ts';
import type { JointCurvature } from './joint-curvature.ts';
import type { JointRow } from './joint-rows.ts';
import type { SimulatorSettings } from './options.ts';
import { closureReference, implicitSpring, limitReference } from './reference-velocities.ts';
import type { Rows } from './rows.ts';

/** The compliance R and reference velocity c* of a bilateral row, and whether it is a spring. */
export interface SoftRow {
  readonly row: number;
  readonly isSpring: boolean;
  readonly compliance: number;
  readonly reference: number;
  /** The change of the error in free motion with the velocity before the step; null for a row of first order: see joint-curvature.ts. */
  readonly change: number | null;
  readonly bodyJoint: BodyJoint;
  /** The index of the joint in its set. */
  readonly bodyJointIndex: number;
}

const direction = new Float64Array(3);

/**
 * Adds the bilateral rows of joint `bodyJointIndex` of the simulation, their errors in meters and radians, zero for springs, and their
 * compliances. The joint must be placed.
 */
export function addBodyJoint(
  rows: Rows,
  bodyJoint: BodyJoint,
  bodyJointIndex: number,
  settings: SimulatorSettings,
  curvature: JointCurvature,
  errors: number[],
  soft: SoftRow[],
): void {
  bodyJoint.beginRows();
  const isCurved = curvature.lookAhead(bodyJointIndex);
  for (const triple of bodyJoint.triples) {
    const first = 3 * addTriple(rows, bodyJoint, triple);
    for (let k = 0; k < 3; k++) {
      const row = triple[k];
      const error = row ? bodyJoint.errorOf(row) : 0;
      errors.push(bodyJoint.isSpring ? 0 : error);
      if (!row) continue;
      const change = isCurved ? curvature.changeOf(row, bodyJoint) : null;
      const { isSpring, compliance, reference } = softRow(bodyJoint, first + k, row, error, settings);
      soft.push({ row: first + k, isSpring, compliance, reference, change, bodyJoint, bodyJointIndex });
    }
  }
  const { gear } = bodyJoint.options;
  if (!gear) return;
  addGear(rows, bodyJoint, gear, errors);
  const row = softRow(bodyJoint, rows.count - 3, gear.first.coordinates[0], errors[errors.length - 3], settings);
  soft.push({ ...row, change: null, bodyJoint, bodyJointIndex });
}

/** The compliance and reference velocity of a bilateral row with this error. */
export function softRow(
  bodyJoint: BodyJoint,
  row: number,
  kind: RowGeometry,
  error: number,
  settings: SimulatorSettings,
): Omit<SoftRow, 'change' | 'bodyJoint' | 'bodyJointIndex'> {
  const { isSpring } = bodyJoint;
  const { stiffness, damping } = bodyJoint.options;
  if (isSpring) return { row, isSpring, ...implicitSpring(stiffness, damping, error, 0, settings.timeStep) };
  const compliance = Math.max(settings.closureCompliance, bodyJoint.compliances[isAngular(kind) ? 1 : 0]);
  return { row, isSpring, compliance, reference: closureReference(error, settings) };
}

function addTriple(rows: Rows, bodyJoint: BodyJoint, triple: RowTriple): number {
  const at = rows.add();
  const { a, b, endA, endB } = bodyJoint;
  const blockA = freeBlock(rows, at, endA);
  const blockB = freeBlock(rows, at, endB);
  for (let k = 0; k < 3; k++) {
    const row = triple[k];
    if (!row) {
      rows.anchor(3 * at + k);
      continue;
    }
    const isAngularRow = isAngular(row);
    directionOf(row, a, b, direction);
    if (blockA < 0) addEnd(rows, 3 * at + k, endA, isAngularRow, b, -1);
    else addFreeEntries(rows, blockA + 6 * k, endA, isAngularRow, b, -1);
    if (blockB < 0) addEnd(rows, 3 * at + k, endB, isAngularRow, b, 1);
    else addFreeEntries(rows, blockB + 6 * k, endB, isAngularRow, b, 1);
    bodyJoint.registerRow(3 * at + k, isAngularRow, direction);
  }
  return at;
}

/** The block of a triple for the free body of an end; −1 if its body is not free. */
function freeBlock(rows: Rows, triple: number, { holder, joint }: BodyJointEnd): number {
  return holder?.member.free && joint >= 0 ? rows.blockOf(triple, holder.member) : -1;
}

/** Adds `sign` times the entries of an end's free body, for the velocity along or about `direction`, to the row at `at`. */
function addFreeEntries(
  rows: Rows,
  at: number,
  { holder }: BodyJointEnd,
  isAngularRow: boolean,
  frame: Float64Array,
  sign: number,
): void {
  if (!holder) return;
  const { jacobian } = rows.workspace;
  writeFreeEntries(holder.member.state, isAngularRow, frame, direction);
  for (let k = isAngularRow ? 3 : 0; k < 6; k++) jacobian[at + k] += sign * entries[k];
}

/**
 * Adds `factor` times the velocity of B relative to A along or about the direction of a row. The row's impulse is added to the impulse of `owner`:
 * for rows of a gear, this is the gear, not the hinge.
 */
function addRow(
  rows: Rows,
  row: number,
  bodyJoint: BodyJoint,
  kind: RowGeometry,
  factor: number,
  owner: BodyJoint = bodyJoint,
): void {
  const { a, b, endA, endB } = bodyJoint;
  const isAngularRow = isAngular(kind);
  directionOf(kind, a, b, direction);
  for (let k = 0; k < 3; k++) direction[k] *= factor;
  addEnd(rows, row, endA, isAngularRow, b, -1);
  addEnd(rows, row, endB, isAngularRow, b, 1);
  owner.registerRow(row, isAngularRow, direction);
}

function addEnd(
  rows: Rows,
  row: number,
  end: BodyJointEnd,
  isAngularRow: boolean,
  frame: Float64Array,
  sign: number,
): void {
  if (!end.holder || end.joint < 0) return;
  const { member } = end.holder;
  const triple = Math.floor(row / 3);
  const block = rows.blockOf(triple, member) + (row - 3 * triple) * member.model.nv;
  if (member.free) {
    addFreeEntries(rows, block, end, isAngularRow, frame, sign);
    return;
  }
  const { jacobian } = rows.workspace;
  forEachEntry(end, isAngularRow, frame, direction, (coordinate, value) => {
    jacobian[block + coordinate] += sign * value;
  });
}

/** The velocity of a coordinate of the joint, in rad/s or m/s. The joint must be placed. */
export function velocityOf({ coordinates, a, b, endA, endB }: BodyJoint, index = 0): number {
  const coordinate = coordinates[index];
  directionOf(coordinate, a, b, direction);
  let sum = 0;
  for (const [end, sign] of [[endA, -1] as const, [endB, 1] as const])
    forEachEntry(end, isAngular(coordinate), b, direction, (k, value) => {
      sum += sign * value * (end.holder?.member.v[k] ?? 0);
    });
  return sum;
}

/**
 * Calls `visit` with each velocity coordinate that moves the end's body, and with the coordinate's entry in the row's Jacobian. The entry
 * is the velocity of the body's point at the origin of `frame` along the direction, per unit of the coordinate; for an angular row, the angular
 * velocity.
 */
export function forEachEntry(
  { holder, joint }: Pick<BodyJointEnd, 'holder' | 'joint'>,
  isAngularRow: boolean,
  frame: Float64Array,
  along: Float64Array,
  visit: (coordinate: number, value: number) => void,
): void {
  if (!holder || joint < 0) return;
  const { member } = holder;
  if (member.free) {
    writeFreeEntries(member.state, isAngularRow, frame, along);
    for (let k = isAngularRow ? 3 : 0; k < 6; k++) visit(k, entries[k]);
    return;
  }
  const [x, y, z] = along;
  const { tree } = member.model;
  const { axes, origin } = member.data;
  const from = 3 * tree.root[joint];
  const [rx, ry, rz] = [frame[12] - origin[from], frame[13] - origin[from + 1], frame[14] - origin[from + 2]];
  for (let dof = tree.firstDof[joint + 1] - 1; dof >= 0; dof = tree.dofParent[dof]) {
    const at = 6 * dof;
    const [wx, wy, wz] = [axes[at + 3], axes[at + 4], axes[at + 5]];
    const value = isAngularRow
      ? x * wx + y * wy + z * wz
      : x * (axes[at] + wy * rz - wz * ry) +
        y * (axes[at + 1] + wz * rx - wx * rz) +
        z * (axes[at + 2] + wx * ry - wy * rx);
    visit(tree.coordinate[dof], tree.dofRatio[dof] * value);
  }
}

/** The entries of a free body, written by `writeFreeEntries`. */
const entries = new Float64Array(6);

/** Writes the entries of a free body in a row along or about a direction; an angular row has only the last three. */
function writeFreeEntries(state: Float64Array, isAngularRow: boolean, frame: Float64Array, along: Float64Array): void {
  const x = along[0];
  const y = along[1];
  const z = along[2];
  const r = freeState.rotation;
  const rx = frame[12] - state[0];
  const ry = frame[13] - state[1];
  const rz = frame[14] - state[2];
  const mx = isAngularRow ? x : ry * z - rz * y;
  const my = isAngularRow ? y : rz * x - rx * z;
  const mz = isAngularRow ? z : rx * y - ry * x;
  for (let k = 0; k < 3; k++) {
    if (!isAngularRow) entries[k] = state[r + k] * x + state[r + 3 + k] * y + state[r + 6 + k] * z;
    entries[3 + k] = state[r + k] * mx + state[r + 3 + k] * my + state[r + 6 + k] * mz;
  }
}

/** Adds the row of a gear, whose error is ratio · θ₁ + offset − θ₂. The joints of its hinges must be placed. */
function addGear(rows: Rows, bodyJoint: BodyJoint, { first, second, ratio, offset }: Gear, errors: number[]): void {
  const row = 3 * rows.add();
  addRow(rows, row, first, first.coordinates[0], ratio, bodyJoint);
  addRow(rows, row, second, second.coordinates[0], -1, bodyJoint);
  rows.anchor(row + 1);
  rows.anchor(row + 2);
  errors.push(ratio * first.position() + offset - second.position(), 0, 0);
}

/** Adds the rows of limits, motors and dry friction. The joint must be placed. */
export function addCoordinateRows(
  rows: Rows,
  bodyJoint: BodyJoint,
  settings: SimulatorSettings,
  out: JointRow[],
): void {
  for (let index = 0; index < bodyJoint.coordinates.length; index++)
    addCoordinate(rows, { bodyJoint, index }, bodyJoint.coordinateOptions[index], settings, out);
}

/** A coordinate of a joint. */
interface Coordinate {
  readonly bodyJoint: BodyJoint;
  readonly index: number;
}

function addCoordinate(
  rows: Rows,
  coordinate: Coordinate,
  { lower, upper, friction, motor }: CoordinateOptions,
  settings: SimulatorSettings,
  out: JointRow[],
): void {
  const { bodyJoint, index } = coordinate;
  const isUsed = lower > -Infinity || upper < Infinity || friction > 0 || motor !== null;
  // Track the angle even if no row depends on it in this step: otherwise its whole turns would be lost.
  if (!isUsed && !isMultiTurn(bodyJoint.coordinates[index])) return;
  const position = bodyJoint.track(index);
  const { timeStep } = settings;
  if (lower > -Infinity || upper < Infinity) {
    const maxGap = settings.margin + timeStep * Math.abs(velocityOf(bodyJoint, index));
    for (const sign of [1, -1]) {
      const gap = sign > 0 ? position - lower : upper - position;
      if (gap < maxGap) addLimit(rows, coordinate, sign, gap, settings, out);
    }
  }
  if (motor) {
    const { velocity, stiffness, damping, maxForce } = motor;
    const isSoft = stiffness > 0 || damping > 0;
    // A target beyond a limit is clamped: otherwise the motor would push against the limit permanently.
    const error = position - Math.min(upper, Math.max(lower, motor.position));
    const soft = isSoft
      ? implicitSpring(stiffness, damping, error, velocity, timeStep)
      : { compliance: 0, reference: velocity };
    const motorGain = soft.compliance * timeStep * stiffness;
    addDrive(rows, coordinate, 'motor', maxForce * timeStep, { ...soft, motorGain }, out);
  }
  if (friction > 0) addDrive(rows, coordinate, 'friction', friction * timeStep, noDrive, out);
}

function addLimit(
  rows: Rows,
  coordinate: Coordinate,
  sign: number,
  gap: number,
  settings: SimulatorSettings,
  out: JointRow[],
): void {
  const row = 3 * rows.add();
  const { bodyJoint, index } = coordinate;
  addRow(rows, row + 2, bodyJoint, bodyJoint.coordinates[index], sign);
  rows.anchor(row);
  rows.anchor(row + 1);
  const reference = limitReference(gap, settings);
  out.push({ ...jointRow(coordinate, row, sign, sign > 0 ? 'lower' : 'upper'), reference, gap });
}

const noDrive = { compliance: 0, reference: 0, motorGain: 0 };

/** Adds a triple whose first row has an impulse of at most `maxImpulse` in magnitude, like dry friction. */
function addDrive(
  rows: Rows,
  coordinate: Coordinate,
  name: string,
  maxImpulse: number,
  { compliance: motorCompliance, reference: motorVelocity, motorGain }: typeof noDrive,
  out: JointRow[],
): void {
  const row = 3 * rows.add();
  const { bodyJoint, index } = coordinate;
  addRow(rows, row, bodyJoint, bodyJoint.coordinates[index], 1);
  rows.anchor(row + 1);
  rows.anchor(row + 2);
  out.push({
    ...jointRow(coordinate, row, 1, name),
    friction: 1,
    virtualVelocity: -maxImpulse,
    motorVelocity,
    motorCompliance,
    motorGain,
  });
}

function jointRow({ bodyJoint, index }: Coordinate, row: number, sign: number, name: string): JointRow {
  // A key that begins with a letter belongs to no member: see `ImpulseMemory.renumber`.
  const key = `joint ${name}${index} ${bodyJoint.name}`;
  const unused = {
    friction: 0,
    virtualVelocity: 0,
    reference: 0,
    motorVelocity: 0,
    motorCompliance: 0,
    motorGain: 0,
    gap: null,
    torque: null,
  };
  return { row, member: -1, coordinate: index, bodyJoint, sign, key, ...unused };
}
