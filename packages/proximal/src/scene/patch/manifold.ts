// The contact manifold of two convex shapes: the overlap of their support faces in the contact plane, reduced to a few points.
import { add, cross, perpendicular, scale, type Vec3 } from '../../math/vec3.ts';
import type { DistanceResult } from '../../proximity/result.ts';
import type { Shape } from '../../shapes/shape.ts';
import { type Corner, idOf, overlap } from './clip.ts';
import { type FlatFeature, flatFeature, type Plane } from './feature.ts';
import { type FlatPoint, reduce } from './reduce.ts';

/** One point of a contact, in world coordinates, meters. */
export interface ContactPoint {
  /** Identifies the point in successive queries: it changes only if other vertices or edges touch. Unique within its manifold. */
  readonly id: number;
  /** The points on the surfaces of A and B: `pointB − pointA` is `gap` times the normal. */
  readonly pointA: Vec3;
  readonly pointB: Vec3;
  /** The signed gap, in meters; negative if the bodies overlap. */
  readonly gap: number;
}

export interface PosedShape {
  readonly shape: Shape;
  readonly pose: Float64Array;
}

/** The id of a contact without a corner. */
const nearestId = 0;
/** The id of a point over the plane of a triangle ahead; not a 32-bit number, as other ids are. */
export const aheadId = 2 ** 32;

/**
 * The contact points of two shapes whose signed distance is `result`: all points with a gap of at most `margin`, and always the
 * nearest points. With `isPatch`, only the overlap of two faces or edges, which may be empty.
 */
export function contactPoints(
  a: PosedShape,
  b: PosedShape,
  result: Pick<DistanceResult, 'normal' | 'pointA' | 'pointB' | 'distance' | 'lower' | 'upper'>,
  margin: number,
  maxPoints: number,
  isPatch = false,
): ContactPoint[] {
  const { normal } = result;
  const u = perpendicular(normal);
  const middle = scale(add(result.pointA, result.pointB), 0.5);
  const plane: Plane = { origin: middle, normal, u, v: cross(normal, u) };
  const half = result.distance / 2;
  const size = Math.min(a.shape.boundingRadius, b.shape.boundingRadius);
  const unsure = result.upper - result.lower;
  const slack = 1e-9 * size + unsure;
  // The tolerance keeps all points of a resting body that jitters by rounding.
  const most = margin + 1e-8 * size + unsure;
  const patch: PatchPoint[] = [];
  let deepest = Infinity;
  for (const point of patchOf(a, b, plane, half, size)) {
    if (!(point.gap <= most)) continue;
    patch.push(point);
    deepest = Math.min(deepest, point.gap);
  }
  // Crossing edges and curved faces touch in a point that is not a corner of the patch.
  if (!isPatch && !(deepest <= result.distance + slack)) {
    patch.push({ u: 0, v: 0, gap: result.distance, id: nearestId, heightA: -half, heightB: half });
  }
  const points: ContactPoint[] = [];
  if (patch.length === 0) return points;
  for (const { u: x, v: y, gap, id, heightA, heightB } of reduce(patch, maxPoints))
    points.push({ id, pointA: placeOf(plane, x, y, heightA), pointB: placeOf(plane, x, y, heightB), gap });
  return points;
}

/** The world coordinates of a point at (x, y) of the contact plane and a height above it. */
function placeOf({ origin, u, v, normal }: Plane, x: number, y: number, height: number): Vec3 {
  return [
    origin[0] + u[0] * x + (v[0] * y + normal[0] * height),
    origin[1] + u[1] * x + (v[1] * y + normal[1] * height),
    origin[2] + u[2] * x + (v[2] * y + normal[2] * height),
  ];
}

interface PatchPoint extends FlatPoint {
  readonly heightA: number;
  readonly heightB: number;
}

function patchOf(a: PosedShape, b: PosedShape, plane: Plane, half: number, extent: number): PatchPoint[] {
  const ofA = a.shape.isBounded ? flatFeature(a.shape, a.pose, plane, 1) : null;
  const ofB = b.shape.isBounded ? flatFeature(b.shape, b.pose, plane, -1) : null;
  // On a half-space, every point of the other face has a counterpart on the plane, half the distance below the contact plane.
  if (!ofA && ofB) return cornersOf(ofB, 2).map((corner) => patchPoint(corner, -half, corner.height));
  if (!ofB && ofA) return cornersOf(ofA, 1).map((corner) => patchPoint(corner, corner.height, half));
  if (!ofA || !ofB) return [];
  const points: PatchPoint[] = [];
  for (const corner of overlap(ofA, ofB, extent)) {
    const point = patchPoint(corner, ofA.heightAt(corner.u, corner.v), ofB.heightAt(corner.u, corner.v));
    let twin = 0;
    while (twin < points.length && points[twin].id !== point.id) twin++;
    // Of coinciding corners, keep the deepest.
    if (twin === points.length || point.gap < points[twin].gap) points[twin] = point;
  }
  return points;
}

function patchPoint({ u, v, id }: Corner, heightA: number, heightB: number): PatchPoint {
  return { u, v, id, heightA, heightB, gap: heightB - heightA };
}

function cornersOf({ points, heights, numbers }: FlatFeature, kind: number): (Corner & { readonly height: number })[] {
  return points.map(([u, v], k) => ({ u, v, height: heights[k], id: idOf(kind, numbers[k], 0) }));
}
