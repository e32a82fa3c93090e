// Growth distance in 2D, after Thirugnanam and Sreenath: the factor α by which both shapes, scaled about their centers, just
// touch. With p from A's center to B's, α A meets α B if and only if p/α lies in D̃ = (A − cA) − (B − cB), so β = 1/α is the
// parameter at which the ray along p leaves D̃. In the plane the inner approximation is a chord of D̃ across the ray: its ends
// are support points on either side. The support line parallel to the chord bounds β from above, and its point replaces one end.

import * as ShapeBlock from '../blocks/shape-block.ts';
import {
  STATUS_OVERLAPPING,
  STATUS_SEPARATED,
  STATUS_TOUCHING,
  STATUS_UNKNOWN,
  TERMINATION_CONVERGED,
  TERMINATION_LIMIT,
  TERMINATION_STALLED,
  TERMINATION_UP_TO,
} from '../constants.ts';
import { hostTrace, ld, st } from '../port/memory.ts';
import * as PlaneQuery from './blocks/plane-query.ts';
import * as PlaneVertex from './blocks/plane-vertex.ts';
import { supportDifference } from './expand.ts';
import { isInRange, measurePair, normalizePoses, relativePose } from './pose.ts';
import { keepProof, writeWorld } from './witness.ts';

const INFINITE: f64 = 1.0e308 * 10.0;
const CONTINUE: i32 = -1;

/**
 * Computes the growth query in workspace `w`: `distance` is the growth, `lower` and `upper` are its bounds. Returns 0 for an invalid
 * pose, otherwise 1.
 */
export function growthDistance(w: i32): i32 {
  if (!normalizePoses(w)) return 0;
  relativePose(w);
  PlaneQuery.setSupportCalls(w, 0);
  PlaneQuery.setIterations(w, 0);
  const cosine: f64 = PlaneQuery.rotation(w, 0);
  const sine: f64 = PlaneQuery.rotation(w, 1);
  const bx: f64 = PlaneQuery.centerB(w, 0);
  const by: f64 = PlaneQuery.centerB(w, 1);
  const shiftX: f64 = PlaneQuery.centerA(w, 0) - (cosine * bx - sine * by);
  const shiftY: f64 = PlaneQuery.centerA(w, 1) - (sine * bx + cosine * by);
  const px: f64 = PlaneQuery.translation(w, 0) - shiftX;
  const py: f64 = PlaneQuery.translation(w, 1) - shiftY;
  measurePair(w);
  const isKnown: bool = isInRange(w);
  // With B's center moved to A's, the difference is D̃ itself, and its rounding error does not depend on the distance of the bodies.
  PlaneQuery.setTranslation(w, 0, shiftX);
  PlaneQuery.setTranslation(w, 1, shiftY);
  measurePair(w);
  const length: f64 = Math.sqrt(px * px + py * py);
  PlaneQuery.setVertexCount(w, 0);
  PlaneQuery.setLocalNormal(w, 0, 0.0);
  PlaneQuery.setLocalNormal(w, 1, 0.0);
  for (let k: i32 = 0; k < 3; k += 1) PlaneQuery.setProofWeights(w, k, 0.0);
  PlaneQuery.setTraceRay(w, 0, px);
  PlaneQuery.setTraceRay(w, 1, py);
  if (!isKnown) {
    PlaneQuery.setDistance(w, INFINITE - INFINITE);
    PlaneQuery.setLower(w, 0.0);
    PlaneQuery.setUpper(w, INFINITE);
    PlaneQuery.setTermination(w, TERMINATION_STALLED);
  } else if (length > 0.0) PlaneQuery.setTermination(w, findExit(w, px / length, py / length, length));
  else {
    // Equal centers: the growth is 0.
    for (let k: i32 = 0; k < 3; k += 1) st(w + PlaneQuery.DISTANCE + k, 0.0);
    PlaneQuery.setTermination(w, TERMINATION_CONVERGED);
  }
  writePoints(w, isKnown && length > 0.0);
  const lower: f64 = PlaneQuery.lower(w);
  const upper: f64 = PlaneQuery.upper(w);
  PlaneQuery.setStatus(
    w,
    lower > 1.0
      ? STATUS_SEPARATED
      : upper < 1.0
        ? STATUS_OVERLAPPING
        : PlaneQuery.termination(w) === TERMINATION_CONVERGED || PlaneQuery.termination(w) === TERMINATION_UP_TO
          ? STATUS_TOUCHING
          : STATUS_UNKNOWN,
  );
  return 1;
}

