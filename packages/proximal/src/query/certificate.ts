import { checkNumber, checkOptions } from '../check/argument.ts';
import type { Status } from '../engine/status.ts';

/** The result of checking a proof, in space and in the plane. Lengths in meters; of a growth, the bounds have no unit. */
export interface Certificate {
  /**
   * The distance is at least this: the gap between the two support planes (in the plane, lines) along the result's normal. Negative for an
   * overlap that `signedDistance` has found: moving B by so much along the normal separates the shapes. Of `penetration`: the depth is at
   * least this, which the kept polytope proves, if there is one, or else the swept radii. Of a growth: the support plane across the normal
   * ends the ray from center to center.
   */
  lower: number;
  /**
   * The distance is at most this: the two points that the proof's weights combine are this far apart. Of `penetration`: moving B by
   * this along the normal separates the shapes, which the support planes prove. Of a growth: the points that the weights combine lie on
   * the ray.
   */
  upper: number;
  /** `upper − lower`. */
  gap: number;
  /** The rounding error of a length that `valid` allows, in meters: 64 ε times the largest coordinate in A's frame. */
  allowance: number;
  /**
   * The bounds, the value and the points of the result agree with the proof, and so does its status: separated by a plane, or in contact
   * within the tolerance. That an overlap cannot be left on a shorter path is proven by a kept polytope alone.
   */
  valid: boolean;
}

/** Options of `certify`. */
export interface CertifyOptions {
  /** The largest distance of shapes with status touching or overlapping, in meters. Default: the default tolerance of `distance`. */
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

/** What the support functions and the proof of a distance give, in 3D or 2D. Lengths in meters. */
interface Proven {
  /** Whether the weights of the proof are those of a convex combination. */
  readonly isConvex: boolean;
  /** How far apart the shapes are at the points that the proof combines; of an overlap, along the normal and negative. */
  readonly apart: number;
  /** How far apart the supports along the normal are; −Infinity without a normal. */
  readonly gap: number;
  readonly allowance: number;
  /** How far apart shapes in contact may be. */
  readonly touching: number;
  /** Whether the witness points agree with the proof, except for `slack`. */
  readonly hasWitnesses: (slack: number) => boolean;
}

/** The certificate of a distance, which is negative if `signedDistance` found an overlap. */
export function certifyBounds(claimed: Claimed, proven: Proven): Certificate {
  const { distance, status } = claimed;
  const { isConvex, apart, gap, allowance, touching, hasWitnesses } = proven;
  const isDeep = distance < 0;
  const upper = isDeep ? apart : Math.max(0, apart);
  // Along any direction the supports prove a bound; contact without a normal proves none, so that its bound is 0.
  const lower = Math.min(upper, isDeep ? gap : Math.max(0, gap));
  const isSeparated = status === 'separated';
  const isContact = status === 'touching' || status === 'overlapping';
  const isStatusProven = isSeparated ? gap > 0 : !isContact || upper <= touching + allowance;
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
