// Rigid poses. A pose maps body coordinates to world coordinates: first the rotation, then the position.
import { checkNumber, outOfRange, wrongType } from '../check/argument.ts';
import { cos, sin } from './elementary.ts';
import { multiplyQuaternions } from './linear/quaternion.ts';
import { powerOfTwo } from './power-of-two.ts';
import {
  add,
  cross,
  dot,
  length,
  perpendicular,
  readVector,
  scale,
  subtract,
  type Vec3,
  type VectorLike,
} from './vec3.ts';

/** A pose as seven numbers, x y z then the unit quaternion qx qy qz qw: the form in which functions return poses. */
export type Pose = Float64Array;

/** A rotation as a quaternion `[x, y, z, w]` or `{ x, y, z, w }`, of any non-zero length. */
export type RotationLike =
  | ArrayLike<number>
  | { readonly x: number; readonly y: number; readonly z: number; readonly w: number };

/**
 * A pose as an argument:
 * - `{ position?, rotation? }`, where a missing part means identity, as arrays or as `{ x, y, z }` / `{ x, y, z, w }`
 *   (the vectors and quaternions of three.js, cannon-es, Babylon and Rapier);
 * - seven numbers x y z qx qy qz qw; a `Float64Array` is fastest;
 * - sixteen numbers, a column-major rigid matrix (the `elements` of three.js' `Matrix4`).
 */
export type PoseLike = ArrayLike<number> | { readonly position?: VectorLike; readonly rotation?: RotationLike };

const poseRemedy =
  'give { position?, rotation? }, a Float64Array of 7 (x y z qx qy qz qw) or 16 numbers of a column-major matrix; {} is the identity';
const quaternionRemedy =
  'give a quaternion of four finite numbers, [x, y, z, w] or { x, y, z, w }, that is not zero; fromEuler makes one of three angles';
const objectRemedy = 'give { position: object.position, rotation: object.quaternion }';
/** The largest deviation of a matrix from orthonormality: single precision and a little accumulated drift. */
const matrixTolerance = 1e-5;

/**
 * Reads any form of pose into seven numbers of `out` from `at` on. The quaternion is normalized.
 * @internal
 */
export function readPose(where: string, argument: string, pose: PoseLike, out: Float64Array, at: number): void {
  if (typeof pose !== 'object' || pose === null) throw wrongType(where, argument, pose, poseRemedy);
  if ('length' in pose) {
    if (pose.length === 7) readSeven(where, argument, pose, out, at);
    else if (pose.length === 16) readMatrix(where, argument, pose, out, at);
    else throw wrongType(where, argument, pose, poseRemedy);
    return;
  }
  // A plain object may have no other keys. Another object must have a part: a Map or a promise that was not awaited is an error.
  const isPlain = [Object.prototype, null].includes(Object.getPrototypeOf(pose));
  const isPose = isPlain
    ? Object.keys(pose).every((key) => key === 'position' || key === 'rotation')
    : 'position' in pose || 'rotation' in pose;
  if (!isPose) throw wrongType(where, argument, pose, poseRemedy);
  // A body of cannon-es or an Object3D of three.js: its rotation is `quaternion`, which must not be ignored.
  if ('quaternion' in pose) throw wrongType(where, argument, pose, objectRemedy);
  const [x, y, z] = pose.position === undefined ? [0, 0, 0] : readVector(where, `${argument}.position`, pose.position);
  const q = pose.rotation === undefined ? [0, 0, 0, 1] : readQuaternion(where, `${argument}.rotation`, pose.rotation);
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
  writeUnit(where, `${argument}.rotation`, q[0], q[1], q[2], q[3], out, at + 3);
}

function readSeven(where: string, argument: string, pose: ArrayLike<number>, out: Float64Array, at: number): void {
  const x = pose[0];
  const y = pose[1];
  const z = pose[2];
  // A typed array holds numbers; elements of other arrays are checked.
  if (!ArrayBuffer.isView(pose)) {
    for (let k = 0; k < 7; k++) {
      if (typeof pose[k] !== 'number') throw wrongType(where, `${argument}[${k}]`, pose[k], poseRemedy);
    }
  }
  // x − x is NaN if x is infinite or NaN, so one comparison checks all three.
  if (x - x + (y - y) + (z - z) !== 0) {
    for (let k = 0; k < 3; k++) checkNumber(where, `${argument}[${k}]`, pose[k], 'give finite numbers, in meters');
  }
  writeUnit(where, argument, pose[3], pose[4], pose[5], pose[6], out, at + 3);
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
}

