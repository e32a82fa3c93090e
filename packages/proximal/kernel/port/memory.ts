// The JavaScript target's access to linear memory. Its counterpart for WebAssembly is memory.wasm.ts:
// the build passes that file to AssemblyScript wherever the kernel imports this one.

// The memory until an engine attaches its own. The elementary functions pass a double's bits through memory and need only a few
// numbers, so they work before that.
let f: Float64Array = /* @__PURE__ */ new Float64Array(64);
let i: Int32Array = /* @__PURE__ */ new Int32Array(f.buffer);
let host: (id: i32, dx: f64, dy: f64, dz: f64, out: i32) => void = noHost;
let tracer: (workspace: i32) => void = noHost;

function noHost(): void {}

/** Makes `buffer` the memory that every kernel function works in. */
export function attach(buffer: ArrayBuffer): void {
  f = new Float64Array(buffer);
  i = new Int32Array(buffer);
}

/** Sets the function that computes support points of custom shapes. */
export function setHost(answer: typeof host): void {
  host = answer;
}

/** Sets the function that receives each step of a traced query. */
export function setTracer(show: typeof tracer): void {
  tracer = show;
}

/** The f64 at index `at` (8 bytes each). */
export function ld(at: i32): f64 {
  return f[at];
}

export function st(at: i32, x: f64): void {
  f[at] = x;
}

/** The i32 at index `at` (4 bytes each); on both targets the low half of f64 number n is i32 number 2n. */
export function ldi(at: i32): i32 {
  return i[at];
}

export function sti(at: i32, x: i32): void {
  i[at] = x;
}

/** Truncates toward zero. The caller ensures |x| < 2³¹. */
export function toInt(x: f64): i32 {
  return x | 0;
}

export function toFloat(n: i32): f64 {
  // JavaScript has a negative zero also for integers (−n, n · −3); WebAssembly does not.
  return n | 0;
}

/** a / b, truncated toward zero. */
export function quotient(a: i32, b: i32): i32 {
  return (a / b) | 0;
}

/** a·b modulo 2³². */
export function product(a: i32, b: i32): i32 {
  return Math.imul(a, b);
}

/** Computes the support point of the custom shape `id` along (dx, dy, dz), written to `out`, `out` + 1, `out` + 2. */
export function hostSupport(id: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  host(id, dx, dy, dz, out);
}

/** Passes the present step of the query in `workspace` to the tracer. */
export function hostTrace(workspace: i32): void {
  tracer(workspace);
}
