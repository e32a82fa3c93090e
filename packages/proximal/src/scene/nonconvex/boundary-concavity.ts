// The largest distance of a hull's surface from a mesh: an upper bound, by branch and bound over its faces; interior-concavity.ts
// treats the interior. The distance to a mesh is 1-Lipschitz, so no point of a triangle whose center is d away and whose corners
// are within r of the center is farther than d + r.
import { identity } from '../../math/pose.ts';
import { cross, dot, length, subtract, type Vec3 } from '../../math/vec3.ts';
import type { Convex } from '../../shapes/convex.ts';
import { point } from '../../shapes/point.ts';
import { nearestTriangle } from './nearest-triangle.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

/** The most triangles examined for each hull; after that the bound is not improved. */
const mostTriangles = 6000;

interface Patch {
  readonly corners: readonly [Vec3, Vec3, Vec3];
  /** No point of the triangle is farther from the mesh, unless it is inside. */
  readonly bound: number;
  /** The distance of its midpoint from the mesh; 0 if the midpoint is inside. */
  readonly middle: number;
}

/** A function that bounds the distance of a hull's surface from `mesh`, to within `resolution` if possible. */
export function boundaryConcavity(mesh: TriangleMesh, resolution: number): (hull: Convex) => number {
  const probe = point();
  const here = identity();
  const pose = identity();
  const patchOf = (corners: readonly [Vec3, Vec3, Vec3]): Patch => {
    const middle = [0, 1, 2].map((k) => (corners[0][k] + corners[1][k] + corners[2][k]) / 3) as Vec3;
    const radius = Math.max(...corners.map((corner) => length(subtract(corner, middle))));
    pose.set(middle);
    const nearest = mesh.corners(nearestTriangle(mesh, here, probe, pose, Infinity, false));
    const d = distanceToTriangle(middle, nearest);
    // The distance to one triangle is a convex function, so its maximum is at a corner.
    const most = Math.max(...corners.map((corner) => distanceToTriangle(corner, nearest)));
    // If the midpoint is inside, any path outward crosses the mesh at least d away: points outside are within r − d of the mesh.
    const isInside = mesh.holds(middle);
    const bound = Math.min(most, isInside ? Math.max(0, radius - d) : d + radius);
    return { corners, bound, middle: isInside ? 0 : d };
  };
  return (hull) => {
    let open = facesOf(hull).map(patchOf);
    let settled = 0;
    let budget = mostTriangles;
    while (open.length > 0) {
      const least = Math.max(settled, ...open.map(({ middle }) => middle));
      const wide = open.filter(({ bound }) => bound > least + resolution);
      settled = Math.max(settled, ...open.filter(({ bound }) => bound <= least + resolution).map(({ bound }) => bound));
      budget -= 4 * wide.length;
      if (budget < 0) return Math.max(settled, ...wide.map(({ bound }) => bound));
      open = wide.flatMap(({ corners }) => quarters(corners).map(patchOf));
    }
    return settled;
  };
}

/** The distance from a point to a triangle: to the plane if the foot is inside, otherwise to the nearest side. */
export function distanceToTriangle(p: Vec3, [a, b, c]: readonly [Vec3, Vec3, Vec3]): number {
  const normal = cross(subtract(b, a), subtract(c, a));
  const size = length(normal);
  const isInside = [
    [a, b],
    [b, c],
    [c, a],
  ].every(([from, to]) => dot(cross(subtract(to, from), subtract(p, from)), normal) >= 0);
  if (size > 0 && isInside) return Math.abs(dot(subtract(p, a), normal)) / size;
  return Math.min(distanceToSide(p, a, b), distanceToSide(p, b, c), distanceToSide(p, c, a));
}

function distanceToSide(p: Vec3, a: Vec3, b: Vec3): number {
  const edge = subtract(b, a);
  const squared = dot(edge, edge);
  const t = squared > 0 ? Math.max(0, Math.min(1, dot(subtract(p, a), edge) / squared)) : 0;
  return length(subtract(p, [a[0] + t * edge[0], a[1] + t * edge[1], a[2] + t * edge[2]]));
}

function facesOf(hull: Convex): [Vec3, Vec3, Vec3][] {
  const faces: [Vec3, Vec3, Vec3][] = [];
  for (let face = 0; face < hull.faceCount; face++) {
    const corners = hull.face(face).map((k) => hull.vertex(k));
    for (let k = 1; k + 1 < corners.length; k++) faces.push([corners[0], corners[k], corners[k + 1]]);
  }
  return faces;
}

function quarters([a, b, c]: readonly [Vec3, Vec3, Vec3]): [Vec3, Vec3, Vec3][] {
  const half = (p: Vec3, q: Vec3): Vec3 => [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2];
  const [ab, bc, ca] = [half(a, b), half(b, c), half(c, a)];
  return [
    [a, ab, ca],
    [ab, b, bc],
    [ca, bc, c],
    [ab, bc, ca],
  ];
}
