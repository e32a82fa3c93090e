// Implicit differentiation of the optimality conditions, in the unit normal and the signed distance.
//
// In A's frame, with B at T = (R, t), the normal n from A to B, |n| = 1, and the signed distance d satisfy
//
//   p_B − p_A = d n,   p_A = ∇σ_A(n),   p_B = t + R ∇σ_B(−Rᵀn),                                                       (10, 12)
//
// whether the shapes are apart (d > 0) or overlap (d < 0): the paper's x* is −d n, σ_D(x) = σ_A(x) + σ_B(−Rᵀx) − ⟨x, t⟩, and its
// two cases are one. Hessians at the unit normal are finite also at contact, where those at x* are divided by |x*| = 0.
//
// B moves by the twist (v, ω) in its own frame: its material point at p_B by u = R(v + ω × y), y being p_B in B's frame, and a
// normal that turned along with it by c = Rω × n. With δn across n, and H_B turned into A's frame,
//
//   δp_A = H_A δn,   δp_B = u − H_B (δn − c),   δp_B − δp_A = δd n + d δn.                                              (14–17)
//
// Along n: δd = ⟨n, u⟩ = ⟨Rᵀn, v⟩ + ⟨y × Rᵀn, ω⟩. Across n, with M = d I + H_A + H_B,
//
//   M δn = u + H_B c,                                                                                                  (18, 19)
//
// and then δp_A, and δp_B = δp_A + d δn + δd n, which holds the direct dependence of p_B on the pose that (29) leaves out. When the
// shapes overlap d is −|d|: the paper's I − H₁ − R H₂ Rᵀ, times −|d|. M is never negative, since n maximises d.
//
// Where the farthest points of A are an edge or a face, p_A may slide along it: δp_A = H_A δn + F_A α, while n stays across it,
// F_Aᵀ δn = 0; for B alike, F_Bᵀ(δn − c) = 0. Vertex against face, edge against edge, the side of a cylinder against a rim: all are
// this one system with its few cases. It is written as four 2 × 2 matrices across n,
//
//   δn = P u + Q c,   δp_A = U u + V c.
import { ld, ldi, st } from '../port/memory.ts';
import { rotate } from '../rotation.ts';
import {
  ACROSS,
  AXIS,
  FACTOR,
  HEIGHT,
  JACOBIAN_SIZE,
  OWN_AXIS,
  OWN_B,
  RELATIVE,
  SIDE_A,
  SIDE_B,
  SIDE_BEND,
  SIDE_FIRST,
  SIDE_FREE,
  SIDE_FREE_COUNT_INT,
  SIDE_SECOND,
  SLIDE_MOVED,
  SLIDE_TURNED,
  TRIAL,
  TURN_MOVED,
  TURN_TURNED,
} from './layout.ts';
import { dotAt, minus, multiply, plus, plusScalar, setMatrix } from './tangent.ts';

/** Edges within this angle of each other, in radians, count as parallel. */
const PARALLEL: f64 = 1.0e-6;

/** Which way the two sides are free, after those that depend on each other were left out. */
export const FREE_NONE: i32 = 0;
export const FREE_A_LINE: i32 = 1;
export const FREE_A_PLANE: i32 = 2;
export const FREE_B_LINE: i32 = 3;
export const FREE_B_PLANE: i32 = 4;
export const FREE_CROSSED: i32 = 5;

/** More than one pair of points is nearest: parallel edges, an edge along a face, two parallel faces. */
export function isDependent(g: i32): bool {
  const a: i32 = ldi(2 * (g + SIDE_A) + SIDE_FREE_COUNT_INT);
  const b: i32 = ldi(2 * (g + SIDE_B) + SIDE_FREE_COUNT_INT);
  if (a + b > 2) return true;
  return a === 1 && b === 1 && !(Math.abs(crossed(g)) > PARALLEL);
}

/** Where both sides are free along the same way, the one with the larger feature keeps it, and the other's point stays put. */
export function freedom(g: i32): i32 {
  const a: i32 = ldi(2 * (g + SIDE_A) + SIDE_FREE_COUNT_INT);
  const b: i32 = ldi(2 * (g + SIDE_B) + SIDE_FREE_COUNT_INT);
  if (a === 1 && b === 1 && !isDependent(g)) return FREE_CROSSED;
  if (a === 0 && b === 0) return FREE_NONE;
  if (a >= b) return a === 2 ? FREE_A_PLANE : FREE_A_LINE;
  return b === 2 ? FREE_B_PLANE : FREE_B_LINE;
}

/** F_A × F_B of the two unit vectors along which the sides are free. */
function crossed(g: i32): f64 {
  const a: i32 = g + SIDE_A;
  const b: i32 = g + SIDE_B;
  return freeFirst(a) * freeSecond(b) - freeSecond(a) * freeFirst(b);
}

/** The free vector of a side across the normal, of unit length. */
function freeFirst(side: i32): f64 {
  return dotAt(side + SIDE_FIRST, side + SIDE_FREE) / freeLength(side);
}

