// The WebAssembly version of clamp.ts, which documents the function.

// @ts-nocheck

// The vector instructions (pmin) return the smaller of two numbers; the scalar ones check for −0 and NaN first.
@inline export function clamp(x: f64, limit: f64): f64 {
  const below: v128 = f64x2.pmin(f64x2.splat(x), f64x2.splat(limit));
  return f64x2.extract_lane(f64x2.pmax(below, f64x2.splat(-limit)), 0);
}