function readQuaternion(where: string, argument: string, value: RotationLike): number[] {
  if (typeof value !== 'object' || value === null) throw wrongType(where, argument, value, quaternionRemedy);
  // Look for named coordinates first: in a quaternion class, `length` is the norm, not a count.
  if ('w' in value)
    return (['x', 'y', 'z', 'w'] as const).map((k) =>
      checkNumber(where, `${argument}.${k}`, value[k], quaternionRemedy),
    );
  if (!('length' in value) || value.length !== 4) throw wrongType(where, argument, value, quaternionRemedy);
  return [0, 1, 2, 3].map((k) => checkNumber(where, `${argument}[${k}]`, value[k], quaternionRemedy));
}

function writeUnit(
  where: string,
  argument: string,
  x: number,
  y: number,
  z: number,
  w: number,
  out: Float64Array,
  at: number,
): void {
  const squared = x * x + y * y + z * z + w * w;
  // Far from 1 the squares may have lost digits to under- or overflow: bring the largest component to 1 first.
  if (!(squared > 1e-200 && squared < 1e200)) {
    const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z), Math.abs(w));
    if (!(largest > 0 && largest < Infinity)) {
      throw new RangeError(`${where}: ${argument} has the quaternion [${x}, ${y}, ${z}, ${w}]; ${quaternionRemedy}`);
    }
    writeUnit(where, argument, x / largest, y / largest, z / largest, w / largest, out, at);
    return;
  }
  // A unit quaternion passes unchanged: reading a pose twice gives the same bits. (Rounding leaves up to 8.9e-16.)
  const factor = Math.abs(squared - 1) < 1e-15 ? 1 : 1 / Math.sqrt(squared);
  out[at] = x * factor;
  out[at + 1] = y * factor;
  out[at + 2] = z * factor;
  out[at + 3] = w * factor;
}

function readMatrix(where: string, argument: string, m: ArrayLike<number>, out: Float64Array, at: number): void {
  for (let k = 0; k < 16; k++) checkNumber(where, `${argument}[${k}]`, m[k], poseRemedy);
  const x: Vec3 = [m[0], m[1], m[2]];
  const y: Vec3 = [m[4], m[5], m[6]];
  const z: Vec3 = [m[8], m[9], m[10]];
  const isRigid =
    Math.abs(dot(x, x) - 1) < matrixTolerance &&
    Math.abs(dot(y, y) - 1) < matrixTolerance &&
    length(subtract(cross(x, y), z)) < matrixTolerance &&
    Math.abs(dot(x, y)) < matrixTolerance;
  if (!isRigid) {
    throw outOfRange(
      where,
      argument,
      m,
      'its upper 3 × 3 part is not a rotation: put scale, shear or reflection into the shape with transformed(shape, { linear })',
    );
  }
  if (m[3] !== 0 || m[7] !== 0 || m[11] !== 0 || m[15] !== 1) {
    throw outOfRange(
      where,
      argument,
      m,
      'its bottom row must be 0 0 0 1; matrices are column-major, so the translation is in elements 12, 13 and 14',
    );
  }
  const q = quaternionOfAxes(x, y, z);
  writeUnit(where, argument, q[0], q[1], q[2], q[3], out, at + 3);
  out[at] = m[12];
  out[at + 1] = m[13];
  out[at + 2] = m[14];
}

/** A quaternion, not of unit length, of the rotation whose columns are x, y, z; starts from the largest component for accuracy. */
export function quaternionOfAxes(x: Vec3, y: Vec3, z: Vec3): [number, number, number, number] {
  const trace = x[0] + y[1] + z[2];
  if (trace >= x[0] && trace >= y[1] && trace >= z[2]) return [y[2] - z[1], z[0] - x[2], x[1] - y[0], 1 + trace];
  if (x[0] >= y[1] && x[0] >= z[2]) return [1 + x[0] - y[1] - z[2], y[0] + x[1], z[0] + x[2], y[2] - z[1]];
  if (y[1] >= z[2]) return [y[0] + x[1], 1 + y[1] - x[0] - z[2], z[1] + y[2], z[0] - x[2]];
  return [z[0] + x[2], z[1] + y[2], 1 + z[2] - x[0] - y[1], x[1] - y[0]];
}

