// A number kept within limits. WebAssembly's twin, clamp.wasm.ts, does it without a branch, which random numbers would have the
// processor guess wrong; this one says what both return.

/** The number nearest to `x` between −limit and +limit. */
export function clamp(x: f64, limit: f64): f64 {
  return x > limit ? limit : x < -limit ? -limit : x;
}
