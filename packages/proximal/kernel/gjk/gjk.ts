// GJK as fully corrective Frank-Wolfe on min ½|x|² over the Minkowski difference (Montaut et al. 2024, Alg. 4):
// keep a simplex, take its nearest point x, ask for the support along −x, and stop when the plane through that
// support point proves that nothing is nearer.
import {
  ABOVE,
  ACTIVE_SET_INT,
  ACTIVE_SET_POINT,
  BELOW,
  BEST_LOWER,
  BOOLEAN_INT,
  CORE_LOWER,
  CORE_UPPER,
  CRITERION_DUALITY_GAP,
  CRITERION_INT,
  FLOOR,
  GAP,
  IDLE_STEPS_INT,
  ITERATIONS_INT,
  LIMIT_INT,
  MOMENTUM,
  MOMENTUM_INT,
  MOMENTUM_NONE,
  NEAREST,
  RADII,
  SIMPLEX,
  TERMINATION_CONVERGED,
  TERMINATION_LIMIT,
  TERMINATION_STALLED,
  TERMINATION_UP_TO,
  TOLERANCE,
  TRACE_END,
  TRACE_INT,
  TRACE_OFF,
  TRACE_STEP,
  VERTEX_COUNT_INT,
  VERTEX_DIRECTION,
  VERTEX_STRIDE,
  WEIGHTS,
} from '../layout.ts';
import { copyVertex, supportDifference } from '../minkowski.ts';
import { hostTrace, ld, ldi, st, sti } from '../port/memory.ts';
import { momentumDirection, rememberSupport, startMomentum } from './momentum.ts';
import { acceptCandidate, nearestOnSimplex } from './simplex.ts';

const INFINITE: f64 = 1.0e308 * 10.0;

/** A squared length below this has lost digits: its vector has no direction. */
const SHORTEST: f64 = 1.0e-290;
/** How many steps in all may bring the point no nearer. */
const PATIENCE: i32 = 8;
/** A step's way of saying that there is more to do. */
const GO_ON: i32 = -1;

/**
 * Iterates from the support point along the guess, which points from A to B. Leaves the last simplex, its weights, the nearest
 * point, and bounds on that point's norm in CORE_LOWER and CORE_UPPER, both proven by the last support call. Returns why it
 * ended.
 */
export function gjk(w: i32, guessX: f64, guessY: f64, guessZ: f64): i32 {
  forgetAnswer(w);
  sti(2 * w + ITERATIONS_INT, 0);
  sti(2 * w + IDLE_STEPS_INT, 0);
  st(w + BEST_LOWER, -INFINITE);
  if (!startSimplex(w, guessX, guessY, guessZ)) return TERMINATION_STALLED;
  if (ldi(2 * w + BOOLEAN_INT) === 1 && separates(w, 0)) return TERMINATION_UP_TO;
  let termination: i32 = GO_ON;
  let iterations: i32 = 0;
  while (termination === GO_ON) {
    iterations += 1;
    termination = improve(w, iterations);
  }
  sti(2 * w + ITERATIONS_INT, iterations);
  return termination;
}

/** Nothing is known: no vertex, and the widest bounds. */
export function forgetAnswer(w: i32): void {
  st(w + CORE_LOWER, -INFINITE);
  st(w + CORE_UPPER, INFINITE);
  sti(2 * w + VERTEX_COUNT_INT, 0);
  st(w + NEAREST, 0.0);
  st(w + NEAREST + 1, 0.0);
  st(w + NEAREST + 2, 0.0);
}

/** One step: bound the nearest point from below by the support along it, and move nearer unless that settles it. */
function improve(w: i32, iteration: i32): i32 {
  const radii: f64 = ld(w + RADII);
  const x: f64 = ld(w + NEAREST);
  const y: f64 = ld(w + NEAREST + 1);
  const z: f64 = ld(w + NEAREST + 2);
  const norm: f64 = Math.sqrt(x * x + y * y + z * z);
  st(w + CORE_UPPER, norm);
  st(w + CORE_LOWER, -INFINITE);
  // The cores meet, or the swept balls overlap by as much as was asked for: no bound from below is needed.
  if (norm <= ld(w + FLOOR) || norm - radii <= ld(w + BELOW)) {
    showEnd(w);
    return TERMINATION_CONVERGED;
  }
  if (ldi(2 * w + MOMENTUM_INT) !== MOMENTUM_NONE && leap(w, norm, iteration)) {
    if (!separates(w, ldi(2 * w + VERTEX_COUNT_INT))) return moveNearer(w, norm, iteration);
    if (ldi(2 * w + BOOLEAN_INT) === 1) return TERMINATION_UP_TO;
    // A distance is proven along x only: plain GJK does it from here.
    sti(2 * w + MOMENTUM_INT, MOMENTUM_NONE);
  }
  const count: i32 = ldi(2 * w + VERTEX_COUNT_INT);
  supportDifference(w, count, -x, -y, -z);
  const vertex: i32 = w + SIMPLEX + count * VERTEX_STRIDE;
  // ⟨x, v⟩ / |x| ≤ |z| for every z of the difference.
  const lower: f64 = (x * ld(vertex) + y * ld(vertex + 1) + z * ld(vertex + 2)) / norm;
  // A support point that is not a number, or nearer than the simplex it should lie beyond, is a broken shape's.
  if (!(lower <= norm + ld(w + FLOOR))) return TERMINATION_STALLED;
  st(w + CORE_LOWER, lower);
  if (ldi(2 * w + TRACE_INT) === TRACE_STEP) hostTrace(w);
  if (isOptimal(w, norm, lower)) return TERMINATION_CONVERGED;
  if (lower - radii > ld(w + ABOVE)) return TERMINATION_UP_TO;
  return moveNearer(w, norm, iteration);
}

