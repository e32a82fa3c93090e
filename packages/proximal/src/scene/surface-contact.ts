// Contacts with triangle surfaces: only those that belong to the given triangle and not to one of its neighbors.

import { SlotList } from '../broad/slot-list.ts';
import { add, dot, length, scale, subtract, type Vec3 } from '../math/vec3.ts';
import type { Pair } from '../proximity/pair.ts';
import { type SignedMeasure, signedDistance } from '../proximity/penetration.ts';
import type { DistanceResult } from '../proximity/result.ts';
import { rotateBackInto } from './axis.ts';
import { type FacetContact, facetOf, facetPenetration, overFacet, tipOf } from './facet-penetration.ts';
import type { ContactMeasure } from './growth-contact.ts';
import { HeightField } from './nonconvex/height-field.ts';
import { Surface } from './nonconvex/surface.ts';
import { listNear, type Posed, partOf } from './part-pairs.ts';
import { isFlatAlong } from './patch/feature.ts';
import type { PosedShape } from './patch/manifold.ts';
import type { Seams } from './seams.ts';

/**
 * Cores nearer than this times the smaller one's size count as touching: if distances are accurate to δ, the direction of a gap d
 * has an error of √(2δ/d), which is too large for smaller gaps.
 */
const touching = 1e-3;
/**
 * Normals within this angle of the triangle's normal, in radians, differ from it only by rounding. Larger than the tolerance of
 * `Surface.admits`.
 */
const rounding = 4e-6;

/** Whether the body is a surface of triangles for contacts with this part of the other body. */
export function isSurfaceTo({ volume }: Posed, { shape }: PosedShape): boolean {
  return volume.assembly instanceof Surface && shape.isBounded;
}

/**
 * The measure of a contact between `p`, part `partA` of `a`, and `q`, part `partB` of `b`; null if it belongs to another triangle
 * or to no triangle.
 * @param out receives the measure of two parts, neither of which is a triangle; if null, the pair's result receives it
 * @param seams where other surfaces continue the body's surface
 */
export function partContact(
  pair: Pair,
  a: Posed,
  partA: number,
  p: PosedShape,
  b: Posed,
  partB: number,
  q: PosedShape,
  out: SignedMeasure | null,
  seams: Seams | null = null,
): ContactMeasure | null {
  const isOnA = isSurfaceTo(a, q);
  const isOnB = isSurfaceTo(b, p);
  if (!isOnA && !isOnB) {
    if (!out) return pair.signedDistance(p.pose, q.pose);
    pair.measure(p.pose, q.pose, out);
    return out;
  }
  const shapeA = isOnA ? facetAt(a, partA) : p.shape;
  const shapeB = isOnB ? facetAt(b, partB) : q.shape;
  const isOwn = shapeA === p.shape && shapeB === q.shape;
  const result = isOwn
    ? pair.signedDistance(p.pose, q.pose)
    : signedDistance(shapeA, p.pose, shapeB, q.pose, { certified: false });
  const size = Math.min(shapeA.boundingRadius, shapeB.boundingRadius);
  const areApart = result.distance + shapeA.radius + shapeB.radius > touching * size;
  if (isOnA && !isFrom(a, partA, result, 1, seams)) return owned(pair, result, a, partA, q, 1, areApart);
  if (isOnB && !isFrom(b, partB, result, -1, seams)) return owned(pair, result, b, partB, p, -1, areApart);
  return isOnA ? straightened(result, a, partA, q, 1) : straightened(result, b, partB, p, -1);
}

/** The result with the triangle's own normal if it differs by rounding only: all triangles of a plane then have the same normal. */
function straightened(
  result: DistanceResult,
  host: Posed,
  index: number,
  part: PosedShape,
  side: 1 | -1,
): DistanceResult {
  const facet = facetOf(host, index, part);
  if (!facet || length(subtract(scale(result.normal, side), facet.normal)) > rounding) return result;
  return { ...result, ...overFacet(facet, side, side === 1 ? result.pointB : result.pointA) };
}

function facetAt({ volume }: Posed, index: number): PosedShape['shape'] {
  return (volume.assembly as Surface).facet(index);
}

/** Whether a result is a contact with the outer side of a triangle. */
function isFrom(
  host: Posed,
  index: number,
  { normal, pointA, pointB }: DistanceResult,
  side: 1 | -1,
  seams: Seams | null,
): boolean {
  const surface = host.volume.assembly as Surface;
  const direction = scale(normal, side);
  const outward = rotateBackInto(host.current, direction);
  if (surface.isSolid && facingOf(surface, index, outward) <= 0) return false;
  if (!surface.admits(index, outward)) return false;
  const isFace = 1 - Math.abs(facingOf(surface, index, outward)) < rounding * rounding;
  return isFace || !seams?.covers(host, side === 1 ? pointA : pointB, direction);
}

