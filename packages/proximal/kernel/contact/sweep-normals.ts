// Sweeps over frictionless contacts, as in position corrections: tangential impulses are zero, and only normal rows are visited.
import { ld, ldi, st } from '../port/memory.ts';
import { addRowOfSix, dotSix } from '../port/rows.ts';
import { extrapolated } from './accelerate.ts';
import * as ContactWorkspace from './blocks/contact-workspace.ts';
import { plusRow } from './rows.ts';
import { applyRowImpulse, ownVelocity } from './sweep.ts';

/** Sweeps over the contacts `from` to `to` − 1 of the order. Returns the largest change, as a velocity. */
export function sweepNormals(r: i32, from: i32, to: i32): f64 {
  const order: i32 = ContactWorkspace.order(r);
  const lambdas: i32 = ContactWorkspace.lambda(r);
  const steps: i32 = ContactWorkspace.steps(r);
  const diagonal: i32 = ContactWorkspace.diagonal(r);
  const changes: i32 = ContactWorkspace.changes(r);
  const swept: i32 = ContactWorkspace.swept(r);
  const widths: i32 = ContactWorkspace.widths(r);
  const starts: i32 = ContactWorkspace.starts(r);
  const firsts: i32 = ContactWorkspace.firsts(r);
  const velocity: i32 = ContactWorkspace.velocity(r);
  const jacobian: i32 = ContactWorkspace.jacobian(r) + 12;
  const response: i32 = ContactWorkspace.response(r) + 12;
  const totalCompliances: i32 = ContactWorkspace.totalCompliances(r);
  const biasVelocities: i32 = ContactWorkspace.biasVelocities(r);
  const relaxation: f64 = ContactWorkspace.relaxation(r);
  const isAccelerated: bool = ContactWorkspace.accelerated(r) !== 0;
  const gamma: f64 = ContactWorkspace.gamma(r);
  let energy: f64 = ContactWorkspace.energy(r);
  let differenceProduct: f64 = ContactWorkspace.differenceProduct(r);
  let differenceEnergy: f64 = ContactWorkspace.differenceEnergy(r);
  let largestChange: f64 = 0.0;
  for (let place: i32 = from; place < to; place += 1) {
    const triple: i32 = ldi(order + place);
    const row: i32 = 3 * triple + 2;
    let lambda: f64 = ld(lambdas + row);
    if (isAccelerated) {
      lambda = extrapolated(lambda, swept + row, gamma);
      st(lambdas + row, lambda);
    }
    const widthA: i32 = ldi(widths + 2 * triple);
    const widthB: i32 = ldi(widths + 2 * triple + 1);
    const isSix: bool = widthA === 6 && (widthB === 6 || widthB === 0);
    const startA: i32 = ldi(starts + 2 * triple);
    const startB: i32 = ldi(starts + 2 * triple + 1);
    const vectorA: i32 = velocity + ldi(firsts + 2 * triple);
    const vectorB: i32 = velocity + ldi(firsts + 2 * triple + 1);
    let normalVelocity: f64 = ld(totalCompliances + row) * lambda + ld(biasVelocities + row);
    if (isSix) {
      normalVelocity += dotSix(jacobian + startA, vectorA);
      if (widthB !== 0) normalVelocity += dotSix(jacobian + startB, vectorB);
    } else normalVelocity = plusRow(r, triple, 2, velocity, normalVelocity);
    let normal: f64 = lambda - ld(steps + row) * normalVelocity;
    if (normal <= 0.0) normal = 0.0;
    if (relaxation !== 1.0) normal = Math.max(0.0, lambda + relaxation * (normal - lambda));
    const change: f64 = normal - lambda;
    const diagonalEntry: f64 = ld(diagonal + row);
    if (isAccelerated) {
      const difference: f64 = change - ld(changes + row);
      energy += diagonalEntry * change * change;
      differenceProduct += diagonalEntry * change * difference;
      differenceEnergy += diagonalEntry * difference * difference;
      st(changes + row, change);
    }
    if (change === 0.0) continue;
    st(lambdas + row, normal);
    largestChange = Math.max(largestChange, Math.abs(change) * diagonalEntry);
    if (isSix) {
      addRowOfSix(response + startA, change, vectorA);
      if (widthB !== 0) addRowOfSix(response + startB, change, vectorB);
    } else applyRowImpulse(r, triple, 2, change);
  }
  ContactWorkspace.setEnergy(r, energy);
  ContactWorkspace.setDifferenceProduct(r, differenceProduct);
  ContactWorkspace.setDifferenceEnergy(r, differenceEnergy);
  return largestChange;
}

/** Writes σ of a triple's normal row to the workspace. Those of its tangents are set to 0, because nothing reads them. */
export function writeNormalSigma(r: i32, triple: i32): void {
  const sigma: i32 = ContactWorkspace.sigma(r) + 3 * triple;
  st(sigma, 0.0);
  st(sigma + 1, 0.0);
  st(sigma + 2, plusRow(r, triple, 2, ContactWorkspace.velocity(r), ownVelocity(r, 3 * triple + 2)));
}
