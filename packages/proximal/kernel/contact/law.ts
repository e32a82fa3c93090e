// The residuals of the NCP, (14) of Le Lidec et al. 2023, on an island: σ is recomputed from λ.
import { ld, ldi, st } from '../port/memory.ts';
import { addRows, addScaledSix, addSix } from '../port/rows.ts';
import * as ContactWorkspace from './blocks/contact-workspace.ts';
import * as MeasuredResiduals from './blocks/measured-residuals.ts';
import * as Residuals from './blocks/residuals.ts';
import { cappedWorkOf, complementarityOf, coneDistance, correctedDistance, dissipationOf } from './cones.ts';
import { writeSigma } from './sweep.ts';
import { writeNormalSigma } from './sweep-normals.ts';

/** The largest finite number. */
const LARGEST: f64 = 1.7976931348623157e308;
/** The smallest tolerance, which keeps residuals relative to the tolerance finite. */
const SMALLEST_TOLERANCE: f64 = 1.0e-300;

/** Computes M⁻¹ Jᵀ λ of the triples `from` to `to` − 1 of the order. */
export function applyImpulses(r: i32, from: i32, to: i32): void {
  const order: i32 = ContactWorkspace.order(r);
  const lambda: i32 = ContactWorkspace.lambda(r);
  const starts: i32 = ContactWorkspace.starts(r);
  const firsts: i32 = ContactWorkspace.firsts(r);
  const widths: i32 = ContactWorkspace.widths(r);
  const response: i32 = ContactWorkspace.response(r);
  const velocity: i32 = ContactWorkspace.velocity(r);
  const jacobian: i32 = ContactWorkspace.jacobian(r);
  const areDiagonal: bool = ContactWorkspace.areDiagonal(r) !== 0;
  const inverseDiagonals: i32 = ContactWorkspace.inverseDiagonals(r);
  clearMovers(r);
  for (let place: i32 = from; place < to; place += 1) {
    const triple: i32 = ldi(order + place);
    const x: f64 = ld(lambda + 3 * triple);
    const y: f64 = ld(lambda + 3 * triple + 1);
    const z: f64 = ld(lambda + 3 * triple + 2);
    if (x === 0.0 && y === 0.0 && z === 0.0) continue;
    for (let block: i32 = 2 * triple; block < 2 * triple + 2; block += 1) {
      const width: i32 = ldi(widths + block);
      const start: i32 = ldi(starts + block);
      const first: i32 = ldi(firsts + block);
      if (width === 6 && areDiagonal)
        addScaledSix(jacobian + start, inverseDiagonals + first, x, y, z, velocity + first);
      else if (width === 6) addSix(response + start, x, y, z, velocity + first);
      else if (width > 0) addRows(response + start, width, x, y, z, velocity + first);
    }
  }
}

/** Clears the velocities of the island's members. */
function clearMovers(r: i32): void {
  for (let k: i32 = 0; k < ContactWorkspace.moverCount(r); k += 1) {
    const block: i32 = ldi(ContactWorkspace.movers(r) + k);
    const first: i32 = ContactWorkspace.velocity(r) + ldi(ContactWorkspace.firsts(r) + block);
    const width: i32 = ldi(ContactWorkspace.widths(r) + block);
    for (let at: i32 = first; at < first + width; at += 1) st(at, 0.0);
  }
}

/**
 * Writes σ, the residuals of λ and σ, and the largest |λ| of the island to the workspace, which has M⁻¹ Jᵀ λ. The triples `from` to
 * `contacts` − 1 of the order are bilateral.
 */
export function measureLaw(r: i32, from: i32, contacts: i32, to: i32): void {
  ContactWorkspace.setImpulse(r, largestImpulse(r, from, to));
  measureBilateral(r, from, contacts);
  measureContacts(r, contacts, to);
  const out: i32 = ContactWorkspace.residuals(r);
  Residuals.setNcp(out, Math.max(Math.max(Residuals.primal(out), Residuals.dual(out)), Residuals.complementarity(out)));
  Residuals.setSignorini(
    out,
    Math.max(Math.max(MeasuredResiduals.pull(out), MeasuredResiduals.approach(out)), MeasuredResiduals.work(out)),
  );
}

function largestImpulse(r: i32, from: i32, to: i32): f64 {
  let largest: f64 = 0.0;
  for (let place: i32 = from; place < to; place += 1) {
    const at: i32 = ContactWorkspace.lambda(r) + 3 * ldi(ContactWorkspace.order(r) + place);
    for (let k: i32 = at; k < at + 3; k += 1) largest = Math.max(largest, Math.abs(ld(k)));
  }
  return largest;
}

/** λ of bilateral rows is unbounded, so σ must be zero. */
function measureBilateral(r: i32, from: i32, to: i32): void {
  let dual: f64 = 0.0;
  let complementarity: f64 = 0.0;
  for (let place: i32 = from; place < to; place += 1) {
    const triple: i32 = ldi(ContactWorkspace.order(r) + place);
    const row: i32 = 3 * triple;
    writeSigma(r, triple);
    for (let k: i32 = row; k < row + 3; k += 1) {
      const lambda: f64 = ld(ContactWorkspace.lambda(r) + k);
      const sigma: f64 = ld(ContactWorkspace.sigma(r) + k);
      dual = Math.max(dual, Math.abs(sigma));
      complementarity = Math.max(complementarity, Math.abs(lambda * sigma));
    }
  }
  Residuals.setDual(ContactWorkspace.residuals(r), dual);
  Residuals.setComplementarity(ContactWorkspace.residuals(r), complementarity);
}

