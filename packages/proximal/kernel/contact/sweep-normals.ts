// Sweeps over frictionless contacts, as in position corrections: tangential impulses are zero, and only normal rows are visited.
import { ld, ldi, st } from '../port/memory.ts';
import { addRow, dotSix } from '../port/rows.ts';
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
  const relaxation: f64 = ContactWorkspace.relaxation(r);
  const isAccelerated: bool = ContactWorkspace.accelerated(r) !== 0;
  const gamma: f64 = ContactWorkspace.gamma(r);
  let energy: f64 = ContactWorkspace.energy(r);
  let along: f64 = ContactWorkspace.along(r);
  let square: f64 = ContactWorkspace.square(r);
  let most: f64 = 0.0;
  for (let place: i32 = from; place < to; place += 1) {
    const triple: i32 = ldi(order + place);
    const row: i32 = 3 * triple + 2;
    let lambda: f64 = ld(lambdas + row);
    if (isAccelerated) {
      lambda = extrapolated(lambda, swept + row, gamma);
      st(lambdas + row, lambda);
    }
    const separation: f64 = normalVelocity(r, triple);
    let normal: f64 = Math.max(0.0, lambda - ld(steps + row) * separation);
    if (relaxation !== 1.0) normal = Math.max(0.0, lambda + relaxation * (normal - lambda));
    const change: f64 = normal - lambda;
    const stiffness: f64 = ld(diagonal + row);
    if (isAccelerated) {
      const difference: f64 = change - ld(changes + row);
      energy += stiffness * change * change;
      along += stiffness * change * difference;
      square += stiffness * difference * difference;
      st(changes + row, change);
    }
    if (change === 0.0) continue;
    st(lambdas + row, normal);
    most = Math.max(most, Math.abs(change) * stiffness);
    applyNormalImpulse(r, triple, change);
  }
  ContactWorkspace.setEnergy(r, energy);
  ContactWorkspace.setAlong(r, along);
  ContactWorkspace.setSquare(r, square);
  return most;
}

/** σ of a triple's normal row. */
// @inline
function normalVelocity(r: i32, triple: i32): f64 {
  const widths: i32 = ContactWorkspace.widths(r) + 2 * triple;
  const own: f64 = ownVelocity(r, 3 * triple + 2);
  const first: i32 = ldi(widths);
  const second: i32 = ldi(widths + 1);
  if (first !== 6 || (second !== 6 && second !== 0)) return plusRow(r, triple, 2, ContactWorkspace.velocity(r), own);
  const rows: i32 = ContactWorkspace.jacobian(r) + 12;
  const starts: i32 = ContactWorkspace.starts(r) + 2 * triple;
  const firsts: i32 = ContactWorkspace.firsts(r) + 2 * triple;
  const sum: f64 = own + dotSix(rows + ldi(starts), ContactWorkspace.velocity(r) + ldi(firsts));
  if (second === 0) return sum;
  return sum + dotSix(rows + ldi(starts + 1), ContactWorkspace.velocity(r) + ldi(firsts + 1));
}

/** Adds the effect of a normal impulse to the velocities. */
// @inline
function applyNormalImpulse(r: i32, triple: i32, x: f64): void {
  const widths: i32 = ContactWorkspace.widths(r) + 2 * triple;
  const first: i32 = ldi(widths);
  const second: i32 = ldi(widths + 1);
  if (first !== 6 || (second !== 6 && second !== 0)) {
    applyRowImpulse(r, triple, 2, x);
    return;
  }
  const rows: i32 = ContactWorkspace.response(r) + 12;
  const starts: i32 = ContactWorkspace.starts(r) + 2 * triple;
  const firsts: i32 = ContactWorkspace.firsts(r) + 2 * triple;
  addRow(rows + ldi(starts), 6, x, ContactWorkspace.velocity(r) + ldi(firsts));
  if (second !== 0) addRow(rows + ldi(starts + 1), 6, x, ContactWorkspace.velocity(r) + ldi(firsts + 1));
}

/** Writes σ of a triple's normal row to the workspace. Those of its tangents are 0, since nothing depends on them. */
export function normalVelocityOf(r: i32, triple: i32): void {
  const sigma: i32 = ContactWorkspace.sigma(r) + 3 * triple;
  st(sigma, 0.0);
  st(sigma + 1, 0.0);
  st(sigma + 2, normalVelocity(r, triple));
}