function freeSecond(side: i32): f64 {
  return dotAt(side + SIDE_SECOND, side + SIDE_FREE) / freeLength(side);
}

function freeLength(side: i32): f64 {
  const x: f64 = dotAt(side + SIDE_FIRST, side + SIDE_FREE);
  const y: f64 = dotAt(side + SIDE_SECOND, side + SIDE_FREE);
  return Math.sqrt(x * x + y * y);
}

/**
 * Writes P, Q, U and V. Of the curvature M, eigenvalues below `floor` are raised to it. Returns the least of them where the normal
 * can turn at all.
 */
export function solve(g: i32, floor: f64): f64 {
  const free: i32 = freedom(g);
  const bendA: i32 = g + FACTOR;
  const bendB: i32 = bendA + 4;
  const d: f64 = ld(g + HEIGHT);
  readBend(g + SIDE_A, bendA);
  readBend(g + SIDE_B, bendB);
  if (free === FREE_CROSSED) {
    solveCrossed(g, d);
    return Math.max(1.0, floor);
  }
  const least: f64 = writeInverse(g, free, d, floor);
  const inverse: i32 = g + TURN_MOVED;
  const first: i32 = bendB + 4;
  if (free === FREE_A_LINE || free === FREE_A_PLANE) {
    // P = K, Q = K H_B; p_A follows p_B: U = I − (H_B + d) P, V = H_B − (H_B + d) Q.
    multiply(inverse, bendB, g + TURN_TURNED);
    plusScalar(bendB, d, first);
    multiply(first, inverse, first + 4);
    setMatrix(first + 8, 1.0, 0.0, 0.0, 1.0);
    minus(first + 8, first + 4, g + SLIDE_MOVED);
    multiply(first, g + TURN_TURNED, first + 4);
    minus(bendB, first + 4, g + SLIDE_TURNED);
  } else {
    // P = K, Q = I − K (H_A + d); U = H_A P, V = H_A Q. Where nothing is free, K = M⁻¹ and Q = M⁻¹ H_B.
    plusScalar(bendA, d, first);
    multiply(inverse, first, first + 4);
    setMatrix(first + 8, 1.0, 0.0, 0.0, 1.0);
    if (free === FREE_NONE) multiply(inverse, bendB, g + TURN_TURNED);
    else minus(first + 8, first + 4, g + TURN_TURNED);
    multiply(bendA, inverse, g + SLIDE_MOVED);
    multiply(bendA, g + TURN_TURNED, g + SLIDE_TURNED);
  }
  return least;
}

function readBend(side: i32, out: i32): void {
  setMatrix(out, ld(side + SIDE_BEND), ld(side + SIDE_BEND + 1), ld(side + SIDE_BEND + 1), ld(side + SIDE_BEND + 2));
}

/** K: the inverse of M where the normal can turn, zero where it cannot. */
function writeInverse(g: i32, free: i32, d: f64, floor: f64): f64 {
  const out: i32 = g + TURN_MOVED;
  const a: f64 = ld(g + FACTOR) + ld(g + FACTOR + 4) + d;
  const b: f64 = ld(g + FACTOR + 1) + ld(g + FACTOR + 5);
  const c: f64 = ld(g + FACTOR + 3) + ld(g + FACTOR + 7) + d;
  if (free === FREE_A_PLANE || free === FREE_B_PLANE) {
    setMatrix(out, 0.0, 0.0, 0.0, 0.0);
    return Math.max(1.0, floor);
  }
  if (free !== FREE_NONE) {
    const side: i32 = free === FREE_A_LINE ? g + SIDE_A : g + SIDE_B;
    // Across the edge.
    const x: f64 = -freeSecond(side);
    const y: f64 = freeFirst(side);
    const bend: f64 = x * (a * x + b * y) + y * (b * x + c * y);
    const scale: f64 = 1.0 / Math.max(bend, floor);
    setMatrix(out, scale * x * x, scale * x * y, scale * x * y, scale * y * y);
    return bend;
  }
  const mean: f64 = 0.5 * (a + c);
  const half: f64 = 0.5 * (a - c);
  const radius: f64 = Math.sqrt(half * half + b * b);
  const least: f64 = mean - radius;
  if (least >= floor) {
    const scale: f64 = 1.0 / (a * c - b * b);
    setMatrix(out, scale * c, -scale * b, -scale * b, scale * a);
    return least;
  }
  // (1/λ₊ + 1/λ₋)/2 I + (1/λ₊ − 1/λ₋)/2 (M − mean)/radius.
  const high: f64 = 1.0 / Math.max(mean + radius, floor);
  const low: f64 = 1.0 / floor;
  const share: f64 = radius > 0.0 ? (0.5 * (high - low)) / radius : 0.0;
  const middle: f64 = 0.5 * (high + low);
  setMatrix(out, middle + share * half, share * b, share * b, middle - share * half);
  return least;
}

/**
 * Edge against edge. n stays across both: δn = τ_A ⟨F_B, c⟩ / ⟨F_B, τ_A⟩, τ_A across F_A. Both points slide until they face each
 * other: S z = F_A (z × F_B)/(F_A × F_B) is what A's point takes of a gap z, so U = S and V = H_A Q + S (H_B − M Q).
 */
