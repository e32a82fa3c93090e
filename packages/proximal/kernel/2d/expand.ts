// The depth of the origin inside the Minkowski difference D of the cores, by EPA, the expanding polygon. A polygon inside D, whose
// corners are support points, grows across the edge nearest to the origin. That edge's distance bounds the depth from below, and
// every support line computed bounds it from above.
//
// The polygon may start as a segment, which has two edges of opposite normals, and the origin may still be outside of it: its
// distance from that edge is then negative, and the edge is expanded next. So it can start from any final simplex of GJK.
import { TERMINATION_CONVERGED, TERMINATION_LIMIT, TERMINATION_STALLED, TRACE_FACE } from '../constants.ts';
import { hostTrace, ld, st } from '../port/memory.ts';
import * as PlaneQuery from './blocks/plane-query.ts';
import * as PlaneVertex from './blocks/plane-vertex.ts';
import { supportCore } from './support.ts';

const INFINITE: f64 = 1.0e308 * 10.0;
const CONTINUE: i32 = -1;

/** The support point of D along (dx, dy), written to `slot`. */
export function supportDifference(w: i32, slot: i32, dx: f64, dy: f64): void {
  const cosine: f64 = PlaneQuery.rotation(w, 0);
  const sine: f64 = PlaneQuery.rotation(w, 1);
  const a: i32 = supportCore(PlaneQuery.recordA(w), dx, dy, slot + PlaneVertex.SCRATCH_A);
  const b: i32 = supportCore(
    PlaneQuery.recordB(w),
    -(cosine * dx + sine * dy),
    -(cosine * dy - sine * dx),
    slot + PlaneVertex.SCRATCH_B,
  );
  const bx: f64 = ld(b);
  const by: f64 = ld(b + 1);
  st(slot, ld(a) - (cosine * bx - sine * by + PlaneQuery.translation(w, 0)));
  st(slot + 1, ld(a + 1) - (sine * bx + cosine * by + PlaneQuery.translation(w, 1)));
  PlaneVertex.setDirection(slot, 0, dx);
  PlaneVertex.setDirection(slot, 1, dy);
  PlaneVertex.setPointA(slot, a);
  PlaneVertex.setPointB(slot, b);
  PlaneQuery.setSupportCalls(w, PlaneQuery.supportCalls(w) + 1);
}

/**
 * Expands GJK's final simplex until the depth is known to within the gap, is proven to exceed `enough`, or the iterations or slots are
 * used up. Writes bounds on −depth, the signed distance of the cores, to `coreLower` and `coreUpper`, the normal, and as the simplex the
 * nearest edge, or without convergence the edge of the lowest support line.
 */
export function expand(w: i32, enough: f64): i32 {
  let used: i32 = startPolygon(w);
  let termination: i32 = CONTINUE;
  let bestHeight: f64 = INFINITE;
  let depth: f64 = 0.0;
  let iterations: i32 = PlaneQuery.iterations(w);
  const mostIterations: i32 = iterations + PlaneQuery.maxIterations(w);
  while (termination === CONTINUE) {
    const from: i32 = nearestEdge(w, used);
    const to: i32 = PlaneVertex.next(from);
    // Outward of a counter-clockwise edge. A polygon of a single point has any normal.
    const dx: f64 = ld(to + 1) - ld(from + 1);
    const dy: f64 = ld(from) - ld(to);
    const length: f64 = Math.sqrt(dx * dx + dy * dy);
    const nx: f64 = length > 0.0 ? dx / length : 1.0;
    const ny: f64 = length > 0.0 ? dy / length : 0.0;
    depth = length > 0.0 ? (dx * ld(from) + dy * ld(from + 1)) / length : 0.0;
    const slot: i32 = PlaneQuery.vertices(w, used);
    supportDifference(w, slot, nx, ny);
    iterations += 1;
    const height: f64 = nx * ld(slot) + ny * ld(slot + 1);
    const isDone: bool = height - depth <= PlaneQuery.gap(w) || depth > enough || length === 0.0;
    // The simplex is the edge of the lowest support line so far; after convergence, the nearest edge.
    if (isDone || height < bestHeight) {
      bestHeight = height;
      setSimplexEdge(w, from, to, nx, ny);
    }
    if (PlaneQuery.wantedTrace(w) === 1) traceStep(w, from, slot, depth, bestHeight);
    if (!(height - height === 0.0)) termination = TERMINATION_STALLED;
    else if (isDone) termination = TERMINATION_CONVERGED;
    else if (used + 1 >= PlaneQuery.VERTICES_COUNT || iterations >= mostIterations) termination = TERMINATION_LIMIT;
    else {
      PlaneVertex.setNext(from, slot);
      PlaneVertex.setNext(slot, to);
      measureEdge(from);
      measureEdge(slot);
      used += 1;
    }
  }
  writeBounds(w, depth, bestHeight);
  PlaneQuery.setIterations(w, iterations);
  return termination;
}

