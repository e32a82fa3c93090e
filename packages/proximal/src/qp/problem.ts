// Quadratic programs and their standard form, in which the bounds of variables are rows.
import { outOfRange, wrongType } from '../check/argument.ts';
import { SparseMatrix } from './matrix.ts';

/**
 * A convex quadratic program with n variables and m rows:
 *
 *     minimize  ½ xᵀ H x + gᵀ x   subject to   lower ≤ A x ≤ upper,   lowerBounds ≤ x ≤ upperBounds
 *
 * A row with equal limits is an equation. An infinite limit is no limit.
 * @example
 * ```ts
 * // min x² + y² − x with x + y = 1 and x ≤ 0.6
 * const problem: QpProblem = {
 *   hessian: Float64Array.of(2, 0, 0, 2),
 *   gradient: Float64Array.of(-1, 0),
 *   constraints: Float64Array.of(1, 1),
 *   lower: Float64Array.of(1),
 *   upper: Float64Array.of(1),
 *   upperBounds: Float64Array.of(0.6, Infinity),
 * };
 * ```
 */
export interface QpProblem {
  /** H, symmetric and positive semidefinite: n² numbers by rows, or a `SparseMatrix` with both triangles. */
  readonly hessian: Float64Array | SparseMatrix;
  /** g: n numbers. */
  readonly gradient: Float64Array;
  /** A: m × n numbers by rows, or a `SparseMatrix`. Default: no rows. */
  readonly constraints?: Float64Array | SparseMatrix | undefined;
  /** The lower limit of each row. Default −∞. */
  readonly lower?: Float64Array | undefined;
  /** The upper limit of each row. Default ∞. */
  readonly upper?: Float64Array | undefined;
  /** The lower bound of each variable. Default −∞. */
  readonly lowerBounds?: Float64Array | undefined;
  /** The upper bound of each variable. Default ∞. */
  readonly upperBounds?: Float64Array | undefined;
}

/** min ½ xᵀ H x + gᵀ x with lower ≤ C x ≤ upper. C has the rows of A, then a row for each variable that has a bound. */
export interface StandardQp {
  readonly hessian: SparseMatrix;
  readonly gradient: Float64Array;
  readonly rows: SparseMatrix;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** The number m of rows of A. */
  readonly constraints: number;
  /** The variable of each row that follows the rows of A. */
  readonly bounded: Int32Array;
}

export function readProblem(where: string, problem: QpProblem): StandardQp {
  if (typeof problem !== 'object' || problem === null)
    throw wrongType(
      where,
      'problem',
      problem,
      'give { hessian, gradient }, and the constraints and bounds if there are any',
    );
  const { gradient } = problem;
  const n = checkVector(where, 'gradient', gradient, -1).length;
  const hessian = readMatrix(where, 'hessian', problem.hessian, n, n);
  checkSymmetry(where, hessian);
  const m = countRows(where, problem.constraints, n);
  const a = readMatrix(where, 'constraints', problem.constraints ?? new Float64Array(0), m, n);
  const [lower, upper] = readLimits(where, ['lower', 'upper'], problem.lower, problem.upper, m);
  const [low, high] = readLimits(where, ['lowerBounds', 'upperBounds'], problem.lowerBounds, problem.upperBounds, n);
  const bounded: number[] = [];
  for (let j = 0; j < n; j++) if (low[j] > -Infinity || high[j] < Infinity) bounded.push(j);
  return {
    hessian,
    gradient,
    rows: withBounds(a, bounded),
    lower: joined(lower, bounded, low),
    upper: joined(upper, bounded, high),
    constraints: m,
    bounded: Int32Array.from(bounded),
  };
}

/** The limits of the rows, then those of the bounded variables. */
function joined(ofRows: Float64Array, bounded: readonly number[], ofVariables: Float64Array): Float64Array {
  const all = new Float64Array(ofRows.length + bounded.length);
  all.set(ofRows);
  for (const [k, j] of bounded.entries()) all[ofRows.length + k] = ofVariables[j];
  return all;
}

function countRows(where: string, constraints: unknown, n: number): number {
  if (constraints === undefined) return 0;
  if (constraints instanceof SparseMatrix) return constraints.rows;
  if (!(constraints instanceof Float64Array))
    throw wrongType(where, 'problem.constraints', constraints, 'give a Float64Array by rows or a SparseMatrix');
  if (n === 0 ? constraints.length > 0 : constraints.length % n !== 0)
    throw outOfRange(where, 'problem.constraints.length', constraints.length, `give rows of ${n} numbers`);
  return n === 0 ? 0 : constraints.length / n;
}

