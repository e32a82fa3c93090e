// The depth of two polytopes from their explicit Minkowski difference: the hull of all differences of their corners.
import { convex } from 'proximal';
import type { Vec3 } from 'proximal/math';
import type { ShapeSpec } from '../random/specs.ts';
import { type Body, dot, length, toBodyAxes, toWorldAxes } from './scene.ts';

/** The hull of more points would take longer than all other checks together. */
const maxPoints = 1500;

/** The corners of a shape that is the hull of given points; null for all other shapes. */
export function cornersOf(spec: ShapeSpec): Vec3[] | null {
  const number = (name: string): number => spec[name] as number;
  switch (spec.kind) {
    case 'point':
      return [[0, 0, 0]];
    case 'segment':
      return [-1, 1].map((s) => [0, 0, s * number('halfLength')]);
    case 'box': {
      const half: Vec3 = [number('hx'), number('hy'), number('hz')];
      return Array.from({ length: 8 }, (_, k) => half.map((h, n) => ((k >> n) & 1 ? h : -h)) as Vec3);
    }
    case 'triangle':
      return ['a', 'b', 'c'].map((name) => spec[name] as Vec3);
    case 'convex': {
      const points = (spec['points'] as (number | number[])[]).flat();
      return Array.from({ length: points.length / 3 }, (_, k) => points.slice(3 * k, 3 * k + 3) as Vec3);
    }
    default:
      return null;
  }
}

/**
 * The least support value of A − B over the normals of its hull's faces and the normal `found`, in A's frame; null if there are too many
 * corners, or no volume. Any unit vector gives an upper bound of the depth; the nearest face attains it, up to the error of the normals of
 * slivers.
 */
export function explicitDepth(
  a: Body,
  cornersA: readonly Vec3[],
  b: Body,
  cornersB: readonly Vec3[],
  found: Vec3,
): number | null {
  const offset: Vec3 = [b.pose[0] - a.pose[0], b.pose[1] - a.pose[1], b.pose[2] - a.pose[2]];
  const moved = cornersB.map((corner) => {
    const [x, y, z] = toWorldAxes(b, corner);
    return toBodyAxes(a, [x + offset[0], y + offset[1], z + offset[2]]);
  });
  const difference = explicitDifference(cornersA, moved);
  if (difference === null) return null;
  return Math.min(difference.support(found), ...difference.normals.map(difference.support));
}

/** The Minkowski difference of two polytopes. */
interface ExplicitDifference {
  /** The unit normals of its hull's faces. */
  readonly normals: readonly Vec3[];
  /** Its support value along a direction, from all differences of corners. */
  readonly support: (direction: Vec3) => number;
}

/** Null if there are too many corners, or no volume. */
export function explicitDifference(cornersA: readonly Vec3[], cornersB: readonly Vec3[]): ExplicitDifference | null {
  if (cornersA.length * cornersB.length > maxPoints) return null;
  const points = cornersA.flatMap((p) => cornersB.map((q): Vec3 => [p[0] - q[0], p[1] - q[1], p[2] - q[2]]));
  const hull = convex(points);
  if (hull.dimension < 3) return null;
  const normals = Array.from({ length: hull.faceCount }, (_, k) =>
    normalOf(hull.face(k).map((corner) => hull.vertex(corner))),
  );
  return { normals, support: (direction) => Math.max(...points.map((point) => dot(direction, point))) };
}

/** The unit normal of a polygon, from the cross products of the triangles around its first corner. */
function normalOf(polygon: readonly Vec3[]): Vec3 {
  const [o, ...rest] = polygon;
  const sum: Vec3 = [0, 0, 0];
  for (let k = 1; k < rest.length; k++) {
    const [u, v] = [rest[k - 1], rest[k]].map((p): Vec3 => [p[0] - o[0], p[1] - o[1], p[2] - o[2]]);
    sum[0] += u[1] * v[2] - u[2] * v[1];
    sum[1] += u[2] * v[0] - u[0] * v[2];
    sum[2] += u[0] * v[1] - u[1] * v[0];
  }
  const size = length(sum);
  return [sum[0] / size, sum[1] / size, sum[2] / size];
}
