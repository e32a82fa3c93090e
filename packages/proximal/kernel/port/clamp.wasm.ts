// The WebAssembly target of the limits: see clamp.ts, which documents the function.

// @ts-nocheck

// The vector instructions take the smaller of two numbers as it is; the scalar ones look for −0 and what is no number first.
@inline export function clamp(x: f64, limit: f64): f64 {
  const below: v128 = f64x2.pmin(f64x2.splat(x), f64x2.splat(limit));
  return f64x2.extract_lane(f64x2.pmax(below, f64x2.splat(-limit)), 0);
}
