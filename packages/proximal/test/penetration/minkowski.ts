// The exact reference: the hull of all differences of vertices, and how deep the origin lies inside it.
import { convexHull } from '../../src/hull/hull.ts';
import type { Vec3 } from '../../src/index.ts';
import { type PoseLike, transformPoint } from '../../src/math/index.ts';

/** The depth of two polytopes by their vertices, A at the origin; negative if the origin is outside. */
export function exactDepth(a: readonly Vec3[], b: readonly Vec3[], poseB: PoseLike): number {
  const moved = b.map((point) => transformPoint(poseB, point));
  const points = a.flatMap((p) => moved.flatMap((q) => [p[0] - q[0], p[1] - q[1], p[2] - q[2]]));
  const { planes, dimension } = convexHull(Float64Array.from(points));
  if (dimension < 3) return 0;
  let depth = Infinity;
  for (let k = 3; k < planes.length; k += 4) depth = Math.min(depth, planes[k]);
  return depth;
}
