// Contacts of two surfaces of triangles, at least one of which is the surface of a solid: a closed mesh or a height field.
//
// A contact is between a vertex and a face, an edge or a vertex of the other surface, or between two crossing edges. Both surfaces
// must admit the unit vector n from B to A, the opposite of the contact's normal: n·d ≤ 0 for the directions d from the touched point into
// the triangles of B, and −n·d ≤ 0 for the directions into the triangles of A. So the gap is a local minimum of the distance or, where solids
// overlap, a local minimum of the depth. The conditions do not depend on the gap: contacts keep their normals when touching solids begin to
// overlap.

import { SlotList } from '../broad/slot-list.ts';
import { composeInto, inverseInto } from '../math/pose.ts';
import { cross, dot, scale, subtract, type Vec3 } from '../math/vec3.ts';
import { rotateBackInto, rotateInto } from './axis.ts';
import { boundsAt } from './bounds-at.ts';
import type { ContactBuffer } from './contact-buffer.ts';
import * as Row from './contact-row.ts';
import { Surface } from './nonconvex/surface.ts';
import { listNear, type Posed } from './part-pairs.ts';
import { nearestOnFacet, type PointOnFacet, type PosedFacet } from './posed-facets.ts';
import type { Seams } from './seams.ts';
import { SurfaceSide } from './surface-side.ts';

/** Faces and edges inclined to the contact plane by at most this angle, in radians, also have contact points, as in patches of convex shapes. */
const maxSlant = 0.2;
/**
 * The slant of faces and edges that overlap by the depth d is at most this times the smaller body's radius, divided by d: deep
 * overlaps are resolved along another, shorter translation. Points beside a face by at most this times the radius may count as over it: see
 * `isOver`.
 */
const slack = 1e-3;
/** The tolerance of the normals at edges and corners that a vertex touches, in radians. */
const normalTolerance = 1e-6;
/** Points touch if their distance is at most this times the smaller body's radius: rounding errors dominate the direction between them. */
const touchTolerance = 1e-9;
/**
 * A vertex counts as on a face if it is within this times the smaller body's radius of the face's plane and border. Bodies at rest move
 * by rounding and by the solver's tolerance, and faces of equal size have their borders in common.
 */
const flushTolerance = 1e-6;
/** Edges overlap deeply if their depth exceeds this times the smaller body's radius. */
const deepOverlap = 1e-2;
/** An overlap is flat if the point midway between two crossing edges is inside by less than this times their depth. */
const flatOverlap = 0.1;
/** The sine of the smallest angle between edges that cross. */
const minCrossingSine = 1e-6;
/** The largest number of pairs of near triangles for which the whole range is searched. */
const maxNearPairs = 10_000;
/** The range of contacts ahead of fast bodies is not halved below this fraction of the smaller body's radius. */
const minRange = 1e-2;
/** The id of a vertex's contact is twice the vertex index, plus 1 for a vertex of A or 2 for one of B. Crossing edges have ids from this one on. */
const crossingId = 2 ** 31;

const newPoint = (): PointOnFacet => ({ point: [0, 0, 0], edge: -1, corner: -1, distance: 0 });

/** The search for contacts of two surfaces. Its lists are reused. */
export class SurfacePair {
  private readonly a = new SurfaceSide();
  private readonly b = new SurfaceSide();
  private readonly listed = new SlotList();
  private readonly indices = new SlotList();
  /** The triangles of the other surface near the current triangle. */
  private readonly near: PosedFacet[] = [];
  private readonly on = newPoint();
  private readonly nearest = newPoint();
  private readonly within = newPoint();
  private readonly relative = new Float64Array(7);
  private readonly box = new Float64Array(6);
  private readonly otherBox = new Float64Array(6);
  private found!: ContactBuffer;
  private seams: Seams | null = null;
  /** Depths are found up to this, in meters. */
  private range = 0;
  /** Gaps are found up to this, in meters. At most `range`. */
  private largestGap = 0;
  private size = 0;

