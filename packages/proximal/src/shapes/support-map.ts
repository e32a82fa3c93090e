// The map that makes a hull's support function independent of its size: for each cell of the directions, the vertices that
// are farthest along some direction in it. The cells are squares on the faces of the cube [−1, 1]³ (kernel/support/convex.ts
// finds the cell of a direction). Seen from the origin, the directions along which a vertex is farthest are a convex cone, the
// intersection of the half-spaces ⟨d, v − u⟩ ≥ 0 over its neighbours u; on a face of the cube that is a convex polygon, and the
// cells it meets are found row by row.
import type { Hull } from '../hull/hull.ts';

/** Hulls up to this many vertices are scanned: see `npm run bench -- support`. */
const scanLimit = 8;
/** How many cells there are for each vertex, about: more cells have shorter lists and take more memory. */
const cellsPerVertex = 1;
/**
 * How much the cones are widened, in radians: a direction on the border between cells or cones may be rounded to either
 * side, and a vertex that is farthest but for rounding may have the lower index.
 */
const margin = 1e-7;

export interface SupportMap {
  /** Cells along an edge of the cube. */
  readonly cells: number;
  /** For each of the 6 · cells² cells its first place in `candidates`, and the end. */
  readonly starts: Int32Array;
  /** Vertex numbers, cell by cell, in ascending order. */
  readonly candidates: Int32Array;
}

/** The map of a hull, or null where a scan is faster. */
export function buildSupportMap(hull: Hull): SupportMap | null {
  const count = hull.vertices.length / 3;
  if (count <= scanLimit) return null;
  const cells = Math.max(2, Math.round(Math.sqrt((cellsPerVertex * count) / 6)));
  const lists = new CellLists(6 * cells * cells);
  const raster = new Raster(cells);
  for (let vertex = 0; vertex < count; vertex++) {
    const planes = conePlanes(hull, vertex);
    for (let face = 0; face < 6; face++) {
      const polygon = coneOnFace(planes, face);
      if (polygon.length > 0) raster.fill(polygon, (square) => lists.add(face * cells * cells + square, vertex));
    }
  }
  lists.fillEmpty((cell) => farthestAtCenter(hull, cell, cells));
  return { cells, ...lists.flatten() };
}

/** Normals v − u of the cone's half-spaces and how far they are moved outwards: four numbers each. */
function conePlanes({ vertices, neighbourStart, neighbours }: Hull, vertex: number): Float64Array {
  const [from, to] = [neighbourStart[vertex], neighbourStart[vertex + 1]];
  const planes = new Float64Array(4 * (to - from));
  const [x, y, z] = vertices.subarray(3 * vertex, 3 * vertex + 3);
  // What the rounding of a product ⟨d, v⟩ can amount to.
  const rounding = 16 * Number.EPSILON * (Math.abs(x) + Math.abs(y) + Math.abs(z));
  for (let k = from; k < to; k++) {
    const at = 3 * neighbours[k];
    const [dx, dy, dz] = [x - vertices[at], y - vertices[at + 1], z - vertices[at + 2]];
    planes.set([dx, dy, dz, margin * Math.sqrt(dx * dx + dy * dy + dz * dz) + rounding], 4 * (k - from));
  }
  return planes;
}

/** The cone cut by a face of the cube: a polygon u v u v … in [−1, 1]², clockwise or not, empty if they miss. */
function coneOnFace(planes: Float64Array, face: number): number[] {
  const axis = face >> 1;
  const sign = face & 1 ? -1 : 1;
  let polygon = [-1, -1, 1, -1, 1, 1, -1, 1];
  for (let k = 0; k < planes.length && polygon.length > 0; k += 4) {
    const constant = sign * planes[k + axis] + planes[k + 3];
    polygon = clip(polygon, planes[k + ((axis + 1) % 3)], planes[k + ((axis + 2) % 3)], constant);
  }
  return polygon;
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
      const share = before / (before - value);
      out.push(u + share * (x - u), v + share * (y - v));
    }
    if (value >= 0) out.push(x, y);
    [u, v, before] = [x, y, value];
  }
  return out;
}

