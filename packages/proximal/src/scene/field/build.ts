// Fills the grid of a distance field: first the corners of all coarse cells, then the blocks of the coarse cells that may be near the surface.
import type { Bounds } from '../../shapes/shape.ts';
import { blockSize, row, side } from './grid.ts';
import type { DistanceSource } from './source.ts';

/** The position and size of a grid. */
export interface GridPlan {
  /** The least corner, in meters. */
  readonly origin: readonly [number, number, number];
  /** The side of the fine cells, in meters. */
  readonly resolution: number;
  /** The coarse cells along each axis. */
  readonly counts: readonly [number, number, number];
}

/** The grid of coarse cells around a box, centered on it. */
export function planGrid({ min, max }: Bounds, resolution: number): GridPlan {
  const block = side * resolution;
  const count = (axis: number): number => Math.max(1, Math.ceil((max[axis] - min[axis]) / block));
  const counts = [count(0), count(1), count(2)] as const;
  const start = (axis: number): number => (min[axis] + max[axis]) / 2 - (counts[axis] * block) / 2;
  return { origin: [start(0), start(1), start(2)], resolution, counts };
}

export function coarseCount({ counts: [nx, ny, nz] }: GridPlan): { readonly cells: number; readonly corners: number } {
  return { cells: nx * ny * nz, corners: (nx + 1) * (ny + 1) * (nz + 1) };
}

/** Measures the corners of a grid. */
export class GridBuilder {
  constructor(
    private readonly source: DistanceSource,
    private readonly plan: GridPlan,
    /** Called after every row of coarse corners and every block, with the fraction that is done; may throw. */
    private readonly report: (fraction: number) => void,
  ) {}

  /** The values at the corners of the coarse cells, row by row: distances divided by the resolution. */
  coarseValues(): Float32Array {
    const { resolution, counts, origin } = this.plan;
    const [nx, ny, nz] = counts;
    const step = side * resolution;
    const values = new Float32Array((nx + 1) * (ny + 1) * (nz + 1));
    const points = new Float64Array(3 * (nx + 1));
    const distances = new Float64Array(nx + 1);
    for (let at = 0; at < values.length; at += nx + 1) {
      const j = (at / (nx + 1)) % (ny + 1);
      const k = Math.floor(at / ((nx + 1) * (ny + 1)));
      for (let i = 0; i <= nx; i++) {
        points[3 * i] = origin[0] + i * step;
        points[3 * i + 1] = origin[1] + j * step;
        points[3 * i + 2] = origin[2] + k * step;
      }
      this.source.measure(points, distances);
      for (let i = 0; i <= nx; i++) values[at + i] = distances[i] / resolution;
      this.report((at + nx + 1) / values.length);
    }
    return values;
  }

  /** The indices of the coarse cells that may have points within `band` of the surface, ascending. @param band in meters */
  nearCells(coarse: Float32Array, band: number): Int32Array {
    const [nx, ny, nz] = this.plan.counts;
    // Every point of a cell is within half a diagonal of its nearest corner.
    const maxValue = (1 + 1e-6) * (band / this.plan.resolution + (Math.sqrt(3) / 2) * side);
    const found: number[] = [];
    for (let cz = 0; cz < nz; cz++)
      for (let cy = 0; cy < ny; cy++)
        for (let cx = 0; cx < nx; cx++) {
          let least = Infinity;
          for (let k = 0; k < 8; k++) {
            const at = ((cz + (k >> 2)) * (ny + 1) + cy + ((k >> 1) & 1)) * (nx + 1) + cx + (k & 1);
            least = Math.min(least, Math.abs(coarse[at]));
          }
          if (least <= maxValue) found.push((cz * ny + cy) * nx + cx);
        }
    return Int32Array.from(found);
  }

  /** The values of the blocks of some coarse cells. Values shared with an earlier block or with coarse cells are copied. */
  blockValues(coarse: Float32Array, cells: Int32Array): Float32Array {
    const [nx, ny, nz] = this.plan.counts;
    const values = new Float32Array(cells.length * blockSize);
    const index = new Int32Array(nx * ny * nz).fill(-1);
    cells.forEach((cell, block) => {
      const cellIndex = [cell % nx, Math.floor(cell / nx) % ny, Math.floor(cell / (nx * ny))] as const;
      index[cell] = block;
      const left = cellIndex[0] > 0 ? index[cell - 1] : -1;
      const front = cellIndex[1] > 0 ? index[cell - nx] : -1;
      const below = cellIndex[2] > 0 ? index[cell - nx * ny] : -1;
      this.fill(values, block, cellIndex, coarse, { left, front, below });
      this.report((block + 1) / cells.length);
    });
    return values;
  }

  private fill(
    values: Float32Array,
    block: number,
    [cx, cy, cz]: readonly [number, number, number],
    coarse: Float32Array,
    { left, front, below }: { readonly left: number; readonly front: number; readonly below: number },
  ): void {
    const { origin, resolution: h, counts } = this.plan;
    const [nx, ny] = counts;
    const base = block * blockSize;
    // Indices of the values to measure.
    const unset = new Int32Array(blockSize);
    const points = new Float64Array(3 * blockSize);
    let count = 0;
    for (let corner = 0; corner < blockSize; corner++) {
      const at = base + corner;
      const i = corner % row;
      const j = Math.floor(corner / row) % row;
      const k = Math.floor(corner / (row * row));
      if (i % side === 0 && j % side === 0 && k % side === 0)
        values[at] = coarse[((cz + k / side) * (ny + 1) + cy + j / side) * (nx + 1) + cx + i / side];
      else if (i === 0 && left >= 0) values[at] = values[left * blockSize + corner + side];
      else if (j === 0 && front >= 0) values[at] = values[front * blockSize + corner + side * row];
      else if (k === 0 && below >= 0) values[at] = values[below * blockSize + corner + side * row * row];
      else {
        points[3 * count] = origin[0] + (side * cx + i) * h;
        points[3 * count + 1] = origin[1] + (side * cy + j) * h;
        points[3 * count + 2] = origin[2] + (side * cz + k) * h;
        unset[count++] = at;
      }
    }
    const distances = new Float64Array(count);
    this.source.measure(points.subarray(0, 3 * count), distances);
    for (let k = 0; k < count; k++) values[unset[k]] = distances[k] / h;
  }
}
