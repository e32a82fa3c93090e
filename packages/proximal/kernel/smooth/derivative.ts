// Derivatives of a signed-distance query: the query, what is exact at its answer, then the estimator that was asked for.
import {
  FLOOR,
  KIND_SEGMENT,
  LOCAL_NORMAL,
  NORMAL,
  RECORD_KIND_INT,
  ROTATION_A,
  STATUS_INT,
  STATUS_SEPARATED,
} from '../layout.ts';
import { measurePair } from '../minkowski.ts';
import { penetration } from '../penetration/penetration.ts';
import { ld, ldi, st, sti } from '../port/memory.ts';
import { relativePose, rotateBack } from '../rotation.ts';
import { setExistence, tellExistence } from './exists.ts';
import { shapeSide } from './feature.ts';
import { writeJacobians } from './frames.ts';
import {
  CALLS_INT,
  ESTIMATOR_EXACT,
  ESTIMATOR_FINITE_DIFFERENCE,
  ESTIMATOR_INT,
  ESTIMATOR_ZEROTH_ORDER,
  HEIGHT,
  JACOBIAN_ROWS,
  JACOBIANS,
  LEVEL_A,
  RELATIVE,
  SAMPLES_INT,
  SIDE_A,
  SIDE_BEND,
  SIDE_DIRECTION,
  SIDE_FIRST,
  SIDE_FREE_COUNT_INT,
  SIDE_POINT,
  SIDE_REGULAR_INT,
  SIDE_SECOND,
} from './layout.ts';
import { keepPlace, restorePlace, seeSides, setAngles, takeAnswer } from './place.ts';
import { isCurved, polish } from './polish.ts';
import { differences, zerothOrder } from './sampled.ts';
import { isSmooth, noiseOnNormal, smoothSide, smoothSides } from './smoothed.ts';
import { leastCurvature, solve, writeDistance, writeRelative } from './solve.ts';
import { writeAcross } from './tangent.ts';

/**
 * Of overlapping shapes M is never negative, but a smoothed Hessian may be smaller than the depth. Its eigenvalues are raised to this
 * share of the depth then.
 */
const LEAST_SHARE: f64 = 0.01;
/** In radians: faces within this of being perpendicular make a kink of the support value. */
const KINK: f64 = 1.0e-12;

/**
 * Answers the query in workspace `w` and differentiates the answer, in block `g`. With `isGiven` the answer is there already: normal,
 * distance and points in each body's frame. 0, and no answer, if a pose is none.
 */
export function differentiate(w: i32, p: i32, g: i32, isGiven: i32): i32 {
  if (isGiven === 1) {
    if (relativePose(w) === 0) return 0;
    measurePair(w);
    rotateBack(w + ROTATION_A, ld(w + NORMAL), ld(w + NORMAL + 1), ld(w + NORMAL + 2), w + LOCAL_NORMAL);
    sti(2 * w + STATUS_INT, STATUS_SEPARATED);
  } else if (penetration(w, p, 0) === 0) {
    return 0;
  }
  sti(2 * g + SAMPLES_INT, 0);
  sti(2 * g + CALLS_INT, 0);
  if (!takeAnswer(w, g)) {
    const unknown: f64 = 1.0e308 * 10.0 * 0.0;
    for (let k: i32 = RELATIVE; k < JACOBIANS + 12 * JACOBIAN_ROWS; k += 1) st(g + k, unknown);
    setExistence(g, 0, 0);
    return 1;
  }
  const floor: f64 = ld(w + FLOOR);
  if (isCurved(w)) polish(w, g, floor);
  seeSides(w, g);
  tellExistence(w, p, g, leastCurvature(g, floor), isGiven === 0);
  const estimator: i32 = ldi(2 * g + ESTIMATOR_INT);
  if (estimator === ESTIMATOR_FINITE_DIFFERENCE) {
    differences(w, p, g);
  } else if (estimator === ESTIMATOR_ZEROTH_ORDER) {
    zerothOrder(w, p, g);
  } else {
    const isExact: bool = estimator === ESTIMATOR_EXACT;
    const least: f64 = isExact ? floor : Math.max(floor, -LEAST_SHARE * ld(g + HEIGHT));
    keepPlace(g);
    if (!isExact) smoothSides(w, g, least);
    solve(g, least);
    writeRelative(g);
    // The distance is the pair's own.
    restorePlace(g);
    writeDistance(g);
  }
  writeJacobians(w, g);
  return 1;
}

/**
 * The Hessian of a shape's support value at the unit vector (dx, dy, dz), nine numbers by rows at JACOBIANS of block `g`: exact or
 * smoothed. 1 if the exact one exists there.
 */
export function supportHessian(record: i32, skeleton: i32, g: i32, dx: f64, dy: f64, dz: f64): i32 {
  const side: i32 = g + SIDE_A;
  st(side + SIDE_DIRECTION, dx);
  st(side + SIDE_DIRECTION + 1, dy);
  st(side + SIDE_DIRECTION + 2, dz);
  writeAcross(side + SIDE_DIRECTION, side + SIDE_FIRST);
  // No point is given: only what is perpendicular beyond doubt is a kink.
  const unknown: f64 = 1.0e308 * 10.0 * 0.0;
  for (let k: i32 = 0; k < 3; k += 1) st(side + SIDE_POINT + k, unknown);
  setAngles(side, KINK, KINK);
  shapeSide(record, side);
  const isKink: bool = ldi(2 * side + SIDE_FREE_COUNT_INT) > 0 || ldi(2 * side + SIDE_REGULAR_INT) === 0;
  if (ldi(2 * g + ESTIMATOR_INT) !== ESTIMATOR_EXACT) {
    // A number has to stand for the curvature along a segment seen across.
    const isSegment: bool = ldi(2 * record + RECORD_KIND_INT) === KIND_SEGMENT;
    if (isSegment || !isSmooth(g, record)) {
      smoothSide(g, record, g + LEVEL_A, skeleton, side, noiseOnNormal(g, 1.0, 1.0), false);
    }
  }
  const a: f64 = ld(side + SIDE_BEND);
  const b: f64 = ld(side + SIDE_BEND + 1);
  const c: f64 = ld(side + SIDE_BEND + 2);
  for (let row: i32 = 0; row < 3; row += 1) {
    const first: f64 = ld(side + SIDE_FIRST + row);
    const second: f64 = ld(side + SIDE_SECOND + row);
    for (let column: i32 = 0; column < 3; column += 1) {
      st(
        g + JACOBIANS + 3 * row + column,
        // Plus zero: a negative zero is none.
        (a * first + b * second) * ld(side + SIDE_FIRST + column) +
          (b * first + c * second) * ld(side + SIDE_SECOND + column) +
          0.0,
      );
    }
  }
  return isKink ? 0 : 1;
}
