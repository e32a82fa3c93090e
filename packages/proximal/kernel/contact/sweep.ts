// One sweep of Alg. 5 (Le Lidec et al. 2023) over an island: for each contact a normal step, a tangential step, and the tangential impulse
// scaled into the disc of radius µ λ_N. Simulations of walls and heaps spend most of their time in it. Between two checks, the memory of σ is
// unused: sweeps use the three numbers of a triple as scratch.
import { ld, ldi, st } from '../port/memory.ts';
import { addRow, addRowOfSix, addRows, addScaledSix, addSix, dotSix, timesRows } from '../port/rows.ts';
import { extrapolated } from './accelerate.ts';
import * as ContactWorkspace from './blocks/contact-workspace.ts';
import { plusRow, timesTriple } from './rows.ts';

/**
 * Sweeps over the contacts `from` to `to` − 1 of the order. Returns the largest change of λ, as a velocity: |Δλ| times the diagonal of G + R.
 *
 * The velocities and impulses of a contact stay in local variables. Functions return one number, so smaller functions would pass them through
 * memory, which made the steps of a wall 12 % slower.
 */
export function sweepContacts(r: i32, from: i32, to: i32): f64 {
  // Read once: the compiler does not know that sweeps do not change the header.
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
  const couplings: i32 = ContactWorkspace.couplings(r);
  const areDiagonal: bool = ContactWorkspace.areDiagonal(r) !== 0;
  const inverseDiagonals: i32 = ContactWorkspace.inverseDiagonals(r);
  const friction: i32 = ContactWorkspace.friction(r);
  const sigma: i32 = ContactWorkspace.sigma(r);
  const relaxation: f64 = ContactWorkspace.relaxation(r);
  const biasVelocities: i32 = ContactWorkspace.biasVelocities(r);
  const totalCompliances: i32 = ContactWorkspace.totalCompliances(r);
  const isAccelerated: bool = ContactWorkspace.accelerated(r) !== 0;
  const gamma: f64 = ContactWorkspace.gamma(r);
  const swept: i32 = ContactWorkspace.swept(r);
  const changes: i32 = ContactWorkspace.changes(r);
  // These sums are local variables. In memory, each contact would wait until the stores of the one before can be loaded.
  let energy: f64 = ContactWorkspace.energy(r);
  let differenceProduct: f64 = ContactWorkspace.differenceProduct(r);
  let differenceEnergy: f64 = ContactWorkspace.differenceEnergy(r);
  let largestChange: f64 = 0.0;
  for (let place: i32 = from; place < to; place += 1) {
    const triple: i32 = ldi(order + place);
    const at: i32 = 3 * triple;
    const scratch: i32 = sigma + at;
    const lx: f64 = impulseAt(lambda + at, swept + at, gamma, isAccelerated);
    const ly: f64 = impulseAt(lambda + at + 1, swept + at + 1, gamma, isAccelerated);
    const lz: f64 = impulseAt(lambda + at + 2, swept + at + 2, gamma, isAccelerated);
    const widthA: i32 = ldi(widths + 2 * triple);
    const widthB: i32 = ldi(widths + 2 * triple + 1);
    const startA: i32 = ldi(starts + 2 * triple);
    const startB: i32 = ldi(starts + 2 * triple + 1);
    const firstA: i32 = ldi(firsts + 2 * triple);
    const firstB: i32 = ldi(firsts + 2 * triple + 1);
    const vectorA: i32 = velocity + firstA;
    const vectorB: i32 = velocity + firstB;
    // σ of the three rows.
    let x: f64 = ld(totalCompliances + at) * lx + ld(biasVelocities + at);
    let y: f64 = ld(totalCompliances + at + 1) * ly + ld(biasVelocities + at + 1);
    let z: f64 = ld(totalCompliances + at + 2) * lz + ld(biasVelocities + at + 2);
    if (widthA === 6) {
      x += dotSix(jacobian + startA, vectorA);
      y += dotSix(jacobian + startA + 6, vectorA);
      z += dotSix(jacobian + startA + 12, vectorA);
    } else {
      timesRows(jacobian + startA, widthA, vectorA, scratch);
      x += ld(scratch);
      y += ld(scratch + 1);
      z += ld(scratch + 2);
    }
    if (widthB === 6) {
      x += dotSix(jacobian + startB, vectorB);
      y += dotSix(jacobian + startB + 6, vectorB);
      z += dotSix(jacobian + startB + 12, vectorB);
    } else if (widthB !== 0) {
      timesRows(jacobian + startB, widthB > 0 ? widthB : -widthB, vectorB, scratch);
      x += ld(scratch);
      y += ld(scratch + 1);
      z += ld(scratch + 2);
    }
    const mu: f64 = ld(friction + triple);
    let normal: f64 = normalStep(lz, ld(steps + at + 2), z);
    let dz: f64 = normal - lz;
    let tx: f64 = lx - ld(steps + at) * (x + ld(couplings + 2 * triple) * dz);
    let ty: f64 = ly - ld(steps + at) * (y + ld(couplings + 2 * triple + 1) * dz);
    const scale: f64 = scaleInto(tx, ty, mu * normal);
    if (scale !== 1.0) {
      tx *= scale;
      ty *= scale;
    }
    if (relaxation !== 1.0) {
      // Relaxation (22) of Le Lidec et al., then the cone again, because relaxation beyond 1 may leave it.
      normal = Math.max(0.0, lz + relaxation * dz);
      dz = normal - lz;
      tx = lx + relaxation * (tx - lx);
      ty = ly + relaxation * (ty - ly);
      const rescale: f64 = scaleInto(tx, ty, mu * normal);
      tx *= rescale;
      ty *= rescale;
    }
    const dx: f64 = tx - lx;
    const dy: f64 = ty - ly;
    const gx: f64 = ld(diagonal + at);
    const gy: f64 = ld(diagonal + at + 1);
    const gz: f64 = ld(diagonal + at + 2);
    if (isAccelerated) {
      const wx: f64 = gx * dx;
      const wy: f64 = gy * dy;
      const wz: f64 = gz * dz;
      const ex: f64 = dx - ld(changes + at);
      const ey: f64 = dy - ld(changes + at + 1);
      const ez: f64 = dz - ld(changes + at + 2);
      energy = energy + wx * dx + wy * dy + wz * dz;
      differenceProduct = differenceProduct + wx * ex + wy * ey + wz * ez;
      differenceEnergy = differenceEnergy + gx * ex * ex + gy * ey * ey + gz * ez * ez;
      st(changes + at, dx);
      st(changes + at + 1, dy);
      st(changes + at + 2, dz);
    }
    if (dx === 0.0 && dy === 0.0 && dz === 0.0) continue;
    st(lambda + at, tx);
    st(lambda + at + 1, ty);
    st(lambda + at + 2, normal);
    largestChange = Math.max(
      Math.max(largestChange, Math.max(Math.abs(dx) * gx, Math.abs(dy) * gy)),
      Math.abs(dz) * gz,
    );
    if (areDiagonal) {
      if (widthA === 6) addScaledSix(jacobian + startA, inverseDiagonals + firstA, dx, dy, dz, vectorA);
      if (widthB === 6) addScaledSix(jacobian + startB, inverseDiagonals + firstB, dx, dy, dz, vectorB);
    } else {
      addResponse(response + startA, widthA, dx, dy, dz, vectorA);
      addResponse(response + startB, widthB, dx, dy, dz, vectorB);
    }
  }
  storeSums(r, energy, differenceProduct, differenceEnergy);
  return largestChange;
}

