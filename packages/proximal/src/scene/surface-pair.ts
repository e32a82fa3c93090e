// Contacts of two surfaces of triangles, at least one of which is the surface of a solid: a closed mesh or a height field.
//
// A contact is between a vertex and a face, an edge or a vertex of the other surface, or between two crossing edges. Both surfaces
// must admit the unit vector n from B to A, the opposite of the contact's normal: n·d ≤ 0 for the directions d from the touched point into
// the triangles of B, and −n·d ≤ 0 for the directions into the triangles of A. So the gap is a local minimum of the distance or, where solids
// overlap, a local minimum of the depth. The conditions do not depend on the gap: contacts keep their normals when touching solids begin to
// overlap.

import { SlotList } from '../broad/slot-list.ts';
import { add, cross, dot, length, scale, subtract, type Vec3 } from '../math/vec3.ts';
import { rotateBackInto } from './axis.ts';
import type { ContactBuffer } from './contact-buffer.ts';
import * as Row from './contact-row.ts';
import { DeepOverlap, type DepthBound } from './deep-overlap.ts';
import { largestDepth, NearFacets } from './near-facets.ts';
import { Surface } from './nonconvex/surface.ts';
import type { Posed } from './part-pairs.ts';
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
/** A vertex on the boundary of a solid is shifted inward by this times `flushTolerance`, to find out whether the solid continues there. */
const flushFactor = 10;
/** Edges overlap deeply if their depth exceeds this times the smaller body's radius. */
const deepOverlap = 1e-2;
/** An overlap is flat if the point midway between two crossing edges is inside by less than this times their depth. */
const flatOverlap = 0.1;
/** The point midway between two edges that cross in a deep overlap is shifted into both solids by this times the depth. */
const midwayShift = 0.2;
/** Shorter sums of directions are rounding errors. */
const leastInward = 1e-6;
/** The sine of the smallest angle between edges that cross. */
const minCrossingSine = 1e-6;
/** The largest number of pairs of near triangles for which the whole range is searched. */
const maxNearPairs = 10_000;
/** The same for deep overlaps in simulations: bodies that start inside each other separate within some steps. */
const maxNearPairsOfDeep = 100_000;
/** The range of contacts ahead of fast bodies is not halved below this fraction of the smaller body's radius. */
const minRange = 1e-2;
/** The id of a vertex's contact is twice the vertex index, plus 1 for a vertex of A or 2 for one of B. Crossing edges have ids from this one on. */
const crossingId = 2 ** 31;

const newPoint = (): PointOnFacet => ({ point: [0, 0, 0], edge: -1, corner: -1, distance: 0 });

/** The search for contacts of two surfaces. Its lists are reused. */
export class SurfacePair {
  private readonly a = new SurfaceSide();
  private readonly b = new SurfaceSide();
  private readonly deepOverlap = new DeepOverlap();
  private readonly nearFacets = new NearFacets();
  /** The triangles of the other surface near the current triangle. */
  private readonly near = this.nearFacets.near;
  private readonly indices = new SlotList();
  private readonly on = newPoint();
  private readonly nearest = newPoint();
  private readonly within = newPoint();
  private readonly box = new Float64Array(6);
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
   * @param bound for contacts ahead of moving bodies, which need only the nearest, and of overlaps that are shallow in most steps; otherwise null.
   * Unless the bodies overlap by more than `largestGap`, depths are then found up to `largestGap`, too, and this range is halved while there
   * are too many near triangles. Otherwise depths are found up to the translation that separates the bodies' boxes, which is halved in the
   * same way, but never below `largestGap`. The bound is on the depth of these two bodies, from an earlier search
   */
  find(
    a: Posed,
    b: Posed,
    largestGap: number,
    bound: DepthBound | null,
    seams: Seams | null,
    mayConsider: () => boolean,
    found: ContactBuffer,
  ): void {
    this.found = found;
    this.seams = seams;
    this.size = Math.min(a.volume.bounds.boundingRadius, b.volume.bounds.boundingRadius);
    const deepRange = Math.max(largestGap, Math.min(this.size, largestDepth(a, b)));
    this.a.begin(a, b, bound ? largestGap : deepRange);
    this.b.begin(b, a, bound ? largestGap : deepRange);
    const isAhead = bound !== null && !this.deepOverlap.isDeeper(this.a, this.b, largestGap, bound);
    this.range = isAhead ? largestGap : deepRange;
    const leastRange = isAhead ? minRange * this.size : largestGap;
    const mostPairs = bound && !isAhead ? maxNearPairsOfDeep : maxNearPairs;
    while (this.range > leastRange && this.nearFacets.count(a, b, this.range, mostPairs) > mostPairs) this.range /= 2;
    if (!isAhead) this.range = Math.max(this.range, largestGap);
    this.largestGap = Math.min(this.range, largestGap);
    this.nearFacets.forEach(this.a, this.b, this.range, mayConsider, (facet) => {
      this.addVertices(facet, this.a, this.b);
      this.addCrossings(facet);
    });
    this.nearFacets.forEach(this.b, this.a, this.range, mayConsider, (facet) =>
      this.addVertices(facet, this.b, this.a),
    );
    found.sort();
  }

