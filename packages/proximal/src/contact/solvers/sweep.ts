// Projected Gauss–Seidel sweeps of the relaxed models (Alg. 1, 2, 4): each contact is updated with the newest impulses of all
// others. The sweeps of the NCP (Alg. 5) are in the kernel: see ncp-pgs.ts.
// Equation and algorithm numbers refer to Le Lidec et al., "Contact Models in Robotics: a Comparative Analysis".

import type { SolverSettings } from '../options.ts';
import type { Progress } from '../progress.ts';
import type { SolverWorkspace } from '../solver-workspace.ts';
import { Secant } from './secant.ts';

/** A solver's update of one contact. */
export interface Rule {
  /** Computes step lengths and inverses, once per solve. */
  prepare(workspace: SolverWorkspace, settings: SolverSettings): void;
  /** Replaces the impulse at index `at`. `workspace.local` has the velocity of the contact and may be overwritten. */
  update(workspace: SolverWorkspace, settings: SolverSettings, contact: number, at: number): void;
  /** Projects an impulse onto the model's cone, which over-relaxation may have left. */
  project(workspace: SolverWorkspace, settings: SolverSettings, contact: number, at: number): void;
  /** The value to which the relaxation decays from a larger initial value. Default: no decay. */
  readonly lastRelaxation?: number;
}

/** The decay of the relaxation from one sweep to the next (γ in Alg. 4). */
const decay = 0.99;

export function runSweeps(workspace: SolverWorkspace, settings: SolverSettings, progress: Progress, rule: Rule): void {
  rule.prepare(workspace, settings);
  let omega = settings.relaxation;
  const last = rule.lastRelaxation ?? omega;
  const secant = settings.isAccelerated ? workspace.state(Secant) : null;
  secant?.begin(workspace);
  for (let sweep = 1; sweep <= settings.maxIterations; sweep++) {
    if (sweep > 1) {
      // Differences to a sweep before the last one are no secant.
      if (progress.isAccelerated) secant?.extrapolate(workspace);
      else secant?.begin(workspace);
    }
    const change = sweepOnce(workspace, settings, rule, omega);
    if (progress.endIteration(workspace, settings, sweep, change)) return;
    omega = decay * omega + (1 - decay) * Math.min(last, settings.relaxation);
  }
  if (progress.checkedAt < settings.maxIterations) progress.check(workspace, settings, settings.maxIterations);
}

/** Updates every bilateral row and contact once. Returns the largest change of λ times the diagonal of G + R, a velocity in m/s. */
export function sweepOnce(workspace: SolverWorkspace, settings: SolverSettings, rule: Rule, omega: number): number {
  const { bilateral, contacts, lambda, before, diagonal, sparse, local } = workspace;
  const first = Math.floor(bilateral / 3);
  let largestChange = bilateral > 0 ? sweepBilateral(workspace, omega) : 0;
  for (let c = 0; c < contacts; c++) {
    const at = bilateral + 3 * c;
    contactVelocity(workspace, first + c, at);
    before[0] = lambda[at];
    before[1] = lambda[at + 1];
    before[2] = lambda[at + 2];
    rule.update(workspace, settings, c, at);
    if (omega !== 1) relax(workspace, settings, rule, c, at, omega);
    for (let k = 0; k < 3; k++) {
      local[k] = lambda[at + k] - before[k];
      largestChange = Math.max(largestChange, Math.abs(local[k]) * diagonal[at + k]);
    }
    if (sparse !== null && (local[0] !== 0 || local[1] !== 0 || local[2] !== 0)) sparse.push(first + c, local, 0);
  }
  return largestChange;
}

/** Writes σ of a contact to `local`. Its rows begin at `at` and belong to `triple`. */
function contactVelocity(workspace: SolverWorkspace, triple: number, at: number): void {
  const { sparse, lambda, bias, compliance, local } = workspace;
  if (sparse !== null) sparse.velocityAt(triple, lambda, at, local, 0);
  else denseVelocity(workspace, at);
  local[0] += compliance[at] * lambda[at] + bias[at];
  local[1] += compliance[at + 1] * lambda[at + 1] + bias[at + 1];
  local[2] += compliance[at + 2] * lambda[at + 2] + bias[at + 2];
}

