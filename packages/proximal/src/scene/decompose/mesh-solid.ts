// The solid inside a mesh: the distance of a point from the triangles, and whether the point is inside.
import { buildBoxTree } from '../../broad/box-tree.ts';

/** The largest number of triangles of a leaf. */
const leafSize = 4;

export class MeshSolid {
  /** Nine numbers for each triangle, in the order of the tree. */
  readonly soup: Float64Array;
  /** The least coordinates, then the largest. */
  readonly box: Float64Array;
  /** 1 for each triangle of a closed shell, in the order of the tree. */
  private readonly closed: Uint8Array;
  private readonly hasInside: boolean;
  private readonly boxes: Float64Array;
  private readonly links: Int32Array;
  private readonly stack = new Int32Array(128);
  /** The squared distances of a point from the boxes of the nodes on the stack. */
  private readonly squaredGaps = new Float64Array(128);

  /**
   * @param corners nine numbers for each triangle; triangles of closed shells face outward
   * @param closed 1 for each triangle of a closed shell; no point is inside other shells
   */
  constructor(corners: Float64Array, closed: Uint8Array) {
    const count = corners.length / 9;
    const bounds = new Float64Array(6 * count);
    for (let k = 0; k < count; k++) boundPoints(corners.subarray(9 * k, 9 * k + 9), bounds, 6 * k);
    const { boxes, links, order } = buildBoxTree(bounds, count, leafSize);
    this.boxes = boxes;
    this.links = links;
    this.box = boxes.slice(0, 6);
    this.soup = new Float64Array(9 * count);
    this.closed = new Uint8Array(count);
    order.forEach((from, k) => {
      this.soup.set(corners.subarray(9 * from, 9 * from + 9), 9 * k);
      this.closed[k] = closed[from];
    });
    this.hasInside = closed.includes(1);
  }

  /** The distance of a point from the nearest triangle; infinite if it is not below `upTo`. */
  distance(x: number, y: number, z: number, upTo = Infinity): number {
    const { links, stack, squaredGaps } = this;
    const squaredLimit = upTo * upTo;
    let squaredBest = squaredLimit;
    let depth = 1;
    stack[0] = 0;
    squaredGaps[0] = this.squaredGap(0, x, y, z);
    while (depth > 0) {
      depth--;
      if (squaredGaps[depth] >= squaredBest) continue;
      const node = stack[depth];
      const first = links[2 * node];
      const count = links[2 * node + 1];
      for (let k = first; k < first + count; k++) {
        const squared = squaredDistanceToTriangle(x, y, z, this.soup, 9 * k);
        if (squared < squaredBest) squaredBest = squared;
      }
      if (count > 0) continue;
      const left = this.squaredGap(first, x, y, z);
      const right = this.squaredGap(first + 1, x, y, z);
      // The nearer child comes next.
      const near = left < right ? 0 : 1;
      stack[depth] = first + 1 - near;
      squaredGaps[depth++] = near === 0 ? right : left;
      stack[depth] = first + near;
      squaredGaps[depth++] = near === 0 ? left : right;
    }
    return squaredBest < squaredLimit ? Math.sqrt(squaredBest) : Infinity;
  }

  private squaredGap(node: number, x: number, y: number, z: number): number {
    const { boxes } = this;
    const at = 6 * node;
    // Comparisons instead of Math.max: twice as fast.
    const gx = x < boxes[at] ? boxes[at] - x : x > boxes[at + 3] ? x - boxes[at + 3] : 0;
    const gy = y < boxes[at + 1] ? boxes[at + 1] - y : y > boxes[at + 4] ? y - boxes[at + 4] : 0;
    const gz = z < boxes[at + 2] ? boxes[at + 2] - z : z > boxes[at + 5] ? z - boxes[at + 5] : 0;
    return gx * gx + gy * gy + gz * gz;
  }

  /** Whether the winding number of the closed shells about a point is not 0. */
  isInside(x: number, y: number, z: number): boolean {
    return this.hasInside && this.winding(x, y, z) !== 0;
  }

