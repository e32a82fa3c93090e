import { type MatrixMemory, matrixMemory } from '../../contact/matrix-memory.ts';
import { Dense } from './dense.ts';

/** The number of values in a piece of memory. */
const pieceSize = 1 << 14;
/** The largest number of values in the kernel's memory; further matrices are plain arrays. */
const mostInKernel = 1 << 20;

/**
 * Memory for the matrices of one step's derivatives: valid until it is reset, then reused. After a reset, matrices are in the memory of the contact
 * kernel as far as they fit, until another workspace is reset.
 */
export class Workspace {
  private readonly pieces: Float64Array[] = [];
  private piece = 0;
  private used = 0;
  /** The number of values that matrices have used since the last reset. */
  private needed = 0;
  private memory: MatrixMemory | null = null;
  /** The kernel's memory: a view of all its numbers, the next free one, and the end of the block. */
  private numbers: Float64Array | null = null;
  private free = 0;
  private end = 0;
  /** The arrays of each size, and how many of them are in use. */
  private readonly arrays = new Map<number, { readonly all: Float64Array[]; used: number }>();

  reset(): void {
    this.piece = 0;
    this.used = 0;
    for (const pool of this.arrays.values()) pool.used = 0;
    this.memory = matrixMemory();
    this.numbers = null;
    this.end = 0;
    if (this.memory) {
      this.memory.begin(this, Math.min(mostInKernel, Math.max(pieceSize, this.needed)));
      this.numbers = this.memory.numbers;
      this.free = this.memory.start;
      this.end = this.free + this.memory.size;
    }
    this.needed = 0;
  }

  /** An array of zeros. A new typed array of more than 64 bytes takes about a microsecond, so arrays are reused. */
  array(size: number): Float64Array {
    let pool = this.arrays.get(size);
    if (!pool) {
      pool = { all: [], used: 0 };
      this.arrays.set(size, pool);
    }
    if (pool.used === pool.all.length) pool.all.push(new Float64Array(size));
    return pool.all[pool.used++].fill(0);
  }

  /** A copy of an array. */
  arrayOf(values: Float64Array): Float64Array {
    const out = this.array(values.length);
    out.set(values);
    return out;
  }

  zero(rows: number, columns: number): Dense {
    const out = this.allocate(rows, columns);
    out.values.fill(0, out.start, out.start + rows * columns);
    return out;
  }

  copy(matrix: Dense): Dense {
    return this.allocate(matrix.rows, matrix.columns).set(matrix);
  }

  /** A matrix of these numbers by rows. */
  copyOf(rows: number, columns: number, values: Float64Array): Dense {
    const out = this.allocate(rows, columns);
    out.values.set(values, out.start);
    return out;
  }

  /** The identity matrix. */
  identity(size: number): Dense {
    const out = this.zero(size, size);
    for (let k = 0; k < size; k++) out.values[out.at(k, k)] = 1;
    return out;
  }

  private allocate(rows: number, columns: number): Dense {
    const size = rows * columns;
    this.needed += size;
    const { memory, numbers, free } = this;
    if (numbers && free + size <= this.end && memory?.user === this) {
      this.free += size;
      return new Dense(rows, columns, numbers, free, columns, memory);
    }
    while (this.piece < this.pieces.length && this.used + size > this.pieces[this.piece].length) {
      this.piece++;
      this.used = 0;
    }
    if (this.piece === this.pieces.length) this.pieces.push(new Float64Array(Math.max(size, pieceSize)));
    const start = this.used;
    this.used += size;
    return new Dense(rows, columns, this.pieces[this.piece], start);
  }
}
