import * as ShapeBlock from '../blocks/shape-block.ts';
import { pow } from '../elementary.ts';
import { addSquare, clearHessian, HESSIAN_SIZE } from '../growth/hessian.ts';
import { ld, st, toInt } from '../port/memory.ts';

/**
 * The set with support value h = (Σ max(0, ⟨vᵢ, d⟩)^p)^{1/p}: the hull of the vertices, inflated and smooth. The farthest
 * point is the gradient Σ vᵢ (zᵢ/h)^{p−1}, zᵢ = max(0, ⟨vᵢ, d⟩). Data: p, then x y z of each vertex.
 */
export function supportSmoothHull(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  const p: f64 = ShapeBlock.data(record, 0);
  const first: i32 = record + ShapeBlock.DATA + 1;
  const end: i32 = first + 3 * ShapeBlock.count(record);
  const whole: i32 = wholeExponent(p - 1.0);
  let largest: f64 = 0.0;
  for (let at: i32 = first; at < end; at += 3) {
    largest = Math.max(largest, dx * ld(at) + dy * ld(at + 1) + dz * ld(at + 2));
  }
  let x: f64 = 0.0;
  let y: f64 = 0.0;
  let z: f64 = 0.0;
  let sum: f64 = 0.0;
  if (largest > 0.0) {
    for (let at: i32 = first; at < end; at += 3) {
      const ratio: f64 = (dx * ld(at) + dy * ld(at + 1) + dz * ld(at + 2)) / largest;
      if (ratio > 0.0) {
        const weight: f64 = powerOf(ratio, p - 1.0, whole);
        x += weight * ld(at);
        y += weight * ld(at + 1);
        z += weight * ld(at + 2);
        sum += weight * ratio;
      }
    }
  }
  const scale: f64 = sum > 0.0 ? pow(sum, (1.0 - p) / p) : 0.0;
  st(out, scale * x);
  st(out + 1, scale * y);
  st(out + 2, scale * z);
}

/** The exponent if it is an integer from 0 to 63, the usual case, which needs no logarithm; otherwise a negative number. */
export function wholeExponent(exponent: f64): i32 {
  return exponent < 64.0 && Math.floor(exponent) === exponent ? toInt(exponent) : -1;
}

/** x to the exponent, whose `wholeExponent` is known. */
export function powerOf(x: f64, exponent: f64, whole: i32): f64 {
  return whole >= 0 ? wholePower(x, whole) : pow(x, exponent);
}

/** xⁿ by squaring, n ≥ 0. */
function wholePower(x: f64, n: i32): f64 {
  let result: f64 = 1.0;
  let square: f64 = x;
  for (let exponent: i32 = n; exponent > 0; exponent = exponent >> 1) {
    if ((exponent & 1) === 1) result *= square;
    square *= square;
  }
  return result;
}

/** Adds the Hessian of h = (Σ zᵢ^p)^{1/p}: H = (p − 1) (Σ vᵢ vᵢᵀ (zᵢ/h)^{p−2} − s sᵀ) / h with the support point s. */
export function addSmoothHullHessian(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  const p: f64 = ShapeBlock.data(record, 0);
  const first: i32 = record + ShapeBlock.DATA + 1;
  const end: i32 = first + 3 * ShapeBlock.count(record);
  const whole: i32 = wholeExponent(p - 2.0);
  let largest: f64 = 0.0;
  for (let at: i32 = first; at < end; at += 3) {
    largest = Math.max(largest, dx * ld(at) + dy * ld(at + 1) + dz * ld(at + 2));
  }
  // With ρ = z / largest: h = largest S^{1/p}, S = Σ ρ^p, and (z/h)^k = ρ^k S^{−k/p}.
  const factor: f64 = (p - 1.0) / largest;
  let x: f64 = 0.0;
  let y: f64 = 0.0;
  let z: f64 = 0.0;
  let sum: f64 = 0.0;
  const scratch: i32 = out + HESSIAN_SIZE;
  clearHessian(scratch);
  for (let at: i32 = first; at < end; at += 3) {
    const ratio: f64 = (dx * ld(at) + dy * ld(at + 1) + dz * ld(at + 2)) / largest;
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
  // S^{−(p−2)/p} / h = S^{(1−p)/p} / largest, and s sᵀ / h = S^{(1−2p)/p} / largest · (Σ v ρ^{p−1}) (…)ᵀ.
  const scale: f64 = factor * pow(sum, (1.0 - p) / p);
  for (let k: i32 = 0; k < HESSIAN_SIZE; k += 1) st(out + k, ld(out + k) + scale * ld(scratch + k));
  addSquare(out, -scale / sum, x, y, z);
}
