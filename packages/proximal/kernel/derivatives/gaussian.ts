// The Hessian of any core's support value, smoothed by Gaussian noise on the unit direction: (26) of Montaut et al. 2023.

import { ld, st, toFloat } from '../port/memory.ts';
import { supportCore } from '../shapes/dispatch/support.ts';
import * as CoreWidth from './blocks/core-width.ts';
import * as Derivative from './blocks/derivative.ts';
import * as GaussianSide from './blocks/gaussian-side.ts';
import * as Side from './blocks/side.ts';
import { drawAngle, drawNormals, drawRadius } from './random.ts';
import { setHessian, setPoint } from './side.ts';
import { dotAt, writeAcross } from './tangent.ts';

/** The golden section of a quarter turn, in radians: the angle between samples, each of which comes with its quarter turns. */
const SPACING: f64 = 0.9708055193627733;

/**
 * The mean of s(d + ε z) zᵀ / ε over normally distributed z perpendicular to d, with the support point s. Noise along d would
 * only change its length. With `isAntithetic` each z comes with its three quarter turns, and the radii are drawn from equally
 * likely ranges: the mean is the same, but the part of s that does not depend on z cancels, and a ball has an isotropic Hessian for
 * every seed. With `isRescaled` the result is divided by the fraction of a ball's curvature that remains under the noise. The side's
 * point becomes the mean of s perpendicular to d, at the height of the support point along d. Returns the number of sampled
 * support points.
 */
export function gaussianHessian(
  g: i32,
  record: i32,
  side: i32,
  noise: f64,
  samples: i32,
  isAntithetic: bool,
  isRescaled: bool,
): i32 {
  const used: i32 = sample(g, record, side, noise, samples, isAntithetic);
  const remainingFraction: f64 = isRescaled ? GaussianSide.ball(side) / GaussianSide.ballLimit(side) : 1.0;
  divideSums(side, remainingFraction * noise * toFloat(used));
  const p: i32 = side + Side.POINT;
  setPoint(side, ld(p + 1), ld(p + 2), ld(p));
  return used;
}

function divideSums(side: i32, by: f64): void {
  setHessian(side, GaussianSide.sums(side, 0) / by, GaussianSide.sums(side, 1) / by, GaussianSide.sums(side, 2) / by);
}

/** Draws and sums the samples. Writes the coordinates of the mean point along d and along the two vectors to the side's point. */
function sample(g: i32, record: i32, side: i32, noise: f64, samples: i32, isAntithetic: bool): i32 {
  for (let k: i32 = 0; k < 7; k += 1) GaussianSide.setSums(side, k, 0.0);
  let used: i32 = 0;
  if (isAntithetic) {
    const draws: i32 = (samples + 3) >> 2;
    const start: f64 = drawAngle(g);
    for (let k: i32 = 0; k < draws; k += 1) {
      drawRadius(g, k, draws, start + SPACING * toFloat(k));
      const z1: f64 = Derivative.drawn(g, 0);
      const z2: f64 = Derivative.drawn(g, 1);
      addSample(record, side, noise, z1, z2);
      addSample(record, side, noise, -z1, -z2);
      addSample(record, side, noise, -z2, z1);
      addSample(record, side, noise, z2, -z1);
    }
    used = 4 * draws;
  } else {
    for (let k: i32 = 0; k < samples; k += 1) {
      drawNormals(g);
      addSample(record, side, noise, Derivative.drawn(g, 0), Derivative.drawn(g, 1));
    }
    used = samples;
  }
  supportBeside(record, side, 0.0, 0.0, side + Side.SCRATCH);
  Side.setPoint(side, 0, dotAt(side + Side.DIRECTION, side + Side.SCRATCH));
  Side.setPoint(side, 1, GaussianSide.mean(side, 0) / toFloat(used));
  Side.setPoint(side, 2, GaussianSide.mean(side, 1) / toFloat(used));
  return used;
}

/** Adds a sample to the sums, and the same sample of a unit ball, whose support point along d + ε z is (d + ε z)/√(1 + ε² z²). */
function addSample(record: i32, side: i32, noise: f64, z1: f64, z2: f64): void {
  const out: i32 = side + Side.SCRATCH;
  supportBeside(record, side, noise * z1, noise * z2, out);
  const a: f64 = dotAt(side + Side.FIRST, out);
  const b: f64 = dotAt(side + Side.SECOND, out);
  add(side + GaussianSide.SUMS, a * z1);
  add(side + GaussianSide.SUMS + 1, 0.5 * (a * z2 + b * z1));
  add(side + GaussianSide.SUMS + 2, b * z2);
  add(side + GaussianSide.MEAN, a);
  add(side + GaussianSide.MEAN + 1, b);
  const squared: f64 = z1 * z1 + z2 * z2;
  add(side + GaussianSide.BALL, (0.5 * noise * squared) / Math.sqrt(1.0 + noise * noise * squared));
  add(side + GaussianSide.BALL_LIMIT, 0.5 * noise * squared);
}

function add(at: i32, x: f64): void {
  st(at, ld(at) + x);
}

