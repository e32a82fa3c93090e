// Warm starts of the depth (Gao Sec. III-D): what a pair keeps of its last overlap, besides the normal.
//
// Four points of each core, whose differences form a tetrahedron around the origin, prove at new poses that the cores still overlap.
// The test evaluates no support function, and if it succeeds GJK is omitted.
//
// The corners of the last portal, moved with their bodies, are the first portal at the new poses. This needs no support function either: a
// point of A's core minus a point of B's core is in D at all poses. It need not be a support point of D, but its two points remain support
// points of their bodies, each along its own direction in its body's frame. These directions are the proof of the result.
import * as LastOverlap from '../blocks/last-overlap.ts';
import * as OverlapCorner from '../blocks/overlap-corner.ts';
import * as Query from '../blocks/query.ts';
import * as Vertex from '../blocks/vertex.ts';
import { innerRadius } from '../gjk/inner-radius.ts';
import { placeVertex } from '../minkowski.ts';
import { ld, st } from '../port/memory.ts';
import { rotateBack } from '../rotation.ts';
import { PORTAL_CANDIDATE } from './constants.ts';
import {
  clearPortal,
  flipPortal,
  isThroughPortal,
  PORTAL_FOUND,
  PORTAL_LOST,
  redirectPortal,
  side,
  supportGrown,
} from './mpr.ts';

/** Keeps the points of the simplex, a tetrahedron around the origin, for the next query. */
export function keepTetrahedron(w: i32): void {
  const last: i32 = Query.lastOverlap(w);
  for (let k: i32 = 0; k < 4; k += 1) {
    const from: i32 = Query.simplex(w, k) + Vertex.A;
    const to: i32 = last + LastOverlap.POINTS + 6 * k;
    for (let i: i32 = 0; i < 6; i += 1) st(to + i, ld(from + i));
  }
  LastOverlap.setHasPoints(last, 1);
}

/** Keeps the first three vertices of the simplex, the corners of a portal, for the next query. */
export function keepPortal(w: i32): void {
  const last: i32 = Query.lastOverlap(w);
  const hadPortal: bool = LastOverlap.hasPortal(last) === 1;
  Query.setHasDirectionsB(w, 0);
  for (let k: i32 = 0; k < 3; k += 1) {
    const vertex: i32 = Query.simplex(w, k);
    const corner: i32 = LastOverlap.corners(last, k);
    if (hadPortal && isCorner(vertex, corner)) {
      if (!hasOppositeDirections(w, corner)) Query.setHasDirectionsB(w, 1);
    } else keepCorner(w, vertex, corner);
  }
  LastOverlap.setHasPortal(last, 1);
}

/** Whether the vertex still has the points and the direction of the corner: then the corner's direction of B is the vertex's. */
function isCorner(vertex: i32, corner: i32): bool {
  for (let i: i32 = 0; i < 9; i += 1) {
    if (ld(vertex + Vertex.A + i) !== ld(corner + i)) return false;
  }
  return true;
}

/** Keeps a support point of D. */
function keepCorner(w: i32, vertex: i32, corner: i32): void {
  for (let i: i32 = 0; i < 9; i += 1) st(corner + i, ld(vertex + Vertex.A + i));
  writeOpposite(w, corner, corner + OverlapCorner.DIRECTION_B);
}

function hasOppositeDirections(w: i32, corner: i32): bool {
  // The normal in the world is written after the search.
  const opposite: i32 = w + Query.NORMAL;
  writeOpposite(w, corner, opposite);
  for (let i: i32 = 0; i < 3; i += 1) {
    if (OverlapCorner.directionB(corner, i) !== ld(opposite + i)) return false;
  }
  return true;
}

/** The opposite of A's direction in B's frame, with the bits with which `supportVertex` calls B's support function. */
function writeOpposite(w: i32, corner: i32, to: i32): void {
  const x: f64 = OverlapCorner.directionA(corner, 0);
  const y: f64 = OverlapCorner.directionA(corner, 1);
  const z: f64 = OverlapCorner.directionA(corner, 2);
  rotateBack(w + Query.ROTATION, x, y, z, to);
  for (let i: i32 = 0; i < 3; i += 1) st(to + i, -ld(to + i));
}

/**
 * Replaces the simplex by the last tetrahedron at the new poses, with the old directions of the vertices. Returns whether the origin is inside by
 * more than rounding: then the cores overlap.
 */
export function restoreTetrahedron(w: i32): bool {
  const points: i32 = Query.lastOverlap(w) + LastOverlap.POINTS;
  for (let k: i32 = 0; k < 4; k += 1) {
    const vertex: i32 = Query.simplex(w, k);
    for (let i: i32 = 0; i < 6; i += 1) st(vertex + Vertex.A + i, ld(points + 6 * k + i));
    placeVertex(w, vertex);
  }
  return innerRadius(w) > Query.floor(w);
}

/**
 * Finds the portal of the ray (x, y, z) from the corners of the last portal at the new poses. PORTAL_LOST if their triangle
 * is degenerate or its plane contains the origin, or if `redirectPortal` finds no portal around the ray.
 */
export function resumePortal(w: i32, x: f64, y: f64, z: f64): i32 {
  clearPortal(w);
  for (let k: i32 = 0; k < 3; k += 1) {
    const vertex: i32 = Query.simplex(w, k);
    const corner: i32 = LastOverlap.corners(Query.lastOverlap(w), k);
    for (let i: i32 = 0; i < 9; i += 1) st(vertex + Vertex.A + i, ld(corner + i));
    placeVertex(w, vertex);
  }
  const c: i32 = Query.portal(w, 2);
  const volume: f64 = side(Query.portal(w, 0), Query.portal(w, 1), ld(c), ld(c + 1), ld(c + 2));
  if (volume === 0.0) return PORTAL_LOST;
  if (volume < 0.0) flipPortal(w);
  if (isThroughPortal(w, x, y, z)) return PORTAL_FOUND;
  supportGrown(w, Query.portal(w, PORTAL_CANDIDATE), x, y, z, 0.0);
  return redirectPortal(w, x, y, z, true);
}
