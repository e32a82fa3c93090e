// The WebAssembly target of the corners: see corners.ts, which documents each function.

// @ts-nocheck

@inline function reaches(at: usize, dx: v128, dy: v128): v128 {
  return f64x2.add(f64x2.mul(dx, v128.load(at)), f64x2.mul(dy, v128.load(at, 16)));
}

/** The larger half in both. */
@inline function largest(most: v128): v128 {
  return f64x2.pmax(most, v128.shuffle<f64>(most, most, 1, 0));
}

/** Two bits: which of the two corners reach as far. */
@inline function found(reach: v128, most: v128): i32 {
  return i64x2.bitmask(f64x2.eq(reach, most));
}

@inline export function farthestOfFour(pairs: i32, dx: f64, dy: f64): i32 {
  const at: usize = <usize>pairs << 3;
  const x: v128 = f64x2.splat(dx);
  const y: v128 = f64x2.splat(dy);
  const first: v128 = reaches(at, x, y);
  const second: v128 = reaches(at + 32, x, y);
  const most: v128 = largest(f64x2.pmax(first, second));
  // If all are NaN, no bit is set, and the count of trailing zeros is 32.
  return ctz<i32>(found(first, most) | (found(second, most) << 2)) & 3;
}

@inline export function farthestOfEight(pairs: i32, dx: f64, dy: f64): i32 {
  const at: usize = <usize>pairs << 3;
  const x: v128 = f64x2.splat(dx);
  const y: v128 = f64x2.splat(dy);
  const first: v128 = reaches(at, x, y);
  const second: v128 = reaches(at + 32, x, y);
  const third: v128 = reaches(at + 64, x, y);
  const fourth: v128 = reaches(at + 96, x, y);
  const most: v128 = largest(f64x2.pmax(f64x2.pmax(first, second), f64x2.pmax(third, fourth)));
  const low: i32 = found(first, most) | (found(second, most) << 2);
  const high: i32 = found(third, most) | (found(fourth, most) << 2);
  return ctz<i32>(low | (high << 4)) & 7;
}