  /**
   * Appends the contacts with gaps up to `largestGap`, in the order of their parts. `mayConsider` is called for each pair of near triangles,
   * which are skipped if it returns false.
   * @param isAhead whether the contacts are ahead of moving bodies, which need only the nearest: depths are then found up to `largestGap`, too,
   * and this range is halved while there are too many near triangles. Otherwise depths are found up to the translation that separates the
   * bodies' boxes, which is halved in the same way, but never below `largestGap`
   */
  find(
    a: Posed,
    b: Posed,
    largestGap: number,
    isAhead: boolean,
    seams: Seams | null,
    mayConsider: () => boolean,
    found: ContactBuffer,
  ): void {
    this.found = found;
    this.seams = seams;
    this.size = Math.min(a.volume.bounds.boundingRadius, b.volume.bounds.boundingRadius);
    this.range = isAhead ? largestGap : Math.max(largestGap, Math.min(this.size, this.largestDepth(a, b)));
    const leastRange = isAhead ? minRange * this.size : largestGap;
    while (this.range > leastRange && this.countNear(a, b) > maxNearPairs) this.range /= 2;
    if (!isAhead) this.range = Math.max(this.range, largestGap);
    this.largestGap = Math.min(this.range, largestGap);
    this.a.begin(a, b, this.range);
    this.b.begin(b, a, this.range);
    this.forEachFacet(this.a, this.b, mayConsider, (facet) => {
      this.addVertices(facet, this.a, this.b);
      this.addCrossings(facet);
    });
    this.forEachFacet(this.b, this.a, mayConsider, (facet) => this.addVertices(facet, this.b, this.a));
    found.sort();
  }

  /** The length of the shortest translation along an axis that separates the bodies' boxes, in meters; not positive if they are separated. */
  private largestDepth(a: Posed, b: Posed): number {
    const { box, otherBox } = this;
    boundsAt(a.volume.bounds, a.current, box);
    boundsAt(b.volume.bounds, b.current, otherBox);
    let depth = Infinity;
    for (let axis = 0; axis < 3; axis++)
      depth = Math.min(depth, box[axis + 3] - otherBox[axis], otherBox[axis + 3] - box[axis]);
    return depth;
  }

  /** The number of pairs of near triangles, or a number larger than `maxNearPairs`. */
  private countNear(a: Posed, b: Posed): number {
    const { listed, indices, relative, range } = this;
    const [own, other] = [a.volume.assembly as Surface, b.volume.assembly as Surface];
    listNear(a, b.volume.bounds, b.current, range, listed);
    inverseInto(b.current, relative);
    composeInto(relative, a.current, relative);
    let count = 0;
    for (let k = 0; k < listed.count && count <= maxNearPairs; k++) {
      indices.clear();
      this.boundsOf(own.corners(listed.slots[k]));
      other.collect(this.box, range, indices);
      count += indices.count;
    }
    return count;
  }

  /** Calls `visit` with each triangle of a surface that is near triangles of the other, after `near` was set to these. */
  private forEachFacet(
    own: SurfaceSide,
    other: SurfaceSide,
    mayConsider: () => boolean,
    visit: (facet: PosedFacet) => void,
  ): void {
    const { listed, indices, near, relative } = this;
    const { bounds } = other.body.volume;
    listNear(own.body, bounds, other.body.current, this.range, listed);
    inverseInto(other.body.current, relative);
    composeInto(relative, own.body.current, relative);
    for (let k = 0; k < listed.count; k++) {
      const facet = own.facets.at(listed.slots[k]);
      if (!facet) continue;
      indices.clear();
      this.boundsOf(facet.facet.corners);
      other.surface.collect(this.box, this.range, indices);
      indices.sort();
      near.length = 0;
      for (let m = 0; m < indices.count; m++) {
        const posed = mayConsider() ? other.facets.at(indices.slots[m]) : null;
        if (posed) near.push(posed);
      }
      if (near.length > 0) visit(facet);
    }
  }

  /** Writes the box of a triangle in the axes of the other body. */
  private boundsOf(corners: readonly Vec3[]): void {
    const { box, relative } = this;
    corners.forEach((corner, k) => {
      const vertex = rotateInto(relative, corner);
      for (let axis = 0; axis < 3; axis++) {
        const x = vertex[axis] + relative[axis];
        box[axis] = k === 0 ? x : Math.min(box[axis], x);
        box[axis + 3] = k === 0 ? x : Math.max(box[axis + 3], x);
      }
    });
  }

