// Matrices of 3 × 3 numbers by rows.
export type Matrix3 = Float64Array;

export const identityBlock = (): Matrix3 => Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/** The matrix of v ×. */
export function cross(v: ArrayLike<number>): Matrix3 {
  return Float64Array.of(0, -v[2], v[1], v[2], 0, -v[0], -v[1], v[0], 0);
}

/** a + factor b, for matrices or vectors. */
export function add(a: Matrix3, b: Matrix3, factor: number): Matrix3 {
  const out = new Float64Array(a.length);
  for (let k = 0; k < a.length; k++) out[k] = a[k] + factor * b[k];
  return out;
}

export function scaled(a: Matrix3, factor: number): Matrix3 {
  return add(new Float64Array(a.length), a, factor);
}

export function multiply(a: Matrix3, b: Matrix3): Matrix3 {
  const out = new Float64Array(9);
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) out[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
  return out;
}

export function times(a: Matrix3, x: ArrayLike<number>): Float64Array {
  const out = new Float64Array(3);
  for (let i = 0; i < 3; i++) out[i] = a[3 * i] * x[0] + a[3 * i + 1] * x[1] + a[3 * i + 2] * x[2];
  return out;
}

export function transposed(a: Matrix3): Matrix3 {
  return Float64Array.of(a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]);
}

/** Writes Bᵀ A of two rotations, which begin at `at`, and returns `out`. */
export function relativeRotation(a: Float64Array, b: Float64Array, at: number, out: Float64Array): Matrix3 {
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++)
      out[3 * i + j] = b[at + i] * a[at + j] + b[at + 3 + i] * a[at + 3 + j] + b[at + 6 + i] * a[at + 6 + j];
  return out;
}

/** a bᵀ. */
export function outer(a: ArrayLike<number>, b: ArrayLike<number>): Matrix3 {
  const out = new Float64Array(9);
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) out[3 * i + j] = a[i] * b[j];
  return out;
}

export function inverse([a, b, c, d, e, f, g, h, i]: Matrix3): Matrix3 {
  const [x, y, z] = [e * i - f * h, f * g - d * i, d * h - e * g];
  const scale = 1 / (a * x + b * y + c * z);
  const found = Float64Array.of(
    x,
    c * h - b * i,
    b * f - c * e,
    y,
    a * i - c * g,
    c * d - a * f,
    z,
    b * g - a * h,
    a * e - b * d,
  );
  return scaled(found, scale);
}
