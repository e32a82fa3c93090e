// The Jacobians with respect to the requested variables, from the Jacobians with respect to B's twist in A's frame.
//
// T_AB = T_A⁻¹ T_B, so a twist of B alone is the same twist of B in A, and the results are rotated into the world by R_A. A twist ξ of A
// alone is a common motion of both bodies, which also moves points and normal, followed by the motion of B back: T_B exp(−Ad ξ),
// with Ad (v, ω) = (Rᵀ(v + ω × t), Rᵀω).
import * as Query from '../blocks/query.ts';
import { ld, st } from '../port/memory.ts';
import { rotate } from '../rotation.ts';
import * as Derivative from './blocks/derivative.ts';
import {
  DISTANCE_ROW,
  JACOBIAN_ROWS,
  NORMAL_ROW,
  RESPECT_A,
  RESPECT_B,
  RESPECT_BOTH,
  RESPECT_RELATIVE,
  SEPARATION_ROW,
} from './constants.ts';

/** Scratch for the Jacobians with respect to A in A's frame, in the layout of `relative`; the saved workspace is restored by then. */
const OF_A: i32 = Derivative.SAVED;

/** Writes the Jacobians with respect to the requested variables. The Jacobians with respect to the relative pose are already in `relative`. */
export function writeJacobians(w: i32, g: i32): void {
  const respect: i32 = Derivative.withRespectTo(g);
  if (respect === RESPECT_RELATIVE) return;
  const columns: i32 = respect === RESPECT_BOTH ? 12 : 6;
  if (respect !== RESPECT_B) {
    moveA(w, g);
    rotateToWorld(w, g, g + OF_A, columns, 0);
  }
  if (respect !== RESPECT_A) rotateToWorld(w, g, g + Derivative.RELATIVE, columns, columns - 6);
}

/** Rotates six columns of all Jacobians from A's frame to the world. */
function rotateToWorld(w: i32, g: i32, from: i32, columns: i32, at: i32): void {
  const trial: i32 = Derivative.trial(g);
  for (let column: i32 = 0; column < 6; column += 1) {
    const out: i32 = g + Derivative.JACOBIANS + at + column;
    for (let row: i32 = 0; row < DISTANCE_ROW; row += 3) {
      const source: i32 = from + 6 * row + column;
      rotate(w + Query.ROTATION_A, ld(source), ld(source + 6), ld(source + 12), trial);
      for (let k: i32 = 0; k < 3; k += 1) st(out + columns * (row + k), ld(trial + k));
    }
    st(out + columns * DISTANCE_ROW, ld(from + 6 * DISTANCE_ROW + column));
  }
}

/** Writes the Jacobians with respect to A's twist, column by column: the common motion of both bodies minus the motion of B. */
function moveA(w: i32, g: i32): void {
  const r: i32 = w + Query.ROTATION;
  const t: i32 = w + Query.TRANSLATION;
  for (let k: i32 = 0; k < 3; k += 1) {
    const x: f64 = k === 0 ? 1.0 : 0.0;
    const y: f64 = k === 1 ? 1.0 : 0.0;
    const z: f64 = k === 2 ? 1.0 : 0.0;
    // Rᵀ e_k is row k of R. m = e_k × t.
    const rowK: i32 = r + 3 * k;
    const mx: f64 = y * ld(t + 2) - z * ld(t + 1);
    const my: f64 = z * ld(t) - x * ld(t + 2);
    const mz: f64 = x * ld(t + 1) - y * ld(t);
    const vx: f64 = ld(r) * mx + ld(r + 3) * my + ld(r + 6) * mz;
    const vy: f64 = ld(r + 1) * mx + ld(r + 4) * my + ld(r + 7) * mz;
    const vz: f64 = ld(r + 2) * mx + ld(r + 5) * my + ld(r + 8) * mz;
    for (let row: i32 = 0; row < JACOBIAN_ROWS; row += 1) {
      const from: i32 = g + Derivative.RELATIVE + 6 * row;
      const out: i32 = g + OF_A + 6 * row + k;
      const byRotation: f64 = ld(from + 3) * ld(rowK) + ld(from + 4) * ld(rowK + 1) + ld(from + 5) * ld(rowK + 2);
      st(out, -(ld(from) * ld(rowK) + ld(from + 1) * ld(rowK + 1) + ld(from + 2) * ld(rowK + 2)));
      st(out + 3, -(ld(from) * vx + ld(from + 1) * vy + ld(from + 2) * vz + byRotation));
    }
    addCommonMotion(g + Derivative.POINT_A, g + OF_A + k, x, y, z, true);
    addCommonMotion(g + Derivative.POINT_B, g + OF_A + 18 + k, x, y, z, true);
    addCommonMotion(g + Derivative.NORMAL, g + OF_A + 6 * NORMAL_ROW + k, x, y, z, false);
    // The separation rotates with both points.
    for (let j: i32 = 0; j < 3; j += 1) st(Derivative.trial(g) + j, Derivative.pointB(g, j) - Derivative.pointA(g, j));
    addCommonMotion(Derivative.trial(g), g + OF_A + 6 * SEPARATION_ROW + k, x, y, z, false);
  }
}

/** Adds the common motion along and about one axis: points are translated, points and directions are rotated. */
function addCommonMotion(at: i32, out: i32, x: f64, y: f64, z: f64, isPoint: bool): void {
  if (isPoint) {
    st(out, ld(out) + x);
    st(out + 6, ld(out + 6) + y);
    st(out + 12, ld(out + 12) + z);
  }
  st(out + 3, ld(out + 3) + (y * ld(at + 2) - z * ld(at + 1)));
  st(out + 9, ld(out + 9) + (z * ld(at) - x * ld(at + 2)));
  st(out + 15, ld(out + 15) + (x * ld(at + 1) - y * ld(at)));
}
