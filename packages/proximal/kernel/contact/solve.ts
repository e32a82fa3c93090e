// Projected Gauss–Seidel on the NCP (Le Lidec et al. 2023, Alg. 5) on an island, the solver 'ncp-pgs' of `proximal/contact`, with
// its stopping criterion. Every check recomputes σ from λ, independently of the sweeps.
import { hostTrace, ld, ldi, st } from '../port/memory.ts';
import { accelerate, beginAcceleration, listMovers } from './accelerate.ts';
import { copyBest } from './best.ts';
import * as ContactWorkspace from './blocks/contact-workspace.ts';
import * as MeasuredResiduals from './blocks/measured-residuals.ts';
import * as Residuals from './blocks/residuals.ts';
import { STATUS_CONVERGED, STATUS_LIMIT, STATUS_STALLED } from './constants.ts';
import { applyImpulses, largestBiasOf, measureLaw } from './law.ts';
import { ownBlock, ownNormal } from './rows.ts';
import { sweepBilateral, sweepContacts } from './sweep.ts';
import { sweepNormals } from './sweep-normals.ts';

/**
 * Sweeps between two checks while changes are large. In small islands, whose warm start is often near the solution, the pauses grow from
 * FIRST_PAUSE to PAUSE. Large islands pause for PAUSE sweeps from the beginning: if they stopped at the first sufficient sweep, the next
 * step would begin with a worse warm start.
 */
const PAUSE: i32 = 10;
const FIRST_PAUSE: i32 = 2;
/**
 * A window ends with the first check after WINDOW sweeps. It has stalled if its least excess is not below the least excess of the previous
 * window by the fraction PROGRESS.
 */
const WINDOW: i32 = 50;
const PROGRESS: f64 = 0.01;
/**
 * Without acceleration, the solver ends after this many successive stalled windows. With acceleration, sweeps are not accelerated after
 * this many, and the solver ends after twice as many.
 */
const MOST_STALLED: i32 = 2;
/** Islands of more triples are large. */
const LARGE: i32 = 256;
const NONE_YET: f64 = 1.0e300;
/**
 * Sweeps that do not converge return the stored λ only if its excess is this many times smaller than the last excess. A stored λ that is
 * only slightly better may be the warm start. If every step returned its warm start, λ would never improve.
 */
const FAR: f64 = 10.0;

/**
 * Solves for λ, σ and M⁻¹ Jᵀ λ of the island at `from` to `to` − 1 of the order, starting from the present λ. Returns the status;
 * the residuals are in the workspace.
 */
export function solveIsland(r: i32, from: i32, to: i32): i32 {
  const order: i32 = ContactWorkspace.order(r);
  const limit: i32 = ContactWorkspace.limit(r);
  let contacts: i32 = from;
  while (contacts < to && ldi(order + contacts) < ContactWorkspace.bilateral(r)) contacts += 1;
  for (let place: i32 = from; place < to; place += 1) prepare(r, ldi(order + place), place >= contacts);
  listMovers(r, from, to);
  const bias: f64 = largestBiasOf(r, from, contacts, to);
  const changeTolerance: f64 = Math.max(ContactWorkspace.tolerance(r), ContactWorkspace.relative(r) * bias);
  ContactWorkspace.setLargestBias(r, bias);
  // If without impulses no contact approaches and all bilateral rows have σ = 0, then λ = 0 is the solution.
  if (bias === 0.0) clearImpulses(r, from, to);
  ContactWorkspace.setWindowExcess(r, NONE_YET);
  ContactWorkspace.setLastWindowExcess(r, NONE_YET);
  ContactWorkspace.setLeastExcess(r, NONE_YET);
  ContactWorkspace.setWindow(r, 0);
  ContactWorkspace.setStalledWindows(r, 0);
  let sweep: i32 = 0;
  let status: i32 = check(r, from, contacts, to, 0);
  const isAccelerated: bool = ContactWorkspace.accelerated(r) !== 0;
  const isFrictionless: bool = ContactWorkspace.frictionless(r) !== 0;
  const isTraced: bool = ContactWorkspace.traced(r) !== 0;
  beginAcceleration(r);
  while (status === STATUS_LIMIT && sweep < limit) {
    if (ContactWorkspace.stalledWindows(r) >= MOST_STALLED) ContactWorkspace.setGamma(r, 0.0);
    else if (isAccelerated && sweep > 0) accelerate(r);
    sweep += 1;
    const bilateral: f64 = sweepBilateral(r, from, contacts);
    const last: f64 = isFrictionless ? sweepNormals(r, contacts, to) : sweepContacts(r, contacts, to);
    const change: f64 = Math.max(bilateral, last);
    // No check while changes are large, because a check costs as much as a sweep.
    const checked: i32 = ContactWorkspace.checked(r);
    const isLate: bool = to - from > LARGE || checked + FIRST_PAUSE > PAUSE;
    const pause: i32 = isLate ? PAUSE : checked + FIRST_PAUSE;
    if (!(change > changeTolerance) || sweep - checked >= pause || sweep === limit || isTraced)
      status = check(r, from, contacts, to, sweep);
    if (ContactWorkspace.polled(r) !== 0) hostTrace(r);
  }
  // Only accelerated sweeps store λ. Without a stored λ, `leastExcess` is NONE_YET.
  if (MeasuredResiduals.excess(ContactWorkspace.residuals(r)) > FAR * ContactWorkspace.leastExcess(r)) {
    copyBest(r, from, to, false);
    check(r, from, contacts, to, sweep);
  }
  scaleResiduals(r);
  return status;
}

