// The best answer so far, in the units of the problem, and its conversion to a solution.
import { outOfRange, wrongType } from '../check/argument.ts';
import { projectMultipliers } from './farkas.ts';
import { largest } from './matrix.ts';
import { excludedSize, isUnboundedAlong, Measures, measureDescent, requiredExclusion } from './measures.ts';
import type { QpSettings } from './options.ts';
import type { StandardQp } from './problem.ts';
import { type Scaling, scaleMultipliers, scaleVariables, unscaleMultipliers, unscaleVariables } from './scaling.ts';
import type { QpSolution, QpStatus, QpWarmStart } from './solution.ts';

/** Multipliers that exclude points up to this multiple of 1 + ‖x‖₁, but not up to `requiredExclusion` times it, are projected. */
const minExclusionToProject = 1;

/** The dual residual with the multipliers of a warm start may exceed the one without multipliers by this factor. */
const maxDualGrowth = 100;

export class BestAnswer {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** The residuals of the last offered point, accepted or not. */
  readonly measures: Measures;
  isSolved = false;
  private worst = Infinity;
  private readonly bestMeasures: Measures;
  private infeasibility: Float64Array | null = null;
  private descent: Float64Array | null = null;
  /** The last iterate, or the change of an iterate, in the units of the problem. */
  private readonly unscaledX: Float64Array;
  private readonly unscaledY: Float64Array;

  /** @param scaling the scaling of the iterates that the solver passes to `offer` and `findProof` */
  constructor(
    private readonly qp: StandardQp,
    private readonly settings: QpSettings,
    private readonly scaling: Scaling,
  ) {
    this.x = new Float64Array(qp.gradient.length);
    this.y = new Float64Array(qp.lower.length);
    this.unscaledX = new Float64Array(this.x.length);
    this.unscaledY = new Float64Array(this.y.length);
    this.measures = new Measures(qp);
    this.bestMeasures = new Measures(qp);
  }

  /**
   * Stores a scaled point and its multipliers if their worst residual is smaller than the worst residual of the stored point. Returns
   * whether they were stored.
   */
  offer(scaledX: Float64Array, scaledY: Float64Array): boolean {
    const { measures, settings, unscaledX: x, unscaledY: y } = this;
    this.unscale(scaledX, scaledY);
    measures.measure(x, y);
    const worst = measures.worst(settings);
    if (!(worst < this.worst)) return false;
    this.worst = worst;
    this.x.set(x);
    this.y.set(y);
    this.isSolved = measures.isWithin(settings);
    return true;
  }

  private unscale(scaledX: Float64Array, scaledY: Float64Array): void {
    unscaleVariables(this.scaling, scaledX, this.unscaledX);
    unscaleMultipliers(this.scaling, scaledY, this.unscaledY);
  }

  /** Tests whether the scaled changes of x and y in a step prove that the problem is infeasible or unbounded. */
  findProof(scaledChangeOfX: Float64Array, scaledChangeOfY: Float64Array): 'infeasible' | 'unbounded' | null {
    const { qp, unscaledX: changeOfX, unscaledY: changeOfY } = this;
    this.unscale(scaledChangeOfX, scaledChangeOfY);
    const largestChange = largest(changeOfY);
    for (let i = 0; i < changeOfY.length; i++) {
      const hasLimit = changeOfY[i] > 0 ? qp.upper[i] < Infinity : qp.lower[i] > -Infinity;
      // A multiplier of an infinite limit proves nothing. Multipliers below rounding belong to rows that the proof does not need.
      if (!hasLimit || Math.abs(changeOfY[i]) < 1e-13 * largestChange) changeOfY[i] = 0;
    }
    const size = largest(changeOfY);
    if (size > 0 && size < Infinity) {
      let sum = 1;
      for (const value of this.x) sum += Math.abs(value);
      const excluded = excludedSize(qp, changeOfY);
      if (excluded >= minExclusionToProject * sum && excluded < requiredExclusion * sum)
        projectMultipliers(qp, changeOfY);
      if (excludedSize(qp, changeOfY) >= requiredExclusion * sum) {
        const projectedSize = largest(changeOfY);
        this.infeasibility = changeOfY.map((value) => value / projectedSize);
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
      infeasibility: this.infeasibility && this.splitMultipliers(this.infeasibility),
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

  /**
   * Reads a warm start into x and y, if there is one, and scales it into `scaledX` and `scaledY`. Numbers that are not finite count as zero.
   * Multipliers that increase the dual residual by orders of magnitude are dropped: the multipliers of an infeasible problem grow without bound.
   */
  start(where: string, warmStart: QpWarmStart | undefined, scaledX: Float64Array, scaledY: Float64Array): void {
    if (warmStart !== undefined) {
      this.read(where, warmStart);
      const { measures, x, y } = this;
      measures.measure(x, y);
      const { dual } = measures;
      measures.measure(x, new Float64Array(y.length));
      if (!(dual <= maxDualGrowth * measures.dual)) y.fill(0);
    }
    scaleVariables(this.scaling, this.x, scaledX);
    scaleMultipliers(this.scaling, this.y, scaledY);
  }

  private read(where: string, warmStart: QpWarmStart): void {
    const { qp, x, y } = this;
    if (typeof warmStart !== 'object' || warmStart === null)
      throw wrongType(
        where,
        'warmStart',
        warmStart,
        'give an earlier solution, { x } with or without multipliers, or leave it out',
      );
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
