// Products of matrices by rows. The WebAssembly version, products.wasm.ts, computes two entries at a time. In both, every entry is a sum in the order of
// the inner index.
import { ld, st } from './memory.ts';

/**
 * out += factor A B, where A has `rows` rows of `inner` numbers, and B has `inner` rows of `columns` numbers. Successive rows of a matrix begin
 * `stride` numbers apart.
 */
export function addProduct(
  a: i32,
  strideA: i32,
  b: i32,
  strideB: i32,
  out: i32,
  strideOut: i32,
  rows: i32,
  inner: i32,
  columns: i32,
  factor: f64,
): void {
  for (let i: i32 = 0; i < rows; i += 1) {
    for (let j: i32 = 0; j < columns; j += 1) {
      let sum: f64 = 0.0;
      for (let k: i32 = 0; k < inner; k += 1) sum += ld(a + strideA * i + k) * ld(b + strideB * k + j);
      const to: i32 = out + strideOut * i + j;
      st(to, ld(to) + factor * sum);
    }
  }
}
