// Whether two surfaces of triangles overlap deeply, so that their contacts are farther inside than the range in which simulations search.
//
// The contacts of two solids are at vertices and at crossings of convex edges. A point of such an edge may be deep below a face of the other solid and
// yet on its boundary, as between two equal boxes of which one is above the other. So each edge is shifted into its own solid, and the measure is
// the largest depth of these points in the other solid. A sheet may cross a solid anywhere, so its measure is over its triangles.

import { SlotList } from '../broad/slot-list.ts';
import { grown } from '../math/grown.ts';
import { composeInto, inverseInto } from '../math/pose.ts';
import { norm, type Vec3 } from '../math/vec3.ts';
import { rotateInto } from './axis.ts';
import { HeightField } from './nonconvex/height-field.ts';
import { createPointDistanceBatch, type PointDistanceBatch, pointDistances } from './nonconvex/point-distance.ts';
import type { Surface } from './nonconvex/surface.ts';
import { TriangleMesh } from './nonconvex/triangle-mesh.ts';
import type { Posed } from './part-pairs.ts';
import { nearestOnFacet, type PointOnFacet } from './posed-facets.ts';
import type { SurfaceSide } from './surface-side.ts';

/** The distance by which edges are shifted, as a fraction of the range. */
const shift = 0.5;
/**
 * Surfaces overlap deeply if a shifted point is deeper than this times the range. An edge between perpendicular faces is then deeper than 0.6 times the
 * range, and an edge of a smooth surface is deeper than 0.75 times the range.
 */
const deepFraction = 0.25;
/** Edges and triangles that are farther from the other surface's box than this times the range are not measured. */
const farFraction = 2;
/** Pieces with a radius of at most this times the range are not divided further: the depth is known to this accuracy. */
const leastRadius = 0.0625;
/** Bounds are computed to this times the range or better. */
const precision = 0.1;
/**
 * A stored bound is used while it proves that no point is deeper than this times the range. Less than `deepFraction` − `leastRadius`: a measurement
 * would then have the same result, so the contacts do not depend on when the depth was measured.
 */
const provenFraction = 0.18;

/** An upper bound of the depth of the shifted points of two surfaces, at their relative pose when it was measured. */
export class DepthBound {
  /** In meters. */
  private depth = Infinity;
  /** The range of the search, in meters. */
  private range = 0;
  /** The pose of the second body in the frame of the first. */
  private readonly pose = new Float64Array(7);

  forget(): void {
    this.depth = Infinity;
  }

  store(relative: Float64Array, range: number, depth: number): void {
    this.pose.set(relative);
    this.range = range;
    this.depth = depth;
  }

  /** An upper bound of the depth at another relative pose and for another range. @param radius of the second body about its origin, in meters */
  at(relative: Float64Array, range: number, radius: number): number {
    const { pose, depth } = this;
    if (depth === Infinity) return depth;
    const [x, y, z] = [relative[0] - pose[0], relative[1] - pose[1], relative[2] - pose[2]];
    // A rotation by θ moves a point at the distance 1 by 2 sin(θ/2) ≤ 4 sin(θ/4), and 2 sin(θ/4) is the distance of the quaternions.
    const sign =
      relative[3] * pose[3] + relative[4] * pose[4] + relative[5] * pose[5] + relative[6] * pose[6] < 0 ? -1 : 1;
    let square = 0;
    for (let k = 3; k < 7; k++) square += (relative[k] - sign * pose[k]) ** 2;
    return depth + shift * Math.abs(range - this.range) + norm(x, y, z) + 2 * radius * Math.sqrt(square);
  }
}

/** Parts of edges, two points each, or parts of triangles, three points each, in the frame of the host. */
class Pieces {
  points = new Float64Array(0);
  count = 0;
  /** The number of points of each piece. */
  private corners = 2;

  begin(corners: number): void {
    this.corners = corners;
    this.count = 0;
  }

  /** Adds a piece with undefined points, and returns the index of the first one's x. */
  add(): number {
    const at = 3 * this.corners * this.count++;
    if (at + 9 > this.points.length) this.points = grown(this.points, 2 * (at + 9));
    return at;
  }

  /** Writes the mean of a piece's points. @returns the largest distance of the piece's points from it */
  centerOf(k: number, out: Float64Array, to: number): number {
    const { points, corners } = this;
    const at = 3 * corners * k;
    for (let axis = 0; axis < 3; axis++) {
      out[to + axis] = 0;
      for (let corner = 0; corner < corners; corner++) out[to + axis] += points[at + 3 * corner + axis] / corners;
    }
    let largest = 0;
    for (let corner = 0; corner < corners; corner++) {
      const from = at + 3 * corner;
      largest = Math.max(
        largest,
        norm(points[from] - out[to], points[from + 1] - out[to + 1], points[from + 2] - out[to + 2]),
      );
    }
    return largest;
  }

  /** Point `corner` of a piece. */
  corner(k: number, corner: number, out: Vec3): Vec3 {
    const at = 3 * (this.corners * k + corner);
    for (let axis = 0; axis < 3; axis++) out[axis] = this.points[at + axis];
    return out;
  }

