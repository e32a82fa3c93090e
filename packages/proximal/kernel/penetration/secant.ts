// The local minimum of the depth near a direction if the Minkowski difference D is strictly convex, and smooth near the minimum: there the
// portals of incremental.ts halve their error with every few support points, and secant steps converge superlinearly.
//
// The support value h(n) = ⟨x(n), n⟩ on the unit sphere has the gradient g = x − h n, which is zero where the ray along n leaves D at a
// right angle: a local minimum of the depth. Three directions with their support points give a linear model of g. Its zero is the next
// direction: the origin's barycentric weights in the triangle of the gradients, seen along n, combine the three directions.

import * as Query from '../blocks/query.ts';
import * as ShapeBlock from '../blocks/shape-block.ts';
import * as Vertex from '../blocks/vertex.ts';
import { TERMINATION_CONVERGED, TERMINATION_STALLED, TRACE_SECANT } from '../constants.ts';
import { copyVertex, supportVertex } from '../minkowski.ts';
import { ld } from '../port/memory.ts';
import { setNormal } from '../witness.ts';
import { clearPortal } from './mpr.ts';
import { traceStep } from './trace.ts';

/** The largest number of steps; five usually suffice, and more indicate an edge. */
const MOST_STEPS: i32 = 12;
/** The largest and the smallest angle of the second and third directions from the first, in radians. */
const WIDEST: f64 = 0.2;
const NARROWEST: f64 = 1.0e-4;
/** The cosine of the largest step for which the model is trusted. */
const FAR: f64 = 0.8;

/** Whether both cores are strictly convex, so that support points depend continuously on the direction. */
export function areStrictlyConvex(w: i32): bool {
  const a: i32 = Query.recordA(w);
  const b: i32 = Query.recordB(w);
  return ShapeBlock.strict(a) === 1 && ShapeBlock.strict(b) === 1;
}

/**
 * Finds the local minimum of the depth from the unit direction (x, y, z), with the results of `descend`. TERMINATION_STALLED
 * and no result if the steps do not converge, as at an edge of D.
 */
export function descendBySecants(w: i32, x: f64, y: f64, z: f64): i32 {
  const first: i32 = Query.simplex(w, 0);
  const h: f64 = sample(w, first, x, y, z);
  const gx: f64 = ld(first) - h * x;
  const gy: f64 = ld(first + 1) - h * y;
  const gz: f64 = ld(first + 2) - h * z;
  const slope: f64 = Math.sqrt(gx * gx + gy * gy + gz * gz);
  if (!(h > Query.floor(w))) return TERMINATION_STALLED;
  if (slope <= Query.gap(w)) return writeVertexResult(w, first, h);
  // The second direction is tilted against the gradient, the third perpendicular to it.
  const tilt: f64 = Math.max(NARROWEST, Math.min(WIDEST, slope / h)) / slope;
  sampleAlong(w, first + Vertex.SIZE, x - tilt * gx, y - tilt * gy, z - tilt * gz);
  sampleAlong(
    w,
    first + 2 * Vertex.SIZE,
    x + tilt * (y * gz - z * gy),
    y + tilt * (z * gx - x * gz),
    z + tilt * (x * gy - y * gx),
  );
  let idle: i32 = 0;
  for (let step: i32 = 0; step < MOST_STEPS && idle < 2; step += 1) {
    const lowest: i32 = lowestOf(w);
    const before: f64 = heightOf(lowest);
    if (slopeOf(lowest, before) <= Query.gap(w)) return writeVertexResult(w, lowest, before);
    if (!stepTo(w, lowest, before)) return TERMINATION_STALLED;
    const candidate: i32 = first + 3 * Vertex.SIZE;
    clearPortal(w);
    traceStep(w, TRACE_SECANT, 0.0, Math.min(before, heightOf(candidate)));
    if (heightOf(candidate) > before) idle += 1;
    copyVertex(candidate, highestOf(w));
  }
  return TERMINATION_STALLED;
}

/** Support of D along a unit vector; returns its support value. */
function sample(w: i32, vertex: i32, x: f64, y: f64, z: f64): f64 {
  supportVertex(w, vertex, x, y, z);
  Query.setIterations(w, Query.iterations(w) + 1);
  return x * ld(vertex) + y * ld(vertex + 1) + z * ld(vertex + 2);
}

