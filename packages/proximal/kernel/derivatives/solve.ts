// Implicit differentiation of the optimality conditions, in the unit normal and the signed distance. Equation numbers refer to Montaut et al.
// 2023, "the paper".
//
// In A's frame, with B at T = (R, t), the normal n from A to B, |n| = 1, and the signed distance d satisfy
//
//   p_B − p_A = d n,   p_A = ∇σ_A(n),   p_B = t + R ∇σ_B(−Rᵀn),                                                       (10, 12)
//
// whether the shapes are apart (d > 0) or overlap (d < 0): the paper's x* is −d n, σ_D(x) = σ_A(x) + σ_B(−Rᵀx) − ⟨x, t⟩, and its
// two cases are one. Hessians at the unit normal are finite also at contact, where Hessians at x* are divided by |x*| = 0.
//
// B moves by the twist (v, ω) in its own frame: its material point at p_B by u = R(v + ω × y), with y = p_B in B's frame; a
// normal fixed to B rotates by c = Rω × n. With δn perpendicular to n, and H_B rotated into A's frame,
//
//   δp_A = H_A δn,   δp_B = u − H_B (δn − c),   δp_B − δp_A = δd n + d δn.                                              (14–17)
//
// Along n: δd = ⟨n, u⟩ = ⟨Rᵀn, v⟩ + ⟨y × Rᵀn, ω⟩. Across n, with M = d I + H_A + H_B,
//
//   M δn = u + H_B c,                                                                                                  (18, 19)
//
// and then δp_A, and δp_B = δp_A + d δn + δd n, which includes the direct dependence of p_B on the pose that (29) omits. For
// overlapping shapes d = −|d|, and M is the paper's I − H₁ − R H₂ Rᵀ, times −|d|. M is positive semi-definite, because n maximizes
// d.
//
// If the support set of A is an edge or a face, p_A may slide along it: δp_A = H_A δn + F_A α, while n stays perpendicular to it,
// F_Aᵀ δn = 0; for B in the same way, F_Bᵀ(δn − c) = 0. All combinations (vertex and face, two edges, the side of a cylinder and
// a rim) are cases of this one system. The solution has four 2 × 2 matrices in the tangent plane of n,
//
//   δn = P u + Q c,   δp_A = U u + V c.
import { ld, st } from '../port/memory.ts';
import * as Derivative from './blocks/derivative.ts';
import * as Side from './blocks/side.ts';
import { DISTANCE_ROW, NORMAL_ROW, SEPARATION_ROW } from './constants.ts';
import { dotAt, minus, multiply, plus, plusScalar, setMatrix } from './tangent.ts';

/** Edges within this angle of each other, in radians, count as parallel. */
const PARALLEL: f64 = 1.0e-6;

/** The smallest curvature, relative to the mean, for which the determinant is accurate. */
const UNEVEN: f64 = 1.0e-14;

/** The free vectors of the two sides, without linearly dependent ones. */
const FREE_NONE: i32 = 0;
export const FREE_A_LINE: i32 = 1;
export const FREE_A_PLANE: i32 = 2;
export const FREE_B_LINE: i32 = 3;
export const FREE_B_PLANE: i32 = 4;
export const FREE_CROSSED: i32 = 5;

/** Whether the nearest points are not unique: parallel edges, an edge along a face, two parallel faces. */
export function isDependent(g: i32): bool {
  const a: i32 = Side.freeCount(Derivative.sideA(g));
  const b: i32 = Side.freeCount(Derivative.sideB(g));
  if (a + b > 2) return true;
  return a === 1 && b === 1 && !(Math.abs(crossOfFree(g)) > PARALLEL);
}

/**
 * Returns a FREE_ constant: which support points may slide. If both may slide along the same vector, the point on the larger feature
 * does, and the other is fixed.
 */
export function freedom(g: i32): i32 {
  const a: i32 = Side.freeCount(Derivative.sideA(g));
  const b: i32 = Side.freeCount(Derivative.sideB(g));
  if (a === 1 && b === 1 && !isDependent(g)) return FREE_CROSSED;
  if (a === 0 && b === 0) return FREE_NONE;
  if (a >= b) return a === 2 ? FREE_A_PLANE : FREE_A_LINE;
  return b === 2 ? FREE_B_PLANE : FREE_B_LINE;
}

