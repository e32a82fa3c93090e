// The definition of a kind of joint. Every kind has a motion subspace that is constant in the frame of the moving link, because joint
// velocities are velocities of the link in the link's axes. So only two parts depend on the kind: the placement of a link and its
// subspace (place.ts), and the manifold of the coordinates.
import type { Rng } from '../../math/rng.ts';

/**
 * The kinds of joints.
 * @example
 * ```ts
 * const kind: JointKind = 'revolute';
 * ```
 */
export type JointKind =
  | 'fixed'
  | 'revolute'
  | 'continuous'
  | 'prismatic'
  | 'helical'
  | 'spherical'
  | 'planar'
  | 'free-flyer';

/** No motion. This constant and the next five are the kinds of motion that place.ts distinguishes. */
export const MOTION_NONE = 0;
/** A rotation about the axis and a translation along it by pitch · angle. */
export const MOTION_SCREW = 1;
/** A translation along the axis. */
export const MOTION_SLIDE = 2;
/** A unit quaternion. */
export const MOTION_BALL = 3;
/** Two translations in a plane and a rotation about its normal. */
export const MOTION_PLANE = 4;
/** A position and a unit quaternion. */
export const MOTION_FREE = 5;

/** One kind of joint: one file, one line in the registry. */
export interface JointDefinition {
  readonly kind: JointKind;
  /** One of the MOTION constants. */
  readonly motion: number;
  /** Numbers in the configuration. */
  readonly nq: number;
  /** Numbers in the velocity. */
  readonly nv: number;
  /** Whether the kind has an axis. */
  readonly hasAxis: boolean;
  /** The configuration at which the link's frame is the joint's frame. */
  readonly neutral: readonly number[];
  /** `out` = q ⊕ v: the configuration after moving with the velocity v for a unit of time. */
  integrate(q: Float64Array, at: number, v: Float64Array, from: number, out: Float64Array): void;
  /** `out` = b ⊖ a: the velocity that leads from a to b in a unit of time. */
  difference(a: Float64Array, b: Float64Array, at: number, out: Float64Array, from: number): void;
  /** A random configuration between the limits, which may be infinite. Orientations are uniform and ignore the limits. */
  random(rng: Rng, lower: Float64Array, upper: Float64Array, out: Float64Array, at: number): void;
}

/** In meters or radians: half the random range of a coordinate without limits, and the whole range with one limit. */
const spread = Math.PI;

/**
 * A random number between two limits. If both are infinite, the range is around zero; if one is, the range begins or ends at
 * the finite limit.
 */
export function between(rng: Rng, lower: number, upper: number): number {
  if (lower > -Infinity && upper < Infinity) return lower + (upper - lower) * rng.uniform();
  if (lower > -Infinity) return lower + spread * rng.uniform();
  if (upper < Infinity) return upper - spread * rng.uniform();
  return rng.uniform(-spread, spread);
}

/** Shared by the kinds with one coordinate, whose manifold is a line. */
export const scalar = {
  nq: 1,
  nv: 1,
  hasAxis: true,
  neutral: [0],
  integrate(q: Float64Array, at: number, v: Float64Array, from: number, out: Float64Array): void {
    out[at] = q[at] + v[from];
  },
  difference(a: Float64Array, b: Float64Array, at: number, out: Float64Array, from: number): void {
    out[from] = b[at] - a[at];
  },
  random(rng: Rng, lower: Float64Array, upper: Float64Array, out: Float64Array, at: number): void {
    out[at] = between(rng, lower[at], upper[at]);
  },
} as const;
