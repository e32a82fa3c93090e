import { checkInteger, checkNumber, checkOptions, outOfRange } from '../check/argument.ts';
import { type Bodies, collideBatch } from '../proximity/batch.ts';
import { distance } from '../proximity/distance.ts';
import type { DistanceResult } from '../proximity/result.ts';
import { type CheckedLists, checkPairs, readShapes } from '../query/batch-shapes.ts';
import { checkShape } from '../shapes/shape.ts';
import type { Compiled, GpuSettings } from './device-query.ts';
import { DistanceQuery } from './distance-query.ts';
import { distanceShader } from './distance-shader.ts';
import type { GpuDistances } from './gpu-distances.ts';
import type { GpuAdapter, WebGpu } from './webgpu.ts';

/** Options of `createGpu`. */
export interface GpuOptions {
  /** WebGPU's entry point. Default: `navigator.gpu`, or in Node the package `webgpu`, if it is installed. */
  readonly gpu?: WebGpu;
  /** Whether the CPU computes all queries if there is no GPU; otherwise `createGpu` throws. Default false. */
  readonly fallback?: boolean;
}

/** Options of distances on the GPU. */
export interface GpuDistanceOptions {
  /** The search ends when the bounds are this close, relative to the distance, beyond the rounding errors. Default 1e-6. */
  readonly relativeTolerance?: number;
  /** The largest number of iterations. Default 64. */
  readonly maxIterations?: number;
  /** Stop as soon as the distance is proven to exceed this many meters. Default: never. */
  readonly upTo?: number;
}

/** Options of Boolean queries on the GPU. */
export interface GpuCollideOptions {
  /** Bodies collide when their distance is at most this, in meters. Default 0: touching is collision. */
  readonly margin?: number;
}

const installHint =
  'use a browser with WebGPU, or in Node `npm install webgpu` and a driver for Vulkan, Metal or Direct3D, or give { fallback: true } to compute on the CPU';

/**
 * A GPU for batches of queries.
 * @throws Error if there is no WebGPU or no adapter
 * @example
 * ```ts
 * const gpu = await createGpu();
 * const bodies = { shapes: [box(1, 1, 1), sphere(1)], poses: Float64Array.of(0, 0, 0, 0, 0, 0, 1, 4, 0, 0, 0, 0, 0, 1) };
 * const { lower, upper } = await gpu.distanceBatch(bodies, Uint32Array.of(0, 1)); // bounds around 2 m
 * gpu.close();
 * ```
 */
export async function createGpu(options: GpuOptions = {}): Promise<Gpu> {
  checkOptions('createGpu', 'options', options, ['gpu', 'fallback']);
  try {
    return await openGpu(options.gpu ?? (await findWebGpu()));
  } catch (error) {
    if (options.fallback !== true) throw error;
    return new Gpu(null, `CPU (${(error as Error).message})`);
  }
}

async function openGpu(entry: WebGpu): Promise<Gpu> {
  const adapter = await entry.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) throw new Error(`createGpu: WebGPU has no adapter here; ${installHint}`);
  // The default limit of a binding is 128 MiB.
  const { maxStorageBufferBindingSize, maxBufferSize } = adapter.limits;
  const device = await adapter.requestDevice({ requiredLimits: { maxStorageBufferBindingSize, maxBufferSize } });
  const module = device.createShaderModule({ code: distanceShader });
  const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute: { module, entryPoint: 'main' } });
  return new Gpu({ entry, device, pipeline }, nameOf(adapter));
}

async function findWebGpu(): Promise<WebGpu> {
  const { navigator } = globalThis as { navigator?: { gpu?: WebGpu } };
  if (navigator?.gpu) return navigator.gpu;
  // In a variable, so that bundlers do not look for the optional package.
  const optional = 'webgpu';
  try {
    const { create } = (await import(/* @vite-ignore */ optional)) as { create: (flags: readonly string[]) => WebGpu };
    return create([]);
  } catch (error) {
    throw new Error(`createGpu: there is no WebGPU here; ${installHint}`, { cause: error });
  }
}

function nameOf({ info }: GpuAdapter): string {
  return [info?.vendor, info?.architecture, info?.description].filter((part) => part).join(' ') || 'unknown';
}

/** Batches of queries on a GPU, in f32 with bounds that contain the rounding errors. Made by `createGpu`. */
export class Gpu {
  private readonly lists: CheckedLists = new WeakMap();
  private isClosed = false;

  /** @internal */
  constructor(
    private readonly compiled: Compiled | null,
    /** The vendor, architecture and description of the adapter, as far as the platform tells them; without a GPU, the reason. */
    readonly adapter: string,
  ) {}

  /** Whether the CPU computes all queries, because there is no GPU: see `GpuOptions.fallback`. */
  get isFallback(): boolean {
    return this.compiled === null;
  }