/** Any form of pose as seven numbers. @internal */
export function poseOf(where: string, argument: string, pose: PoseLike): Pose {
  const out = new Float64Array(7);
  readPose(where, argument, pose, out, 0);
  return out;
}

/**
 * v rotated by the pose's unit quaternion (u, w): (v + w t) + u × t with t = 2 u × v. `rotate` of math/linear adds the same terms in another
 * order, which would change the last bits of `compose`, `inverse` and `transformPoint`.
 */
function rotateVector<Out extends Float64Array | Vec3>(pose: Pose, v: ArrayLike<number>, out: Out): Out {
  const vx = v[0];
  const vy = v[1];
  const vz = v[2];
  const ux = pose[3];
  const uy = pose[4];
  const uz = pose[5];
  const w = pose[6];
  const tx = (uy * vz - uz * vy) * 2;
  const ty = (uz * vx - ux * vz) * 2;
  const tz = (ux * vy - uy * vx) * 2;
  out[0] = vx + tx * w + (uy * tz - uz * ty);
  out[1] = vy + ty * w + (uz * tx - ux * tz);
  out[2] = vz + tz * w + (ux * ty - uy * tx);
  return out;
}

/**
 * The identity pose.
 * @example
 * ```ts
 * identity(); // Float64Array [0, 0, 0, 0, 0, 0, 1]
 * ```
 */
export function identity(): Pose {
  return Float64Array.of(0, 0, 0, 0, 0, 0, 1);
}

/**
 * The pose that applies `inner` first and `outer` after it: if `inner` is a tool's pose in the hand's frame and `outer` is the hand's pose in the
 * world, the result is the tool's pose in the world.
 * @example
 * ```ts
 * compose({ position: [1, 0, 0] }, { position: [0, 2, 0] }); // position 1 2 0
 * ```
 */
export function compose(outer: PoseLike, inner: PoseLike): Pose {
  return composeInto(poseOf('compose', 'outer', outer), poseOf('compose', 'inner', inner), new Float64Array(7));
}

const outerPose = /* @__PURE__ */ new Float64Array(7);
const innerPose = /* @__PURE__ */ new Float64Array(7);

/** Like `compose` for poses of seven numbers, written to `out`. @internal */
export function composeInto(outer: Pose, inner: Pose, out: Pose): Pose {
  const [p, q] = [outerPose, innerPose];
  readPose('compose', 'outer', outer, p, 0);
  readPose('compose', 'inner', inner, q, 0);
  multiplyQuaternions(p[3], p[4], p[5], p[6], q[3], q[4], q[5], q[6], out, 3);
  rotateVector(p, q, out);
  for (let k = 0; k < 3; k++) out[k] += p[k];
  readPose('compose', 'result', out, out, 0);
  return out;
}

/**
 * The pose that undoes `pose`.
 * @example
 * ```ts
 * compose(pose, inverse(pose)); // the identity, to rounding
 * ```
 */
export function inverse(pose: PoseLike): Pose {
  return inverseInto(pose, new Float64Array(7));
}

/** Like `inverse`, written to `out`. @internal */
export function inverseInto(pose: PoseLike, out: Pose): Pose {
  readPose('inverse', 'pose', pose, out, 0);
  for (let k = 0; k < 6; k++) out[k] = -out[k];
  rotateVector(out, out, out);
  return out;
}

/**
 * A body's point (meters, body coordinates) in world coordinates.
 * @example
 * ```ts
 * transformPoint({ position: [1, 0, 0] }, [0, 0, 2]); // [1, 0, 2]
 * ```
 */
export function transformPoint(pose: PoseLike, point: VectorLike): Vec3 {
  const p = poseOf('transformPoint', 'pose', pose);
  return add(rotateVector(p, readVector('transformPoint', 'point', point), [0, 0, 0]), [p[0], p[1], p[2]]);
}

/**
 * A body's direction or velocity (body axes) in world axes: only the rotation of the pose acts on it.
 * @example
 * ```ts
 * transformDirection({ position: [1, 0, 0] }, [0, 0, 2]); // [0, 0, 2]
 * ```
 */
