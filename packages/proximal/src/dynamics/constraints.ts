// Constraints as rows: loop closures and anchors of a model, or rows that a caller (such as a simulator with contacts) adds.
import { checkInteger, checkNumber, outOfRange, wrongType } from '../check/argument.ts';
import { atan2 } from '../math/elementary.ts';
import { quaternionOfAxes } from '../math/pose.ts';
import type { Vec3 } from '../math/vec3.ts';
import { checkPair, checkStage, outputOf } from './check-arguments.ts';
import type { Data } from './data.ts';
import { placeOnBody } from './kinematics.ts';
import type { Constraint, Model } from './model.ts';
import { dot6 } from './spatial.ts';

/**
 * Scalar equations on velocities between two bodies: each row is d·(V_B − V_A), where d is a direction (linear, then angular, in world axes), V_A is
 * the velocity of body A at `pointA` and V_B the velocity of body B at `pointB`. Joint −1 is the world.
 * @example
 * ```ts
 * const rows = new ConstraintRows(3);
 * for (const axis of [[1, 0, 0], [0, 1, 0], [0, 0, 1]]) rows.add(foot, point, -1, point, [...axis, 0, 0, 0]);
 * const g = delassus(model, data, rows);
 * ```
 */
export class ConstraintRows {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'ConstraintRows';

  /** The number of rows. */
  count = 0;
  /** The joint of each row's body A, then of its body B; −1 for the world. */
  readonly jointA: Int32Array;
  readonly jointB: Int32Array;
  /** Six numbers for each row: linear, then angular direction, in world axes. */
  readonly direction: Float64Array;
  /** Three numbers for each row: points in the world, in meters. */
  readonly pointA: Float64Array;
  readonly pointB: Float64Array;

  /** @param capacity the largest number of rows */
  constructor(readonly capacity: number) {
    checkInteger('ConstraintRows', 'capacity', capacity, 0, 1_000_000);
    this.jointA = new Int32Array(capacity);
    this.jointB = new Int32Array(capacity);
    this.direction = new Float64Array(6 * capacity);
    this.pointA = new Float64Array(3 * capacity);
    this.pointB = new Float64Array(3 * capacity);
  }

  /** Removes all rows. */
  clear(): void {
    this.count = 0;
  }

  /** Adds a row: points in the world in meters, a direction of six numbers. */
  add(
    jointA: number,
    pointA: ArrayLike<number>,
    jointB: number,
    pointB: ArrayLike<number>,
    direction: ArrayLike<number>,
  ): void {
    const where = 'ConstraintRows.add';
    const { count, capacity } = this;
    if (count >= capacity)
      throw outOfRange(where, 'count', count + 1, `the capacity is ${capacity}; make larger ConstraintRows`);
    checkJoint(where, 'jointA', jointA, Infinity);
    checkJoint(where, 'jointB', jointB, Infinity);
    checkList(where, 'pointA', pointA, 3);
    checkList(where, 'pointB', pointB, 3);
    checkList(where, 'direction', direction, 6);
    this.jointA[count] = jointA;
    this.jointB[count] = jointB;
    for (let k = 0; k < 6; k++) this.direction[6 * count + k] = direction[k];
    for (let k = 0; k < 3; k++) {
      this.pointA[3 * count + k] = pointA[k];
      this.pointB[3 * count + k] = pointB[k];
    }
    this.count++;
  }
}

function checkJoint(where: string, argument: string, joint: number, count: number): void {
  if (Number.isInteger(joint) && joint >= -1 && joint < count) return;
  throw outOfRange(where, argument, joint, 'give the index of a joint of the model, or -1 for the world');
}

function checkList(where: string, argument: string, list: ArrayLike<number>, length: number): void {
  const remedy = `give ${length} finite numbers`;
  if (typeof list !== 'object' || list === null || list.length !== length)
    throw wrongType(where, argument, list, remedy);
  for (let k = 0; k < length; k++) checkNumber(where, `${argument}[${k}]`, list[k], remedy);
}

/** The number of equations: three for a point, six for a weld. */
export function countRows(constraints: readonly Constraint[]): number {
  return constraints.reduce((sum, { kind }) => sum + (kind === 'weld' ? 6 : 3), 0);
}

/** For each of the two frames: rotation by rows (9), position relative to the tree's origin (3) and to the world's origin (3). */
const frames = /* @__PURE__ */ new Float64Array(30);
const unit = /* @__PURE__ */ new Float64Array(6);

/** The rows of constraints at the last placements, in world axes, at the origins of the constraints' frames. `ConstraintRows` are only checked. */
export function rowsOf(
  where: string,
  model: Model,
  data: Data,
  constraints: readonly Constraint[] | ConstraintRows,
): ConstraintRows {
  checkPair(where, model, data);
  checkStage(where, data, 1);
  if (constraints instanceof ConstraintRows) {
    const { joints } = model;
    for (let row = 0; row < constraints.count; row++) {
      checkJoint(where, `constraints.jointA[${row}]`, constraints.jointA[row], joints.length);
      checkJoint(where, `constraints.jointB[${row}]`, constraints.jointB[row], joints.length);
    }
    return constraints;
  }
  checkConstraints(where, model, constraints);
  const rows = new ConstraintRows(countRows(constraints));
  for (const constraint of constraints) addRows(model, data, constraint, rows);
  return rows;
}

function checkConstraints(where: string, model: Model, constraints: readonly Constraint[]): void {
  const remedy = 'give model.constraints, some of them, or ConstraintRows';
  if (!Array.isArray(constraints)) throw wrongType(where, 'constraints', constraints, remedy);
  constraints.forEach((constraint: Constraint, k) => {
    if (!model.constraints.includes(constraint)) throw wrongType(where, `constraints[${k}]`, constraint, remedy);
  });
}

