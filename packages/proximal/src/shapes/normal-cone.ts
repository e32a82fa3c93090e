// The normal cone of a hull's vertex, intersected with the faces of the cube [−1, 1]³: convex polygons with coordinates u, v, u, v …,
// and the squares of a grid that they meet.
import type { Hull } from '../hull/hull.ts';

/**
 * The widening of cones and cells, in face coordinates (about radians). A cell is a square on a face. A direction on the boundary between cells or cones may be rounded to either side. If two vertices
 * are equally far up to rounding, a cell needs both, because a scan returns the vertex with the lower index.
 */
export const widening = 1e-7;

/**
 * The largest number of half-spaces of a normal cone. Clipping a polygon by n half-spaces takes n² steps, and the apex of a pyramid has all other
 * vertices as neighbors. With fewer half-spaces the normal cone is wider, which adds candidates to some cells but changes no result.
 */
const maxPlanes = 64;

/**
 * The half-spaces ⟨d, x − y⟩ + offset ≥ 0 of the directions d in which the vertex x is at least as far as its neighbor y: four numbers each, x − y and
 * the offset, which widens the cone.
 */
export function conePlanes({ vertices, neighborStart, neighbors }: Hull, vertex: number): Float64Array {
  const [from, to] = [neighborStart[vertex], neighborStart[vertex + 1]];
  const count = Math.min(to - from, maxPlanes);
  const planes = new Float64Array(4 * count);
  const [x, y, z] = vertices.subarray(3 * vertex, 3 * vertex + 3);
  // A bound on the rounding error of a product ⟨d, v⟩.
  const rounding = 16 * Number.EPSILON * (Math.abs(x) + Math.abs(y) + Math.abs(z));
  for (let k = 0; k < count; k++) {
    // Select the neighbors evenly.
    const at = 3 * neighbors[from + Math.floor((k * (to - from)) / count)];
    const [dx, dy, dz] = [x - vertices[at], y - vertices[at + 1], z - vertices[at + 2]];
    planes.set([dx, dy, dz, widening * Math.sqrt(dx * dx + dy * dy + dz * dz) + rounding], 4 * k);
  }
  return planes;
}

/** The cone intersected with a face of the cube: a polygon in [−1, 1]², possibly empty. Along axis k, face 2k is at +1 and face 2k + 1 at −1. */
export function coneOnFace(planes: Float64Array, face: number): number[] {
  const axis = face >> 1;
  const sign = face & 1 ? -1 : 1;
  let polygon = [-1, -1, 1, -1, 1, 1, -1, 1];
  for (let k = 0; k < planes.length && polygon.length > 0; k += 4) {
    const constant = sign * planes[k + axis] + planes[k + 3];
    polygon = clip(polygon, planes[k + ((axis + 1) % 3)], planes[k + ((axis + 2) % 3)], constant);
  }
  return polygon;
}

/** The part of a convex polygon in the square with the lower corner (u, v), enlarged by `widening` on each side. */
export function clipToSquare(polygon: number[], u: number, v: number, width: number): number[] {
  let part = clip(polygon, 1, 0, widening - u);
  part = clip(part, -1, 0, widening + u + width);
  part = clip(part, 0, 1, widening - v);
  return clip(part, 0, -1, widening + v + width);
}

/** The part of a convex polygon with a u + b v + c ≥ 0. */
function clip(polygon: number[], a: number, b: number, c: number): number[] {
  const out: number[] = [];
  let [u, v] = [polygon[polygon.length - 2], polygon[polygon.length - 1]];
  let before = a * u + b * v + c;
  for (let k = 0; k < polygon.length; k += 2) {
    const [x, y] = [polygon[k], polygon[k + 1]];
    const value = a * x + b * y + c;
    if (value >= 0 !== before >= 0) {
      const fraction = before / (before - value);
      out.push(u + fraction * (x - u), v + fraction * (y - v));
    }
    if (value >= 0) out.push(x, y);
    [u, v, before] = [x, y, value];
  }
  return out;
}

/** Finds the squares of a grid that a convex polygon meets. */
export class Raster {
  /** The range of columns of each row that the polygon covers. */
  private readonly least: Float64Array;
  private readonly greatest: Float64Array;

  /** @param count squares along an edge of the grid */
  constructor(private readonly count: number) {
    this.least = new Float64Array(count);
    this.greatest = new Float64Array(count);
  }

  /** Visits each square of the grid over the square with the lower corner (u, v) that the polygon meets, or misses by at most `widening`. */
  fill(polygon: readonly number[], u: number, v: number, width: number, visit: (square: number) => void): void {
    const { count, least, greatest } = this;
    least.fill(Infinity);
    greatest.fill(-Infinity);
    const scale = count / width;
    const scaled = polygon.map((x, k) => (x - (k % 2 === 0 ? u : v)) * scale);
    const slack = widening * scale;
    for (let k = 0; k < scaled.length; k += 2) {
      const next = (k + 2) % scaled.length;
      this.addEdge(scaled[k], scaled[k + 1], scaled[next], scaled[next + 1], slack);
    }
    for (let row = 0; row < count; row++) {
      if (!(least[row] <= greatest[row])) continue;
      const last = this.squareOf(greatest[row] + slack);
      for (let column = this.squareOf(least[row] - slack); column <= last; column++) visit(row * count + column);
    }
  }

  /** Widens the span of each row that the edge passes through, including the rows of its ends. */
  private addEdge(u: number, v: number, x: number, y: number, slack: number): void {
    const [low, high] = [Math.min(v, y), Math.max(v, y)];
    const last = this.squareOf(high + slack);
    for (let row = this.squareOf(low - slack); row <= last; row++) {
      for (const height of [Math.max(low, row), Math.min(high, row + 1)]) {
        const fraction = y === v ? 0 : Math.min(1, Math.max(0, (height - v) / (y - v)));
        const at = u + fraction * (x - u);
        this.least[row] = Math.min(this.least[row], at, y === v ? x : at);
        this.greatest[row] = Math.max(this.greatest[row], at, y === v ? x : at);
      }
    }
  }

  private squareOf(x: number): number {
    return Math.min(this.count - 1, Math.max(0, Math.floor(x)));
  }
}
