// Selects the algorithm of a query and its start.

import * as Query from './blocks/query.ts';
import * as ShapeBlock from './blocks/shape-block.ts';
import {
  ACTIVE_SET_POINT,
  CRITERION_BOUNDS,
  GUESS_SIMPLEX,
  GUESS_WITNESSES,
  MOMENTUM_AUTO,
  MOMENTUM_NESTEROV,
  MOMENTUM_NONE,
  MOMENTUM_POLYAK,
  NORMALIZE_AUTO,
  SCHEDULE_CODE,
  TERMINATION_STALLED,
} from './constants.ts';
import { areEllipsoids, ellipsoidDistance } from './gjk/ellipsoids.ts';
import { frankWolfe } from './gjk/frank-wolfe.ts';
import { clearResult, gjk } from './gjk/gjk.ts';
import { hasHalfspace, solveHalfspace } from './halfspace.ts';
import { isInRange } from './minkowski.ts';
import { ld } from './port/memory.ts';
import { KIND_CONVEX, KIND_CUSTOM } from './shapes/kinds.ts';

const LARGEST_SQUARE: f64 = 1.0e300;

/**
 * Runs the requested algorithm, or the closed form of half-spaces; writes the same results as `gjk`. The caller has called `measurePair`, and set
 * `above` and `below`, which end the search early.
 */
export function search(w: i32): i32 {
  Query.setSupportCalls(w, 0);
  Query.setIterations(w, 0);
  if (!isInRange(w)) {
    clearResult(w);
    return TERMINATION_STALLED;
  }
  if (hasHalfspace(w)) return solveHalfspace(w, 1);
  prepareSearch(w);
  const x: f64 = Query.start(w, 0);
  const y: f64 = Query.start(w, 1);
  const z: f64 = Query.start(w, 2);
  if (!areEllipsoids(w)) return searchSimplex(w, x, y, z);
  const found: i32 = ellipsoidDistance(w);
  if (found !== TERMINATION_STALLED) return found;
  const iterations: i32 = Query.iterations(w);
  Query.setLimit(w, iterations < Query.limit(w) ? Query.limit(w) - iterations : 1);
  const termination: i32 = searchSimplex(w, x, y, z);
  Query.setIterations(w, iterations + Query.iterations(w));
  return termination;
}

/** GJK or Frank-Wolfe from a direction, as the settings require. */
function searchSimplex(w: i32, x: f64, y: f64, z: f64): i32 {
  const isAccelerated: bool = Query.momentumKind(w) !== MOMENTUM_NONE;
  if (Query.activeSet(w) === ACTIVE_SET_POINT) return frankWolfe(w, x, y, z);
  const termination: i32 = gjk(w, x, y, z);
  const iterations: i32 = Query.iterations(w);
  const remaining: i32 = Query.limit(w) - iterations;
  if (termination !== TERMINATION_STALLED || !isAccelerated || remaining <= 0 || hasCustom(w)) return termination;
  // The momentum may have stalled because of rounding, so plain GJK starts again.
  Query.setMomentumKind(w, MOMENTUM_NONE);
  Query.setLimit(w, remaining);
  const again: i32 = gjk(w, x, y, z);
  Query.setIterations(w, iterations + Query.iterations(w));
  return again;
}

/** Resolves the settings of the search and its initial direction. */
export function prepareSearch(w: i32): void {
  adoptSettings(w);
  chooseStart(w);
  resumeSimplex(w);
}

/**
 * Polytopes start from the support points along the directions of the last simplex, by plain GJK: after a small motion they are usually the corners
 * of the nearest features, and the next support point proves it. A Boolean query needs only the first direction.
 */
function resumeSimplex(w: i32): void {
  const isResumed: bool =
    Query.guessKind(w) === GUESS_SIMPLEX &&
    Query.isBoolean(w) === 0 &&
    Query.wantedMomentum(w) === MOMENTUM_AUTO &&
    ShapeBlock.kind(Query.recordA(w)) <= KIND_CONVEX &&
    ShapeBlock.kind(Query.recordB(w)) <= KIND_CONVEX;
  Query.setStartCount(w, isResumed ? Query.guessCount(w) : 0);
  if (isResumed) Query.setMomentumKind(w, MOMENTUM_NONE);
}

