// Rays against one geometry: closed forms where there are any, and conservative advancement of a point for the rest.
import { outOfRange } from '../../check/argument.ts';
import { compose, identity, inverse } from '../../math/pose.ts';
import { length, readVector, scale, subtract, type Vec3, type VectorLike } from '../../math/vec3.ts';
import { entryOf, type Ray } from '../../scene/broad/broad-phase.ts';
import type { Assembly, PartEntry } from '../../scene/nonconvex/assembly.ts';
import { point } from '../../shapes/point.ts';
import type { Shape } from '../../shapes/shape.ts';
import { rotateBackInto, rotateInto } from '../axis.ts';
import { boundsAt } from '../bounds-at.ts';
import { SlotList } from '../store.ts';
import { type Volume, volumeOf } from '../volume.ts';
import { advance, movingPart } from './advance.ts';
import type { CastSettings } from './options.ts';
import { type Entry, enterClosed, type LocalRay } from './ray-shapes.ts';

/** A ray of the world, its direction of unit length. */
export function readRay(where: string, origin: VectorLike, direction: VectorLike, most: number): Ray {
  const from = readVector(where, 'origin', origin);
  const along = readVector(where, 'direction', direction);
  const size = length(along);
  if (!(size > 0 && size < Infinity)) throw outOfRange(where, 'direction', direction, 'give a vector that is not zero');
  const unit = scale(along, 1 / size);
  return { origin: from, direction: unit, inverse: unit.map((x) => 1 / x), most };
}

/** Where a ray of the world enters a geometry at a pose, up to `most`; the normal is in world coordinates. */
export function enterGeometry(
  { bounds, assembly }: Volume,
  pose: Float64Array,
  ray: Ray,
  most: number,
  settings: CastSettings,
): PartEntry | null {
  const origin = rotateBackInto(pose, subtract(ray.origin as Vec3, [pose[0], pose[1], pose[2]]));
  const local: LocalRay = { origin, direction: rotateBackInto(pose, ray.direction as Vec3) };
  const entry = assembly ? enterParts(assembly, local, most, settings) : enterShape(bounds, local, most, settings);
  return entry && { part: 0, ...entry, normal: rotateInto(pose, entry.normal) };
}

function enterShape(shape: Shape, ray: LocalRay, most: number, settings: CastSettings): Entry | null {
  const closed = settings.margin === 0 ? enterClosed(shape, ray) : undefined;
  const entry = closed === undefined ? enterConvex(shape, ray, most, settings) : closed;
  return entry && entry.distance <= most ? entry : null;
}

/** Any convex shape: a point moves along the ray until it touches. */
function enterConvex(
  shape: Shape,
  { origin, direction }: LocalRay,
  most: number,
  settings: CastSettings,
): Entry | null {
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
  const { hit, time, normal, status } = advance(a, b, { margin, tolerance, maxIterations, end: most });
  if (!hit) return null;
  return { distance: time, normal: scale(status === 'overlapping' ? direction : normal, -1) };
}

function enterParts(assembly: Assembly, ray: LocalRay, most: number, settings: CastSettings): PartEntry | null {
  const known = settings.margin === 0 ? assembly.enter(ray, most) : undefined;
  if (known !== undefined) return known;
  const box = new Float64Array(6);
  const wide: Ray = { ...ray, inverse: ray.direction.map((x) => 1 / x), most };
  const all = new SlotList();
  assembly.collect(Float64Array.of(-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity), 0, all);
  let best: PartEntry | null = null;
  for (let k = 0; k < all.count; k++) {
    const part = all.slots[k];
    const pose = assembly.partPose(part) ?? identity();
    const shape = assembly.part(part);
    boundsAt(shape, pose, box);
    const least: number = best ? best.distance : most;
    if (!(entryOf({ ...wide, most: least }, box, 0, settings.margin) < Infinity)) continue;
    const back = inverse(pose);
    const origin = compose(back, { position: ray.origin });
    const local: LocalRay = { origin: [origin[0], origin[1], origin[2]], direction: rotateInto(back, ray.direction) };
    const entry = enterShape(shape, local, least, settings);
    if (entry && (!best || entry.distance < best.distance))
      best = { part, distance: entry.distance, normal: rotateInto(pose, entry.normal) };
  }
  return best;
}