/** Finds the cells of a face that a convex polygon meets. */
class Raster {
  private readonly least: Float64Array;
  private readonly most: Float64Array;

  constructor(private readonly cells: number) {
    this.least = new Float64Array(cells);
    this.most = new Float64Array(cells);
  }

  fill(polygon: readonly number[], visit: (square: number) => void): void {
    const { cells, least, most } = this;
    least.fill(Infinity);
    most.fill(-Infinity);
    const scaled = polygon.map((x) => ((x + 1) / 2) * cells);
    for (let k = 0; k < scaled.length; k += 2) {
      const next = (k + 2) % scaled.length;
      this.addEdge(scaled[k], scaled[k + 1], scaled[next], scaled[next + 1]);
    }
    for (let row = 0; row < cells; row++) {
      if (!(least[row] <= most[row])) continue;
      const last = this.cellOf(most[row] + margin);
      for (let column = this.cellOf(least[row] - margin); column <= last; column++) visit(row * cells + column);
    }
  }

  /** Widens the span of each row that the edge passes through, its ends' rows included. */
  private addEdge(u: number, v: number, x: number, y: number): void {
    const [low, high] = [Math.min(v, y), Math.max(v, y)];
    const last = this.cellOf(high + margin);
    for (let row = this.cellOf(low - margin); row <= last; row++) {
      for (const height of [Math.max(low, row), Math.min(high, row + 1)]) {
        const share = y === v ? 0 : Math.min(1, Math.max(0, (height - v) / (y - v)));
        const at = u + share * (x - u);
        this.least[row] = Math.min(this.least[row], at, y === v ? x : at);
        this.most[row] = Math.max(this.most[row], at, y === v ? x : at);
      }
    }
  }

  private cellOf(x: number): number {
    return Math.min(this.cells - 1, Math.max(0, Math.floor(x)));
  }
}

/** Linked lists of vertices, one per cell; vertices arrive in ascending order. */
class CellLists {
  private readonly first: Int32Array;
  private readonly last: Int32Array;
  private readonly vertices: number[] = [];
  private readonly next: number[] = [];

  constructor(private readonly count: number) {
    this.first = new Int32Array(count).fill(-1);
    this.last = new Int32Array(count).fill(-1);
  }

  add(cell: number, vertex: number): void {
    const entry = this.vertices.push(vertex) - 1;
    this.next.push(-1);
    if (this.first[cell] < 0) this.first[cell] = entry;
    else this.next[this.last[cell]] = entry;
    this.last[cell] = entry;
  }

  fillEmpty(vertexOf: (cell: number) => number): void {
    for (let cell = 0; cell < this.count; cell++) if (this.first[cell] < 0) this.add(cell, vertexOf(cell));
  }

  flatten(): { starts: Int32Array; candidates: Int32Array } {
    const starts = new Int32Array(this.count + 1);
    const candidates = new Int32Array(this.vertices.length);
    let place = 0;
    for (let cell = 0; cell < this.count; cell++) {
      starts[cell] = place;
      for (let entry = this.first[cell]; entry >= 0; entry = this.next[entry])
        candidates[place++] = this.vertices[entry];
    }
    starts[this.count] = place;
    return { starts, candidates };
  }
}

/** The farthest vertex along the middle of a cell: the cones of a hull leave no cell without one, but rounding might. */
function farthestAtCenter({ vertices }: Hull, cell: number, cells: number): number {
  const face = Math.floor(cell / (cells * cells));
  const square = cell % (cells * cells);
  const direction = [0, 0, 0];
  const axis = face >> 1;
  direction[axis] = face & 1 ? -1 : 1;
  direction[(axis + 1) % 3] = (2 * ((square % cells) + 0.5)) / cells - 1;
  direction[(axis + 2) % 3] = (2 * (Math.floor(square / cells) + 0.5)) / cells - 1;
  let [best, most] = [0, -Infinity];
  for (let k = 0; k < vertices.length; k += 3) {
    const reach = direction[0] * vertices[k] + direction[1] * vertices[k + 1] + direction[2] * vertices[k + 2];
    if (reach > most) [best, most] = [k / 3, reach];
  }
  return best;
}
