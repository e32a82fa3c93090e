// Pairs of parts of two moving bodies that may come within a margin, with lower bounds on the time of contact, from swept boxes.

import { entryOf, type Ray } from '../../broad/broad-phase.ts';
import { SlotList } from '../../broad/slot-list.ts';
import { compose, inverse } from '../../math/pose.ts';
import { length, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import type { Shape } from '../../shapes/shape.ts';
import { rotateBackInto } from '../axis.ts';
import { boundsAt } from '../bounds-at.ts';
import { forEachPartPair, type Posed, partOf } from '../part-pairs.ts';
import type { Mover } from './motion.ts';

/** Two parts that do not come within the margin before `time`. */
export interface CastCandidate {
  readonly partA: number;
  readonly partB: number;
  readonly time: number;
}

/** A part of the host, and the fraction of the given displacement at which the moving shape's box comes within `maxDistance` of the part's box. */
interface Arrival {
  readonly part: number;
  readonly time: number;
}

/** All pairs of parts that may come within `margin` before `end`, sorted by their lower bounds. */
export function candidates(a: Mover, b: Mover, end: number, margin: number): CastCandidate[] {
  const found: CastCandidate[] = [];
  const [assemblyA, assemblyB] = [a.volume.assembly, b.volume.assembly];
  const rotation = rotationSpeed(a) + rotationSpeed(b);
  const maxDistance = rotation * end + margin;
  const relative = scale(subtract(b.linear, a.linear), end);
  if (!a.volume.bounds.isBounded || !b.volume.bounds.isBounded || !Number.isFinite(maxDistance)) {
    // A half-space has no box, and the speed of a rotating shape of unknown size has no bound: all parts within this distance are candidates.
    forEachPartPair(posed(a), posed(b), maxDistance + length(relative), (partA, partB) => {
      found.push({ partA, partB, time: 0 });
    });
    return found;
  }
  if (!assemblyA && !assemblyB) return [{ partA: 0, partB: 0, time: 0 }];
  if (!assemblyB) {
    for (const { part, time } of arrivals(a, b.volume.bounds, b.start, relative, maxDistance))
      found.push({ partA: part, partB: 0, time: end * time });
  } else {
    const opposite = scale(relative, -1);
    const ofA = assemblyA ? arrivals(a, b.volume.bounds, b.start, relative, maxDistance).map(({ part }) => part) : [0];
    for (const partA of ofA) {
      const { shape, pose } = partOf(posed(a), partA);
      for (const { part, time } of arrivals(b, shape, pose, opposite, maxDistance))
        found.push({ partA, partB: part, time: end * time });
    }
  }
  return found.sort((p, q) => p.time - q.time || p.partA - q.partA || p.partB - q.partB);
}

/** The parts of `host` that a shape may come within `maxDistance` of while it moves by the vector `motion` from `pose`; none for a convex host. */
function arrivals(host: Mover, shape: Shape, pose: Float64Array, motion: Vec3, maxDistance: number): Arrival[] {
  const { assembly } = host.volume;
  if (!assembly) return [];
  const box = new Float64Array(6);
  boundsAt(shape, compose(inverse(host.start), pose), box);
  const direction = rotateBackInto(host.start, motion);
  const half = [0, 1, 2].map((axis) => (box[axis + 3] - box[axis]) / 2);
  const origin = half.map((each, axis) => box[axis] + each);
  // Minkowski sum: the shape's box shrinks to a point, and the part's box grows by its size.
  const ray: Ray = { origin, direction, inverse: direction.map((x) => 1 / x), end: 1 };
  for (let axis = 0; axis < 3; axis++) box[direction[axis] < 0 ? axis : axis + 3] += direction[axis];
  const near = new SlotList();
  assembly.collect(box, maxDistance, near);
  const found: Arrival[] = [];
  for (const part of near.slots.subarray(0, near.count)) {
    assembly.boxOf(part, box);
    for (let axis = 0; axis < 3; axis++) {
      box[axis] -= half[axis];
      box[axis + 3] += half[axis];
    }
    const rounding = 1e-12 * (length(half as Vec3) + length(origin as Vec3));
    const time = entryOf(ray, box, 0, maxDistance + rounding);
    if (time < Infinity) found.push({ part, time });
  }
  return found;
}

/** An upper bound on the speed of a body's points by rotation. */
function rotationSpeed({ volume: { bounds }, angular }: Mover): number {
  const speed = length(angular);
  return speed === 0 ? 0 : speed * (length([...bounds.center]) + bounds.boundingRadius);
}

function posed({ volume, start }: Mover): Posed {
  return { volume, current: start };
}
