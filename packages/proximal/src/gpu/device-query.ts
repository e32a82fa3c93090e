// The part of a distance query that runs on the GPU: buffers, dispatches, and columns of results.
import type { BodyTable } from './body-table.ts';
import { workgroupSize } from './distance-shader.ts';
import type { ShapeTable } from './shape-table.ts';
import { type GpuBuffer, type GpuDevice, mapForReading, usage, type WebGpu } from './webgpu.ts';

/** A device with the compiled shader. */
export interface Compiled {
  /** This reference prevents garbage collection of the entry point, which the device of the package webgpu does not prevent itself. */
  readonly entry: WebGpu;
  readonly device: GpuDevice;
  readonly pipeline: { getBindGroupLayout(index: number): unknown };
}

/** The checked options of a query. */
export interface GpuSettings {
  readonly relativeTolerance: number;
  readonly maxIterations: number;
  readonly above: number;
  readonly below: number;
}

/** The results of a query: bounds, and packed directions. */
export interface Columns {
  readonly lower: Float32Array;
  readonly upper: Float32Array;
  readonly directions: Uint32Array;
}

/** Bytes of results per pair. */
const resultSize = 12;
/** Chunks of this many pairs start at aligned offsets. */
const alignment = 64;

/** The pairs of one binding, whose size a device limits. */
interface Chunk {
  readonly first: number;
  readonly count: number;
  readonly settings: GpuBuffer;
  readonly results: GpuBuffer;
  readonly readable: GpuBuffer;
  readonly group: unknown;
}

export class DeviceQuery {
  private readonly buffers: GpuBuffer[] = [];
  private readonly bodies: GpuBuffer;
  private readonly chunks: readonly Chunk[];
  /** The message of an error that creating the buffers caused; null if there was none. */
  private readonly failure: Promise<string | null>;

  constructor(
    private readonly compiled: Compiled,
    { rows, points, cells, rowOf }: ShapeTable,
    private readonly pairs: Uint32Array,
    private readonly settings: GpuSettings,
  ) {
    this.watchErrors();
    const shared = [rows, points, cells].map((data) => this.upload(data));
    this.bodies = this.buffer(64 * rowOf.length, usage.storage | usage.copyTarget);
    const largest = compiled.device.limits.maxStorageBufferBindingSize;
    const capacity = Math.floor(largest / resultSize / alignment) * alignment;
    const count = pairs.length / 2;
    this.chunks = Array.from({ length: Math.ceil(count / capacity) }, (_, k) =>
      this.chunk(k * capacity, Math.min(capacity, count - k * capacity), shared),
    );
    this.failure = this.errorSince();
    // If the device is lost, the next call reports it: this promise must not cause an unhandled rejection.
    this.failure.catch(() => {});
  }

  move({ rows, quantum }: BodyTable): void {
    const { queue } = this.compiled.device;
    if (rows.length > 0) queue.writeBuffer(this.bodies, 0, rows);
    for (const { count, settings } of this.chunks) queue.writeBuffer(settings, 0, this.settingsOf(count, quantum));
  }

  async run(): Promise<void> {
    await this.submit(false);
    await this.compiled.device.queue.onSubmittedWorkDone();
  }

  async read(): Promise<Columns> {
    await this.submit(true);
    const count = this.pairs.length / 2;
    const lower = new Float32Array(count);
    const upper = new Float32Array(count);
    const directions = new Uint32Array(count);
    for (const chunk of this.chunks) {
      const { first, readable } = chunk;
      await readable.mapAsync(mapForReading);
      const mapped = readable.getMappedRange(0, resultSize * chunk.count);
      lower.set(new Float32Array(mapped, 0, chunk.count), first);
      upper.set(new Float32Array(mapped, 4 * chunk.count, chunk.count), first);
      directions.set(new Uint32Array(mapped, 8 * chunk.count, chunk.count), first);
      readable.unmap();
    }
    return { lower, upper, directions };
  }

  destroy(): void {
    for (const buffer of this.buffers) buffer.destroy();
  }

  /** @throws Error if the device rejects the work: the results would be zeros, which mean contact. */
  private async submit(isRead: boolean): Promise<void> {
    const { device, pipeline } = this.compiled;
    this.watchErrors();
    const commands = device.createCommandEncoder();
    const across = device.limits.maxComputeWorkgroupsPerDimension;
    for (const { count, group } of this.chunks) {
      const pass = commands.beginComputePass();
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, group);
      const groups = Math.ceil(count / workgroupSize);
      pass.dispatchWorkgroups(Math.min(groups, across), Math.ceil(groups / across));
      pass.end();
    }
    if (isRead) {
      for (const { count, results, readable } of this.chunks)
        commands.copyBufferToBuffer(results, 0, readable, 0, resultSize * count);
    }
    device.queue.submit([commands.finish()]);
    const submitted = this.errorSince();
    const error = (await this.failure) ?? (await submitted);
    if (error !== null)
      throw new Error(`the GPU cannot compute this query: ${error}; give fewer pairs or smaller hulls`);
  }

  private watchErrors(): void {
    this.compiled.device.pushErrorScope('out-of-memory');
    this.compiled.device.pushErrorScope('validation');
  }

  /** The message of the first error since `watchErrors`; null if there was none. */
  private async errorSince(): Promise<string | null> {
    const { device } = this.compiled;
    const [validation, memory] = await Promise.all([device.popErrorScope(), device.popErrorScope()]);
    return (memory ?? validation)?.message ?? null;
  }

  private chunk(first: number, count: number, shared: readonly GpuBuffer[]): Chunk {
    const { device, pipeline } = this.compiled;
    const pairs = this.upload(this.pairs.subarray(2 * first, 2 * (first + count)));
    const settings = this.buffer(32, usage.uniform | usage.copyTarget);
    const results = this.buffer(resultSize * count, usage.storage | usage.copySource);
    const readable = this.buffer(resultSize * count, usage.mapRead | usage.copyTarget);
    const inputs = [settings, ...shared, this.bodies, pairs, results];
    const entries = inputs.map((buffer, binding) => ({ binding, resource: { buffer } }));
    const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
    return { first, count, settings, results, readable, group };
  }

  /** The struct Settings of the shader, which has no infinities. */
  private settingsOf(count: number, quantum: number): ArrayBuffer {
    const { relativeTolerance, maxIterations, above, below } = this.settings;
    const finite = (x: number): number => Math.min(3e38, Math.max(-3e38, x));
    const buffer = new ArrayBuffer(32);
    new Uint32Array(buffer).set([count, maxIterations]);
    new Float32Array(buffer).set([quantum, finite(above), finite(below), relativeTolerance], 2);
    return buffer;
  }

  private upload(data: ArrayBufferView & { readonly length: number }): GpuBuffer {
    const buffer = this.buffer(data.byteLength, usage.storage | usage.copyTarget);
    if (data.length > 0) this.compiled.device.queue.writeBuffer(buffer, 0, data);
    return buffer;
  }

  /** A buffer of at least one row of the shader's arrays. */
  private buffer(size: number, flags: number): GpuBuffer {
    const buffer = this.compiled.device.createBuffer({ size: Math.max(64, Math.ceil(size / 16) * 16), usage: flags });
    this.buffers.push(buffer);
    return buffer;
  }
}
