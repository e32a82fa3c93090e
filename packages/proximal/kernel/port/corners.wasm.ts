// The WebAssembly version of corners.ts, which documents the exported functions.

// @ts-nocheck

/** The projections of two corners. */
@inline function projections(at: usize, dx: v128, dy: v128): v128 {
  return f64x2.add(f64x2.mul(dx, v128.load(at)), f64x2.mul(dy, v128.load(at, 16)));
}

/** The larger lane in both lanes. */
@inline function largest(maximum: v128): v128 {
  return f64x2.pmax(maximum, v128.shuffle<f64>(maximum, maximum, 1, 0));
}

/** A bit for each of two corners: whether its projection is the largest. */
@inline function found(pair: v128, maximum: v128): i32 {
  return i64x2.bitmask(f64x2.eq(pair, maximum));
}

@inline export function farthestOfFour(pairs: i32, dx: f64, dy: f64): i32 {
  const at: usize = <usize>pairs << 3;
  const x: v128 = f64x2.splat(dx);
  const y: v128 = f64x2.splat(dy);
  const first: v128 = projections(at, x, y);
  const second: v128 = projections(at + 32, x, y);
  const maximum: v128 = largest(f64x2.pmax(first, second));
  // If all are NaN, no bit is set, and the count of trailing zeros is 32.
  return ctz<i32>(found(first, maximum) | (found(second, maximum) << 2)) & 3;
}

@inline export function farthestOfEight(pairs: i32, dx: f64, dy: f64): i32 {
  const at: usize = <usize>pairs << 3;
  const x: v128 = f64x2.splat(dx);
  const y: v128 = f64x2.splat(dy);
  const first: v128 = projections(at, x, y);
  const second: v128 = projections(at + 32, x, y);
  const third: v128 = projections(at + 64, x, y);
  const fourth: v128 = projections(at + 96, x, y);
  const maximum: v128 = largest(f64x2.pmax(f64x2.pmax(first, second), f64x2.pmax(third, fourth)));
  const low: i32 = found(first, maximum) | (found(second, maximum) << 2);
  const high: i32 = found(third, maximum) | (found(fourth, maximum) << 2);
  return ctz<i32>(low | (high << 4)) & 7;
}