/** Stores the sums of a sweep, from which γ of the next one follows: see accelerate.ts. */
export function storeSums(r: i32, energy: f64, differenceProduct: f64, differenceEnergy: f64): void {
  ContactWorkspace.setEnergy(r, energy);
  ContactWorkspace.setDifferenceProduct(r, differenceProduct);
  ContactWorkspace.setDifferenceEnergy(r, differenceEnergy);
}

/** The normal impulse after a step against the normal velocity, at least 0. */
// @inline
export function normalStep(lambda: f64, stepLength: f64, normalVelocity: f64): f64 {
  const normal: f64 = lambda - stepLength * normalVelocity;
  // A branch, which is predicted, is faster than a maximum: the next contact waits for this one.
  return normal <= 0.0 ? 0.0 : normal;
}

/** The impulse of a row. With acceleration, it is first extrapolated along the secant of the last two sweeps and stored. */
// @inline
export function impulseAt(lambda: i32, swept: i32, gamma: f64, isAccelerated: bool): f64 {
  if (!isAccelerated) return ld(lambda);
  const impulse: f64 = extrapolated(ld(lambda), swept, gamma);
  st(lambda, impulse);
  return impulse;
}

/** Adds M⁻¹ Jᵀ times the change of a triple's impulses to the velocities of one member. */
// @inline
function addResponse(rows: i32, width: i32, dx: f64, dy: f64, dz: f64, vector: i32): void {
  if (width === 6) addSix(rows, dx, dy, dz, vector);
  else if (width > 0) addRows(rows, width, dx, dy, dz, vector);
}

