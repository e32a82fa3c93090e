// The linear memory of one target, which is the JavaScript or the WebAssembly back end: cached shape records, workspaces of queries,
// and the callbacks to custom support functions.
import { PlaneQuery } from './2d-layout.ts';
import { Arena, type Block } from './arena.ts';
import { Derivative, Growth, Polytope, Query, Reserved } from './layout.ts';
import type { Host, ShapeRecord } from './record.ts';

/** The kernel's memory: a buffer that may be replaced by a larger one. A `WebAssembly.Memory` is one. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  /** Grows by `pages` of 64 KiB. Throws if the platform refuses. */
  grow(pages: number): unknown;
}

/** The largest size of the linear memory of a target, in bytes. */
export const memoryLimit = 256 * 1024 * 1024;
/**
 * Records of up to this many numbers are first copied into a slot of the query frame, and cached after `mostCopies` copies. Larger records, and
 * the records of pairs and batches, are cached at once.
 */
const slotSize = 64;
/** The number of copies into slots after which a small record is cached. */
const mostCopies = 4;
/**
 * If the cache has more blocks than this, it is trimmed to `keptBlocks` between queries. Records of garbage-collected shapes stay in
 * the cache until they are evicted.
 */
const mostBlocks = 65_536;
const keptBlocks = 49_152;
/** The number of directions per kernel call of `supportBatch`. */
export const batchSize = 512;
/** The largest nesting depth of queries: custom support functions may run queries. */
const deepest = 64;

/**
 * Offsets in a query frame, in f64 numbers. Its workspace comes first and has the larger of the sizes that the 3D and 2D kernels need,
 * because on the JavaScript target both kernels share one memory.
 */
const slotA = Math.max(Query.SIZE, PlaneQuery.SIZE);
const slotB = slotA + slotSize;
const batchInput = slotB + slotSize;
const batchOutput = batchInput + 3 * batchSize;
const polytope = batchOutput + 3 * batchSize;
const growth = polytope + Polytope.SIZE;
const derivative = growth + Growth.SIZE;
const frameSize = derivative + Derivative.SIZE;

const noRecords: readonly ShapeRecord[] = [];

/** A query frame: the workspace of one query in progress. A query run by a custom support function gets the next frame. */
export class QueryFrame {
  // The numbers up to `derivative` are indices in `f64`.
  readonly workspace: number;
  /** An area of 3 · `batchSize` numbers for lists that kernel functions read. */
  readonly input: number;
  /** An area of 3 · `batchSize` numbers for lists that kernel functions write. */
  readonly output: number;
  /** EPA's polytope. */
  readonly polytope: number;
  /** The block of growth queries. */
  readonly growth: number;
  /** The block of derivatives. */
  readonly derivative: number;
  /** The point that a custom support function writes. */
  readonly point = new Float64Array(3);
  /** The two poses of the query, before they are copied into memory. */
  readonly poses = new Float64Array(14);
  /** Receives each step of the query, if it is traced. */
  tracer: ((workspace: number) => void) | null = null;
  /** The engine that used the workspace last. */
  user: object | null = null;
  /** The settings that the workspace contains. */
  settings: object | null = null;
  /** The settings that the growth block contains. */
  growthSettings: object | null = null;
  /** The pair whose last growth query is still in the growth block. */
  growthOwner: { save(): void } | null = null;
  /** The plan whose settings the derivative block contains. */
  plan: object | null = null;
  /** The records of the query; at 2 and 3, the skeletons of a derivative. They are not evicted. */
  readonly records: (ShapeRecord | null)[] = [null, null];
  /** The records that are still in the two slots from an earlier query. */
  readonly slots: (ShapeRecord | null)[] = [null, null];
  /** The block of a batch's bodies and results, kept for the next batch. */
  table: Block | null = null;
  /** The scratch block of methods that need more space than the block of the polytope; kept for the next query. */
  extra: Block | null = null;
  /** The records of the batch in progress, which are not evicted. */
  batch: readonly ShapeRecord[] = noRecords;
  /** The custom support functions of the batch in progress, by id; null if it has none. */
  hosts: ReadonlyMap<number, Host> | null = null;

  constructor(address: number) {
    this.workspace = address;
    this.input = address + batchInput;
    this.output = address + batchOutput;
    this.polytope = address + polytope;
    this.growth = address + growth;
    this.derivative = address + derivative;
  }

  slot(side: 0 | 1): number {
    return this.workspace + (side === 0 ? slotA : slotB);
  }
}