function clearImpulses(r: i32, from: i32, to: i32): void {
  for (let place: i32 = from; place < to; place += 1) {
    const at: i32 = ContactWorkspace.lambda(r) + 3 * ldi(ContactWorkspace.order(r) + place);
    for (let k: i32 = at; k < at + 3; k += 1) st(k, 0.0);
  }
}

/** Computes the triple's block of G, its step lengths, and the constant part of its velocities. A frictionless contact has only the normal row. */
function prepare(r: i32, triple: i32, isContact: bool): void {
  const block: i32 = r + ContactWorkspace.BLOCK;
  const couplings: i32 = ContactWorkspace.couplings(r) + 2 * triple;
  const totalCompliances: i32 = ContactWorkspace.totalCompliances(r) + 3 * triple;
  const biasVelocities: i32 = ContactWorkspace.biasVelocities(r) + 3 * triple;
  const inverseVirtualMasses: i32 = ContactWorkspace.inverseVirtualMasses(r) + 3 * triple;
  const compliance: i32 = ContactWorkspace.compliance(r) + 3 * triple;
  const freeVelocity: i32 = ContactWorkspace.freeVelocity(r) + 3 * triple;
  const reference: i32 = ContactWorkspace.reference(r) + 3 * triple;
  const diagonal: i32 = ContactWorkspace.diagonal(r) + 3 * triple;
  const steps: i32 = ContactWorkspace.steps(r) + 3 * triple;
  const isNormal: bool = isContact && ContactWorkspace.frictionless(r) !== 0;
  if (isNormal) ownNormal(r, triple, block);
  else ownBlock(r, triple, block);
  for (let k: i32 = 0; k < 3; k += 1) {
    const totalCompliance: f64 = ld(inverseVirtualMasses + k) + ld(compliance + k);
    st(totalCompliances + k, totalCompliance);
    st(biasVelocities + k, ld(freeVelocity + k) - ld(reference + k));
    st(diagonal + k, ld(block + 4 * k) + totalCompliance);
  }
  st(couplings, ld(block + 2));
  st(couplings + 1, ld(block + 5));
  st(steps + 2, inverseOf(ld(diagonal + 2)));
  if (isNormal) return;
  // The tangential step length is 1 / the larger eigenvalue of the tangential block of G + R. With 1 / the smaller diagonal entry, as in
  // Alg. 1 of Le Lidec et al. 2023, the sweeps can diverge.
  const half: f64 = (ld(diagonal) - ld(diagonal + 1)) / 2.0;
  const offDiagonal: f64 = ld(block + 1);
  const largestEigenvalue: f64 =
    (ld(diagonal) + ld(diagonal + 1)) / 2.0 + Math.sqrt(half * half + offDiagonal * offDiagonal);
  st(steps, inverseOf(largestEigenvalue));
  st(steps + 1, inverseOf(largestEigenvalue));
}