  /** The crossings of closed shells by the ray along +z, counted +1 outward and −1 inward. */
  private winding(x: number, y: number, z: number): number {
    const { links, stack, soup, boxes } = this;
    let sum = 0;
    let depth = 1;
    stack[0] = 0;
    while (depth > 0) {
      const node = stack[--depth];
      const at = 6 * node;
      if (x < boxes[at] || x > boxes[at + 3] || y < boxes[at + 1] || y > boxes[at + 4] || z > boxes[at + 5]) continue;
      const first = links[2 * node];
      const count = links[2 * node + 1];
      for (let k = first; k < first + count; k++) if (this.closed[k]) sum += crossing(x, y, z, soup, 9 * k);
      if (count > 0) continue;
      stack[depth++] = first;
      stack[depth++] = first + 1;
    }
    return sum;
  }
}

/** Writes the bounding box of points: three least coordinates, then three largest. */
export function boundPoints(points: Float64Array, out: Float64Array, at = 0): void {
  for (let axis = 0; axis < 3; axis++) {
    let [least, greatest] = [Infinity, -Infinity];
    for (let k = axis; k < points.length; k += 3) {
      least = Math.min(least, points[k]);
      greatest = Math.max(greatest, points[k]);
    }
    out[at + axis] = least;
    out[at + 3 + axis] = greatest;
  }
}

/**
 * Scratch of `crossing`. Seen along z, the line through the point parallel to x crosses two edges of the triangle: x and z of the
 * crossing left of the point, then of the crossing right of it.
 */
const sides = /* @__PURE__ */ new Float64Array(4);

/**
 * 1 or −1 if the ray from a point along +z crosses a triangle with or against its normal, otherwise 0. Whether the ray passes left or right of an
 * edge depends on the ends of the edge and the point alone: rounding may move a crossing to the neighbor, but never loses it or counts it twice.
 * The count of a closed shell can be wrong only for points within rounding of it.
 */
export function crossing(x: number, y: number, z: number, soup: Float64Array, at: number): number {
  const sign = passing(x, y, soup, at, at + 3) + passing(x, y, soup, at + 3, at + 6) + passing(x, y, soup, at + 6, at);
  if (sign === 0) return 0;
  if (z < Math.min(soup[at + 2], soup[at + 5], soup[at + 8])) return sign;
  if (z >= Math.max(soup[at + 2], soup[at + 5], soup[at + 8])) return 0;
  // One edge passes left and one right of the ray.
  const width = sides[2] - sides[0];
  const along = width > 0 ? Math.min(1, Math.max(0, (x - sides[0]) / width)) : 0;
  return sides[1] + along * (sides[3] - sides[1]) > z ? sign : 0;
}

/** 1 or −1 if the edge from corner `a` to corner `b` crosses the half-line from (x, y) along +x in the direction +y or −y, otherwise 0. */
function passing(x: number, y: number, soup: Float64Array, a: number, b: number): number {
  const isUpward = soup[a + 1] <= y;
  if (isUpward === soup[b + 1] <= y) return 0;
  const low = isUpward ? a : b;
  const high = isUpward ? b : a;
  const along = (y - soup[low + 1]) / (soup[high + 1] - soup[low + 1]);
  const across = soup[low] + along * (soup[high] - soup[low]);
  const isRight = x < Math.min(soup[low], soup[high]) || (x < Math.max(soup[low], soup[high]) && across > x);
  const to = isRight ? 2 : 0;
  sides[to] = across;
  sides[to + 1] = soup[low + 2] + along * (soup[high + 2] - soup[low + 2]);
  if (!isRight) return 0;
  return isUpward ? 1 : -1;
}

/**
 * Area coordinates are inaccurate for points that are farther from the triangle's first corner than this times the triangle's width: see
 * `squaredDistanceToTriangle`.
 */
const farFactor = 1e3;
/** If the length of a triangle exceeds this times its width, the distance of such a far point is that of the nearest edge. */
const maxAspectRatio = 1e8;

