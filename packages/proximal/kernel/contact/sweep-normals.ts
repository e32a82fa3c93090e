// Sweeps over frictionless contacts, as in position corrections: tangential impulses are zero, and only normal rows are visited.
import { ld, ldi, st } from '../port/memory.ts';
import * as ContactWorkspace from './blocks/contact-workspace.ts';
import { plusRow } from './rows.ts';
import {
  applyRowImpulse,
  applyRowOfSix,
  impulseAt,
  normalStep,
  ownVelocity,
  plusRowOfSix,
  storeSums,
} from './sweep.ts';

/** `sweepContacts` for frictionless contacts. */
export function sweepNormals(r: i32, from: i32, to: i32): f64 {
  const order: i32 = ContactWorkspace.order(r);
  const lambdas: i32 = ContactWorkspace.lambda(r);
  const steps: i32 = ContactWorkspace.steps(r);
  const diagonal: i32 = ContactWorkspace.diagonal(r);
  const swept: i32 = ContactWorkspace.swept(r);
  const widths: i32 = ContactWorkspace.widths(r);
  const starts: i32 = ContactWorkspace.starts(r);
  const firsts: i32 = ContactWorkspace.firsts(r);
  const velocity: i32 = ContactWorkspace.velocity(r);
  // The normal row of a block that is six numbers wide starts after the twelve numbers of the tangential rows.
  const normalRows: i32 = ContactWorkspace.jacobian(r) + 12;
  const normalResponses: i32 = ContactWorkspace.response(r) + 12;
  const totalCompliances: i32 = ContactWorkspace.totalCompliances(r);
  const biasVelocities: i32 = ContactWorkspace.biasVelocities(r);
  const relaxation: f64 = ContactWorkspace.relaxation(r);
  const isAccelerated: bool = ContactWorkspace.accelerated(r) !== 0;
  const gamma: f64 = ContactWorkspace.gamma(r);
  const changes: i32 = ContactWorkspace.changes(r);
  let energy: f64 = ContactWorkspace.energy(r);
  let differenceProduct: f64 = ContactWorkspace.differenceProduct(r);
  let differenceEnergy: f64 = ContactWorkspace.differenceEnergy(r);
  let largestChange: f64 = 0.0;
  for (let place: i32 = from; place < to; place += 1) {
    const triple: i32 = ldi(order + place);
    const row: i32 = 3 * triple + 2;
    const lambda: f64 = impulseAt(lambdas + row, swept + row, gamma, isAccelerated);
    const widthA: i32 = ldi(widths + 2 * triple);
    const widthB: i32 = ldi(widths + 2 * triple + 1);
    const isSix: bool = widthA === 6 && (widthB === 6 || widthB === 0);
    const startA: i32 = ldi(starts + 2 * triple);
    const startB: i32 = ldi(starts + 2 * triple + 1);
    const vectorA: i32 = velocity + ldi(firsts + 2 * triple);
    const vectorB: i32 = velocity + ldi(firsts + 2 * triple + 1);
    let normalVelocity: f64 = ld(totalCompliances + row) * lambda + ld(biasVelocities + row);
    if (isSix)
      normalVelocity = plusRowOfSix(normalRows + startA, vectorA, normalRows + startB, vectorB, widthB, normalVelocity);
    else normalVelocity = plusRow(r, triple, 2, velocity, normalVelocity);
    let normal: f64 = normalStep(lambda, ld(steps + row), normalVelocity);
    if (relaxation !== 1.0) normal = Math.max(0.0, lambda + relaxation * (normal - lambda));
    const change: f64 = normal - lambda;
    const diagonalEntry: f64 = ld(diagonal + row);
    if (isAccelerated) {
      const weighted: f64 = diagonalEntry * change;
      const difference: f64 = change - ld(changes + row);
      energy = energy + weighted * change;
      differenceProduct = differenceProduct + weighted * difference;
      differenceEnergy = differenceEnergy + diagonalEntry * difference * difference;
      st(changes + row, change);
    }
    if (change === 0.0) continue;
    st(lambdas + row, normal);
    largestChange = Math.max(largestChange, Math.abs(change) * diagonalEntry);
    if (isSix) applyRowOfSix(normalResponses + startA, vectorA, normalResponses + startB, vectorB, widthB, change);
    else applyRowImpulse(r, triple, 2, change);
  }
  storeSums(r, energy, differenceProduct, differenceEnergy);
  return largestChange;
}

/** Writes σ of a triple's normal row to the workspace, and 0 for its tangential rows, so that their residuals are 0. */
export function writeNormalSigma(r: i32, triple: i32): void {
  const sigma: i32 = ContactWorkspace.sigma(r) + 3 * triple;
  st(sigma, 0.0);
  st(sigma + 1, 0.0);
  st(sigma + 2, plusRow(r, triple, 2, ContactWorkspace.velocity(r), ownVelocity(r, 3 * triple + 2)));
}
