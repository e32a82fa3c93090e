import { checkNumber, checkOptions } from '../check/argument.ts';
import type { Status } from '../engine/status.ts';

/** The result of checking a proof, in 3D and 2D. Lengths are in meters; the bounds of a growth have no unit. */
export interface Certificate {
  /**
   * A lower bound. For a distance: the gap between the two support planes (in 2D, lines) along the result's normal. It is
   * negative for an overlap from `signedDistance`: moving B by its absolute value along the normal separates the shapes. For
   * `penetration`: a lower bound on the depth, the best from the kept polytope, if there is one, the swept radii and the inner balls.
   * For a growth: from the support plane with the result's normal, which bounds the ray from center to center.
   */
  lower: number;
  /**
   * An upper bound. For a distance: the distance of the two points that the proof's weights combine, less the swept radii. For an
   * overlap from `signedDistance`: minus the lower bound on the depth; in 2D, the distance of the points along the normal. For
   * `penetration`: moving B by this along the normal separates the shapes, by the support planes. For a growth: from the combined points, which lie
   * on the ray.
   */
  upper: number;
  /** `upper − lower`. */
  gap: number;
  /**
   * The rounding error that `valid` allows. For lengths, in meters: 64 ε times a bound on the coordinates in A's frame. For a growth: the effect of
   * such errors on the growth, without unit.
   */
  allowance: number;
  /**
   * Whether the bounds, the value, the points and the status of the result agree with the proof. The status is proven by a
   * separating plane, or by contact within the tolerance. That no shorter translation separates shapes with overlapping cores is,
   * in 3D, checked only with a kept polytope.
   */
  valid: boolean;
}

/** Options of `certify`. */
export interface CertifyOptions {
  /**
   * The largest distance of shapes with the status touching or overlapping, in meters. Default: twice the default tolerance of
   * `distance`.
   */
  readonly tolerance?: number;
}

/** Checks the options of `certify`, and returns the tolerance if it is given. */
export function readTolerance(options: CertifyOptions | undefined): number | undefined {
  checkOptions('certify', 'options', options, ['tolerance']);
  const tolerance = options?.tolerance;
  if (tolerance !== undefined)
    checkNumber('certify', 'options.tolerance', tolerance, 'give a length in meters, finite and not negative', 0);
  return tolerance;
}

/** The fields of a distance result that its proof is compared with. */
export interface Claimed {
  readonly distance: number;
  readonly lower: number;
  readonly upper: number;
  readonly status: Status;
}

/** The quantities computed from the support functions and the proof of a distance, in 3D or 2D. Lengths are in meters. */
interface Proven {
  /** Whether the weights of the proof are nonnegative with sum 1. */
  readonly isConvex: boolean;
  /** The distance of the shapes at the points that the proof combines; for an overlap, along the normal and negative. */
  readonly pointDistance: number;
  /** The gap between the support planes along the normal; −Infinity without a normal. */
  readonly gap: number;
  readonly allowance: number;
  /** The largest distance of shapes in contact. */
  readonly maxContactDistance: number;
  /** Whether the witness points agree with the proof, except for `slack`. */
  readonly hasWitnesses: (slack: number) => boolean;
}

/** The certificate of a distance, which is negative if `signedDistance` found an overlap. */
export function certifyBounds(claimed: Claimed, proven: Proven): Certificate {
  const { distance, status } = claimed;
  const { isConvex, pointDistance, gap, allowance, maxContactDistance, hasWitnesses } = proven;
  const isDeep = distance < 0;
  const upper = isDeep ? pointDistance : Math.max(0, pointDistance);
  // The support planes along any direction prove a bound. Contact without a normal proves none; its bound is 0.
  const lower = Math.min(upper, isDeep ? gap : Math.max(0, gap));
  const isSeparated = status === 'separated';
  const isContact = status === 'touching' || status === 'overlapping';
  const isStatusProven = isSeparated ? gap > 0 : !isContact || upper <= maxContactDistance + allowance;
  const valid =
    isConvex &&
    lower >= claimed.lower - allowance &&
    upper <= (isDeep ? distance : claimed.upper) + allowance &&
    gap <= upper + allowance &&
    distance >= claimed.lower - allowance &&
    distance <= claimed.upper + allowance &&
    isStatusProven &&
    hasWitnesses(isSeparated || isDeep ? 0 : upper);
  return { lower, upper, gap: upper - lower, allowance, valid };
}
