import { largest } from '../../contact/residuals.ts';
import type { Dense } from './dense.ts';
import { Workspace } from './workspace.ts';

/** Pivots below this, relative to the largest entry, belong to redundant rows, such as the rows of the fourth leg of a table. */
const redundant = 1e-9;
/** Rows with a larger diagonal entry are scaled. */
const largestDiagonal = 1024;
/** The largest residual of redundant equations in a consistent system, relative to its right-hand side. */
const consistent = 1e-6;

/**
 * P A Q = L U by Gaussian elimination with complete pivoting, for square matrices of any rank. Undetermined unknowns are zero; redundant
 * equations are ignored, and `isConsistent` says whether they hold. Rows of soft springs have entries up to 10⁹ times the others; they are
 * scaled with their columns, so that the others do not seem redundant beside them.
 */
export class Factored {
  /** Whether the last system was consistent. */
  isConsistent = true;
  private readonly rows: Int32Array;
  private readonly columns: Int32Array;
  private readonly rank: number;
  private readonly transposed: Dense;
  /** The factors of rows and columns, powers of two; null if all are 1. */
  private readonly scales: Float64Array | null;
  /** Position of the next pivot; −1 if there is none. */
  private pivotRow = -1;
  private pivotColumn = -1;

  /** @param a n × n by rows; it is destroyed @param workspace for the solutions */
  constructor(
    private readonly a: Float64Array,
    private readonly n: number,
    private readonly workspace = new Workspace(),
  ) {
    this.rows = new Int32Array(n);
    for (let k = 0; k < n; k++) this.rows[k] = k;
    this.columns = this.rows.slice();
    this.scales = this.scale();
    this.rank = this.eliminate();
    this.transposed = this.transposedFactors();
  }

  /** Scales rows and columns with large diagonal entries, A → D A D. */
  private scale(): Float64Array | null {
    const { a, n } = this;
    let isScaled = false;
    for (let k = 0; k < n; k++) isScaled ||= Math.abs(a[k * n + k]) > largestDiagonal;
    if (!isScaled) return null;
    const scales = this.workspace.array(n);
    for (let k = 0; k < n; k++) {
      const size = Math.abs(a[k * n + k]);
      scales[k] = 1;
      while (Number.isFinite(size) && size * scales[k] * scales[k] > largestDiagonal) scales[k] /= 2;
    }
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) a[i * n + j] *= scales[i] * scales[j];
    return scales;
  }

  /** D B in a new matrix. */
  private scaled(b: Dense, scales: Float64Array): Dense {
    const out = this.workspace.copy(b);
    for (let i = 0; i < this.n; i++) out.scaleRow(i, scales[i]);
    return out;
  }

  private eliminate(): number {
    const { a, n, rows, columns } = this;
    let scale = 0;
    for (let k = 0; k < a.length; k++) scale = Math.max(scale, Math.abs(a[k]));
    const smallest = redundant * scale;
    this.reduce(-1, smallest);
    for (let step = 0; step < n; step++) {
      if (this.pivotRow < 0) return step;
      swap(rows, step, this.pivotRow);
      swap(columns, step, this.pivotColumn);
      this.reduce(step, smallest);
    }
    return n;
  }

  /** Eliminates with row `step` from the rows after it (−1: no elimination), and finds the largest remaining entry, the next pivot. */
  private reduce(step: number, smallest: number): void {
    const { a, n, rows, columns } = this;
    const from = step < 0 ? 0 : rows[step] * n;
    const pivot = step < 0 ? 0 : columns[step];
    const inverse = step < 0 ? 0 : 1 / a[from + pivot];
    let best = smallest;
    this.pivotRow = -1;
    for (let i = step + 1; i < n; i++) {
      const at = rows[i] * n;
      const factor = a[at + pivot] * inverse;
      if (step >= 0) a[at + pivot] = factor;
      for (let j = step + 1; j < n; j++) {
        const column = columns[j];
        if (factor !== 0) a[at + column] -= factor * a[from + column];
        const size = Math.abs(a[at + column]);
        if (size > best) {
          best = size;
          this.pivotRow = i;
          this.pivotColumn = j;
        }
      }
    }
  }

  /** Solves Aᵀ X = B, both n × m. */
  solveTransposed(b: Dense): Dense {
    const { scales } = this;
    return scales ? this.scaled(this.solve(this.scaled(b, scales)), scales) : this.solve(b);
  }

  private solve(b: Dense): Dense {
    const { n, rows, columns, rank, transposed, workspace } = this;
    const x = workspace.zero(n, b.columns);
    const y = workspace.zero(rank, b.columns);
    for (let i = 0; i < rank; i++) {
      y.addRow(i, 1, b, columns[i]);
      y.addCombination(i, transposed, 0, i, y, -1);
      y.scaleRow(i, 1 / transposed.values[transposed.at(i, i)]);
    }
    this.isConsistent = rank === n || this.redundantResidual(b, y) <= consistent * largest(b.numbers);
    for (let i = rank - 2; i >= 0; i--) y.addCombination(i, transposed, i + 1, rank, y, -1);
    for (let i = 0; i < rank; i++) x.addRow(rows[i], 1, y, i);
    return x;
  }

  /** The factors L and U in one matrix, transposed, in the order of the pivots: rank × rank. */
  private transposedFactors(): Dense {
    const { a, n, rows, columns, rank } = this;
    const out = this.workspace.zero(rank, rank);
    for (let i = 0; i < rank; i++)
      for (let j = 0; j < rank; j++) out.values[out.at(i, j)] = a[rows[j] * n + columns[i]];
    return out;
  }

  /** The largest residual of the equations of Aᵀ X = B beyond the rank, from the intermediate solution y. */
  private redundantResidual(b: Dense, y: Dense): number {
    const { a, n, rows, columns, rank, workspace } = this;
    let largestEntry = 0;
    for (let i = rank; i < n; i++) {
      const line = workspace.copy(b.slice(columns[i], columns[i] + 1));
      for (let j = 0; j < rank; j++) line.addRow(0, -a[rows[j] * n + columns[i]], y, j);
      largestEntry = Math.max(largestEntry, largest(line.numbers));
    }
    return largestEntry;
  }
}

function swap(list: Int32Array, i: number, j: number): void {
  const swapped = list[i];
  list[i] = list[j];
  list[j] = swapped;
}
