// Bodies smoothed by noise: the smoothed curvature and point of each, and the nearest points of the smoothed bodies.

import * as Query from '../blocks/query.ts';
import * as ShapeBlock from '../blocks/shape-block.ts';
import { smallerSize } from '../minkowski.ts';
import { ld } from '../port/memory.ts';
import { KIND_HALFSPACE, KIND_POINT, KIND_SEGMENT } from '../shapes/kinds.ts';
import * as CoreWidth from './blocks/core-width.ts';
import * as Derivative from './blocks/derivative.ts';
import * as Side from './blocks/side.ts';
import { ESTIMATOR_GUMBEL, NOISE_ON_NORMAL } from './constants.ts';
import { addBall } from './feature.ts';
import { gaussianHessian, isotropicHessian, makeConvex, supportBeside } from './gaussian.ts';
import { softMaxHessian } from './gumbel.ts';
import { seedRandom } from './random.ts';
import { solve } from './solve.ts';
import { fillSides, setUnitAxis } from './state.ts';
import { dotAt } from './tangent.ts';

/** Whether the default amount of noise is used. */
function hasDefaultNoise(g: i32): bool {
  return !(Derivative.noise(g) > 0.0);
}

/** Whether the noise is given as a number on the unit normal. */
function isOnNormal(g: i32): bool {
  return Derivative.noiseOn(g) === NOISE_ON_NORMAL && !hasDefaultNoise(g);
}

/**
 * The noise on the unit normal that corresponds to noise of ε · size on a separation of this length: ε · size / length (26–28). Infinite
 * for a zero separation, and if no noise is given. Noise given on the normal is returned unchanged.
 */
export function noiseOnNormal(g: i32, length: f64, size: f64): f64 {
  const noise: f64 = Derivative.noise(g);
  if (isOnNormal(g)) return noise;
  return noise > 0.0 && length > 0.0 ? (noise * size) / length : 1.0e308 * 10.0;
}

/**
 * Smooths both sides along the normal. The nearest points of smoothed bodies have another normal than the pair. With the default
 * Gaussian noise one Newton step approximates this normal, and the sides are smoothed along it again, unless the noise is on the pair's own
 * normal. Eigenvalues of the curvature M (solve.ts) below `floor` are raised to it.
 */
export function smoothSides(w: i32, g: i32, floor: f64): void {
  const recordA: i32 = Query.recordA(w);
  const recordB: i32 = Query.recordB(w);
  const noise: f64 = noiseOnNormal(g, Math.abs(Derivative.signedDistance(g)), smallerSize(recordA, recordB));
  const isExact: bool = smoothBoth(g, recordA, recordB, noise);
  const usesPairNormal: bool =
    Derivative.estimator(g) === ESTIMATOR_GUMBEL || Derivative.noiseOn(g) === NOISE_ON_NORMAL;
  if (isExact || usesPairNormal || !hasDefaultNoise(g)) return;
  rotateNormal(w, g, floor, Math.max(CoreWidth.angle(Derivative.widthA(g)), CoreWidth.angle(Derivative.widthB(g))));
  fillSides(w, g);
  smoothBoth(g, recordA, recordB, noise);
  const b: i32 = Derivative.sideB(g);
  const radius: f64 = ShapeBlock.radius(recordB);
  for (let k: i32 = 0; k < 3; k += 1)
    Derivative.setPointInB(g, k, Side.point(b, k) - radius * Derivative.normalInB(g, k));
}

/** Smooths the sides that need it, and computes the points of the others. Returns whether neither side was smoothed. */
function smoothBoth(g: i32, recordA: i32, recordB: i32, noise: f64): bool {
  const isSmoothA: bool = isSmooth(g, recordA);
  const isSmoothB: bool = isSmooth(g, recordB);
  if (!isSmoothA)
    smoothSide(g, recordA, Derivative.widthA(g), Derivative.skeletonA(g), Derivative.sideA(g), noise, true);
  else fillPoint(recordA, Derivative.sideA(g));
  if (!isSmoothB)
    smoothSide(g, recordB, Derivative.widthB(g), Derivative.skeletonB(g), Derivative.sideB(g), noise, true);
  else fillPoint(recordB, Derivative.sideB(g));
  return isSmoothA && isSmoothB;
}

/**
 * Whether a shape keeps its exact curvature: half-spaces, which have only one normal, and balls; with the default noise or the
 * soft-max, also strictly convex shapes; with the default noise, also capsules.
 */