/** Adds the residuals of the contacts to the residuals of the bilateral rows. */
function measureContacts(r: i32, from: i32, to: i32): void {
  const order: i32 = ContactWorkspace.order(r);
  const lambdas: i32 = ContactWorkspace.lambda(r);
  const sigmas: i32 = ContactWorkspace.sigma(r);
  const frictions: i32 = ContactWorkspace.friction(r);
  const out: i32 = ContactWorkspace.residuals(r);
  const bias: f64 = ContactWorkspace.largestBias(r);
  const least: f64 = Math.max(ContactWorkspace.tolerance(r), SMALLEST_TOLERANCE);
  const relative: f64 = ContactWorkspace.relative(r);
  const isFrictionless: bool = ContactWorkspace.frictionless(r) !== 0;
  const isScaleFinite: bool = ContactWorkspace.impulse(r) <= LARGEST && bias <= LARGEST;
  let excess: f64 = 0.0;
  let primal: f64 = 0.0;
  let dual: f64 = Residuals.dual(out);
  let complementarity: f64 = Residuals.complementarity(out);
  let coulomb: f64 = 0.0;
  let dissipation: f64 = 0.0;
  let pull: f64 = 0.0;
  let approach: f64 = 0.0;
  let work: f64 = 0.0;
  let lawWork: f64 = 0.0;
  for (let place: i32 = from; place < to; place += 1) {
    const triple: i32 = ldi(order + place);
    if (isFrictionless) writeNormalSigma(r, triple);
    else writeSigma(r, triple);
    const lx: f64 = ld(lambdas + 3 * triple);
    const ly: f64 = ld(lambdas + 3 * triple + 1);
    const normal: f64 = ld(lambdas + 3 * triple + 2);
    const sx: f64 = ld(sigmas + 3 * triple);
    const sy: f64 = ld(sigmas + 3 * triple + 1);
    const normalVelocity: f64 = ld(sigmas + 3 * triple + 2);
    const mu: f64 = ld(frictions + triple);
    const squaredSlip: f64 = sx * sx + sy * sy;
    // All residuals of a contact that separates without an impulse are zero. Where numbers overflow they are computed, and are NaN.
    const isOpen: bool = lx === 0.0 && ly === 0.0 && normal === 0.0 && normalVelocity >= 0.0;
    if (isOpen && isScaleFinite && normalVelocity <= LARGEST && squaredSlip <= LARGEST && mu * squaredSlip <= LARGEST)
      continue;
    const force: f64 = Math.sqrt(lx * lx + ly * ly);
    const slip: f64 = Math.sqrt(squaredSlip);
    const slipWork: f64 = lx * sx + ly * sy;
    const scale: f64 = impulseScale(r, triple, force, normal);
    const ownPrimal: f64 = coneDistance(force, normal, mu);
    const ownWork: f64 = cappedWorkOf(slipWork, force, slip, normal, normalVelocity, mu, scale);
    primal = Math.max(primal, ownPrimal);
    dual = Math.max(dual, correctedDistance(slip, normalVelocity, mu));
    complementarity = Math.max(complementarity, complementarityOf(slipWork, slip, normal, normalVelocity, mu));
    coulomb = Math.max(coulomb, force - mu * normal);
    dissipation = Math.max(dissipation, dissipationOf(slipWork, slip, normal, mu));
    lawWork = Math.max(lawWork, ownWork);
    if (ownPrimal !== 0.0) excess = Math.max(excess, ownPrimal / Math.max(least, relative * scale));
    excess = Math.max(excess, ownWork / Math.max(least, relative * scale * bias));
    pull = Math.max(pull, -normal);
    approach = Math.max(approach, -normalVelocity);
    work = Math.max(work, Math.abs(normal * normalVelocity));
  }
  MeasuredResiduals.setLawDual(out, Math.max(Residuals.dual(out), approach));
  MeasuredResiduals.setLawWork(out, Math.max(Residuals.complementarity(out), lawWork));
  MeasuredResiduals.setExcess(out, Math.max(excess, MeasuredResiduals.lawDual(out) / Math.max(least, relative * bias)));
  Residuals.setPrimal(out, primal);
  Residuals.setDual(out, dual);
  Residuals.setComplementarity(out, complementarity);
  Residuals.setCoulomb(out, coulomb);
  Residuals.setDissipation(out, dissipation);
  MeasuredResiduals.setPull(out, pull);
  MeasuredResiduals.setApproach(out, approach);
  MeasuredResiduals.setWork(out, work);
}

/**
 * The impulse to which the residuals of a contact are compared: the largest of ‖λ_T‖, |λ_N| and the impulse that stops its approach,
 * but at most the largest impulse of the island. The largest impulse alone would hide the errors of light bodies beside heavy ones.
 */
function impulseScale(r: i32, triple: i32, force: f64, normal: f64): f64 {
  const row: i32 = 3 * triple + 2;
  const stop: f64 = -ld(ContactWorkspace.steps(r) + row) * ld(ContactWorkspace.biasVelocities(r) + row);
  return Math.min(ContactWorkspace.impulse(r), Math.max(Math.max(force, Math.abs(normal)), stop));
}

/**
 * The velocity scale: the largest |g − c*| of bilateral triples and of contacts with (g − c*)_N < 0 (approaching). Contacts that separate
 * without impulses do not count: their |g − c*| grows with the gap (c*_N = −Φ/Δt) and the sliding velocity.
 */
export function largestBiasOf(r: i32, from: i32, contacts: i32, to: i32): f64 {
  let largest: f64 = 0.0;
  for (let place: i32 = from; place < to; place += 1) {
    const at: i32 = ContactWorkspace.biasVelocities(r) + 3 * ldi(ContactWorkspace.order(r) + place);
    if (place >= contacts && ld(at + 2) >= 0.0) continue;
    for (let k: i32 = 0; k < 3; k += 1) largest = Math.max(largest, Math.abs(ld(at + k)));
  }
  return largest;
}
