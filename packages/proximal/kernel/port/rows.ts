// Products with the rows of a contact problem. The WebAssembly version, rows.wasm.ts, handles two numbers at a time. For the same bits,
// this file sums the even and odd entries of a dot product separately, too.
import { ld, st } from './memory.ts';

/** A row of six numbers times a vector. */
export function dotSix(row: i32, vector: i32): f64 {
  const even: f64 = ld(row) * ld(vector) + ld(row + 2) * ld(vector + 2) + ld(row + 4) * ld(vector + 4);
  const odd: f64 = ld(row + 1) * ld(vector + 1) + ld(row + 3) * ld(vector + 3) + ld(row + 5) * ld(vector + 5);
  return even + odd;
}

/** A row of `width` numbers times a vector. */
export function dotRow(row: i32, vector: i32, width: i32): f64 {
  let even: f64 = 0.0;
  let odd: f64 = 0.0;
  let k: i32 = 0;
  for (; k + 1 < width; k += 2) {
    even += ld(row + k) * ld(vector + k);
    odd += ld(row + k + 1) * ld(vector + k + 1);
  }
  return k < width ? even + odd + ld(row + k) * ld(vector + k) : even + odd;
}

/** Three rows of `width` numbers, one after the other, times a vector: three numbers at `out`. */
export function timesRows(rows: i32, width: i32, vector: i32, out: i32): void {
  for (let k: i32 = 0; k < 3; k += 1) st(out + k, dotRow(rows + width * k, vector, width));
}

/** vector += x a + y b + z c, where a, b and c are rows of `width` numbers, one after the other. */
export function addRows(rows: i32, width: i32, x: f64, y: f64, z: f64, vector: i32): void {
  for (let k: i32 = 0; k < width; k += 1) {
    const sum: f64 = x * ld(rows + k) + y * ld(rows + width + k) + z * ld(rows + 2 * width + k);
    st(vector + k, ld(vector + k) + sum);
  }
}

/** `addRows` for rows of six numbers. */
export function addSix(rows: i32, x: f64, y: f64, z: f64, vector: i32): void {
  addRows(rows, 6, x, y, z, vector);
}

/** vector += x a, where a is a row of `width` numbers. */
export function addRow(row: i32, width: i32, x: f64, vector: i32): void {
  for (let k: i32 = 0; k < width; k += 1) st(vector + k, ld(vector + k) + x * ld(row + k));
}

/**
 * vector += (x a + y b + z c) D, where a, b and c are rows of six numbers, one after the other, and D is the diagonal matrix of the six numbers
 * at `scales`.
 */
export function addScaledSix(rows: i32, scales: i32, x: f64, y: f64, z: f64, vector: i32): void {
  for (let k: i32 = 0; k < 6; k += 1) {
    const scale: f64 = ld(scales + k);
    const sum: f64 = x * (scale * ld(rows + k)) + y * (scale * ld(rows + 6 + k)) + z * (scale * ld(rows + 12 + k));
    st(vector + k, ld(vector + k) + sum);
  }
}

/** `addRow` for a row of six numbers. */
export function addRowOfSix(row: i32, x: f64, vector: i32): void {
  addRow(row, 6, x, vector);
}

/** out = row M, where M has six by six numbers, by rows. */
export function rowTimesMatrix(row: i32, matrix: i32, out: i32): void {
  for (let k: i32 = 0; k < 6; k += 1) {
    const first: f64 = ld(row) * ld(matrix + k) + ld(row + 1) * ld(matrix + 6 + k);
    const second: f64 = ld(row + 2) * ld(matrix + 12 + k) + ld(row + 3) * ld(matrix + 18 + k);
    const third: f64 = ld(row + 4) * ld(matrix + 24 + k) + ld(row + 5) * ld(matrix + 30 + k);
    st(out + k, first + second + third);
  }
}

/** out = row D, where D is a diagonal matrix of six by six numbers. */
export function scaleSix(row: i32, matrix: i32, out: i32): void {
  for (let k: i32 = 0; k < 6; k += 1) st(out + k, ld(matrix + 7 * k) * ld(row + k));
}