  /** Adds the contacts of a triangle's own vertices with the near triangles. */
  private addVertices(ownFacet: PosedFacet, own: SurfaceSide, host: SurfaceSide): void {
    for (let corner = 0; corner < 3; corner++) {
      if (!own.facets.ownsCorner(ownFacet, corner) || !own.facets.isSharp(ownFacet, corner)) continue;
      const isInside =
        host.facets.isClosed &&
        this.distanceFrom(ownFacet.corners[corner], host, this.near) < -touchTolerance * this.size;
      if (isInside) this.addDeep(ownFacet, corner, own);
      else this.addOutside(ownFacet, corner, own, host);
    }
  }

  /** The signed distance of a point from a solid, by the nearest of the given triangles. */
  private distanceFrom(vertex: Vec3, { facets }: SurfaceSide, among: readonly PosedFacet[]): number {
    const { within, nearest } = this;
    let at: PosedFacet | null = null;
    nearest.distance = Infinity;
    for (const facet of among) {
      nearestOnFacet(vertex, facet.corners, within);
      if (!(within.distance < nearest.distance)) continue;
      at = facet;
      nearest.distance = within.distance;
      nearest.edge = within.edge;
      nearest.corner = within.corner;
      for (let axis = 0; axis < 3; axis++) nearest.point[axis] = within.point[axis];
    }
    return at && facets.isBehind(vertex, at, nearest) ? -nearest.distance : nearest.distance;
  }

  /** The signed distance of a point from a solid; infinite if the solid's surface is farther away than `upTo`. */
  private distanceWithin(vertex: Vec3, solid: SurfaceSide, upTo: number): number {
    const { box, indices } = this;
    const { current } = solid.body;
    const local = rotateBackInto(current, subtract(vertex, [current[0], current[1], current[2]]));
    for (let axis = 0; axis < 3; axis++) box[axis] = box[axis + 3] = local[axis];
    indices.clear();
    solid.surface.collect(box, upTo, indices);
    const nearFacets: PosedFacet[] = [];
    for (let k = 0; k < indices.count; k++) {
      const facet = solid.facets.at(indices.slots[k]);
      if (facet) nearFacets.push(facet);
    }
    return this.distanceFrom(vertex, solid, nearFacets);
  }

  /** The contacts of a vertex in front of the other surface: with every triangle whose nearest point is a local minimum. */
  private addOutside(ownFacet: PosedFacet, corner: number, own: SurfaceSide, host: SurfaceSide): void {
    const { on, near, range } = this;
    const vertex = ownFacet.corners[corner];
    const isClosed = host.facets.isClosed;
    // A sheet has two sides. The contact uses its normal that points against the solid's outward normal at the vertex.
    const facing = isClosed ? null : own.facets.normalAtCorner(ownFacet, corner);
    for (const facet of near) {
      nearestOnFacet(vertex, facet.corners, on);
      if (!(on.distance <= range)) continue;
      const isFace = this.isOver(vertex, facet, on, 1);
      let normal = facet.normal;
      if (isFace) {
        if (facing && dot(facing, normal) > 0) normal = scale(normal, -1);
      } else {
        if (!(on.distance > touchTolerance * this.size) || !host.isOwner(facet, on)) continue;
        normal = scale(subtract(vertex, on.point), 1 / on.distance);
        if (facing && dot(facing, normal) > 0) continue;
        if (!host.facets.admits(facet, on, normal, normalTolerance)) continue;
        if (this.seams?.covers(host.body, on.point, normal)) continue;
      }
      const gap = dot(normal, subtract(vertex, on.point));
      if (gap < -flushTolerance * this.size && (isClosed || !own.isToward(on.point, normal))) continue;
      if (!own.facets.admitsAtCorner(ownFacet, corner, scale(normal, -1), isFace ? maxSlant : normalTolerance))
        continue;
      if (this.seams?.covers(own.body, vertex, scale(normal, -1))) continue;
      this.addVertex(ownFacet, corner, own, facet, on.point, normal, gap);
    }
  }

