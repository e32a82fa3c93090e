// The tangent plane of the normal: two unit vectors that span it, and 2 × 2 matrices on it, by rows.
import { ld, st } from '../port/memory.ts';

/**
 * The z at which the tangent vectors jump. It is not 0, because many normals lie in a coordinate plane, and samples would then
 * depend on the rounding of z.
 */
const BORDER: f64 = -0.3141592653589793;

/**
 * Writes two unit vectors perpendicular to the unit vector at `axis` to `out` (Duff et al. 2017). They are smooth except at z =
 * BORDER.
 */
export function writeAcross(axis: i32, out: i32): void {
  const x: f64 = ld(axis);
  const y: f64 = ld(axis + 1);
  const z: f64 = ld(axis + 2);
  const sign: f64 = z >= BORDER ? 1.0 : -1.0;
  const a: f64 = -1.0 / (sign + z);
  const b: f64 = x * y * a;
  st(out, 1.0 + sign * x * x * a);
  st(out + 1, sign * b);
  st(out + 2, -sign * x);
  st(out + 3, b);
  st(out + 4, sign + y * y * a);
  st(out + 5, -y);
}

export function dot(at: i32, x: f64, y: f64, z: f64): f64 {
  return ld(at) * x + ld(at + 1) * y + ld(at + 2) * z;
}

export function dotAt(a: i32, b: i32): f64 {
  return ld(a) * ld(b) + ld(a + 1) * ld(b + 1) + ld(a + 2) * ld(b + 2);
}

export function setMatrix(out: i32, a: f64, b: f64, c: f64, d: f64): void {
  st(out, a);
  st(out + 1, b);
  st(out + 2, c);
  st(out + 3, d);
}

/** out = s · I + M. */
export function plusScalar(m: i32, s: f64, out: i32): void {
  setMatrix(out, ld(m) + s, ld(m + 1), ld(m + 2), ld(m + 3) + s);
}

/** out = M N; `out` is neither of them. */
export function multiply(m: i32, n: i32, out: i32): void {
  setMatrix(
    out,
    ld(m) * ld(n) + ld(m + 1) * ld(n + 2),
    ld(m) * ld(n + 1) + ld(m + 1) * ld(n + 3),
    ld(m + 2) * ld(n) + ld(m + 3) * ld(n + 2),
    ld(m + 2) * ld(n + 1) + ld(m + 3) * ld(n + 3),
  );
}

/** out = M − N. */
export function minus(m: i32, n: i32, out: i32): void {
  setMatrix(out, ld(m) - ld(n), ld(m + 1) - ld(n + 1), ld(m + 2) - ld(n + 2), ld(m + 3) - ld(n + 3));
}

/** out = M + N. */
export function plus(m: i32, n: i32, out: i32): void {
  setMatrix(out, ld(m) + ld(n), ld(m + 1) + ld(n + 1), ld(m + 2) + ld(n + 2), ld(m + 3) + ld(n + 3));
}