  /** The number of points of each piece. */
  get cornerCount(): number {
    return this.corners;
  }

  /** An upper bound of the depths of a piece's points in a solid, from the box around the solid. */
  depthInBox(k: number, box: Float64Array): number {
    const { points, corners } = this;
    const first = 3 * corners * k;
    let least = Infinity;
    for (let axis = 0; axis < 3; axis++) {
      let low = -Infinity;
      let high = -Infinity;
      for (let at = first + axis; at < first + 3 * corners; at += 3) {
        low = Math.max(low, points[at] - box[axis]);
        high = Math.max(high, box[axis + 3] - points[at]);
      }
      least = Math.min(least, low, high);
    }
    return least;
  }

  /** Adds the two halves of piece `k` of another list, cut at the middle of its longest side. */
  addHalves(of: Pieces, k: number): void {
    const { corners } = this;
    let [from, longest] = [0, -1];
    for (let side = 0; side < corners; side++) {
      const length = of.sideOf(k, side);
      if (!(length > longest)) continue;
      longest = length;
      from = side;
    }
    const to = (from + 1) % corners;
    for (const replaced of [from, to]) {
      const at = this.add();
      for (let corner = 0; corner < corners; corner++)
        for (let axis = 0; axis < 3; axis++) {
          const own = of.points[3 * (corners * k + corner) + axis];
          const other = of.points[3 * (corners * k + (replaced === from ? to : from)) + axis];
          this.points[at + 3 * corner + axis] = corner === replaced ? (own + other) / 2 : own;
        }
    }
  }

  private sideOf(k: number, side: number): number {
    const { points, corners } = this;
    const p = 3 * (corners * k + side);
    const q = 3 * (corners * k + ((side + 1) % corners));
    return norm(points[q] - points[p], points[q + 1] - points[p + 1], points[q + 2] - points[p + 2]);
  }
}

/** The search for deep overlaps. Its lists are reused. */
export class DeepOverlap {
  private readonly relative = new Float64Array(7);
  private readonly inverse = new Float64Array(7);
  private readonly listed = new SlotList();
  private readonly box = new Float64Array(6);
  private readonly on: PointOnFacet = { point: [0, 0, 0], edge: -1, corner: -1, distance: 0 };
  private readonly point: Vec3 = [0, 0, 0];
  private pieces = new Pieces();
  private nextPieces = new Pieces();
  /** Of the pieces that are measured: their indices, and their radii. */
  private readonly measured = new SlotList();
  private radii = new Float64Array(0);
  private batch: PointDistanceBatch = createPointDistanceBatch(0);
  private centers = new Float64Array(0);

  /** Whether the surfaces overlap by more than `range`, in meters. @param bound of these two bodies; reused and replaced */
  isDeeper(a: SurfaceSide, b: SurfaceSide, range: number, bound: DepthBound): boolean {
    const { relative } = this;
    relativeInto(a.body, b.body, relative);
    const { center, boundingRadius } = b.body.volume.bounds;
    const radius = norm(center[0], center[1], center[2]) + boundingRadius;
    if (bound.at(relative, range, radius) <= provenFraction * range) return false;
    const depth = Math.max(this.depthOf(a, b, range), this.depthOf(b, a, range));
    relativeInto(a.body, b.body, relative);
    bound.store(relative, range, depth);
    return depth > deepFraction * range;
  }

  /** The depth of a surface's shifted points in a solid, or an upper bound of it: see `leastRadius` and `isPrecise`. */
  private depthOf(own: SurfaceSide, host: SurfaceSide, range: number): number {
    if (!host.facets.isClosed) return -Infinity;
    const deep = deepFraction * range;
    // Seen from inside, a mesh is a room. What is inside it protrudes by less than the range.
    if (host.facets.orientation !== host.surface.orientation) return deep;
    const { min, max } = host.surface.boundingBox();
    this.box.set(min);
    this.box.set(max, 3);
    this.listPieces(own, host, range);
    // A sheet is not shifted, so its depth counts only beyond the same distance.
    const beyond = own.facets.isClosed ? 0 : shift * range;
    let depth = (shift - farFraction) * range;
    while (this.pieces.count > 0) {
      depth = Math.max(depth, this.selectNear(beyond - shift * range) - beyond);
      this.measure(host.surface);
      const { pieces, nextPieces, measured, radii, batch } = this;
      nextPieces.begin(pieces.cornerCount);
      for (let k = 0; k < measured.count; k++) {
        const at = -batch.distance[k] - beyond;
        if (at > deep) return at;
        const deepest = Math.min(at + radii[k], this.distanceFromFacet(k, host.surface) - beyond);
        if (isPrecise(at, deepest, range) || !(radii[k] > leastRadius * range)) depth = Math.max(depth, deepest);
        else nextPieces.addHalves(pieces, measured.slots[k]);
        if (depth > deep) return depth;
      }
      this.pieces = nextPieces;
      this.nextPieces = pieces;
    }
    // The depth in a height field is measured vertically and changes faster than the distance, so bounds at other poses are not known.
    return host.surface instanceof HeightField ? deep : depth;
  }

