// Support points of the centered Minkowski difference D̃ = (A − cA) − R (B − cB), with swept radii, in A's frame. The growth
// distance follows from the point where the ray from the origin along p leaves D̃: see growth.ts. Equation numbers refer to Thirugnanam and
// Sreenath's paper on growth distance.
import * as Query from '../blocks/query.ts';
import * as ShapeBlock from '../blocks/shape-block.ts';
import { ld, st } from '../port/memory.ts';
import { rotateBack } from '../rotation.ts';
import { supportCore } from '../shapes/dispatch/support.ts';
import * as Growth from './blocks/growth.ts';
import * as GrowthVertex from './blocks/growth-vertex.ts';

/**
 * The first triangle is equilateral, perpendicular to the ray and centered on it. D̃ contains a ball around the origin, whose radius is the
 * sum of the inradii. In units of this radius, ALONG is the distance of the triangle's plane from the origin, and SIDE the distance of its
 * corners from the ray. ALONG² + SIDE² < 1, so it is inside the ball.
 */
const ALONG: f64 = 0.5;
const SIDE: f64 = 0.85;
/** √3/2. */
const HALF_ROOT: f64 = 0.8660254037844386;

/**
 * The support point of D̃ along (dx, dy, dz), which may have any length but zero. `scale` is set to 1, which is right only for
 * directions whose component along the ray is 1. Only the ray method reads it, and passes such directions.
 */
export function supportGrowth(w: i32, g: i32, vertex: i32, dx: f64, dy: f64, dz: f64): void {
  const a: i32 = vertex + GrowthVertex.A;
  const b: i32 = vertex + GrowthVertex.B;
  const towardA: i32 = vertex + GrowthVertex.TOWARD_A;
  const towardB: i32 = vertex + GrowthVertex.TOWARD_B;
  const recordA: i32 = Query.recordA(w);
  const recordB: i32 = Query.recordB(w);
  st(towardA, dx);
  st(towardA + 1, dy);
  st(towardA + 2, dz);
  rotateBack(w + Query.ROTATION, -dx, -dy, -dz, towardB);
  supportCore(recordA, dx, dy, dz, a);
  supportCore(recordB, ld(towardB), ld(towardB + 1), ld(towardB + 2), b);
  if (Query.radii(w) > 0.0) {
    const inverse: f64 = 1.0 / Math.sqrt(dx * dx + dy * dy + dz * dz);
    moveAlong(a, towardA, inverse * ShapeBlock.radius(recordA));
    moveAlong(b, towardB, inverse * ShapeBlock.radius(recordB));
  }
  GrowthVertex.setInner(vertex, 0);
  GrowthVertex.setScale(vertex, 1.0);
  placeVertex(w, g, vertex);
  Query.setSupportCalls(w, Query.supportCalls(w) + 1);
}

function moveAlong(point: i32, direction: i32, factor: f64): void {
  st(point, ld(point) + factor * ld(direction));
  st(point + 1, ld(point + 1) + factor * ld(direction + 1));
  st(point + 2, ld(point + 2) + factor * ld(direction + 2));
}

/**
 * A point of the ball around the origin that is inside D̃, from its coordinates along and perpendicular to the ray, in units of the
 * ball's radius. Its points of A and B are not computed here but by `completeInner`, because most such points are soon replaced.
 */
export function innerVertex(g: i32, vertex: i32, along: f64, first: f64, second: f64): void {
  const radius: f64 = Growth.inradiusA(g) + Growth.inradiusB(g);
  const u: i32 = g + Growth.RAY;
  const e: i32 = g + Growth.ACROSS;
  const x: f64 = radius * along;
  const y: f64 = radius * first;
  const z: f64 = radius * second;
  st(vertex, x * ld(u) + y * ld(e) + z * ld(e + 3));
  st(vertex + 1, x * ld(u + 1) + y * ld(e + 1) + z * ld(e + 4));
  st(vertex + 2, x * ld(u + 2) + y * ld(e + 2) + z * ld(e + 5));
  GrowthVertex.setAcross(vertex, 0, y);
  GrowthVertex.setAcross(vertex, 1, z);
  GrowthVertex.setAlong(vertex, x);
  GrowthVertex.setScale(vertex, 0.0);
  GrowthVertex.setInner(vertex, 1);
}

/** The first triangle (17): three points of the ball around the ray, ahead of the origin. */
export function innerTriangle(g: i32, a: i32, b: i32, c: i32): void {
  innerVertex(g, a, ALONG, SIDE, 0.0);
  innerVertex(g, b, ALONG, -0.5 * SIDE, HALF_ROOT * SIDE);
  innerVertex(g, c, ALONG, -0.5 * SIDE, -HALF_ROOT * SIDE);
}

/**
 * Computes the points of A and B for a point z of the ball: z is split between the balls in A and in B in proportion to their
 * radii. No effect on support points.
 */