/** (R + inverse virtual mass) λ + g − c*: the part of σ that does not depend on the velocities of members. */
export function ownVelocity(r: i32, row: i32): f64 {
  const complianceVelocity: f64 = ld(ContactWorkspace.totalCompliances(r) + row) * ld(ContactWorkspace.lambda(r) + row);
  return complianceVelocity + ld(ContactWorkspace.biasVelocities(r) + row);
}

/** The factor that scales a vector into a disc, at most 1. Compares squares, so that sticking contacts need no square root. */
// @inline
function scaleInto(x: f64, y: f64, radius: f64): f64 {
  const squaredLength: f64 = x * x + y * y;
  return squaredLength <= radius * radius ? 1.0 : radius / Math.sqrt(squaredLength);
}

/** Writes σ of a triple's rows to the workspace. */
export function writeSigma(r: i32, triple: i32): void {
  const sigma: i32 = ContactWorkspace.sigma(r) + 3 * triple;
  const lambda: i32 = ContactWorkspace.lambda(r) + 3 * triple;
  const totalCompliances: i32 = ContactWorkspace.totalCompliances(r) + 3 * triple;
  const biasVelocities: i32 = ContactWorkspace.biasVelocities(r) + 3 * triple;
  timesTriple(r, triple, ContactWorkspace.velocity(r), sigma);
  st(sigma, ld(totalCompliances) * ld(lambda) + ld(biasVelocities) + ld(sigma));
  st(sigma + 1, ld(totalCompliances + 1) * ld(lambda + 1) + ld(biasVelocities + 1) + ld(sigma + 1));
  st(sigma + 2, ld(totalCompliances + 2) * ld(lambda + 2) + ld(biasVelocities + 2) + ld(sigma + 2));
}

