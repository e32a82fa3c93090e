// The Jacobians with respect to what was asked for. Those with respect to B's twist in A's frame are given.
//
// T_AB = T_A⁻¹ T_B, so a twist of B alone is the same twist of B in A, and the answers turn into the world with R_A. A twist ξ of A
// alone is a common motion of both bodies, which carries points and normal along, followed by the motion of B back: T_B exp(−Ad ξ),
// with Ad (v, ω) = (Rᵀ(v + ω × t), Rᵀω).
import { ROTATION, ROTATION_A, TRANSLATION } from '../layout.ts';
import { ld, ldi, st } from '../port/memory.ts';
import { rotate } from '../rotation.ts';
import {
  AT_A,
  AT_B,
  AXIS,
  JACOBIAN_SIZE,
  JACOBIANS,
  KEPT,
  RELATIVE,
  RESPECT_A,
  RESPECT_BOTH,
  RESPECT_RELATIVE,
  TRIAL,
  WIDEST_JACOBIAN,
  WITH_RESPECT_TO_INT,
} from './layout.ts';

/** Room for the Jacobians with respect to A in A's frame, laid out like RELATIVE: what was kept is back in its place. */
const OF_A: i32 = KEPT;

export function writeJacobians(w: i32, g: i32): void {
  const respect: i32 = ldi(2 * g + WITH_RESPECT_TO_INT);
  if (respect === RESPECT_RELATIVE) {
    writeBlock(w, g, g + RELATIVE, 6, 0, false);
    return;
  }
  const columns: i32 = respect === RESPECT_BOTH ? 12 : 6;
  if (respect === RESPECT_A || respect === RESPECT_BOTH) {
    moveA(w, g);
    writeBlock(w, g, g + OF_A, columns, 0, true);
  }
  if (respect !== RESPECT_A) writeBlock(w, g, g + RELATIVE, columns, columns - 6, true);
}

/** Six columns of all Jacobians, in A's frame or turned into the world. */
function writeBlock(w: i32, g: i32, from: i32, columns: i32, at: i32, isWorld: bool): void {
  for (let column: i32 = 0; column < 6; column += 1) {
    const out: i32 = g + JACOBIANS + at + column;
    for (let which: i32 = 0; which < 4; which += 1) {
      // Point of A, point of B, the separation between them, normal.
      const source: i32 = from + column + (which === 3 ? 2 : which === 0 ? 0 : 1) * JACOBIAN_SIZE;
      const minus: i32 = from + column;
      const isDifference: bool = which === 2;
      const x: f64 = ld(source) - (isDifference ? ld(minus) : 0.0);
      const y: f64 = ld(source + 6) - (isDifference ? ld(minus + 6) : 0.0);
      const z: f64 = ld(source + 12) - (isDifference ? ld(minus + 12) : 0.0);
      const to: i32 = out + which * WIDEST_JACOBIAN;
      const trial: i32 = g + TRIAL;
      if (isWorld) rotate(w + ROTATION_A, x, y, z, trial);
      st(to, isWorld ? ld(trial) : x);
      st(to + columns, isWorld ? ld(trial + 1) : y);
      st(to + 2 * columns, isWorld ? ld(trial + 2) : z);
    }
    st(out + 4 * WIDEST_JACOBIAN, ld(from + column + 3 * JACOBIAN_SIZE));
  }
}

/** Column by column: the common motion minus that of B. */
function moveA(w: i32, g: i32): void {
  const r: i32 = w + ROTATION;
  const t: i32 = w + TRANSLATION;
  for (let k: i32 = 0; k < 3; k += 1) {
    const x: f64 = k === 0 ? 1.0 : 0.0;
    const y: f64 = k === 1 ? 1.0 : 0.0;
    const z: f64 = k === 2 ? 1.0 : 0.0;
    // Rᵀ e_k is row k of R; e_k × t.
    const turn: i32 = r + 3 * k;
    const mx: f64 = y * ld(t + 2) - z * ld(t + 1);
    const my: f64 = z * ld(t) - x * ld(t + 2);
    const mz: f64 = x * ld(t + 1) - y * ld(t);
    const vx: f64 = ld(r) * mx + ld(r + 3) * my + ld(r + 6) * mz;
    const vy: f64 = ld(r + 1) * mx + ld(r + 4) * my + ld(r + 7) * mz;
    const vz: f64 = ld(r + 2) * mx + ld(r + 5) * my + ld(r + 8) * mz;
    for (let row: i32 = 0; row < 10; row += 1) {
      const from: i32 = g + RELATIVE + 6 * row;
      const out: i32 = g + OF_A + 6 * row + k;
      const byTurn: f64 = ld(from + 3) * ld(turn) + ld(from + 4) * ld(turn + 1) + ld(from + 5) * ld(turn + 2);
      st(out, -(ld(from) * ld(turn) + ld(from + 1) * ld(turn + 1) + ld(from + 2) * ld(turn + 2)));
      st(out + 3, -(ld(from) * vx + ld(from + 1) * vy + ld(from + 2) * vz + byTurn));
    }
    carry(g + AT_A, g + OF_A + k, x, y, z, true);
    carry(g + AT_B, g + OF_A + JACOBIAN_SIZE + k, x, y, z, true);
    carry(g + AXIS, g + OF_A + 2 * JACOBIAN_SIZE + k, x, y, z, false);
  }
}

/** Adds the common motion along and about one axis: a point goes along, points and directions turn. */
function carry(at: i32, out: i32, x: f64, y: f64, z: f64, isPoint: bool): void {
  if (isPoint) {
    st(out, ld(out) + x);
    st(out + 6, ld(out + 6) + y);
    st(out + 12, ld(out + 12) + z);
  }
  st(out + 3, ld(out + 3) + (y * ld(at + 2) - z * ld(at + 1)));
  st(out + 9, ld(out + 9) + (z * ld(at) - x * ld(at + 2)));
  st(out + 15, ld(out + 15) + (x * ld(at + 1) - y * ld(at)));
}
