// Contacts with triangle surfaces: only contacts that belong to the given triangle and not to one of its neighbors.

import { SlotList } from '../broad/slot-list.ts';
import { dot, length, subtract, type Vec3 } from '../math/vec3.ts';
import type { Pair } from '../proximity/pair.ts';
import type { SignedMeasure } from '../proximity/penetration.ts';
import { writeSignedDistance } from '../proximity/reused-results.ts';
import { supportBatch } from '../shapes/shape.ts';
import { rotateBackInto, rotateInto } from './axis.ts';
import { type FacetContact, FacetPlane, facetPenetration, writeOverFacet } from './facet-penetration.ts';
import type { ContactMeasure } from './growth-contact.ts';
import { HeightField } from './nonconvex/height-field.ts';
import { Surface } from './nonconvex/surface.ts';
import { listNear, type Posed, PosedPart } from './part-pairs.ts';
import { isFlatAlong } from './patch/feature.ts';
import type { PosedShape } from './patch/manifold.ts';
import { isAlong, Seams } from './seams.ts';

/**
 * Cores touch if their distance is at most this times the smaller one's size: if distances are accurate to δ, the direction of a gap d has
 * an error of √(2δ/d), which is too large for smaller gaps.
 */
const touchTolerance = 1e-3;
/**
 * Normals within this angle of the triangle's normal, in radians, differ from it only by rounding. Larger than the tolerance of
 * `Surface.admits`.
 */
const normalError = 4e-6;

/** Whether the body is a surface of triangles for contacts with this part of the other body. */
export function isSurfaceTo({ volume }: Posed, { shape }: PosedShape): boolean {
  return volume.assembly instanceof Surface && shape.isBounded;
}

/** A result object that is reused. Its lengths are not integers, so that V8 stores later ones in place. */
const newMeasure = (): SignedMeasure & { isPatch: boolean } => ({
  distance: Number.NaN,
  lower: Number.NaN,
  upper: Number.NaN,
  status: 'unknown',
  local: false,
  isPatch: false,
  normal: [0, 0, 0],
  pointA: [0, 0, 0],
  pointB: [0, 0, 0],
});

/** Contacts of parts with triangles. A returned measure is valid until the next call. */
export class SurfaceContact {
  private readonly contact = newMeasure();
  /** The signed distance of a triangle of a height field, whose part is the column below it. */
  private readonly measured = newMeasure();
  private readonly plane = new FacetPlane();
  private readonly column = new PosedPart();
  /** For surfaces that do not meet any other surface. */
  private readonly noSeams = new Seams(0);
  // Scratch: a direction in the world, the same in the frame of a body, a triangle's normal, and a difference.
  private readonly direction: Vec3 = [0, 0, 0];
  private readonly local: Vec3 = [0, 0, 0];
  private readonly facetNormal: Vec3 = [0, 0, 0];
  private readonly difference: Vec3 = [0, 0, 0];
  /** The place of a contact and the direction to the part, in the world, before the contact with a plane replaces them. */
  private readonly place: Vec3 = [0, 0, 0];
  private readonly outward: Vec3 = [0, 0, 0];
  // Scratch of `tipOf`.
  private readonly supportDirection = new Float64Array(3);
  private readonly supportPoint = new Float64Array(3);
  private readonly tip: Vec3 = [0, 0, 0];

  /**
   * The measure of a contact between `p`, part `partA` of `a`, and `q`, part `partB` of `b`; null if it belongs to another triangle
   * or to no triangle.
   * @param out receives the measure of two parts, neither of which is a triangle; if null, the pair's result receives it
   * @param seams where other surfaces continue the body's surface; null if there are none
   */
  between(
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
      : writeSignedDistance(shapeA, p.pose, shapeB, q.pose, this.measured);
    const size = Math.min(shapeA.boundingRadius, shapeB.boundingRadius);
    const areApart = result.distance + shapeA.radius + shapeB.radius > touchTolerance * size;
    if (isOnA && !this.isFrom(a, partA, result, 1, seams))
      return this.planeContactUnlessHidden(pair, result, a, partA, q, 1, areApart, seams);
    if (isOnB && !this.isFrom(b, partB, result, -1, seams))
      return this.planeContactUnlessHidden(pair, result, b, partB, p, -1, areApart, seams);
    return isOnA ? this.straightened(result, a, partA, q, 1) : this.straightened(result, b, partB, p, -1);
  }

  /**
   * The contact with the plane of a triangle that a part does not touch now but may reach within `ahead`, in meters: a part that moves along the
   * surface then meets the face of the next triangle, not its edge. Null if the part is not in front of the plane by more than `least`, or if it is
   * too far from it.
   */
  planeAhead(
    host: Posed,
    index: number,
    part: PosedShape,
    side: 1 | -1,
    least: number,
    ahead: number,
  ): FacetContact | null {
    const { plane, contact } = this;
    if (!plane.set(host, index, part)) return null;
    writeOverFacet(plane, side, this.tipOf(part, this.against(plane.normal)), contact);
    return contact.distance > least && contact.distance < ahead ? contact : null;
  }

