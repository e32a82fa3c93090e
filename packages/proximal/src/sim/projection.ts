// Closes rigid loops after the free motion of a step (tree-motion.ts). The motion follows the tangent of the constraint, so a loop of rotating
// links opens by an error e of about ½ (ω Δt)² times their length. If e exceeds the tolerance, Newton's method closes the loop by moving positions: q ← q ⊕ s with J s = −e and
// the least kinetic energy of s/Δt, up to `maxIterations` times. Velocities change only so that momentum and kinetic energy are conserved
// (`TreeMotion.correct`).

import { Envelope } from '../contact/delassus.ts';
import { factorMass, solveMass } from '../dynamics/articulated.ts';
import { constraintError, constraintJacobian } from '../dynamics/constraints.ts';
import { solveSemidefinite } from '../math/linear/cholesky.ts';
import type { Member } from './member.ts';
import type { SimulatorSettings } from './options.ts';

/** In meters and radians: the error at which the iteration stops. */
const tolerance = 1e-5;
/** The largest error of a converged step. */
export const maxOpen = 1e-4;
const maxIterations = 10;
/** The largest change of a coordinate in an iteration, in meters or radians: for larger changes a linear step is meaningless. */
const maxChange = 0.5;

/** The data of an iteration of Newton's method. */
export interface ProjectionStage {
  /** The member's state before the iteration. */
  readonly q: Float64Array;
  readonly v: Float64Array;
  /** s/Δt = M⁻¹ Jᵀ λ. */
  readonly velocity: Float64Array;
  /** λ. */
  readonly impulses: Float64Array;
}

const noStages: readonly ProjectionStage[] = [];

/**
 * Closes the loops of a member that has moved. If the error before the step (`before`) exceeds the largest position correction of one
 * step, the loops are left to the position corrections of the next steps. Compliant loops, and loops with a `closureCorrection` below 1, are not
 * closed.
 */
export function closeLoops(member: Member, settings: SimulatorSettings, before: number): readonly ProjectionStage[] {
  const { model, data, q, v } = member;
  const { timeStep, correctionSpeed, closureCorrection, closureCompliance } = settings;
  if (model.constraints.length === 0 || closureCorrection < 1 || closureCompliance > 0) return noStages;
  if (before > correctionSpeed * timeStep) return noStages;
  const stages: ProjectionStage[] = [];
  while (stages.length < maxIterations) {
    const errors = constraintError(model, data, model.constraints);
    if (!(largestError(errors) > tolerance)) break;
    const impulses = errors.map((x) => -x / timeStep);
    const velocity = solve(member, impulses);
    if (!velocity?.every((x) => timeStep * Math.abs(x) < maxChange)) break;
    stages.push({ q: q.slice(), v: v.slice(), velocity, impulses });
    member.correct(velocity, timeStep);
    member.place();
  }
  return stages;
}

/** The largest error of a member's closures at its placement, in meters or radians. */
export function openingOf({ model, data }: Member): number {
  return model.constraints.length > 0 ? largestError(constraintError(model, data, model.constraints)) : 0;
}

function largestError(errors: Float64Array): number {
  let square = 0;
  for (let k = 0; k < errors.length; k += 3)
    square = Math.max(square, errors[k] * errors[k] + errors[k + 1] * errors[k + 1] + errors[k + 2] * errors[k + 2]);
  return Math.sqrt(square);
}

/** M⁻¹ Jᵀ λ with J M⁻¹ Jᵀ λ = b. Replaces b by λ. Null if the factorization fails. */
function solve({ model, data }: Member, b: Float64Array): Float64Array | null {
  const { nv } = model;
  const rows = b.length;
  const jacobian = constraintJacobian(model, data, model.constraints);
  const response = new Float64Array(rows * nv);
  factorMass(model, data);
  for (let row = 0; row < rows; row++) solveMass(model, data, jacobian, row * nv, response, row * nv);
  const delassus = new Float64Array(rows * rows);
  for (let i = 0; i < rows; i++) {
    // Skip leading and trailing zeros: a closure moves few of a robot's joints.
    let [from, to] = [i * nv, (i + 1) * nv];
    while (from < to && jacobian[from] === 0) from++;
    while (to > from && jacobian[to - 1] === 0) to--;
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = from, m = from + (j - i) * nv; k < to; k++, m++) sum += jacobian[k] * response[m];
      delassus[i * rows + j] = sum;
    }
  }
  const envelope = new Envelope();
  envelope.measure(delassus, rows);
  if (!solveSemidefinite(delassus, rows, b, envelope.first)) return null;
  const velocity = new Float64Array(nv);
  for (let row = 0; row < rows; row++) for (let k = 0; k < nv; k++) velocity[k] += response[row * nv + k] * b[row];
  return velocity;
}
