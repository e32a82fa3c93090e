// Second derivatives of support values h(d) = max ⟨d, x⟩, for the shapes that have them everywhere but on the line d = 0 or, for
// superellipsoids, where a coordinate of d vanishes. Symmetric matrices are six numbers: xx xy xz yy yz zz.

import * as ShapeBlock from '../blocks/shape-block.ts';
import {
  KIND_ELLIPSOID,
  KIND_INNER_ELLIPSOID,
  KIND_SMOOTH_HULL,
  KIND_SUM,
  KIND_SUPERELLIPSOID,
  KIND_TRANSFORMED,
} from '../constants.ts';
import { pow } from '../elementary.ts';
import { ld, st } from '../port/memory.ts';
import { powerOf, wholeExponent } from '../support/smooth-hull.ts';

/** How many numbers a matrix takes. Shapes within shapes use as many behind `out` for each level of nesting. */
const HESSIAN_SIZE: i32 = 6;
/** Where a second derivative is infinite, the one this far from there stands for it: a coordinate's share of the norm. */
const NARROW: f64 = 1.0e-9;

/** Within a norm and its derivatives. */
const NORM_SHARE: i32 = 1;
const NORM_SLOPE: i32 = 3;
const NORM_SIZE: i32 = 5;

export function clearHessian(out: i32): void {
  for (let k: i32 = 0; k < HESSIAN_SIZE; k += 1) st(out + k, 0.0);
}

/** Adds the Hessian of the whole shape, swept ball included, at (dx, dy, dz), of any length but zero. A point has none to add. */
export function addHessian(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  addCoreHessian(record, dx, dy, dz, out);
  const radius: f64 = ShapeBlock.radius(record);
  if (radius !== 0.0) addBall(radius, dx, dy, dz, out);
}

/** r |d|: r (1 − n nᵀ) / |d|. */
function addBall(radius: f64, dx: f64, dy: f64, dz: f64, out: i32): void {
  const squared: f64 = dx * dx + dy * dy + dz * dz;
  const bend: f64 = radius / Math.sqrt(squared);
  addDiagonal(out, bend, bend, bend);
  addSquare(out, -bend / squared, dx, dy, dz);
}

/** The same without the ball. */
export function addCoreHessian(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  switch (ShapeBlock.kind(record)) {
    case KIND_ELLIPSOID:
      addEllipsoid(record, dx, dy, dz, out);
      return;
    case KIND_INNER_ELLIPSOID:
      addEllipsoid(record, dx, dy, dz, out);
      addBall(-ShapeBlock.data(record, 3), dx, dy, dz, out);
      return;
    case KIND_SUPERELLIPSOID:
      addSuperellipsoid(record, dx, dy, dz, out);
      return;
    case KIND_SMOOTH_HULL:
      addSmoothHull(record, dx, dy, dz, out);
      return;
    case KIND_TRANSFORMED:
      addTransformed(record, dx, dy, dz, out);
      return;
    case KIND_SUM:
      addCoreHessian(record + ShapeBlock.DATA, dx, dy, dz, out);
      addCoreHessian(record + ShapeBlock.DATA + ShapeBlock.count(record), dx, dy, dz, out);
      return;
  }
}

/** uᵀ H v. */
export function bilinear(h: i32, ux: f64, uy: f64, uz: f64, vx: f64, vy: f64, vz: f64): f64 {
  return (
    ux * (ld(h) * vx + ld(h + 1) * vy + ld(h + 2) * vz) +
    uy * (ld(h + 1) * vx + ld(h + 3) * vy + ld(h + 4) * vz) +
    uz * (ld(h + 2) * vx + ld(h + 4) * vy + ld(h + 5) * vz)
  );
}

function addDiagonal(out: i32, x: f64, y: f64, z: f64): void {
  st(out, ld(out) + x);
  st(out + 3, ld(out + 3) + y);
  st(out + 5, ld(out + 5) + z);
}

/** Adds factor · v vᵀ. */
function addSquare(out: i32, factor: f64, x: f64, y: f64, z: f64): void {
  const fx: f64 = factor * x;
  const fy: f64 = factor * y;
  st(out, ld(out) + fx * x);
  st(out + 1, ld(out + 1) + fx * y);
  st(out + 2, ld(out + 2) + fx * z);
  st(out + 3, ld(out + 3) + fy * y);
  st(out + 4, ld(out + 4) + fy * z);
  st(out + 5, ld(out + 5) + factor * z * z);
}

/** h = |r∘d|: H = (diag(r²) − s sᵀ) / h with the support point s = r∘r∘d / h. */
function addEllipsoid(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  const rx: f64 = ShapeBlock.data(record, 0);
  const ry: f64 = ShapeBlock.data(record, 1);
  const rz: f64 = ShapeBlock.data(record, 2);
  const x: f64 = rx * dx;
  const y: f64 = ry * dy;
  const z: f64 = rz * dz;
  const inverse: f64 = 1.0 / Math.sqrt(x * x + y * y + z * z);
  addDiagonal(out, inverse * rx * rx, inverse * ry * ry, inverse * rz * rz);
  addSquare(out, -inverse * inverse * inverse, rx * x, ry * y, rz * z);
}

/**
 * h = ‖(a, Z)‖_q with a = ‖(X, Y)‖_p, by the chain rule. Of a norm n = (a^e + b^e)^{1/e} with α = a/n, β = b/n, α^e + β^e = 1:
 * ∂n/∂a = α^{e−1}, ∂²n/∂a² = (e − 1)/n · α^{e−2} β^e, ∂²n/∂a∂b = −(e − 1)/n · (αβ)^{e−1}: nothing cancels.
 */