  /** Lists the convex edges of a solid, shifted inward, or the triangles of a sheet, near the host's box. */
  private listPieces(own: SurfaceSide, host: SurfaceSide, range: number): void {
    const { relative, inverse, listed, box, pieces, point } = this;
    relativeInto(host.body, own.body, relative);
    relativeInto(own.body, host.body, inverse);
    listed.clear();
    own.surface.collect(turnedBox(inverse, box), farFraction * range, listed);
    listed.sort();
    const isSheet = !own.facets.isClosed;
    pieces.begin(isSheet ? 3 : 2);
    for (let k = 0; k < listed.count; k++) {
      const facet = own.facets.facetAt(listed.slots[k]);
      if (!facet) continue;
      if (isSheet) {
        const at = pieces.add();
        for (let corner = 0; corner < 3; corner++)
          pieces.points.set(transformed(relative, facet.corners[corner], point), at + 3 * corner);
        continue;
      }
      for (let edge = 0; edge < 3; edge++) {
        const { isOwned, isSharp, normal } = facet.edges[edge];
        if (!isOwned || !isSharp) continue;
        const scale = (shift * range) / norm(normal[0], normal[1], normal[2]);
        const at = pieces.add();
        for (let end = 0; end < 2; end++) {
          const corner = facet.corners[(edge + end) % 3];
          for (let axis = 0; axis < 3; axis++) point[axis] = corner[axis] - scale * normal[axis];
          pieces.points.set(transformed(relative, point, point), at + 3 * end);
        }
      }
    }
  }

  /** Lists the pieces whose depth in the host's box may exceed `least`. @returns the largest bound of the others */
  private selectNear(least: number): number {
    const { pieces, measured, box } = this;
    measured.clear();
    let largest = -Infinity;
    for (let k = 0; k < pieces.count; k++) {
      const deepest = pieces.depthInBox(k, box);
      if (deepest > least) measured.push(k);
      else largest = Math.max(largest, deepest);
    }
    return largest;
  }

  /** Measures the distances of the listed pieces' centers from a solid, negative inside, and the pieces' radii. */
  private measure(solid: Surface): void {
    const { pieces, measured } = this;
    const { count } = measured;
    if (count > this.radii.length) this.radii = new Float64Array(2 * count);
    if (count !== this.batch.count) {
      this.batch = createPointDistanceBatch(count);
      this.centers = new Float64Array(3 * count);
    }
    const { centers, batch } = this;
    for (let k = 0; k < count; k++) this.radii[k] = pieces.centerOf(measured.slots[k], centers, 3 * k);
    if (solid instanceof TriangleMesh) pointDistances(solid, centers, batch);
    else if (solid instanceof HeightField)
      for (let k = 0; k < count; k++)
        batch.distance[k] = centers[3 * k + 2] - solid.heightAt(centers[3 * k], centers[3 * k + 1]);
  }

  /**
   * The largest distance of the points of listed piece `k` from the triangle nearest to its center, an upper bound of their depths. The distance from a
   * triangle is a convex function, so it is largest at a corner of the piece.
   */
  private distanceFromFacet(k: number, solid: Surface): number {
    if (solid instanceof HeightField) return Infinity;
    const { on, pieces, measured, point } = this;
    const corners = solid.corners(this.batch.triangle[k]);
    let largest = 0;
    for (let corner = 0; corner < pieces.cornerCount; corner++) {
      nearestOnFacet(pieces.corner(measured.slots[k], corner, point), corners, on);
      largest = Math.max(largest, on.distance);
    }
    return largest;
  }
}

/** Whether an upper bound of a piece's depths needs no division of the piece. Outside, about half of the distance of the center suffices. */
function isPrecise(atCenter: number, bound: number, range: number): boolean {
  return bound <= Math.max(-range, atCenter / 2) + precision * range;
}

/** Writes the pose of a body in the frame of another. */
function relativeInto(frame: Posed, body: Posed, out: Float64Array): void {
  inverseInto(frame.current, out);
  composeInto(out, body.current, out);
}

function transformed(pose: Float64Array, point: Readonly<Vec3>, out: Vec3): Vec3 {
  rotateInto(pose, point, out);
  for (let axis = 0; axis < 3; axis++) out[axis] += pose[axis];
  return out;
}

/** The box around a box at a pose. */
function turnedBox(pose: Float64Array, box: Float64Array): Float64Array {
  const out = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let k = 0; k < 8; k++) {
    const corner = transformed(pose, [box[k & 1 ? 3 : 0], box[k & 2 ? 4 : 1], box[k & 4 ? 5 : 2]], [0, 0, 0]);
    for (let axis = 0; axis < 3; axis++) {
      out[axis] = Math.min(out[axis], corner[axis]);
      out[axis + 3] = Math.max(out[axis + 3], corner[axis]);
    }
  }
  return out;
}
