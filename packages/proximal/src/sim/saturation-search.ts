// Finds the saturation of a robot's actuators, that is, which forces are at their limits, by Newton's method. The acceleration a minimizes a convex
// function with the gradient M a − b − τ(a) (servos.ts). An iteration solves (M + S) a = b + τ₀ for the present saturation, and moves toward this
// acceleration as far as the convex function decreases. The term r = M a − b is linear in a. At the solution of the equation it equals the linear
// torques, so the search needs neither M nor b.
import type { Servos } from './servos.ts';

const maxPasses = 30;
/** In `review`: the last round in which all forces may change, and the last round in which only the first wrong force changes. */
const [lastForAll, lastForOne] = [4, 12];
/** The largest number of bisections of a line search. */
const maxBisections = 40;

export class SaturationSearch {
  /** The present acceleration, and r there. */
  private readonly point: Float64Array;
  private readonly residual: Float64Array;
  /** The changes of `point` and `residual` in an iteration. */
  private readonly direction: Float64Array;
  private readonly change: Float64Array;
  private readonly trial: Float64Array;
  private readonly torques: Float64Array;

  constructor(
    private readonly servos: Servos,
    nv: number,
  ) {
    [this.point, this.residual, this.direction] = [0, 1, 2].map(() => new Float64Array(nv)) as Triple;
    [this.change, this.trial, this.torques] = [0, 1, 2].map(() => new Float64Array(nv)) as Triple;
  }

  /** @param solve returns the acceleration for the present saturation; its last call is for the final saturation */
  find(solve: () => Float64Array): void {
    const { servos, point, residual, direction, change } = this;
    for (let pass = 1; pass <= maxPasses; pass++) {
      const next = solve();
      servos.linearTorquesAt(next, change);
      for (let k = 0; k < point.length; k++) {
        direction[k] = next[k] - (pass > 1 ? point[k] : 0);
        change[k] -= pass > 1 ? residual[k] : 0;
      }
      if (pass === maxPasses || !servos.review(next)) return;
      const fraction = pass > 1 ? this.searchLine() : 1;
      for (let k = 0; k < point.length; k++) {
        point[k] = (pass > 1 ? point[k] : 0) + fraction * direction[k];
        residual[k] = (pass > 1 ? residual[k] : 0) + fraction * change[k];
      }
      servos.review(point);
    }
  }

  /**
   * Corrects the saturation after contacts have changed the acceleration. A force at one limit that should be at the other first becomes
   * unsaturated: the torque as a function of the acceleration is steep between the limits and constant beyond them, so a force could
   * otherwise jump between its limits in every round. After round 4, only the first wrong force changes, which ends cycles of several
   * forces (Murty's rule for linear complementarity problems). After round 12, forces only become saturated, so no force exceeds its
   * limit in the end.
   * @param round from 1 on
   * @returns whether the saturation has changed
   */
  review(acceleration: Float64Array, round: number): boolean {
    const changes = round <= lastForAll ? 'gradual' : round <= lastForOne ? 'first' : 'saturate';
    return this.servos.review(acceleration, changes);
  }

  /** The fraction of the step, at most 1, at which the convex function is least: its slope along the step increases from below 0. */
  private searchLine(): number {
    if (this.slopeAt(1) <= 0) return 1;
    let [low, high] = [0, 1];
    for (let k = 0; k < maxBisections; k++) {
      const middle = (low + high) / 2;
      if (this.slopeAt(middle) > 0) high = middle;
      else low = middle;
    }
    return high;
  }

  private slopeAt(fraction: number): number {
    const { servos, point, residual, direction, change, trial, torques } = this;
    for (let k = 0; k < point.length; k++) trial[k] = point[k] + fraction * direction[k];
    servos.torquesAt(trial, torques);
    let slope = 0;
    for (let k = 0; k < point.length; k++) slope += direction[k] * (residual[k] + fraction * change[k] - torques[k]);
    return slope;
  }
}

type Triple = [Float64Array, Float64Array, Float64Array];