/** The squared distance of a point from a triangle, whose nearest point is a corner, on a side or in the interior (Ericson 2005, 5.1.5). */
export function squaredDistanceToTriangle(x: number, y: number, z: number, soup: Float64Array, at: number): number {
  const px = x - soup[at];
  const py = y - soup[at + 1];
  const pz = z - soup[at + 2];
  const ux = soup[at + 3] - soup[at];
  const uy = soup[at + 4] - soup[at + 1];
  const uz = soup[at + 5] - soup[at + 2];
  const vx = soup[at + 6] - soup[at];
  const vy = soup[at + 7] - soup[at + 1];
  const vz = soup[at + 8] - soup[at + 2];
  const d1 = ux * px + uy * py + uz * pz;
  const d2 = vx * px + vy * py + vz * pz;
  if (d1 <= 0 && d2 <= 0) return squaredLength(px, py, pz);
  const qx = px - ux;
  const qy = py - uy;
  const qz = pz - uz;
  const d3 = ux * qx + uy * qy + uz * qz;
  const d4 = vx * qx + vy * qy + vz * qz;
  if (d3 >= 0 && d4 <= d3) return squaredLength(qx, qy, qz);
  const rx = px - vx;
  const ry = py - vy;
  const rz = pz - vz;
  const d5 = ux * rx + uy * ry + uz * rz;
  const d6 = vx * rx + vy * ry + vz * rz;
  if (d6 >= 0 && d5 <= d6) return squaredLength(rx, ry, rz);
  // The area coordinates a, b and c below are differences of products of the size |u| |v| |p|². The sum a + b + c is |u × v|², the square of the
  // length times the width (`squaredArea` below): if the width is small, rounding errors exceed the area coordinates.
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const squaredArea = squaredLength(nx, ny, nz);
  const squaredLong = Math.max(squaredLength(ux, uy, uz), squaredLength(vx, vy, vz));
  const squaredFar = squaredLength(px, py, pz);
  if (farFactor * farFactor * squaredArea < squaredLong * squaredFar) {
    const toSides = Math.min(
      squaredDistanceToSide(px, py, pz, ux, uy, uz),
      squaredDistanceToSide(px, py, pz, vx, vy, vz),
      squaredDistanceToSide(qx, qy, qz, vx - ux, vy - uy, vz - uz),
    );
    if (!(maxAspectRatio * maxAspectRatio * squaredArea > squaredLong * squaredLong)) return toSides;
    const c = nx * (uy * pz - uz * py) + ny * (uz * px - ux * pz) + nz * (ux * py - uy * px);
    const b = nx * (py * vz - pz * vy) + ny * (pz * vx - px * vz) + nz * (px * vy - py * vx);
    if (c < 0 || b < 0 || b + c > squaredArea) return toSides;
    // The distance from the plane, times |u × v|.
    const height = nx * px + ny * py + nz * pz;
    return Math.min(toSides, (height * height) / squaredArea);
  }
  const c = d1 * d4 - d3 * d2;
  if (c <= 0 && d1 >= 0 && d3 <= 0 && d1 > d3) {
    const t = d1 / (d1 - d3);
    return squaredLength(px - t * ux, py - t * uy, pz - t * uz);
  }
  const b = d5 * d2 - d1 * d6;
  if (b <= 0 && d2 >= 0 && d6 <= 0 && d2 > d6) {
    const t = d2 / (d2 - d6);
    return squaredLength(px - t * vx, py - t * vy, pz - t * vz);
  }
  const a = d3 * d6 - d5 * d4;
  const along = d4 - d3;
  const against = d5 - d6;
  if (a <= 0 && along >= 0 && against >= 0 && along + against > 0) {
    const t = along / (along + against);
    return squaredLength(qx - t * (vx - ux), qy - t * (vy - uy), qz - t * (vz - uz));
  }
  const sum = a + b + c;
  const s = b / sum;
  const t = c / sum;
  return squaredLength(px - s * ux - t * vx, py - s * uy - t * vy, pz - s * uz - t * vz);
}

/** The squared distance of a point p from the segment from the origin to u. */
function squaredDistanceToSide(px: number, py: number, pz: number, ux: number, uy: number, uz: number): number {
  const along = ux * px + uy * py + uz * pz;
  const square = squaredLength(ux, uy, uz);
  if (!(along > 0 && square > 0)) return squaredLength(px, py, pz);
  const t = Math.min(1, along / square);
  return squaredLength(px - t * ux, py - t * uy, pz - t * uz);
}

function squaredLength(x: number, y: number, z: number): number {
  return x * x + y * y + z * z;
}