/** The simplex that ended the search, without a support point beyond it. */
function showEnd(w: i32): void {
  if (ldi(2 * w + TRACE_INT) === TRACE_OFF) return;
  sti(2 * w + TRACE_INT, TRACE_END);
  hostTrace(w);
  sti(2 * w + TRACE_INT, TRACE_STEP);
}

/** The bounds meet at the tolerance; or the paper's own stop: the duality gap (16), 2⟨x, x − s⟩, is below an absolute ε. */
function isOptimal(w: i32, norm: f64, lower: f64): bool {
  if (ldi(2 * w + CRITERION_INT) === CRITERION_DUALITY_GAP) return 2.0 * norm * (norm - lower) <= ld(w + TOLERANCE);
  return norm - lower <= ld(w + GAP);
}

/**
 * A support point along the accelerated direction, in the place of the next vertex. False, and the acceleration over for
 * good, when it has taken long or brings no progress (the fixed-point condition (31) in the form (32)).
 */
function leap(w: i32, norm: f64, iteration: i32): bool {
  const momentum: i32 = ldi(2 * w + MOMENTUM_INT);
  momentumDirection(w, iteration);
  sti(2 * w + MOMENTUM_INT, MOMENTUM_NONE);
  const dx: f64 = -ld(w + MOMENTUM);
  const dy: f64 = -ld(w + MOMENTUM + 1);
  const dz: f64 = -ld(w + MOMENTUM + 2);
  // Half of the iterations are kept for plain GJK, should the momentum circle around the answer.
  if (!(dx * dx + dy * dy + dz * dz > 0.0) || 2 * iteration > ldi(2 * w + LIMIT_INT)) return false;
  const count: i32 = ldi(2 * w + VERTEX_COUNT_INT);
  supportDifference(w, count, dx, dy, dz);
  const vertex: i32 = w + SIMPLEX + count * VERTEX_STRIDE;
  const vx: f64 = ld(vertex);
  const vy: f64 = ld(vertex + 1);
  const vz: f64 = ld(vertex + 2);
  const along: f64 = (ld(w + NEAREST) * vx + ld(w + NEAREST + 1) * vy + ld(w + NEAREST + 2) * vz) / norm;
  if (!(along <= norm) || isOptimal(w, norm, along) || isKnownVertex(w, count)) return false;
  sti(2 * w + MOMENTUM_INT, momentum);
  rememberSupport(w, vertex);
  if (ldi(2 * w + TRACE_INT) === TRACE_STEP) hostTrace(w);
  return true;
}

/**
 * Whether the support plane through the vertex in `slot` is already far enough, whatever the nearest point is (Alg. 2). For a
 * Boolean query its distance is then the lower bound, and the direction across it stands for the nearest point: there is no
 * simplex any more.
 */
function separates(w: i32, slot: i32): bool {
  const vertex: i32 = w + SIMPLEX + slot * VERTEX_STRIDE;
  const dx: f64 = ld(vertex + VERTEX_DIRECTION);
  const dy: f64 = ld(vertex + VERTEX_DIRECTION + 1);
  const dz: f64 = ld(vertex + VERTEX_DIRECTION + 2);
  const along: f64 = -(dx * ld(vertex) + dy * ld(vertex + 1) + dz * ld(vertex + 2));
  const lower: f64 = along / Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (!(lower - ld(w + RADII) > ld(w + ABOVE))) return false;
  if (ldi(2 * w + BOOLEAN_INT) === 0) return true;
  st(w + CORE_LOWER, lower);
  sti(2 * w + VERTEX_COUNT_INT, 0);
  st(w + NEAREST, -dx);
  st(w + NEAREST + 1, -dy);
  st(w + NEAREST + 2, -dz);
  return true;
}

