// The nearest parts of two bodies by the search trees of meshes and the grids of height fields.
import { compose, inverse } from '../math/pose.ts';
import { collide } from '../proximity/distance.ts';
import type { DistanceResult } from '../proximity/result.ts';
import { overlapping, separated, undecided } from './field/clearance.ts';
import { HeightField } from './nonconvex/height-field.ts';
import { meshDistance, meshesDistance, meshesMeet, meshMeets, type TreeStart } from './nonconvex/mesh-search.ts';
import { nearestColumn } from './nonconvex/nearest-column.ts';
import { Surface } from './nonconvex/surface.ts';
import { TriangleMesh } from './nonconvex/triangle-mesh.ts';
import { forEachPartPair, type Posed, partOf, planeOf } from './part-pairs.ts';

/** The indices of two parts. */
export type PartIndices = readonly [partA: number, partB: number];

/**
 * The signed distance of a mesh and a bounded convex body, or the distance of two meshes, within `upTo`.
 * @param start the warm start from the last search of the pair; this search updates it
 * @returns the nearest or deepest parts; null if there are none within `upTo`, also if a distance field proves this for a height field and a convex
 * body, or for a mesh and a half-space; undefined for other bodies
 */
export function distanceByTree(
  a: Posed,
  b: Posed,
  upTo: number,
  start: TreeStart,
  result: DistanceResult,
): PartIndices | null | undefined {
  const { assembly: ofA, bounds: boundsA } = a.volume;
  const { assembly: ofB, bounds: boundsB } = b.volume;
  const { current: poseA } = a;
  const { current: poseB } = b;
  if (hasTree(a, b) && byField(a, b, upTo) === separated) return null;
  if (ofA instanceof TriangleMesh && ofB instanceof TriangleMesh)
    return meshesDistance(ofA, poseA, ofB, poseB, upTo, start, result);
  if (ofA instanceof TriangleMesh && !ofB && boundsB.isBounded) {
    const part = meshDistance(ofA, poseA, boundsB, poseB, true, upTo, start, result);
    return part < 0 ? null : [part, 0];
  }
  if (ofB instanceof TriangleMesh && !ofA && boundsA.isBounded) {
    const part = meshDistance(ofB, poseB, boundsA, poseA, false, upTo, start, result);
    return part < 0 ? null : [0, part];
  }
  return undefined;
}

/** Whether the nearest parts are found by a tree or a grid, without warm starts of pairs of parts. */
function hasTree({ volume: { assembly: a } }: Posed, { volume: { assembly: b } }: Posed): boolean {
  if (a && b) return a instanceof TriangleMesh && b instanceof TriangleMesh;
  return (a ?? b) instanceof Surface;
}

/** Compares the distance with `margin` by the distance fields attached to the bodies: see `FieldFilter.compare`. */
function byField(a: Posed, b: Posed, margin: number): number {
  const found = a.volume.filter?.compare(a.current, b, margin) ?? undecided;
  return found === undecided ? (b.volume.filter?.compare(b.current, a, margin) ?? undecided) : found;
}

/**
 * The nearest parts of a height field and a convex body, or of a mesh and a half-space, within `upTo`; null if there are none, undefined
 * for other bodies.
 */
export function nearestByGrid(a: Posed, b: Posed, upTo: number): PartIndices | null | undefined {
  if (!b.volume.assembly) {
    const part = nearestOf(a, b, upTo, false);
    return part === undefined ? undefined : part < 0 ? null : [part, 0];
  }
  if (!a.volume.assembly) {
    const part = nearestOf(b, a, upTo, false);
    return part === undefined ? undefined : part < 0 ? null : [0, part];
  }
  return undefined;
}

/** Whether two bodies come within `margin` of each other. */
export function partsCollide(a: Posed, b: Posed, margin: number, start: TreeStart): boolean {
  const proven = byField(a, b, margin);
  if (proven !== undecided) return proven === overlapping;
  const { assembly: ofA, bounds: boundsA } = a.volume;
  const { assembly: ofB, bounds: boundsB } = b.volume;
  const { current: poseA } = a;
  const { current: poseB } = b;
  if (ofA instanceof TriangleMesh && ofB instanceof TriangleMesh)
    return meshesMeet(ofA, poseA, ofB, poseB, margin, start);
  if (ofA instanceof TriangleMesh && !ofB && boundsB.isBounded)
    return meshMeets(ofA, poseA, boundsB, poseB, margin, start);
  if (ofB instanceof TriangleMesh && !ofA && boundsA.isBounded)
    return meshMeets(ofB, poseB, boundsA, poseA, margin, start);
  const part = !ofB ? nearestOf(a, b, margin, true) : !ofA ? nearestOf(b, a, margin, true) : undefined;
  if (part !== undefined) return part >= 0;
  let collides = false;
  forEachPartPair(a, b, margin, (partA, partB) => {
    if (collides) return;
    const [p, q] = [partOf(a, partA), partOf(b, partB)];
    collides = collide(p.shape, p.pose, q.shape, q.pose, { margin });
  });
  return collides;
}

/**
 * The part nearest to a convex body (with `isBoolean` any part within `upTo`), −1 if there is none within `upTo`; undefined unless the bodies are a
 * height field and a bounded shape, or a mesh and a half-space.
 */
function nearestOf(host: Posed, other: Posed, upTo: number, isBoolean: boolean): number | undefined {
  const { assembly } = host.volume;
  const { bounds } = other.volume;
  const [pose, otherPose] = [host.current, other.current];
  if (assembly instanceof HeightField && bounds.isBounded)
    return nearestColumn(assembly, pose, bounds, otherPose, upTo, isBoolean);
  if (!(assembly instanceof TriangleMesh) || bounds.isBounded) return undefined;
  // A half-space has no bounding box; the triangle with the least height above its plane is the nearest.
  const plane = planeOf(bounds, compose(inverse(pose), otherPose));
  const { part, height } = assembly.lowest(plane.normal);
  return height - plane.height <= upTo ? part : -1;
}
