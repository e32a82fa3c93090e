import { pow } from '../elementary.ts';
import { RECORD_DATA } from '../layout.ts';
import { ld, st } from '../port/memory.ts';

/**
 * The superellipsoid ((|x/rx|^{2/e2} + |y/ry|^{2/e2})^{e2/e1} + |z/rz|^{2/e1}) ≤ 1: the unit ball of two nested norms.
 * Its support value is the dual, h = ((X^p + Y^p)^{q/p} + Z^q)^{1/q} with X = rx |dx| and so on, p = 2/(2 − e2) and
 * q = 2/(2 − e1); the farthest point is its gradient. Data: rx, ry, rz, p, q.
 */
export function supportSuperellipsoid(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  const rx: f64 = ld(record + RECORD_DATA);
  const ry: f64 = ld(record + RECORD_DATA + 1);
  const rz: f64 = ld(record + RECORD_DATA + 2);
  const p: f64 = ld(record + RECORD_DATA + 3);
  const q: f64 = ld(record + RECORD_DATA + 4);
  // Divided by the larger one, a norm neither over- nor underflows, and the powers are of ratios in [0, 1].
  const x: f64 = rx * Math.abs(dx);
  const y: f64 = ry * Math.abs(dy);
  const z: f64 = rz * Math.abs(dz);
  const planar: f64 = norm(x, y, p);
  const whole: f64 = norm(planar, z, q);
  const share: f64 = power(planar, whole, q - 1.0);
  const px: f64 = rx * share * power(x, planar, p - 1.0);
  const py: f64 = ry * share * power(y, planar, p - 1.0);
  const pz: f64 = rz * power(z, whole, q - 1.0);
  st(out, dx < 0.0 ? -px : px);
  st(out + 1, dy < 0.0 ? -py : py);
  st(out + 2, dz < 0.0 ? -pz : pz);
}

/** (a^e + b^e)^{1/e} for a, b ≥ 0. */
function norm(a: f64, b: f64, e: f64): f64 {
  const large: f64 = Math.max(a, b);
  const small: f64 = Math.min(a, b);
  if (!(small > 0.0)) return large;
  return large * pow(1.0 + pow(small / large, e), 1.0 / e);
}

/** (a / b)^e, and 0 where a is: also for e = 0, where the farthest points are a whole edge and its middle stands for them. */
function power(a: f64, b: f64, e: f64): f64 {
  if (!(a > 0.0)) return 0.0;
  return pow(a / b, e);
}