  /**
   * Whether a point is over a triangle or at its border, or beside it by a small fraction of the bodies' size and nearer to its normal than to
   * its plane. So the contacts of faces whose borders coincide do not depend on rounding.
   * @param side 1 for a point in front of the triangle, −1 for a point behind it
   */
  private isOver(
    vertex: Vec3,
    { normal }: PosedFacet,
    { point, edge, corner, distance }: PointOnFacet,
    side: 1 | -1,
  ): boolean {
    if (edge < 0 && corner < 0) return true;
    const height = side * dot(normal, subtract(vertex, point));
    const beside = Math.sqrt(Math.max(0, distance * distance - height * height));
    if (Math.abs(height) <= flushTolerance * this.size && beside <= flushTolerance * this.size) return true;
    return beside <= slack * this.size && height >= beside;
  }

  /** The contact of a vertex inside a solid: with the nearest triangle through which it may have entered. */
  private addDeep(ownFacet: PosedFacet, corner: number, own: SurfaceSide): void {
    const { on, near } = this;
    const vertex = ownFacet.corners[corner];
    let best: { facet: PosedFacet; point: Vec3; normal: Vec3; depth: number } | null = null;
    for (const facet of near) {
      nearestOnFacet(vertex, facet.corners, on);
      const isFace = this.isOver(vertex, facet, on, -1);
      const normal = isFace ? facet.normal : scale(subtract(on.point, vertex), 1 / on.distance);
      const depth = dot(normal, subtract(on.point, vertex));
      if (!(depth > 0 && depth <= this.range) || (best && !(depth < best.depth))) continue;
      if (!own.facets.admitsAtCorner(ownFacet, corner, scale(normal, -1), this.slantAt(-depth))) continue;
      if (this.seams?.covers(own.body, vertex, scale(normal, -1))) continue;
      best = { facet, point: [...on.point], normal, depth };
    }
    if (best) this.addVertex(ownFacet, corner, own, best.facet, best.point, best.normal, -best.depth);
  }

  /** The largest angle, in radians, by which faces and edges with a gap may be inclined to the contact plane. */
  private slantAt(gap: number): number {
    return gap < 0 ? Math.min(maxSlant, (slack * this.size) / -gap) : maxSlant;
  }

  /** Adds the contacts of a triangle's own edges with the edges of the near triangles. */
  private addCrossings(facetA: PosedFacet): void {
    for (let i = 0; i < 3; i++) {
      const edgeA = facetA.facet.edges[i];
      if (!edgeA.isOwned || !edgeA.isSharp) continue;
      for (const facetB of this.near) {
        for (let j = 0; j < 3; j++) {
          const edgeB = facetB.facet.edges[j];
          if (edgeB.isOwned && edgeB.isSharp) this.addCrossing(facetA, i, facetB, j);
        }
      }
    }
  }

  private addCrossing(facetA: PosedFacet, i: number, facetB: PosedFacet, j: number): void {
    const { a, b, range, size } = this;
    const [fromA, fromB] = [facetA.corners[i], facetB.corners[j]];
    const alongA = subtract(facetA.corners[(i + 1) % 3], fromA);
    const alongB = subtract(facetB.corners[(j + 1) % 3], fromB);
    const across = cross(alongA, alongB);
    const square = dot(across, across);
    if (!(square > minCrossingSine * minCrossingSine * dot(alongA, alongA) * dot(alongB, alongB))) return;
    const offset = subtract(fromB, fromA);
    const s = dot(cross(offset, alongB), across) / square;
    const t = dot(cross(offset, alongA), across) / square;
    if (!(s >= 0 && s <= 1 && t >= 0 && t <= 1)) return;
    const separation = -dot(offset, across) / Math.sqrt(square);
    if (!(Math.abs(separation) <= range)) return;
    const facing = b.facets.isClosed
      ? dot(across, b.facets.normalAtEdge(facetB, j))
      : -dot(across, a.facets.normalAtEdge(facetA, i));
    const sign = facing < 0 ? -1 : 1;
    const normal = scale(across, sign / Math.sqrt(square));
    const gap = sign * separation;
    if (a.facets.isClosed && !(dot(normal, a.facets.normalAtEdge(facetA, i)) < 0)) return;
    const tolerance = this.slantAt(gap);
    if (!a.facets.admitsAtEdge(facetA, i, scale(normal, -1), tolerance)) return;
    if (!b.facets.admitsAtEdge(facetB, j, normal, tolerance)) return;
    const pointA: Vec3 = [fromA[0] + s * alongA[0], fromA[1] + s * alongA[1], fromA[2] + s * alongA[2]];
    const pointB: Vec3 = [fromB[0] + t * alongB[0], fromB[1] + t * alongB[1], fromB[2] + t * alongB[2]];
    if (this.seams?.covers(a.body, pointA, scale(normal, -1)) || this.seams?.covers(b.body, pointB, normal)) return;
    if (gap < -touchTolerance * size && !this.areWithin(pointA, pointB, normal, gap)) return;
    const partA = a.facets.facingAtEdge(facetA, i, scale(normal, -1));
    const partB = b.facets.facingAtEdge(facetB, j, normal);
    const number = (3 * facetA.facet.index + i) * (3 * b.surface.partCount) + 3 * facetB.facet.index + j;
    this.add(partA, partB, crossingId + (number % crossingId), pointA, pointB, scale(normal, -1), gap);
  }

