// Clamping. The WebAssembly version, clamp.wasm.ts, has the same result, but no branch, because the processor would mispredict
// branches on irregular numbers.

/** The number nearest to `x` between −limit and +limit. */
export function clamp(x: f64, limit: f64): f64 {
  return x > limit ? limit : x < -limit ? -limit : x;
}
