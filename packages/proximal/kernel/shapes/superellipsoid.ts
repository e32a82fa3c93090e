import * as ShapeBlock from '../blocks/shape-block.ts';
import * as Side from '../derivatives/blocks/side.ts';
import { strictSide } from '../derivatives/feature.ts';
import { pow } from '../elementary.ts';
import { HESSIAN_SIZE } from '../growth/hessian.ts';
import { ld, st } from '../port/memory.ts';

/** Coordinates smaller than this fraction of the largest are raised to that fraction, so that second derivatives stay finite. */
const NARROW: f64 = 1.0e-9;
/** A coordinate of a unit direction with at most this absolute value counts as zero. */
const ZERO: f64 = 1.0e-9;

/** Offsets in a norm and its derivatives: see `setNorm`. */
const NORM_SHARE: i32 = 1;
const NORM_SLOPE: i32 = 3;
const NORM_SIZE: i32 = 5;

/**
 * The superellipsoid ((|x/rx|^{2/e2} + |y/ry|^{2/e2})^{e2/e1} + |z/rz|^{2/e1}) ≤ 1: the unit ball of two nested norms.
 * Its support value is the dual, h = ((X^p + Y^p)^{q/p} + Z^q)^{1/q} with X = rx |dx| and so on, p = 2/(2 − e2) and
 * q = 2/(2 − e1); the farthest point is its gradient. Data: rx, ry, rz, p, q.
 */
export function supportSuperellipsoid(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  const rx: f64 = ShapeBlock.data(record, 0);
  const ry: f64 = ShapeBlock.data(record, 1);
  const rz: f64 = ShapeBlock.data(record, 2);
  const p: f64 = ShapeBlock.data(record, 3);
  const q: f64 = ShapeBlock.data(record, 4);
  const x: f64 = rx * Math.abs(dx);
  const y: f64 = ry * Math.abs(dy);
  const z: f64 = rz * Math.abs(dz);
  // n = (a^e + b^e)^{1/e} = large · r with t = small / large, s = t^e, r = (1 + s)^{1/e}: nothing overflows, and s may underflow.
  // Its gradient is (a/n)^{e−1}, which is r / (1 + s) for the larger and s / t times that for the smaller.
  const largerXY: f64 = Math.max(x, y);
  const ratioXY: f64 = largerXY > 0.0 ? Math.min(x, y) / largerXY : 0.0;
  const powerXY: f64 = ratioXY > 0.0 ? pow(ratioXY, p) : 0.0;
  const rootXY: f64 = powerXY > 0.0 ? pow(1.0 + powerXY, 1.0 / p) : 1.0;
  const normXY: f64 = largerXY * rootXY;
  const largest: f64 = Math.max(normXY, z);
  const ratio: f64 = largest > 0.0 ? Math.min(normXY, z) / largest : 0.0;
  const power: f64 = ratio > 0.0 ? pow(ratio, q) : 0.0;
  const root: f64 = power > 0.0 ? pow(1.0 + power, 1.0 / q) : 1.0;
  const largeXY: f64 = rootXY / (1.0 + powerXY);
  const smallXY: f64 = ratioXY > 0.0 ? (largeXY * powerXY) / ratioXY : 0.0;
  const large: f64 = root / (1.0 + power);
  const small: f64 = ratio > 0.0 ? (large * power) / ratio : 0.0;
  const share: f64 = normXY >= z ? large : small;
  const px: f64 = rx * share * (x >= y ? largeXY : smallXY);
  const py: f64 = ry * share * (x >= y ? smallXY : largeXY);
  const pz: f64 = rz * (normXY >= z ? small : large);
  st(out, dx < 0.0 ? -px : px);
  st(out + 1, dy < 0.0 ? -py : py);
  st(out + 2, dz < 0.0 ? -pz : pz);
}

/**
 * Adds the Hessian of h = ‖(m, Z)‖_q with m = ‖(X, Y)‖_p, by the chain rule. Of a norm n = (a^e + b^e)^{1/e} with α = a/n, β = b/n, α^e + β^e = 1:
 * ∂n/∂a = α^{e−1}, ∂²n/∂a² = (e − 1)/n · α^{e−2} β^e, ∂²n/∂a∂b = −(e − 1)/n · (αβ)^{e−1}: nothing cancels.
 */
