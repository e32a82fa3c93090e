// Loop closures after a step. Rotations bend the straight way that the velocities of a step describe, so that a closure of links that
// swing has opened by the end of it, by ½ (ω Δt)² of their length. Where that is more than the tolerance, Newton's method closes it, by
// positions alone: q ← q ⊕ s with the least s in kinetic energy that has J s = −e, until it is closed.
import { factorize, solveFactorized } from '../contact/cholesky.ts';
import { factorMass, solveMass } from '../dynamics/articulated.ts';
import { constraintError, constraintJacobian } from '../dynamics/constraints.ts';
import type { Member } from './member.ts';
import type { SimulatorSettings } from './options.ts';

/** In metres and radians: what may be left open. */
const tolerance = 1e-5;
const most = 4;
/** In metres and radians: beyond this a linear step means nothing. */
const farthest = 0.5;
/** What is added to the diagonal, relative to it: closures may be redundant. */
const ridge = 1e-12;

/** A step of Newton's method. */
export interface ProjectionStage {
  /** The member's state before it. */
  readonly q: Float64Array;
  readonly v: Float64Array;
  /** s/Δt = M⁻¹ Jᵀ λ, and λ. */
  readonly velocity: Float64Array;
  readonly impulses: Float64Array;
}

const none: readonly ProjectionStage[] = [];

/** Closes the loops of a member that has moved. Openings that are too large for one step are left to the corrections of the next. */
export function closeLoops(member: Member, settings: SimulatorSettings): readonly ProjectionStage[] {
  const { model, data, q, v } = member;
  const { timeStep, correctionSpeed, closureCorrection, closureCompliance } = settings;
  if (model.constraints.length === 0 || closureCorrection < 1 || closureCompliance > 0) return none;
  const stages: ProjectionStage[] = [];
  while (stages.length < most) {
    const errors = constraintError(model, data, model.constraints);
    const opening = openingOf(errors);
    if (!(opening > tolerance) || opening > correctionSpeed * timeStep) break;
    const impulses = errors.map((x) => -x / timeStep);
    const velocity = solve(member, impulses);
    if (!velocity?.every((x) => timeStep * Math.abs(x) < farthest)) break;
    stages.push({ q: q.slice(), v: v.slice(), velocity, impulses });
    member.correct(velocity, timeStep);
    member.place();
  }
  return stages;
}

/** The farthest that a closure is apart, or turned. */
function openingOf(errors: Float64Array): number {
  let square = 0;
  for (let k = 0; k < errors.length; k += 3)
    square = Math.max(square, errors[k] * errors[k] + errors[k + 1] * errors[k + 1] + errors[k + 2] * errors[k + 2]);
  return Math.sqrt(square);
}

/** M⁻¹ Jᵀ λ with J M⁻¹ Jᵀ λ = b, b being replaced by λ; null if rounding lets it not be found. */
function solve({ model, data }: Member, b: Float64Array): Float64Array | null {
  const { nv } = model;
  const rows = b.length;
  const jacobian = constraintJacobian(model, data, model.constraints);
  const response = new Float64Array(rows * nv);
  factorMass(model, data);
  for (let row = 0; row < rows; row++) solveMass(model, data, jacobian, row * nv, response, row * nv);
  const delassus = new Float64Array(rows * rows);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0; k < nv; k++) sum += jacobian[i * nv + k] * response[j * nv + k];
      delassus[i * rows + j] = i === j ? (1 + ridge) * sum : sum;
    }
  if (factorize(delassus, rows) >= 0) return null;
  solveFactorized(delassus, rows, b);
  const velocity = new Float64Array(nv);
  for (let row = 0; row < rows; row++) for (let k = 0; k < nv; k++) velocity[k] += response[row * nv + k] * b[row];
  return velocity;
}
