// The kernel's second derivatives of support values against independent closed forms.
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  custom,
  ellipsoid,
  frustum,
  halfspace,
  rounded,
  type Shape,
  smoothHull,
  sum,
  superellipsoid,
  transformed,
} from '../../src/index.ts';
import type { Vec3 } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';

type Matrix = readonly number[];
type Hessian = (d: Vec3) => Matrix;

const none: Hessian = () => new Array<number>(9).fill(0);
const entries = (value: (row: number, column: number) => number): number[] =>
  Array.from({ length: 9 }, (_, k) => value(Math.floor(k / 3), k % 3));
const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const unit = (row: number, column: number): number => (row === column ? 1 : 0);

/** h = r |d|. */
const ofBall =
  (r: number): Hessian =>
  (d) =>
    entries((i, j) => (r * (unit(i, j) - (d[i] * d[j]) / dot(d, d))) / Math.sqrt(dot(d, d)));

/** h = |r∘d|: H = (diag(r²) − s sᵀ) / h with the support point s = r∘r∘d / h. */
const ofEllipsoid =
  (r: Vec3): Hessian =>
  (d) => {
    const h = Math.hypot(...d.map((x, k) => r[k] * x));
    return entries((i, j) => (unit(i, j) * r[i] * r[i] - (r[i] * r[i] * d[i] * r[j] * r[j] * d[j]) / (h * h)) / h);
  };

/** h = (Σ zᵢ^p)^{1/p}, zᵢ = max(0, ⟨vᵢ, d⟩): H = (p − 1) (Σ vᵢ vᵢᵀ (zᵢ/h)^{p−2} − s sᵀ) / h. */
const ofSmoothHull =
  (vertices: readonly Vec3[], p: number): Hessian =>
  (d) => {
    const z = vertices.map((v) => Math.max(0, dot(v, d)));
    const h = z.reduce((total, x) => total + x ** p, 0) ** (1 / p);
    const s = [0, 1, 2].map((k) => vertices.reduce((total, v, n) => total + v[k] * (z[n] / h) ** (p - 1), 0));
    return entries((i, j) => {
      const squares = vertices.reduce((total, v, n) => total + (z[n] > 0 ? v[i] * v[j] * (z[n] / h) ** (p - 2) : 0), 0);
      return ((p - 1) * (squares - s[i] * s[j])) / h;
    });
  };

/** h = ((X^p + Y^p)^{q/p} + Z^q)^{1/q} with X, Y, Z = rᵢ |dᵢ|, by the chain rule on u = X^p + Y^p and w = u^{q/p} + Z^q. */
const ofSuperellipsoid =
  (r: Vec3, p: number, q: number): Hessian =>
  (d) => {
    const [x, y, z] = d.map((component, k) => r[k] * Math.abs(component));
    const sign = d.map((component, k) => r[k] * Math.sign(component));
    const u = x ** p + y ** p;
    const w = u ** (q / p) + z ** q;
    const du = [p * x ** (p - 1), p * y ** (p - 1), 0];
    const ddu = [p * (p - 1) * x ** (p - 2), p * (p - 1) * y ** (p - 2), 0];
    const m = q / p;
    const dw = [m * u ** (m - 1) * du[0], m * u ** (m - 1) * du[1], q * z ** (q - 1)];
    const ddw = (i: number, j: number): number =>
      m * (m - 1) * u ** (m - 2) * du[i] * du[j] +
      unit(i, j) * (m * u ** (m - 1) * ddu[i] + (i === 2 ? q * (q - 1) * z ** (q - 2) : 0));
    return entries(
      (i, j) =>
        sign[i] *
        sign[j] *
        ((1 / q) * (1 / q - 1) * w ** (1 / q - 2) * dw[i] * dw[j] + (1 / q) * w ** (1 / q - 1) * ddw(i, j)),
    );
  };

/** h = R |(dx, dy)| ± half · dz, where R is the radius of the rim at z = ± half that is farthest along d. */
const ofFrustum =
  (bottom: number, top: number, half: number): Hessian =>
  ([x, y, z]) => {
    const across = Math.hypot(x, y);
    const radius = (top - bottom) * across + 2 * half * z >= 0 ? top : bottom;
    const factor = radius / across ** 3;
    return [factor * y * y, -factor * x * y, 0, -factor * x * y, factor * x * x, 0, 0, 0, 0];
  };

/** h(d) = h_S(Lᵀ d): H = L H_S Lᵀ. */
const ofImage =
  (linear: Matrix, inner: Hessian): Hessian =>
  (d) => {
    const h = inner([0, 1, 2].map((k) => linear[k] * d[0] + linear[3 + k] * d[1] + linear[6 + k] * d[2]) as Vec3);
    return entries((i, j) => {
      let total = 0;
      for (let k = 0; k < 9; k++) total += linear[3 * i + Math.floor(k / 3)] * h[k] * linear[3 * j + (k % 3)];
      return total;
    });
  };