/** F_A × F_B of the two unit vectors along which the sides are free. */
function crossOfFree(g: i32): f64 {
  const a: i32 = Derivative.sideA(g);
  const b: i32 = Derivative.sideB(g);
  return freeFirst(a) * freeSecond(b) - freeSecond(a) * freeFirst(b);
}

/** The first coordinate, in the tangent plane, of the unit vector along which a side is free. */
function freeFirst(side: i32): f64 {
  return dotAt(side + Side.FIRST, side + Side.FREE) / freeLength(side);
}

/** The second coordinate of this vector. */
function freeSecond(side: i32): f64 {
  return dotAt(side + Side.SECOND, side + Side.FREE) / freeLength(side);
}

function freeLength(side: i32): f64 {
  const x: f64 = dotAt(side + Side.FIRST, side + Side.FREE);
  const y: f64 = dotAt(side + Side.SECOND, side + Side.FREE);
  return Math.sqrt(x * x + y * y);
}

/**
 * Returns the smallest eigenvalue of M on the directions in which the normal can rotate (if there are none, a positive number), and writes K, see
 * `writeInverse`.
 */
export function leastCurvature(g: i32, floor: f64): f64 {
  readHessian(Derivative.sideA(g), g + Derivative.HESSIANS);
  readHessian(Derivative.sideB(g), g + Derivative.HESSIANS + 4);
  return writeInverse(g, freedom(g), Derivative.signedDistance(g), floor);
}

/** Writes P, Q, U and V. Eigenvalues of the curvature M below `floor` are raised to `floor`. */
export function solve(g: i32, floor: f64): void {
  const free: i32 = freedom(g);
  const hessianA: i32 = g + Derivative.HESSIANS;
  const hessianB: i32 = hessianA + 4;
  const d: f64 = Derivative.signedDistance(g);
  leastCurvature(g, floor);
  if (free === FREE_CROSSED) {
    solveCrossed(g, d);
    return;
  }
  const inverse: i32 = g + Derivative.NORMAL_BY_MOTION;
  const first: i32 = hessianB + 4;
  if (free === FREE_A_LINE || free === FREE_A_PLANE) {
    // P = K, Q = K H_B; p_A follows p_B: U = I − (H_B + d) P, V = H_B − (H_B + d) Q.
    multiply(inverse, hessianB, g + Derivative.NORMAL_BY_ROTATION);
    plusScalar(hessianB, d, first);
    multiply(first, inverse, first + 4);
    setMatrix(first + 8, 1.0, 0.0, 0.0, 1.0);
    minus(first + 8, first + 4, g + Derivative.POINT_BY_MOTION);
    multiply(first, g + Derivative.NORMAL_BY_ROTATION, first + 4);
    minus(hessianB, first + 4, g + Derivative.POINT_BY_ROTATION);
    return;
  }
  // P = K, Q = I − K (H_A + d), U = H_A P, V = H_A Q. Where nothing is free, K = M⁻¹, and Q = K H_B is the same.
  if (free === FREE_NONE) {
    multiply(inverse, hessianB, g + Derivative.NORMAL_BY_ROTATION);
  } else {
    plusScalar(hessianA, d, first);
    multiply(inverse, first, first + 4);
    setMatrix(first + 8, 1.0, 0.0, 0.0, 1.0);
    minus(first + 8, first + 4, g + Derivative.NORMAL_BY_ROTATION);
  }
  multiply(hessianA, inverse, g + Derivative.POINT_BY_MOTION);
  multiply(hessianA, g + Derivative.NORMAL_BY_ROTATION, g + Derivative.POINT_BY_ROTATION);
}

function readHessian(side: i32, out: i32): void {
  setMatrix(out, Side.hessian(side, 0), Side.hessian(side, 1), Side.hessian(side, 1), Side.hessian(side, 2));
}

/**
 * Writes K: the inverse of M, with eigenvalues below `floor` raised to it, on the directions in which the normal can rotate, zero on the others.
 * Returns the smallest eigenvalue before this, or a positive number without such a direction.
 */
