// The local minimum of the depth near a direction if the Minkowski difference D is strictly convex and smooth, in the plane: see
// ../penetration/secant.ts. There portals need a few support points for each digit, and secant steps converge superlinearly.
//
// The support value h(n) = ⟨x(n), n⟩ on the unit circle has the derivative g = ⟨x, t⟩ along the tangent t, which is zero where the ray along n leaves D at a
// right angle: a local minimum of the depth. Two directions with their support points give a linear model of g, whose zero is the next direction.
import { TERMINATION_CONVERGED, TERMINATION_STALLED, TRACE_SECANT } from '../constants.ts';
import { ld } from '../port/memory.ts';
import * as PlaneQuery from './blocks/plane-query.ts';
import * as PlaneVertex from './blocks/plane-vertex.ts';
import { CANDIDATE, clearPortal, finish, heightOf, replaceEnd, supportStep, traceStep } from './portal.ts';

/** The largest number of steps; five usually suffice. */
const MOST_STEPS: i32 = 12;
/** The largest and the smallest angle of the second direction from the first, in radians. */
const WIDEST: f64 = 0.2;
const NARROWEST: f64 = 1.0e-4;
/** The cosine of the largest step for which the model is trusted. */
const FAR: f64 = 0.8;

/**
 * Finds the local minimum of the depth from the unit direction (x, y), with the results of `descend`. TERMINATION_STALLED and no result if the steps
 * do not converge.
 */
export function descendBySecants(w: i32, x: f64, y: f64): i32 {
  clearPortal(w);
  const first: i32 = PlaneQuery.simplex(w, 0);
  supportStep(w, first, x, y);
  const h: f64 = heightOf(first);
  const g: f64 = slopeAt(first, first, h);
  if (!(h > PlaneQuery.floor(w))) return TERMINATION_STALLED;
  // The second direction is tilted against the slope.
  const tilt: f64 = Math.max(NARROWEST, Math.min(WIDEST, Math.abs(g) / h)) * (g > 0.0 ? -1.0 : 1.0);
  if (Math.abs(g) > PlaneQuery.gap(w)) sampleAlong(w, PlaneQuery.simplex(w, 1), x - tilt * y, y + tilt * x);
  else PlaneQuery.setSimplex(w, 1, first);
  let idle: i32 = 0;
  for (let step: i32 = 0; step < MOST_STEPS && idle < 2; step += 1) {
    const isFirstLower: bool = heightOf(PlaneQuery.simplex(w, 0)) <= heightOf(PlaneQuery.simplex(w, 1));
    const lowest: i32 = PlaneQuery.simplex(w, isFirstLower ? 0 : 1);
    const before: f64 = heightOf(lowest);
    if (Math.abs(slopeAt(lowest, lowest, before)) <= PlaneQuery.gap(w)) return writeVertexResult(w, lowest, before);
    if (!stepTo(w, lowest, before)) return TERMINATION_STALLED;
    const reached: f64 = heightOf(PlaneQuery.simplex(w, CANDIDATE));
    traceStep(w, TRACE_SECANT, Math.min(before, reached));
    if (reached > before) idle += 1;
    replaceEnd(w, isFirstLower ? 1 : 0);
  }
  return TERMINATION_STALLED;
}

/** The slope at a vertex along the tangent of the lowest sample, with this sample's support value h. */
function slopeAt(lowest: i32, vertex: i32, h: f64): f64 {
  const nx: f64 = PlaneVertex.direction(lowest, 0);
  const ny: f64 = PlaneVertex.direction(lowest, 1);
  const x: f64 = ld(vertex) - h * PlaneVertex.direction(vertex, 0);
  const y: f64 = ld(vertex + 1) - h * PlaneVertex.direction(vertex, 1);
  return nx * y - ny * x;
}

function sampleAlong(w: i32, vertex: i32, x: f64, y: f64): void {
  const scale: f64 = 1.0 / Math.sqrt(x * x + y * y);
  supportStep(w, vertex, scale * x, scale * y);
}

/** Computes the support point along the zero of the model as the candidate. False if the zero is too far away or does not exist. */
function stepTo(w: i32, lowest: i32, h: f64): bool {
  const a: i32 = PlaneQuery.simplex(w, 0);
  const b: i32 = PlaneQuery.simplex(w, 1);
  const ofA: f64 = slopeAt(lowest, b, h);
  const ofB: f64 = -slopeAt(lowest, a, h);
  const scale: f64 = 1.0 / (ofA + ofB);
  const x: f64 = scale * (ofA * PlaneVertex.direction(a, 0) + ofB * PlaneVertex.direction(b, 0));
  const y: f64 = scale * (ofA * PlaneVertex.direction(a, 1) + ofB * PlaneVertex.direction(b, 1));
  const ahead: f64 = x * PlaneVertex.direction(lowest, 0) + y * PlaneVertex.direction(lowest, 1);
  if (!(ahead > FAR * Math.sqrt(x * x + y * y))) return false;
  sampleAlong(w, PlaneQuery.simplex(w, CANDIDATE), x, y);
  return true;
}

/** The vertex becomes the simplex: its support point is where the ray leaves D, to within the gap. */
function writeVertexResult(w: i32, vertex: i32, depth: f64): i32 {
  PlaneQuery.setLocalNormal(w, 0, PlaneVertex.direction(vertex, 0));
  PlaneQuery.setLocalNormal(w, 1, PlaneVertex.direction(vertex, 1));
  PlaneQuery.setSimplex(w, 0, vertex);
  PlaneQuery.setSimplex(w, 1, vertex);
  return finish(w, depth, TERMINATION_CONVERGED);
}