/**
 * Like `gaussianHessian`, with noise that smooths the facets, on the normals of the body S' = L⁻¹S, which has equal extents. The
 * direction d of S = L S' becomes u = Lᵀd/|Lᵀd|, and H = L H' Lᵀ/|Lᵀd|. The farthest point of S' along u + ε z is L⁻¹ s, where s is
 * the farthest point of S along L⁻ᵀ(u + ε z), and ⟨a, L⁻¹ s⟩ = ⟨L⁻ᵀa, s⟩ for every vector a. So the curvature of an ellipsoid stays
 * exact.
 */
export function isotropicHessian(
  g: i32,
  record: i32,
  coreWidth: i32,
  side: i32,
  samples: i32,
  isAntithetic: bool,
): i32 {
  const innerSide: i32 = side + Side.SIZE;
  const u: i32 = innerSide + Side.DIRECTION;
  multiplyTransposed(coreWidth, side + Side.DIRECTION, u);
  const length: f64 = Math.sqrt(dotAt(u, u));
  for (let k: i32 = 0; k < 3; k += 1) st(u + k, ld(u + k) / length);
  writeAcross(u, innerSide + Side.FIRST);
  const images: i32 = innerSide + GaussianSide.IMAGES;
  for (let k: i32 = 0; k < 9; k += 3) {
    multiplyFactor(coreWidth, innerSide + k, images + k);
    solveTransposed(coreWidth, innerSide + k);
  }
  const used: i32 = sample(g, record, innerSide, CoreWidth.angle(coreWidth), samples, isAntithetic);
  divideSums(innerSide, GaussianSide.ball(innerSide));
  const e1: f64 = dotAt(side + Side.FIRST, images + Side.FIRST);
  const e2: f64 = dotAt(side + Side.FIRST, images + Side.SECOND);
  const f1: f64 = dotAt(side + Side.SECOND, images + Side.FIRST);
  const f2: f64 = dotAt(side + Side.SECOND, images + Side.SECOND);
  const a: f64 = Side.hessian(innerSide, 0) / length;
  const b: f64 = Side.hessian(innerSide, 1) / length;
  const c: f64 = Side.hessian(innerSide, 2) / length;
  setHessian(
    side,
    a * e1 * e1 + 2.0 * b * e1 * e2 + c * e2 * e2,
    a * e1 * f1 + b * (e1 * f2 + e2 * f1) + c * e2 * f2,
    a * f1 * f1 + 2.0 * b * f1 * f2 + c * f2 * f2,
  );
  const p: i32 = innerSide + Side.POINT;
  for (let k: i32 = 0; k < 3; k += 1) {
    Side.setPoint(
      side,
      k,
      ld(p) * ld(images + k) + ld(p + 1) * Side.first(images, k) + ld(p + 2) * Side.second(images, k),
    );
  }
  return used;
}

/** out = Lᵀ v. */
function multiplyTransposed(l: i32, v: i32, out: i32): void {
  st(out, ld(l) * ld(v) + ld(l + 1) * ld(v + 1) + ld(l + 3) * ld(v + 2));
  st(out + 1, ld(l + 2) * ld(v + 1) + ld(l + 4) * ld(v + 2));
  st(out + 2, ld(l + 5) * ld(v + 2));
}

/** out = L v. */
function multiplyFactor(l: i32, v: i32, out: i32): void {
  st(out, ld(l) * ld(v));
  st(out + 1, ld(l + 1) * ld(v) + ld(l + 2) * ld(v + 1));
  st(out + 2, ld(l + 3) * ld(v) + ld(l + 4) * ld(v + 1) + ld(l + 5) * ld(v + 2));
}

/** v = L⁻ᵀ v. */
function solveTransposed(l: i32, v: i32): void {
  const z: f64 = ld(v + 2) / ld(l + 5);
  const y: f64 = (ld(v + 1) - ld(l + 4) * z) / ld(l + 2);
  st(v, (ld(v) - ld(l + 1) * y - ld(l + 3) * z) / ld(l));
  st(v + 1, y);
  st(v + 2, z);
}

/**
 * A support function is convex, and so is a smoothed one: its Hessian has no negative eigenvalue. The estimate from a few
 * samples may have a large negative eigenvalue if an edge makes the other curvature huge; then only the positive eigenvalue is
 * kept. The mean over many seeds is then no longer the mean (26), but the inverse that a Jacobian needs exists.
 */
export function makeConvex(side: i32): void {
  const a: f64 = Side.hessian(side, 0);
  const b: f64 = Side.hessian(side, 1);
  const c: f64 = Side.hessian(side, 2);
  const mean: f64 = 0.5 * (a + c);
  const half: f64 = 0.5 * (a - c);
  const radius: f64 = Math.sqrt(half * half + b * b);
  if (mean >= radius) return;
  const factor: f64 = Math.max(0.0, mean + radius) / (2.0 * radius);
  setHessian(side, factor * (radius + half), factor * b, factor * (radius - half));
}

/** The core's farthest point along d + a · first + b · second. */
export function supportBeside(record: i32, side: i32, a: f64, b: f64, out: i32): void {
  const d: i32 = side + Side.DIRECTION;
  const e: i32 = side + Side.FIRST;
  const f: i32 = side + Side.SECOND;
  supportCore(
    record,
    ld(d) + a * ld(e) + b * ld(f),
    ld(d + 1) + a * ld(e + 1) + b * ld(f + 1),
    ld(d + 2) + a * ld(e + 2) + b * ld(f + 2),
    out,
  );
}
