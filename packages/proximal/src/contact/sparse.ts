// G = J M⁻¹ Jᵀ, plus inverse virtual masses on the diagonal, without storing it, for solvers in TypeScript: Gauss–Seidel needs only the
// velocities of the one or two bodies that a contact moves.
import type { DelassusOperator } from './delassus.ts';

/**
 * J and M⁻¹ Jᵀ in triples of rows. A triple has up to two blocks, one for each body that it moves, stored row after row. The k-th block of triple t
 * has index 2 t + k; a missing block has width 0.
 */
export interface RowBlocks {
  readonly jacobian: Float64Array;
  readonly response: Float64Array;
  /** For each block the index of its first number in both arrays. */
  readonly starts: Int32Array;
  /** For each block the first velocity coordinate of its body. */
  readonly firsts: Int32Array;
  /** For each block the number of velocity coordinates of its body. */
  readonly widths: Int32Array;
  /** Added to the diagonal of G: the inverse virtual masses of rows that move no member. */
  readonly inverseVirtualMasses: Float64Array;
  /** M⁻¹ Jᵀ λ by coordinates. Only the coordinates of the selected triples' bodies are valid. */
  readonly velocity: Float64Array;
}

/** The Delassus matrix of selected triples: bilateral triples first, then contacts. */
export class SparseDelassus implements DelassusOperator {
  size = 0;
  triples: Int32Array = new Int32Array(0);
  private readonly unit = new Float64Array(3);

  constructor(private blocks: RowBlocks) {}

  /** Selects these triples. They are copied, because the memory that contains them may grow. */
  select(blocks: RowBlocks, triples: Int32Array): void {
    this.blocks = blocks;
    this.triples = triples.slice();
    this.size = 3 * triples.length;
  }

  /** out = G x. `velocityAt` and `push` continue from λ = x, and `velocity` is M⁻¹ Jᵀ x. */
  apply(x: Float64Array, out: Float64Array): void {
    const { triples } = this;
    this.clearVelocities();
    for (let k = 0; k < triples.length; k++) this.push(k, x, 3 * k);
    for (let k = 0; k < triples.length; k++) this.velocityAt(k, x, 3 * k, out, 3 * k);
  }

  row(index: number, out: Float64Array): void {
    const { triples, unit } = this;
    const position = Math.floor(index / 3);
    this.clearVelocities();
    unit.fill(0);
    unit[index - 3 * position] = 1;
    this.push(position, unit, 0);
    const zero = this.unit.fill(0);
    for (let k = 0; k < triples.length; k++) this.velocityAt(k, zero, 0, out, 3 * k);
    out[index] += this.blocks.inverseVirtualMasses[3 * triples[position] + index - 3 * position];
  }

  /** The three rows of G at the k-th triple times λ; `impulse` has the triple's own part of λ at `from`. */
  velocityAt(k: number, impulse: Float64Array, from: number, out: Float64Array, to: number): void {
    const { jacobian, starts, firsts, widths, inverseVirtualMasses, velocity } = this.blocks;
    const triple = this.triples[k];
    let a = inverseVirtualMasses[3 * triple] * impulse[from];
    let b = inverseVirtualMasses[3 * triple + 1] * impulse[from + 1];
    let c = inverseVirtualMasses[3 * triple + 2] * impulse[from + 2];
    for (let block = 2 * triple; block < 2 * triple + 2; block++) {
      const width = widths[block];
      const first = firsts[block];
      const start = starts[block];
      for (let j = 0; j < width; j++) {
        const v = velocity[first + j];
        a += jacobian[start + j] * v;
        b += jacobian[start + width + j] * v;
        c += jacobian[start + 2 * width + j] * v;
      }
    }
    out[to] = a;
    out[to + 1] = b;
    out[to + 2] = c;
  }

  /** Adds the velocities M⁻¹ Jᵀ δλ that follow from a change δλ of the k-th triple's impulses, three numbers of `change` from index `from` on. */
  push(k: number, change: Float64Array, from: number): void {
    const { response, starts, firsts, widths, velocity } = this.blocks;
    const triple = this.triples[k];
    const x = change[from];
    const y = change[from + 1];
    const z = change[from + 2];
    for (let block = 2 * triple; block < 2 * triple + 2; block++) {
      const width = widths[block];
      const first = firsts[block];
      const start = starts[block];
      for (let j = 0; j < width; j++) {
        const at = start + j;
        velocity[first + j] += response[at] * x + response[at + width] * y + response[at + 2 * width] * z;
      }
    }
  }

  diagonalAt(index: number): number {
    const { jacobian, response, starts, widths, inverseVirtualMasses } = this.blocks;
    const position = Math.floor(index / 3);
    const [triple, k] = [this.triples[position], index - 3 * position];
    let sum = inverseVirtualMasses[3 * triple + k];
    for (let block = 2 * triple; block < 2 * triple + 2; block++) {
      const at = starts[block] + k * widths[block];
      for (let j = 0; j < widths[block]; j++) sum += jacobian[at + j] * response[at + j];
    }
    return sum;
  }

  /** The blocks of G on the diagonal, nine numbers each, from the triple number `from` on. */
  fillDiagonal(from: number, out: Float64Array): void {
    for (let k = from; k < this.triples.length; k++) this.fillOwnBlock(this.triples[k], out, 9 * (k - from));
  }

