// Casts against all bodies of a scene.

import { entryOf } from '../../broad/broad-phase.ts';
import type { PoseLike } from '../../math/pose.ts';
import { readVector, type Vec3, type VectorLike } from '../../math/vec3.ts';
import type { Body } from '../body.ts';
import type { BodyIndex } from '../body-index.ts';
import { boundsAt } from '../bounds-at.ts';
import type { Geometry } from '../geometry.ts';
import { readMover } from './motion.ts';
import { type CastSettings, type RayOptions, readCastOptions, type SceneCastOptions } from './options.ts';
import { enterGeometry, readRay } from './ray.ts';
import { type CastResult, castMovers } from './shape-cast.ts';

/** The hit of a ray on a body, in world coordinates and meters. */
export interface RayHit {
  readonly body: Body;
  /** The index of the part; 0 for a convex body. */
  readonly part: number;
  /**
   * The distance along the ray, in meters; 0 if the ray starts inside a solid or within the margin. With status `'unknown'` it is a lower
   * bound: the ray is proven to be free up to it.
   */
  readonly distance: number;
  readonly point: Vec3;
  /**
   * Unit vector: the body's outward normal; for a triangle of a mesh, the normal on the side of the ray's origin; opposite to the ray if it
   * starts inside.
   */
  readonly normal: Vec3;
  /**
   * `'overlapping'` if the distance to a body that is not a mesh is 0; `'unknown'` if the iteration limit or the limit of rounding was
   * reached, for example for a grazing ray, which may or may not meet the body.
   */
  readonly status: 'touching' | 'overlapping' | 'unknown';
}

/** The first body that a moving shape meets or, with status `'unknown'`, may meet. A is the moving shape, B the body. */
export interface CastHit extends CastResult {
  readonly body: Body;
}

/** The hits of a ray, nearest first; with `isFirst`, at most the nearest. */
export function castRay(
  bodyIndex: BodyIndex,
  where: string,
  origin: VectorLike,
  direction: VectorLike,
  options: RayOptions | undefined,
  isFirst: boolean,
): RayHit[] {
  const settings = readCastOptions(where, options, 'ray');
  const ray = readRay(where, origin, direction, settings.upTo);
  const { boxes } = bodyIndex.store;
  const candidates = bodyIndex
    .bodiesAlong(ray, settings.margin)
    .filter((body) => isSelected(body, settings))
    .map((body) => ({ body, entry: entryOf(ray, boxes, 6 * body.slot, settings.margin) }))
    .sort((p, q) => p.entry - q.entry);
  const hits: RayHit[] = [];
  let { upTo } = settings;
  for (const { body, entry } of candidates) {
    if (entry > upTo) break;
    const found = enterGeometry(body.volume, body.current, ray, upTo, settings);
    if (!found) continue;
    const { part, distance, normal, isUnknown } = found;
    const point: Vec3 = [0, 1, 2].map((k) => ray.origin[k] + distance * ray.direction[k]) as Vec3;
    const status = isUnknown ? 'unknown' : distance === 0 && !isMesh(body) ? 'overlapping' : 'touching';
    if (isFirst) hits.length = 0;
    hits.push({ body, part, distance, point, normal, status });
    if (isFirst) upTo = distance;
  }
  return hits.sort((p, q) => p.distance - q.distance || p.body.id - q.body.id);
}

/** The first body that a shape meets, or may meet, in straight motion without rotation; null if there is none. */
export function castShape(
  bodyIndex: BodyIndex,
  where: string,
  shape: Geometry,
  pose: PoseLike,
  motion: VectorLike,
  options: SceneCastOptions | undefined,
): CastHit | null {
  const settings = readCastOptions(where, options, 'scene');
  const linear = readVector(where, 'motion', motion);
  const mover = readMover(where, 'cast', { shape, pose }, { linear }, 'motion');
  const box = new Float64Array(6);
  boundsAt(mover.volume.bounds, mover.start, box);
  // The box around the motion up to `upTo`.
  for (let k = 0; k < 3; k++) box[linear[k] < 0 ? k : k + 3] += settings.upTo * linear[k];
  let best: CastHit | null = null;
  for (const body of bodyIndex.bodiesWithin(box, settings.margin)) {
    if (!isSelected(body, settings)) continue;
    const end: number = best ? best.time : settings.upTo;
    const resting = {
      volume: body.volume,
      start: body.current,
      linear: [0, 0, 0] satisfies Vec3,
      angular: [0, 0, 0] satisfies Vec3,
    };
    const found = castMovers(mover, resting, end, settings);
    const mayTouch = found.hit || found.status === 'unknown';
    if (mayTouch && (!best || found.time < best.time)) best = { ...found, body };
  }
  return best;
}

function isSelected(body: Body, { mask, filter }: CastSettings): boolean {
  return (body.group & mask) !== 0 && (filter?.(body) ?? true);
}

function isMesh({ volume: { assembly } }: Body): boolean {
  return assembly?.kind === 'triangleMesh';
}
