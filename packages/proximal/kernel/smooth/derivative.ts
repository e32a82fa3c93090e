// Derivatives of a signed-distance query: the query, what is exact at its answer, then the estimator that was asked for.
import {
  FLOOR,
  KIND_HALFSPACE,
  KIND_POINT,
  LOCAL_NORMAL,
  NORMAL,
  RECORD_A_INT,
  RECORD_B_INT,
  RECORD_BOUND,
  RECORD_KIND_INT,
  RECORD_RADIUS,
  RECORD_STRICT_INT,
  ROTATION_A,
  STATUS_INT,
  STATUS_SEPARATED,
} from '../layout.ts';
import { measurePair, smallerSize } from '../minkowski.ts';
import { penetration } from '../penetration/penetration.ts';
import { ld, ldi, st, sti } from '../port/memory.ts';
import { relativePose, rotateBack } from '../rotation.ts';
import { setExistence, tellExistence } from './exists.ts';
import { addBall, shapeSide } from './feature.ts';
import { writeJacobians } from './frames.ts';
import { gaussianBend, makeConvex } from './gaussian.ts';
import { softMaxBend } from './gumbel.ts';
import {
  ANTITHETIC_INT,
  CALLS_INT,
  ESTIMATOR_EXACT,
  ESTIMATOR_FINITE_DIFFERENCE,
  ESTIMATOR_GUMBEL,
  ESTIMATOR_INT,
  ESTIMATOR_ZEROTH_ORDER,
  HEIGHT,
  JACOBIAN_ROWS,
  JACOBIANS,
  NEIGHBOURS_INT,
  NOISE,
  NOISE_ON_INT,
  NOISE_ON_NORMAL,
  RELATIVE,
  SAMPLES_INT,
  SEED_INT,
  SIDE_A,
  SIDE_B,
  SIDE_BEND,
  SIDE_DIRECTION,
  SIDE_FIRST,
  SIDE_FREE_COUNT_INT,
  SIDE_POINT,
  SIDE_REGULAR_INT,
  SIDE_SECOND,
  SKELETON_A_INT,
  SKELETON_B_INT,
  WANTED_SAMPLES_INT,
} from './layout.ts';
import { seeSides, setAngles, takeAnswer } from './place.ts';
import { isCurved, polish } from './polish.ts';
import { seedRandom } from './random.ts';
import { differences, zerothOrder } from './sampled.ts';
import { leastCurvature, solve, writeRelative } from './solve.ts';
import { writeAcross } from './tangent.ts';

/**
 * Of overlapping shapes M is never negative, but a smoothed Hessian may be smaller than the depth. Its eigenvalues are raised to this
 * share of the depth then.
 */
const LEAST_SHARE: f64 = 0.01;
/** In radians: Gaussian noise that sees around the corners of a body with a dozen of them. */
const WIDEST: f64 = 0.5;
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
    if (estimator !== ESTIMATOR_EXACT) {
      const recordA: i32 = ldi(2 * w + RECORD_A_INT);
      const recordB: i32 = ldi(2 * w + RECORD_B_INT);
      const width: f64 = noiseOnNormal(g, Math.abs(ld(g + HEIGHT)), smallerSize(recordA, recordB));
      smoothSide(g, recordA, ldi(2 * g + SKELETON_A_INT), g + SIDE_A, width, true);
      smoothSide(g, recordB, ldi(2 * g + SKELETON_B_INT), g + SIDE_B, width, true);
    }
    solve(g, estimator === ESTIMATOR_EXACT ? floor : Math.max(floor, -LEAST_SHARE * ld(g + HEIGHT)));
    writeRelative(g);
  }
  writeJacobians(w, g);
  return 1;
}

/** Whether the noise is a number on the unit normal, which is taken as it is. */
function isOnNormal(g: i32): bool {
  return ldi(2 * g + NOISE_ON_INT) === NOISE_ON_NORMAL && ld(g + NOISE) > 0.0;
}

/**
 * The noise on the unit normal that noise of ε · size on a separation of this length is: ε · size / length (26–28). Infinite for a
 * separation of zero, and where none is given.
 */
function noiseOnNormal(g: i32, length: f64, size: f64): f64 {
  const noise: f64 = ld(g + NOISE);
  if (isOnNormal(g)) return noise;
  return noise > 0.0 && length > 0.0 ? (noise * size) / length : 1.0e308 * 10.0;
}

/**
 * Puts a smoothed Hessian in the place of the exact one: the soft-max where there is a skeleton and it is asked for, Gaussian
 * noise otherwise, without negative eigenvalues if it is to be inverted. A half-space has one normal only, and a ball is smooth already; so is, for the soft-max, whatever is strictly
 * convex. `width` is the noise on the unit normal. From noise that levels the facets upwards, more would see no more of the surface and
 * only take curvature away, down to none at a separation of zero: unless it is given on the normal it stops there.
 */
function smoothSide(g: i32, record: i32, skeleton: i32, side: i32, width: f64, isInverted: bool): void {
  const kind: i32 = ldi(2 * record + RECORD_KIND_INT);
  const isSoftMax: bool = ldi(2 * g + ESTIMATOR_INT) === ESTIMATOR_GUMBEL;
  if (kind === KIND_HALFSPACE || kind === KIND_POINT) return;
  if (isSoftMax && ldi(2 * record + RECORD_STRICT_INT) === 1) return;
  const isFitted: bool = !isOnNormal(g);
  if (isSoftMax && skeleton > 0) {
    const size: f64 = ld(record + RECORD_BOUND);
    const core: f64 = size - ld(record + RECORD_RADIUS);
    softMaxBend(skeleton, side, ldi(2 * g + NEIGHBOURS_INT), width * size, isFitted, core);
  } else {
    // Both sides draw the same numbers, whatever the other one is.
    seedRandom(g, ldi(2 * g + SEED_INT));
    const isAntithetic: bool = ldi(2 * g + ANTITHETIC_INT) === 1;
    const noise: f64 = isFitted ? Math.min(width, WIDEST) : width;
    const used: i32 = gaussianBend(g, record, side, noise, ldi(2 * g + WANTED_SAMPLES_INT), isAntithetic);
    if (isInverted) makeConvex(side);
    sti(2 * g + SAMPLES_INT, used);
    sti(2 * g + CALLS_INT, used);
  }
  sti(2 * side + SIDE_FREE_COUNT_INT, 0);
  addBall(side, ld(record + RECORD_RADIUS));
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
    smoothSide(g, record, skeleton, side, noiseOnNormal(g, 1.0, 1.0), false);
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