function writeInverse(g: i32, free: i32, d: f64, floor: f64): f64 {
  const out: i32 = g + Derivative.NORMAL_BY_MOTION;
  const a: f64 = Derivative.hessians(g, 0) + Derivative.hessians(g, 4) + d;
  const b: f64 = Derivative.hessians(g, 1) + Derivative.hessians(g, 5);
  const c: f64 = Derivative.hessians(g, 3) + Derivative.hessians(g, 7) + d;
  if (free === FREE_A_PLANE || free === FREE_B_PLANE || free === FREE_CROSSED) {
    setMatrix(out, 0.0, 0.0, 0.0, 0.0);
    return Math.max(1.0, floor);
  }
  if (free !== FREE_NONE) {
    const side: i32 = free === FREE_A_LINE ? Derivative.sideA(g) : Derivative.sideB(g);
    // The unit vector perpendicular to the edge.
    const x: f64 = -freeSecond(side);
    const y: f64 = freeFirst(side);
    const curvature: f64 = x * (a * x + b * y) + y * (b * x + c * y);
    const scale: f64 = 1.0 / Math.max(curvature, floor);
    setMatrix(out, scale * x * x, scale * x * y, scale * x * y, scale * y * y);
    return curvature;
  }
  const mean: f64 = 0.5 * (a + c);
  const half: f64 = 0.5 * (a - c);
  const radius: f64 = Math.sqrt(half * half + b * b);
  const least: f64 = mean - radius;
  // The determinant of very different curvatures is only rounding error.
  if (least >= Math.max(floor, UNEVEN * mean)) {
    const scale: f64 = 1.0 / (a * c - b * b);
    setMatrix(out, scale * c, -scale * b, -scale * b, scale * a);
    return least;
  }
  // (1/λ₊ + 1/λ₋)/2 I + (1/λ₊ − 1/λ₋)/2 (M − mean)/radius.
  const high: f64 = 1.0 / Math.max(mean + radius, floor);
  const low: f64 = 1.0 / Math.max(least, floor);
  const factor: f64 = radius > 0.0 ? (0.5 * (high - low)) / radius : 0.0;
  const middle: f64 = 0.5 * (high + low);
  setMatrix(out, middle + factor * half, factor * b, factor * b, middle - factor * half);
  return least;
}

/**
 * Edge against edge. n stays perpendicular to both: P = 0, δn = Q c = τ_A ⟨F_B, c⟩ / ⟨F_B, τ_A⟩, with τ_A perpendicular to F_A. Both points
 * slide until they face each other: A's point closes the part S z = F_A (z × F_B)/(F_A × F_B) of a gap z, so U = S and V = H_A Q
 * + S (H_B − M Q).
 */
function solveCrossed(g: i32, d: f64): void {
  const ax: f64 = freeFirst(Derivative.sideA(g));
  const ay: f64 = freeSecond(Derivative.sideA(g));
  const bx: f64 = freeFirst(Derivative.sideB(g));
  const by: f64 = freeSecond(Derivative.sideB(g));
  const scale: f64 = 1.0 / (ax * by - ay * bx);
  const hessianA: i32 = g + Derivative.HESSIANS;
  const hessianB: i32 = hessianA + 4;
  const first: i32 = hessianB + 4;
  const second: i32 = first + 4;
  setMatrix(g + Derivative.NORMAL_BY_ROTATION, -ay * bx * scale, -ay * by * scale, ax * bx * scale, ax * by * scale);
  setMatrix(g + Derivative.POINT_BY_MOTION, ax * by * scale, -ax * bx * scale, ay * by * scale, -ay * bx * scale);
  plus(hessianA, hessianB, first);
  plusScalar(first, d, first);
  multiply(first, g + Derivative.NORMAL_BY_ROTATION, second);
  minus(hessianB, second, first);
  multiply(g + Derivative.POINT_BY_MOTION, first, second);
  multiply(hessianA, g + Derivative.NORMAL_BY_ROTATION, first);
  plus(first, second, g + Derivative.POINT_BY_ROTATION);
}

/**
 * The Jacobians of points and normal, in A's frame, with respect to B's twist (v, ω) in B's frame, from P, Q, U and V. With f = Rᵀe for a vector e
 * across n, and m = Rᵀn, both in B's frame: ⟨e, u⟩ = ⟨f, v⟩ + ⟨y × f, ω⟩ and ⟨e, c⟩ = ⟨m × f, ω⟩, which is ⟨f₂, ω⟩ for f₁ and
 * −⟨f₁, ω⟩ for f₂.
 */
