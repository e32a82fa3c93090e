// The impulses of least norm among all impulses with the same motion. The motion does not determine internal forces, such as the forces of
// feet that push against each other. The problem: minimize ½ ‖λ‖² with (G + R) λ fixed and λ in the set of impulses that obey the law at these
// velocities: any number for a bilateral row, the friction cone for a sticking contact, the ray of its impulse for any other contact. ADMM alternates
// between the two constraints.

import { factorize, solveFactorized } from '../math/linear/cholesky.ts';
import { projectCone } from './cones.ts';
import { multiply } from './delassus.ts';
import type { SolverSettings } from './options.ts';
import type { Progress } from './progress.ts';
import { largest } from './residuals.ts';
import type { SolverWorkspace } from './solver-workspace.ts';

/** The regularization of the diagonal, relative to its mean, and the number of refinements of the solution. */
const shift = 1e-9;
const refinements = 3;
const mostIterations = 2000;
/** A contact sticks if no component of its velocity exceeds this multiple of the velocity tolerance. */
const slowness = 10;
/** The tolerance, relative to the largest impulse. */
const precision = 1e-11;

class LeastNorm {
  private size = 0;
  /** The initial impulses, and (G + R) times them. */
  private start = new Float64Array(0);
  private motion = new Float64Array(0);
  private x = new Float64Array(0);
  private z = new Float64Array(0);
  private u = new Float64Array(0);
  private work = new Float64Array(0);
  private factor = new Float64Array(0);
  private sticks = new Uint8Array(0);

  /** Replaces the workspace's λ, which must satisfy the law of the solver's model. Keeps λ if the result does not satisfy it. */
  run(workspace: SolverWorkspace, settings: SolverSettings, progress: Progress): void {
    const { size, contacts, lambda } = workspace;
    // Bilateral rows can replace contacts without a change of size.
    if (size !== this.size || contacts !== this.sticks.length) this.resize(workspace);
    const { start, x, z, u } = this;
    start.set(lambda);
    this.times(workspace, start, this.motion);
    this.classify(workspace, slowness * progress.velocityTolerance);
    if (!this.factorize(workspace)) return;
    z.set(lambda);
    u.fill(0);
    const allowed = precision * largest(start);
    for (let iteration = 0; iteration < mostIterations; iteration++) {
      progress.poll?.();
      for (let k = 0; k < size; k++) x[k] = (z[k] - u[k]) / 2;
      this.restoreMotion(workspace, x);
      let change = 0;
      for (let k = 0; k < size; k++) {
        u[k] += x[k];
        // Keep the previous z to compute the change.
        this.work[k] = z[k];
        z[k] = u[k];
      }
      this.project(workspace, settings, z);
      for (let k = 0; k < size; k++) {
        u[k] -= z[k];
        change = Math.max(change, Math.abs(z[k] - this.work[k]), Math.abs(x[k] - z[k]));
      }
      if (change <= allowed) break;
    }
    lambda.set(z);
    workspace.evaluate();
    // Impulses that violate the contact law are not accepted.
    if (progress.excessOf(workspace, settings) <= 1) return;
    lambda.set(start);
    workspace.evaluate();
    progress.excessOf(workspace, settings);
  }

  /** Determines which contacts stick. */
  private classify({ bilateral, contacts, sigma }: SolverWorkspace, slow: number): void {
    for (let c = 0; c < contacts; c++) {
      const at = bilateral + 3 * c;
      const speed = Math.max(Math.abs(sigma[at]), Math.abs(sigma[at + 1]), Math.abs(sigma[at + 2]));
      this.sticks[c] = speed <= slow ? 1 : 0;
    }
  }

  /**
   * Projects v onto the impulses that obey the law. A pyramid is replaced by its inscribed circular cone: if the solution needs the
   * pyramid's corners, the result is not accepted, and the impulses stay unchanged.
   */
  private project(
    { bilateral, contacts, friction }: SolverWorkspace,
    { pyramid, solver }: SolverSettings,
    v: Float64Array,
  ): void {
    for (let c = 0; c < contacts; c++) {
      const at = bilateral + 3 * c;
      if (this.sticks[c] === 1) projectCone(v, at, solver.model === 'lcp' ? pyramid.apothem(friction[c]) : friction[c]);
      else this.projectRay(v, at);
    }
  }

  /** Projects v onto the ray of the contact's initial impulse. */
  private projectRay(v: Float64Array, at: number): void {
    const { start } = this;
    let square = 0;
    let along = 0;
    for (let k = at; k < at + 3; k++) {
      square += start[k] * start[k];
      along += start[k] * v[k];
    }
    const scale = square > 0 ? Math.max(0, along / square) : 0;
    for (let k = at; k < at + 3; k++) v[k] = scale * start[k];
  }

  /** Projects v onto the impulses with the initial motion. */
  private restoreMotion(workspace: SolverWorkspace, v: Float64Array): void {
    const { work, motion } = this;
    for (let step = 0; step < refinements; step++) {
      this.times(workspace, v, work);
      for (let k = 0; k < work.length; k++) work[k] = motion[k] - work[k];
      solveFactorized(this.factor, workspace.size, work, workspace.envelope.first);
      for (let k = 0; k < work.length; k++) v[k] += work[k];
    }
  }

  private times({ rows, size, envelope, compliance }: SolverWorkspace, v: Float64Array, out: Float64Array): void {
    multiply(rows, size, v, out, envelope);
    for (let k = 0; k < size; k++) out[k] += compliance[k] * v[k];
  }

  private factorize({ rows, size, envelope, compliance }: SolverWorkspace): boolean {
    const { factor } = this;
    let trace = 0;
    for (let k = 0; k < size; k++) trace += rows[k * size + k] + compliance[k];
    factor.set(rows);
    for (let k = 0; k < size; k++) factor[k * size + k] += compliance[k] + (shift * trace) / size;
    return factorize(factor, size, envelope.first) < 0;
  }

  private resize({ size, contacts }: SolverWorkspace): void {
    this.size = size;
    for (const name of ['start', 'motion', 'x', 'z', 'u', 'work'] as const) this[name] = new Float64Array(size);
    this.factor = new Float64Array(size * size);
    this.sticks = new Uint8Array(contacts);
  }
}

export function reduceInternalForces(workspace: SolverWorkspace, settings: SolverSettings, progress: Progress): void {
  workspace.state(LeastNorm).run(workspace, settings, progress);
}
