// GJK as fully corrective Frank-Wolfe on min ½|x|² over the Minkowski difference (Montaut et al. 2024, Alg. 4):
// keep a simplex, take its nearest point x, compute the support along −x, and stop when the plane through that
// support point proves that nothing is nearer.

import * as Query from '../blocks/query.ts';
import * as Vertex from '../blocks/vertex.ts';
import {
  ACTIVE_SET_POINT,
  CRITERION_DUALITY_GAP,
  MOMENTUM_NONE,
  TERMINATION_CONVERGED,
  TERMINATION_LIMIT,
  TERMINATION_STALLED,
  TERMINATION_UP_TO,
  TRACE_END,
  TRACE_OFF,
  TRACE_STEP,
} from '../constants.ts';
import { copyVertex, supportDifference } from '../minkowski.ts';
import { hostTrace, ld, st } from '../port/memory.ts';
import { momentumDirection, rememberSupport, startMomentum } from './momentum.ts';
import { acceptCandidate, nearestOnSimplex } from './simplex.ts';

const INFINITE: f64 = 1.0e308 * 10.0;

/** A squared length below this has lost digits: its vector has no direction. */
const SHORTEST: f64 = 1.0e-290;
/** The largest total number of steps without progress. */
const MOST_IDLE: i32 = 8;
/** Returned by a step if the search continues. */
const CONTINUE: i32 = -1;

/**
 * Iterates from the support point along the guess, which points from A to B. Writes the last simplex, its weights, its nearest
 * point, and bounds on the distance of the cores: `coreUpper` is that point's norm, and the support point along −x proves `coreLower`,
 * which is −∞ if the last step computed none. A Boolean query may end with another result: see `separates`. Returns the termination.
 */
export function gjk(w: i32, guessX: f64, guessY: f64, guessZ: f64): i32 {
  clearResult(w);
  Query.setIterations(w, 0);
  Query.setIdleSteps(w, 0);
  Query.setBestLower(w, -INFINITE);
  const known: i32 = Query.startCount(w);
  // The directions are used once: a later search of the same query starts from one direction.
  Query.setStartCount(w, 0);
  const isStarted: bool = known > 1 ? resumeSimplex(w, known) : startSimplex(w, guessX, guessY, guessZ);
  if (!isStarted) return TERMINATION_STALLED;
  if (Query.isBoolean(w) === 1 && separates(w, 0)) return TERMINATION_UP_TO;
  let termination: i32 = CONTINUE;
  let iterations: i32 = 0;
  while (termination === CONTINUE) {
    iterations += 1;
    termination = improve(w, iterations);
  }
  Query.setIterations(w, iterations);
  return termination;
}

/** The initial state: no vertex, and the widest bounds. */
export function clearResult(w: i32): void {
  Query.setCoreLower(w, -INFINITE);
  Query.setCoreUpper(w, INFINITE);
  Query.setVertexCount(w, 0);
  Query.setNearest(w, 0, 0.0);
  Query.setNearest(w, 1, 0.0);
  Query.setNearest(w, 2, 0.0);
}

/** One step: an accelerated one, or the lower bound from the support along −x; then move nearer unless the search is done. */
function improve(w: i32, iteration: i32): i32 {
  const radii: f64 = Query.radii(w);
  const x: f64 = Query.nearest(w, 0);
  const y: f64 = Query.nearest(w, 1);
  const z: f64 = Query.nearest(w, 2);
  const norm: f64 = Math.sqrt(x * x + y * y + z * z);
  Query.setCoreUpper(w, norm);
  Query.setCoreLower(w, -INFINITE);
  // The cores intersect up to rounding, or the distance is proven to be at most `below`: no lower bound is needed.
  if (norm <= Query.floor(w) || norm - radii <= Query.below(w)) {
    traceEnd(w);
    return TERMINATION_CONVERGED;
  }
  if (Query.momentumKind(w) !== MOMENTUM_NONE && acceleratedStep(w, norm, iteration)) {
    if (!separates(w, Query.vertexCount(w))) return moveNearer(w, norm, iteration);
    if (Query.isBoolean(w) === 1) return TERMINATION_UP_TO;
    // A distance is proven along x only, so plain GJK continues from here.
    Query.setMomentumKind(w, MOMENTUM_NONE);
  }
  const count: i32 = Query.vertexCount(w);
  supportDifference(w, count, -x, -y, -z);
  const vertex: i32 = Query.simplex(w, count);
  // ⟨x, v⟩ / |x| ≤ |z| for every z of the difference.
  const lower: f64 = (x * ld(vertex) + y * ld(vertex + 1) + z * ld(vertex + 2)) / norm;
  // A support point that is NaN, or less far along −x than the simplex, comes from an invalid shape.
  if (!(lower <= norm + Query.floor(w))) return TERMINATION_STALLED;
  Query.setCoreLower(w, lower);
  if (Query.trace(w) === TRACE_STEP) hostTrace(w);
  if (isOptimal(w, norm, lower)) return TERMINATION_CONVERGED;
  if (lower - radii > Query.above(w)) return TERMINATION_UP_TO;
  return moveNearer(w, norm, iteration);
}

