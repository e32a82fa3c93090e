// Spatial vectors in flat arrays: motions and forces are six numbers, linear first (Featherstone's algebra with the two halves
// swapped). Every function reads and writes at given indices. The output may be in the same array as an input, but its numbers must not overlap
// the numbers of the input.

/** `out` = a × b of two motions a = (l, ω) and b = (l', ω'): (ω × l' + l × ω', ω × ω'). */
export function crossMotion(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  out: Float64Array,
  to: number,
): void {
  const lx = a[i];
  const ly = a[i + 1];
  const lz = a[i + 2];
  const x = a[i + 3];
  const y = a[i + 4];
  const z = a[i + 5];
  const mx = b[j];
  const my = b[j + 1];
  const mz = b[j + 2];
  const u = b[j + 3];
  const v = b[j + 4];
  const w = b[j + 5];
  out[to] = y * mz - z * my + ly * w - lz * v;
  out[to + 1] = z * mx - x * mz + lz * u - lx * w;
  out[to + 2] = x * my - y * mx + lx * v - ly * u;
  out[to + 3] = y * w - z * v;
  out[to + 4] = z * u - x * w;
  out[to + 5] = x * v - y * u;
}

/** `out` += a ×* f of a motion a = (l, ω) and a force (f, n): (ω × f, ω × n + l × f). */
export function addCrossForce(
  a: Float64Array,
  i: number,
  f: Float64Array,
  j: number,
  out: Float64Array,
  to: number,
): void {
  const x = a[i + 3];
  const y = a[i + 4];
  const z = a[i + 5];
  const fx = f[j];
  const fy = f[j + 1];
  const fz = f[j + 2];
  out[to] += y * fz - z * fy;
  out[to + 1] += z * fx - x * fz;
  out[to + 2] += x * fy - y * fx;
  out[to + 3] += y * f[j + 5] - z * f[j + 4] + a[i + 1] * fz - a[i + 2] * fy;
  out[to + 4] += z * f[j + 3] - x * f[j + 5] + a[i + 2] * fx - a[i] * fz;
  out[to + 5] += x * f[j + 4] - y * f[j + 3] + a[i] * fy - a[i + 1] * fx;
}

/** `out` = (mass l + ω × h, h × l + J ω): the rigid inertia of ten numbers (mass, first moment h, moments of inertia J) times m = (l, ω). */
export function applyInertia(
  inertia: Float64Array,
  i: number,
  m: Float64Array,
  j: number,
  out: Float64Array,
  to: number,
): void {
  const mass = inertia[i];
  const hx = inertia[i + 1];
  const hy = inertia[i + 2];
  const hz = inertia[i + 3];
  const xy = inertia[i + 5];
  const xz = inertia[i + 6];
  const yz = inertia[i + 8];
  const lx = m[j];
  const ly = m[j + 1];
  const lz = m[j + 2];
  const x = m[j + 3];
  const y = m[j + 4];
  const z = m[j + 5];
  out[to] = mass * lx + y * hz - z * hy;
  out[to + 1] = mass * ly + z * hx - x * hz;
  out[to + 2] = mass * lz + x * hy - y * hx;
  out[to + 3] = hy * lz - hz * ly + inertia[i + 4] * x + xy * y + xz * z;
  out[to + 4] = hz * lx - hx * lz + xy * x + inertia[i + 7] * y + yz * z;
  out[to + 5] = hx * ly - hy * lx + xz * x + yz * y + inertia[i + 9] * z;
}

/** The dot product: the power of a force along a motion. */
export function dot6(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return (
    a[i] * b[j] +
    a[i + 1] * b[j + 1] +
    a[i + 2] * b[j + 2] +
    a[i + 3] * b[j + 3] +
    a[i + 4] * b[j + 4] +
    a[i + 5] * b[j + 5]
  );
}

/** `out` += factor · a. */
export function addScaled6(a: Float64Array, i: number, factor: number, out: Float64Array, to: number): void {
  out[to] += factor * a[i];
  out[to + 1] += factor * a[i + 1];
  out[to + 2] += factor * a[i + 2];
  out[to + 3] += factor * a[i + 3];
  out[to + 4] += factor * a[i + 4];
  out[to + 5] += factor * a[i + 5];
}

/** `out` += a. */
export function add6(a: Float64Array, i: number, out: Float64Array, to: number): void {
  out[to] += a[i];
  out[to + 1] += a[i + 1];
  out[to + 2] += a[i + 2];
  out[to + 3] += a[i + 3];
  out[to + 4] += a[i + 4];
  out[to + 5] += a[i + 5];
}