/** Writes three rows of G times λ to `local`. Each row has two partial sums, because additions to a single sum would wait for each other. */
function denseVelocity({ rows, size, lambda, local, envelope }: SolverWorkspace, at: number): void {
  const first = at * size;
  const second = first + size;
  const third = second + size;
  const from = Math.min(envelope.first[at], envelope.first[at + 1], envelope.first[at + 2]);
  const to = Math.max(envelope.last[at], envelope.last[at + 1], envelope.last[at + 2]);
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let e = 0;
  let f = 0;
  let j = from;
  for (; j < to; j += 2) {
    const x = lambda[j];
    const y = lambda[j + 1];
    a += rows[first + j] * x;
    b += rows[first + j + 1] * y;
    c += rows[second + j] * x;
    d += rows[second + j + 1] * y;
    e += rows[third + j] * x;
    f += rows[third + j + 1] * y;
  }
  if (j === to) {
    const x = lambda[j];
    a += rows[first + j] * x;
    c += rows[second + j] * x;
    e += rows[third + j] * x;
  }
  local[0] = a + b;
  local[1] = c + d;
  local[2] = e + f;
}

/** Moves each bilateral impulse by ω times the change that makes the row's σ zero. Returns the largest change, as a velocity in m/s. */
function sweepBilateral(workspace: SolverWorkspace, omega: number): number {
  const { bilateral, lambda, bias, compliance, diagonal } = workspace;
  let largestChange = 0;
  for (let i = 0; i < bilateral; i++) {
    if (!(diagonal[i] > 0)) continue;
    const velocity = rowVelocity(workspace, i) + bias[i] + compliance[i] * lambda[i];
    const change = (-omega * velocity) / diagonal[i];
    lambda[i] += change;
    if (workspace.sparse !== null) pushRow(workspace, i, change);
    largestChange = Math.max(largestChange, Math.abs(omega * velocity));
  }
  return largestChange;
}

/** One row of G times λ. */
function rowVelocity({ sparse, rows, size, lambda, local }: SolverWorkspace, i: number): number {
  if (sparse !== null) {
    const triple = Math.floor(i / 3);
    sparse.velocityAt(triple, lambda, 3 * triple, local, 0);
    return local[i - 3 * triple];
  }
  let velocity = 0;
  for (let j = 0; j < size; j++) velocity += rows[i * size + j] * lambda[j];
  return velocity;
}

function pushRow({ sparse, local }: SolverWorkspace, i: number, change: number): void {
  const triple = Math.floor(i / 3);
  local.fill(0);
  local[i - 3 * triple] = change;
  sparse?.push(triple, local, 0);
}

/** Over- or under-relaxation (22) of one contact. */
function relax(
  workspace: SolverWorkspace,
  settings: SolverSettings,
  rule: Rule,
  contact: number,
  at: number,
  omega: number,
): void {
  const { lambda, before } = workspace;
  for (let k = 0; k < 3; k++) lambda[at + k] = before[k] + omega * (lambda[at + k] - before[k]);
  if (omega > 1) rule.project(workspace, settings, contact, at);
}

/** 1/x, or 0 for a row that no impulse moves. */
export function inverseOf(x: number): number {
  return x > 0 ? 1 / x : 0;
}

/** The larger eigenvalue of the tangential block of G + R at a contact. */
export function largestTangentialEigenvalue({ diagonal, blocks, bilateral }: SolverWorkspace, contact: number): number {
  const at = bilateral + 3 * contact;
  const a = diagonal[at];
  const d = diagonal[at + 1];
  const offDiagonal = blocks[9 * contact + 1];
  const half = (a - d) / 2;
  return (a + d) / 2 + Math.sqrt(half * half + offDiagonal * offDiagonal);
}
