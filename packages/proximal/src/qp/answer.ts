// The best answer so far, in the units of the problem, and its conversion to a solution.
import { outOfRange, wrongType } from '../check/argument.ts';
import { projectMultipliers } from './farkas.ts';
import { largest } from './matrix.ts';
import { excludedEnough, excludedSize, isUnboundedAlong, Measures, measureDescent } from './measures.ts';
import type { QpSettings } from './options.ts';
import type { StandardQp } from './problem.ts';
import type { QpSolution, QpStatus, QpWarmStart } from './solution.ts';

/** Multipliers that exclude points up to this multiple of 1 + ‖x‖₁, but not up to `excludedEnough`, are improved by a projection. */
const worthProjecting = 1e2;

export class Answer {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** The residuals of the last offered point, accepted or not. */
  readonly measures: Measures;
  isSolved = false;
  private worst = Infinity;
  private readonly bestMeasures: Measures;
  private refutation: Float64Array | null = null;
  private descent: Float64Array | null = null;

  constructor(
    private readonly qp: StandardQp,
    private readonly settings: QpSettings,
  ) {
    this.x = new Float64Array(qp.gradient.length);
    this.y = new Float64Array(qp.lower.length);
    this.measures = new Measures(qp);
    this.bestMeasures = new Measures(qp);
  }

  /** Stores a point and its multipliers if their worst residual is smaller than that of the stored ones. Returns whether it is. */
  offer(x: Float64Array, y: Float64Array): boolean {
    const { measures, settings } = this;
    measures.measure(x, y);
    const worst = measures.worst(settings);
    if (!(worst < this.worst)) return false;
    this.worst = worst;
    this.x.set(x);
    this.y.set(y);
    this.isSolved = measures.isWithin(settings);
    return true;
  }

  /**
   * Tests whether the changes of x and y in a step prove that the problem is infeasible or unbounded. Parts of `changeOfY` that
   * belong to infinite limits are set to zero.
   */
  findProof(changeOfX: Float64Array, changeOfY: Float64Array): 'infeasible' | 'unbounded' | null {
    const { qp } = this;
    const most = largest(changeOfY);
    for (let i = 0; i < changeOfY.length; i++) {
      const hasLimit = changeOfY[i] > 0 ? qp.upper[i] < Infinity : qp.lower[i] > -Infinity;
      // Multipliers below rounding belong to rows that the proof does not need.
      if (!hasLimit || Math.abs(changeOfY[i]) < 1e-13 * most) changeOfY[i] = 0;
    }
    const size = largest(changeOfY);
    if (size > 0 && size < Infinity) {
      let sum = 1;
      for (const value of this.x) sum += Math.abs(value);
      const excluded = excludedSize(qp, changeOfY);
      if (excluded >= worthProjecting * sum && excluded < excludedEnough * sum) projectMultipliers(qp, changeOfY);
      if (excludedSize(qp, changeOfY) >= excludedEnough * sum) {
        this.refutation = changeOfY.map((value) => value / size);
        return 'infeasible';
      }
    }
    if (isUnboundedAlong(measureDescent(qp, changeOfX))) {
      const length = largest(changeOfX);
      this.descent = changeOfX.map((value) => value / length);
      return 'unbounded';
    }
    return null;
  }

  report(status: QpStatus, iterations: number): QpSolution {
    const { x, y, bestMeasures } = this;
    bestMeasures.measure(x, y);
    const { primal, dual, gap, value } = bestMeasures;
    return {
      status,
      x,
      ...this.splitMultipliers(y),
      value,
      residuals: { primal, dual, gap },
      infeasibility: this.refutation && this.splitMultipliers(this.refutation),
      descent: this.descent,
      iterations,
    };
  }

  private splitMultipliers(y: Float64Array): { multipliers: Float64Array; boundMultipliers: Float64Array } {
    const { constraints, bounded } = this.qp;
    const boundMultipliers = new Float64Array(this.x.length);
    for (const [k, j] of bounded.entries()) boundMultipliers[j] = y[constraints + k];
    return { multipliers: y.slice(0, constraints), boundMultipliers };
  }

  /** Reads a warm start into x and y. Numbers that are not finite count as zero. */
  start(where: string, warmStart: QpWarmStart): void {
    const { qp, x, y } = this;
    if (typeof warmStart !== 'object' || warmStart === null)
      throw wrongType(where, 'warmStart', warmStart, 'give { x, multipliers }, an earlier solution, or leave it out');
    const { multipliers, boundMultipliers } = warmStart;
    x.set(readStart(where, 'x', warmStart.x, x.length));
    if (multipliers !== undefined) y.set(readStart(where, 'multipliers', multipliers, qp.constraints));
    if (boundMultipliers === undefined) return;
    const ofBounds = readStart(where, 'boundMultipliers', boundMultipliers, x.length);
    for (const [k, j] of qp.bounded.entries()) y[qp.constraints + k] = ofBounds[j];
  }
}

function readStart(where: string, name: string, values: unknown, size: number): Float64Array {
  if (!(values instanceof Float64Array)) throw wrongType(where, `warmStart.${name}`, values, 'give a Float64Array');
  if (values.length !== size)
    throw outOfRange(where, `warmStart.${name}.length`, values.length, `give ${size} numbers`);
  return values.map((value) => (Number.isFinite(value) ? value : 0));
}
