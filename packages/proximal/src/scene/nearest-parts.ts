// The nearest parts of two bodies by the search trees of meshes and the grids of height fields.
import { compose, inverse } from '../math/pose.ts';
import { collide } from '../proximity/distance.ts';
import { overlapping, separated, undecided } from './field/clearance.ts';
import { HeightField } from './nonconvex/height-field.ts';
import { nearestColumn } from './nonconvex/nearest-column.ts';
import { nearestTriangle, nearestTriangles } from './nonconvex/nearest-triangle.ts';
import { Surface } from './nonconvex/surface.ts';
import { TriangleMesh } from './nonconvex/triangle-mesh.ts';
import { forEachPartPair, type Posed, partOf, planeOf } from './part-pairs.ts';

/** The indices of two parts. */
export type PartNumbers = readonly [partA: number, partB: number];

/** The nearest parts within `upTo`, null if there are none; undefined if there is no tree or grid to search. */
export function nearestByTree(a: Posed, b: Posed, upTo: number): PartNumbers | null | undefined {
  return hasTree(a, b) && byField(a, b, upTo) === separated ? null : search(a, b, upTo, false);
}

/** Whether the nearest parts are found by a tree or a grid, without warm starts of pairs of parts. */
function hasTree({ volume: { assembly: a } }: Posed, { volume: { assembly: b } }: Posed): boolean {
  if (a && b) return a instanceof TriangleMesh && b instanceof TriangleMesh;
  return (a ?? b) instanceof Surface;
}

/** What the distance field of one of the bodies proves: see `FieldFilter`. */
function byField(a: Posed, b: Posed, margin: number): number {
  const found = a.volume.filter?.compare(a.current, b, margin) ?? undecided;
  return found === undecided ? (b.volume.filter?.compare(b.current, a, margin) ?? undecided) : found;
}

/** Whether two bodies come within `margin` of each other. */
export function partsCollide(a: Posed, b: Posed, margin: number): boolean {
  const found = byField(a, b, margin);
  if (found !== undecided) return found === overlapping;
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
  const { assembly: ofA } = a.volume;
  const { assembly: ofB } = b.volume;
  if (ofA instanceof TriangleMesh && ofB instanceof TriangleMesh)
    return nearestTriangles(ofA, a.current, ofB, b.current, upTo, isBoolean);
  if (!ofB) {
    const part = nearestOf(a, b, upTo, isBoolean);
    return part === undefined ? undefined : part < 0 ? null : [part, 0];
  }
  if (!ofA) {
    const part = nearestOf(b, a, upTo, isBoolean);
    return part === undefined ? undefined : part < 0 ? null : [0, part];
  }
  return undefined;
}

/** The part nearest to a convex shape, −1 if there is none within `upTo`; undefined if there is no tree or grid to search. */
function nearestOf(host: Posed, other: Posed, upTo: number, isBoolean: boolean): number | undefined {
  const { assembly } = host.volume;
  const { bounds } = other.volume;
  const [pose, otherPose] = [host.current, other.current];
  if (assembly instanceof HeightField && bounds.isBounded)
    return nearestColumn(assembly, pose, bounds, otherPose, upTo, isBoolean);
  if (!(assembly instanceof TriangleMesh)) return undefined;
  if (bounds.isBounded) return nearestTriangle(assembly, pose, bounds, otherPose, upTo, isBoolean);
  // A half-space has no box to search with; the triangle with the least height above its plane is the nearest.
  const plane = planeOf(bounds, compose(inverse(pose), otherPose));
  const { part, height } = assembly.lowest(plane.normal);
  return height - plane.height <= upTo ? part : -1;
}
