// A closed surface of triangles in typed arrays. Half-edge 3f + k runs from corner k of face f to the next corner.
import { accurateNormal, orientation3 } from './predicates.ts';

/** Numbers per face in `planes`: 0–2 the normal (not of unit length), 3–5 a corner, 6 the error bound of a height, 7 |normal|. */
export const stride = 8;

/**
 * Rounding of a height n·(p − a), n = (b − a) × (c − a), in units of 2⁻⁵³ relative to the sum of its absolute products: 2 for the
 * differences in n, 2 for its product and difference, 1 for p − a, 1 for the product, 2 for the sum. 10 also covers the rounding
 * of the bound itself.
 */
const heightError = 10 * 2 ** -53;

/**
 * If the products whose difference is the normal are larger than the normal by this factor, the normal is computed from exact sums: only the other
 * rounding errors remain. Without exact sums, every height above the faces of a needle would be within its error bound.
 */
const sliver = 32;

const accurate = new Float64Array(3);

export class HullSurface {
  /** Three point indices per face, counter-clockwise seen from outside. */
  corners: Int32Array;
  /** The opposite half-edge of each half-edge. */
  twins: Int32Array;
  planes: Float64Array;
  /** The first point of each face's list of points above it; −1 for none. */
  heads: Int32Array;
  /** For each face, the point of its list that is highest above it; −1 for none. */
  highest: Int32Array;
  /** The height of that point times |normal|. */
  heights: Float64Array;
  /** The mark of the face's last visit; −1 if the face is not in use. */
  stamps: Int32Array;
  /** Faces 0 … used − 1 have been in use. */
  used = 0;
  private readonly free: number[] = [];
  private readonly extents: readonly [number, number, number];

  constructor(
    readonly xyz: Float64Array,
    capacity: number,
  ) {
    this.corners = new Int32Array(3 * capacity);
    this.twins = new Int32Array(3 * capacity);
    this.planes = new Float64Array(stride * capacity);
    this.heads = new Int32Array(capacity);
    this.highest = new Int32Array(capacity);
    this.heights = new Float64Array(capacity);
    this.stamps = new Int32Array(capacity).fill(-1);
    this.extents = [extent(xyz, 0), extent(xyz, 1), extent(xyz, 2)];
  }

  /** Reserves memory for `more` faces. Replaces the arrays: do not keep references to them across this call. */
  reserve(more: number): void {
    const needed = this.used + more - this.free.length;
    if (needed <= this.heads.length) return;
    const capacity = Math.max(needed, 2 * this.heads.length);
    this.corners = grown(this.corners, new Int32Array(3 * capacity));
    this.twins = grown(this.twins, new Int32Array(3 * capacity));
    this.planes = grown(this.planes, new Float64Array(stride * capacity));
    this.heads = grown(this.heads, new Int32Array(capacity));
    this.highest = grown(this.highest, new Int32Array(capacity));
    this.heights = grown(this.heights, new Float64Array(capacity));
    this.stamps = grown(this.stamps, new Int32Array(capacity).fill(-1));
  }

  /** A new face without neighbors; its memory must be reserved. */
  create(a: number, b: number, c: number): number {
    const face = this.free.pop() ?? this.used++;
    const { corners, xyz, planes, extents } = this;
    corners[3 * face] = a;
    corners[3 * face + 1] = b;
    corners[3 * face + 2] = c;
    this.heads[face] = -1;
    this.highest[face] = -1;
    this.stamps[face] = 0;
    const [x, y, z] = [xyz[3 * a], xyz[3 * a + 1], xyz[3 * a + 2]];
    const [ux, uy, uz] = [xyz[3 * b] - x, xyz[3 * b + 1] - y, xyz[3 * b + 2] - z];
    const [vx, vy, vz] = [xyz[3 * c] - x, xyz[3 * c + 1] - y, xyz[3 * c + 2] - z];
    const [yz, zy, zx, xz, xy, yx] = [uy * vz, uz * vy, uz * vx, ux * vz, ux * vy, uy * vx];
    let [nx, ny, nz] = [yz - zy, zx - xz, xy - yx];
    let bound =
      (Math.abs(yz) + Math.abs(zy)) * extents[0] +
      (Math.abs(zx) + Math.abs(xz)) * extents[1] +
      (Math.abs(xy) + Math.abs(yx)) * extents[2];
    if (bound > sliver * (Math.abs(nx) * extents[0] + Math.abs(ny) * extents[1] + Math.abs(nz) * extents[2])) {
      accurateNormal(xyz, a, b, c, accurate);
      [nx, ny, nz] = accurate;
      bound = Math.abs(nx) * extents[0] + Math.abs(ny) * extents[1] + Math.abs(nz) * extents[2];
    }
    const at = stride * face;
    planes[at] = nx;
    planes[at + 1] = ny;
    planes[at + 2] = nz;
    planes[at + 3] = x;
    planes[at + 4] = y;
    planes[at + 5] = z;
    planes[at + 6] = heightError * bound;
    planes[at + 7] = Math.sqrt(nx * nx + ny * ny + nz * nz);
    return face;
  }

  release(face: number): void {
    this.stamps[face] = -1;
    this.heads[face] = -1;
    this.highest[face] = -1;
    this.free.push(face);
  }

  isFace(face: number): boolean {
    return this.stamps[face] >= 0;
  }

  link(halfEdge: number, other: number): void {
    this.twins[halfEdge] = other;
    this.twins[other] = halfEdge;
  }

  /** Height of a point above the face's plane, times |normal|, with an error of at most planes[stride · face + 6]. */
  height(face: number, point: number): number {
    const { planes, xyz } = this;
    const at = stride * face;
    return (
      planes[at] * (xyz[3 * point] - planes[at + 3]) +
      planes[at + 1] * (xyz[3 * point + 1] - planes[at + 4]) +
      planes[at + 2] * (xyz[3 * point + 2] - planes[at + 5])
    );
  }

  /** Whether a point is above the face's plane, decided exactly: all answers are consistent. */
  isAbove(face: number, point: number): boolean {
    const height = this.height(face, point);
    const bound = this.planes[stride * face + 6];
    if (height > bound) return true;
    if (height < -bound) return false;
    return this.isAboveExactly(face, point);
  }

  /** Like `isAbove`, without the floating-point test. */
  isAboveExactly(face: number, point: number): boolean {
    const { corners, xyz } = this;
    const [a, b, c] = [corners[3 * face], corners[3 * face + 1], corners[3 * face + 2]];
    if (point === a || point === b || point === c) return false;
    // The most common tie needs no exact arithmetic: a face and a point in one plane perpendicular to an axis.
    for (let k = 0; k < 3; k++) {
      const x = xyz[3 * a + k];
      if (x === xyz[3 * b + k] && x === xyz[3 * c + k] && x === xyz[3 * point + k]) return false;
    }
    return orientation3(xyz, a, b, c, point) > 0;
  }
}

function extent(xyz: Float64Array, axis: number): number {
  let lowest = Infinity;
  let highest = -Infinity;
  for (let k = axis; k < xyz.length; k += 3) {
    const x = xyz[k];
    if (x < lowest) lowest = x;
    if (x > highest) highest = x;
  }
  return highest - lowest;
}

function grown<T extends Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

export function nextInFace(halfEdge: number): number {
  return halfEdge % 3 === 2 ? halfEdge - 2 : halfEdge + 1;
}

export function previousInFace(halfEdge: number): number {
  return halfEdge % 3 === 0 ? halfEdge + 2 : halfEdge - 1;
}
