// The Hessian of any core's support value, smoothed by Gaussian noise on the unit direction (26).
import { ld } from '../port/memory.ts';
import { supportCore } from '../support/dispatch.ts';
import { DRAWN, SIDE_BEND, SIDE_DIRECTION, SIDE_FIRST, SIDE_SCRATCH, SIDE_SECOND } from './layout.ts';
import { drawNormals } from './random.ts';
import { setBend } from './side.ts';
import { dotAt } from './tangent.ts';

/**
 * The mean of s(d + ε z) zᵀ / ε over normally distributed z across d, s being the support point. Noise along d would only change
 * its length. `isAntithetic` takes (s(d + ε z) − s(d − ε z)) zᵀ / 2ε instead, which has the same mean and, since what s does not
 * change with z cancels, far less variance. Returns the number of support points.
 */
export function gaussianBend(g: i32, record: i32, side: i32, noise: f64, samples: i32, isAntithetic: bool): i32 {
  const out: i32 = side + SIDE_SCRATCH;
  const step: i32 = isAntithetic ? 2 : 1;
  let firstFirst: f64 = 0.0;
  let firstSecond: f64 = 0.0;
  let secondSecond: f64 = 0.0;
  let used: i32 = 0;
  let weight: f64 = 0.0;
  while (used < samples) {
    drawNormals(g);
    const z1: f64 = ld(g + DRAWN);
    const z2: f64 = ld(g + DRAWN + 1);
    supportBeside(record, side, noise * z1, noise * z2, out);
    let a: f64 = dotAt(side + SIDE_FIRST, out);
    let b: f64 = dotAt(side + SIDE_SECOND, out);
    if (isAntithetic) {
      supportBeside(record, side, -noise * z1, -noise * z2, out);
      a = 0.5 * (a - dotAt(side + SIDE_FIRST, out));
      b = 0.5 * (b - dotAt(side + SIDE_SECOND, out));
    }
    firstFirst += a * z1;
    firstSecond += 0.5 * (a * z2 + b * z1);
    secondSecond += b * z2;
    weight += noise;
    used += step;
  }
  setBend(side, firstFirst / weight, firstSecond / weight, secondSecond / weight);
  return used;
}

/**
 * A support function is convex, and so is a smoothed one: no eigenvalue is negative. That of a few samples may be, by far, where an
 * edge makes one curvature huge; then only the positive one stays. The mean over many seeds is no longer that of (26), but the inverse
 * that a Jacobian needs exists.
 */
export function makeConvex(side: i32): void {
  const a: f64 = ld(side + SIDE_BEND);
  const b: f64 = ld(side + SIDE_BEND + 1);
  const c: f64 = ld(side + SIDE_BEND + 2);
  const mean: f64 = 0.5 * (a + c);
  const half: f64 = 0.5 * (a - c);
  const radius: f64 = Math.sqrt(half * half + b * b);
  if (mean >= radius) return;
  const share: f64 = Math.max(0.0, mean + radius) / (2.0 * radius);
  setBend(side, share * (radius + half), share * b, share * (radius - half));
}

/** The core's farthest point along d + a · first + b · second. */
export function supportBeside(record: i32, side: i32, a: f64, b: f64, out: i32): void {
  const d: i32 = side + SIDE_DIRECTION;
  const e: i32 = side + SIDE_FIRST;
  const f: i32 = side + SIDE_SECOND;
  supportCore(
    record,
    ld(d) + a * ld(e) + b * ld(f),
    ld(d + 1) + a * ld(e + 1) + b * ld(f + 1),
    ld(d + 2) + a * ld(e + 2) + b * ld(f + 2),
    out,
  );
}