  /**
   * Bounds on the distances of many pairs of bodies.
   * @param pairs two body indices for each pair
   * @example
   * ```ts
   * const { lower, upper } = await gpu.distanceBatch(bodies, Uint32Array.of(0, 1, 0, 2));
   * ```
   */
  async distanceBatch(bodies: Bodies, pairs: Uint32Array, options?: GpuDistanceOptions): Promise<GpuDistances> {
    return this.readOnce(this.make('distanceBatch', bodies, pairs, readOptions('distanceBatch', options)));
  }

  /**
   * Whether each of many pairs of bodies collides: 1, 0, or 255 for an invalid pose, as `collideBatch` of `proximal`. Pairs that are
   * nearer to the margin than the rounding errors of f32 are decided by the CPU.
   * @example
   * ```ts
   * const touching = await gpu.collideBatch(bodies, pairs, { margin: 0.01 });
   * ```
   */
  async collideBatch(bodies: Bodies, pairs: Uint32Array, options?: GpuCollideOptions): Promise<Uint8Array> {
    const where = 'collideBatch';
    checkOptions(where, 'options', options, ['margin']);
    const margin = checkNumber(
      where,
      'options.margin',
      options?.margin ?? 0,
      'give meters, finite and not negative',
      0,
    );
    const settings = { relativeTolerance: 1e-6, maxIterations: 64, above: margin, below: margin };
    const { lower, upper } = await this.readOnce(this.make(where, bodies, pairs, settings));
    const answers = new Uint8Array(lower.length);
    const undecided: number[] = [];
    for (let k = 0; k < answers.length; k++) {
      if (upper[k] <= margin) answers[k] = 1;
      else if (!(lower[k] > margin)) undecided.push(k);
    }
    if (undecided.length > 0) {
      const chosen = Uint32Array.from(undecided.flatMap((k) => [pairs[2 * k], pairs[2 * k + 1]]));
      const exact = collideBatch(bodies, chosen, { margin });
      for (const [row, k] of undecided.entries()) answers[k] = exact[row];
    }
    return answers;
  }

  /**
   * A query to be repeated with other poses: shapes and pairs stay on the GPU.
   * @example
   * ```ts
   * const query = gpu.distances(bodies, pairs);
   * query.move(nextPoses);
   * const { lower } = await query.read();
   * query.destroy();
   * ```
   */
  distances(bodies: Bodies, pairs: Uint32Array, options?: GpuDistanceOptions): DistanceQuery {
    return this.make('distances', bodies, pairs, readOptions('distances', options));
  }

  /** Frees the device. The object cannot be used afterwards. */
  close(): void {
    this.isClosed = true;
    this.compiled?.device.destroy();
  }

  private make(where: string, bodies: Bodies, pairs: Uint32Array, settings: GpuSettings): DistanceQuery {
    if (this.isClosed) throw new Error(`${where}: the GPU was closed; make another by createGpu`);
    const shapes = readShapes(where, this.lists, bodies?.shapes, checkShape);
    checkPairs(where, shapes, bodies.poses, 7, pairs, 'half-spaces');
    return new DistanceQuery(this.compiled, bodies, pairs.slice(), settings);
  }

  private async readOnce(query: DistanceQuery): Promise<GpuDistances> {
    try {
      return await query.read();
    } finally {
      query.destroy();
    }
  }
}

/**
 * The full results of some pairs, with proofs that `certify` accepts: the CPU's `distance`, started from the GPU's directions.
 * @param rows the rows of `found`, and of the pairs
 * @example
 * ```ts
 * const found = await gpu.distanceBatch(bodies, pairs);
 * const [result] = refine(bodies, pairs, found, [0]);
 * ```
 */
export function refine(
  bodies: Bodies,
  pairs: Uint32Array,
  found: GpuDistances,
  rows: Iterable<number>,
): DistanceResult[] {
  const { shapes, poses } = bodies;
  return Array.from(rows, (row) => {
    if (!(found.lower[row] >= 0))
      throw outOfRange('refine', 'row', row, 'the pair has an invalid pose, or there is no such row');
    const [a, b] = [pairs[2 * row], pairs[2 * row + 1]];
    const pose = (body: number): Float64Array => poses.slice(7 * body, 7 * body + 7);
    return distance(shapes[a], pose(a), shapes[b], pose(b), { guess: found.direction(row) });
  });
}

function readOptions(where: string, options: GpuDistanceOptions | undefined): GpuSettings {
  checkOptions(where, 'options', options, ['relativeTolerance', 'maxIterations', 'upTo']);
  const { relativeTolerance = 1e-6, maxIterations = 64, upTo = Infinity } = options ?? {};
  checkNumber(where, 'options.relativeTolerance', relativeTolerance, 'give a finite number, not negative', 0);
  checkInteger(where, 'options.maxIterations', maxIterations, 1, 10_000);
  if (upTo !== Infinity) checkNumber(where, 'options.upTo', upTo, 'give meters, not negative', 0);
  return { relativeTolerance, maxIterations, above: upTo, below: -Infinity };
}
