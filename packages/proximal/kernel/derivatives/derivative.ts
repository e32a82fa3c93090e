// Derivatives of a signed-distance query: the query, the local geometry at its result, then the requested estimator.

import * as Query from '../blocks/query.ts';
import * as ShapeBlock from '../blocks/shape-block.ts';
import { STATUS_SEPARATED } from '../constants.ts';
import { measurePair } from '../minkowski.ts';
import { penetration } from '../penetration/penetration.ts';
import { st } from '../port/memory.ts';
import { relativePose, rotateBack } from '../rotation.ts';
import { KIND_SEGMENT } from '../shapes/kinds.ts';
import * as Derivative from './blocks/derivative.ts';
import * as Side from './blocks/side.ts';
import { ESTIMATOR_EXACT, ESTIMATOR_FINITE_DIFFERENCE, ESTIMATOR_ZEROTH_ORDER, JACOBIAN_ROWS } from './constants.ts';
import { setExistence, writeExistence } from './exists.ts';
import { shapeSide } from './feature.ts';
import { writeJacobians } from './frames.ts';
import { isCurved, polish } from './polish.ts';
import { differences, zerothOrder } from './sampled.ts';
import { isSmooth, noiseOnNormal, smoothSide, smoothSides } from './smoothed.ts';
import { leastCurvature, solve, writeDistance, writeRelative } from './solve.ts';
import { fillSides, readResult, restoreState, saveState, setAngles } from './state.ts';
import { writeAcross } from './tangent.ts';

/**
 * For overlapping shapes M = d I + H_A + H_B (see solve.ts) is positive semi-definite, but smoothed Hessians may be smaller than the
 * depth −d. The eigenvalues of M are then raised to this fraction of the depth.
 */
const LEAST_FRACTION: f64 = 0.01;
/** In radians: the support value has a kink if an edge or a face is perpendicular to the direction within this angle. */
const KINK: f64 = 1.0e-12;

/**
 * Computes the query in workspace `w`, with EPA's workspace `p`, and differentiates its result, in block `g`. If `isGiven` is 1, the workspace
 * already has the result: normal, distance and points in each body's frame. Without a normal the Jacobians are NaN. Returns 0, without a
 * result, if a pose is invalid.
 */
export function differentiate(w: i32, p: i32, g: i32, isGiven: i32): i32 {
  if (isGiven === 1) {
    if (relativePose(w) === 0) return 0;
    measurePair(w);
    rotateBack(
      w + Query.ROTATION_A,
      Query.normal(w, 0),
      Query.normal(w, 1),
      Query.normal(w, 2),
      w + Query.LOCAL_NORMAL,
    );
    Query.setStatus(w, STATUS_SEPARATED);
  } else if (penetration(w, p, 0) === 0) {
    return 0;
  }
  Derivative.setSamples(g, 0);
  Derivative.setSupportCalls(g, 0);
  if (!readResult(w, g)) {
    const nan: f64 = 1.0e308 * 10.0 * 0.0;
    for (let k: i32 = Derivative.RELATIVE; k < Derivative.JACOBIANS + 12 * JACOBIAN_ROWS; k += 1) st(g + k, nan);
    setExistence(g, 0, 0);
    return 1;
  }
  const floor: f64 = Query.floor(w);
  if (isCurved(w)) polish(w, g, floor);
  fillSides(w, g);
  writeExistence(w, p, g, leastCurvature(g, floor), isGiven === 0);
  const estimator: i32 = Derivative.estimator(g);
  if (estimator === ESTIMATOR_FINITE_DIFFERENCE) {
    differences(w, p, g);
  } else if (estimator === ESTIMATOR_ZEROTH_ORDER) {
    zerothOrder(w, p, g);
  } else {
    const isExact: bool = estimator === ESTIMATOR_EXACT;
    const least: f64 = isExact ? floor : Math.max(floor, -LEAST_FRACTION * Derivative.signedDistance(g));
    saveState(g);
    if (!isExact) smoothSides(w, g, least);
    solve(g, least);
    writeRelative(g);
    // The gradient of the distance is that of the unsmoothed pair.
    restoreState(g);
    writeDistance(g);
  }
  writeJacobians(w, g);
  return 1;
}

/**
 * The Hessian of a shape's support value at the unit vector (dx, dy, dz), nine numbers by rows at `jacobians` of block `g`: exact
 * or smoothed. Returns 1 if the exact Hessian exists there.
 */
export function supportHessian(record: i32, skeleton: i32, g: i32, dx: f64, dy: f64, dz: f64): i32 {
  const side: i32 = Derivative.sideA(g);
  Side.setDirection(side, 0, dx);
  Side.setDirection(side, 1, dy);
  Side.setDirection(side, 2, dz);
  writeAcross(side + Side.DIRECTION, side + Side.FIRST);
  // No point is given: only features that are clearly perpendicular make a kink.
  const nan: f64 = 1.0e308 * 10.0 * 0.0;
  for (let k: i32 = 0; k < 3; k += 1) Side.setPoint(side, k, nan);
  setAngles(side, KINK, KINK);
  shapeSide(record, side);
  const isKink: bool = Side.freeCount(side) > 0 || Side.regular(side) === 0;
  if (Derivative.estimator(g) !== ESTIMATOR_EXACT) {
    // The curvature along a segment perpendicular to the direction is infinite: noise makes it finite, also by default.
    const isSegment: bool = ShapeBlock.kind(record) === KIND_SEGMENT;
    if (isSegment || !isSmooth(g, record)) {
      smoothSide(g, record, Derivative.widthA(g), skeleton, side, noiseOnNormal(g, 1.0, 1.0), false);
    }
  }
  const a: f64 = Side.hessian(side, 0);
  const b: f64 = Side.hessian(side, 1);
  const c: f64 = Side.hessian(side, 2);
  for (let row: i32 = 0; row < 3; row += 1) {
    const first: f64 = Side.first(side, row);
    const second: f64 = Side.second(side, row);
    for (let column: i32 = 0; column < 3; column += 1) {
      Derivative.setJacobians(
        g,
        3 * row + column,
        (a * first + b * second) * Side.first(side, column) +
          (b * first + c * second) * Side.second(side, column) +
          0.0,
      );
    }
  }
  return isKink ? 0 : 1;
}
