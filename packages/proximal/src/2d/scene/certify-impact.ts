// Recomputes the proof of a time of impact from support functions and motions alone.
import { wrongType } from '../../check/argument.ts';
import { hypot } from '../../math/hypot.ts';
import type { Vec2 } from '../../math/vec2.ts';
import { checkPair } from '../check-pair.ts';
import { RelativePair } from '../relative-pair.ts';
import { accelerationBound, type Motion2, type Mover, type Placed2, poseAt, readMover, roundingOf } from './motion.ts';
import type { ImpactResult } from './time-of-impact.ts';
import { defaultTolerance, escapeSpeed } from './time-of-impact.ts';

/** The check of a proof that two moving shapes stay apart. */
export interface ImpactCertificate {
  /** The time up to which the lines of the proof separate the shapes. */
  readonly until: number;
  /** The smallest gap that the lines prove during that time, in meters, less rounding errors; infinite for an empty proof. */
  readonly lower: number;
  /**
   * Whether the lines of the proof cover the time from 0 to `result.time`. Overlaps up to the tolerance of contact, 1e-8 of the smaller
   * shape's size, plus rounding errors are allowed. The rounding errors are about 1e-14 of the distance and of the coordinates.
   */
  readonly valid: boolean;
}

/**
 * Checks the proof of `timeOfImpact`: at the start of each interval, recomputes the gap along its normal and the largest speed at
 * which it closes from the support functions, and bounds the gap over the interval.
 * @example
 * ```ts
 * const result = timeOfImpact(car, motion, wall, {});
 * certifyImpact(car, motion, wall, {}, result).valid; // true
 * ```
 */
export function certifyImpact(
  a: Placed2,
  motionA: Motion2,
  b: Placed2,
  motionB: Motion2,
  result: Pick<ImpactResult, 'time' | 'proof'>,
): ImpactCertificate {
  const where = 'certifyImpact';
  const moverA = readMover(where, 'a', a, motionA, 'motionA');
  const moverB = readMover(where, 'b', b, motionB, 'motionB');
  checkPair(where, moverA.shape, moverB.shape);
  const intervals = result?.proof?.intervals;
  if (!(intervals instanceof Float64Array) || intervals.length % 4 !== 0 || typeof result.time !== 'number')
    throw wrongType(where, 'result', result, 'give a result of timeOfImpact');
  return certifyIntervals(moverA, moverB, intervals, result.time);
}

export function certifyIntervals(a: Mover, b: Mover, intervals: Float64Array, time: number): ImpactCertificate {
  const rounding = roundingOf(a) + roundingOf(b);
  const touching = defaultTolerance(a, b);
  let until = 0;
  let lower = Infinity;
  for (let at = 0; at < intervals.length; at += 4) {
    const [from, to, nx, ny] = intervals.subarray(at, at + 4);
    if (!(from === until && to > from && to <= 1 && Math.abs(hypot(nx, ny) - 1) < 1e-12)) break;
    const { gap, allowance } = leastGap(a, b, from, to - from, [nx, ny]);
    const error = allowance + rounding;
    // Contact within the tolerance is allowed, because shapes may touch at the start. The negated comparison rejects NaN.
    if (!(gap > -touching - error)) break;
    lower = Math.min(lower, gap - error);
    until = to;
  }
  return { until, lower, valid: until >= time };
}

/** The least gap along `normal` during `s` after `from`. The bound gap − speed s − ½ acceleration s² is concave in s: it is least at an end. */
function leastGap(
  a: Mover,
  b: Mover,
  from: number,
  s: number,
  normal: Vec2,
): { readonly gap: number; readonly allowance: number } {
  const [poseA, poseB] = [new Float64Array(4), new Float64Array(4)];
  poseAt(a, from, poseA);
  poseAt(b, from, poseB);
  const pair = new RelativePair('certifyImpact', a.shape, poseA, b.shape, poseB);
  const gap = pair.gapAlong(pair.toA(normal));
  const opposite: Vec2 = [-normal[0], -normal[1]];
  const speed = escapeSpeed(a, poseA, normal) + escapeSpeed(b, poseB, opposite);
  const acceleration = accelerationBound(a) + accelerationBound(b);
  return { gap: Math.min(gap, gap - speed * s - (acceleration / 2) * s * s), allowance: pair.allowance };
}
