// Rays against one geometry. Without a margin: by closed forms or the assembly's own search, if there are any. Otherwise: by conservative advancement
// of a point.

import { entryOf, type Ray } from '../../broad/broad-phase.ts';
import { SlotList } from '../../broad/slot-list.ts';
import { outOfRange } from '../../check/argument.ts';
import { hypot } from '../../math/hypot.ts';
import { compose, identity, inverse } from '../../math/pose.ts';
import { readVector, scale, subtract, unitAlong, type Vec3, type VectorLike } from '../../math/vec3.ts';
import type { Assembly } from '../../shapes/assembly.ts';
import type { LocalRay, PartEntry, RayEntry } from '../../shapes/local-ray.ts';
import { point } from '../../shapes/point.ts';
import type { Shape } from '../../shapes/shape.ts';
import { rotateBackInto, rotateInto } from '../axis.ts';
import { type Volume, volumeOf } from '../volume.ts';
import { advance, movingPart } from './advance.ts';
import type { CastSettings } from './options.ts';
import { enterClosed } from './ray-shapes.ts';

/** A ray in world coordinates, with a unit direction. */
export function readRay(where: string, origin: VectorLike, direction: VectorLike, upTo: number): Ray {
  const from = readVector(where, 'origin', origin);
  const along = readVector(where, 'direction', direction);
  const unit = unitAlong(along);
  if (!unit) throw outOfRange(where, 'direction', direction, 'give a vector that is not zero');
  return { origin: from, direction: unit, inverse: unit.map((x) => 1 / x), end: upTo };
}

/** The entry of a ray into a geometry at a pose; null if there is none up to the distance `upTo`. Ray and normal are in world coordinates. */
export function enterGeometry(
  { bounds, assembly }: Volume,
  pose: Float64Array,
  ray: Ray,
  upTo: number,
  settings: CastSettings,
): PartEntry | null {
  const origin = rotateBackInto(pose, subtract(ray.origin as Vec3, [pose[0], pose[1], pose[2]]));
  const local: LocalRay = { origin, direction: rotateBackInto(pose, ray.direction as Vec3) };
  const entry = assembly ? enterParts(assembly, local, upTo, settings) : enterShape(bounds, local, upTo, settings);
  return entry && { part: 0, ...entry, normal: rotateInto(pose, entry.normal) };
}

function enterShape(shape: Shape, ray: LocalRay, upTo: number, settings: CastSettings): RayEntry | null {
  const closed = settings.margin === 0 ? enterClosed(shape, ray) : undefined;
  const entry = closed === undefined ? enterConvex(shape, ray, upTo, settings) : closed;
  return entry && entry.distance <= upTo ? entry : null;
}

/** The entry into any convex shape, by conservative advancement of a point along the ray. */
function enterConvex(
  shape: Shape,
  { origin, direction }: LocalRay,
  upTo: number,
  settings: CastSettings,
): RayEntry | null {
  const start = Float64Array.of(...origin, 0, 0, 0, 1);
  const moving = { volume: volumeOf(shape), start, linear: direction, angular: [0, 0, 0] satisfies Vec3 };
  const resting = {
    volume: volumeOf(shape),
    start: identity(),
    linear: [0, 0, 0] satisfies Vec3,
    angular: [0, 0, 0] satisfies Vec3,
  };
  const a = movingPart(moving, point(), null);
  const b = movingPart(resting, shape, null);
  const { margin, tolerance, maxIterations } = settings;
  const { hit, time, normal, status } = advance(a, b, { margin, tolerance, maxIterations, end: upTo, upTo });
  if (!hit && status !== 'unknown') return null;
  return {
    distance: time,
    normal: scale(status === 'overlapping' ? direction : normal, -1),
    isUnknown: status === 'unknown',
  };
}

function enterParts(assembly: Assembly, ray: LocalRay, upTo: number, settings: CastSettings): PartEntry | null {
  const entered = settings.margin === 0 ? assembly.enter(ray, upTo) : undefined;
  if (entered !== undefined) return entered;
  let best: PartEntry | null = null;
  const boxRay: Ray = { ...ray, inverse: ray.direction.map((x) => 1 / x), end: upTo };
  const tried = new Set<number>();
  for (const { from, box } of segmentBoxesOf(assembly, boxRay, settings.margin)) {
    if (best && best.distance < from) break;
    const near = new SlotList();
    assembly.collect(box, settings.margin, near);
    for (let k = 0; k < near.count; k++) {
      const part = near.slots[k];
      if (tried.has(part)) continue;
      tried.add(part);
      const entry = enterPart(assembly, part, { ...boxRay, end: best ? best.distance : upTo }, settings);
      if (entry && (!best || entry.distance < best.distance)) best = { ...entry, part };
    }
  }
  return best;
}

/**
 * Boxes around successive segments, which together contain the part of the ray within `margin` of the assembly's bounding box. `from` is the start
 * of the segment, as a distance along the ray.
 */
function* segmentBoxesOf(
  assembly: Assembly,
  ray: Ray,
  margin: number,
): Generator<{ readonly from: number; readonly box: Float64Array }> {
  const { min, max } = assembly.boundingBox();
  const whole = Float64Array.of(...min, ...max);
  const enter = entryOf(ray, whole, 0, margin);
  if (!(enter < Infinity)) return;
  const middle = (axis: number): number => (min[axis] + max[axis]) / 2 - ray.origin[axis];
  const radius = hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]) / 2 + 2 * margin;
  const distanceToMiddle = [0, 1, 2].reduce((sum, axis) => sum + middle(axis) * ray.direction[axis], 0);
  const leave = Math.min(ray.end, Math.max(enter, distanceToMiddle + radius));
  const count = Math.ceil(Math.sqrt(assembly.partCount));
  for (let k = 0; k < count; k++) {
    const [from, to] = [k, k + 1].map((n) => enter + ((leave - enter) * n) / count);
    const ends = [from, to].map((t) => ray.origin.map((x, axis) => x + t * ray.direction[axis]));
    const corner = (pick: (...values: number[]) => number): number[] =>
      [0, 1, 2].map((axis) => pick(ends[0][axis], ends[1][axis]));
    yield { from, box: Float64Array.of(...corner(Math.min), ...corner(Math.max)) };
  }
}

function enterPart(assembly: Assembly, part: number, ray: Ray, settings: CastSettings): RayEntry | null {
  const box = new Float64Array(6);
  assembly.boxOf(part, box);
  if (!(entryOf(ray, box, 0, settings.margin) < Infinity)) return null;
  const pose = assembly.partPose(part) ?? identity();
  const shape = assembly.part(part);
  const toPart = inverse(pose);
  const origin = compose(toPart, { position: ray.origin as Vec3 });
  const direction = rotateInto(toPart, ray.direction as Vec3);
  const entry = enterShape(shape, { origin: [origin[0], origin[1], origin[2]], direction }, ray.end, settings);
  return entry && { ...entry, normal: rotateInto(pose, entry.normal) };
}
