// The innermost loop of the support function of hulls. The WebAssembly version, scan.wasm.ts, compares two vertices at a time
// without a branch, with the same result as this file.
import { ld } from './memory.ts';

/**
 * Returns the address of the x of the vertex farthest along (dx, dy, dz) among `pairs` pairs of vertices, which start at `first`; its y
 * and z are 2 and 4 numbers further. A pair is stored as x x y y z z. Of several equally far vertices, the first is returned.
 */
export function farthestOfPairs(first: i32, pairs: i32, dx: f64, dy: f64, dz: f64): i32 {
  let farthest: i32 = first;
  let largest: f64 = dx * ld(first) + dy * ld(first + 2) + dz * ld(first + 4);
  for (let pair: i32 = 0; pair < pairs; pair += 1) {
    for (let at: i32 = first + 6 * pair; at < first + 6 * pair + 2; at += 1) {
      const height: f64 = dx * ld(at) + dy * ld(at + 2) + dz * ld(at + 4);
      if (height > largest) {
        largest = height;
        farthest = at;
      }
    }
  }
  return farthest;
}

/** `magnitude`, which is not negative, with the sign of `sign`; a negative zero has a negative sign. */
export function withSign(magnitude: f64, sign: f64): f64 {
  return sign < 0.0 || (sign === 0.0 && 1.0 / sign < 0.0) ? -magnitude : magnitude;
}