/** Finds where the ray along the unit vector u leaves D̃: the chord and the support line give lower and upper bounds on the distance. */
function findExit(w: i32, ux: f64, uy: f64, length: f64): i32 {
  const radii: f64 = PlaneQuery.radii(w);
  const mostIterations: i32 = PlaneQuery.maxIterations(w);
  const slotSum: i32 = 3 * PlaneQuery.vertices(w, 1);
  let left: i32 = PlaneQuery.vertices(w, 0);
  let right: i32 = left + PlaneVertex.SIZE;
  // The first support point is along the guess, if that has a component along the ray; the other point is taken on the other side
  // of the ray.
  const guessX: f64 = PlaneQuery.guess(w, 0);
  const guessY: f64 = PlaneQuery.guess(w, 1);
  const isGuess: bool = guessX * ux + guessY * uy > 0.0;
  const scale: f64 = isGuess ? 1.0 / Math.sqrt(guessX * guessX + guessY * guessY) : 1.0;
  supportDifference(w, left, isGuess ? scale * guessX : ux, isGuess ? scale * guessY : uy);
  const offset: f64 = sideOf(left, radii, ux, uy);
  if (offset < 0.0) {
    left = right;
    right = PlaneQuery.vertices(w, 0);
    supportDifference(w, left, -uy, ux);
  } else supportDifference(w, right, uy, -ux);
  let inner: f64 = -INFINITE;
  let outer: f64 = INFINITE;
  let iterations: i32 = 0;
  let termination: i32 = CONTINUE;
  while (termination === CONTINUE) {
    iterations += 1;
    const lx: f64 = ld(left) + radii * PlaneVertex.direction(left, 0);
    const ly: f64 = ld(left + 1) + radii * PlaneVertex.direction(left, 1);
    const ex: f64 = lx - (ld(right) + radii * PlaneVertex.direction(right, 0));
    const ey: f64 = ly - (ld(right + 1) + radii * PlaneVertex.direction(right, 1));
    const size: f64 = Math.sqrt(ex * ex + ey * ey);
    const nx: f64 = ey / size;
    const ny: f64 = -ex / size;
    const ahead: f64 = nx * ux + ny * uy;
    if (!(size > 0.0 && ahead > 0.0)) {
      termination = TERMINATION_STALLED;
      break;
    }
    const slot: i32 = slotSum - left - right;
    supportDifference(w, slot, nx, ny);
    const height: f64 = nx * lx + ny * ly;
    const supportHeight: f64 = nx * ld(slot) + ny * ld(slot + 1) + radii;
    // By rounding, the chord's point may be behind the point of an earlier chord.
    inner = Math.max(inner, height / ahead);
    const line: f64 = supportHeight / ahead;
    if (line < outer) {
      outer = line;
      PlaneQuery.setLocalNormal(w, 0, nx);
      PlaneQuery.setLocalNormal(w, 1, ny);
    }
    setSimplexChord(w, left, right, radii, ux, uy);
    if (PlaneQuery.wantedTrace(w) === 1) {
      PlaneQuery.setTraceSupport(w, slot);
      writeBounds(w, length, inner, outer);
      hostTrace(w);
    }
    const gap: f64 = outer - inner;
    if (!(gap === gap)) termination = TERMINATION_STALLED;
    else if (gap <= PlaneQuery.relativeTolerance(w) * outer || supportHeight - height <= PlaneQuery.floor(w))
      termination = TERMINATION_CONVERGED;
    else if (PlaneQuery.isBoolean(w) === 1 && (inner >= length || outer < length - PlaneQuery.floor(w)))
      termination = TERMINATION_UP_TO;
    else if (iterations >= mostIterations) termination = TERMINATION_LIMIT;
    else if (sideOf(slot, radii, ux, uy) > 0.0) left = slot;
    else right = slot;
  }
  writeBounds(w, length, inner, outer);
  PlaneQuery.setDistance(w, PlaneQuery.upper(w));
  PlaneQuery.setIterations(w, iterations);
  return termination;
}