/** The cores' distance is −depth; bounds that meet may be in the wrong order by rounding. */
function writeBounds(w: i32, depth: f64, height: f64): void {
  PlaneQuery.setCoreLower(w, -height);
  PlaneQuery.setCoreUpper(w, -Math.min(depth, height));
}

/** Traces a step: the nearest edge of the polygon, the support point along its normal before it is added, and the present bounds. */
function traceStep(w: i32, from: i32, slot: i32, depth: f64, height: f64): void {
  writeBounds(w, depth, height);
  PlaneQuery.setTraceKind(w, TRACE_FACE);
  PlaneQuery.setTraceEdge(w, from);
  PlaneQuery.setTraceSupport(w, slot);
  hostTrace(w);
}

/** Links the vertices of the simplex into a polygon, counter-clockwise, and returns the number of slots in use. */
function startPolygon(w: i32): i32 {
  const first: i32 = PlaneQuery.vertices(w, 0);
  const second: i32 = first + PlaneVertex.SIZE;
  const third: i32 = second + PlaneVertex.SIZE;
  if (PlaneQuery.vertexCount(w) === 3) {
    const area: f64 =
      (ld(second) - ld(first)) * (ld(third + 1) - ld(first + 1)) -
      (ld(second + 1) - ld(first + 1)) * (ld(third) - ld(first));
    link(first, area > 0.0 ? second : third);
    link(second, area > 0.0 ? third : first);
    link(third, area > 0.0 ? first : second);
    return 3;
  }
  let from: i32 = PlaneQuery.simplex(w, 0);
  let to: i32 = PlaneQuery.simplex(w, 1);
  if (PlaneQuery.vertexCount(w) < 2) {
    from = first;
    to = second;
    supportDifference(w, from, 1.0, 0.0);
    supportDifference(w, to, -1.0, 0.0);
    if (ld(from) === ld(to) && ld(from + 1) === ld(to + 1)) {
      supportDifference(w, from, 0.0, 1.0);
      supportDifference(w, to, 0.0, -1.0);
    }
  }
  link(from, to);
  link(to, from);
  // The remaining slot is a degenerate corner, which must never be the nearest.
  const unusedSlot: i32 = first + second + third - from - to;
  PlaneVertex.setNext(unusedSlot, unusedSlot);
  PlaneVertex.setDepth(unusedSlot, INFINITE);
  return 3;
}

function link(from: i32, to: i32): void {
  PlaneVertex.setNext(from, to);
  measureEdge(from);
}

/**
 * Writes the signed distance of the origin from the edge after `from`, positive inside: from its line, or for an origin inside from an end
 * if that is nearest. Of collinear edges only the edge beside the origin has the nearest point, and rounding must not select another.
 */
function measureEdge(from: i32): void {
  const to: i32 = PlaneVertex.next(from);
  const dx: f64 = ld(to + 1) - ld(from + 1);
  const dy: f64 = ld(from) - ld(to);
  const length: f64 = Math.sqrt(dx * dx + dy * dy);
  const depth: f64 = length > 0.0 ? (dx * ld(from) + dy * ld(from + 1)) / length : 0.0;
  // The origin's distance beyond either end, along the edge (−dy, dx), times the edge's length.
  const before: f64 = dx * ld(from + 1) - dy * ld(from);
  const after: f64 = dy * ld(to) - dx * ld(to + 1);
  const beyond: f64 = Math.max(0.0, Math.max(before, after));
  const aside: f64 = depth > 0.0 && beyond > 0.0 ? beyond / length : 0.0;
  PlaneVertex.setDepth(from, aside > 0.0 ? Math.sqrt(depth * depth + aside * aside) : depth);
}

function nearestEdge(w: i32, used: i32): i32 {
  let nearest: i32 = PlaneQuery.vertices(w, 0);
  for (let k: i32 = 1; k < used; k += 1) {
    const from: i32 = PlaneQuery.vertices(w, k);
    if (PlaneVertex.depth(from) < PlaneVertex.depth(nearest)) nearest = from;
  }
  return nearest;
}

/** The edge becomes the simplex, with the weights of its point nearest to the origin. */
export function setSimplexEdge(w: i32, from: i32, to: i32, nx: f64, ny: f64): void {
  const ex: f64 = ld(to) - ld(from);
  const ey: f64 = ld(to + 1) - ld(from + 1);
  const squared: f64 = ex * ex + ey * ey;
  const parameter: f64 = squared > 0.0 ? -(ld(from) * ex + ld(from + 1) * ey) / squared : 0.0;
  const weight: f64 = Math.max(0.0, Math.min(1.0, parameter));
  PlaneQuery.setSimplex(w, 0, from);
  PlaneQuery.setSimplex(w, 1, to);
  PlaneQuery.setVertexCount(w, 2);
  PlaneQuery.setProofWeights(w, 0, 1.0 - weight);
  PlaneQuery.setProofWeights(w, 1, weight);
  PlaneQuery.setProofWeights(w, 2, 0.0);
  PlaneQuery.setLocalNormal(w, 0, nx);
  PlaneQuery.setLocalNormal(w, 1, ny);
}