/** A target's memory, with its query frames and its cache of records. */
export class EngineMemory {
  /**
   * Views of the memory. Growing replaces them, so read them again after any call that may place a record or call a custom support
   * function.
   */
  f64: Float64Array;
  i32: Int32Array;
  /** Called repeatedly while contacts are solved; may throw to stop the solver. */
  poll: (() => void) | null = null;
  /** Functions of owners of other views, called after the memory has grown, to replace their views. */
  readonly followers: (() => void)[] = [];
  private readonly frames: QueryFrame[] = [];
  private depth = 0;
  private readonly arena: Arena;

  /**
   * @param index index of this memory in each record's `blocks`: 0 for JavaScript, 1 for WebAssembly
   * @param limit bytes that the memory may grow to
   */
  constructor(
    private readonly index: 0 | 1,
    readonly memory: KernelMemory,
    private readonly limit: number = memoryLimit,
  ) {
    this.f64 = new Float64Array(memory.buffer);
    this.i32 = new Int32Array(memory.buffer);
    this.arena = new Arena(
      Reserved.SIZE,
      this.f64.length,
      (end) => this.grow(end),
      (block) => this.isInUse(block),
    );
  }

  /** The number of blocks evicted so far: cached records, batch tables and scratch blocks. */
  get evictions(): number {
    return this.arena.evictions;
  }

  /** The number of blocks that may be evicted: cached records, batch tables and scratch blocks. */
  get evictableBlocks(): number {
    return this.arena.evictable;
  }

  /** The size of the linear memory, used or free, in bytes. */
  get memorySize(): number {
    return this.memory.buffer.byteLength;
  }

  /** Begins a query in its own workspace; other queries may be in progress. Every `enter` needs a `leave`. */
  enter(): QueryFrame {
    if (this.depth === this.frames.length) this.frames.push(this.newFrame());
    return this.frames[this.depth++];
  }

  leave(): void {
    const frame = this.frames[--this.depth];
    if (this.depth === 0 && this.arena.evictable > mostBlocks) this.arena.trim(keptBlocks);
    if (frame.batch === noRecords) return;
    frame.batch = noRecords;
    frame.hosts = null;
  }

  /** Places a record in the kernel's memory and returns its address. */
  place(frame: QueryFrame, side: 0 | 1, record: ShapeRecord): number {
    frame.records[side] = record;
    const { data } = record;
    if (data.length > slotSize) return this.placeCached(record);
    // A small record that is used repeatedly moves to the cache too. The cache evicts the least recently used block, but the use of
    // small records is not tracked, so among them the first inserted is evicted first.
    const cached = record.blocks[this.index];
    if (cached?.alive) return cached.address;
    if (frame.slots[side] !== record && ++record.copies > mostCopies) return this.placeCached(record);
    const address = frame.slot(side);
    if (frame.slots[side] !== record) {
      const { f64 } = this;
      for (let k = 0; k < data.length; k++) f64[address + k] = data[k];
      frame.slots[side] = record;
    }
    return address;
  }

  /** Places the records of a whole batch in the cache, protected until the query frame is left. Returns their addresses. */
  placeAll(frame: QueryFrame, records: readonly ShapeRecord[]): Int32Array {
    // Protects the records: placing one must not evict another.
    frame.batch = records;
    const addresses = new Int32Array(records.length);
    const hosts = new Map<number, Host>();
    for (let k = 0; k < records.length; k++) {
      const record = records[k];
      if (record.hosts.length > 0) for (const host of record.hosts) hosts.set(host.id, host);
      addresses[k] = this.placeCached(record);
    }
    if (hosts.size > 0) frame.hosts = hosts;
    return addresses;
  }

  /** Protects the cached records of a batch from eviction until the query frame is left. */
  holdAll(frame: QueryFrame, records: readonly ShapeRecord[], hosts: ReadonlyMap<number, Host> | null): void {
    frame.batch = records;
    frame.hosts = hosts;
  }

  /**
   * Memory for `size` numbers beside a batch's records, until the query frame is left. Returns its f64 index, which is even: the memory starts at a
   * multiple of 16 bytes, as users' arrays do. Some processors copy ten times slower between addresses that differ by 8 in their last twelve bits (4K
   * aliasing).
   */
  placeTable(frame: QueryFrame, size: number): number {
    frame.table = this.enlarge(frame.table, size + 1);
    if (!frame.table) throw this.outOfMemory(`a batch of ${size} numbers`);
    return frame.table.address + (frame.table.address % 2);
  }

