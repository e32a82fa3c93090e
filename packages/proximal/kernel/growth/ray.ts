// The ray method (Thirugnanam and Sreenath, Alg. 1 to 3): a triangle of points of D̃ that the ray passes through is the inner
// approximation, the best support plane so far the outer one. A support point ahead of the triangle replaces one of its corners,
// such that the ray still passes through the triangle: a step of the simplex method, pruned to the optimal basis.

import * as Query from '../blocks/query.ts';
import * as ShapeBlock from '../blocks/shape-block.ts';
import { EPSILON, TERMINATION_CONVERGED, TERMINATION_LIMIT, TERMINATION_STALLED } from '../constants.ts';
import { hostTrace, ld } from '../port/memory.ts';
import { KIND_CONVEX } from '../shapes/kinds.ts';
import { setNormal } from '../witness.ts';
import * as Growth from './blocks/growth.ts';
import * as GrowthVertex from './blocks/growth-vertex.ts';
import { GROWTH_DUAL } from './constants.ts';
import { combineBasis, supportGrowth } from './difference.ts';
import { startCold, startTriangle } from './start.ts';
import { enterAhead, enterBasis, refineWeights, setBasisDirection, setBasisWeights, setDirection } from './triangle.ts';

const INFINITE: f64 = 1.0e308 * 10.0;
const CONTINUE: i32 = -1;
const NEVER: i32 = 1000000000;
/** If an interpolated normal does not reduce the gap below this fraction, it has failed, and the triangle's own normal is used. */
const SHRINK: f64 = 0.25;
/** Steps that leave more than this fraction of the gap are slow. */
const SLOW: f64 = 0.75;
/** After this many slow steps in a row, and while steps remain slow, every other step is along the mean of two normals (MEAN). */
const SLOW_STEPS: i32 = 4;
/** The largest distance of the result from the ray, in units of the rounding error. */
const ALLOWED: f64 = 0.125;

/**
 * The largest number of successive steps that improve neither bound: more than the pivots at an edge or a corner, but finite, because rounding
 * may cause cycles.
 */
const MOST_IDLE: i32 = 64;
/** After this many such steps, another of the corners that rounding allows is replaced. */
const IDLE_STEPS: i32 = 8;

// The kinds of the next direction: an interpolated normal of the corners, the triangle's own normal, the normal of the last query,
// the mean of the normals of the triangle and of the best plane, or none.
const INTERPOLATED: i32 = 0;
const OWN_NORMAL: i32 = 1;
const LAST: i32 = 2;
const MEAN: i32 = 3;
const NONE: i32 = 4;