function addRows(model: Model, data: Data, constraint: Constraint, rows: ConstraintRows): void {
  const { kind, jointA, rigidA, jointB, rigidB } = constraint;
  placeOnBody(model, data, jointA, rigidA, frames, 0);
  placeOnBody(model, data, jointB, rigidB, frames, 15);
  for (let k = 0; k < (kind === 'weld' ? 6 : 3); k++) {
    unit.fill(0);
    unit[k] = 1;
    rows.add(jointA, frames.subarray(12, 15), jointB, frames.subarray(27, 30), unit);
  }
}

/**
 * The violation of constraints at the last placements: for each, the vector from frame A's origin to frame B's in world axes, in meters, and for a
 * weld the rotation vector from A to B, in radians.
 * @example
 * ```ts
 * forwardKinematics(model, data, q);
 * const error = constraintError(model, data, model.constraints);
 * ```
 */
export function constraintError(
  model: Model,
  data: Data,
  constraints: readonly Constraint[],
  out?: Float64Array,
): Float64Array {
  const where = 'constraintError';
  checkPair(where, model, data);
  checkStage(where, data, 1);
  checkConstraints(where, model, constraints);
  const error = outputOf(where, out, countRows(constraints));
  let at = 0;
  for (const { kind, jointA, rigidA, jointB, rigidB } of constraints) {
    placeOnBody(model, data, jointA, rigidA, frames, 0);
    placeOnBody(model, data, jointB, rigidB, frames, 15);
    for (let k = 0; k < 3; k++) error[at++] = frames[27 + k] - frames[12 + k];
    if (kind !== 'weld') continue;
    for (const x of rotationVectorBetween(frames, frames.subarray(15))) error[at++] = x;
  }
  return error;
}

/** The rotation vector of R_B R_Aᵀ, of two rotations by rows, in world axes, with an angle from 0 to π. */
export function rotationVectorBetween(a: ArrayLike<number>, b: ArrayLike<number>): Vec3 {
  const entry = (i: number, j: number): number =>
    b[3 * i] * a[3 * j] + b[3 * i + 1] * a[3 * j + 1] + b[3 * i + 2] * a[3 * j + 2];
  const column = (j: number): Vec3 => [entry(0, j), entry(1, j), entry(2, j)];
  const [x, y, z, w] = quaternionOfAxes(column(0), column(1), column(2));
  const sine = Math.sqrt(x * x + y * y + z * z);
  if (sine === 0) return [0, 0, 0];
  const factor = (2 * (w < 0 ? -1 : 1) * atan2(sine, Math.abs(w))) / sine;
  return [factor * x, factor * y, factor * z];
}

/**
 * The Jacobian of constraints at the last placements: J v is d·(V_B − V_A) of each row, in m/s and rad/s. That is the rate of their
 * violation; for the rotation of a weld, where the violation is zero.
 * @param out receives the matrix. Default: a new array
 * @returns a row of nv numbers for each equation
 * @example
 * ```ts
 * forwardKinematics(model, data, q);
 * const jacobian = constraintJacobian(model, data, model.constraints);
 * ```
 */
export function constraintJacobian(
  model: Model,
  data: Data,
  constraints: readonly Constraint[] | ConstraintRows,
  out?: Float64Array,
): Float64Array {
  const where = 'constraintJacobian';
  const rows = rowsOf(where, model, data, constraints);
  const jacobian = outputOf(where, out, rows.count * model.nv);
  jacobian.fill(0);
  for (let row = 0; row < rows.count; row++) {
    addSide(model, data, rows, row, rows.jointA[row], rows.pointA, -1, jacobian);
    addSide(model, data, rows, row, rows.jointB[row], rows.pointB, 1, jacobian);
  }
  return jacobian;
}

/** A row's direction as a wrench at the origin of a joint's tree: (f, n + (p − origin) × f). Six numbers to `out`. */
export function wrenchOf(
  model: Model,
  data: Data,
  rows: ConstraintRows,
  row: number,
  joint: number,
  points: Float64Array,
  out: Float64Array,
): void {
  const { direction } = rows;
  const { origin } = data;
  const o = 3 * model.tree.root[joint];
  const x = points[3 * row] - origin[o];
  const y = points[3 * row + 1] - origin[o + 1];
  const z = points[3 * row + 2] - origin[o + 2];
  const d = 6 * row;
  for (let k = 0; k < 3; k++) out[k] = direction[d + k];
  out[3] = direction[d + 3] + y * direction[d + 2] - z * direction[d + 1];
  out[4] = direction[d + 4] + z * direction[d] - x * direction[d + 2];
  out[5] = direction[d + 5] + x * direction[d + 1] - y * direction[d];
}

const wrench = /* @__PURE__ */ new Float64Array(6);

function addSide(
  model: Model,
  data: Data,
  rows: ConstraintRows,
  row: number,
  joint: number,
  points: Float64Array,
  sign: number,
  jacobian: Float64Array,
): void {
  if (joint < 0) return;
  const { firstDof, dofParent, coordinate, dofRatio } = model.tree;
  wrenchOf(model, data, rows, row, joint, points, wrench);
  for (let dof = firstDof[joint + 1] - 1; dof >= 0; dof = dofParent[dof]) {
    jacobian[row * model.nv + coordinate[dof]] += sign * dofRatio[dof] * dot6(data.axes, 6 * dof, wrench, 0);
  }
}
