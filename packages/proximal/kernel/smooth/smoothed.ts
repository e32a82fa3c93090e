// Bodies smoothed by noise: the curvature and the point of each as the noise sees them, and where such bodies are nearest.
import {
  KIND_HALFSPACE,
  KIND_POINT,
  KIND_SEGMENT,
  RECORD_A_INT,
  RECORD_B_INT,
  RECORD_BOUND,
  RECORD_KIND_INT,
  RECORD_RADIUS,
  RECORD_STRICT_INT,
  TRANSLATION,
} from '../layout.ts';
import { smallerSize } from '../minkowski.ts';
import { ld, ldi, st, sti } from '../port/memory.ts';
import { addBall } from './feature.ts';
import { gaussianBend, levelledBend, makeConvex, supportBeside } from './gaussian.ts';
import { softMaxBend } from './gumbel.ts';
import {
  ACROSS,
  ANTITHETIC_INT,
  AXIS,
  CALLS_INT,
  ESTIMATOR_GUMBEL,
  ESTIMATOR_INT,
  HEIGHT,
  LEVEL_A,
  LEVEL_ANGLE,
  LEVEL_B,
  NEIGHBOURS_INT,
  NOISE,
  NOISE_ON_INT,
  NOISE_ON_NORMAL,
  OWN_AXIS,
  OWN_B,
  SAMPLES_INT,
  SEED_INT,
  SIDE_A,
  SIDE_B,
  SIDE_FIRST,
  SIDE_FREE_COUNT_INT,
  SIDE_POINT,
  SIDE_SECOND,
  SKELETON_A_INT,
  SKELETON_B_INT,
  TURN_MOVED,
  WANTED_SAMPLES_INT,
} from './layout.ts';
import { seeSides, setUnitAxis } from './place.ts';
import { seedRandom } from './random.ts';
import { solve } from './solve.ts';
import { dotAt } from './tangent.ts';

/** Whether no number is given. */
function isFree(g: i32): bool {
  return !(ld(g + NOISE) > 0.0);
}

/** Whether the noise is a number on the unit normal, which is taken as it is. */
function isOnNormal(g: i32): bool {
  return ldi(2 * g + NOISE_ON_INT) === NOISE_ON_NORMAL && !isFree(g);
}

/**
 * The noise on the unit normal that noise of ε · size on a separation of this length is: ε · size / length (26–28). Infinite for a
 * separation of zero, and where none is given.
 */
export function noiseOnNormal(g: i32, length: f64, size: f64): f64 {
  const noise: f64 = ld(g + NOISE);
  if (isOnNormal(g)) return noise;
  return noise > 0.0 && length > 0.0 ? (noise * size) / length : 1.0e308 * 10.0;
}

/**
 * Smooths both sides, seen along the normal. Bodies that are smoothed are nearest along another normal than the pair. For Gaussian noise
 * without a number that one is found, and they are seen along it again, unless noise is wanted on the pair's own. `floor` is the least
 * curvature of the distance over the normal.
 */
export function smoothSides(w: i32, g: i32, floor: f64): void {
  const recordA: i32 = ldi(2 * w + RECORD_A_INT);
  const recordB: i32 = ldi(2 * w + RECORD_B_INT);
  const width: f64 = noiseOnNormal(g, Math.abs(ld(g + HEIGHT)), smallerSize(recordA, recordB));
  const isExact: bool = smoothBoth(g, recordA, recordB, width);
  const isOwn: bool = ldi(2 * g + ESTIMATOR_INT) === ESTIMATOR_GUMBEL || ldi(2 * g + NOISE_ON_INT) === NOISE_ON_NORMAL;
  if (isExact || isOwn || !isFree(g)) return;
  turn(w, g, floor, Math.max(ld(g + LEVEL_A + LEVEL_ANGLE), ld(g + LEVEL_B + LEVEL_ANGLE)));
  seeSides(w, g);
  smoothBoth(g, recordA, recordB, width);
  const b: i32 = g + SIDE_B;
  const radius: f64 = ld(recordB + RECORD_RADIUS);
  for (let k: i32 = 0; k < 3; k += 1) st(g + OWN_B + k, ld(b + SIDE_POINT + k) - radius * ld(g + OWN_AXIS + k));
}

/** True if neither has anything to smooth. */
function smoothBoth(g: i32, recordA: i32, recordB: i32, width: f64): bool {
  const isSmoothA: bool = isSmooth(g, recordA);
  const isSmoothB: bool = isSmooth(g, recordB);
  if (!isSmoothA) smoothSide(g, recordA, g + LEVEL_A, ldi(2 * g + SKELETON_A_INT), g + SIDE_A, width, true);
  else seePoint(recordA, g + SIDE_A);
  if (!isSmoothB) smoothSide(g, recordB, g + LEVEL_B, ldi(2 * g + SKELETON_B_INT), g + SIDE_B, width, true);
  else seePoint(recordB, g + SIDE_B);
  return isSmoothA && isSmoothB;
}