function addSuperellipsoid(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  const p: f64 = ShapeBlock.data(record, 3);
  const q: f64 = ShapeBlock.data(record, 4);
  const scaleX: f64 = dx < 0.0 ? -ShapeBlock.data(record, 0) : ShapeBlock.data(record, 0);
  const scaleY: f64 = dy < 0.0 ? -ShapeBlock.data(record, 1) : ShapeBlock.data(record, 1);
  const scaleZ: f64 = dz < 0.0 ? -ShapeBlock.data(record, 2) : ShapeBlock.data(record, 2);
  const x: f64 = scaleX * dx;
  const y: f64 = scaleY * dy;
  const z: f64 = scaleZ * dz;
  const most: f64 = Math.max(Math.max(x, y), z);
  // A coordinate of zero has a power of zero, or an infinite one.
  const least: f64 = NARROW * most;
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
  const bend: f64 = (p - 1.0) / ld(inner);
  const share: f64 = ld(outer + NORM_SHARE);
  const shareC: f64 = ld(outer + NORM_SHARE + 1);
  const slope: f64 = ld(outer + NORM_SLOPE);
  const slopeC: f64 = ld(outer + NORM_SLOPE + 1);
  const outerBend: f64 = (q - 1.0) / ld(outer);
  // ∂²h/∂a² = α^{q−2} γ^q …, and α^{q−2} = slope / share.
  const outerAA: f64 = outerBend * (slope / share) * slopeC * shareC;
  const outerAC: f64 = -outerBend * slope * slopeC;
  const outerCC: f64 = outerBend * (slopeC / shareC) * slope * share;
  const mixed: f64 = bend * slopeA * slopeB;
  st(out, ld(out) + scaleX * scaleX * (outerAA * slopeA * slopeA + (slope * mixed * shareB) / shareA));
  st(out + 1, ld(out + 1) + scaleX * scaleY * (outerAA * slopeA * slopeB - slope * mixed));
  st(out + 2, ld(out + 2) + scaleX * scaleZ * outerAC * slopeA);
  st(out + 3, ld(out + 3) + scaleY * scaleY * (outerAA * slopeB * slopeB + (slope * mixed * shareA) / shareB));
  st(out + 4, ld(out + 4) + scaleY * scaleZ * outerAC * slopeB);
  st(out + 5, ld(out + 5) + scaleZ * scaleZ * outerCC);
}

/** Writes the norm n of (a, b), then a/n, b/n, ∂n/∂a and ∂n/∂b: see supportSuperellipsoid, which has them from the same two powers. */
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

/** h = (Σ zᵢ^p)^{1/p}: H = (p − 1) (Σ vᵢ vᵢᵀ (zᵢ/h)^{p−2} − s sᵀ) / h, s the support point. */
function addSmoothHull(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  const p: f64 = ShapeBlock.data(record, 0);
  const first: i32 = record + ShapeBlock.DATA + 1;
  const end: i32 = first + 3 * ShapeBlock.count(record);
  const whole: i32 = wholeExponent(p - 2.0);
  let most: f64 = 0.0;
  for (let at: i32 = first; at < end; at += 3) {
    most = Math.max(most, dx * ld(at) + dy * ld(at + 1) + dz * ld(at + 2));
  }
  // With ρ = z / most: h = most S^{1/p}, S = Σ ρ^p, and (z/h)^k = ρ^k S^{−k/p}.
  const bend: f64 = (p - 1.0) / most;
  let x: f64 = 0.0;
  let y: f64 = 0.0;
  let z: f64 = 0.0;
  let sum: f64 = 0.0;
  const scratch: i32 = out + HESSIAN_SIZE;
  clearHessian(scratch);
  for (let at: i32 = first; at < end; at += 3) {
    const ratio: f64 = (dx * ld(at) + dy * ld(at + 1) + dz * ld(at + 2)) / most;
    if (ratio > 0.0) {
      const weight: f64 = powerOf(ratio, p - 2.0, whole);
      addSquare(scratch, weight, ld(at), ld(at + 1), ld(at + 2));
      const slope: f64 = weight * ratio;
      x += slope * ld(at);
      y += slope * ld(at + 1);
      z += slope * ld(at + 2);
      sum += slope * ratio;
    }
  }
  // S^{−(p−2)/p} / h = S^{(1−p)/p} / most, and s sᵀ / h = S^{(1−2p)/p} / most · (Σ v ρ^{p−1}) (…)ᵀ.
  const scale: f64 = bend * pow(sum, (1.0 - p) / p);
  for (let k: i32 = 0; k < HESSIAN_SIZE; k += 1) st(out + k, ld(out + k) + scale * ld(scratch + k));
  addSquare(out, -scale / sum, x, y, z);
}

/** h(d) = h_S(Lᵀ d) + ⟨t, d⟩: H = L H_S Lᵀ. */
function addTransformed(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  const l: i32 = record + ShapeBlock.DATA;
  const inner: i32 = out + HESSIAN_SIZE;
  clearHessian(inner);
  addHessian(
    l + 12,
    ld(l) * dx + ld(l + 3) * dy + ld(l + 6) * dz,
    ld(l + 1) * dx + ld(l + 4) * dy + ld(l + 7) * dz,
    ld(l + 2) * dx + ld(l + 5) * dy + ld(l + 8) * dz,
    inner,
  );
  let at: i32 = out;
  for (let row: i32 = 0; row < 3; row += 1) {
    for (let column: i32 = row; column < 3; column += 1) {
      const u: i32 = l + 3 * row;
      const v: i32 = l + 3 * column;
      st(at, ld(at) + bilinear(inner, ld(u), ld(u + 1), ld(u + 2), ld(v), ld(v + 1), ld(v + 2)));
      at += 1;
    }
  }
}
