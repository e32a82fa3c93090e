// Cholesky factorization of small symmetric systems, in place: rows are `Conic.Y_COUNT` apart for any size.
import { ld, st } from '../port/memory.ts';
import * as Conic from './blocks/conic.ts';

/** Added to the diagonal of the normal equations, relative to it: x is not unique if faces are parallel. */
const DAMPING: f64 = 1.0e-14;

/** Adds weight · v vᵀ to the lower triangle. */
export function addSquare(matrix: i32, count: i32, v: i32, weight: f64): void {
  for (let i: i32 = 0; i < count; i += 1) {
    const scaled: f64 = weight * ld(v + i);
    if (scaled !== 0.0) {
      const row: i32 = matrix + i * Conic.Y_COUNT;
      for (let j: i32 = 0; j <= i; j += 1) st(row + j, ld(row + j) + scaled * ld(v + j));
    }
  }
}

/**
 * Replaces the lower triangle of A by L with L Lᵀ = A + DAMPING · diag A. Pivots below DAMPING times the diagonal entry are raised to that.
 * False if a diagonal entry of A is not positive.
 */
export function factorMatrix(matrix: i32, count: i32): bool {
  for (let j: i32 = 0; j < count; j += 1) {
    const pivot: i32 = matrix + j * Conic.Y_COUNT;
    let diagonal: f64 = ld(pivot + j) * (1.0 + DAMPING);
    const least: f64 = DAMPING * diagonal;
    for (let k: i32 = 0; k < j; k += 1) diagonal -= ld(pivot + k) * ld(pivot + k);
    if (!(least > 0.0)) return false;
    const root: f64 = Math.sqrt(Math.max(diagonal, least));
    st(pivot + j, root);
    for (let i: i32 = j + 1; i < count; i += 1) {
      const row: i32 = matrix + i * Conic.Y_COUNT;
      let sum: f64 = ld(row + j);
      for (let k: i32 = 0; k < j; k += 1) sum -= ld(row + k) * ld(pivot + k);
      st(row + j, sum / root);
    }
  }
  return true;
}

export function dot(a: i32, b: i32, count: i32): f64 {
  let sum: f64 = 0.0;
  for (let k: i32 = 0; k < count; k += 1) sum += ld(a + k) * ld(b + k);
  return sum;
}

export function addTimes(to: i32, count: i32, from: i32, factor: f64): void {
  for (let k: i32 = 0; k < count; k += 1) st(to + k, ld(to + k) + factor * ld(from + k));
}

/** Solves L Lᵀ x = b, and replaces b by x. */
export function solveFactored(matrix: i32, count: i32, b: i32): void {
  for (let i: i32 = 0; i < count; i += 1) {
    const row: i32 = matrix + i * Conic.Y_COUNT;
    st(b + i, (ld(b + i) - dot(row, b, i)) / ld(row + i));
  }
  for (let i: i32 = count - 1; i >= 0; i -= 1) {
    let sum: f64 = ld(b + i);
    for (let k: i32 = i + 1; k < count; k += 1) sum -= ld(matrix + k * Conic.Y_COUNT + i) * ld(b + k);
    st(b + i, sum / ld(matrix + i * Conic.Y_COUNT + i));
  }
}
