// The signed distance of two parts: their own, except that a column of ground is left by its top alone. Its walls are inside the ground.
import { compose, inverse } from '../math/pose.ts';
import { add, cross, dot, length, scale, subtract, type Vec3 } from '../math/vec3.ts';
import type { Pair } from '../proximity/pair.ts';
import type { DistanceResult } from '../proximity/result.ts';
import type { Shape } from '../shapes/shape.ts';
import { triangle } from '../shapes/triangle.ts';
import { rotateBackInto, rotatedZ, rotateInto } from './axis.ts';
import { boundsAt } from './bounds-at.ts';
import { advance, movingPart } from './cast/advance.ts';
import { HeightField } from './nonconvex/height-field.ts';
import { type Posed, partOf } from './part-pairs.ts';
import { volumeOf } from './volume.ts';

/** The part of the other body, and where it is in the world. */
interface Guest {
  readonly shape: Shape;
  readonly pose: Float64Array;
}

/** The signed distance of part `partA` of `a` and part `partB` of `b`, whose warm-started pair is `pair`. */
export function signedPartDistance(pair: Pair, a: Posed, partA: number, b: Posed, partB: number): DistanceResult {
  const [p, q] = [partOf(a, partA), partOf(b, partB)];
  if (!isGround(a, q) && !isGround(b, p)) return pair.signedDistance(p.pose, q.pose);
  const apart = pair.distance(p.pose, q.pose);
  if (apart.status !== 'overlapping') return apart;
  return overGround(apart, a, partA, b, partB) ?? apart;
}

/** The same for a contact: over ground, also where it is apart, the normal is that of the ground. Null if it is none of this part's. */
export function partContact(pair: Pair, a: Posed, partA: number, b: Posed, partB: number): DistanceResult | null {
  const [p, q] = [partOf(a, partA), partOf(b, partB)];
  if (!isGround(a, q) && !isGround(b, p)) return pair.signedDistance(p.pose, q.pose);
  const apart = pair.distance(p.pose, q.pose);
  const { pointA, pointB, normal } = apart;
  // Beside a column is over another one, or outside the field.
  return (
    overGround(apart, a, partA, b, partB) ??
    (isBeyond(a, pointA, normal) && isBeyond(b, pointB, scale(normal, -1)) ? apart : null)
  );
}

function isGround({ assembly }: Posed, guest: Guest): boolean {
  return assembly instanceof HeightField && guest.shape.isBounded;
}

/** Whether a way from a place on a height field leads over its border. True of other bodies. */
function isBeyond({ assembly, pose }: Posed, place: Vec3, direction: Vec3): boolean {
  if (!(assembly instanceof HeightField)) return true;
  const local = rotateBackInto(pose, subtract(place, [pose[0], pose[1], pose[2]]));
  const [x, y] = add(local, scale(rotateBackInto(pose, direction), 1e-3 * assembly.spacing));
  const { max } = assembly.boundingBox();
  return Math.abs(x) > max[0] || Math.abs(y) > max[1];
}

function overGround(result: DistanceResult, a: Posed, partA: number, b: Posed, partB: number): DistanceResult | null {
  const [p, q] = [partOf(a, partA), partOf(b, partB)];
  return isGround(a, q) ? sink(result, a, partA, q, 1) : sink(result, b, partB, p, -1);
}

/**
 * How high or deep a convex part is over the top of a column: the top moves up from far below until it meets the part. Null if it
 * is beside the column. `side` is 1 if the ground is A and -1 if it is B.
 */
function sink(
  result: DistanceResult,
  ground: Posed,
  column: number,
  guest: Guest,
  side: 1 | -1,
): DistanceResult | null {
  const top = (ground.assembly as HeightField).top(column);
  const across = cross(subtract(top[1], top[0]), subtract(top[2], top[0]));
  const up = rotateInto(ground.pose, scale(across, 1 / length(across)));
  const place = lowest(ground.pose, top, guest);
  if (!place) return null;
  const corner = rotateInto(ground.pose, top[0]);
  const distance = dot(up, subtract(subtract(place, originOf(ground.pose)), corner));
  const onTop = subtract(place, scale(up, distance));
  const [pointA, pointB] = side === 1 ? [onTop, place] : [place, onTop];
  const [poseA, poseB] = side === 1 ? [ground.pose, guest.pose] : [guest.pose, ground.pose];
  const localOf = (pose: Float64Array, point: Vec3): Vec3 => rotateBackInto(pose, subtract(point, originOf(pose)));
  return {
    ...result,
    ...{ distance, lower: distance, upper: distance, local: true, normal: scale(up, side), pointA, pointB },
    ...{ localA: localOf(poseA, pointA), localB: localOf(poseB, pointB) },
  };
}

function originOf(pose: Float64Array): Vec3 {
  return [pose[0], pose[1], pose[2]];
}

const box = /* @__PURE__ */ new Float64Array(6);

/** The point of the guest that the column's top, moving up, meets first; null if it passes by. */
function lowest(pose: Float64Array, top: readonly [Vec3, Vec3, Vec3], guest: Guest): Vec3 | null {
  boundsAt(guest.shape, compose(inverse(pose), guest.pose), box);
  const heights = top.map(([, , z]) => z);
  // From where all of the top is below all of the guest to where all of it is above, and a little more.
  const slack = 1e-3 * (guest.shape.boundingRadius + Math.max(...heights) - Math.min(...heights));
  const from = box[2] - Math.max(...heights) - slack;
  const way = box[5] - Math.min(...heights) + slack - from;
  const vertical = rotatedZ(pose);
  const start = Float64Array.from(pose);
  for (let k = 0; k < 3; k++) start[k] += from * vertical[k];
  const shape = triangle(...top);
  const still: Vec3 = [0, 0, 0];
  const linear = scale(vertical, way);
  const moving = movingPart({ volume: volumeOf(shape), start, linear, angular: still }, shape, null);
  const volume = volumeOf(guest.shape);
  const resting = movingPart({ volume, start: guest.pose, linear: still, angular: still }, guest.shape, null);
  const found = advance(moving, resting, { margin: 0, tolerance: undefined, maxIterations: 200, end: 1 });
  return found.hit ? found.pointB : null;
}