export function isSmooth(g: i32, record: i32): bool {
  const kind: i32 = ShapeBlock.kind(record);
  if (kind === KIND_HALFSPACE || kind === KIND_POINT) return true;
  if (kind === KIND_SEGMENT) return hasDefaultNoise(g);
  const isSoftMax: bool = Derivative.estimator(g) === ESTIMATOR_GUMBEL;
  return (isSoftMax || hasDefaultNoise(g)) && ShapeBlock.strict(record) === 1;
}

/** Computes the point of an exact side, unless the support set is an edge or face. */
function fillPoint(record: i32, side: i32): void {
  if (Side.freeCount(side) === 0) supportBeside(record, side, 0.0, 0.0, side + Side.POINT);
}

/**
 * Rotates the normal by one Newton step, at most `limit` radians, toward the normal that is parallel to p_B − p_A. The step solves M δn = the
 * part of p_B − p_A perpendicular to the present normal (see solve.ts).
 */
function rotateNormal(w: i32, g: i32, floor: f64, limit: f64): void {
  solve(g, floor);
  const e: i32 = g + Derivative.TANGENTS;
  const a: i32 = Derivative.sideA(g);
  const b: i32 = Derivative.sideB(g);
  const r1: f64 =
    dotAt(e, w + Query.TRANSLATION) + dotAt(b + Side.FIRST, b + Side.POINT) - dotAt(a + Side.FIRST, a + Side.POINT);
  const r2: f64 =
    dotAt(e + 3, w + Query.TRANSLATION) +
    dotAt(b + Side.SECOND, b + Side.POINT) -
    dotAt(a + Side.SECOND, a + Side.POINT);
  const k: i32 = g + Derivative.NORMAL_BY_MOTION;
  const x: f64 = ld(k) * r1 + ld(k + 1) * r2;
  const y: f64 = ld(k + 2) * r1 + ld(k + 3) * r2;
  const length: f64 = Math.sqrt(x * x + y * y);
  const factor: f64 = length > limit ? limit / length : 1.0;
  const n: i32 = g + Derivative.NORMAL;
  setUnitAxis(
    w,
    g,
    ld(n) + factor * (x * ld(e) + y * ld(e + 3)),
    ld(n + 1) + factor * (x * ld(e + 1) + y * ld(e + 4)),
    ld(n + 2) + factor * (x * ld(e + 2) + y * ld(e + 5)),
  );
}

/**
 * Replaces the exact Hessian by the soft-max's if that is requested and there is a skeleton; otherwise Hessian and point by those of Gaussian
 * noise, without negative eigenvalues if the Hessian will be inverted. `noise` is the noise on the unit normal. Noise beyond the level that
 * smooths the facets would only reduce the curvature (at zero separation it is infinite, and the curvature would vanish), so it is capped at
 * that level unless it is given on the normal.
 */
export function smoothSide(
  g: i32,
  record: i32,
  coreWidth: i32,
  skeleton: i32,
  side: i32,
  noise: f64,
  isInverted: bool,
): void {
  const isFitted: bool = !isOnNormal(g);
  if (Derivative.estimator(g) === ESTIMATOR_GUMBEL && skeleton > 0) {
    const size: f64 = ShapeBlock.bound(record);
    const core: f64 = size - ShapeBlock.radius(record);
    softMaxHessian(skeleton, side, Derivative.neighbors(g), noise * size, isFitted, core);
  } else {
    // Each side starts from the seed, so that its random numbers do not depend on whether the other side is smoothed.
    seedRandom(g, Derivative.seed(g));
    const isAntithetic: bool = Derivative.antithetic(g) === 1;
    const samples: i32 = Derivative.wantedSamples(g);
    const facetNoise: f64 = CoreWidth.angle(coreWidth);
    const used: i32 = hasDefaultNoise(g)
      ? isotropicHessian(g, record, coreWidth, side, samples, isAntithetic)
      : gaussianHessian(
          g,
          record,
          side,
          isFitted ? Math.min(noise, facetNoise) : noise,
          samples,
          isAntithetic,
          isFitted,
        );
    if (isInverted) makeConvex(side);
    Derivative.setSamples(g, used);
    Derivative.setSupportCalls(g, Derivative.supportCalls(g) + used);
  }
  Side.setFreeCount(side, 0);
  addBall(side, ShapeBlock.radius(record));
}
