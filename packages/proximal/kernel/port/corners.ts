// The support point among a few corners in 2D. The WebAssembly version, corners.wasm.ts, handles two corners at
// a time without a branch; this file defines the result of both. Corners are in pairs, x x y y.
import { ld } from './memory.ts';

/** The number of the farthest of four corners; of several that are equally far, the first. */
export function farthestOfFour(pairs: i32, dx: f64, dy: f64): i32 {
  const even: f64 = larger(reach(pairs, 0, dx, dy), reach(pairs, 2, dx, dy));
  const odd: f64 = larger(reach(pairs, 1, dx, dy), reach(pairs, 3, dx, dy));
  return firstAt(pairs, 4, dx, dy, larger(even, odd));
}

/** The number of the farthest of eight corners, in the same way. */
export function farthestOfEight(pairs: i32, dx: f64, dy: f64): i32 {
  const even: f64 = larger(
    larger(reach(pairs, 0, dx, dy), reach(pairs, 2, dx, dy)),
    larger(reach(pairs, 4, dx, dy), reach(pairs, 6, dx, dy)),
  );
  const odd: f64 = larger(
    larger(reach(pairs, 1, dx, dy), reach(pairs, 3, dx, dy)),
    larger(reach(pairs, 5, dx, dy), reach(pairs, 7, dx, dy)),
  );
  return firstAt(pairs, 8, dx, dy, larger(even, odd));
}

/** The second only if it is larger, so that NaN is handled as in WebAssembly. */
function larger(x: f64, y: f64): f64 {
  return x < y ? y : x;
}

function reach(pairs: i32, k: i32, dx: f64, dy: f64): f64 {
  const at: i32 = pairs + 4 * (k >> 1) + (k & 1);
  return dx * ld(at) + dy * ld(at + 2);
}

function firstAt(pairs: i32, count: i32, dx: f64, dy: f64, most: f64): i32 {
  for (let k: i32 = 0; k < count; k += 1) if (reach(pairs, k, dx, dy) === most) return k;
  return 0;
}
