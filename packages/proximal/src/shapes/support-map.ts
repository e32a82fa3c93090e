// The map that makes a hull's support function nearly independent of its size: for each cell of the directions, the vertices that
// are farthest along some direction in it. The cells are squares on the faces of the cube [−1, 1]³; cells with many vertices,
// such as the cell at the axis of a can, are subdivided (kernel/shapes/convex.ts finds the cell of a direction). Seen from the
// origin, the directions along which a vertex is farthest are a convex cone, the intersection of the half-spaces ⟨d, v − u⟩ ≥ 0
// over its neighbors u; on a face of the cube the cone is a convex polygon (normal-cone.ts), and the squares that it meets are
// found row by row.
import type { Hull } from '../hull/hull.ts';
import { clipToSquare, coneOnFace, conePlanes, Raster, widening } from './normal-cone.ts';

/** Hulls up to this many vertices are scanned: see `npm run bench -- support`. */
export const scanLimit = 8;
/** A cell with more than `crowdedCount` candidates is subdivided, with `division` squares along its edge. */
const crowdedCount = 32;
const division = 4;
/** The smallest width of a cell, well above the widening of the cones. */
const minWidth = 200 * widening;
/**
 * The number of candidates from which on no cell is divided: `perVertex` for each vertex and 4096 more, but at most `total`. Undivided cells may have
 * `undividedPerVertex` for each vertex, and 4096 in any case.
 */
const limits = { undividedPerVertex: 24, perVertex: 64, total: 2_000_000 };

export interface SupportMap {
  /** Cells along an edge of the cube. */
  readonly cells: number;
  /** For each cell its first candidate and their number, or the first cell of its subdivision and −1. */
  readonly table: Int32Array;
  /** Vertex numbers, cell by cell, each list in ascending order. */
  readonly candidates: Int32Array;
}

/** The map of a hull, or null if a scan is faster. */
export function buildSupportMap(hull: Hull): SupportMap | null {
  const count = hull.vertices.length / 3;
  if (count <= scanLimit) return null;
  const cones = conesOf(hull);
  // About as many cells as vertices, unless many cones meet in few cells and the lists get too long.
  for (let cells = Math.max(2, Math.round(Math.sqrt(count / 6))); ; cells = Math.floor(cells / 2)) {
    const builder = new MapBuilder(hull, cones, cells);
    if (builder.fill(Math.max(limits.undividedPerVertex * count, 4096)) || cells <= 2) return builder.finish();
  }
}

/** The polygon of each vertex on each face of the cube, at 6 · vertex + face; empty if its cone misses the face. */
function conesOf(hull: Hull): number[][] {
  const cones: number[][] = [];
  for (let vertex = 0; vertex < hull.vertices.length / 3; vertex++) {
    const planes = conePlanes(hull, vertex);
    for (let face = 0; face < 6; face++) cones.push(coneOnFace(planes, face));
  }
  return cones;
}

/** A cell, or a square of a subdivided cell, by its position on a face of the cube. */
interface Cell {
  readonly index: number;
  readonly face: number;
  readonly u: number;
  readonly v: number;
  readonly width: number;
}

class MapBuilder {
  /** The vertices of each cell; for a subdivided cell, the number of its first square. */
  private readonly lists: (number[] | number)[];
  /** Crowded cells by the number of their candidates: list k has the cells with 2ᵏ to 2ᵏ⁺¹ − 1. */
  private readonly crowded: Cell[][] = Array.from({ length: 32 }, () => []);
  private total = 0;

  constructor(
    private readonly hull: Hull,
    private readonly cones: readonly number[][],
    private readonly cells: number,
  ) {
    this.lists = Array.from({ length: 6 * cells * cells }, () => []);
  }

  /** Lists the candidates of the undivided cells. Returns false if there are more than `limit`. */
  fill(limit: number): boolean {
    const { cells, cones } = this;
    const raster = new Raster(cells);
    for (let k = 0; k < cones.length && this.total <= limit; k++) {
      const first = (k % 6) * cells * cells;
      const vertex = Math.floor(k / 6);
      if (cones[k].length > 0) raster.fill(cones[k], -1, -1, 2, (square) => this.add(first + square, vertex));
    }
    return this.total <= limit;
  }

