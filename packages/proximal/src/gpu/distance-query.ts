import { wrongType } from '../check/argument.ts';
import { rotate, scaleOf } from '../math/linear/quaternion.ts';
import { type Bodies, distanceBatch } from '../proximity/batch.ts';
import { bodyTable, isPose } from './body-table.ts';
import { type Columns, type Compiled, DeviceQuery, type GpuSettings } from './device-query.ts';
import { bodyStride, noShape } from './distance-shader.ts';
import { GpuDistances, packDirection } from './gpu-distances.ts';
import { type ShapeTable, shapeTable } from './shape-table.ts';

/**
 * Distances of fixed pairs of bodies, to be repeated: shapes and pairs are uploaded to the GPU once, and poses when they change. Made by
 * `Gpu.distances`.
 */
export class DistanceQuery {
  private readonly shapes: Bodies['shapes'];
  private readonly table: ShapeTable;
  private readonly onDevice: DeviceQuery | null;
  private poses = new Float64Array(0);
  /** For each body 1 if the CPU computes its pairs, because the GPU does not support its shape or position; otherwise 0. */
  private readonly isOnCpu: Uint8Array;
  /** For each body 1 if its pose is valid, otherwise 0. */
  private readonly isValid: Uint8Array;
  private isDestroyed = false;
  /** Whether results are being computed or read: poses must not change before. */
  private isBusy = false;

  /** @internal */
  constructor(
    compiled: Compiled | null,
    bodies: Bodies,
    private readonly pairs: Uint32Array,
    settings: GpuSettings,
  ) {
    const { length } = bodies.shapes;
    this.shapes = [...bodies.shapes];
    this.table = shapeTable(bodies.shapes);
    this.onDevice = compiled && new DeviceQuery(compiled, this.table, pairs, settings);
    this.isOnCpu = new Uint8Array(length);
    this.isValid = new Uint8Array(length);
    this.move(bodies.poses);
  }

  /** The number of pairs. */
  get count(): number {
    return this.pairs.length / 2;
  }

  /**
   * Uploads new poses of all bodies, seven numbers each.
   * @example
   * ```ts
   * query.move(poses);
   * const { lower } = await query.read();
   * ```
   */
  move(poses: Float64Array): void {
    this.checkUse('move');
    const size = 7 * this.shapes.length;
    if (!(poses instanceof Float64Array) || poses.length !== size)
      throw wrongType('move', 'poses', poses, `give a Float64Array of ${size}, seven numbers for each body`);
    this.poses = poses.slice();
    const bodies = bodyTable(this.poses, this.table);
    this.onDevice?.move(bodies);
    for (let body = 0; body < this.shapes.length; body++) {
      this.isOnCpu[body] = this.onDevice && bodies.rows[bodyStride * body + 12] !== noShape ? 0 : 1;
      this.isValid[body] = isPose(this.poses, 7 * body) ? 1 : 0;
    }
  }

  /**
   * Computes all supported pairs on the GPU without reading the results, and resolves when they are complete: for measurements and to warm up. Does
   * nothing without a GPU.
   */
  async run(): Promise<void> {
    this.checkUse('run');
    await this.whileBusy(async () => this.onDevice?.run());
  }

  /** Computes all pairs and reads the results. The CPU computes the pairs that the GPU does not support: see docs/gpu.md. */
  async read(): Promise<GpuDistances> {
    this.checkUse('read');
    const columns = (await this.whileBusy(async () => this.onDevice?.read())) ?? emptyColumns(this.count);
    this.computeOnCpu(columns);
    return new GpuDistances(columns.lower, columns.upper, columns.directions);
  }

  /** Frees the GPU's memory. The object cannot be used afterwards. */
  destroy(): void {
    if (!this.isDestroyed) this.onDevice?.destroy();
    this.isDestroyed = true;
  }

  /** Computes the pairs with a body that the GPU does not support. Pairs with an invalid pose get the bounds NaN. */
  private computeOnCpu({ lower, upper, directions }: Columns): void {
    const { pairs, poses, shapes, isOnCpu, isValid } = this;
    const others: number[] = [];
    for (let k = 0; k < lower.length; k++) {
      const [a, b] = [pairs[2 * k], pairs[2 * k + 1]];
      if (isValid[a] === 0 || isValid[b] === 0) {
        lower[k] = NaN;
        upper[k] = NaN;
      } else if (isOnCpu[a] === 1 || isOnCpu[b] === 1) others.push(k);
    }
    if (others.length === 0) return;
    const chosen = Uint32Array.from(others.flatMap((k) => [pairs[2 * k], pairs[2 * k + 1]]));
    const found = distanceBatch({ shapes, poses }, chosen);
    const local = new Float64Array(3);
    for (const [row, k] of others.entries()) {
      lower[k] = roundedDown(found.lower[row]);
      upper[k] = -roundedDown(-found.upper[row]);
      const [x, y, z] = found.normal.subarray(3 * row, 3 * row + 3);
      const [qx, qy, qz, qw] = poses.subarray(7 * pairs[2 * k] + 3, 7 * pairs[2 * k] + 7);
      // The inverse rotation, into A's frame.
      rotate(-qx, -qy, -qz, qw, x, y, z, local, 0, scaleOf(qx, qy, qz, qw));
      directions[k] = packDirection(local[0], local[1], local[2]);
    }
  }

  private async whileBusy<T>(work: () => Promise<T>): Promise<T> {
    this.isBusy = true;
    try {
      return await work();
    } finally {
      this.isBusy = false;
    }
  }

  private checkUse(where: string): void {
    if (this.isBusy) throw new Error(`${where}: the query is still being computed; await run() or read() first`);
    if (this.isDestroyed) throw new Error(`${where}: the query was destroyed; make another by Gpu.distances`);
  }
}

function emptyColumns(count: number): Columns {
  return { lower: new Float32Array(count), upper: new Float32Array(count), directions: new Uint32Array(count) };
}

/** The largest number of f32 that is at most x. */
function roundedDown(x: number): number {
  const y = Math.fround(x);
  return y <= x ? y : Math.fround(y - Math.abs(y) * 2 ** -23 - 2 ** -149);
}
