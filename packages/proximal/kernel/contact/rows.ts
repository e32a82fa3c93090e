// J and M⁻¹ Jᵀ: the rows of contacts of free bodies (src/sim writes the rows of robots), and products with all rows.
import { ld, ldi, st, sti } from '../port/memory.ts';
import { dotRow, dotSix, rowTimesMatrix, scaleSix, timesRows } from '../port/rows.ts';
import * as BodyState from './blocks/body-state.ts';
import * as ContactWorkspace from './blocks/contact-workspace.ts';
import { TABLE_SIZE } from './constants.ts';

/** Adds the triples of `count` contacts: the velocity of B's point relative to A's. Blocks of robots are zeros, to be filled by src/sim. */
export function contactRows(r: i32, count: i32): void {
  const pairs: i32 = ContactWorkspace.pairs(r);
  const points: i32 = ContactWorkspace.points(r);
  const frames: i32 = ContactWorkspace.frames(r);
  for (let k: i32 = 0; k < count; k += 1) {
    const triple: i32 = addTriple(r);
    const a: i32 = ldi(pairs + 2 * k);
    const b: i32 = ldi(pairs + 2 * k + 1);
    let block: i32 = 2 * triple;
    if (a >= 0) {
      contactBlock(r, block, a, points + 3 * k, frames + 9 * k, -1.0);
      block += 1;
    }
    if (b >= 0 && b !== a) contactBlock(r, block, b, points + 3 * k, frames + 9 * k, 1.0);
  }
}

/** Adds three rows that move no member. Returns the number of the triple. */
export function addTriple(r: i32): i32 {
  const triple: i32 = ContactWorkspace.triples(r);
  const widths: i32 = ContactWorkspace.widths(r) + 2 * triple;
  const inverseVirtualMasses: i32 = ContactWorkspace.inverseVirtualMasses(r) + 3 * triple;
  ContactWorkspace.setTriples(r, triple + 1);
  sti(widths, 0);
  sti(widths + 1, 0);
  st(inverseVirtualMasses, 0.0);
  st(inverseVirtualMasses + 1, 0.0);
  st(inverseVirtualMasses + 2, 0.0);
  return triple;
}

/** Allocates a zeroed block for a member. Returns its start. */
export function openBlock(r: i32, block: i32, member: i32): i32 {
  const start: i32 = placeBlock(r, block, member);
  const jacobian: i32 = ContactWorkspace.jacobian(r);
  for (let k: i32 = start; k < ContactWorkspace.jacobianLength(r); k += 1) st(jacobian + k, 0.0);
  return start;
}

/** Allocates a block without zeroing it. */
function placeBlock(r: i32, block: i32, member: i32): i32 {
  const table: i32 = ContactWorkspace.table(r) + TABLE_SIZE * member;
  const width: i32 = ldi(table);
  const start: i32 = ContactWorkspace.jacobianLength(r);
  ContactWorkspace.setJacobianLength(r, start + 3 * width);
  sti(ContactWorkspace.members(r) + block, member);
  sti(ContactWorkspace.starts(r) + block, start);
  sti(ContactWorkspace.firsts(r) + block, ldi(table + 1));
  sti(ContactWorkspace.widths(r) + block, width);
  return start;
}

function contactBlock(r: i32, block: i32, member: i32, point: i32, frame: i32, sign: f64): void {
  if (ldi(ContactWorkspace.table(r) + TABLE_SIZE * member + 2) === 0) {
    openBlock(r, block, member);
    return;
  }
  const start: i32 = placeBlock(r, block, member);
  const state: i32 = ContactWorkspace.states(r) + BodyState.SIZE * member;
  const jacobian: i32 = ContactWorkspace.jacobian(r) + start;
  freeRows(state, point, frame, sign, jacobian);
  respondFree(state, jacobian, ContactWorkspace.response(r) + start);
}

/**
 * `sign` times the velocity of a free body's point along the three rows of a frame: in the body's axes, a row is a direction and
 * its moment about the body's origin.
 */
function freeRows(state: i32, point: i32, frame: i32, sign: f64, out: i32): void {
  const m: i32 = state + BodyState.ROTATION;
  // Read once: the compiler does not know that the rows are stored elsewhere.
  const xx: f64 = ld(m);
  const xy: f64 = ld(m + 1);
  const xz: f64 = ld(m + 2);
  const yx: f64 = ld(m + 3);
  const yy: f64 = ld(m + 4);
  const yz: f64 = ld(m + 5);
  const zx: f64 = ld(m + 6);
  const zy: f64 = ld(m + 7);
  const zz: f64 = ld(m + 8);
  const dx: f64 = ld(point) - ld(state);
  const dy: f64 = ld(point + 1) - ld(state + 1);
  const dz: f64 = ld(point + 2) - ld(state + 2);
  const bx: f64 = xx * dx + yx * dy + zx * dz;
  const by: f64 = xy * dx + yy * dy + zy * dz;
  const bz: f64 = xz * dx + yz * dy + zz * dz;
  for (let k: i32 = 0; k < 3; k += 1) {
    const fx: f64 = sign * ld(frame + 3 * k);
    const fy: f64 = sign * ld(frame + 3 * k + 1);
    const fz: f64 = sign * ld(frame + 3 * k + 2);
    const x: f64 = xx * fx + yx * fy + zx * fz;
    const y: f64 = xy * fx + yy * fy + zy * fz;
    const z: f64 = xz * fx + yz * fy + zz * fz;
    const row: i32 = out + 6 * k;
    st(row, x);
    st(row + 1, y);
    st(row + 2, z);
    st(row + 3, by * z - bz * y);
    st(row + 4, bz * x - bx * z);
    st(row + 5, bx * y - by * x);
  }
}