function completeInner(w: i32, g: i32, vertex: i32): void {
  if (GrowthVertex.inner(vertex) === 0) return;
  const radiusA: f64 = Growth.inradiusA(g);
  const radiusB: f64 = Growth.inradiusB(g);
  const factorA: f64 = radiusA / (radiusA + radiusB);
  const factorB: f64 = -radiusB / (radiusA + radiusB);
  const x: f64 = ld(vertex);
  const y: f64 = ld(vertex + 1);
  const z: f64 = ld(vertex + 2);
  const towardA: i32 = vertex + GrowthVertex.TOWARD_A;
  const towardB: i32 = vertex + GrowthVertex.TOWARD_B;
  st(towardA, factorA * x);
  st(towardA + 1, factorA * y);
  st(towardA + 2, factorA * z);
  rotateBack(w + Query.ROTATION, factorB * x, factorB * y, factorB * z, towardB);
  sumOf(g + Growth.CENTER_A, towardA, vertex + GrowthVertex.A);
  sumOf(g + Growth.CENTER_B, towardB, vertex + GrowthVertex.B);
}

function sumOf(a: i32, b: i32, out: i32): void {
  st(out, ld(a) + ld(b));
  st(out + 1, ld(a + 1) + ld(b + 1));
  st(out + 2, ld(a + 2) + ld(b + 2));
}

/** Recomputes a vertex kept from an earlier query, and its scale, for the current poses (31). */
export function moveVertex(w: i32, g: i32, vertex: i32): void {
  const toward: i32 = vertex + GrowthVertex.TOWARD_A;
  const u: i32 = g + Growth.RAY;
  const along: f64 = ld(u) * ld(toward) + ld(u + 1) * ld(toward + 1) + ld(u + 2) * ld(toward + 2);
  const hasForwardNormal: bool = along > 0.0 && GrowthVertex.inner(vertex) === 0;
  GrowthVertex.setScale(vertex, hasForwardNormal ? 1.0 / along : 0.0);
  placeVertex(w, g, vertex);
}

/** Computes z from the points of A and B, and its coordinates along and perpendicular to the ray. */
function placeVertex(w: i32, g: i32, vertex: i32): void {
  const r: i32 = w + Query.ROTATION;
  const t: i32 = w + Query.TRANSLATION;
  const a: i32 = vertex + GrowthVertex.A;
  const bx: f64 = GrowthVertex.b(vertex, 0);
  const by: f64 = GrowthVertex.b(vertex, 1);
  const bz: f64 = GrowthVertex.b(vertex, 2);
  const x: f64 = ld(a) - (ld(r) * bx + ld(r + 1) * by + ld(r + 2) * bz + ld(t));
  const y: f64 = ld(a + 1) - (ld(r + 3) * bx + ld(r + 4) * by + ld(r + 5) * bz + ld(t + 1));
  const z: f64 = ld(a + 2) - (ld(r + 6) * bx + ld(r + 7) * by + ld(r + 8) * bz + ld(t + 2));
  st(vertex, x);
  st(vertex + 1, y);
  st(vertex + 2, z);
  const e: i32 = g + Growth.ACROSS;
  GrowthVertex.setAcross(vertex, 0, ld(e) * x + ld(e + 1) * y + ld(e + 2) * z);
  GrowthVertex.setAcross(vertex, 1, ld(e + 3) * x + ld(e + 4) * y + ld(e + 5) * z);
  const u: i32 = g + Growth.RAY;
  GrowthVertex.setAlong(vertex, ld(u) * x + ld(u + 1) * y + ld(u + 2) * z);
}

/** Writes z¹ and z² (28) to localA and localB: the points of A and of B in the basis, combined with its convex weights. */
export function combineBasis(w: i32, g: i32): void {
  completeInner(w, g, Growth.basis(g, 0));
  completeInner(w, g, Growth.basis(g, 1));
  completeInner(w, g, Growth.basis(g, 2));
  combineAt(g, GrowthVertex.A, w + Query.LOCAL_A);
  combineAt(g, GrowthVertex.B, w + Query.LOCAL_B);
}

/** Combines the vectors at an offset in the vertices of the basis with its weights. */
function combineAt(g: i32, offset: i32, out: i32): void {
  const a: i32 = Growth.basis(g, 0) + offset;
  const b: i32 = Growth.basis(g, 1) + offset;
  const c: i32 = Growth.basis(g, 2) + offset;
  const weightA: f64 = Growth.weights(g, 0);
  const weightB: f64 = Growth.weights(g, 1);
  const weightC: f64 = Growth.weights(g, 2);
  st(out, weightA * ld(a) + weightB * ld(b) + weightC * ld(c));
  st(out + 1, weightA * ld(a + 1) + weightB * ld(b + 1) + weightC * ld(c + 1));
  st(out + 2, weightA * ld(a + 2) + weightB * ld(b + 2) + weightC * ld(c + 2));
}
