// Two bodies with their rotations as matrices, computed once for all checks.
import type { Shape } from 'proximal';
import { transformPoint, type Vec3 } from 'proximal/math';

export interface Body {
  readonly shape: Shape;
  /** Position and quaternion, as the query gets them. */
  readonly pose: Float64Array;
  /** Rotation by rows. */
  readonly rotation: Float64Array;
}

export interface Scene {
  readonly a: Body;
  readonly b: Body;
}

export function bodyOf(shape: Shape, pose: readonly number[]): Body {
  const orientation = { rotation: pose.slice(3) };
  const rotation = new Float64Array(9);
  for (let k = 0; k < 3; k++) {
    const column = transformPoint(orientation, [k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0]);
    for (let row = 0; row < 3; row++) rotation[3 * row + k] = column[row];
  }
  return { shape, pose: Float64Array.from(pose), rotation };
}

/** A body's vector in world coordinates. */
export function toWorldAxes({ rotation: r }: Body, [x, y, z]: Readonly<Vec3>): Vec3 {
  return [r[0] * x + r[1] * y + r[2] * z, r[3] * x + r[4] * y + r[5] * z, r[6] * x + r[7] * y + r[8] * z];
}

/** A world vector in body coordinates, times `sign`. */
export function toBodyAxes({ rotation: r }: Body, [x, y, z]: Readonly<Vec3>, sign = 1): Vec3 {
  return [
    sign * (r[0] * x + r[3] * y + r[6] * z),
    sign * (r[1] * x + r[4] * y + r[7] * z),
    sign * (r[2] * x + r[5] * y + r[8] * z),
  ];
}

/** A body's point in world coordinates. */
export function toWorld(body: Body, point: Readonly<Vec3>): Vec3 {
  const [x, y, z] = toWorldAxes(body, point);
  return [x + body.pose[0], y + body.pose[1], z + body.pose[2]];
}

export function dot(a: Readonly<Vec3>, b: Readonly<Vec3>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function length(a: Readonly<Vec3>): number {
  return Math.sqrt(dot(a, a));
}

export function pointDistance(a: Readonly<Vec3>, b: Readonly<Vec3>): number {
  return Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2);
}

/** A bound on a shape's coordinates in its own frame; for an unbounded shape only its center and the radius swept over its core. */
function extentOf({ center, boundingRadius, radius }: Shape): number {
  return length(center) + (Number.isFinite(boundingRadius) ? boundingRadius : radius);
}

/** The rounding error that a certificate allows: 64 ε times a bound on the coordinates in A's frame. */
export function allowanceOf({ a, b }: Scene): number {
  const originDistance = Math.hypot(a.pose[0] - b.pose[0], a.pose[1] - b.pose[1], a.pose[2] - b.pose[2]);
  return 64 * Number.EPSILON * (originDistance + extentOf(a.shape) + extentOf(b.shape));
}
