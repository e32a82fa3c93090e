// Bounds and interpolated values at points of a distance field. Results are properties of the sampler: nothing is allocated.
import { type Grid, side } from './grid.ts';

/** The scalars of a field. */
export interface FieldNumbers {
  /** The least corner of the grid, in meters. */
  readonly origin: readonly [number, number, number];
  /** The side of the fine cells, in meters. */
  readonly resolution: number;
  /** A bound of the error of every stored distance, in meters. */
  readonly error: number;
  readonly isSigned: boolean;
  /** A box that contains the body: least coordinates, then largest. */
  readonly box: readonly number[];
}

/** A bound on the relative rounding errors of sums of coordinates. */
const rounding = 2 ** -48;

export class Sampler {
  /** Bounds of the distance at the last point. */
  lower = 0;
  upper = 0;
  /** The interpolated distance and its gradient at the last point. */
  value = 0;
  readonly gradient = new Float64Array(3);
  /** The last point in units of fine cells from the grid's least corner, clamped to the grid. */
  private readonly inside = new Float64Array(3);
  /** The vector from `inside` to the last point, in the same units. */
  private readonly beyond = new Float64Array(3);
  /** The length of `beyond`. */
  private gap = 0;
  private readonly ends: Float64Array;
  private readonly origin: Float64Array;
  private readonly box: Float64Array;

  constructor(
    readonly grid: Grid,
    readonly numbers: FieldNumbers,
  ) {
    const [nx, ny, nz] = grid.data.counts;
    this.ends = Float64Array.of(side * nx, side * ny, side * nz);
    this.origin = Float64Array.from(numbers.origin);
    this.box = Float64Array.from(numbers.box);
  }

  /** Computes `lower` and `upper` at a point. */
  bound(x: number, y: number, z: number): void {
    this.clampPoint(x, y, z);
    const { grid, inside } = this;
    grid.locate(inside[0], inside[1], inside[2], false);
    const { values, size } = grid;
    const dx = inside[0] - grid.x;
    const dy = inside[1] - grid.y;
    const dz = inside[2] - grid.z;
    // Squares of the distances from the cell's sides.
    const x0 = dx * dx;
    const y0 = dy * dy;
    const z0 = dz * dz;
    const x1 = (size - dx) * (size - dx);
    const y1 = (size - dy) * (size - dy);
    const z1 = (size - dz) * (size - dz);
    let lower = -Infinity;
    let upper = Infinity;
    for (let k = 0; k < 8; k++) {
      const distance = Math.sqrt(((k & 1) === 0 ? x0 : x1) + ((k & 2) === 0 ? y0 : y1) + ((k & 4) === 0 ? z0 : z1));
      const value = values[k];
      if (value - distance > lower) lower = value - distance;
      if (value + distance < upper) upper = value + distance;
    }
    const { resolution, error, isSigned } = this.numbers;
    const slack = error + rounding * (Math.abs(x) + Math.abs(y) + Math.abs(z));
    lower = (lower - this.gap) * resolution - slack;
    // The body is inside its box, so the distance from the box is a lower bound; unsigned distances are not negative.
    const outside = gapOf(this.box, x, y, z) - slack;
    if (outside > 0 && outside > lower) lower = outside;
    if (!isSigned && lower < 0) lower = 0;
    this.lower = lower;
    this.upper = (upper + this.gap) * resolution + slack;
  }

  /** Computes `value` and `gradient` at a point. */
  interpolate(x: number, y: number, z: number): void {
    this.clampPoint(x, y, z);
    const { grid, inside, beyond, gap, gradient } = this;
    grid.locate(inside[0], inside[1], inside[2], true);
    const { values: v, size } = grid;
    const u = (inside[0] - grid.x) / size;
    const s = (inside[1] - grid.y) / size;
    const t = (inside[2] - grid.z) / size;
    // Along x, then y, then z.
    const v00 = v[0] + u * (v[1] - v[0]);
    const v10 = v[2] + u * (v[3] - v[2]);
    const v01 = v[4] + u * (v[5] - v[4]);
    const v11 = v[6] + u * (v[7] - v[6]);
    const v0 = v00 + s * (v10 - v00);
    const v1 = v01 + s * (v11 - v01);
    const low = v[1] - v[0] + s * (v[3] - v[2] - v[1] + v[0]);
    const high = v[5] - v[4] + s * (v[7] - v[6] - v[5] + v[4]);
    gradient[0] = (low + t * (high - low)) / size;
    gradient[1] = (v10 - v00 + t * (v11 - v01 - v10 + v00)) / size;
    gradient[2] = (v1 - v0) / size;
    this.value = (v0 + t * (v1 - v0) + gap) * this.numbers.resolution;
    for (let axis = 0; axis < 3; axis++) if (beyond[axis] !== 0) gradient[axis] = beyond[axis] / gap;
  }

  /** Clamps a point to the grid. */
  private clampPoint(x: number, y: number, z: number): void {
    const { origin, beyond } = this;
    const { resolution } = this.numbers;
    this.clampAxis(0, (x - origin[0]) / resolution);
    this.clampAxis(1, (y - origin[1]) / resolution);
    this.clampAxis(2, (z - origin[2]) / resolution);
    const isInside = beyond[0] === 0 && beyond[1] === 0 && beyond[2] === 0;
    this.gap = isInside ? 0 : Math.sqrt(beyond[0] * beyond[0] + beyond[1] * beyond[1] + beyond[2] * beyond[2]);
  }

  private clampAxis(axis: number, x: number): void {
    const end = this.ends[axis];
    const inside = x < 0 ? 0 : x > end ? end : x;
    this.inside[axis] = inside;
    this.beyond[axis] = x - inside;
  }
}

/** A lower bound of the distance of a point from a box, exact unless squares overflow; 0 inside. */
function gapOf(box: Float64Array, x: number, y: number, z: number): number {
  const gx = Math.max(box[0] - x, x - box[3], 0);
  const gy = Math.max(box[1] - y, y - box[4], 0);
  const gz = Math.max(box[2] - z, z - box[5], 0);
  if (gx === 0 && gy === 0 && gz === 0) return 0;
  const size = Math.sqrt(gx * gx + gy * gy + gz * gz);
  return size < Infinity ? size : Math.max(gx, gy, gz);
}
