// Anderson acceleration of the sweeps of relaxed models, with a memory of one. For the NCP see kernel/contact/accelerate.ts.
import { resized, type SolverWorkspace } from '../solver-workspace.ts';

/** The largest |γ|: limits the extrapolation if Δf is nearly zero. */
const largestGamma = 100;
/** If the change, as an energy, has grown by more than this factor, the extrapolation failed, and the next sweep starts without one. */
const growth = 10;

export class Secant {
  /** λ before the current sweep. */
  private start = new Float64Array(0);
  /** The change of λ by the last sweep. */
  private changes = new Float64Array(0);
  /** λ after the last sweep. */
  private swept = new Float64Array(0);
  /** λ's step along the secant. */
  private step = new Float64Array(0);
  /** The energy of the last sweep's change; 0 before the first. */
  private lastEnergy = 0;

  /** Called before the first sweep. */
  begin({ size, lambda }: SolverWorkspace): void {
    if (size !== this.start.length) {
      this.start = resized(this.start, size);
      this.changes = resized(this.changes, size);
      this.swept = resized(this.swept, size);
      this.step = resized(this.step, size);
    }
    this.start.set(lambda);
    this.lastEnergy = 0;
  }

  /** Called after a sweep: extrapolates λ along the secant. */
  extrapolate(workspace: SolverWorkspace): void {
    const { start, changes, swept, step } = this;
    const { size, lambda, sparse } = workspace;
    const gamma = this.gamma(workspace);
    for (let k = 0; k < size; k++) {
      changes[k] = lambda[k] - start[k];
      step[k] = gamma === 0 ? 0 : -gamma * (lambda[k] - swept[k]);
      swept[k] = lambda[k];
      lambda[k] += step[k];
      start[k] = lambda[k];
    }
    if (sparse !== null && gamma !== 0) for (let k = 0; k < size / 3; k++) sparse.push(k, step, 3 * k);
  }

  /** γ = ⟨f, Δf⟩/⟨Δf, Δf⟩ of the changes f of two sweeps, weighted by the diagonal of G + R; 0 if no secant is usable. */
  private gamma({ size, lambda, diagonal }: SolverWorkspace): number {
    const { start, changes, lastEnergy } = this;
    let energy = 0;
    let along = 0;
    let square = 0;
    for (let k = 0; k < size; k++) {
      const f = lambda[k] - start[k];
      const change = f - changes[k];
      energy += diagonal[k] * f * f;
      along += diagonal[k] * f * change;
      square += diagonal[k] * change * change;
    }
    this.lastEnergy = energy;
    if (lastEnergy === 0 || !(energy <= growth * lastEnergy) || !(square > 0)) return 0;
    return Math.max(-largestGamma, Math.min(largestGamma, along / square));
  }
}