/** Traces the final simplex, for which no support point was computed. */
function traceEnd(w: i32): void {
  if (Query.trace(w) === TRACE_OFF) return;
  Query.setTrace(w, TRACE_END);
  hostTrace(w);
  Query.setTrace(w, TRACE_STEP);
}

/**
 * Whether the gap between the bounds is within the tolerance, or, for CRITERION_DUALITY_GAP, the duality gap (16), 2⟨x, x − s⟩ in m², is
 * at most the number `tolerance`.
 */
function isOptimal(w: i32, norm: f64, lower: f64): bool {
  if (Query.criterion(w) === CRITERION_DUALITY_GAP) return 2.0 * norm * (norm - lower) <= Query.tolerance(w);
  return norm - lower <= Query.gap(w);
}

/**
 * Computes the support point along the accelerated direction −d, as the next vertex. Returns false, and ends the acceleration permanently,
 * if d is zero, after half of the iterations, or without progress (the fixed-point condition (31) in the form (32)).
 */
function acceleratedStep(w: i32, norm: f64, iteration: i32): bool {
  const momentum: i32 = Query.momentumKind(w);
  momentumDirection(w, iteration);
  Query.setMomentumKind(w, MOMENTUM_NONE);
  const dx: f64 = -Query.momentum(w, 0);
  const dy: f64 = -Query.momentum(w, 1);
  const dz: f64 = -Query.momentum(w, 2);
  // Half of the iterations are reserved for plain GJK, in case the momentum cycles around the solution.
  if (!(dx * dx + dy * dy + dz * dz > 0.0) || 2 * iteration > Query.limit(w)) return false;
  const count: i32 = Query.vertexCount(w);
  supportDifference(w, count, dx, dy, dz);
  const vertex: i32 = Query.simplex(w, count);
  const vx: f64 = ld(vertex);
  const vy: f64 = ld(vertex + 1);
  const vz: f64 = ld(vertex + 2);
  const along: f64 = (Query.nearest(w, 0) * vx + Query.nearest(w, 1) * vy + Query.nearest(w, 2) * vz) / norm;
  if (!(along <= norm) || isOptimal(w, norm, along) || isKnownVertex(w, count)) return false;
  Query.setMomentumKind(w, momentum);
  rememberSupport(w, vertex);
  if (Query.trace(w) === TRACE_STEP) hostTrace(w);
  return true;
}

/**
 * Whether the support plane through the vertex in `slot` is far enough, independently of the nearest point (Alg. 2). For a
 * Boolean query the plane's distance is then the lower bound, and its normal replaces the nearest point; the simplex is dropped.
 */
function separates(w: i32, slot: i32): bool {
  const vertex: i32 = Query.simplex(w, slot);
  const dx: f64 = Vertex.direction(vertex, 0);
  const dy: f64 = Vertex.direction(vertex, 1);
  const dz: f64 = Vertex.direction(vertex, 2);
  const along: f64 = -(dx * ld(vertex) + dy * ld(vertex + 1) + dz * ld(vertex + 2));
  const lower: f64 = along / Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (!(lower - Query.radii(w) > Query.above(w))) return false;
  if (Query.isBoolean(w) === 0) return true;
  Query.setCoreLower(w, lower);
  Query.setVertexCount(w, 0);
  Query.setNearest(w, 0, -dx);
  Query.setNearest(w, 1, -dy);
  Query.setNearest(w, 2, -dz);
  return true;
}

/** Adds the new vertex to the simplex; the point of the simplex nearest to the origin is the next x. */
function moveNearer(w: i32, norm: f64, iteration: i32): i32 {
  const count: i32 = Query.vertexCount(w);
  const allowed: f64 = norm + 0.25 * Query.floor(w);
  // At the iteration limit, the simplex stays as it is, so that the bounds of the last support call are those of its nearest point.
  if (iteration >= Query.limit(w)) return TERMINATION_LIMIT;
  if (isKnownVertex(w, count)) return TERMINATION_STALLED;
  const x: f64 = Query.nearest(w, 0);
  const y: f64 = Query.nearest(w, 1);
  const z: f64 = Query.nearest(w, 2);
  let next: f64 = nearestOnSimplex(w, count + 1, 0);
  if (!(next <= allowed * allowed)) next = nearestOnSimplex(w, count + 1, 1);
  const isIdle: bool = !(next < x * x + y * y + z * z);
  if (isIdle) {
    // An accelerated step without progress is the fixed point (31): plain GJK continues from here.
    if (Query.momentumKind(w) !== MOMENTUM_NONE) {
      Query.setMomentumKind(w, MOMENTUM_NONE);
      return CONTINUE;
    }
    if (!(next <= allowed * allowed) || !mayStayIdle(w)) return TERMINATION_STALLED;
  }
  acceptCandidate(w);
  if (Query.activeSet(w) === ACTIVE_SET_POINT) mergeVertices(w);
  else dropUnusedVertices(w, count + 1, isIdle);
  return CONTINUE;
}

