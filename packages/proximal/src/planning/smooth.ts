// Curves in place of corners. A corner P between two straight motions is replaced by the parabola from A to B with the control point P, where A and B
// are at the same distance from P on the two motions. The parabola is tangent to both, and its velocity has the same magnitude at A and B. So the
// path is continuously differentiable with respect to its length, and the robot need not stop there.
import { checkInteger, checkNumber, checkOptions, wrongType } from '../check/argument.ts';
import { RobotCell } from './cell.ts';
import { cornersOf } from './curve.ts';
import { changedPlan, provenAgain, type Work } from './finish.ts';
import type { MotionProof } from './motion.ts';
import { MotionTests } from './motion-tests.ts';
import type { Plan } from './plan-options.ts';
import { Space } from './space.ts';

/**
 * Options of `smooth`.
 * @example
 * ```ts
 * const options: SmoothOptions = { deviation: 0.1 };
 * ```
 */
export interface SmoothOptions {
  /** The largest distance of a curve from the corner that it replaces, in radians and meters. Default: no limit. */
  readonly deviation?: number;
  /** The number of curves that are tried for a corner; each is half as long as the one before. Default 8. */
  readonly attempts?: number;
}

/** Two straight motions have no corner if the sum of the unit vectors from P toward A and B is shorter than this: 2 sin(θ/2) for a turn by θ. */
const minSine = 1e-9;

/**
 * Replaces the corners of a plan by curves that are proven free. Each curve uses at most half of the motions beside it. A corner stays where no curve
 * is proven free, or where joints with several coordinates (ball, planar and free ones) move. If a straight part cannot be proven free, the plan
 * itself is returned, with proofs. A plan that failed is returned unchanged. If the cell
 * has changed, and the plan is no longer free, the result is a failure.
 * @example
 * ```ts
 * const path = smooth(simplify(planMotion(cell, { start, goal })));
 * certifyMotion(cell, path).valid; // true
 * ```
 */
export function smooth(plan: Plan, options: SmoothOptions = {}): Plan {
  const where = 'smooth';
  if (!(plan?.cell instanceof RobotCell)) throw wrongType(where, 'plan', plan, 'give the result of planMotion');
  checkOptions(where, 'options', options, ['deviation', 'attempts']);
  const { deviation = Infinity, attempts = 8 } = options;
  if (deviation !== Infinity)
    checkNumber(where, 'options.deviation', deviation, 'give a distance in joint coordinates, positive', 0, true);
  checkInteger(where, 'options.attempts', attempts, 1, 50);
  return plan.status === 'solved' ? new Smoother(plan).run(deviation, attempts) : plan;
}

class Smoother {
  private readonly work: Work;
  private readonly corners: readonly Float64Array[];
  /** The length of each motion. */
  private readonly lengths: readonly number[];
  private readonly velocity: Float64Array;

  constructor(private readonly plan: Plan) {
    const { checker, model } = plan.cell;
    checker.forget();
    const space = new Space(model);
    this.work = { space, tests: new MotionTests(checker, null), startTime: performance.now() };
    this.velocity = new Float64Array(model.nv);
    // Drop motions of zero length: they have no direction.
    this.corners = cornersOf(plan).filter((q, k, all) => k === 0 || this.lengthOf(all[k - 1], q) > 0);
    this.lengths = this.corners.slice(1).map((q, k) => this.lengthOf(this.corners[k], q));
  }

  run(deviation: number, attempts: number): Plan {
    const { corners, plan, work } = this;
    if (corners.length < 2) return provenAgain(plan, work);
    const proofs: MotionProof[] = [];
    let last = corners[0];
    for (let k = 1; k < corners.length; k++) {
      const blend = k < corners.length - 1 ? this.blend(k, deviation, attempts) : null;
      const end = blend ? blend.from : corners[k];
      // Two curves that each use half of a motion meet in its middle, up to rounding.
      const touchesLast = blend !== null && this.lengthOf(last, end) <= 1e-9 * this.lengths[k - 1];
      const joined = touchesLast ? this.startAt(last, blend) : null;
      const straight = joined ? null : work.tests.prove(last, end);
      if (!joined && !straight) return provenAgain(plan, work);
      if (straight) proofs.push(straight);
      if (blend) proofs.push(joined ?? blend);
      last = blend ? blend.to : corners[k];
    }
    return changedPlan(plan, work, proofs);
  }

  private lengthOf(from: Float64Array, to: Float64Array): number {
    this.work.space.straight(from, to, this.velocity);
    return Math.sqrt(this.velocity.reduce((sum, x) => sum + x * x, 0));
  }

  /** The proof of the longest curve at a corner that is proven free; null if there is none. */
  private blend(k: number, deviation: number, attempts: number): MotionProof | null {
    const { corners, lengths, work } = this;
    const [before, after] = [lengths[k - 1], lengths[k]];
    const corner = corners[k];
    // For A and B at the distance r, the middle of the curve is r |d| / 4 from the corner, where d is the sum of the unit vectors toward A and B.
    const toA = this.unitToward(corner, corners[k - 1]);
    const toB = this.unitToward(corner, corners[k + 1]);
    const size = Math.sqrt(toA.reduce((sum, x, i) => sum + (x + toB[i]) ** 2, 0));
    if (size < minSine) return null;
    let radius = Math.min(before / 2, after / 2, (4 * deviation) / size);
    for (let attempt = 0; attempt < attempts; attempt++) {
      const proof = work.tests.proveCurve(this.along(corner, toA, radius), corner, this.along(corner, toB, radius));
      if (proof) return proof;
      radius /= 2;
    }
    return null;
  }

  /** The proof of a curve with another start, which differs by rounding; null if the curve is not proven. */
  private startAt(from: Float64Array, { via, to }: MotionProof): MotionProof | null {
    return via && this.work.tests.proveCurve(from, via, to);
  }

  private unitToward(from: Float64Array, to: Float64Array): Float64Array {
    const length = this.lengthOf(from, to);
    return this.velocity.map((x) => x / length);
  }

  private along(from: Float64Array, direction: Float64Array, distance: number): Float64Array {
    const q = new Float64Array(from.length);
    this.work.space.move(from, direction, distance, q);
    return q;
  }
}
