// Warm starts of the depth (Gao Sec. III-D): what a pair keeps of its last overlap, besides the normal.
//
// Four points of each core, whose differences form a tetrahedron around the origin, prove at new poses that the cores still overlap.
// The test evaluates no support function, and if it succeeds GJK is omitted. The directions of the last portal's corners give the first portal at the new poses: their
// support points are computed again, so that each corner is a support point of D along its direction, as the proof of the result requires.
import * as LastOverlap from '../blocks/last-overlap.ts';
import * as Query from '../blocks/query.ts';
import * as Vertex from '../blocks/vertex.ts';
import { innerRadius } from '../gjk/inner-radius.ts';
import { placeVertex } from '../minkowski.ts';
import { ld, st } from '../port/memory.ts';
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

/** Keeps the directions of the three vertices, the corners of a portal, for the next query. */
export function keepPortal(w: i32, a: i32, b: i32, c: i32): void {
  const last: i32 = Query.lastOverlap(w);
  keepDirection(a, last + LastOverlap.DIRECTIONS);
  keepDirection(b, last + LastOverlap.DIRECTIONS + 3);
  keepDirection(c, last + LastOverlap.DIRECTIONS + 6);
  LastOverlap.setHasPortal(last, 1);
}

function keepDirection(vertex: i32, to: i32): void {
  st(to, Vertex.direction(vertex, 0));
  st(to + 1, Vertex.direction(vertex, 1));
  st(to + 2, Vertex.direction(vertex, 2));
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
 * Finds the portal of the ray (x, y, z) from the directions of the last portal. PORTAL_LOST if the triangle of their support points
 * is degenerate or its plane contains the origin, or if `redirectPortal` finds no portal around the ray.
 */
export function resumePortal(w: i32, x: f64, y: f64, z: f64): i32 {
  clearPortal(w);
  for (let k: i32 = 0; k < 3; k += 1) {
    const d: i32 = Query.lastOverlap(w) + LastOverlap.DIRECTIONS + 3 * k;
    supportGrown(w, Query.portal(w, k), ld(d), ld(d + 1), ld(d + 2), 0.0);
  }
  const c: i32 = Query.portal(w, 2);
  const volume: f64 = side(Query.portal(w, 0), Query.portal(w, 1), ld(c), ld(c + 1), ld(c + 2));
  if (volume === 0.0) return PORTAL_LOST;
  if (volume < 0.0) flipPortal(w);
  if (isThroughPortal(w, x, y, z)) return PORTAL_FOUND;
  supportGrown(w, Query.portal(w, PORTAL_CANDIDATE), x, y, z, 0.0);
  return redirectPortal(w, x, y, z, true);
}
