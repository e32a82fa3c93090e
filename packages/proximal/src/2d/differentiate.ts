import { checkPair } from './check-pair.ts';
import { signedDistance } from './distance.ts';
import { type Pose2Like, readPose2 } from './pose.ts';
import type { DistanceResult } from './result.ts';
import type { Shape } from './shapes/shape.ts';

/** The derivatives of a signed distance with respect to the poses of both bodies. */
export interface Derivatives2 {
  /** The result of `signedDistance` at the poses. */
  readonly result: DistanceResult;
  /** By x and y of A's position, in world axes, and by A's angle: no unit, no unit, meters per radian. */
  readonly byA: Float64Array;
  /** By B's position and angle, with the order and units of `byA`. */
  readonly byB: Float64Array;
}

/**
 * The gradient of the signed distance with respect to the poses of both shapes. With the normal n from A to B and the nearest points a and b, the
 * distance is n·(b − a), and by the envelope theorem only the motions of these points along n matter: n for B's position, −n for A's,
 * and n·J(b − oB) and −n·J(a − oA) for the angles about the origins o, where J turns by 90°.
 *
 * Where the normal is not unique, for example between parallel edges or at equal depths, the signed distance has no derivative; the
 * result is then the derivative along motions for which the normal of `result` stays valid. The gradient is valid for separated, touching
 * and overlapping shapes, but not if `result.status` is `'unknown'`.
 * @example
 * ```ts
 * const { byB } = differentiate(box(1, 1), {}, circle(0.5), { position: [3, 0] });
 * byB; // [1, 0, 0]: moving the circle along x increases the distance
 * ```
 */
export function differentiate(a: Shape, poseA: Pose2Like, b: Shape, poseB: Pose2Like): Derivatives2 {
  const where = 'differentiate';
  checkPair(where, a, b);
  const poses = new Float64Array(8);
  readPose2(where, 'poseA', poseA, poses, 0);
  readPose2(where, 'poseB', poseB, poses, 4);
  const result = signedDistance(a, poses.subarray(0, 4), b, poses.subarray(4, 8));
  const [byA, byB] = [new Float64Array(3), new Float64Array(3)];
  writeGradient(byA, 0, -1, result.normal, result.localA, poses, 0);
  writeGradient(byB, 0, 1, result.normal, result.localB, poses, 1);
  return { result, byA, byB };
}

/** Writes row `row` of gradients, ±(n, n·J R p) for the local point p of a body with rotation R, from the rows of normals and points. */
export function writeGradient(
  out: Float64Array,
  row: number,
  sign: number,
  normals: ArrayLike<number>,
  points: ArrayLike<number>,
  poses: Float64Array,
  body: number,
): void {
  const nx = normals[2 * row];
  const ny = normals[2 * row + 1];
  const u = points[2 * row];
  const v = points[2 * row + 1];
  const cosine = poses[4 * body + 2];
  const sine = poses[4 * body + 3];
  const x = cosine * u - sine * v;
  const y = sine * u + cosine * v;
  out[3 * row] = sign * nx;
  out[3 * row + 1] = sign * ny;
  out[3 * row + 2] = sign * (ny * x - nx * y);
}
