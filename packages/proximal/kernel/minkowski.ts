// The pair as one convex set: the Minkowski difference of the cores, D = A − (R B + t), in A's frame.
// If the cores are disjoint, the signed distance of the shapes is min{|x| : x ∈ D} − rA − rB, with the swept radii rA and rB.

import * as Query from './blocks/query.ts';
import * as ShapeBlock from './blocks/shape-block.ts';
import * as Vertex from './blocks/vertex.ts';
import { restartClimbs } from './climb.ts';
import { EPSILON } from './constants.ts';
import { ld, st } from './port/memory.ts';
import { supportCore } from './shapes/dispatch/support.ts';

/** Larger numbers mean "unbounded". */
const HUGE: f64 = 1.0e300;

/**
 * Outside this range, products of four lengths over- or underflow, and the bounds would not be valid. The layers above support
 * micrometers to thousands of kilometers; this limit only prevents wrong results outside.
 */
const SMALLEST: f64 = 1.0e-70;
const LARGEST: f64 = 1.0e70;

/**
 * Whether the largest coordinate of the pair, computed without squares that could underflow, is in range. Coincident points are
 * in range.
 */
export function isInRange(w: i32): bool {
  const x: f64 = Math.abs(Query.translation(w, 0));
  const y: f64 = Math.abs(Query.translation(w, 1));
  const z: f64 = Math.abs(Query.translation(w, 2));
  const radiusA: f64 = ShapeBlock.radiusAboutOrigin(Query.recordA(w));
  const radiusB: f64 = ShapeBlock.radiusAboutOrigin(Query.recordB(w));
  const largest: f64 = Math.max(Math.max(x, y), Math.max(z, Math.max(radiusA, radiusB)));
  return largest === 0.0 || (largest > SMALLEST && largest < LARGEST);
}

/** Starts a query: writes the rounding floor, the bound gap of convergence and the sum of the swept radii to the workspace, and restarts hill climbing. */
export function measurePair(w: i32): void {
  restartClimbs();
  const a: i32 = Query.recordA(w);
  const b: i32 = Query.recordB(w);
  const size: f64 = smallerSize(a, b);
  // A bound on the coordinates of the difference, and on its terms, sets the rounding error.
  const x: f64 = Query.translation(w, 0);
  const y: f64 = Query.translation(w, 1);
  const z: f64 = Query.translation(w, 2);
  const largest: f64 =
    Math.sqrt(x * x + y * y + z * z) + ShapeBlock.radiusAboutOrigin(a) + ShapeBlock.radiusAboutOrigin(b);
  const floor: f64 = 32.0 * EPSILON * largest;
  Query.setFloor(w, floor);
  Query.setGap(w, Math.max(Math.max(Query.tolerance(w), Query.relativeTolerance(w) * size), floor));
  Query.setRadii(w, ShapeBlock.radius(a) + ShapeBlock.radius(b));
}

/** The scale of relative tolerances: the smallest bounding radius of the two bodies that is positive and finite; 1 if there is none. */
export function smallerSize(a: i32, b: i32): f64 {
  const boundA: f64 = ShapeBlock.bound(a);
  const boundB: f64 = ShapeBlock.bound(b);
  let size: f64 = HUGE;
  if (boundA > 0.0 && boundA < size) size = boundA;
  if (boundB > 0.0 && boundB < size) size = boundB;
  return size >= HUGE ? 1.0 : size;
}

/** Support of D along (dx, dy, dz) as a vertex of the simplex. */
export function supportDifference(w: i32, slot: i32, dx: f64, dy: f64, dz: f64): void {
  supportVertex(w, Query.simplex(w, slot), dx, dy, dz);
}

/** Support of D along (dx, dy, dz), of any length: A's farthest point along it minus B's farthest against it. */
export function supportVertex(w: i32, vertex: i32, dx: f64, dy: f64, dz: f64): void {
  const r: i32 = w + Query.ROTATION;
  supportCore(Query.recordA(w), dx, dy, dz, vertex + Vertex.A);
  supportCore(
    Query.recordB(w),
    -(ld(r) * dx + ld(r + 3) * dy + ld(r + 6) * dz),
    -(ld(r + 1) * dx + ld(r + 4) * dy + ld(r + 7) * dz),
    -(ld(r + 2) * dx + ld(r + 5) * dy + ld(r + 8) * dz),
    vertex + Vertex.B,
  );
  placeVertex(w, vertex);
  Vertex.setDirection(vertex, 0, dx);
  Vertex.setDirection(vertex, 1, dy);
  Vertex.setDirection(vertex, 2, dz);
  Query.setSupportCalls(w, Query.supportCalls(w) + 1);
}

/** Writes the difference of a vertex, from its points of the two bodies. */
export function placeVertex(w: i32, vertex: i32): void {
  const r: i32 = w + Query.ROTATION;
  const bx: f64 = Vertex.b(vertex, 0);
  const by: f64 = Vertex.b(vertex, 1);
  const bz: f64 = Vertex.b(vertex, 2);
  const t: i32 = w + Query.TRANSLATION;
  Vertex.setDifference(vertex, 0, Vertex.a(vertex, 0) - (ld(r) * bx + ld(r + 1) * by + ld(r + 2) * bz + ld(t)));
  Vertex.setDifference(vertex, 1, Vertex.a(vertex, 1) - (ld(r + 3) * bx + ld(r + 4) * by + ld(r + 5) * bz + ld(t + 1)));
  Vertex.setDifference(vertex, 2, Vertex.a(vertex, 2) - (ld(r + 6) * bx + ld(r + 7) * by + ld(r + 8) * bz + ld(t + 2)));
}

/** Unrolled, because a loop is several times slower. */
export function copyVertex(from: i32, to: i32): void {
  st(to, ld(from));
  st(to + 1, ld(from + 1));
  st(to + 2, ld(from + 2));
  st(to + 3, ld(from + 3));
  st(to + 4, ld(from + 4));
  st(to + 5, ld(from + 5));
  st(to + 6, ld(from + 6));
  st(to + 7, ld(from + 7));
  st(to + 8, ld(from + 8));
  st(to + 9, ld(from + 9));
  st(to + 10, ld(from + 10));
  st(to + 11, ld(from + 11));
}