export function addSuperellipsoidHessian(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  const p: f64 = ShapeBlock.data(record, 3);
  const q: f64 = ShapeBlock.data(record, 4);
  const scaleX: f64 = dx < 0.0 ? -ShapeBlock.data(record, 0) : ShapeBlock.data(record, 0);
  const scaleY: f64 = dy < 0.0 ? -ShapeBlock.data(record, 1) : ShapeBlock.data(record, 1);
  const scaleZ: f64 = dz < 0.0 ? -ShapeBlock.data(record, 2) : ShapeBlock.data(record, 2);
  const x: f64 = scaleX * dx;
  const y: f64 = scaleY * dy;
  const z: f64 = scaleZ * dz;
  const largest: f64 = Math.max(Math.max(x, y), z);
  // A power of a zero coordinate is 0 or infinite.
  const least: f64 = NARROW * largest;
  const a: f64 = Math.max(x, least);
  const b: f64 = Math.max(y, least);
  const c: f64 = Math.max(z, least);
  const inner: i32 = out + HESSIAN_SIZE;
  const outer: i32 = inner + NORM_SIZE;
  setNorm(inner, a, b, p);
  setNorm(outer, ld(inner), c, q);
  const shareA: f64 = ld(inner + NORM_SHARE);
  const shareB: f64 = ld(inner + NORM_SHARE + 1);
  const slopeA: f64 = ld(inner + NORM_SLOPE);
  const slopeB: f64 = ld(inner + NORM_SLOPE + 1);
  const innerFactor: f64 = (p - 1.0) / ld(inner);
  const share: f64 = ld(outer + NORM_SHARE);
  const shareC: f64 = ld(outer + NORM_SHARE + 1);
  const slope: f64 = ld(outer + NORM_SLOPE);
  const slopeC: f64 = ld(outer + NORM_SLOPE + 1);
  const outerFactor: f64 = (q - 1.0) / ld(outer);
  // The derivatives with respect to m and Z: ∂²h/∂m² = (q − 1)/h · α^{q−2} γ^q with α = m/h, γ = Z/h, and α^{q−2} = slope / share.
  const outerMM: f64 = outerFactor * (slope / share) * slopeC * shareC;
  const outerMC: f64 = -outerFactor * slope * slopeC;
  const outerCC: f64 = outerFactor * (slopeC / shareC) * slope * share;
  const mixed: f64 = innerFactor * slopeA * slopeB;
  st(out, ld(out) + scaleX * scaleX * (outerMM * slopeA * slopeA + (slope * mixed * shareB) / shareA));
  st(out + 1, ld(out + 1) + scaleX * scaleY * (outerMM * slopeA * slopeB - slope * mixed));
  st(out + 2, ld(out + 2) + scaleX * scaleZ * outerMC * slopeA);
  st(out + 3, ld(out + 3) + scaleY * scaleY * (outerMM * slopeB * slopeB + (slope * mixed * shareA) / shareB));
  st(out + 4, ld(out + 4) + scaleY * scaleZ * outerMC * slopeB);
  st(out + 5, ld(out + 5) + scaleZ * scaleZ * outerCC);
}

/** Writes the norm n of (a, b), then a/n, b/n, ∂n/∂a and ∂n/∂b: see `supportSuperellipsoid`, which has the same two powers. */
function setNorm(out: i32, a: f64, b: f64, e: f64): void {
  const large: f64 = Math.max(a, b);
  const ratio: f64 = Math.min(a, b) / large;
  const power: f64 = pow(ratio, e);
  const root: f64 = pow(1.0 + power, 1.0 / e);
  const slope: f64 = root / (1.0 + power);
  const larger: i32 = a >= b ? 0 : 1;
  st(out, large * root);
  st(out + NORM_SHARE + larger, 1.0 / root);
  st(out + NORM_SHARE + 1 - larger, ratio / root);
  st(out + NORM_SLOPE + larger, slope);
  st(out + NORM_SLOPE + 1 - larger, (slope * power) / ratio);
}

/**
 * If exactly one of the direction's x and y is zero with p < 2, if z is zero with q < 2, or if x and y are both zero with q < 2 or with q = 2 and
 * p ≠ 2, a second derivative may be infinite or depend on the direction of the limit: then the side is not regular. Data: rx, ry, rz, p, q.
 */
export function fillSuperellipsoidSide(record: i32, side: i32): void {
  strictSide(record, side);
  const d: i32 = side + Side.DIRECTION;
  const p: f64 = ShapeBlock.data(record, 3);
  const q: f64 = ShapeBlock.data(record, 4);
  const isX: bool = Math.abs(ld(d)) > ZERO;
  const isY: bool = Math.abs(ld(d + 1)) > ZERO;
  const isZ: bool = Math.abs(ld(d + 2)) > ZERO;
  const isFlat: bool = isX || isY ? p < 2.0 && !(isX && isY) : q < 2.0 || (q === 2.0 && p !== 2.0);
  if (isFlat || (q < 2.0 && !isZ)) Side.setRegular(side, 0);
}
