// One sweep of Alg. 5 (Le Lidec et al. 2023) over an island: a normal step, a tangential step, and the tangential impulse scaled
// to µ λ_N. Simulations of walls and heaps spend most of their time in it. Between two checks σ is unused memory: products that are not six
// numbers wide are stored there.
import { ld, ldi, st } from '../port/memory.ts';
import { addRow, addRowOfSix, addRows, addSix, dotSix, timesRows } from '../port/rows.ts';
import { extrapolated } from './accelerate.ts';
import * as ContactWorkspace from './blocks/contact-workspace.ts';
import { plusRow, timesTriple } from './rows.ts';

/**
 * Sweeps over the contacts `from` to `to` − 1 of the order. Returns the largest change, as a velocity.
 *
 * It is one long function because a function returns one number: smaller ones would pass the impulses and velocities of each contact through
 * memory.
 */
export function sweepContacts(r: i32, from: i32, to: i32): f64 {
  const order: i32 = ContactWorkspace.order(r);
  const starts: i32 = ContactWorkspace.starts(r);
  const firsts: i32 = ContactWorkspace.firsts(r);
  const widths: i32 = ContactWorkspace.widths(r);
  const jacobian: i32 = ContactWorkspace.jacobian(r);
  const response: i32 = ContactWorkspace.response(r);
  const velocity: i32 = ContactWorkspace.velocity(r);
  const lambda: i32 = ContactWorkspace.lambda(r);
  const steps: i32 = ContactWorkspace.steps(r);
  const diagonal: i32 = ContactWorkspace.diagonal(r);
  const blocks: i32 = ContactWorkspace.blocks(r);
  const friction: i32 = ContactWorkspace.friction(r);
  const sigma: i32 = ContactWorkspace.sigma(r);
  const relaxation: f64 = ContactWorkspace.relaxation(r);
  const biasVelocities: i32 = ContactWorkspace.biasVelocities(r);
  const totalCompliances: i32 = ContactWorkspace.totalCompliances(r);
  const isAccelerated: bool = ContactWorkspace.accelerated(r) !== 0;
  const extrapolation: f64 = ContactWorkspace.gamma(r);
  const changes: i32 = ContactWorkspace.changes(r);
  const swept: i32 = ContactWorkspace.swept(r);
  let energy: f64 = ContactWorkspace.energy(r);
  let differenceProduct: f64 = ContactWorkspace.differenceProduct(r);
  let differenceEnergy: f64 = ContactWorkspace.differenceEnergy(r);
  let largestChange: f64 = 0.0;
  for (let place: i32 = from; place < to; place += 1) {
    const triple: i32 = ldi(order + place);
    const at: i32 = 3 * triple;
    let lx: f64 = ld(lambda + at);
    let ly: f64 = ld(lambda + at + 1);
    let lz: f64 = ld(lambda + at + 2);
    if (isAccelerated) {
      lx = extrapolated(lx, swept + at, extrapolation);
      ly = extrapolated(ly, swept + at + 1, extrapolation);
      lz = extrapolated(lz, swept + at + 2, extrapolation);
    }
    const first: i32 = ldi(widths + 2 * triple);
    const second: i32 = ldi(widths + 2 * triple + 1);
    const startA: i32 = ldi(starts + 2 * triple);
    const startB: i32 = ldi(starts + 2 * triple + 1);
    const vectorA: i32 = velocity + ldi(firsts + 2 * triple);
    const vectorB: i32 = velocity + ldi(firsts + 2 * triple + 1);
    let x: f64 = ld(totalCompliances + at) * lx + ld(biasVelocities + at);
    let y: f64 = ld(totalCompliances + at + 1) * ly + ld(biasVelocities + at + 1);
    let z: f64 = ld(totalCompliances + at + 2) * lz + ld(biasVelocities + at + 2);
    if (first === 6) {
      x += dotSix(jacobian + startA, vectorA);
      y += dotSix(jacobian + startA + 6, vectorA);
      z += dotSix(jacobian + startA + 12, vectorA);
    } else {
      timesRows(jacobian + startA, first, vectorA, sigma + at);
      x += ld(sigma + at);
      y += ld(sigma + at + 1);
      z += ld(sigma + at + 2);
    }
    if (second === 6) {
      x += dotSix(jacobian + startB, vectorB);
      y += dotSix(jacobian + startB + 6, vectorB);
      z += dotSix(jacobian + startB + 12, vectorB);
    } else if (second !== 0) {
      timesRows(jacobian + startB, second > 0 ? second : -second, vectorB, sigma + at);
      x += ld(sigma + at);
      y += ld(sigma + at + 1);
      z += ld(sigma + at + 2);
    }
    const mu: f64 = ld(friction + triple);
    let normal: f64 = lz - ld(steps + at + 2) * z;
    // A branch, which is predicted, is faster than a maximum: the next contact waits for this one.
    if (normal <= 0.0) normal = 0.0;
    let dz: f64 = normal - lz;
    let tx: f64 = lx - ld(steps + at) * (x + ld(blocks + 9 * triple + 2) * dz);
    let ty: f64 = ly - ld(steps + at) * (y + ld(blocks + 9 * triple + 5) * dz);
    const scale: f64 = scaleInto(tx, ty, mu * normal);
    if (scale !== 1.0) {
      tx *= scale;
      ty *= scale;
    }
    if (relaxation !== 1.0) {
      // (22), then the cone again, because relaxation beyond 1 may leave it.
      normal = Math.max(0.0, lz + relaxation * dz);
      dz = normal - lz;
      tx = lx + relaxation * (tx - lx);
      ty = ly + relaxation * (ty - ly);
      const again: f64 = scaleInto(tx, ty, mu * normal);
      tx *= again;
      ty *= again;
    }
    const dx: f64 = tx - lx;
    const dy: f64 = ty - ly;
    const diagonalX: f64 = ld(diagonal + at);
    const diagonalY: f64 = ld(diagonal + at + 1);
    const diagonalZ: f64 = ld(diagonal + at + 2);
    if (isAccelerated) {
      // Also without a change: λ was extrapolated.
      st(lambda + at, lx);
      st(lambda + at + 1, ly);
      st(lambda + at + 2, lz);
      const differenceX: f64 = dx - ld(changes + at);
      const differenceY: f64 = dy - ld(changes + at + 1);
      const differenceZ: f64 = dz - ld(changes + at + 2);
      energy = energy + diagonalX * dx * dx + diagonalY * dy * dy + diagonalZ * dz * dz;
      differenceProduct =
        differenceProduct + diagonalX * dx * differenceX + diagonalY * dy * differenceY + diagonalZ * dz * differenceZ;
      differenceEnergy =
        differenceEnergy +
        diagonalX * differenceX * differenceX +
        diagonalY * differenceY * differenceY +
        diagonalZ * differenceZ * differenceZ;
      st(changes + at, dx);
      st(changes + at + 1, dy);
      st(changes + at + 2, dz);
    }
    if (dx === 0.0 && dy === 0.0 && dz === 0.0) continue;
    st(lambda + at, tx);
    st(lambda + at + 1, ty);
    st(lambda + at + 2, normal);
    largestChange = Math.max(largestChange, Math.max(Math.abs(dx) * diagonalX, Math.abs(dy) * diagonalY));
    largestChange = Math.max(largestChange, Math.abs(dz) * diagonalZ);
    if (first === 6) addSix(response + startA, dx, dy, dz, vectorA);
    else addRows(response + startA, first, dx, dy, dz, vectorA);
    if (second === 6) addSix(response + startB, dx, dy, dz, vectorB);
    else if (second > 0) addRows(response + startB, second, dx, dy, dz, vectorB);
  }
  ContactWorkspace.setEnergy(r, energy);
  ContactWorkspace.setDifferenceProduct(r, differenceProduct);
  ContactWorkspace.setDifferenceEnergy(r, differenceEnergy);
  return largestChange;
}