  /** The diagonal block of G of one triple, which is symmetric. */
  private fillOwnBlock(triple: number, out: Float64Array, to: number): void {
    const { jacobian: j, response: r, starts, widths, inverseVirtualMasses } = this.blocks;
    let xx = inverseVirtualMasses[3 * triple];
    let yy = inverseVirtualMasses[3 * triple + 1];
    let zz = inverseVirtualMasses[3 * triple + 2];
    let xy = 0;
    let xz = 0;
    let yz = 0;
    for (let block = 2 * triple; block < 2 * triple + 2; block++) {
      const width = widths[block];
      for (let x = starts[block]; x < starts[block] + width; x++) {
        const y = x + width;
        const z = y + width;
        xx += j[x] * r[x];
        yy += j[y] * r[y];
        zz += j[z] * r[z];
        xy += j[x] * r[y];
        xz += j[x] * r[z];
        yz += j[y] * r[z];
      }
    }
    out[to] = xx;
    out[to + 1] = xy;
    out[to + 2] = xz;
    out[to + 3] = xy;
    out[to + 4] = yy;
    out[to + 5] = yz;
    out[to + 6] = xz;
    out[to + 7] = yz;
    out[to + 8] = zz;
  }

  /** All of G by rows. */
  fill(out: Float64Array): void {
    fillDense(this.blocks, this.triples, this.size, out);
  }

  /** Sets λ = 0: clears the velocities of the selected triples' bodies. */
  private clearVelocities(): void {
    const { triples } = this;
    const { firsts, widths, velocity } = this.blocks;
    for (let k = 0; k < triples.length; k++) {
      for (let block = 2 * triples[k]; block < 2 * triples[k] + 2; block++) {
        for (let j = firsts[block]; j < firsts[block] + widths[block]; j++) velocity[j] = 0;
      }
    }
  }
}

/** G of some triples by rows, symmetric to the last bit. */
function fillDense(blocks: RowBlocks, triples: Int32Array, size: number, out: Float64Array): void {
  const [first, second]: [ColumnRange, ColumnRange] = [
    { from: 0, to: 0 },
    { from: 0, to: 0 },
  ];
  for (let i = 0; i < triples.length; i++) {
    findColumns(blocks, 2 * triples[i], first);
    findColumns(blocks, 2 * triples[i] + 1, second);
    for (let j = 0; j <= i; j++) {
      const to = 3 * i * size + 3 * j;
      clearBlock(blocks.inverseVirtualMasses, triples[i], triples[j], out, to, size);
      addProduct(blocks, 2 * triples[i], first, triples[j], out, to, size);
      addProduct(blocks, 2 * triples[i] + 1, second, triples[j], out, to, size);
      for (let k = 0; k < 3; k++) {
        // A diagonal block is mirrored from its lower half.
        for (let m = 0; m < (i === j ? k : 3); m++) out[(3 * j + m) * size + 3 * i + k] = out[to + k * size + m];
      }
    }
  }
}

/** The nonzero range of columns of a block of J. A loop closure in a long chain has few nonzero columns. */
interface ColumnRange {
  from: number;
  to: number;
}

function findColumns({ jacobian, starts, widths }: RowBlocks, block: number, out: ColumnRange): void {
  const [start, width] = [starts[block], widths[block]];
  const isZero = (j: number): boolean =>
    jacobian[start + j] === 0 && jacobian[start + width + j] === 0 && jacobian[start + 2 * width + j] === 0;
  out.from = 0;
  out.to = width;
  while (out.from < out.to && isZero(out.from)) out.from++;
  while (out.to > out.from && isZero(out.to - 1)) out.to--;
}

/** Initializes the block of G between two triples, with rows `stride` apart: zeros, and `inverseVirtualMasses` on the diagonal. */
function clearBlock(
  inverseVirtualMasses: Float64Array,
  row: number,
  column: number,
  out: Float64Array,
  to: number,
  stride: number,
): void {
  for (let k = 0; k < 3; k++) for (let m = 0; m < 3; m++) out[to + k * stride + m] = 0;
  if (row === column) for (let k = 0; k < 3; k++) out[to + k * stride + k] = inverseVirtualMasses[3 * row + k];
}

/** Adds the product of a block of J, within these columns, with the response M⁻¹ Jᵀ of another triple. */
function addProduct(
  { jacobian, response, starts, firsts, widths }: RowBlocks,
  p: number,
  { from, to: end }: ColumnRange,
  column: number,
  out: Float64Array,
  to: number,
  stride: number,
): void {
  if (from === end) return;
  const width = widths[p];
  for (let q = 2 * column; q < 2 * column + 2; q++) {
    // Blocks overlap only if they belong to the same body.
    if (widths[q] === 0 || firsts[p] !== firsts[q]) continue;
    for (let k = 0; k < 3; k++) {
      for (let m = 0; m < 3; m++) {
        const left = starts[p] + k * width;
        const right = starts[q] + m * width;
        let sum = 0;
        for (let j = from; j < end; j++) sum += jacobian[left + j] * response[right + j];
        out[to + k * stride + m] += sum;
      }
    }
  }
}