export function followRay(w: i32, g: i32): i32 {
  const mostIterations: i32 = Query.maxIterations(w);
  const hasLast: bool = Growth.hasLast(g) === 1 && Growth.start(g) === GROWTH_DUAL;
  let inner: f64 = startTriangle(w, g);
  let outer: f64 = INFINITE;
  let gap: f64 = INFINITE;
  let iterations: i32 = 0;
  let termination: i32 = CONTINUE;
  // Without `accelerate`, all steps follow the paper.
  const isAccelerated: bool = Growth.accelerate(g) === 1;
  // The number of steps along the triangle's own normal before the next interpolated one: doubled after each failure.
  let pause: i32 = isAccelerated && isCurved(w) ? 0 : NEVER;
  let nextPause: i32 = 1;
  let hasRestarted: bool = false;
  let idle: i32 = 0;
  let slow: i32 = 0;
  while (termination === CONTINUE) {
    let kind: i32 = nextDirection(w, g, hasLast && iterations === 0, pause, slow);
    if (kind === NONE) {
      // A triangle parallel to the ray, left by the last query or by rounding, makes no progress: restart once.
      if (hasRestarted) {
        termination = TERMINATION_STALLED;
        break;
      }
      hasRestarted = true;
      inner = startCold(g);
      kind = nextDirection(w, g, false, NEVER, 0);
    }
    iterations += 1;
    const plane: f64 = supportPlane(w, g);
    const isBetter: bool = plane < outer;
    if (isBetter) {
      // (22): the outer approximation needs only one plane.
      outer = plane;
      setNormal(w, Growth.direction(g, 0), Growth.direction(g, 1), Growth.direction(g, 2));
    }
    const reached: f64 = kind === OWN_NORMAL ? enterBasis(w, g, idle >= IDLE_STEPS) : enterAhead(w, g, inner);
    idle = reached > inner || isBetter ? 0 : idle + 1;
    const isStuck: bool = kind === OWN_NORMAL && !(reached > inner);
    inner = Math.max(inner, reached);
    const before: f64 = gap;
    gap = outer - inner;
    if (kind !== INTERPOLATED) pause = pause > 0 ? pause - 1 : 0;
    else if (gap > SHRINK * before) {
      pause = nextPause;
      nextPause = 2 * nextPause;
    }
    if (!isAccelerated || !(gap > SLOW * before)) slow = 0;
    else slow += kind === MEAN ? -1 : 1;
    Growth.setOuter(g, outer);
    Growth.setInner(g, inner);
    if (Growth.trace(g) === 1) {
      Growth.setAcrossBasis(g, kind === OWN_NORMAL ? 1 : 0);
      combineBasis(w, g);
      hostTrace(w);
    }
    if (isDone(w, g, inner, outer) || (isStuck && isRounding(w, gap))) termination = TERMINATION_CONVERGED;
    else if (!(gap === gap) || idle >= MOST_IDLE) termination = TERMINATION_STALLED;
    else if (iterations >= mostIterations) termination = TERMINATION_LIMIT;
  }
  Query.setIterations(w, iterations);
  finish(w, g);
  return termination === TERMINATION_CONVERGED && !haveMet(w, g) ? TERMINATION_STALLED : termination;
}

/** Whether the bounds have met with the final weights, up to the rounding errors of the point and of the plane. */
function haveMet(w: i32, g: i32): bool {
  const inner: f64 = Growth.inner(g);
  const outer: f64 = Growth.outer(g);
  if (isDone(w, g, inner, outer)) return true;
  const n: i32 = w + Query.LOCAL_NORMAL;
  const u: i32 = g + Growth.RAY;
  const along: f64 = ld(n) * ld(u) + ld(n + 1) * ld(u + 1) + ld(n + 2) * ld(u + 2);
  return (outer - inner) * along <= 2.0 * Query.floor(w);
}

/**
 * Whether the bounds have met, or, for a Boolean query, whether both are on the same side of |p|, that is, of α = 1 (Sec.
 * III-F.4).
 */
function isDone(w: i32, g: i32, inner: f64, outer: f64): bool {
  const tolerance: f64 = Math.max(Query.relativeTolerance(w), 4.0 * EPSILON);
  if (outer - inner <= tolerance * inner) return true;
  if (Growth.isBoolean(g) === 0) return false;
  return inner >= Growth.length(g) || outer < Growth.length(g) - Query.floor(w);
}

/** Whether a gap between the bounds is within the rounding errors of the point and of the best plane, measured along the ray. */
function isRounding(w: i32, gap: f64): bool {
  const n: i32 = w + Query.LOCAL_NORMAL;
  return gap <= 2.0 * Query.floor(w) * Math.sqrt(ld(n) * ld(n) + ld(n + 1) * ld(n + 1) + ld(n + 2) * ld(n + 2));
}

/** Whether a part of the surface of D̃ may be curved. */
function isCurved(w: i32): bool {
  const kindA: i32 = ShapeBlock.kind(Query.recordA(w));
  const kindB: i32 = ShapeBlock.kind(Query.recordB(w));
  return Query.radii(w) > 0.0 || kindA > KIND_CONVEX || kindB > KIND_CONVEX;
}

/**
 * The next vertex, along `direction`. The direction has the component 1 along the ray, so its support plane meets the ray at the
 * returned distance.
 */