/** M⁻¹ Jᵀ of a block of a free body. */
function respondFree(state: i32, jacobian: i32, response: i32): void {
  const inverse: i32 = state + BodyState.INVERSE;
  if (BodyState.isDiagonal(state) === 0.0) {
    rowTimesMatrix(jacobian, inverse, response);
    rowTimesMatrix(jacobian + 6, inverse, response + 6);
    rowTimesMatrix(jacobian + 12, inverse, response + 12);
    return;
  }
  scaleSix(jacobian, inverse, response);
  scaleSix(jacobian + 6, inverse, response + 6);
  scaleSix(jacobian + 12, inverse, response + 12);
}

/** M⁻¹ Jᵀ of the free bodies' blocks of the triples `from` to `to` − 1, whose J was written elsewhere. */
export function respondTriples(r: i32, from: i32, to: i32): void {
  for (let block: i32 = 2 * from; block < 2 * to; block += 1) {
    if (ldi(ContactWorkspace.widths(r) + block) <= 0) continue;
    const member: i32 = ldi(ContactWorkspace.members(r) + block);
    if (ldi(ContactWorkspace.table(r) + TABLE_SIZE * member + 2) === 0) continue;
    const start: i32 = ldi(ContactWorkspace.starts(r) + block);
    const state: i32 = ContactWorkspace.states(r) + BodyState.SIZE * member;
    respondFree(state, ContactWorkspace.jacobian(r) + start, ContactWorkspace.response(r) + start);
  }
}

/** For all rows, J times the unconstrained velocity (g) and J times the velocity before the step. */
export function multiplyRows(r: i32): void {
  const triples: i32 = ContactWorkspace.triples(r);
  const unconstrainedVelocity: i32 = ContactWorkspace.unconstrainedVelocity(r);
  const velocityBefore: i32 = ContactWorkspace.velocityBefore(r);
  const freeVelocity: i32 = ContactWorkspace.freeVelocity(r);
  const rowVelocityBefore: i32 = ContactWorkspace.rowVelocityBefore(r);
  for (let triple: i32 = 0; triple < triples; triple += 1) {
    timesTriple(r, triple, unconstrainedVelocity, freeVelocity + 3 * triple);
    timesTriple(r, triple, velocityBefore, rowVelocityBefore + 3 * triple);
  }
}

/** σ = g − c* + J M⁻¹ Jᵀ λ of the triples without impulses that are at `from` to `to` − 1 of the order. */
export function idleVelocities(r: i32, from: i32, to: i32): void {
  const order: i32 = ContactWorkspace.order(r);
  const velocity: i32 = ContactWorkspace.velocity(r);
  const freeVelocity: i32 = ContactWorkspace.freeVelocity(r);
  const reference: i32 = ContactWorkspace.reference(r);
  const sigma: i32 = ContactWorkspace.sigma(r);
  for (let place: i32 = from; place < to; place += 1) {
    const triple: i32 = ldi(order + place);
    timesTriple(r, triple, velocity, sigma + 3 * triple);
    for (let row: i32 = 3 * triple; row < 3 * triple + 3; row += 1)
      st(sigma + row, ld(freeVelocity + row) - ld(reference + row) + ld(sigma + row));
  }
}

/** The three rows of a triple times a vector of coordinates. */
export function timesTriple(r: i32, triple: i32, vector: i32, out: i32): void {
  const widths: i32 = ContactWorkspace.widths(r);
  const starts: i32 = ContactWorkspace.starts(r);
  const firsts: i32 = ContactWorkspace.firsts(r);
  const jacobian: i32 = ContactWorkspace.jacobian(r);
  let x: f64 = 0.0;
  let y: f64 = 0.0;
  let z: f64 = 0.0;
  for (let block: i32 = 2 * triple; block < 2 * triple + 2; block += 1) {
    const width: i32 = ldi(widths + block);
    if (width === 0) continue;
    const row: i32 = jacobian + ldi(starts + block);
    const from: i32 = vector + ldi(firsts + block);
    if (width === 6) {
      x += dotSix(row, from);
      y += dotSix(row + 6, from);
      z += dotSix(row + 12, from);
    } else {
      timesRows(row, width > 0 ? width : -width, from, out);
      x += ld(out);
      y += ld(out + 1);
      z += ld(out + 2);
    }
  }
  st(out, x);
  st(out + 1, y);
  st(out + 2, z);
}

