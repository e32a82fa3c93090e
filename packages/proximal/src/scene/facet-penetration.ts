// The penetration of a convex part into a triangle of a surface, measured along the triangle's normal.
import { dot, scale, subtract, type Vec3 } from '../math/vec3.ts';
import type { SignedMeasure } from '../proximity/penetration.ts';
import type { DistanceResult } from '../proximity/result.ts';
import { rotateBackInto, rotatedZ, rotateInto } from './axis.ts';
import { advance, movingPart } from './cast/advance.ts';
import type { Surface } from './nonconvex/surface.ts';
import type { Posed } from './part-pairs.ts';
import type { PosedShape } from './patch/manifold.ts';
import { volumeOf } from './volume.ts';

/** A triangle's plane in world coordinates, in memory that is reused. */
export class FacetPlane {
  /** The unit normal: of a height field, upward; of a mesh, toward the center of the other body's part. */
  readonly normal: Vec3 = [0, 0, 0];
  /** The offset of the plane along the normal, in meters. */
  height = 0;

  /** Sets the plane of a triangle; of a mesh, oriented toward the center of another body's part. @returns false if the triangle has no area */
  set(host: Posed, index: number, part: PosedShape): boolean {
    const { normal } = this;
    const surface = host.volume.assembly as Surface;
    if (!surface.normalOf(index, normal)) return false;
    rotateInto(host.current, normal, normal);
    this.height = dot(normal, toWorld(host.current, surface.corner(index, 0, scratch), scratch));
    const isTurned = !surface.isOneSided && dot(normal, toWorld(part.pose, part.shape.center, scratch)) < this.height;
    if (!isTurned) return true;
    for (let k = 0; k < 3; k++) normal[k] *= -1;
    this.height *= -1;
    return true;
  }
}

const scratch: Vec3 = [0, 0, 0];

/** A point of a body in world coordinates. */
function toWorld(pose: Float64Array, point: Readonly<Vec3>, out: Vec3): Vec3 {
  rotateInto(pose, point, out);
  for (let k = 0; k < 3; k++) out[k] += pose[k];
  return out;
}

/** The point of a part that is farthest along a unit vector of the world. */
function tipOf({ shape, pose }: PosedShape, direction: Vec3): Vec3 {
  return toWorld(pose, shape.support(rotateBackInto(pose, direction)), [0, 0, 0]);
}

/**
 * The depth of a part below a triangle: the triangle is moved up from below until it meets the part. A triangle of a height field
 * moves vertically; a triangle of a mesh moves along its normal, because a mesh has no interior. Null if the triangle misses the
 * part or has no area. `side` is 1 if the surface is A and −1 if it is B.
 */
export function facetPenetration<Result extends SignedMeasure>(
  result: Result,
  host: Posed,
  index: number,
  part: PosedShape,
  side: 1 | -1,
): (Result & Pick<DistanceResult, 'localA' | 'localB'>) | null {
  const facet = new FacetPlane();
  if (!facet.set(host, index, part)) return null;
  const surface = host.volume.assembly as Surface;
  const point = firstPointMet(host, index, part, surface.isOneSided ? rotatedZ(host.current) : facet.normal);
  if (!point) return null;
  const found: FacetContact = { distance: 0, normal: [0, 0, 0], pointA: [0, 0, 0], pointB: [0, 0, 0] };
  writeOverFacet(facet, side, point, found);
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

/** Writes the contact of a part's `point` with the plane. `side` is 1 if the surface is A and −1 if it is B. */
export function writeOverFacet(
  { normal, height }: FacetPlane,
  side: 1 | -1,
  point: Readonly<Vec3>,
  out: FacetContact,
): void {
  const distance = dot(normal, point) - height;
  const [onFacet, onPart] = side === 1 ? [out.pointA, out.pointB] : [out.pointB, out.pointA];
  out.distance = distance;
  for (let k = 0; k < 3; k++) {
    onPart[k] = point[k];
    onFacet[k] = onPart[k] - normal[k] * distance;
    out.normal[k] = normal[k] * side;
  }
}

function originOf(pose: Float64Array): Vec3 {
  return [pose[0], pose[1], pose[2]];
}

/** The point of the part that a triangle of the host, moving along `upward`, meets first; null if it misses the part. */
function firstPointMet(host: Posed, index: number, part: PosedShape, upward: Vec3): Vec3 | null {
  const surface = host.volume.assembly as Surface;
  const heights = surface.corners(index).map((corner) => dot(upward, toWorld(host.current, corner, corner)));
  const [highest, lowest] = [Math.max(...heights), Math.min(...heights)];
  const slack = 1e-3 * (part.shape.boundingRadius + highest - lowest);
  // The motion starts with the whole triangle below the part and ends with it above.
  const from = dot(upward, tipOf(part, scale(upward, -1))) - highest - slack;
  const height = dot(upward, tipOf(part, upward)) - lowest + slack - from;
  const start = Float64Array.from(host.current);
  for (let k = 0; k < 3; k++) start[k] += from * upward[k];
  const shape = surface.facet(index);
  const zero: Vec3 = [0, 0, 0];
  const linear = scale(upward, height);
  const moving = movingPart({ volume: volumeOf(shape), start, linear, angular: zero }, shape, null);
  const volume = volumeOf(part.shape);
  const resting = movingPart({ volume, start: part.pose, linear: zero, angular: zero }, part.shape, null);
  const found = advance(moving, resting, { margin: 0, tolerance: undefined, maxIterations: 200, end: 1, upTo: 1 });
  return found.hit ? found.pointB : null;
}
