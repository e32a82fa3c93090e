// The rows of the conic program (see cones.ts): each s = ⟨C, y⟩ + k, half-spaces first, then second-order cones.

import * as Query from '../blocks/query.ts';
import { ld, st } from '../port/memory.ts';
import { rotate } from '../rotation.ts';
import * as Conic from './blocks/conic.ts';
import * as ConicRow from './blocks/conic-row.ts';
import * as Growth from './blocks/growth.ts';

/** α is the fourth variable. */
export const ALPHA_COLUMN: i32 = 3;

export function rowStride(work: i32): i32 {
  return ConicRow.COEFFICIENTS + Conic.variables(work);
}

export function rowAt(work: i32, row: i32): i32 {
  return work + Conic.SIZE + row * rowStride(work);
}

export function recordOf(w: i32, body: i32): i32 {
  return body === 0 ? Query.recordA(w) : Query.recordB(w);
}

export function centerOf(g: i32, body: i32): i32 {
  return g + Growth.CENTER_A + 3 * body;
}

/** Appends a half-space, before any cone; returns its row. */
export function addPlane(work: i32): i32 {
  const row: i32 = Conic.rows(work);
  Conic.setRows(work, row + 1);
  return clearRow(work, row);
}

/** Appends a cone of `size` rows; returns its first row. */
export function addCone(work: i32, size: i32): i32 {
  const cone: i32 = Conic.cones(work);
  const first: i32 = Conic.rows(work);
  Conic.setCones(work, cone + 1);
  Conic.setRows(work, first + size);
  Conic.setConeStart(work, cone, first);
  Conic.setConeSize(work, cone, size);
  for (let k: i32 = 0; k < size; k += 1) clearRow(work, first + k);
  return rowAt(work, first);
}

function clearRow(work: i32, number: i32): i32 {
  const row: i32 = rowAt(work, number);
  const end: i32 = row + rowStride(work);
  ConicRow.setConstant(row, 0.0);
  for (let at: i32 = row + ConicRow.COEFFICIENTS; at < end; at += 1) st(at, 0.0);
  return row;
}

export function setAlpha(row: i32, factor: f64): void {
  ConicRow.setCoefficients(row, ALPHA_COLUMN, factor);
}

/** s = ⟨n, Rᵀ (x − x₀)⟩ with n = (x, y, z) of the arguments, in the body's frame, and the other symbols of cones.ts. */
export function setOnPoint(w: i32, g: i32, body: i32, row: i32, x: f64, y: f64, z: f64): void {
  const at: i32 = row + ConicRow.COEFFICIENTS;
  if (body === 0) {
    st(at, x);
    st(at + 1, y);
    st(at + 2, z);
    return;
  }
  rotate(w + Query.ROTATION, x, y, z, at);
  const u: i32 = g + Growth.RAY;
  ConicRow.setConstant(row, -Growth.length(g) * (ld(at) * ld(u) + ld(at + 1) * ld(u + 1) + ld(at + 2) * ld(u + 2)));
}

/** s = ⟨n, v⟩ for the core's point v, which is Rᵀ (x − x₀) if the core has no variables. */
export function setOnCore(w: i32, g: i32, work: i32, body: i32, row: i32, x: f64, y: f64, z: f64): void {
  const column: i32 = Conic.coreColumn(work, body);
  if (column === 0) {
    setOnPoint(w, g, body, row, x, y, z);
    return;
  }
  const at: i32 = row + ConicRow.COEFFICIENTS + column;
  st(at, x);
  st(at + 1, y);
  st(at + 2, z);
}

/** s = C y + k. */
export function slackOf(work: i32, row: i32): f64 {
  const count: i32 = Conic.variables(work);
  let sum: f64 = ConicRow.constant(row);
  for (let k: i32 = 0; k < count; k += 1) sum += ConicRow.coefficients(row, k) * Conic.y(work, k);
  return sum;
}