/**
 * Whether an idle step, which does not move the point measurably nearer, is accepted. The new vertex may still turn a long simplex
 * enough for the next step. A lower bound above those of all earlier idle steps counts as progress; otherwise MOST_IDLE such steps are allowed.
 */
function mayStayIdle(w: i32): bool {
  const lower: f64 = Query.coreLower(w);
  if (lower > Query.bestLower(w)) {
    Query.setBestLower(w, lower);
    return true;
  }
  const idle: i32 = Query.idleSteps(w) + 1;
  Query.setIdleSteps(w, idle);
  return idle <= MOST_IDLE;
}

/** Frank-Wolfe's active set is the current point alone (Alg. 3, line 6), stored as a vertex although it is not a support point. */
function mergeVertices(w: i32): void {
  const first: i32 = Query.simplex(w, 0);
  const second: i32 = first + Vertex.SIZE;
  for (let k: i32 = 0; k < Vertex.DIRECTION; k += 1) {
    st(first + k, Query.weights(w, 0) * ld(first + k) + Query.weights(w, 1) * ld(second + k));
  }
  Query.setWeights(w, 0, 1.0);
  Query.setWeights(w, 1, 0.0);
  Query.setVertexCount(w, 1);
}

/** Whether the support point is already a vertex of the simplex; it then cannot improve the simplex. */
function isKnownVertex(w: i32, count: i32): bool {
  const vertex: i32 = Query.simplex(w, count);
  const x: f64 = ld(vertex);
  for (let other: i32 = Query.simplex(w, 0); other < vertex; other += Vertex.SIZE) {
    if (ld(other) === x && ld(other + 1) === ld(vertex + 1) && ld(other + 2) === ld(vertex + 2)) return true;
  }
  return false;
}

/** The first simplex: the support points along the `known` directions of the last one. False if they are not finite. */
function resumeSimplex(w: i32, known: i32): bool {
  let count: i32 = 0;
  for (let k: i32 = 0; k < known; k += 1) {
    const d: i32 = w + Query.GUESS + 3 + 3 * k;
    supportDifference(w, count, ld(d), ld(d + 1), ld(d + 2));
    if (!isKnownVertex(w, count)) count += 1;
  }
  if (count === 1) return startFrom(w);
  if (!(nearestOnSimplex(w, count, 1) < INFINITE)) return false;
  acceptCandidate(w);
  dropUnusedVertices(w, count, false);
  return true;
}

/** The first vertex: the support along the guess, or along x if the guess has no direction. False if the vertex is not finite. */
function startSimplex(w: i32, x: f64, y: f64, z: f64): bool {
  const squared: f64 = x * x + y * y + z * z;
  if (squared > SHORTEST && squared < INFINITE) supportDifference(w, 0, x, y, z);
  else supportDifference(w, 0, 1.0, 0.0, 0.0);
  if (Query.momentumKind(w) !== MOMENTUM_NONE) {
    startMomentum(w, -x, -y, -z);
    rememberSupport(w, Query.simplex(w, 0));
  }
  return startFrom(w);
}

/** The first vertex alone is the simplex. False if it is not finite. */
function startFrom(w: i32): bool {
  const vx: f64 = Vertex.difference(Query.simplex(w, 0), 0);
  const vy: f64 = Vertex.difference(Query.simplex(w, 0), 1);
  const vz: f64 = Vertex.difference(Query.simplex(w, 0), 2);
  if (!(vx * vx + vy * vy + vz * vz < INFINITE)) return false;
  Query.setNearest(w, 0, vx);
  Query.setNearest(w, 1, vy);
  Query.setNearest(w, 2, vz);
  Query.setWeights(w, 0, 1.0);
  Query.setWeights(w, 1, 0.0);
  Query.setWeights(w, 2, 0.0);
  Query.setWeights(w, 3, 0.0);
  Query.setVertexCount(w, 1);
  return true;
}

/**
 * Keeps the vertices with weight, in their order, and sets the weights after them to zero. After an idle step the newest vertex
 * stays even without weight, if there is space: the origin may be inside the simplex that it forms with the next vertex.
 */
function dropUnusedVertices(w: i32, count: i32, keepNewest: bool): void {
  let keptCount: i32 = 0;
  for (let k: i32 = 0; k < count; k += 1) {
    const weight: f64 = Query.weights(w, k);
    if (weight > 0.0 || (keepNewest && k === count - 1 && keptCount < 3)) {
      if (keptCount < k) {
        copyVertex(Query.simplex(w, k), Query.simplex(w, keptCount));
        Query.setWeights(w, keptCount, weight);
        Query.setWeights(w, k, 0.0);
      }
      keptCount += 1;
    }
  }
  Query.setVertexCount(w, keptCount);
}