  /**
   * Whether the points of two edges that cross with a negative gap, and the point between them, are inside the other solid, or as near as the
   * slant allows. The points are not inside if the edges are on opposite sides of two bodies: the sum of their distances is then at least the
   * depth. In a deep overlap, the point midway must be inside by a fraction of the depth, because a flat overlap is resolved by a shorter
   * translation. A sheet has no inside: the solid's center must be on the solid's side of the contact.
   */
  private areWithin(pointA: Vec3, pointB: Vec3, normal: Vec3, gap: number): boolean {
    const { a, b } = this;
    const largestDistance = Math.max(-2 * this.slantAt(gap) * gap, flushTolerance * this.size);
    if (b.facets.isClosed ? this.distanceFrom(pointA, b, this.near) > largestDistance : !a.isToward(pointB, normal))
      return false;
    if (a.facets.isClosed ? this.distanceWithin(pointB, a, -2 * gap) > largestDistance : b.isToward(pointA, normal))
      return false;
    const middle: Vec3 = [(pointA[0] + pointB[0]) / 2, (pointA[1] + pointB[1]) / 2, (pointA[2] + pointB[2]) / 2];
    const limit = gap < -deepOverlap * this.size ? flatOverlap * gap : largestDistance;
    const isInside = (solid: SurfaceSide): boolean =>
      !solid.facets.isClosed || this.distanceWithin(middle, solid, -2 * gap) <= limit;
    return isInside(a) && isInside(b);
  }

  private addVertex(
    ownFacet: PosedFacet,
    corner: number,
    own: SurfaceSide,
    facet: PosedFacet,
    point: Vec3,
    normal: Vec3,
    gap: number,
  ): void {
    const number = 2 * ownFacet.facet.numbers[corner];
    const vertex = ownFacet.corners[corner];
    const part = own.facets.facingAtCorner(ownFacet, corner, scale(normal, -1));
    const { index } = facet.facet;
    if (own === this.a) this.add(part, index, number + 1, vertex, point, scale(normal, -1), gap);
    else this.add(index, part, number + 2, point, vertex, normal, gap);
  }

  private add(partA: number, partB: number, id: number, pointA: Vec3, pointB: Vec3, normal: Vec3, gap: number): void {
    const { found, largestGap } = this;
    if (!(gap <= largestGap)) return;
    const row = found.add(id, gap);
    found.rows.set(pointA, row + Row.POINT_A);
    found.rows.set(pointB, row + Row.POINT_B);
    found.complete(found.count - 1, partA, partB, normal, gap, true);
  }
}

/** Whether both bodies are surfaces, and at least one is the surface of a solid. */
export function isSurfacePair({ volume: a }: Posed, { volume: b }: Posed): boolean {
  const [p, q] = [a.assembly, b.assembly];
  return p instanceof Surface && q instanceof Surface && (p.orientation !== 0 || q.orientation !== 0);
}
