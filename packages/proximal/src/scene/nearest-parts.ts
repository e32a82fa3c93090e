// The first candidates for the nearest parts of two bodies: where a tree of triangles knows them, at once.
import { compose, inverse } from '../math/pose.ts';
import { collide } from '../proximity/distance.ts';
import { nearestTriangle, nearestTriangles } from './nonconvex/nearest-triangle.ts';
import { TriangleMesh } from './nonconvex/triangle-mesh.ts';
import { forEachPartPair, type Posed, partOf, planeOf } from './part-pairs.ts';

/** Two parts by their numbers. */
export type PartNumbers = readonly [partA: number, partB: number];

/** The nearest parts within `upTo`, null if there are none; undefined if no tree knows. */
export function nearestByTree(a: Posed, b: Posed, upTo: number): PartNumbers | null | undefined {
  return search(a, b, upTo, false);
}

/** Whether two bodies come within `margin` of each other. */
export function partsCollide(a: Posed, b: Posed, margin: number): boolean {
  const known = search(a, b, margin, true);
  if (known !== undefined) return known !== null;
  let collides = false;
  forEachPartPair(a, b, margin, (partA, partB) => {
    if (collides) return;
    const [p, q] = [partOf(a, partA), partOf(b, partB)];
    collides = collide(p.shape, p.pose, q.shape, q.pose, { margin });
  });
  return collides;
}

function search(a: Posed, b: Posed, upTo: number, isBoolean: boolean): PartNumbers | null | undefined {
  if (a.assembly instanceof TriangleMesh && b.assembly instanceof TriangleMesh)
    return nearestTriangles(a.assembly, a.pose, b.assembly, b.pose, upTo, isBoolean);
  if (a.assembly instanceof TriangleMesh && !b.assembly) {
    const part = nearestOf(a.assembly, a.pose, b, upTo, isBoolean);
    return part < 0 ? null : [part, 0];
  }
  if (b.assembly instanceof TriangleMesh && !a.assembly) {
    const part = nearestOf(b.assembly, b.pose, a, upTo, isBoolean);
    return part < 0 ? null : [0, part];
  }
  return undefined;
}

/** The triangle nearest to a convex shape; a half-space has no box that a tree could be searched with, but a lowest triangle. */
function nearestOf(mesh: TriangleMesh, pose: Float64Array, other: Posed, upTo: number, isBoolean: boolean): number {
  if (other.bounds.isBounded) return nearestTriangle(mesh, pose, other.bounds, other.pose, upTo, isBoolean);
  const plane = planeOf(other, compose(inverse(pose), other.pose));
  const { part, height } = mesh.lowest(plane.normal);
  return height - plane.height <= upTo ? part : -1;
}