  /** The result, with the triangle's own normal if both normals differ by rounding only: all triangles of a plane then have the same normal. */
  private straightened(
    result: SignedMeasure,
    host: Posed,
    index: number,
    part: PosedShape,
    side: 1 | -1,
  ): ContactMeasure {
    const { plane, contact, difference } = this;
    if (!plane.set(host, index, part)) return result;
    for (let k = 0; k < 3; k++) difference[k] = result.normal[k] * side - plane.normal[k];
    if (length(difference) > normalError) return result;
    contact.lower = result.lower;
    contact.upper = result.upper;
    contact.status = result.status;
    contact.local = result.local;
    contact.isPatch = false;
    writeOverFacet(plane, side, side === 1 ? result.pointB : result.pointA, contact);
    return contact;
  }

  /**
   * Whether a result is a contact of this triangle: on the outer side of a height field, with a normal that the surface admits and that is the
   * triangle's own or is covered by no seam.
   */
  private isFrom(
    host: Posed,
    index: number,
    { normal, pointA, pointB }: SignedMeasure,
    side: 1 | -1,
    seams: Seams | null,
  ): boolean {
    const { direction } = this;
    const surface = host.volume.assembly as Surface;
    for (let k = 0; k < 3; k++) direction[k] = normal[k] * side;
    const outward = rotateBackInto(host.current, direction, this.local);
    const facing = this.facingOf(surface, index, outward);
    if (surface.isOneSided && facing <= 0) return false;
    if (!surface.admits(index, outward)) return false;
    const isFace = 1 - Math.abs(facing) < normalError * normalError;
    return isFace || !seams?.covers(host, side === 1 ? pointA : pointB, direction);
  }

  /** The cosine between a triangle's normal and a unit vector; 0 for a triangle without area. */
  private facingOf(surface: Surface, index: number, outward: Vec3): number {
    const own = surface.normalOf(index, this.facetNormal);
    return own ? dot(own, outward) : 0;
  }

  /**
   * The contact of a part with the plane of a triangle, for a result that `isFrom` rejects; null if there is none, or if the triangle, of a mesh,
   * lies along the result's normal and the part is less deep behind another triangle that faces it.
   */
  private planeContactUnlessHidden(
    pair: Pair,
    result: SignedMeasure,
    host: Posed,
    index: number,
    part: PosedShape,
    side: 1 | -1,
    areApart: boolean,
    seams: Seams | null,
  ): ContactMeasure | null {
    const { place, outward, plane } = this;
    const { normal: direction, pointA, pointB } = result;
    for (let k = 0; k < 3; k++) {
      place[k] = (side === 1 ? pointA : pointB)[k];
      outward[k] = direction[k] * side;
    }
    const contact = this.planeContact(pair, result, host, index, part, side, areApart, seams);
    if (!contact || !(contact.distance < 0) || host.volume.assembly instanceof HeightField) return contact;
    if (!plane.set(host, index, part) || !isAlong(outward, plane.normal)) return contact;
    return this.isHidden(host, part, seams, -contact.distance) ? null : contact;
  }

  /**
   * Whether the part is less deep than `depth` behind another triangle at `place` that faces `outward`. A method of its own, because its
   * closure allocates memory.
   */
  private isHidden(host: Posed, part: PosedShape, seams: Seams | null, depth: number): boolean {
    const { place, outward } = this;
    const depthBehind = (normal: Vec3, point: Vec3): number =>
      dot(normal, subtract(point, this.tipOf(part, this.against(normal))));
    return (seams ?? this.noSeams).isShallower(host, place, outward, depth, depthBehind);
  }

  /** The contact of a part with the plane of a triangle, or with the column below it; null if there is none. */
  private planeContact(
    pair: Pair,
    result: SignedMeasure,
    host: Posed,
    index: number,
    part: PosedShape,
    side: 1 | -1,
    areApart: boolean,
    seams: Seams | null,
  ): ContactMeasure | null {
    const { direction, plane } = this;
    const { assembly } = host.volume;
    const isGround = assembly instanceof HeightField;
    if (isGround) {
      for (let k = 0; k < 3; k++) direction[k] = result.normal[k] * side;
      const facing = this.facingOf(assembly, index, rotateBackInto(host.current, direction, this.local));
      // For touching cores the sign of the direction is unreliable, so both sides count.
      if (areApart ? facing <= 0 : Math.abs(facing) < 0.5) return this.underGround(pair, host, index, part, side);
    }
    if (!isGround && plane.set(host, index, part)) {
      for (let k = 0; k < 3; k++) direction[k] = result.normal[k] * side;
      const place = side === 1 ? result.pointA : result.pointB;
      if ((seams ?? this.noSeams).hides(host, place, direction, plane.normal, part.shape)) return null;
    }
    // A part that is farther behind a triangle of a mesh than the smaller body's radius is beside it.
    const size = Math.min(part.shape.boundingRadius, host.volume.bounds.boundingRadius);
    const patch = this.patchOver(result, host, index, part, side);
    if (patch && (isGround || !(-patch.distance >= size))) return patch;
    // Without a patch, separated parts are nearer to a neighboring triangle.
    if (areApart) return null;
    const penetration = facetPenetration(result, host, index, part, side);
    return penetration && (isGround || !(-penetration.distance >= size)) ? penetration : null;
  }

