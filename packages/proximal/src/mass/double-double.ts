// Double-double arithmetic: a number as the unevaluated sum of two doubles (Dekker 1971). The determinant of a sheet is
// of the order of its thickness, and that of a needle of its thickness squared, which may be below the rounding error of doubles;
// in double-double it is more accurate than the coordinates.
import { productTail, sumTail } from '../math/exact.ts';
import type { Vec3 } from '../math/vec3.ts';

/** The sum high + low, of which `high` is the nearest double. */
type Double2 = readonly [high: number, low: number];

function sum(a: number, b: number): Double2 {
  const high = a + b;
  return [high, sumTail(a, b, high)];
}

function add(a: Double2, b: Double2): Double2 {
  const high = sum(a[0], b[0]);
  const low = sum(a[1], b[1]);
  const [middle, tail] = sum(high[0], high[1] + low[0]);
  return sum(middle, tail + low[1]);
}

function multiply(a: Double2, b: Double2): Double2 {
  const product = a[0] * b[0];
  return sum(product, productTail(a[0], b[0], product) + (a[0] * b[1] + a[1] * b[0]));
}

function minor(a: Double2, b: Double2, c: Double2, d: Double2): Double2 {
  const [high, low] = multiply(b, c);
  return add(multiply(a, d), [-high, -low]);
}

type Double2Vector = readonly [Double2, Double2, Double2];

/** p − q without rounding. */
function difference(p: Vec3, q: Vec3): Double2Vector {
  return [sum(p[0], -q[0]), sum(p[1], -q[1]), sum(p[2], -q[2])];
}

function cross(u: Double2Vector, v: Double2Vector): Double2Vector {
  return [minor(u[1], u[2], v[1], v[2]), minor(u[2], u[0], v[2], v[0]), minor(u[0], u[1], v[0], v[1])];
}

/** Twice the area of the triangle p, q, r, along its normal. */
export function doubleArea(p: Vec3, q: Vec3, r: Vec3): Vec3 {
  const [x, y, z] = cross(difference(q, p), difference(r, p));
  return [x[0], y[0], z[0]];
}

/** det[p − o, q − o, r − o]: six times the volume of the tetrahedron. */
export function sixVolumes(o: Vec3, p: Vec3, q: Vec3, r: Vec3): number {
  const area = cross(difference(q, p), difference(r, p));
  const height = difference(p, o);
  return add(add(multiply(height[0], area[0]), multiply(height[1], area[1])), multiply(height[2], area[2]))[0];
}
