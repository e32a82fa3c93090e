import { checkNumber, checkOptions, outOfRange } from '../check/argument.ts';

/** Parameters of a contact's reference velocity. */
export interface NormalReferenceOptions {
  /** The coefficient of restitution e, from 0 (the default) to 1. */
  readonly restitution?: number;
  /** The normal velocity c_N before the step, in m/s, negative when approaching: needed for restitution. Default 0. */
  readonly velocity?: number;
  /** Contacts that approach no faster than this, in m/s, do not bounce, so a ball comes to rest. Default 0. */
  readonly restingSpeed?: number;
  /** Baumgarte's gain K, in 1/s, on penetrations. Default 0; 0.2/Δt removes a fifth in every step. */
  readonly baumgarte?: number;
  /** Penetration that is not corrected, in meters, which keeps contacts closed. Default 0. */
  readonly allowedPenetration?: number;
}

const names = ['restitution', 'velocity', 'restingSpeed', 'baumgarte', 'allowedPenetration'];

/**
 * The normal reference velocity c*_N of a contact, in m/s. An open contact with the gap Φ > 0 may close at Φ/Δt: c*_N = −Φ/Δt, which closes
 * it within the step. A penetration is reduced by Baumgarte's velocity K max(0, −Φ − `allowedPenetration`). An approach with the velocity
 * c_N, faster than `restingSpeed`, that closes the gap within the step bounces with −e c_N. The largest of these values applies: a bounce
 * is not added to a correction.
 * @param gap Φ, the signed distance, in meters
 * @param timeStep Δt in seconds
 * @example
 * ```ts
 * normalReference(0.001, 0.01); // -0.1: the gap may close at up to 0.1 m/s
 * normalReference(-0.002, 0.01, { baumgarte: 20, restitution: 0.5, velocity: -1 }); // 0.5
 * ```
 */
export function normalReference(gap: number, timeStep: number, options?: NormalReferenceOptions): number {
  const where = 'normalReference';
  checkNumber(where, 'gap', gap, 'give the signed distance in meters');
  checkNumber(where, 'timeStep', timeStep, 'give seconds, above 0', 0, true);
  if (options === undefined) return gap > 0 ? -gap / timeStep : 0;
  checkOptions(where, 'options', options, names);
  const { restitution = 0, velocity = 0, restingSpeed = 0, baumgarte = 0, allowedPenetration = 0 } = options;
  const remedy = 'give a number from 0 to 1';
  checkNumber(where, 'options.restitution', restitution, remedy, 0);
  if (restitution > 1) throw outOfRange(where, 'options.restitution', restitution, remedy);
  checkNumber(where, 'options.velocity', velocity, 'give a finite velocity in m/s');
  checkNumber(where, 'options.restingSpeed', restingSpeed, 'give a speed in m/s, not negative', 0);
  checkNumber(where, 'options.baumgarte', baumgarte, 'give a gain in 1/s, not negative', 0);
  checkNumber(where, 'options.allowedPenetration', allowedPenetration, 'give a length in meters, not negative', 0);
  return referenceVelocity(gap, timeStep, restitution, velocity, restingSpeed, baumgarte, allowedPenetration);
}

/** The derivatives of a reference velocity; one-sided at a kink. */
export class ReferenceSlope {
  /** By the gap, in 1/s. */
  byGap = 0;
  /** By the normal velocity before the step. */
  byVelocity = 0;
}

/**
 * The formula of `normalReference` without checks.
 * @param slope receives the derivatives, if given
 */
export function referenceVelocity(
  gap: number,
  timeStep: number,
  restitution: number,
  velocity: number,
  restingSpeed: number,
  baumgarte: number,
  allowedPenetration: number,
  slope?: ReferenceSlope,
): number {
  const base = gap > 0 ? -gap / timeStep : baumgarte * Math.max(0, -gap - allowedPenetration);
  const bounce = -restitution * velocity;
  // A gap that does not close within the step causes no bounce.
  const isBouncing = restitution > 0 && -velocity > restingSpeed && -velocity * timeStep >= gap && bounce > base;
  if (slope) {
    const byGap = gap > 0 ? -1 / timeStep : base > 0 ? -baumgarte : 0;
    slope.byGap = isBouncing ? 0 : byGap;
    slope.byVelocity = isBouncing ? -restitution : 0;
  }
  return isBouncing ? bounce : base;
}