/** `sum` plus one row of a triple times a vector of coordinates. */
export function plusRow(r: i32, triple: i32, k: i32, vector: i32, sum: f64): f64 {
  for (let block: i32 = 2 * triple; block < 2 * triple + 2; block += 1) {
    const signed: i32 = ldi(ContactWorkspace.widths(r) + block);
    if (signed === 0) continue;
    const width: i32 = signed > 0 ? signed : -signed;
    const row: i32 = ContactWorkspace.jacobian(r) + ldi(ContactWorkspace.starts(r) + block) + width * k;
    const from: i32 = vector + ldi(ContactWorkspace.firsts(r) + block);
    sum += width === 6 ? dotSix(row, from) : dotRow(row, from, width);
  }
  return sum;
}

/** The diagonal block of J M⁻¹ Jᵀ of a triple, nine numbers: G without virtual masses. */
export function ownBlock(r: i32, triple: i32, out: i32): void {
  const widths: i32 = ContactWorkspace.widths(r);
  const starts: i32 = ContactWorkspace.starts(r);
  const widthB: i32 = ldi(widths + 2 * triple + 1);
  if (ldi(widths + 2 * triple) === 6 && (widthB === 6 || widthB === 0)) {
    ownSix(r, ldi(starts + 2 * triple), widthB === 0 ? -1 : ldi(starts + 2 * triple + 1), out);
    return;
  }
  for (let k: i32 = 0; k < 9; k += 1) st(out + k, 0.0);
  for (let block: i32 = 2 * triple; block < 2 * triple + 2; block += 1) {
    const width: i32 = ldi(widths + block);
    if (width <= 0) continue;
    const rows: i32 = ContactWorkspace.jacobian(r) + ldi(starts + block);
    const columns: i32 = ContactWorkspace.response(r) + ldi(starts + block);
    addOwn(rows, columns, width, out);
  }
  st(out + 1, ld(out + 3));
  st(out + 2, ld(out + 6));
  st(out + 5, ld(out + 7));
}

/** `ownBlock` of one or two blocks that are six numbers wide. @param startB the start of the second block; −1 if there is none */
function ownSix(r: i32, startA: i32, startB: i32, out: i32): void {
  const rows: i32 = ContactWorkspace.jacobian(r) + startA;
  const columns: i32 = ContactWorkspace.response(r) + startA;
  let xx: f64 = dotSix(rows, columns);
  let yx: f64 = dotSix(rows + 6, columns);
  let yy: f64 = dotSix(rows + 6, columns + 6);
  let zx: f64 = dotSix(rows + 12, columns);
  let zy: f64 = dotSix(rows + 12, columns + 6);
  let zz: f64 = dotSix(rows + 12, columns + 12);
  if (startB >= 0) {
    const rowsB: i32 = ContactWorkspace.jacobian(r) + startB;
    const columnsB: i32 = ContactWorkspace.response(r) + startB;
    xx += dotSix(rowsB, columnsB);
    yx += dotSix(rowsB + 6, columnsB);
    yy += dotSix(rowsB + 6, columnsB + 6);
    zx += dotSix(rowsB + 12, columnsB);
    zy += dotSix(rowsB + 12, columnsB + 6);
    zz += dotSix(rowsB + 12, columnsB + 12);
  }
  st(out, xx);
  st(out + 1, yx);
  st(out + 2, zx);
  st(out + 3, yx);
  st(out + 4, yy);
  st(out + 5, zy);
  st(out + 6, zx);
  st(out + 7, zy);
  st(out + 8, zz);
}

/** Adds the lower triangle of J M⁻¹ Jᵀ of a block. */
function addOwn(rows: i32, columns: i32, width: i32, out: i32): void {
  for (let k: i32 = 0; k < 3; k += 1)
    for (let m: i32 = 0; m <= k; m += 1) {
      const at: i32 = out + 3 * k + m;
      st(at, ld(at) + dotRow(rows + width * k, columns + width * m, width));
    }
}

/** The last number of `ownBlock` alone, which belongs to the normal row. The others are zero. */
export function ownNormal(r: i32, triple: i32, out: i32): void {
  const widths: i32 = ContactWorkspace.widths(r);
  const starts: i32 = ContactWorkspace.starts(r);
  let sum: f64 = 0.0;
  for (let block: i32 = 2 * triple; block < 2 * triple + 2; block += 1) {
    const width: i32 = ldi(widths + block);
    if (width <= 0) continue;
    const row: i32 = ContactWorkspace.jacobian(r) + ldi(starts + block) + 2 * width;
    const column: i32 = ContactWorkspace.response(r) + ldi(starts + block) + 2 * width;
    sum += width === 6 ? dotSix(row, column) : dotRow(row, column, width);
  }
  for (let k: i32 = 0; k < 8; k += 1) st(out + k, 0.0);
  st(out + 8, sum);
}
