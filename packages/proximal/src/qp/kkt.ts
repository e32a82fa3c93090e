// The KKT matrix [H + σ I, Cᵀ; C, −D] of the conditions of optimality, factored in a fill-reducing order that is found once for its pattern.
import { LdlFactor, type UpperTriangle } from './ldl.ts';
import type { SparseMatrix } from './matrix.ts';
import { minimumDegree } from './minimum-degree.ts';

export class KktSystem {
  private readonly triangle: UpperTriangle;
  private readonly factor: LdlFactor;
  private readonly order: Int32Array;
  /** The position in `triangle` of each entry of H; −1 for entries on and below the diagonal. */
  private readonly toHessian: Int32Array;
  /** The position in `triangle` of each entry of C. */
  private readonly toRows: Int32Array;
  /** The position in `triangle` of each diagonal entry. */
  private readonly toDiagonal: Int32Array;
  private readonly permuted: Float64Array;

  constructor(hessian: SparseMatrix, rows: SparseMatrix) {
    const n = hessian.columns;
    const size = n + rows.rows;
    this.order = minimumDegree(neighborsOf(hessian, rows));
    const positionOf = new Int32Array(size);
    for (let k = 0; k < size; k++) positionOf[this.order[k]] = k;
    this.toHessian = new Int32Array(hessian.indices.length).fill(-1);
    this.toRows = new Int32Array(rows.indices.length);
    this.toDiagonal = new Int32Array(size);
    // Columns of the permuted upper triangle: rows, with the array and index that receive the position.
    const columns: { row: number; list: Int32Array; index: number }[][] = Array.from({ length: size }, () => []);
    const add = (i: number, j: number, list: Int32Array, index: number): void => {
      const [a, b] = [positionOf[i], positionOf[j]];
      columns[Math.max(a, b)].push({ row: Math.min(a, b), list, index });
    };
    for (let j = 0; j < n; j++) {
      for (let k = hessian.starts[j]; k < hessian.starts[j + 1]; k++)
        if (hessian.indices[k] < j) add(hessian.indices[k], j, this.toHessian, k);
      for (let k = rows.starts[j]; k < rows.starts[j + 1]; k++) add(n + rows.indices[k], j, this.toRows, k);
    }
    for (let k = 0; k < size; k++) add(k, k, this.toDiagonal, k);
    const starts = new Int32Array(size + 1);
    const indices: number[] = [];
    for (const [j, column] of columns.entries()) {
      column.sort((a, b) => a.row - b.row);
      for (const { row, list, index } of column) {
        list[index] = indices.length;
        indices.push(row);
      }
      starts[j + 1] = indices.length;
    }
    this.triangle = { size, starts, indices: Int32Array.from(indices), values: new Float64Array(indices.length) };
    this.factor = new LdlFactor(this.triangle);
    this.permuted = new Float64Array(size);
  }

  /** The number of entries of L below its diagonal. */
  get fill(): number {
    return this.factor.fill;
  }

  /**
   * Factors the matrix with an H and a C of the pattern given to the constructor. Returns false if it is not quasi-definite: then H is
   * not positive semidefinite, or the factorization has failed.
   * @param diagonal D, positive
   */
  factorize(hessian: SparseMatrix, rows: SparseMatrix, sigma: number, diagonal: Float64Array): boolean {
    const { triangle, toHessian, toRows, toDiagonal } = this;
    const { values } = triangle;
    const n = hessian.columns;
    for (let j = 0; j < n; j++) values[toDiagonal[j]] = sigma;
    for (let i = 0; i < diagonal.length; i++) values[toDiagonal[n + i]] = -diagonal[i];
    for (let j = 0; j < n; j++) {
      for (let k = hessian.starts[j]; k < hessian.starts[j + 1]; k++) {
        if (hessian.indices[k] === j) values[toDiagonal[j]] += hessian.values[k];
        else if (toHessian[k] >= 0) values[toHessian[k]] = hessian.values[k];
      }
    }
    for (let k = 0; k < toRows.length; k++) values[toRows[k]] = rows.values[k];
    return this.factor.factorize() && this.factor.positive === n;
  }

  /** Replaces b by the solution of the system with the right-hand side b. */
  solve(b: Float64Array): void {
    const { order, permuted } = this;
    for (let k = 0; k < order.length; k++) permuted[k] = b[order[k]];
    this.factor.solve(permuted);
    for (let k = 0; k < order.length; k++) b[order[k]] = permuted[k];
  }
}

function neighborsOf(hessian: SparseMatrix, rows: SparseMatrix): number[][] {
  const n = hessian.columns;
  const neighbors: number[][] = Array.from({ length: n + rows.rows }, () => []);
  for (let j = 0; j < n; j++) {
    for (let k = hessian.starts[j]; k < hessian.starts[j + 1]; k++) {
      const i = hessian.indices[k];
      if (i >= j) continue;
      neighbors[i].push(j);
      neighbors[j].push(i);
    }
    for (let k = rows.starts[j]; k < rows.starts[j + 1]; k++) {
      neighbors[n + rows.indices[k]].push(j);
      neighbors[j].push(n + rows.indices[k]);
    }
  }
  return neighbors;
}