function readMatrix(where: string, name: string, matrix: unknown, rows: number, columns: number): SparseMatrix {
  const argument = `problem.${name}`;
  if (matrix instanceof SparseMatrix) {
    if (matrix.rows !== rows || matrix.columns !== columns)
      throw outOfRange(where, argument, `${matrix.rows} × ${matrix.columns}`, `give ${rows} × ${columns} numbers`);
    checkFinite(where, `${argument}.values`, matrix.values);
    return matrix;
  }
  if (!(matrix instanceof Float64Array))
    throw wrongType(where, argument, matrix, 'give a Float64Array by rows or a SparseMatrix');
  if (matrix.length !== rows * columns)
    throw outOfRange(where, `${argument}.length`, matrix.length, `give ${rows} × ${columns} numbers, by rows`);
  checkFinite(where, argument, matrix);
  return SparseMatrix.fromDense(rows, columns, matrix);
}

function checkFinite(where: string, argument: string, values: Float64Array): void {
  for (let k = 0; k < values.length; k++)
    if (!Number.isFinite(values[k])) throw outOfRange(where, `${argument}[${k}]`, values[k], 'give a finite number');
}

/** @param size the expected length; −1 allows any length */
export function checkVector(where: string, name: string, values: unknown, size: number): Float64Array {
  const argument = `problem.${name}`;
  if (!(values instanceof Float64Array)) throw wrongType(where, argument, values, 'give a Float64Array');
  if (size >= 0 && values.length !== size)
    throw outOfRange(where, `${argument}.length`, values.length, `give ${size} numbers`);
  checkFinite(where, argument, values);
  return values;
}

/** Limits of rows or variables: finite numbers, −∞ for no lower limit or ∞ for no upper one, and no lower limit above the upper one. */
export function readLimits(
  where: string,
  names: readonly [string, string],
  lower: unknown,
  upper: unknown,
  size: number,
): readonly [Float64Array, Float64Array] {
  const read = (name: string, values: unknown, none: number): Float64Array => {
    if (values === undefined) return new Float64Array(size).fill(none);
    if (!(values instanceof Float64Array)) throw wrongType(where, `problem.${name}`, values, 'give a Float64Array');
    if (values.length !== size)
      throw outOfRange(where, `problem.${name}.length`, values.length, `give ${size} numbers`);
    for (let k = 0; k < size; k++)
      if (Number.isNaN(values[k]) || values[k] === -none)
        throw outOfRange(where, `problem.${name}[${k}]`, values[k], `give a finite number, or ${none} for no limit`);
    return values;
  };
  const low = read(names[0], lower, -Infinity);
  const high = read(names[1], upper, Infinity);
  for (let k = 0; k < size; k++)
    if (low[k] > high[k])
      throw outOfRange(where, `problem.${names[0]}[${k}]`, low[k], `give at most ${names[1]}[${k}], ${high[k]}`);
  return [low, high];
}

function checkSymmetry(where: string, { columns, starts, indices, values }: SparseMatrix): void {
  const rounding = 1e-9;
  for (let j = 0; j < columns; j++) {
    for (let k = starts[j]; k < starts[j + 1]; k++) {
      const i = indices[k];
      const other = i === j ? values[k] : valueAt(starts, indices, values, j, i);
      if (Math.abs(values[k] - other) > rounding * Math.abs(values[k]))
        throw outOfRange(
          where,
          `problem.hessian(${i}, ${j})`,
          values[k],
          `entry (${j}, ${i}) is ${other}: give a symmetric matrix`,
        );
    }
  }
}

function valueAt(starts: Int32Array, indices: Int32Array, values: Float64Array, row: number, column: number): number {
  let low = starts[column];
  let high = starts[column + 1] - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (indices[middle] === row) return values[middle];
    if (indices[middle] < row) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
}

/** C: the rows of A, then a row of the identity for each bounded variable. */
function withBounds(a: SparseMatrix, bounded: readonly number[]): SparseMatrix {
  if (bounded.length === 0) return a;
  const rowOf = new Map(bounded.map((variable, k) => [variable, a.rows + k]));
  const size = a.values.length + bounded.length;
  const starts = new Int32Array(a.columns + 1);
  const indices = new Int32Array(size);
  const values = new Float64Array(size);
  let at = 0;
  for (let j = 0; j < a.columns; j++) {
    for (let k = a.starts[j]; k < a.starts[j + 1]; k++) {
      indices[at] = a.indices[k];
      values[at++] = a.values[k];
    }
    const row = rowOf.get(j);
    if (row !== undefined) {
      indices[at] = row;
      values[at++] = 1;
    }
    starts[j + 1] = at;
  }
  return new SparseMatrix(a.rows + bounded.length, a.columns, starts, indices, values);
}