  /**
   * The contact of a face or edge with the plane of a triangle, as with a half-space; `PatchFinder` clips it to the triangle. Null if the part has no
   * face or edge there.
   */
  private patchOver(
    result: SignedMeasure,
    host: Posed,
    index: number,
    part: PosedShape,
    side: 1 | -1,
  ): ContactMeasure | null {
    const { plane, contact } = this;
    if (!plane.set(host, index, part)) return null;
    const downward = this.against(plane.normal);
    if (!isFlatAlong(part.shape, part.pose, downward, this.local)) return null;
    writeOverFacet(plane, side, this.tipOf(part, downward), contact);
    contact.lower = contact.distance;
    contact.upper = contact.distance;
    contact.status = result.status;
    contact.local = true;
    contact.isPatch = true;
    return contact;
  }

  /** The contact of a part that is not over the top of a column: deep in the ground, or beside the field. Null if it is over another column. */
  private underGround(pair: Pair, host: Posed, index: number, part: PosedShape, side: 1 | -1): ContactMeasure | null {
    const { column } = this;
    column.set(host, index);
    const result = side === 1 ? pair.distance(column.pose, part.pose) : pair.distance(part.pose, column.pose);
    if (result.status === 'overlapping') return facetPenetration(result, host, index, part, side);
    const position = side === 1 ? result.pointA : result.pointB;
    const { normal } = result;
    for (let k = 0; k < 3; k++) this.direction[k] = normal[k] * side;
    return isBeyond(host, position, this.direction) ? result : null;
  }

  /** The opposite of a normal, valid until the next call. */
  private against(normal: Readonly<Vec3>): Vec3 {
    for (let k = 0; k < 3; k++) this.direction[k] = -normal[k];
    return this.direction;
  }

  /** The point of a part that is farthest along a unit vector of the world, valid until the next call. */
  private tipOf({ shape, pose }: PosedShape, direction: Vec3): Vec3 {
    const { supportDirection, supportPoint, tip } = this;
    rotateBackInto(pose, direction, tip);
    for (let k = 0; k < 3; k++) supportDirection[k] = tip[k];
    supportBatch(shape, supportDirection, supportPoint);
    for (let k = 0; k < 3; k++) tip[k] = supportPoint[k];
    rotateInto(pose, tip, tip);
    for (let k = 0; k < 3; k++) tip[k] += pose[k];
    return tip;
  }
}

function facetAt({ volume }: Posed, index: number): PosedShape['shape'] {
  return (volume.assembly as Surface).facet(index);
}

// Scratch of `isBeyond`.
const place: Vec3 = [0, 0, 0];
const step: Vec3 = [0, 0, 0];

/** Whether a direction from a point of a height field leads beyond the field's border. */
function isBeyond({ volume, current: pose }: Posed, position: Vec3, direction: Vec3): boolean {
  const field = volume.assembly as HeightField;
  for (let axis = 0; axis < 3; axis++) place[axis] = position[axis] - pose[axis];
  rotateBackInto(pose, place, place);
  rotateBackInto(pose, direction, step);
  const { max } = field.boundingBox();
  const length = 1e-3 * field.spacing;
  return Math.abs(place[0] + step[0] * length) > max[0] || Math.abs(place[1] + step[1] * length) > max[1];
}

/**
 * The triangles within `maxDistance` of a part that are coplanar with triangle `index`, beginning with `index`. A contact with the
 * plane is a contact with all of them. If the contact normal differs from the triangle's normal, as for a contact at an edge, only `index` is
 * returned.
 */
export function inOnePlane(host: Posed, index: number, part: PosedShape, normal: Vec3, maxDistance: number): number[] {
  const facet = new FacetPlane();
  if (!facet.set(host, index, part) || Math.abs(dot(facet.normal, normal)) < 1 - normalError) return [index];
  const found = [index];
  const size = part.shape.boundingRadius;
  const near = new SlotList();
  listNear(host, part.shape, part.pose, maxDistance, near);
  const plane = new FacetPlane();
  for (const other of near.slots.subarray(0, near.count)) {
    if (other === index || !plane.set(host, other, part)) continue;
    if (length(subtract(plane.normal, facet.normal)) > normalError) continue;
    if (Math.abs(plane.height - facet.height) <= normalError * size) found.push(other);
  }
  return found;
}