/** Solves each bilateral row for the impulse that makes its σ zero, over-relaxed by ω. Returns the largest |ω σ|. */
export function sweepBilateral(r: i32, from: i32, to: i32): f64 {
  const order: i32 = ContactWorkspace.order(r);
  const starts: i32 = ContactWorkspace.starts(r);
  const firsts: i32 = ContactWorkspace.firsts(r);
  const widths: i32 = ContactWorkspace.widths(r);
  const jacobian: i32 = ContactWorkspace.jacobian(r);
  const response: i32 = ContactWorkspace.response(r);
  const velocity: i32 = ContactWorkspace.velocity(r);
  const lambdas: i32 = ContactWorkspace.lambda(r);
  const diagonal: i32 = ContactWorkspace.diagonal(r);
  const biasVelocities: i32 = ContactWorkspace.biasVelocities(r);
  const totalCompliances: i32 = ContactWorkspace.totalCompliances(r);
  const relaxation: f64 = ContactWorkspace.relaxation(r);
  const isAccelerated: bool = ContactWorkspace.accelerated(r) !== 0;
  const gamma: f64 = ContactWorkspace.gamma(r);
  const swept: i32 = ContactWorkspace.swept(r);
  const changes: i32 = ContactWorkspace.changes(r);
  let energy: f64 = ContactWorkspace.energy(r);
  let differenceProduct: f64 = ContactWorkspace.differenceProduct(r);
  let differenceEnergy: f64 = ContactWorkspace.differenceEnergy(r);
  let largestVelocity: f64 = 0.0;
  for (let place: i32 = from; place < to; place += 1) {
    const triple: i32 = ldi(order + place);
    const widthA: i32 = ldi(widths + 2 * triple);
    const widthB: i32 = ldi(widths + 2 * triple + 1);
    const isSix: bool = widthA === 6 && (widthB === 6 || widthB === 0);
    const startA: i32 = ldi(starts + 2 * triple);
    const startB: i32 = ldi(starts + 2 * triple + 1);
    const vectorA: i32 = velocity + ldi(firsts + 2 * triple);
    const vectorB: i32 = velocity + ldi(firsts + 2 * triple + 1);
    for (let k: i32 = 0; k < 3; k += 1) {
      const row: i32 = 3 * triple + k;
      const before: f64 = impulseAt(lambdas + row, swept + row, gamma, isAccelerated);
      const diagonalEntry: f64 = ld(diagonal + row);
      if (!(diagonalEntry > 0.0)) continue;
      let rowVelocity: f64 = 0.0;
      if (isSix)
        rowVelocity = plusRowOfSix(jacobian + startA + 6 * k, vectorA, jacobian + startB + 6 * k, vectorB, widthB, 0.0);
      else rowVelocity = plusRow(r, triple, k, velocity, 0.0);
      const relaxedSigma: f64 =
        relaxation * (ld(totalCompliances + row) * before + ld(biasVelocities + row) + rowVelocity);
      const step: f64 = -relaxedSigma / diagonalEntry;
      st(lambdas + row, before + step);
      if (isAccelerated) {
        const change: f64 = before + step - before;
        const weighted: f64 = diagonalEntry * change;
        const difference: f64 = change - ld(changes + row);
        energy = energy + weighted * change;
        differenceProduct = differenceProduct + weighted * difference;
        differenceEnergy = differenceEnergy + diagonalEntry * difference * difference;
        st(changes + row, change);
      }
      if (isSix) applyRowOfSix(response + startA + 6 * k, vectorA, response + startB + 6 * k, vectorB, widthB, step);
      else applyRowImpulse(r, triple, k, step);
      largestVelocity = Math.max(largestVelocity, Math.abs(relaxedSigma));
    }
  }
  storeSums(r, energy, differenceProduct, differenceEnergy);
  return largestVelocity;
}

/** `sum` plus the velocity along a row of two blocks that are six numbers wide; of one block if the width of B's is 0. */
// @inline
export function plusRowOfSix(rowA: i32, vectorA: i32, rowB: i32, vectorB: i32, widthB: i32, sum: f64): f64 {
  const velocity: f64 = sum + dotSix(rowA, vectorA);
  return widthB === 0 ? velocity : velocity + dotSix(rowB, vectorB);
}

/** `applyRowImpulse` for blocks that are six numbers wide; for one block if the width of B's is 0. */
// @inline
export function applyRowOfSix(rowA: i32, vectorA: i32, rowB: i32, vectorB: i32, widthB: i32, x: f64): void {
  addRowOfSix(rowA, x, vectorA);
  if (widthB !== 0) addRowOfSix(rowB, x, vectorB);
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
