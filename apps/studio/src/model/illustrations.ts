// What illustrates a query: planes that separate, sweeps, and the effect of a small motion, as plain data in world coordinates.
import { type Shape, signedDistance } from 'proximal';
import { differentiate, type Jacobian } from 'proximal/derivatives';
import { compose, fromAxisAngle, inverse, type Pose, transformPoint } from 'proximal/math';
import { type CastResult, timeOfImpact } from 'proximal/scene';
import type { Pair } from './document.ts';
import { bestBounds, distanceRecorders } from './recorders.ts';

type Point = readonly number[];

/** The slab between the supporting planes of both bodies that are perpendicular to a normal. */
export interface Slab {
  /** Unit vector from A to B. */
  readonly normal: Point;
  /** Points of A and B on the planes. */
  readonly pointA: Point;
  readonly pointB: Point;
  /** A lower bound of the signed distance; negative if the planes do not separate the bodies. */
  readonly width: number;
}

/** Null if a body is unbounded along the normal. @param normal of any length */
export function slabAlong({ a, poseA, b, poseB }: Pair, normal: Point): Slab | null {
  const length = Math.hypot(...normal);
  if (!(length > 0)) return null;
  const unit = normal.map((x) => x / length);
  const pointA = supportOf(a, poseA, unit);
  const pointB = supportOf(
    b,
    poseB,
    unit.map((x) => -x),
  );
  const width = unit.reduce((sum, x, k) => sum + x * (pointB[k] - pointA[k]), 0);
  return Number.isFinite(width) ? { normal: unit, pointA, pointB, width } : null;
}

function supportOf(shape: Shape, pose: Pose, direction: Point): Point {
  const inBody = transformPoint(inverse({ rotation: pose.subarray(3) }), direction);
  return transformPoint(pose, shape.support(inBody));
}

/** The bounds after a step of a distance algorithm, and the slab that proves the lower one. */
export interface BoundsStep {
  readonly slab: Slab;
  readonly lower: number;
  readonly upper: number;
}

/** The steps of a distance algorithm on separated bodies; none if it does not accept the shapes. @param algorithm `'auto'` for GJK */
export function boundsSteps(pair: Pair, algorithm: string): readonly BoundsStep[] {
  const recorders = distanceRecorders();
  const recorder = recorders.find(({ name }) => name === algorithm) ?? recorders.find(({ name }) => name === 'gjk');
  const found: BoundsStep[] = [];
  try {
    const { steps, radii } = recorder?.record(pair) ?? { steps: [], radii: 0 };
    const bounds = bestBounds(steps);
    let best: Slab | null = null;
    for (const [k, { direction }] of steps.entries()) {
      const world = transformPoint({ rotation: pair.poseA.subarray(3) }, direction as [number, number, number]);
      const slab = slabAlong(pair, world);
      if (slab && (!best || slab.width > best.width)) best = slab;
      if (best) found.push({ slab: best, lower: best.width, upper: bounds[k].upper - radii });
    }
  } catch {
    return [];
  }
  return found;
}

/** A motion over the time from 0 to 1: displacement in meters, rotation vector in radians, in world axes. */
export type Sweep = readonly number[];

/** B's pose at a time of its sweep. */
export function poseInSweep(poseB: Float64Array, sweep: Sweep, time: number): Pose {
  const angular = sweep.slice(3);
  const angle = Math.hypot(...angular);
  const rotation = angle > 0 ? fromAxisAngle(angular, time * angle) : fromAxisAngle([0, 0, 1], 0);
  const turned = compose(rotation, { rotation: poseB.subarray(3) });
  return Float64Array.of(...[0, 1, 2].map((k) => poseB[k] + time * sweep[k]), ...turned.subarray(3));
}

/** The time of impact of the moving B with A at rest; the reason, as a text, if the shapes cannot be cast. */
export function impactOf({ a, poseA, b, poseB }: Pair, sweep: Sweep): CastResult | string {
  const motion = { linear: sweep.slice(0, 3), angular: sweep.slice(3) };
  try {
    return timeOfImpact({ shape: a, pose: poseA }, {}, { shape: b, pose: poseB }, motion);
  } catch (error) {
    return (error as Error).message.replace(/^\w+: /, '');
  }
}

/** The sweep through A: twice the translation from B's center to A's. */
export function sweepThrough({ a, poseA, b, poseB }: Pair): Sweep {
  const [from, to] = [transformPoint(poseB, b.center), transformPoint(poseA, a.center)];
  return [...from.map((x, k) => 2 * (to[k] - x)), 0, 0, 0];
}

/** The change of the answer under a motion of B. */
export interface Response {
  readonly distance: number;
  /** The displacement of the point of A nearest to B, in world coordinates. */
  readonly pointA: Point;
}

export interface Responses {
  readonly exact: Response;
  readonly smoothed: Response;
  /** The difference of two queries: at the moved pose and before. */
  readonly true: Response;
  readonly moved: Pose;
  readonly pointA: Point;
}

/** The temperature of the smoothing, relative to the bounding radius. */
export const smoothingNoise = 0.1;

/**
 * How distance and nearest point respond to a motion of B.
 * @param axis 0 to 2 for translations along B's axes, 3 to 5 for rotations about them @param amount in meters or radians
 */
export function responsesTo({ a, poseA, b, poseB }: Pair, axis: number, amount: number): Responses | string {
  const along = [0, 1, 2].map((k) => (k === axis % 3 ? 1 : 0));
  const motion = axis < 3 ? { position: along.map((x) => amount * x) } : fromAxisAngle(along, amount);
  const moved = compose(poseB, motion);
  const world = (vector: Point): Point =>
    transformPoint({ rotation: poseA.subarray(3) }, vector as [number, number, number]);
  const column = (jacobian: Jacobian, row: number): number => amount * jacobian[6 * row + axis];
  const predicted = (estimator: 'exact' | 'gumbel'): Response => {
    const noise = estimator === 'exact' ? {} : { noise: smoothingNoise, noiseOn: 'normal' as const };
    const { distance, pointA } = differentiate(a, poseA, b, poseB, { estimator, ...noise });
    return { distance: column(distance, 0), pointA: world([0, 1, 2].map((row) => column(pointA, row))) };
  };
  try {
    const before = signedDistance(a, poseA, b, poseB);
    const after = signedDistance(a, poseA, b, moved);
    return {
      exact: predicted('exact'),
      smoothed: predicted('gumbel'),
      true: {
        distance: after.distance - before.distance,
        pointA: after.pointA.map((x, k) => x - before.pointA[k]),
      },
      moved,
      pointA: [...before.pointA],
    };
  } catch (error) {
    return (error as Error).message.replace(/^\w+: /, '');
  }
}
