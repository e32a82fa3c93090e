// The iterates of the search for a contact pose.
import { point, type Shape, signedDistance } from 'proximal';
import { type ContactPoseOptions, contactPose } from 'proximal/derivatives';
import { compose, inverse } from 'proximal/math';
import type { Pair } from './document.ts';

type Point = readonly number[];

export interface PoseSearch {
  /** World poses of B: the given one, and the best ones after 0, 1, 2, … steps. */
  readonly poses: readonly Float64Array[];
  readonly costs: readonly number[];
  /** Whether the targets touch (`'met'`), touch together with other points (`'flat'`), or do not (`'apart'`). */
  readonly end: 'met' | 'flat' | 'apart';
  /** The signed distance at the end, in meters. */
  readonly distance: number;
}

/** The surface point nearest to a clicked point of the drawing. Both points are in the body's frame. */
export function onSurface(shape: Shape, clicked: Point): number[] {
  const { localA } = signedDistance(shape, {}, point(), { position: clicked });
  return [...localA];
}

/** Two bodies touch if the magnitude of their signed distance is at most this fraction of the smaller bounding radius. */
const touchTolerance = 1e-6;

/**
 * The iterates of `contactPose` from B's pose or, if these do not converge, from the default start of `contactPose`, with B in front of the target
 * on A. A search does not converge if the nearest points are not unique, as for touching faces and edges; the targets may then touch already at
 * the default start. If neither search converges, returns the default start if the bodies touch there, or else the search with the lower last cost.
 */
export function findContactPose(pair: Pair, targetA: Point, targetB: Point): PoseSearch {
  const start = compose(inverse(pair.poseA), pair.poseB);
  const first = iterate(pair, targetA, targetB, { start });
  if (first.end === 'met') return first;
  const second = iterate(pair, targetA, targetB, {});
  if (second.end === 'met') return second;
  const facing = iterate(pair, targetA, targetB, { maxIterations: 0 });
  const size = Math.min(pair.a.boundingRadius, pair.b.boundingRadius);
  if (Math.abs(facing.distance) <= touchTolerance * size) return { ...facing, end: 'flat' };
  return (second.costs.at(-1) ?? Infinity) < (first.costs.at(-1) ?? Infinity) ? second : first;
}

/** `contactPose` returns only the last iterate. Its steps do not depend on the limit of steps, so calls with limits of 0, 1, 2, … give all iterates. */
function iterate(
  { a, poseA, b, poseB }: Pair,
  targetA: Point,
  targetB: Point,
  options: ContactPoseOptions,
): PoseSearch {
  const { costs, iterations, converged, result } = contactPose(a, targetA, b, targetB, options);
  const steps = Array.from({ length: iterations + 1 }, (_, maxIterations) => {
    const { pose } = contactPose(a, targetA, b, targetB, { ...options, maxIterations });
    return compose(poseA, pose);
  });
  return { poses: [poseB, ...steps], costs, end: converged ? 'met' : 'apart', distance: result.distance };
}

/** A world point in a body's frame. */
export function inFrame(pose: Float64Array, world: Point): Point {
  return [...compose(inverse(pose), { position: world }).subarray(0, 3)];
}
