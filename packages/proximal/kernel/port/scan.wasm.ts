// The WebAssembly version of scan.ts, which documents each function.

// @ts-nocheck

@inline function dots(at: usize, dx: v128, dy: v128, dz: v128): v128 {
  return f64x2.add(
    f64x2.add(f64x2.mul(dx, v128.load(at)), f64x2.mul(dy, v128.load(at, 16))),
    f64x2.mul(dz, v128.load(at, 32)),
  );
}

export function farthestOfPairs(first: i32, pairs: i32, dx: f64, dy: f64, dz: f64): i32 {
  const x: v128 = f64x2.splat(dx);
  const y: v128 = f64x2.splat(dy);
  const z: v128 = f64x2.splat(dz);
  const start: usize = <usize>first << 3;
  const end: usize = start + <usize>pairs * 48;
  let largest: v128 = dots(start, x, y, z);
  // Each half holds the address of its own farthest pair.
  let farthestAddress: v128 = i64x2.splat(<i64>start);
  for (let at: usize = start + 48; at < end; at += 48) {
    const height: v128 = dots(at, x, y, z);
    const farther: v128 = f64x2.gt(height, largest);
    largest = v128.bitselect(height, largest, farther);
    farthestAddress = v128.bitselect(i64x2.splat(<i64>at), farthestAddress, farther);
  }
  const even: f64 = f64x2.extract_lane(largest, 0);
  const odd: f64 = f64x2.extract_lane(largest, 1);
  const evenAddress: i32 = <i32>i64x2.extract_lane(farthestAddress, 0);
  const oddAddress: i32 = <i32>i64x2.extract_lane(farthestAddress, 1);
  const isOdd: bool = odd > even || (odd === even && oddAddress < evenAddress);
  return isOdd ? (oddAddress >> 3) + 1 : evenAddress >> 3;
}

@inline export function withSign(magnitude: f64, sign: f64): f64 { return copysign<f64>(magnitude, sign); }
