// Rigid poses in 2D. A pose maps body coordinates to world coordinates: first the rotation, then the position.
import { checkNumber, outOfRange, wrongType } from '../check/argument.ts';
import { cos, sin } from '../math/elementary.ts';
import { readVector2, type Vector2Like } from '../math/vec2.ts';

/** A pose as four numbers: x y, then cosine and sine of the angle. The fastest form for queries. */
export type Pose2 = Float64Array;

/**
 * A 2D pose as an argument: `{ position?, angle? }`, where a missing part means identity and the angle is in radians,
 * counter-clockwise; or four numbers x y cos sin, where (cos, sin) need not have unit length. A `Float64Array` is fastest.
 */
export type Pose2Like = ArrayLike<number> | { readonly position?: Vector2Like; readonly angle?: number };

const remedy = 'give { position?, angle? } or a Float64Array of 4 (x y cos sin); {} is the identity';
const finite = 'give finite numbers: x y in meters, then cosine and sine';

/** Whether four numbers are a valid pose: x and y finite, and (cos, sin) of a length from 1e-100 to 1e100. */
function isPose2(numbers: ArrayLike<number>): boolean {
  const [x, y, cosine, sine] = [numbers[0], numbers[1], numbers[2], numbers[3]];
  const squared = cosine * cosine + sine * sine;
  // x − x is NaN for an infinity or NaN, so one comparison checks the position.
  return x - x + (y - y) === 0 && squared > 1e-200 && squared < 1e200;
}

/** Reads any form of pose into four numbers of `out` from `at` on. Cosine and sine are normalized. */
export function readPose2(where: string, argument: string, pose: Pose2Like, out: Float64Array, at: number): void {
  if (typeof pose !== 'object' || pose === null) throw wrongType(where, argument, pose, remedy);
  if (pose instanceof Float64Array || 'length' in pose) readFour(where, argument, pose, out, at);
  else readParts(where, argument, pose, out, at);
}

function readFour(where: string, argument: string, pose: ArrayLike<number>, out: Float64Array, at: number): void {
  if (pose.length !== 4) throw wrongType(where, argument, pose, remedy);
  // Elements of an ordinary array are checked.
  if (!(pose instanceof Float64Array) || !isPose2(pose)) {
    for (let k = 0; k < 4; k++) checkNumber(where, `${argument}[${k}]`, pose[k], finite);
    if (!isPose2(pose)) {
      throw outOfRange(
        where,
        argument,
        pose,
        `its cosine ${pose[2]} and sine ${pose[3]} give no direction; give x y cos sin, with (cos, sin) of a length from 1e-100 to 1e100`,
      );
    }
  }
  writePose2(pose, out, at);
}

/** Whether a pose can be copied to the kernel without conversion. */
export function isPlainPose2(pose: Pose2Like): boolean {
  return pose instanceof Float64Array && pose.length === 4;
}

/** Copies a pose for which `isPlainPose2` is true, unchanged. */
export function copyPose2(pose: Float64Array, out: Float64Array, at: number): void {
  out[at] = pose[0];
  out[at + 1] = pose[1];
  out[at + 2] = pose[2];
  out[at + 3] = pose[3];
}

/** The poses of bodies, with the valid ones as `readPose2` reads them. */
export function normalizePoses(poses: Float64Array): Float64Array {
  const normalized = poses.slice();
  for (let at = 0; at < poses.length; at += 4) {
    const pose = poses.subarray(at, at + 4);
    if (isPose2(pose)) writePose2(pose, normalized, at);
  }
  return normalized;
}

/** Copies a pose of four numbers, cosine and sine normalized. */
function writePose2(pose: ArrayLike<number>, out: Float64Array, at: number): void {
  const cosine = pose[2];
  const sine = pose[3];
  const squared = cosine * cosine + sine * sine;
  // A unit vector passes unchanged: reading a pose twice gives the same bits.
  const isUnit = Math.abs(squared - 1) < 1e-15;
  const factor = isUnit ? 1 : 1 / Math.sqrt(squared);
  out[at] = pose[0];
  out[at + 1] = pose[1];
  out[at + 2] = cosine * factor;
  out[at + 3] = sine * factor;
}

function readParts(
  where: string,
  argument: string,
  pose: Exclude<Pose2Like, ArrayLike<number>>,
  out: Float64Array,
  at: number,
): void {
  // A plain object may have no other keys (a 3D pose has); any other object must have a part (a Map or a promise has none).
  const isPlain = [Object.prototype, null].includes(Object.getPrototypeOf(pose));
  const isPose = isPlain
    ? Object.keys(pose).every((key) => key === 'position' || key === 'angle')
    : 'position' in pose || 'angle' in pose;
  if (!isPose) throw wrongType(where, argument, pose, remedy);
  const { position, angle = 0 } = pose;
  const [x, y] = position === undefined ? [0, 0] : readVector2(where, `${argument}.position`, position);
  checkNumber(where, `${argument}.angle`, angle, 'give a finite angle in radians');
  const [cosine, sine] = [cos(angle), sin(angle)];
  if (!(cosine - sine < 2)) {
    throw outOfRange(where, `${argument}.angle`, angle, 'give an angle in radians of magnitude below 2⁵³');
  }
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = cosine;
  out[at + 3] = sine;
}