/** The cosine between a triangle's normal and a unit vector; 0 for a triangle without area. */
function facingOf(surface: Surface, index: number, outward: Vec3): number {
  const own = surface.normalOf(index);
  return own ? dot(own, outward) : 0;
}

/** The contact of a part with a triangle, if the surface does not admit the result's normal at this triangle. */
function owned(
  pair: Pair,
  result: DistanceResult,
  host: Posed,
  index: number,
  part: PosedShape,
  side: 1 | -1,
  areApart: boolean,
): ContactMeasure | null {
  const { assembly } = host.volume;
  if (assembly instanceof HeightField) {
    const facing = facingOf(assembly, index, rotateBackInto(host.current, scale(result.normal, side)));
    // For touching cores the sign of the direction is unreliable, so both sides count.
    if (areApart ? facing <= 0 : Math.abs(facing) < 0.5) return underGround(pair, host, index, part, side);
  }
  // A part that is farther behind a triangle of a mesh than the smaller body's radius is beside it.
  const size = Math.min(part.shape.boundingRadius, host.volume.bounds.boundingRadius);
  const isBehind = ({ distance }: ContactMeasure): boolean => !(assembly instanceof HeightField) && -distance >= size;
  const patch = patchOver(result, host, index, part, side);
  if (patch && !isBehind(patch)) return patch;
  // Without a patch, separated parts are nearer to a neighboring triangle.
  if (areApart) return null;
  const penetration = facetPenetration(result, host, index, part, side);
  return penetration && !isBehind(penetration) ? penetration : null;
}

/**
 * The contact of a face or edge with the plane of a triangle, as with a half-space, clipped to the triangle; null if the part has
 * no face or edge there.
 */
function patchOver(
  result: DistanceResult,
  host: Posed,
  index: number,
  part: PosedShape,
  side: 1 | -1,
): ContactMeasure | null {
  const facet = facetOf(host, index, part);
  if (!facet) return null;
  const downward = scale(facet.normal, -1);
  if (!isFlatAlong(part.shape, part.pose, downward)) return null;
  const found = overFacet(facet, side, tipOf(part, downward));
  return { ...result, ...found, lower: found.distance, upper: found.distance, local: true, isPatch: true };
}

/** The contact of a part below the top of a column: deep in the ground, over another column, or beside the field. */
function underGround(pair: Pair, host: Posed, index: number, part: PosedShape, side: 1 | -1): DistanceResult | null {
  const column = partOf(host, index);
  const [poseA, poseB] = side === 1 ? [column.pose, part.pose] : [part.pose, column.pose];
  const apart = pair.distance(poseA, poseB);
  if (apart.status === 'overlapping') return facetPenetration(apart, host, index, part, side);
  const position = side === 1 ? apart.pointA : apart.pointB;
  return isBeyond(host, position, scale(apart.normal, side)) ? apart : null;
}

/** Whether a direction from a point of a height field leads beyond the field's border. */
function isBeyond({ volume, current: pose }: Posed, position: Vec3, direction: Vec3): boolean {
  const field = volume.assembly as HeightField;
  const local = rotateBackInto(pose, subtract(position, [pose[0], pose[1], pose[2]]));
  const [x, y] = add(local, scale(rotateBackInto(pose, direction), 1e-3 * field.spacing));
  const { max } = field.boundingBox();
  return Math.abs(x) > max[0] || Math.abs(y) > max[1];
}

/**
 * The plane of a triangle that a part does not touch now but may reach within `ahead`, in meters: a part that moves along the surface then meets the
 * face of the next triangle, not its edge. Null if the part is not in front of the plane by more than `least`, or too far from it.
 */
export function planeAhead(
  host: Posed,
  index: number,
  part: PosedShape,
  side: 1 | -1,
  least: number,
  ahead: number,
): FacetContact | null {
  const facet = facetOf(host, index, part);
  if (!facet) return null;
  const found = overFacet(facet, side, tipOf(part, scale(facet.normal, -1)));
  return found.distance > least && found.distance < ahead ? found : null;
}

/**
 * The triangles within `reach` of a part that are coplanar with triangle `index`, beginning with `index`. A contact with the
 * plane is a contact with all of them. If the normal is not the triangle's, as for a contact at an edge, only `index` is
 * returned.
 */
export function inOnePlane(host: Posed, index: number, part: PosedShape, normal: Vec3, reach: number): number[] {
  const facet = facetOf(host, index, part);
  if (!facet || Math.abs(dot(facet.normal, normal)) < 1 - rounding) return [index];
  const found = [index];
  const size = part.shape.boundingRadius;
  const near = new SlotList();
  listNear(host, part.shape, part.pose, reach, near);
  for (const other of near.slots.subarray(0, near.count)) {
    if (other === index) continue;
    const plane = facetOf(host, other, part);
    if (!plane || length(subtract(plane.normal, facet.normal)) > rounding) continue;
    if (Math.abs(plane.height - facet.height) <= rounding * size) found.push(other);
  }
  return found;
}