export function writeRelative(g: i32): void {
  const first: i32 = Derivative.sideB(g) + Side.FIRST;
  const second: i32 = Derivative.sideB(g) + Side.SECOND;
  const m: i32 = g + Derivative.NORMAL_IN_B;
  for (let k: i32 = 0; k < 3; k += 1) {
    writeColumn(g, k, ld(first + k), ld(second + k), 0.0, 0.0, ld(m + k));
    const next: i32 = k === 2 ? 0 : k + 1;
    const last: i32 = k === 0 ? 2 : k - 1;
    const y: f64 = Derivative.pointInB(g, next);
    const z: f64 = Derivative.pointInB(g, last);
    writeColumn(
      g,
      k + 3,
      y * ld(first + last) - z * ld(first + next),
      y * ld(second + last) - z * ld(second + next),
      ld(second + k),
      -ld(first + k),
      y * ld(m + last) - z * ld(m + next),
    );
  }
}

/** The gradient of the distance: ⟨m, v⟩ + ⟨y × m, ω⟩. */
export function writeDistance(g: i32): void {
  const m: i32 = g + Derivative.NORMAL_IN_B;
  const y: i32 = g + Derivative.POINT_IN_B;
  const out: i32 = g + Derivative.RELATIVE + 6 * DISTANCE_ROW;
  for (let k: i32 = 0; k < 3; k += 1) {
    const next: i32 = k === 2 ? 0 : k + 1;
    const last: i32 = k === 0 ? 2 : k - 1;
    st(out + k, ld(m + k));
    st(out + k + 3, ld(y + next) * ld(m + last) - ld(y + last) * ld(m + next));
  }
}

/** One column: B's point moves by (u1, u2) across n and by `rise` along it, and a normal fixed to B rotates by (c1, c2). */
// @inline
function writeColumn(g: i32, column: i32, u1: f64, u2: f64, c1: f64, c2: f64, rise: f64): void {
  const p: i32 = g + Derivative.NORMAL_BY_MOTION;
  const q: i32 = g + Derivative.NORMAL_BY_ROTATION;
  const u: i32 = g + Derivative.POINT_BY_MOTION;
  const v: i32 = g + Derivative.POINT_BY_ROTATION;
  const n1: f64 = ld(p) * u1 + ld(p + 1) * u2 + ld(q) * c1 + ld(q + 1) * c2;
  const n2: f64 = ld(p + 2) * u1 + ld(p + 3) * u2 + ld(q + 2) * c1 + ld(q + 3) * c2;
  const a1: f64 = ld(u) * u1 + ld(u + 1) * u2 + ld(v) * c1 + ld(v + 1) * c2;
  const a2: f64 = ld(u + 2) * u1 + ld(u + 3) * u2 + ld(v + 2) * c1 + ld(v + 3) * c2;
  const d: f64 = Derivative.signedDistance(g);
  const out: i32 = g + Derivative.RELATIVE + column;
  writeEntry(
    out,
    Derivative.tangents(g, 0),
    Derivative.tangents(g, 3),
    n1,
    n2,
    a1,
    a2,
    d,
    rise * Derivative.normal(g, 0),
  );
  writeEntry(
    out + 6,
    Derivative.tangents(g, 1),
    Derivative.tangents(g, 4),
    n1,
    n2,
    a1,
    a2,
    d,
    rise * Derivative.normal(g, 1),
  );
  writeEntry(
    out + 12,
    Derivative.tangents(g, 2),
    Derivative.tangents(g, 5),
    n1,
    n2,
    a1,
    a2,
    d,
    rise * Derivative.normal(g, 2),
  );
}

/** One row of all four Jacobians: e₁ and e₂ have the coordinates (first, second) along it. */
// @inline
function writeEntry(out: i32, first: f64, second: f64, n1: f64, n2: f64, a1: f64, a2: f64, d: f64, rise: f64): void {
  const normalChange: f64 = first * n1 + second * n2;
  const pointChange: f64 = first * a1 + second * a2;
  const separationChange: f64 = d * normalChange + rise;
  st(out, pointChange);
  st(out + 18, pointChange + separationChange);
  st(out + 6 * SEPARATION_ROW, separationChange);
  st(out + 6 * NORMAL_ROW, normalChange);
}