function supportPlane(w: i32, g: i32): f64 {
  const x: f64 = Growth.direction(g, 0);
  const y: f64 = Growth.direction(g, 1);
  const z: f64 = Growth.direction(g, 2);
  const next: i32 = Growth.basis(g, 3);
  Growth.setSupport(g, next);
  supportGrowth(w, g, next, x, y, z);
  return x * ld(next) + y * ld(next + 1) + z * ld(next + 2);
}

/** Sets the direction of the next support point. Returns its kind. */
function nextDirection(w: i32, g: i32, fromLast: bool, pause: i32, slow: i32): i32 {
  if (fromLast && setLastDirection(g)) return LAST;
  if (pause === 0 && setInterpolatedDirection(g)) return INTERPOLATED;
  if (!setBasisDirection(g)) return NONE;
  if (slow < SLOW_STEPS) return OWN_NORMAL;
  setMeanDirection(w, g);
  return MEAN;
}

/**
 * Near a tip, the triangle advances slowly, corner by corner, and its normal differs much from the normal of the best plane. The mean
 * of both normals, each scaled to 1 along the ray, reduces the gap from both sides. This step is not in the paper.
 */
function setMeanDirection(w: i32, g: i32): void {
  for (let k: i32 = 0; k < 3; k += 1) {
    Growth.setDirection(g, k, 0.5 * (Growth.direction(g, k) + Query.localNormal(w, k)));
  }
}

/** Sets the direction to the normal of the last query's best plane. False if its component along the ray is not positive. */
function setLastDirection(g: i32): bool {
  const n: i32 = g + Growth.LAST_NORMAL;
  return setDirection(g, ld(n), ld(n + 1), ld(n + 2));
}

/**
 * On a curved surface, the normals at the corners are a better estimate than the triangle's normal: on a paraboloid they change
 * linearly, so the normal at the ray is their weighted combination. This step is not in the paper, and makes the convergence
 * superlinear. False if a corner has no normal, or the component of the combination along the ray is not positive.
 */
function setInterpolatedDirection(g: i32): bool {
  const a: i32 = Growth.basis(g, 0);
  const b: i32 = Growth.basis(g, 1);
  const c: i32 = Growth.basis(g, 2);
  const weightA: f64 = Growth.weights(g, 0) * GrowthVertex.scale(a);
  const weightB: f64 = Growth.weights(g, 1) * GrowthVertex.scale(b);
  const weightC: f64 = Growth.weights(g, 2) * GrowthVertex.scale(c);
  if (GrowthVertex.scale(a) * GrowthVertex.scale(b) * GrowthVertex.scale(c) === 0.0) return false;
  const p: i32 = a + GrowthVertex.TOWARD_A;
  const q: i32 = b + GrowthVertex.TOWARD_A;
  const r: i32 = c + GrowthVertex.TOWARD_A;
  // Normalized again: the rounding errors of the corners' normals would accumulate.
  return setDirection(
    g,
    weightA * ld(p) + weightB * ld(q) + weightC * ld(r),
    weightA * ld(p + 1) + weightB * ld(q + 1) + weightC * ld(r + 1),
    weightA * ld(p + 2) + weightB * ld(q + 2) + weightC * ld(r + 2),
  );
}

/** Writes the weights of the point on the ray, the points z¹ and z² (28), the unit normal, and the warm start. */
function finish(w: i32, g: i32): void {
  Growth.setInner(g, refineWeights(g, setBasisWeights(g), ALLOWED * Query.floor(w)));
  combineBasis(w, g);
  const x: f64 = Query.localNormal(w, 0);
  const y: f64 = Query.localNormal(w, 1);
  const z: f64 = Query.localNormal(w, 2);
  const length: f64 = Math.sqrt(x * x + y * y + z * z);
  if (length > 0.0) setNormal(w, x / length, y / length, z / length);
  for (let k: i32 = 0; k < 3; k += 1) Growth.setLastNormal(g, k, Query.localNormal(w, k));
  // After NaN from a custom shape there is no valid start.
  Growth.setHasLast(g, length > 0.0 && Growth.inner(g) > 0.0 ? 1 : 0);
}
