// The support point among four or eight corners in 2D. The WebAssembly version, corners.wasm.ts, handles two corners at a time
// without a branch, with the same result as this file. Corners are stored in pairs, as x₀ x₁ y₀ y₁.
import { ld } from './memory.ts';

/** The index of the farthest of four corners along (dx, dy), the lowest if several are equally far; 0 if all projections are NaN. */
export function farthestOfFour(pairs: i32, dx: f64, dy: f64): i32 {
  const even: f64 = larger(projection(pairs, 0, dx, dy), projection(pairs, 2, dx, dy));
  const odd: f64 = larger(projection(pairs, 1, dx, dy), projection(pairs, 3, dx, dy));
  return firstAt(pairs, 4, dx, dy, larger(even, odd));
}

/** Like `farthestOfFour`, for eight corners. */
export function farthestOfEight(pairs: i32, dx: f64, dy: f64): i32 {
  const even: f64 = larger(
    larger(projection(pairs, 0, dx, dy), projection(pairs, 2, dx, dy)),
    larger(projection(pairs, 4, dx, dy), projection(pairs, 6, dx, dy)),
  );
  const odd: f64 = larger(
    larger(projection(pairs, 1, dx, dy), projection(pairs, 3, dx, dy)),
    larger(projection(pairs, 5, dx, dy), projection(pairs, 7, dx, dy)),
  );
  return firstAt(pairs, 8, dx, dy, larger(even, odd));
}

/** f64x2.pmax of WebAssembly: the second if it is larger, otherwise the first, also if either is NaN. */
function larger(x: f64, y: f64): f64 {
  return x < y ? y : x;
}

/** ⟨d, corner k⟩. */
function projection(pairs: i32, k: i32, dx: f64, dy: f64): f64 {
  const at: i32 = pairs + 4 * (k >> 1) + (k & 1);
  return dx * ld(at) + dy * ld(at + 2);
}

/** The lowest index of a corner with this projection. */
function firstAt(pairs: i32, count: i32, dx: f64, dy: f64, largest: f64): i32 {
  for (let k: i32 = 0; k < count; k += 1) if (projection(pairs, k, dx, dy) === largest) return k;
  return 0;
}