/** R λ + g − c*, with virtual masses: the part of σ that does not depend on the velocities of members. */
export function ownVelocity(r: i32, row: i32): f64 {
  const own: f64 = ld(ContactWorkspace.totalCompliances(r) + row) * ld(ContactWorkspace.lambda(r) + row);
  return own + ld(ContactWorkspace.biasVelocities(r) + row);
}

/** The factor that scales a vector into a disc, at most 1. Compares squares, so that sticking contacts need no square root. */
// @inline
function scaleInto(x: f64, y: f64, radius: f64): f64 {
  const squaredLength: f64 = x * x + y * y;
  return squaredLength <= radius * radius ? 1.0 : radius / Math.sqrt(squaredLength);
}

/** Writes σ of a triple's rows to the workspace. */
export function writeSigma(r: i32, triple: i32): void {
  const sigma: i32 = ContactWorkspace.sigma(r);
  timesTriple(r, triple, ContactWorkspace.velocity(r), sigma + 3 * triple);
  for (let row: i32 = 3 * triple; row < 3 * triple + 3; row += 1)
    st(sigma + row, ownVelocity(r, row) + ld(sigma + row));
}

/** Solves each bilateral row for the impulse that makes its velocity zero. Returns the largest velocity. */
export function sweepBilateral(r: i32, from: i32, to: i32): f64 {
  const relaxation: f64 = ContactWorkspace.relaxation(r);
  const isAccelerated: bool = ContactWorkspace.accelerated(r) !== 0;
  const gamma: f64 = ContactWorkspace.gamma(r);
  let largestVelocity: f64 = 0.0;
  for (let place: i32 = from; place < to; place += 1) {
    const triple: i32 = ldi(ContactWorkspace.order(r) + place);
    for (let row: i32 = 3 * triple; row < 3 * triple + 3; row += 1) {
      const lambda: i32 = ContactWorkspace.lambda(r) + row;
      if (isAccelerated) st(lambda, extrapolated(ld(lambda), ContactWorkspace.swept(r) + row, gamma));
      const diagonalEntry: f64 = ld(ContactWorkspace.diagonal(r) + row);
      if (!(diagonalEntry > 0.0)) continue;
      const before: f64 = ld(lambda);
      const moved: f64 = plusRow(r, triple, row - 3 * triple, ContactWorkspace.velocity(r), 0.0);
      const excess: f64 = relaxation * (ownVelocity(r, row) + moved);
      const change: f64 = -excess / diagonalEntry;
      st(lambda, before + change);
      if (isAccelerated) addChange(r, row, ld(lambda) - before);
      applyRowImpulse(r, triple, row - 3 * triple, change);
      largestVelocity = Math.max(largestVelocity, Math.abs(excess));
    }
  }
  return largestVelocity;
}