/**
 * What keeps its exact curvature: a half-space, which has one normal only, and a ball; where no noise is given or it is on vertices, also what is
 * strictly convex; and without a number capsules.
 */
export function isSmooth(g: i32, record: i32): bool {
  const kind: i32 = ldi(2 * record + RECORD_KIND_INT);
  if (kind === KIND_HALFSPACE || kind === KIND_POINT) return true;
  if (kind === KIND_SEGMENT) return isFree(g);
  const isSoftMax: bool = ldi(2 * g + ESTIMATOR_INT) === ESTIMATOR_GUMBEL;
  return (isSoftMax || isFree(g)) && ldi(2 * record + RECORD_STRICT_INT) === 1;
}

/** The point of an exact side, unless it may be anywhere on an edge or face. */
function seePoint(record: i32, side: i32): void {
  if (ldi(2 * side + SIDE_FREE_COUNT_INT) === 0) supportBeside(record, side, 0.0, 0.0, side + SIDE_POINT);
}

/**
 * One step of Newton's method towards the normal along which the points of the two sides face each other: M δn = p_B − p_A across it
 * (see solve.ts), by `most` radians at most.
 */
function turn(w: i32, g: i32, floor: f64, most: f64): void {
  solve(g, floor);
  const e: i32 = g + ACROSS;
  const a: i32 = g + SIDE_A;
  const b: i32 = g + SIDE_B;
  const r1: f64 =
    dotAt(e, w + TRANSLATION) + dotAt(b + SIDE_FIRST, b + SIDE_POINT) - dotAt(a + SIDE_FIRST, a + SIDE_POINT);
  const r2: f64 =
    dotAt(e + 3, w + TRANSLATION) + dotAt(b + SIDE_SECOND, b + SIDE_POINT) - dotAt(a + SIDE_SECOND, a + SIDE_POINT);
  const k: i32 = g + TURN_MOVED;
  const x: f64 = ld(k) * r1 + ld(k + 1) * r2;
  const y: f64 = ld(k + 2) * r1 + ld(k + 3) * r2;
  const length: f64 = Math.sqrt(x * x + y * y);
  const share: f64 = length > most ? most / length : 1.0;
  const n: i32 = g + AXIS;
  setUnitAxis(
    w,
    g,
    ld(n) + share * (x * ld(e) + y * ld(e + 3)),
    ld(n + 1) + share * (x * ld(e + 1) + y * ld(e + 4)),
    ld(n + 2) + share * (x * ld(e + 2) + y * ld(e + 5)),
  );
}

/**
 * Puts a smoothed Hessian and point in the place of the exact ones: the soft-max where there is a skeleton and it is asked for, Gaussian
 * noise otherwise, without negative eigenvalues if it is to be inverted. `width` is the noise on the unit normal. From noise that levels
 * the facets upwards, more would see no more of the surface and only take curvature away, down to none at a separation of zero: unless it is
 * given on the normal it stops there.
 */
export function smoothSide(
  g: i32,
  record: i32,
  level: i32,
  skeleton: i32,
  side: i32,
  width: f64,
  isInverted: bool,
): void {
  const isFitted: bool = !isOnNormal(g);
  if (ldi(2 * g + ESTIMATOR_INT) === ESTIMATOR_GUMBEL && skeleton > 0) {
    const size: f64 = ld(record + RECORD_BOUND);
    const core: f64 = size - ld(record + RECORD_RADIUS);
    softMaxBend(skeleton, side, ldi(2 * g + NEIGHBOURS_INT), width * size, isFitted, core);
  } else {
    // Both sides draw the same numbers, whatever the other one is.
    seedRandom(g, ldi(2 * g + SEED_INT));
    const isEven: bool = ldi(2 * g + ANTITHETIC_INT) === 1;
    const samples: i32 = ldi(2 * g + WANTED_SAMPLES_INT);
    const most: f64 = ld(level + LEVEL_ANGLE);
    const used: i32 = isFree(g)
      ? levelledBend(g, record, level, side, samples, isEven)
      : gaussianBend(g, record, side, isFitted ? Math.min(width, most) : width, samples, isEven, isFitted);
    if (isInverted) makeConvex(side);
    sti(2 * g + SAMPLES_INT, used);
    sti(2 * g + CALLS_INT, used);
  }
  sti(2 * side + SIDE_FREE_COUNT_INT, 0);
  addBall(side, ld(record + RECORD_RADIUS));
}
