// The interface of a broad phase: it reports every pair of bodies whose boxes come within the scene's margin of each other.
import type { SlotList } from './slot-list.ts';

/** Receives the pairs that a broad phase finds, in any order and more than once. */
export interface PairSink {
  offer(slot: number, other: number): void;
}

export interface BroadPhase {
  /** Called when the boxes of `moved` changed or are new. Reports at least every pair that may be near and was not reported before. */
  update(moved: SlotList, sink: PairSink): void;
  remove(slot: number): void;
  /** Whether a reported pair may be dropped; it is reported again when it comes near. */
  hasParted(a: number, b: number): boolean;
  /** Collects every slot whose tight box comes within `maxDistance` of `box`, in any order. */
  query(box: ArrayLike<number>, maxDistance: number, out: SlotList): void;
  /** Collects every slot whose tight box, enlarged by `radius`, intersects the ray. */
  ray(ray: Ray, radius: number, out: SlotList): void;
}

/** A ray or segment: origin + t direction for t from 0 to `end`, and 1 / direction. */
export interface Ray {
  readonly origin: readonly number[];
  readonly direction: readonly number[];
  readonly inverse: readonly number[];
  readonly end: number;
}

export interface Boxes {
  /** Six numbers each: the least coordinates, then the largest. The scene replaces the array when it grows. */
  readonly boxes: Float64Array;
  /** The displacement of each box's lower corner in its last update, in meters: three numbers each. */
  readonly displacement: Float64Array;
}

/**
 * Whether two boxes come within `maxDistance` of each other along every axis. The queries of all broad phases use it on tight boxes, and so
 * find the same bodies. For pairs, `DynamicTree` compares fat boxes, and reports a superset of the pairs of the other broad phases.
 */
export function areNear(
  p: ArrayLike<number>,
  a: number,
  q: ArrayLike<number>,
  b: number,
  maxDistance: number,
): boolean {
  return (
    q[b] - p[a + 3] <= maxDistance &&
    p[a] - q[b + 3] <= maxDistance &&
    q[b + 1] - p[a + 4] <= maxDistance &&
    p[a + 1] - q[b + 4] <= maxDistance &&
    q[b + 2] - p[a + 5] <= maxDistance &&
    p[a + 2] - q[b + 5] <= maxDistance
  );
}

/** Squared distance between two boxes. */
export function squaredGap(p: ArrayLike<number>, a: number, q: ArrayLike<number>, b: number): number {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    const gap = Math.max(0, q[b + axis] - p[a + 3 + axis], p[a + axis] - q[b + 3 + axis]);
    sum += gap * gap;
  }
  return sum;
}

/** Whether a ray intersects a box enlarged by `radius`. A ray in the plane of a side intersects the box. */
export function meetsRay(ray: Ray, boxes: ArrayLike<number>, at: number, radius: number): boolean {
  return entryOf(ray, boxes, at, radius) < Infinity;
}

/** The parameter at which a ray enters a box enlarged by `radius`; 0 from inside, infinite if it does not enter up to `ray.end`. */
export function entryOf(ray: Ray, boxes: ArrayLike<number>, at: number, radius: number): number {
  let enter = 0;
  let leave = ray.end;
  for (let axis = 0; axis < 3; axis++) {
    const from = ray.origin[axis];
    const low = boxes[at + axis] - radius;
    const high = boxes[at + 3 + axis] + radius;
    if (ray.direction[axis] === 0) {
      if (from < low || from > high) return Infinity;
      continue;
    }
    const s = (low - from) * ray.inverse[axis];
    const t = (high - from) * ray.inverse[axis];
    enter = Math.max(enter, Math.min(s, t));
    leave = Math.min(leave, Math.max(s, t));
  }
  // Rounding errors must not lose a box that the ray meets in a corner.
  return enter <= leave * (1 + 1e-15) + 1e-300 ? enter : Infinity;
}