  /**
   * Scratch memory of `size` numbers for the query in progress: the memory of the polytope, or, if that is too small, a block kept for later
   * queries.
   */
  scratchFor(frame: QueryFrame, size: number): number {
    if (size <= Polytope.SIZE) return frame.polytope;
    frame.extra = this.enlarge(frame.extra, size);
    if (!frame.extra) throw this.outOfMemory(`a query that takes ${size} numbers`);
    return frame.extra.address;
  }

  /** A block that stays until `giveBack`. */
  claim(size: number): Block {
    const block = this.arena.reserve(size);
    if (!block) throw this.outOfMemory(`a block of ${size} numbers`);
    return block;
  }

  giveBack(block: Block): void {
    this.arena.unreserve(block);
  }

  /** The given block if it is alive and large enough; otherwise a new one. */
  private enlarge(block: Block | null, size: number): Block | null {
    if (block?.alive) {
      if (block.size >= size) return block;
      this.arena.free(block);
    }
    return this.arena.allocate(size);
  }

  /** Reports a step of the query in progress; outside of queries, calls `poll`. */
  callTrace(workspace: number): void {
    if (this.depth > 0) this.frames[this.depth - 1].tracer?.(workspace);
    else this.poll?.();
  }

  /** Calls a custom support function for the query in progress and writes its point into memory. */
  callSupport(id: number, dx: number, dy: number, dz: number, out: number): void {
    const { point } = this.frames[this.depth - 1];
    // Fill with NaN first: otherwise a support function that writes nothing would appear to return the last point.
    point.fill(Number.NaN);
    this.findHost(id)?.support(dx, dy, dz, point);
    // `f64` is read after the call, in which the memory may have grown.
    this.f64[out] = point[0];
    this.f64[out + 1] = point[1];
    this.f64[out + 2] = point[2];
  }

  private findHost(id: number): Host | undefined {
    const { records, hosts } = this.frames[this.depth - 1];
    if (hosts) return hosts.get(id);
    for (const record of records) {
      for (const host of record?.hosts ?? []) if (host.id === id) return host;
    }
    return undefined;
  }

  /** Places a record in the cache. Its address is valid until the next eviction. */
  placeCached(record: ShapeRecord): number {
    const cached = record.blocks[this.index];
    if (cached?.alive) {
      // For small records, tracking their use would cost more than writing them again.
      if (cached.size > slotSize) this.arena.touch(cached);
      return cached.address;
    }
    // Check the size first: otherwise a block that cannot fit would evict all others.
    const fits = record.data.byteLength < this.limit;
    const block = fits ? this.arena.allocate(record.data.length) : null;
    if (!block) throw this.outOfMemory(`a shape of ${record.data.length} numbers`);
    record.blocks[this.index] = block;
    this.f64.set(record.data, block.address);
    return block.address;
  }

  private newFrame(): QueryFrame {
    if (this.depth >= deepest) {
      throw new RangeError(
        `Queries are nested ${deepest} deep: a custom support function runs a query that calls it again; limit the recursion.`,
      );
    }
    const block = this.arena.reserve(frameSize);
    if (!block) throw this.outOfMemory('a workspace');
    return new QueryFrame(block.address);
  }

  private outOfMemory(what: string): RangeError {
    return new RangeError(
      `The kernel's memory is full: no space for ${what} within ${this.limit} bytes besides the shapes in use.`,
    );
  }

  private isInUse(block: Block): boolean {
    const isOf = (record: ShapeRecord | null): boolean => record?.blocks[this.index] === block;
    for (let k = 0; k < this.depth; k++) {
      const { records, batch, table, extra } = this.frames[k];
      if (block === table || block === extra || records.some(isOf) || batch.some(isOf)) return true;
    }
    return false;
  }

  private grow(requestedEnd: number): number {
    const bytes = Math.min(this.limit, Math.ceil((requestedEnd * 8) / 65536) * 65536);
    if (bytes > this.memorySize) {
      try {
        this.memory.grow((bytes - this.memorySize) / 65536);
      } catch {
        // The platform has no more memory: the cache continues with its present size, by eviction.
        return this.f64.length;
      }
      this.f64 = new Float64Array(this.memory.buffer);
      this.i32 = new Int32Array(this.memory.buffer);
      for (const follow of this.followers) follow();
    }
    return this.f64.length;
  }
}