/** Takes the new vertex behind the simplex in: the nearest point of them all is the next x. */
function moveNearer(w: i32, norm: f64, iteration: i32): i32 {
  const count: i32 = ldi(2 * w + VERTEX_COUNT_INT);
  const allowed: f64 = norm + 0.25 * ld(w + FLOOR);
  // At the cap too, the simplex stays the one whose point the last support call has bounded.
  if (iteration >= ldi(2 * w + LIMIT_INT)) return TERMINATION_LIMIT;
  if (isKnownVertex(w, count)) return TERMINATION_STALLED;
  const x: f64 = ld(w + NEAREST);
  const y: f64 = ld(w + NEAREST + 1);
  const z: f64 = ld(w + NEAREST + 2);
  let next: f64 = nearestOnSimplex(w, count + 1, false);
  if (!(next <= allowed * allowed)) next = nearestOnSimplex(w, count + 1, true);
  const isIdle: bool = !(next < x * x + y * y + z * z);
  if (isIdle) {
    // A leap to nowhere is the fixed point (31): plain GJK goes on from here.
    if (ldi(2 * w + MOMENTUM_INT) !== MOMENTUM_NONE) {
      sti(2 * w + MOMENTUM_INT, MOMENTUM_NONE);
      return GO_ON;
    }
    if (!(next <= allowed * allowed) || !mayStayIdle(w)) return TERMINATION_STALLED;
  }
  acceptCandidate(w);
  if (ldi(2 * w + ACTIVE_SET_INT) === ACTIVE_SET_POINT) mergeVertices(w);
  else dropIdleVertices(w, count + 1, isIdle);
  return GO_ON;
}

/**
 * A new vertex may turn the point by no more than rounding shows, and yet by what a long lever arm needs. As long as the lower
 * bound rises that is progress; otherwise it is good a few times.
 */
function mayStayIdle(w: i32): bool {
  const lower: f64 = ld(w + CORE_LOWER);
  if (lower > ld(w + BEST_LOWER)) {
    st(w + BEST_LOWER, lower);
    return true;
  }
  const idle: i32 = ldi(2 * w + IDLE_STEPS_INT) + 1;
  sti(2 * w + IDLE_STEPS_INT, idle);
  return idle <= PATIENCE;
}

/** Frank-Wolfe's active set is the current point alone (Alg. 3, line 6): a vertex that is no support point, but as good. */
function mergeVertices(w: i32): void {
  const first: i32 = w + SIMPLEX;
  const second: i32 = first + VERTEX_STRIDE;
  for (let k: i32 = 0; k < VERTEX_DIRECTION; k += 1) {
    st(first + k, ld(w + WEIGHTS) * ld(first + k) + ld(w + WEIGHTS + 1) * ld(second + k));
  }
  st(w + WEIGHTS, 1.0);
  st(w + WEIGHTS + 1, 0.0);
  sti(2 * w + VERTEX_COUNT_INT, 1);
}

/** The support point is one of the simplex already: nothing new can come of it. */
function isKnownVertex(w: i32, count: i32): bool {
  const vertex: i32 = w + SIMPLEX + count * VERTEX_STRIDE;
  const x: f64 = ld(vertex);
  for (let known: i32 = w + SIMPLEX; known < vertex; known += VERTEX_STRIDE) {
    if (ld(known) === x && ld(known + 1) === ld(vertex + 1) && ld(known + 2) === ld(vertex + 2)) return true;
  }
  return false;
}

/** The first vertex: the support along the guess. False if the shape answers with NaN. */
function startSimplex(w: i32, x: f64, y: f64, z: f64): bool {
  const squared: f64 = x * x + y * y + z * z;
  if (squared > SHORTEST && squared < INFINITE) supportDifference(w, 0, x, y, z);
  else supportDifference(w, 0, 1.0, 0.0, 0.0);
  if (ldi(2 * w + MOMENTUM_INT) !== MOMENTUM_NONE) {
    startMomentum(w, -x, -y, -z);
    rememberSupport(w, w + SIMPLEX);
  }
  const vx: f64 = ld(w + SIMPLEX);
  const vy: f64 = ld(w + SIMPLEX + 1);
  const vz: f64 = ld(w + SIMPLEX + 2);
  if (!(vx * vx + vy * vy + vz * vz < INFINITE)) return false;
  st(w + NEAREST, vx);
  st(w + NEAREST + 1, vy);
  st(w + NEAREST + 2, vz);
  st(w + WEIGHTS, 1.0);
  st(w + WEIGHTS + 1, 0.0);
  st(w + WEIGHTS + 2, 0.0);
  st(w + WEIGHTS + 3, 0.0);
  sti(2 * w + VERTEX_COUNT_INT, 1);
  return true;
}

/**
 * Keeps the vertices with weight, in their order, and sets the weights behind them to zero. After an idle step the newest stays
 * even without weight, if there is room: the origin may be inside the simplex that it makes with the next one.
 */
function dropIdleVertices(w: i32, count: i32, keepNewest: bool): void {
  let kept: i32 = 0;
  for (let k: i32 = 0; k < count; k += 1) {
    const weight: f64 = ld(w + WEIGHTS + k);
    if (weight > 0.0 || (keepNewest && k === count - 1 && kept < 3)) {
      if (kept < k) {
        copyVertex(w + SIMPLEX + k * VERTEX_STRIDE, w + SIMPLEX + kept * VERTEX_STRIDE);
        st(w + WEIGHTS + kept, weight);
        st(w + WEIGHTS + k, 0.0);
      }
      kept += 1;
    }
  }
  sti(2 * w + VERTEX_COUNT_INT, kept);
}