/** Adds the change of one row by the sweep to the sums of the acceleration. */
export function addChange(r: i32, row: i32, f: f64): void {
  const last: i32 = ContactWorkspace.changes(r) + row;
  const weighted: f64 = ld(ContactWorkspace.diagonal(r) + row) * f;
  const difference: f64 = f - ld(last);
  st(last, f);
  ContactWorkspace.setEnergy(r, ContactWorkspace.energy(r) + weighted * f);
  ContactWorkspace.setDifferenceProduct(r, ContactWorkspace.differenceProduct(r) + weighted * difference);
  ContactWorkspace.setDifferenceEnergy(
    r,
    ContactWorkspace.differenceEnergy(r) + ld(ContactWorkspace.diagonal(r) + row) * difference * difference,
  );
}

/** Adds M⁻¹ Jᵀ times the impulse of one row of a triple to the velocities. */
export function applyRowImpulse(r: i32, triple: i32, k: i32, x: f64): void {
  for (let block: i32 = 2 * triple; block < 2 * triple + 2; block += 1) {
    const width: i32 = ldi(ContactWorkspace.widths(r) + block);
    if (width <= 0) continue;
    const row: i32 = ContactWorkspace.response(r) + ldi(ContactWorkspace.starts(r) + block) + width * k;
    const vector: i32 = ContactWorkspace.velocity(r) + ldi(ContactWorkspace.firsts(r) + block);
    if (width === 6) addRowOfSix(row, x, vector);
    else addRow(row, width, x, vector);
  }
}
