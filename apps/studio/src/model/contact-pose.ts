// The way to a contact pose, step by step.
import { point, type Shape, signedDistance } from 'proximal';
import { type ContactPoseOptions, contactPose } from 'proximal/derivatives';
import { compose, inverse } from 'proximal/math';
import type { Pair } from './document.ts';

type Point = readonly number[];

export interface Way {
  /** World poses of B: where it was, and the best so far after each step. */
  readonly poses: readonly Float64Array[];
  readonly costs: readonly number[];
  /** The points touch; they do, but so do others beside them; or they do not. */
  readonly end: 'met' | 'flat' | 'apart';
  /** The signed distance at the end, in meters. */
  readonly distance: number;
}

/** The surface point nearest to a point that was clicked on a drawing, in the body's frame. */
export function onSurface(shape: Shape, clicked: Point): number[] {
  const { localA } = signedDistance(shape, {}, point(), { position: clicked });
  return [...localA];
}

/** Of the smaller body's size: bodies that touch, up to rounding. */
const touch = 1e-6;

/**
 * How `contactPose` gets to its answer, from where B is; or, if that ends at a corner, from B in front of the target on A, where it
 * starts by itself. Faces and edges that lie on each other have many nearest points, and no step leads to the wanted ones; but that
 * start itself has them touch.
 */
export function findContactPose(pair: Pair, targetA: Point, targetB: Point): Way {
  const start = compose(inverse(pair.poseA), pair.poseB);
  const first = follow(pair, targetA, targetB, { start });
  if (first.end === 'met') return first;
  const second = follow(pair, targetA, targetB, {});
  if (second.end === 'met') return second;
  const facing = follow(pair, targetA, targetB, { maxIterations: 0 });
  const size = Math.min(pair.a.boundingRadius, pair.b.boundingRadius);
  if (Math.abs(facing.distance) <= touch * size) return { ...facing, end: 'flat' };
  return (second.costs.at(-1) ?? Infinity) < (first.costs.at(-1) ?? Infinity) ? second : first;
}

/** It tells the end only; but it takes the same steps however many it is allowed, so that one more at a time shows them all. */
function follow({ a, poseA, b, poseB }: Pair, targetA: Point, targetB: Point, options: ContactPoseOptions): Way {
  const { costs, iterations, converged, result } = contactPose(a, targetA, b, targetB, options);
  const steps = Array.from({ length: iterations + 1 }, (_, maxIterations) => {
    const { pose } = contactPose(a, targetA, b, targetB, { ...options, maxIterations });
    return compose(poseA, pose);
  });
  return { poses: [poseB, ...steps], costs, end: converged ? 'met' : 'apart', distance: result.distance };
}

/** Where a world point is in a body's frame. */
export function inFrame(pose: Float64Array, world: Point): Point {
  return [...compose(inverse(pose), { position: world }).subarray(0, 3)];
}
