// Quickhull (Barber, Dobkin and Huhdanpaa 1996) on triangles with exact predicates.
//
// Consistency. A face is visible from a point if the point is strictly above its plane, decided exactly.
// The faces visible from a point outside a convex polytope form a disc, coplanar faces or not, because seen from the
// point they cover the polytope's outline once. So the horizon is one simple loop, and flooding from any visible face
// finds all of them. A horizon edge is never collinear with the point: its visible face would be coplanar with the point.
// So no new triangle is degenerate, and the new surface is again the boundary of a convex polytope.
//
// Completeness. A point that was above a removed face and is outside the new hull is above a new face: the
// segment from it to the removed face enters the new hull through the part of its surface that was not there before.
//
// The tolerance only decides which points are dropped: points within `step` of a triangle of the surface.
import { distanceToTriangle } from './closest.ts';
import type { Cloud } from './cloud.ts';
import { FaceHeap } from './face-heap.ts';
import { orientation3 } from './predicates.ts';
import { HullSurface, nextInFace, stride } from './surface.ts';

/** The largest number of triangles visited in the walk to the triangle nearest to a point. */
const maxWalk = 100;

export class Quickhull {
  readonly surface: HullSurface;
  /** The largest distance of a point from the surface when it was dropped; the surface only grows. */
  off = 0;
  private readonly cloud: Cloud;
  /** The next point in a face's list. */
  private readonly following: Int32Array;
  /** The new face whose horizon edge starts at a point. */
  private readonly faceAtStart: Int32Array;
  /**
   * The faces visible from the point of the last `findHorizon`: the first `visibleCount` entries. Setting a count is cheaper than emptying the
   * array.
   */
  private readonly visible: number[] = [];
  private visibleCount = 0;
  /** Half-edges of the faces beyond the horizon. */
  private readonly horizon: number[] = [];
  private horizonCount = 0;
  /** The faces that were made last, one for each edge of the horizon. */
  private readonly fresh: number[] = [];
  private freshCount = 0;
  private mark = 0;
  /** Points with this index or a higher one are inserted only after all others, if they are still outside. */
  private preferred: number;

  /** Starts with the tetrahedron of four points, which must not be coplanar. */
  constructor(cloud: Cloud, corners: readonly number[], preferred = cloud.count) {
    const [a, b, c, d] = corners;
    this.preferred = preferred;
    this.cloud = cloud;
    this.following = new Int32Array(cloud.count);
    this.faceAtStart = new Int32Array(cloud.count);
    this.surface = new HullSurface(cloud.xyz, 64);
    const [p, q] = orientation3(cloud.xyz, a, b, c, d) < 0 ? [b, c] : [c, b];
    this.startWith(a, p, q, d);
  }

  private startWith(a: number, b: number, c: number, d: number): void {
    const { surface, fresh } = this;
    fresh.push(surface.create(a, b, c), surface.create(a, d, b), surface.create(b, d, c), surface.create(c, d, a));
    this.freshCount = 4;
    for (let side = 0; side < 3; side++) {
      surface.link(3 * fresh[0] + side, 3 * fresh[1 + side] + 2);
      surface.link(3 * fresh[1 + side] + 1, 3 * fresh[1 + ((side + 1) % 3)]);
    }
    for (let point = 0; point < this.cloud.count; point++) {
      if (point !== a && point !== b && point !== c && point !== d) this.assign(point);
    }
  }

  /** Inserts every point farther than `step` from the surface, the preferred ones first. */
  run(): void {
    this.insertFrom(this.fresh.slice(0, 4));
    const { surface, cloud } = this;
    if (this.preferred === cloud.count) return;
    this.preferred = cloud.count;
    const pending: number[] = [];
    for (let face = 0; face < surface.used; face++) {
      if (surface.heads[face] < 0) continue;
      this.findHighest(face);
      pending.push(face);
    }
    this.insertFrom(pending);
  }

  private insertFrom(pending: number[]): void {
    const { surface, fresh } = this;
    for (let face = pending.pop(); face !== undefined; face = pending.pop()) {
      const point = this.next(face);
      if (point < 0) continue;
      this.insert(point, face);
      for (let k = 0; k < this.freshCount; k++) if (surface.highest[fresh[k]] >= 0) pending.push(fresh[k]);
    }
  }

  /** Inserts points until the hull has `maxVertices` vertices: at each step, the point that is highest above its face. */
  runUpTo(maxVertices: number): void {
    const { surface, fresh } = this;
    const heap = new FaceHeap();
    const priority = (face: number): number => surface.heights[face] / surface.planes[stride * face + 7];
    const pushFresh = (): void => {
      for (const face of fresh.slice(0, this.freshCount))
        if (surface.highest[face] >= 0) heap.push(face, priority(face));
    };
    pushFresh();
    for (let vertices = 4; vertices < maxVertices; ) {
      const face = heap.pop();
      if (face < 0) return;
      // The entry is stale: the face was removed, and its number is in use again.
      if (heap.value !== priority(face)) continue;
      const point = this.next(face);
      if (point < 0) continue;
      this.insert(point, face);
      pushFresh();
      vertices++;
    }
  }