/** Sets the initial direction: the guess, or between the guessed points; from center to center if that is zero or invalid. */
function chooseStart(w: i32): void {
  if (Query.guessKind(w) === GUESS_WITNESSES) startBetween(w, w + Query.GUESS, w + Query.GUESS + 3);
  else setStart(w, Query.guess(w, 0), Query.guess(w, 1), Query.guess(w, 2));
  const x: f64 = Query.start(w, 0);
  const y: f64 = Query.start(w, 1);
  const z: f64 = Query.start(w, 2);
  const squared: f64 = x * x + y * y + z * z;
  if (!(squared > 0.0 && squared < LARGEST_SQUARE)) {
    startBetween(w, Query.recordA(w) + ShapeBlock.CENTER, Query.recordB(w) + ShapeBlock.CENTER);
  }
}

function setStart(w: i32, x: f64, y: f64, z: f64): void {
  Query.setStart(w, 0, x);
  Query.setStart(w, 1, y);
  Query.setStart(w, 2, z);
}

/** Sets the initial direction from the point `a` of A to the point `b` of B, each in its body's frame. */
function startBetween(w: i32, a: i32, b: i32): void {
  const r: i32 = w + Query.ROTATION;
  const t: i32 = w + Query.TRANSLATION;
  const x: f64 = ld(b);
  const y: f64 = ld(b + 1);
  const z: f64 = ld(b + 2);
  setStart(
    w,
    ld(r) * x + ld(r + 1) * y + ld(r + 2) * z + ld(t) - ld(a),
    ld(r + 3) * x + ld(r + 4) * y + ld(r + 5) * z + ld(t + 1) - ld(a + 1),
    ld(r + 6) * x + ld(r + 7) * y + ld(r + 8) * z + ld(t + 2) - ld(a + 2),
  );
}

/**
 * Whether one of the shapes is custom. A search that failed by a NaN support point is not repeated, because it would fail again and
 * lose its bounds.
 */
function hasCustom(w: i32): bool {
  const a: i32 = Query.recordA(w);
  const b: i32 = Query.recordB(w);
  return ShapeBlock.kind(a) === KIND_CUSTOM || ShapeBlock.kind(b) === KIND_CUSTOM;
}

/** Resolves the requested settings for this pair. */
function adoptSettings(w: i32): void {
  const a: i32 = Query.recordA(w);
  const b: i32 = Query.recordB(w);
  const isStrict: bool = ShapeBlock.strict(a) === 1 && ShapeBlock.strict(b) === 1;
  let momentum: i32 = Query.wantedMomentum(w);
  let schedule: i32 = Query.wantedSchedule(w);
  if (momentum >= MOMENTUM_AUTO) {
    // As measured by `npm run bench -- auto`: see docs/internals/gjk.md.
    const areHulls: bool = ShapeBlock.kind(a) === KIND_CONVEX && ShapeBlock.kind(b) === KIND_CONVEX;
    momentum = isStrict || areHulls ? MOMENTUM_POLYAK : MOMENTUM_NONE;
    if (isStrict && Query.isBoolean(w) === 0) momentum = MOMENTUM_NESTEROV;
    schedule = SCHEDULE_CODE;
  }
  const normalize: i32 = Query.wantedNormalize(w);
  Query.setMomentumKind(w, momentum);
  Query.setSchedule(w, schedule);
  Query.setLimit(w, Query.maxIterations(w));
  if (normalize === NORMALIZE_AUTO) Query.setNormalize(w, momentum === MOMENTUM_NESTEROV && !isStrict ? 1 : 0);
  else Query.setNormalize(w, normalize);
  Query.setActiveSet(w, Query.wantedActiveSet(w));
  // A Boolean query always compares bounds: with the duality gap as the criterion, narrow gaps between shapes would count as contact.
  if (Query.isBoolean(w) === 1) Query.setCriterion(w, CRITERION_BOUNDS);
  else Query.setCriterion(w, Query.wantedCriterion(w));
  Query.setTrace(w, Query.wantedTrace(w));
}