export function transformDirection(pose: PoseLike, direction: VectorLike): Vec3 {
  const where = 'transformDirection';
  return rotateVector(poseOf(where, 'pose', pose), readVector(where, 'direction', direction), [0, 0, 0]);
}

/**
 * A rotation by `angle` (radians, right-handed) around `axis`, a vector of any non-zero length.
 * @example
 * ```ts
 * fromAxisAngle([0, 0, 1], Math.PI / 2); // a quarter turn around z
 * fromAxisAngle([0, 0, 1], Math.PI / 2, [1, 0, 0]); // the same, at x = 1 m
 * ```
 */
export function fromAxisAngle(axis: VectorLike, angle: number, position: VectorLike = [0, 0, 0]): Pose {
  const where = 'fromAxisAngle';
  const direction = readVector(where, 'axis', axis);
  const largest = Math.max(...direction.map(Math.abs));
  if (!(largest > 0)) throw outOfRange(where, 'axis', axis, 'give a vector that is not zero');
  checkNumber(where, 'angle', angle, 'give a finite angle in radians');
  // The square of a very short or long vector would underflow or overflow.
  const unit = powerOfTwo(largest);
  const scaled = direction.map((each) => each / unit) as Vec3;
  const [x, y, z] = scale(scaled, sin(angle / 2) / length(scaled));
  return poseOf(where, 'result', {
    position: readVector(where, 'position', position),
    rotation: [x, y, z, cos(angle / 2)],
  });
}

/** The order in which the matrices of the three rotations are multiplied, as in three.js. */
export type EulerOrder = 'XYZ' | 'XZY' | 'YXZ' | 'YZX' | 'ZXY' | 'ZYX';

const eulerOrders: readonly EulerOrder[] = ['XYZ', 'XZY', 'YXZ', 'YZX', 'ZXY', 'ZYX'];

/**
 * A rotation from three angles (radians) around x, y and z. The default order `'ZYX'` is roll, pitch, yaw about fixed
 * axes as in URDF: first around x, then y, then z. three.js' own default is `'XYZ'`.
 * @example
 * ```ts
 * fromEuler(0, 0, Math.PI / 2); // a yaw of a quarter turn
 * ```
 */
export function fromEuler(
  x: number,
  y: number,
  z: number,
  order: EulerOrder = 'ZYX',
  position: VectorLike = [0, 0, 0],
): Pose {
  const where = 'fromEuler';
  if (!eulerOrders.includes(order)) throw outOfRange(where, 'order', order, `give one of ${eulerOrders.join(', ')}`);
  const turns = {
    X: fromAxisAngle([1, 0, 0], checkNumber(where, 'x', x, 'give a finite angle in radians')),
    Y: fromAxisAngle([0, 1, 0], checkNumber(where, 'y', y, 'give a finite angle in radians')),
    Z: fromAxisAngle([0, 0, 1], checkNumber(where, 'z', z, 'give a finite angle in radians')),
  };
  const [first, second, third] = order as unknown as ['X', 'Y', 'Z'];
  const out = compose(compose(turns[first], turns[second]), turns[third]);
  out.set(readVector(where, 'position', position));
  return out;
}

/**
 * The pose at `eye` whose +z axis (the axis of capsules, cylinders and cones) points to `target`, and whose y axis leans toward
 * `up`. If `up` is zero or parallel to the view, a fixed perpendicular is used instead.
 * @example
 * ```ts
 * lookAt([0, 0, 0], [1, 0, 0]); // z along the world's x
 * ```
 */
export function lookAt(eye: VectorLike, target: VectorLike, up: VectorLike = [0, 0, 1]): Pose {
  const where = 'lookAt';
  const from = readVector(where, 'eye', eye);
  const ahead = subtract(readVector(where, 'target', target), from);
  const distance = length(ahead);
  if (!(distance > 0 && distance < Infinity))
    throw outOfRange(where, 'target', target, 'give a target away from the eye');
  const z = scale(ahead, 1 / distance);
  const side = cross(readVector(where, 'up', up), z);
  const x =
    length(side) > 1e-12 * length(readVector(where, 'up', up)) ? scale(side, 1 / length(side)) : perpendicular(z);
  const y = cross(z, x);
  return poseOf(where, 'result', { position: from, rotation: quaternionOfAxes(x, y, z) });
}
