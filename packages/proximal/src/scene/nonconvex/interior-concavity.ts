// The largest distance of the points inside a hull from a mesh: an upper bound, by branch and bound over boxes. The distance of
// the hull's surface does not bound the depth of a notch or a cavity. The distance is 1-Lipschitz, as in boundary-concavity.ts.
import { identity } from '../../math/pose.ts';
import { cross, dot, length, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import type { Convex } from '../../shapes/convex.ts';
import { point } from '../../shapes/point.ts';
import { distanceToTriangle } from './boundary-concavity.ts';
import { nearestTriangle } from './nearest-triangle.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

interface Cell {
  readonly middle: Vec3;
  readonly half: Vec3;
  /** No point of the hull in the box is farther from the mesh, unless it is inside the mesh. */
  readonly bound: number;
}

export interface InteriorConcavity {
  /** A lower bound: the distance of a point of the hull outside the mesh. */
  readonly lower: number;
  /** An upper bound: no point of the hull outside the mesh is farther. */
  readonly upper: number;
}

/**
 * A function that bounds the distance of a hull's points from `mesh`, with at most `boxes` boxes. Bounds below `enough` are not
 * refined.
 */
export function interiorConcavity(
  mesh: TriangleMesh,
  enough: number,
  resolution: number,
): (hull: Convex, boxes: number) => InteriorConcavity {
  const probe = point();
  const here = identity();
  const pose = identity();
  return (hull, boxes) => {
    const planes = planesOf(hull);
    let lower = 0;
    const cellOf = (middle: Vec3, half: Vec3): Cell => {
      const radius = length(half);
      const height = planes.reduce(
        (most, { normal, offset }) => Math.max(most, dot(normal, middle) - offset),
        -Infinity,
      );
      if (height > radius) return { middle, half, bound: 0 };
      pose.set(middle);
      const nearest = mesh.corners(nearestTriangle(mesh, here, probe, pose, Infinity, false));
      const d = distanceToTriangle(middle, nearest);
      if (d + radius <= Math.max(enough, lower)) return { middle, half, bound: d + radius };
      // If the midpoint is inside, any path outward crosses the mesh at least d away: points outside are within r − d of the mesh.
      if (mesh.holds(middle)) return { middle, half, bound: Math.max(0, radius - d) };
      if (height <= 0) lower = Math.max(lower, d);
      return { middle, half, bound: d + radius };
    };
    const { min, max } = hull.boundingBox();
    const whole = scale(subtract(max as Vec3, min as Vec3), 0.5);
    let open = [cellOf([min[0] + whole[0], min[1] + whole[1], min[2] + whole[2]], whole)];
    let settled = 0;
    let budget = boxes;
    while (open.length > 0) {
      const fine = Math.max(enough, lower + resolution);
      for (const { bound } of open) if (bound <= fine) settled = Math.max(settled, bound);
      const wide = open.filter(({ bound }) => bound > fine);
      budget -= 2 * wide.length;
      if (budget < 0) return { lower, upper: wide.reduce((most, { bound }) => Math.max(most, bound), settled) };
      open = wide.flatMap(({ middle, half }) => halves(middle, half).map(([m, h]) => cellOf(m, h)));
    }
    return { lower, upper: settled };
  };
}

/** The planes of the hull's faces: n·x ≤ offset inside. None for a flat hull. */
function planesOf(hull: Convex): { readonly normal: Vec3; readonly offset: number }[] {
  const planes: { normal: Vec3; offset: number }[] = [];
  const middle: Vec3 = [...hull.center];
  for (let face = 0; face < hull.faceCount; face++) {
    const [a, b, c] = hull.face(face).map((k) => hull.vertex(k));
    const across = cross(subtract(b, a), subtract(c, a));
    const size = length(across);
    if (!(size > 0)) continue;
    const normal = scale(across, (dot(across, subtract(middle, a)) > 0 ? -1 : 1) / size);
    planes.push({ normal, offset: dot(normal, a) });
  }
  return planes;
}

/** A box cut across its longest side. */
function halves(middle: Vec3, half: Vec3): [Vec3, Vec3][] {
  const axis = half.indexOf(Math.max(...half));
  const less: Vec3 = [...half];
  less[axis] /= 2;
  return [-1, 1].map((side) => {
    const at: Vec3 = [...middle];
    at[axis] += side * less[axis];
    return [at, less];
  });
}