  /** The point of a face's list to insert next, or −1 for none. Drops points that are within `step` of the surface. */
  private next(face: number): number {
    const { surface, following, cloud, preferred } = this;
    const { heads, highest } = surface;
    if (highest[face] < 0) return -1;
    if (surface.heights[face] > cloud.step * surface.planes[stride * face + 7]) return highest[face];
    // All preferred points of the list are close to the face's plane, but beyond a sharp edge of the face they may still be far from the hull.
    let [previous, next] = [-1, -1];
    for (let point = heads[face]; point >= 0 && next < 0; point = following[point]) {
      if (this.recordIfNear(point, face)) {
        if (previous < 0) heads[face] = following[point];
        else following[previous] = following[point];
      } else {
        previous = point;
        if (point < preferred) next = point;
      }
    }
    if (next < 0) highest[face] = -1;
    return next;
  }

  /** Returns whether a point above `face` is within `step` of the surface, to be dropped. If so, includes its distance in `off`. */
  private recordIfNear(point: number, face: number): boolean {
    if (this.recordIfNearOnWalk(point, face)) return true;
    // The nearest triangle is visible from the point. Finding all visible faces costs no more than inserting the point.
    const distance = this.distance(point, face, this.cloud.step);
    if (!(distance <= this.cloud.step)) return false;
    if (distance > this.off) this.off = distance;
    return true;
  }

  /** Like `recordIfNear`, for triangles on the walk from a face to the triangle nearest to the point. */
  private recordIfNearOnWalk(point: number, from: number): boolean {
    const { surface, cloud } = this;
    const { corners, twins, planes } = surface;
    let face = from;
    for (let walked = 0; walked < maxWalk; walked++) {
      const distance = distanceToTriangle(
        cloud.xyz,
        point,
        corners[3 * face],
        corners[3 * face + 1],
        corners[3 * face + 2],
      );
      if (distance <= cloud.step) {
        if (distance > this.off) this.off = distance;
        return true;
      }
      const side = sideToward(surface, face, point);
      if (side < 0) return false;
      face = Math.trunc(twins[3 * face + side] / 3);
      if (surface.height(face, point) < -cloud.step * planes[stride * face + 7] - planes[stride * face + 6])
        return false;
    }
    return false;
  }

  private insert(point: number, visibleFace: number): void {
    this.findHorizon(point, visibleFace);
    this.raiseCone(point);
    this.reassign(point);
  }

  /** Floods the visible faces and collects the half-edges around them. */
  private findHorizon(point: number, visibleFace: number): void {
    const { surface, visible, horizon } = this;
    const { stamps, twins } = surface;
    // Even marks: the face was tested and is hidden. Odd marks: it is visible.
    this.mark += 2;
    const visibleMark = this.mark + 1;
    const hiddenMark = this.mark;
    let [visibleCount, horizonCount] = [0, 0];
    visible[visibleCount++] = visibleFace;
    stamps[visibleFace] = visibleMark;
    for (let k = 0; k < visibleCount; k++) {
      const first = 3 * visible[k];
      for (let halfEdge = first; halfEdge < first + 3; halfEdge++) {
        const twin = twins[halfEdge];
        const face = Math.trunc(twin / 3);
        if (stamps[face] < hiddenMark) {
          if (surface.isAbove(face, point)) {
            stamps[face] = visibleMark;
            visible[visibleCount++] = face;
          } else stamps[face] = hiddenMark;
        }
        if (stamps[face] === hiddenMark) horizon[horizonCount++] = twin;
      }
    }
    this.visibleCount = visibleCount;
    this.horizonCount = horizonCount;
  }

  /** Creates the triangles that connect the edges of the horizon with the point. */
  private raiseCone(point: number): void {
    const { surface, horizon, horizonCount, fresh, faceAtStart } = this;
    surface.reserve(horizonCount);
    const { corners, twins } = surface;
    for (let k = 0; k < horizonCount; k++) {
      const outer = horizon[k];
      const [start, end] = [corners[nextInFace(outer)], corners[outer]];
      const face = surface.create(start, end, point);
      twins[3 * face] = outer;
      twins[outer] = 3 * face;
      faceAtStart[start] = face;
      fresh[k] = face;
    }
    this.freshCount = horizonCount;
    for (let k = 0; k < horizonCount; k++) {
      const face = fresh[k];
      const after = faceAtStart[corners[3 * face + 1]];
      twins[3 * face + 1] = 3 * after + 2;
      twins[3 * after + 2] = 3 * face + 1;
    }
  }