/** α = |p| / |β p|. Bounds that meet may be in the wrong order by rounding. */
function writeBounds(w: i32, length: f64, inner: f64, outer: f64): void {
  PlaneQuery.setLower(w, length / Math.max(outer, inner));
  PlaneQuery.setUpper(w, inner > 0.0 ? length / inner : INFINITE);
}

/** The distance to the left of the ray of a support point of the whole shapes, swept radii included. */
function sideOf(slot: i32, radii: f64, ux: f64, uy: f64): f64 {
  const x: f64 = ld(slot) + radii * PlaneVertex.direction(slot, 0);
  const y: f64 = ld(slot + 1) + radii * PlaneVertex.direction(slot, 1);
  return ux * y - uy * x;
}

/** The chord becomes the simplex, with the weights of its point on the ray. */
function setSimplexChord(w: i32, left: i32, right: i32, radii: f64, ux: f64, uy: f64): void {
  const sideLeft: f64 = sideOf(left, radii, ux, uy);
  const sideRight: f64 = sideOf(right, radii, ux, uy);
  const weight: f64 = Math.max(0.0, Math.min(1.0, -sideRight / (sideLeft - sideRight)));
  PlaneQuery.setSimplex(w, 0, left);
  PlaneQuery.setSimplex(w, 1, right);
  PlaneQuery.setVertexCount(w, 2);
  PlaneQuery.setProofWeights(w, 0, weight);
  PlaneQuery.setProofWeights(w, 1, 1.0 - weight);
}

/**
 * The contact points of the scaled shapes, traced back to the unscaled shapes, and the common contact point; the centers for growth 0 or
 * if nothing is known.
 */
function writePoints(w: i32, hasRay: bool): void {
  keepProof(w);
  if (hasRay) addRadii(w);
  else {
    for (let k: i32 = 0; k < 2; k += 1) {
      PlaneQuery.setLocalA(w, k, PlaneQuery.centerA(w, k));
      PlaneQuery.setLocalB(w, k, PlaneQuery.centerB(w, k));
    }
  }
  writeWorld(w);
  const growth: f64 = PlaneQuery.distance(w);
  const cosine: f64 = PlaneQuery.poseA(w, 2);
  const sine: f64 = PlaneQuery.poseA(w, 3);
  const x: f64 = growth > 0.0 ? (growth - 1.0) * (PlaneQuery.localA(w, 0) - PlaneQuery.centerA(w, 0)) : 0.0;
  const y: f64 = growth > 0.0 ? (growth - 1.0) * (PlaneQuery.localA(w, 1) - PlaneQuery.centerA(w, 1)) : 0.0;
  PlaneQuery.setContact(w, 0, PlaneQuery.pointA(w, 0) + cosine * x - sine * y);
  PlaneQuery.setContact(w, 1, PlaneQuery.pointA(w, 1) + sine * x + cosine * y);
}

/** Adds the discs' contribution: the radii times the weighted unit directions. */
function addRadii(w: i32): void {
  const radiusA: f64 = ShapeBlock.radius(PlaneQuery.recordA(w));
  const radiusB: f64 = ShapeBlock.radius(PlaneQuery.recordB(w));
  let x: f64 = 0.0;
  let y: f64 = 0.0;
  for (let k: i32 = 0; k < 2; k += 1) {
    const direction: i32 = PlaneQuery.simplex(w, k) + PlaneVertex.DIRECTION;
    x += PlaneQuery.proofWeights(w, k) * ld(direction);
    y += PlaneQuery.proofWeights(w, k) * ld(direction + 1);
  }
  const cosine: f64 = PlaneQuery.rotation(w, 0);
  const sine: f64 = PlaneQuery.rotation(w, 1);
  PlaneQuery.setLocalA(w, 0, PlaneQuery.localA(w, 0) + radiusA * x);
  PlaneQuery.setLocalA(w, 1, PlaneQuery.localA(w, 1) + radiusA * y);
  PlaneQuery.setLocalB(w, 0, PlaneQuery.localB(w, 0) - radiusB * (cosine * x + sine * y));
  PlaneQuery.setLocalB(w, 1, PlaneQuery.localB(w, 1) - radiusB * (cosine * y - sine * x));
}
