// The penetration of a convex part into a triangle of a surface, along the triangle's normal, for parts over the triangle.
import { dot, scale, subtract, type Vec3 } from '../math/vec3.ts';
import type { DistanceResult } from '../proximity/result.ts';
import { rotateBackInto, rotatedZ, rotateInto } from './axis.ts';
import { advance, movingPart } from './cast/advance.ts';
import type { Surface } from './nonconvex/surface.ts';
import type { Posed } from './part-pairs.ts';
import type { PosedShape } from './patch/manifold.ts';
import { volumeOf } from './volume.ts';

/** A triangle's plane in world coordinates: the unit normal toward the other body, and the plane's offset along it. */
export interface FacetPlane {
  readonly normal: Vec3;
  readonly height: number;
}

/** The plane of a triangle, oriented toward a part of another body; null if the triangle has no area. */
export function facetOf(host: Posed, index: number, part: PosedShape): FacetPlane | null {
  const surface = host.volume.assembly as Surface;
  const normal = surface.normalOf(index);
  if (!normal) return null;
  rotateInto(host.current, normal, normal);
  const height = dot(normal, toWorld(host.current, surface.corner(index, 0, scratch), scratch));
  const isTurned = !surface.isSolid && dot(normal, toWorld(part.pose, part.shape.center, scratch)) < height;
  if (!isTurned) return { normal, height };
  for (let k = 0; k < 3; k++) normal[k] *= -1;
  return { normal, height: -height };
}

const scratch: Vec3 = [0, 0, 0];

/** A point of a body in world coordinates. */
function toWorld(pose: Float64Array, point: Readonly<Vec3>, out: Vec3): Vec3 {
  rotateInto(pose, point, out);
  for (let k = 0; k < 3; k++) out[k] += pose[k];
  return out;
}

/** The point of a part that is farthest along a unit vector of the world. */
export function tipOf({ shape, pose }: PosedShape, direction: Vec3): Vec3 {
  return toWorld(pose, shape.support(rotateBackInto(pose, direction)), [0, 0, 0]);
}

/**
 * The depth of a part below a triangle: the triangle is moved up from below until it meets the part. It moves vertically for
 * height fields, and along the triangle's normal for meshes, which have no interior. Null if it misses the part. `side` is 1 if
 * the surface is A and −1 if it is B.
 */
export function facetPenetration(
  result: DistanceResult,
  host: Posed,
  index: number,
  part: PosedShape,
  side: 1 | -1,
): DistanceResult | null {
  const facet = facetOf(host, index, part);
  if (!facet) return null;
  const surface = host.volume.assembly as Surface;
  const point = lowest(host, index, part, surface.isSolid ? rotatedZ(host.current) : facet.normal);
  if (!point) return null;
  const found = overFacet(facet, side, point);
  const { distance, pointA, pointB } = found;
  const [poseA, poseB] = side === 1 ? [host.current, part.pose] : [part.pose, host.current];
  const localOf = (pose: Float64Array, point: Vec3): Vec3 => rotateBackInto(pose, subtract(point, originOf(pose)));
  return {
    ...result,
    ...found,
    ...{ lower: distance, upper: distance, local: true },
    ...{ localA: localOf(poseA, pointA), localB: localOf(poseB, pointB) },
  };
}

/** A contact of a point of a part with a triangle's plane. */
export type FacetContact = Pick<DistanceResult, 'distance' | 'normal' | 'pointA' | 'pointB'>;

/** The contact of `point`. `side` is 1 if the surface is A and −1 if it is B. */
export function overFacet({ normal, height }: FacetPlane, side: 1 | -1, point: Vec3): FacetContact {
  const distance = dot(normal, point) - height;
  const onFacet = subtract(point, scale(normal, distance));
  const [pointA, pointB] = side === 1 ? [onFacet, point] : [point, onFacet];
  return { distance, normal: scale(normal, side), pointA, pointB };
}

function originOf(pose: Float64Array): Vec3 {
  return [pose[0], pose[1], pose[2]];
}

/** The point of the part that a triangle of the host, moving along `upward`, meets first; null if it misses the part. */
function lowest(host: Posed, index: number, part: PosedShape, upward: Vec3): Vec3 | null {
  const surface = host.volume.assembly as Surface;
  const heights = surface.corners(index).map((corner) => dot(upward, toWorld(host.current, corner, corner)));
  const [most, least] = [Math.max(...heights), Math.min(...heights)];
  const slack = 1e-3 * (part.shape.boundingRadius + most - least);
  // The motion starts with the whole triangle below the part and ends with it above.
  const from = dot(upward, tipOf(part, scale(upward, -1))) - most - slack;
  const height = dot(upward, tipOf(part, upward)) - least + slack - from;
  const start = Float64Array.from(host.current);
  for (let k = 0; k < 3; k++) start[k] += from * upward[k];
  const shape = surface.facet(index);
  const zero: Vec3 = [0, 0, 0];
  const linear = scale(upward, height);
  const moving = movingPart({ volume: volumeOf(shape), start, linear, angular: zero }, shape, null);
  const volume = volumeOf(part.shape);
  const resting = movingPart({ volume, start: part.pose, linear: zero, angular: zero }, part.shape, null);
  const found = advance(moving, resting, { margin: 0, tolerance: undefined, maxIterations: 200, end: 1 });
  return found.hit ? found.pointB : null;
}
