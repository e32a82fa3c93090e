// The WebAssembly version of clamp.ts, which documents the function.

// @ts-nocheck

// f64x2.pmin and pmax compile to one instruction each; the scalar f64.min and max need more, to order −0 and to pass on NaN.
@inline export function clamp(x: f64, limit: f64): f64 {
  const below: v128 = f64x2.pmin(f64x2.splat(x), f64x2.splat(limit));
  return f64x2.extract_lane(f64x2.pmax(below, f64x2.splat(-limit)), 0);
}