const plus =
  (first: Hessian, second: Hessian): Hessian =>
  (d) => {
    const other = second(d);
    return first(d).map((x, k) => x + other[k]);
  };

const tetrahedron: Vec3[] = [
  [1, 1, 1],
  [-1, -1, 1],
  [-1, 1, -1],
  [1, -1, -1],
];
const shear = [1, 0.3, 0, 0, 0.8, 0.1, 0.2, 0, 1.5];
const ellipsoidShape = ellipsoid(1, 0.6, 0.3);
const ofEllipsoidShape = ofEllipsoid([1, 0.6, 0.3]);
const spheroid = {
  support(dx: number, dy: number, dz: number, out: Float64Array) {
    const h = Math.hypot(dx, dy, 2 * dz) || 1;
    out.set([dx / h, dy / h, (4 * dz) / h]);
  },
};
const ofSpheroid = ofEllipsoid([1, 1, 2]);
const known = custom({ ...spheroid, hessian: (dx, dy, dz, out) => out.set(ofSpheroid([dx, dy, dz])) });

const rows: readonly (readonly [string, Shape, Hessian, number?])[] = [
  ['box', box(1, 2, 3), none],
  ['capsule', capsule(0.4, 1), ofBall(0.4)],
  ['ellipsoid', ellipsoidShape, ofEllipsoidShape],
  ['frustum', frustum(1, 0.4, 0.7), ofFrustum(1, 0.4, 0.7)],
  ['superellipsoid', superellipsoid(1, 0.7, 0.5, 1.2, 0.8), ofSuperellipsoid([1, 0.7, 0.5], 2 / 1.2, 2 / 0.8)],
  ['smooth hull', smoothHull(tetrahedron, 3.5), ofSmoothHull(tetrahedron, 3.5)],
  ['smooth hull, p = 2', smoothHull(tetrahedron, 2), ofSmoothHull(tetrahedron, 2)],
  ['rounded', rounded(ellipsoidShape, 0.25), plus(ofEllipsoidShape, ofBall(0.25))],
  ['transformed', transformed(ellipsoidShape, { linear: shear }), ofImage(shear, ofEllipsoidShape)],
  [
    'transformed, with a ball',
    transformed(rounded(ellipsoidShape, 0.2), { linear: shear }),
    ofImage(shear, plus(ofEllipsoidShape, ofBall(0.2))),
  ],
  ['sum', sum(ellipsoidShape, frustum(1, 0.4, 0.7)), plus(ofEllipsoidShape, ofFrustum(1, 0.4, 0.7))],
  ['custom', known, ofSpheroid],
  // In a sum, the kernel computes the Hessian of a custom shape by differences of support points.
  ['sum with custom', sum(known, ellipsoidShape), plus(ofSpheroid, ofEllipsoidShape), 1e-8],
];

const cases = rows.map(([name, shape, closedForm, tolerance = 1e-11]) => ({ name, shape, closedForm, tolerance }));

describe.each(cases)('$name', ({ shape, closedForm, tolerance }) => {
  it('has the Hessian of its closed form', () => {
    forAll({ seed: 6, cases: 40 }, (rng) => {
      const d = rng.direction().map((x) => 3 * x) as Vec3;
      const { exists, hessian } = shape.supportHessian(d);
      expect(exists).toBe(true);
      const wanted = closedForm(d);
      const size = Math.max(1, ...wanted.map(Math.abs));
      hessian.forEach((x, n) => {
        expect(Math.abs(x - wanted[n]) / size).toBeLessThan(tolerance);
      });
    });
  });
});

it.each([
  ['a face', box(1, 1, 1), [0, 0, 1]],
  ['an edge', box(1, 1, 1), [0, 1, 1]],
  ['the side of a segment', capsule(0.1, 1), [1, 0, 0]],
  ['a disc', frustum(1, 0.4, 0.7), [0, 0, 1]],
  ['the side of a frustum', frustum(1, 1, 0.7), [1, 1, 0]],
  ['a half-space', halfspace(), [0, 0, 1]],
  ['a flat of a superellipsoid', superellipsoid(1, 1, 1, 0.5, 0.5), [1, 0, 0]],
  [
    'a vertex perpendicular to the direction, of a smooth hull with p = 2',
    smoothHull([...tetrahedron, [0, 0, -1]], 2),
    [1, 2, 0],
  ],
  ['the zero vector', ellipsoidShape, [0, 0, 0]],
  ['a custom shape without hessian()', custom(spheroid), [1, 2, 3]],
  ['a sum with a custom shape without hessian()', sum(custom(spheroid), ellipsoidShape), [1, 2, 3]],
] as const)('no Hessian exists for %s', (_name, shape, d) => {
  const { exists, hessian } = shape.supportHessian(d);
  expect(exists).toBe(false);
  expect(hessian.every(Number.isNaN)).toBe(true);
});
