// A least-recently-used cache of blocks in linear memory, which can grow. When it can grow no further, the least recently used
// blocks are evicted. Adjacent free blocks are merged, which limits fragmentation.

/** Consecutive f64 numbers. `alive` becomes false when the block is evicted or freed. */
export class Block {
  alive = true;
  /** The neighbors in memory. */
  before: Block | null = null;
  after: Block | null = null;
  /** The neighbors in order of use; null at the ends and for blocks that are never evicted. */
  older: Block | null = null;
  newer: Block | null = null;
  isFree = false;

  constructor(
    public address: number,
    public size: number,
  ) {}
}

const binCount = 32;

export class Arena {
  /** Free blocks, by the exponent of the largest power of two that is at most their size. */
  private readonly bins: Set<Block>[] = Array.from({ length: binCount }, () => new Set<Block>());
  private oldest: Block | null = null;
  private newest: Block | null = null;
  /** The block at the end of memory. */
  private endBlock: Block | null = null;
  /** The number of blocks evicted so far. */
  evictions = 0;
  /** The number of blocks from `allocate`, which are evicted when space is needed unless they are in use. */
  evictable = 0;

  /**
   * @param start first f64 index of the arena
   * @param end one past the last
   * @param grow extends the memory: takes the requested end, returns the end reached
   * @param isInUse whether a query in progress reads the block, which must then not be evicted
   */
  constructor(
    private readonly start: number,
    private end: number,
    private readonly grow: (requestedEnd: number) => number,
    private readonly isInUse: (block: Block) => boolean,
  ) {
    this.append(end - start);
  }

  /** A block that is never evicted, or null if there is no space even after evictions. */
  reserve(size: number): Block | null {
    return this.takeFree(size) ?? this.takeGrown(size) ?? this.takeEvicted(size);
  }

  /** A block that may be evicted once others are used more recently, or null as in `reserve`. */
  allocate(size: number): Block | null {
    const block = this.reserve(size);
    if (block) this.link(block);
    return block;
  }

  /** Frees a block from `allocate`. */
  free(block: Block): void {
    this.unlink(block);
    this.release(block);
  }

  /** Frees a block from `reserve`. */
  unreserve(block: Block): void {
    this.release(block);
  }

  /** Makes a block from `allocate` the most recently used. */
  touch(block: Block): void {
    if (block === this.newest) return;
    this.unlink(block);
    this.link(block);
  }

  /** Evicts the least recently used blocks until `count` are left. None may be in use. */
  trim(count: number): void {
    while (this.oldest && this.evictable > count) {
      this.evictions++;
      this.free(this.oldest);
    }
  }

  private takeFree(size: number): Block | null {
    for (let bin = binOf(size); bin < binCount; bin++) {
      for (const block of this.bins[bin]) {
        if (block.size >= size) return this.take(block, size);
      }
    }
    return null;
  }

  private takeGrown(size: number): Block | null {
    const freeAtEnd = this.endBlock?.isFree ? this.endBlock.size : 0;
    const needed = this.end + size - freeAtEnd;
    // The size is doubled, which makes growing rare; if that fails, the requested size is tried.
    let reached = this.grow(Math.max(needed, 2 * this.end - this.start));
    if (reached < needed) reached = this.grow(needed);
    if (reached <= this.end) return null;
    const added = reached - this.end;
    this.end = reached;
    const block = this.append(added);
    return block.size >= size ? this.take(block, size) : null;
  }

  private takeEvicted(size: number): Block | null {
    let candidate = this.oldest;
    while (candidate) {
      const next: Block | null = candidate.newer;
      if (!this.isInUse(candidate)) {
        this.unlink(candidate);
        this.evictions++;
        const freed = this.release(candidate);
        if (freed.size >= size) return this.take(freed, size);
      }
      candidate = next;
    }
    return null;
  }

  /** Turns a free block into a used one of exactly `size`; the remainder stays free. */
  private take(free: Block, size: number): Block {
    this.bins[binOf(free.size)].delete(free);
    free.isFree = false;
    if (free.size > size) {
      const remainder = new Block(free.address + size, free.size - size);
      free.size = size;
      this.insertAfter(remainder, free);
      this.addFree(remainder);
    }
    return free;
  }

  /** Frees the space of a block and merges it with its free neighbors. The block itself is no longer alive. */
  private release(block: Block): Block {
    block.alive = false;
    const free = new Block(block.address, block.size);
    this.insertAfter(free, block);
    this.remove(block);
    if (free.after?.isFree) this.absorb(free, free.after, free.address);
    if (free.before?.isFree) this.absorb(free, free.before, free.before.address);
    this.addFree(free);
    return free;
  }

  private absorb(free: Block, neighbor: Block, address: number): void {
    this.bins[binOf(neighbor.size)].delete(neighbor);
    free.size += neighbor.size;
    free.address = address;
    this.remove(neighbor);
  }

  /** Adds free space at the end of memory. */
  private append(size: number): Block {
    const block = new Block(this.end - size, size);
    this.insertAfter(block, this.endBlock);
    if (block.before?.isFree) this.absorb(block, block.before, block.before.address);
    this.addFree(block);
    return block;
  }

  private addFree(block: Block): void {
    block.isFree = true;
    this.bins[binOf(block.size)].add(block);
  }

  private insertAfter(block: Block, before: Block | null): void {
    block.before = before;
    block.after = before?.after ?? null;
    if (before) before.after = block;
    if (block.after) block.after.before = block;
    else this.endBlock = block;
  }

  private remove(block: Block): void {
    if (block.before) block.before.after = block.after;
    if (block.after) block.after.before = block.before;
    else this.endBlock = block.before;
  }

  private link(block: Block): void {
    this.evictable++;
    block.older = this.newest;
    block.newer = null;
    if (this.newest) this.newest.newer = block;
    else this.oldest = block;
    this.newest = block;
  }

  private unlink(block: Block): void {
    this.evictable--;
    if (block.older) block.older.newer = block.newer;
    else this.oldest = block.newer;
    if (block.newer) block.newer.older = block.older;
    else this.newest = block.older;
  }
}

function binOf(size: number): number {
  return 31 - Math.clz32(size);
}