/** 1/x, or 0 for a row that no impulse moves. */
function inverseOf(x: f64): f64 {
  return x > 0.0 ? 1.0 / x : 0.0;
}

/** Computes the residuals, and with acceleration stores the best λ. Returns the status: `STATUS_LIMIT` if the sweeps should continue. */
function check(r: i32, from: i32, contacts: i32, to: i32, sweep: i32): i32 {
  ContactWorkspace.setChecked(r, sweep);
  applyImpulses(r, from, to);
  measureLaw(r, from, contacts, to);
  const excess: f64 = MeasuredResiduals.excess(ContactWorkspace.residuals(r));
  if (excess <= 1.0) return STATUS_CONVERGED;
  if (ContactWorkspace.accelerated(r) !== 0 && excess < ContactWorkspace.leastExcess(r)) {
    ContactWorkspace.setLeastExcess(r, excess);
    copyBest(r, from, to, true);
  }
  return endWindow(r, sweep, excess) ? STATUS_STALLED : STATUS_LIMIT;
}

/**
 * Adds a check to the window, and ends the window if it is long enough. Returns whether the last windows have stalled, or the excess is NaN.
 * Windows are compared instead of the overall best value, because a slow mode may dominate only after the fast ones have decayed, and then
 * exceed an early minimum.
 */
function endWindow(r: i32, sweep: i32, excess: f64): bool {
  if (!(excess > 0.0)) return true;
  ContactWorkspace.setWindowExcess(r, Math.min(ContactWorkspace.windowExcess(r), excess));
  if (sweep - ContactWorkspace.window(r) < WINDOW) return false;
  const isStalled: bool = ContactWorkspace.windowExcess(r) > (1.0 - PROGRESS) * ContactWorkspace.lastWindowExcess(r);
  ContactWorkspace.setStalledWindows(r, isStalled ? ContactWorkspace.stalledWindows(r) + 1 : 0);
  ContactWorkspace.setLastWindowExcess(r, ContactWorkspace.windowExcess(r));
  ContactWorkspace.setWindowExcess(r, NONE_YET);
  ContactWorkspace.setWindow(r, sweep);
  const stalledLimit: i32 = ContactWorkspace.accelerated(r) !== 0 ? 2 * MOST_STALLED : MOST_STALLED;
  return ContactWorkspace.stalledWindows(r) >= stalledLimit;
}

/** Divides the residuals by their scales: impulses by the largest |λ|, velocities by `largestBias`, work by the product of both. */
function scaleResiduals(r: i32): void {
  const out: i32 = ContactWorkspace.residuals(r);
  const scaled: i32 = ContactWorkspace.scaled(r);
  const impulse: f64 = ContactWorkspace.impulse(r);
  const bias: f64 = ContactWorkspace.largestBias(r);
  const primal: f64 = over(Residuals.primal(out), impulse);
  const dual: f64 = over(Residuals.dual(out), bias);
  const complementarity: f64 = over(Residuals.complementarity(out), impulse * bias);
  const work: f64 = over(MeasuredResiduals.work(out), impulse * bias);
  Residuals.setPrimal(scaled, primal);
  Residuals.setDual(scaled, dual);
  Residuals.setComplementarity(scaled, complementarity);
  Residuals.setNcp(scaled, Math.max(Math.max(primal, dual), complementarity));
  Residuals.setSignorini(
    scaled,
    Math.max(Math.max(over(MeasuredResiduals.pull(out), impulse), over(MeasuredResiduals.approach(out), bias)), work),
  );
  Residuals.setCoulomb(scaled, over(Residuals.coulomb(out), impulse));
  Residuals.setDissipation(scaled, over(Residuals.dissipation(out), impulse * bias));
}

/** value/scale: 0/0 counts as 0, x/0 as infinite. */
function over(value: f64, scale: f64): f64 {
  return value === 0.0 ? 0.0 : value / scale;
}