  /** Reassigns the points of the removed faces to the new faces. */
  private reassign(inserted: number): void {
    const { surface, visible, visibleCount, following } = this;
    for (let k = 0; k < visibleCount; k++) {
      for (let point = surface.heads[visible[k]]; point >= 0; ) {
        const after = following[point];
        if (point !== inserted) this.assign(point);
        point = after;
      }
    }
    for (let k = 0; k < visibleCount; k++) surface.release(visible[k]);
  }

  /** Adds a point to the list of a new face below it, or drops it. */
  private assign(point: number): void {
    const { surface, fresh, freshCount, cloud } = this;
    const { planes } = surface;
    const { xyz } = cloud;
    const [x, y, z] = [xyz[3 * point], xyz[3 * point + 1], xyz[3 * point + 2]];
    let isUncertain = false;
    for (let k = 0; k < freshCount; k++) {
      const face = fresh[k];
      const at = stride * face;
      const height =
        planes[at] * (x - planes[at + 3]) +
        planes[at + 1] * (y - planes[at + 4]) +
        planes[at + 2] * (z - planes[at + 5]);
      if (height > planes[at + 6]) {
        this.enlist(point, face, height);
        return;
      }
      if (height >= -planes[at + 6]) isUncertain = true;
    }
    if (isUncertain) this.assignExactly(point);
  }

  private assignExactly(point: number): void {
    const { surface, fresh, cloud } = this;
    const { planes, corners } = surface;
    for (let k = 0; k < this.freshCount; k++) {
      const face = fresh[k];
      const height = surface.height(face, point);
      if (height < -planes[stride * face + 6]) continue;
      const at = 3 * face;
      const distance = distanceToTriangle(cloud.xyz, point, corners[at], corners[at + 1], corners[at + 2]);
      if (distance <= cloud.step) {
        if (distance > this.off) this.off = distance;
        return;
      }
      if (surface.isAboveExactly(face, point)) {
        this.enlist(point, face, height);
        return;
      }
    }
  }

  private enlist(point: number, face: number, height: number): void {
    const { heads, highest, heights } = this.surface;
    this.following[point] = heads[face];
    heads[face] = point;
    if (point < this.preferred && (highest[face] < 0 || height > heights[face])) {
      heights[face] = height;
      highest[face] = point;
    }
  }

  private findHighest(face: number): void {
    const { surface, following } = this;
    surface.highest[face] = -1;
    for (let point = surface.heads[face]; point >= 0; point = following[point]) {
      const height = surface.height(face, point);
      if (surface.highest[face] >= 0 && height <= surface.heights[face]) continue;
      surface.highest[face] = point;
      surface.heights[face] = height;
    }
  }

  /** The number of points still on lists, and their largest distance from the surface. */
  leftOver(): { count: number; deepest: number } {
    const { surface, following } = this;
    let [count, deepest] = [0, 0];
    for (let face = 0; face < surface.used; face++) {
      for (let point = surface.heads[face]; point >= 0; point = following[point]) {
        count++;
        deepest = Math.max(deepest, this.distance(point, face, deepest));
      }
    }
    return { count, deepest };
  }

  /** The distance of a point above `visibleFace` from the surface. If it is at most `enough`, the result may be only an upper bound. */
  private distance(point: number, visibleFace: number, enough: number): number {
    const { surface, cloud } = this;
    const { corners } = surface;
    const distanceTo = (face: number): number =>
      distanceToTriangle(cloud.xyz, point, corners[3 * face], corners[3 * face + 1], corners[3 * face + 2]);
    let smallest = distanceTo(visibleFace);
    if (smallest <= enough) return smallest;
    this.findHorizon(point, visibleFace);
    for (let k = 0; k < this.visibleCount; k++) smallest = Math.min(smallest, distanceTo(this.visible[k]));
    return smallest;
  }
}

/** The side of a face beyond which a point lies farthest; −1 if the point projects into the face. */
function sideToward({ corners, xyz, planes }: HullSurface, face: number, point: number): number {
  const at = stride * face;
  let farthestSide = -1;
  let largestDistance = 0;
  for (let side = 0; side < 3; side++) {
    const [a, b] = [3 * corners[3 * face + side], 3 * corners[3 * face + ((side + 1) % 3)]];
    const [ux, uy, uz] = [xyz[b] - xyz[a], xyz[b + 1] - xyz[a + 1], xyz[b + 2] - xyz[a + 2]];
    const [wx, wy, wz] = [xyz[3 * point] - xyz[a], xyz[3 * point + 1] - xyz[a + 1], xyz[3 * point + 2] - xyz[a + 2]];
    // In the plane of the face, u × n points outward. Its product with w is the distance from the side, times |u|.
    const product =
      (uy * planes[at + 2] - uz * planes[at + 1]) * wx +
      (uz * planes[at] - ux * planes[at + 2]) * wy +
      (ux * planes[at + 1] - uy * planes[at]) * wz;
    const distance = product / Math.sqrt(ux * ux + uy * uy + uz * uz);
    if (distance > largestDistance) [farthestSide, largestDistance] = [side, distance];
  }
  return farthestSide;
}