  /** Subdivides the cells with the most candidates first, up to the limit. */
  finish(): SupportMap {
    const { cells } = this;
    const budget = Math.min(limits.total, (limits.perVertex * this.cones.length) / 6 + 4096);
    const width = 2 / cells;
    for (let index = 0; index < 6 * cells * cells; index++) {
      const [face, row, column] = this.positionOf(index);
      // The cones of a hull cover all cells, except for rounding.
      if ((this.lists[index] as number[]).length === 0) this.add(index, this.farthest(index));
      this.consider({ index, face, u: -1 + column * width, v: -1 + row * width, width });
    }
    for (let size = 31; size >= 0; size--) {
      for (let cell = this.crowded[size].pop(); cell; cell = this.crowded[size].pop()) {
        if (this.total < budget) this.divide(cell);
      }
    }
    return this.flatten();
  }

  private add(cell: number, vertex: number): void {
    (this.lists[cell] as number[]).push(vertex);
    this.total++;
  }

  /** Registers a cell for subdivision if it is crowded and not too narrow. */
  private consider(cell: Cell): void {
    const { length } = this.lists[cell.index] as number[];
    if (length > crowdedCount && cell.width / division >= minWidth) this.crowded[31 - Math.clz32(length)].push(cell);
  }

  private divide({ index, face, u, v, width }: Cell): void {
    const list = this.lists[index] as number[];
    const first = this.lists.length;
    for (let k = 0; k < division * division; k++) this.lists.push([]);
    const raster = new Raster(division);
    for (const vertex of list) {
      const polygon = clipToSquare(this.cones[6 * vertex + face], u, v, width);
      if (polygon.length > 0) raster.fill(polygon, u, v, width, (square) => this.add(first + square, vertex));
    }
    this.lists[index] = first;
    this.total -= list.length;
    const step = width / division;
    for (let k = 0; k < division * division; k++) {
      // A square that no cone meets because of rounding keeps the candidates of its cell.
      if ((this.lists[first + k] as number[]).length === 0) for (const vertex of list) this.add(first + k, vertex);
      const position = { u: u + (k % division) * step, v: v + Math.floor(k / division) * step, width: step };
      this.consider({ index: first + k, face, ...position });
    }
  }

  private flatten(): SupportMap {
    const table = new Int32Array(2 * this.lists.length);
    const candidates = new Int32Array(this.total);
    let next = 0;
    this.lists.forEach((list, cell) => {
      if (typeof list === 'number') {
        table.set([list, -1], 2 * cell);
        return;
      }
      table.set([next, list.length], 2 * cell);
      candidates.set(list, next);
      next += list.length;
    });
    return { cells: this.cells, table, candidates };
  }

  private positionOf(cell: number): [face: number, row: number, column: number] {
    const { cells } = this;
    return [Math.floor(cell / (cells * cells)), Math.floor(cell / cells) % cells, cell % cells];
  }

  /** The support vertex along the center of a cell. */
  private farthest(cell: number): number {
    const { vertices } = this.hull;
    const [face, row, column] = this.positionOf(cell);
    const direction = [0, 0, 0];
    const axis = face >> 1;
    direction[axis] = face & 1 ? -1 : 1;
    direction[(axis + 1) % 3] = (2 * (column + 0.5)) / this.cells - 1;
    direction[(axis + 2) % 3] = (2 * (row + 0.5)) / this.cells - 1;
    let [best, greatestHeight] = [0, -Infinity];
    for (let k = 0; k < vertices.length; k += 3) {
      const height = direction[0] * vertices[k] + direction[1] * vertices[k + 1] + direction[2] * vertices[k + 2];
      if (height > greatestHeight) [best, greatestHeight] = [k / 3, height];
    }
    return best;
  }
}