function sampleAlong(w: i32, vertex: i32, x: f64, y: f64, z: f64): f64 {
  const scale: f64 = 1.0 / Math.sqrt(x * x + y * y + z * z);
  return sample(w, vertex, scale * x, scale * y, scale * z);
}

function heightOf(vertex: i32): f64 {
  const n: i32 = vertex + Vertex.DIRECTION;
  return ld(vertex) * ld(n) + ld(vertex + 1) * ld(n + 1) + ld(vertex + 2) * ld(n + 2);
}

/** |g| at a vertex, with h for its support value. */
function slopeOf(vertex: i32, h: f64): f64 {
  const n: i32 = vertex + Vertex.DIRECTION;
  const x: f64 = ld(vertex) - h * ld(n);
  const y: f64 = ld(vertex + 1) - h * ld(n + 1);
  const z: f64 = ld(vertex + 2) - h * ld(n + 2);
  return Math.sqrt(x * x + y * y + z * z);
}

function lowestOf(w: i32): i32 {
  let found: i32 = Query.simplex(w, 0);
  for (let k: i32 = 1; k < 3; k += 1) {
    const vertex: i32 = Query.simplex(w, k);
    if (heightOf(vertex) < heightOf(found)) found = vertex;
  }
  return found;
}

function highestOf(w: i32): i32 {
  let found: i32 = Query.simplex(w, 0);
  for (let k: i32 = 1; k < 3; k += 1) {
    const vertex: i32 = Query.simplex(w, k);
    if (heightOf(vertex) > heightOf(found)) found = vertex;
  }
  return found;
}

/** The determinant of `n` and the gradients at two vertices, all taken with the support value of the lowest. */
function areaOf(n: i32, one: i32, other: i32, h: f64): f64 {
  const m: i32 = one + Vertex.DIRECTION;
  const o: i32 = other + Vertex.DIRECTION;
  const ux: f64 = ld(one) - h * ld(m);
  const uy: f64 = ld(one + 1) - h * ld(m + 1);
  const uz: f64 = ld(one + 2) - h * ld(m + 2);
  const vx: f64 = ld(other) - h * ld(o);
  const vy: f64 = ld(other + 1) - h * ld(o + 1);
  const vz: f64 = ld(other + 2) - h * ld(o + 2);
  return ld(n) * (uy * vz - uz * vy) + ld(n + 1) * (uz * vx - ux * vz) + ld(n + 2) * (ux * vy - uy * vx);
}

/**
 * Computes the support point along the zero of the model, stored after the three samples. False if the zero is too far away or
 * does not exist, or if the support point is not finite.
 */
function stepTo(w: i32, lowest: i32, h: f64): bool {
  const a: i32 = Query.simplex(w, 0);
  const b: i32 = a + Vertex.SIZE;
  const c: i32 = b + Vertex.SIZE;
  const n: i32 = lowest + Vertex.DIRECTION;
  const ofA: f64 = areaOf(n, b, c, h);
  const ofB: f64 = areaOf(n, c, a, h);
  const ofC: f64 = areaOf(n, a, b, h);
  const scale: f64 = 1.0 / (ofA + ofB + ofC);
  const x: f64 = scale * (ofA * Vertex.direction(a, 0) + ofB * Vertex.direction(b, 0) + ofC * Vertex.direction(c, 0));
  const y: f64 = scale * (ofA * Vertex.direction(a, 1) + ofB * Vertex.direction(b, 1) + ofC * Vertex.direction(c, 1));
  const z: f64 = scale * (ofA * Vertex.direction(a, 2) + ofB * Vertex.direction(b, 2) + ofC * Vertex.direction(c, 2));
  const length: f64 = Math.sqrt(x * x + y * y + z * z);
  if (!(x * ld(n) + y * ld(n + 1) + z * ld(n + 2) > FAR * length)) return false;
  const reached: f64 = sampleAlong(w, Query.simplex(w, 3), x, y, z);
  return reached - reached === 0.0;
}

/** The vertex becomes the simplex: its support point is where the ray leaves D, to within the gap. */
function writeVertexResult(w: i32, vertex: i32, depth: f64): i32 {
  const n: i32 = vertex + Vertex.DIRECTION;
  setNormal(w, ld(n), ld(n + 1), ld(n + 2));
  if (vertex !== Query.simplex(w, 0)) copyVertex(vertex, Query.simplex(w, 0));
  Query.setWeights(w, 0, 1.0);
  Query.setVertexCount(w, 1);
  Query.setCoreLower(w, -depth);
  return TERMINATION_CONVERGED;
}
