// The exact reference: the hull of all differences of vertices, and how deep the origin lies inside it.
import { convexHull } from '../../src/hull/hull.ts';
import type { Vec3 } from '../../src/index.ts';
import { type PoseLike, transformPoint } from '../../src/math/index.ts';

export interface Plane {
  readonly normal: Vec3;
  readonly distance: number;
}

/** The planes of the difference of two polytopes, given by their vertices, A at the origin; none if it is flat. */
export function exactPlanes(a: readonly Vec3[], b: readonly Vec3[], poseB: PoseLike): Plane[] {
  const moved = b.map((point) => transformPoint(poseB, point));
  const points = a.flatMap((p) => moved.flatMap((q) => [p[0] - q[0], p[1] - q[1], p[2] - q[2]]));
  const { planes, dimension } = convexHull(Float64Array.from(points));
  if (dimension < 3) return [];
  return Array.from({ length: planes.length / 4 }, (_, k) => {
    const [x, y, z, distance] = planes.subarray(4 * k, 4 * k + 4);
    return { normal: [x, y, z], distance };
  });
}

/** The depth of two polytopes; negative if the origin is outside, 0 if the difference is flat. */
export function exactDepth(a: readonly Vec3[], b: readonly Vec3[], poseB: PoseLike): number {
  const planes = exactPlanes(a, b, poseB);
  return planes.length === 0 ? 0 : Math.min(...planes.map(({ distance }) => distance));
}