  /** Adds the contacts of a triangle's own vertices with the near triangles. */
  private addVertices(ownFacet: PosedFacet, own: SurfaceSide, host: SurfaceSide): void {
    for (let corner = 0; corner < 3; corner++) {
      if (!own.facets.ownsCorner(ownFacet, corner) || !own.facets.isSharp(ownFacet, corner)) continue;
      if (this.isInside(ownFacet, corner, own, host)) this.addDeep(ownFacet, corner, own, host);
      else this.addOutside(ownFacet, corner, own, host);
    }
  }

  /**
   * Whether a vertex is inside a solid. A vertex on the solid's boundary is inside if the solid continues inside its own: faces of two boxes may be in one
   * plane while one box is in the other.
   */
  private isInside(ownFacet: PosedFacet, corner: number, own: SurfaceSide, host: SurfaceSide): boolean {
    if (!host.facets.isClosed) return false;
    const vertex = ownFacet.corners[corner];
    const distance = this.distanceFrom(vertex, host, this.near);
    const flush = flushTolerance * this.size;
    if (Math.abs(distance) > flush || !own.facets.isClosed) return distance < -touchTolerance * this.size;
    const normal = own.facets.normalAtCorner(ownFacet, corner);
    const inner = subtract(vertex, scale(normal, (flushFactor * flush) / length(normal)));
    return this.distanceFrom(inner, host, this.near) < -flush;
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
  private addDeep(ownFacet: PosedFacet, corner: number, own: SurfaceSide, host: SurfaceSide): void {
    const { on, near } = this;
    const vertex = ownFacet.corners[corner];
    let best: { facet: PosedFacet; point: Vec3; normal: Vec3; depth: number } | null = null;
    for (const facet of near) {
      nearestOnFacet(vertex, facet.corners, on);
      const isFace = this.isOver(vertex, facet, on, -1);
      // A neighbor in the same plane is nearer.
      if (!isFace && host.facets.isFlatAt(facet, on)) continue;
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
    if (gap < -touchTolerance * size && !this.areWithin(pointA, pointB, normal, gap)) {
      const inward = this.inwardAt(facetA, i, facetB, j, normal);
      if (!(gap < -deepOverlap * size) || !this.areWithin(pointA, pointB, normal, gap, inward)) return;
    }
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
   * @param inward a direction in which the point midway is shifted
   */
  private areWithin(pointA: Vec3, pointB: Vec3, normal: Vec3, gap: number, inward: Readonly<Vec3> = none): boolean {
    const { a, b } = this;
    const largestDistance = Math.max(-2 * this.slantAt(gap) * gap, flushTolerance * this.size);
    if (b.facets.isClosed ? this.distanceFrom(pointA, b, this.near) > largestDistance : !a.isToward(pointB, normal))
      return false;
    if (a.facets.isClosed ? this.distanceWithin(pointB, a, -2 * gap) > largestDistance : b.isToward(pointA, normal))
      return false;
    const middle = add(scale(add(pointA, pointB), 0.5), scale(inward, -midwayShift * gap));
    const limit = gap < -deepOverlap * this.size ? flatOverlap * gap : largestDistance;
    const isInside = (solid: SurfaceSide): boolean =>
      !solid.facets.isClosed || this.distanceWithin(middle, solid, -2 * gap) <= limit;
    return isInside(a) && isInside(b);
  }

  /** The unit vector perpendicular to a contact's normal into both solids at their edges; zero if their faces beside the contact are opposite. */
  private inwardAt(facetA: PosedFacet, i: number, facetB: PosedFacet, j: number, normal: Vec3): Vec3 {
    const sum = add(
      beside(this.a.facets.normalAtEdge(facetA, i), normal),
      beside(this.b.facets.normalAtEdge(facetB, j), normal),
    );
    const size = length(sum);
    return size > leastInward ? scale(sum, -1 / size) : [0, 0, 0];
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

const none: Readonly<Vec3> = [0, 0, 0];

/** The unit vector along the part of a vector that is perpendicular to `normal`; zero if it is parallel. */
function beside(vector: Vec3, normal: Vec3): Vec3 {
  const part = subtract(vector, scale(normal, dot(vector, normal)));
  const size = length(part);
  return size > leastInward * length(vector) ? scale(part, 1 / size) : [0, 0, 0];
}

/** Whether both bodies are surfaces, and at least one is the surface of a solid. */
export function isSurfacePair({ volume: a }: Posed, { volume: b }: Posed): boolean {
  const [p, q] = [a.assembly, b.assembly];
  return p instanceof Surface && q instanceof Surface && (p.orientation !== 0 || q.orientation !== 0);
}
