// Clamping. The WebAssembly version, clamp.wasm.ts, has no branch, which random numbers would have the
// processor mispredict; this file defines the result of both.

/** The number nearest to `x` between −limit and +limit. */
export function clamp(x: f64, limit: f64): f64 {
  return x > limit ? limit : x < -limit ? -limit : x;
}