function solveCrossed(g: i32, d: f64): void {
  const ax: f64 = freeFirst(g + SIDE_A);
  const ay: f64 = freeSecond(g + SIDE_A);
  const bx: f64 = freeFirst(g + SIDE_B);
  const by: f64 = freeSecond(g + SIDE_B);
  const scale: f64 = 1.0 / (ax * by - ay * bx);
  const bendA: i32 = g + FACTOR;
  const bendB: i32 = bendA + 4;
  const first: i32 = bendB + 4;
  const second: i32 = first + 4;
  setMatrix(g + TURN_MOVED, 0.0, 0.0, 0.0, 0.0);
  setMatrix(g + TURN_TURNED, -ay * bx * scale, -ay * by * scale, ax * bx * scale, ax * by * scale);
  setMatrix(g + SLIDE_MOVED, ax * by * scale, -ax * bx * scale, ay * by * scale, -ay * bx * scale);
  plus(bendA, bendB, first);
  plusScalar(first, d, first);
  multiply(first, g + TURN_TURNED, second);
  minus(bendB, second, first);
  multiply(g + SLIDE_MOVED, first, second);
  multiply(bendA, g + TURN_TURNED, first);
  plus(first, second, g + SLIDE_TURNED);
}

/** The Jacobians with respect to B's twist in A's frame, from P, Q, U and V. */
export function writeRelative(g: i32, rotation: i32): void {
  for (let k: i32 = 0; k < 3; k += 1) {
    // B's axis k in A's frame, for v and for ω; y is taken along in B's frame: e_k × y.
    const x: f64 = k === 0 ? 1.0 : 0.0;
    const y: f64 = k === 1 ? 1.0 : 0.0;
    const z: f64 = k === 2 ? 1.0 : 0.0;
    rotate(rotation, x, y, z, g + TRIAL);
    writeColumn(g, k, 0.0, 0.0, ld(g + OWN_AXIS + k));
    const px: f64 = ld(g + OWN_B);
    const py: f64 = ld(g + OWN_B + 1);
    const pz: f64 = ld(g + OWN_B + 2);
    const wx: f64 = ld(g + TRIAL);
    const wy: f64 = ld(g + TRIAL + 1);
    const wz: f64 = ld(g + TRIAL + 2);
    const nx: f64 = ld(g + AXIS);
    const ny: f64 = ld(g + AXIS + 1);
    const nz: f64 = ld(g + AXIS + 2);
    const cx: f64 = wy * nz - wz * ny;
    const cy: f64 = wz * nx - wx * nz;
    const cz: f64 = wx * ny - wy * nx;
    const e: i32 = g + ACROSS;
    const turnFirst: f64 = ld(e) * cx + ld(e + 1) * cy + ld(e + 2) * cz;
    const turnSecond: f64 = ld(e + 3) * cx + ld(e + 4) * cy + ld(e + 5) * cz;
    rotate(rotation, y * pz - z * py, z * px - x * pz, x * py - y * px, g + TRIAL);
    writeColumn(g, k + 3, turnFirst, turnSecond, dotAt(g + TRIAL, g + AXIS));
  }
}

/** One column: B's point moves as TRIAL says, and the distance by `rise`; a normal that turned with B would go (c1, c2) across. */
function writeColumn(g: i32, column: i32, c1: f64, c2: f64, rise: f64): void {
  const e: i32 = g + ACROSS;
  const u1: f64 = dotAt(e, g + TRIAL);
  const u2: f64 = dotAt(e + 3, g + TRIAL);
  const p: i32 = g + TURN_MOVED;
  const q: i32 = g + TURN_TURNED;
  const u: i32 = g + SLIDE_MOVED;
  const v: i32 = g + SLIDE_TURNED;
  const n1: f64 = ld(p) * u1 + ld(p + 1) * u2 + ld(q) * c1 + ld(q + 1) * c2;
  const n2: f64 = ld(p + 2) * u1 + ld(p + 3) * u2 + ld(q + 2) * c1 + ld(q + 3) * c2;
  const a1: f64 = ld(u) * u1 + ld(u + 1) * u2 + ld(v) * c1 + ld(v + 1) * c2;
  const a2: f64 = ld(u + 2) * u1 + ld(u + 3) * u2 + ld(v + 2) * c1 + ld(v + 3) * c2;
  const d: f64 = ld(g + HEIGHT);
  const out: i32 = g + RELATIVE + column;
  for (let row: i32 = 0; row < 3; row += 1) {
    const first: f64 = ld(e + row);
    const second: f64 = ld(e + 3 + row);
    const turn: f64 = first * n1 + second * n2;
    const slide: f64 = first * a1 + second * a2;
    st(out + 6 * row, slide);
    st(out + JACOBIAN_SIZE + 6 * row, slide + d * turn + rise * ld(g + AXIS + row));
    st(out + 2 * JACOBIAN_SIZE + 6 * row, turn);
  }
  st(out + 3 * JACOBIAN_SIZE, rise);
}
