// The Delassus matrix G = J M⁻¹ Jᵀ.
//
// With the factors of M from articulated.ts no row of M⁻¹ is needed. A row of J is a wrench on two bodies. On the path from these
// bodies to the world, each degree of freedom S has the projection u = −S·p of the bias force p, and adds U u/D to p. Only the degrees of freedom on
// this path are visited. Then Gᵣₛ = Σ uᵣ uₛ/D, over the degrees of freedom on both rows' paths to the world. Rows of different
// trees share no degree of freedom, so their entry is zero.
//
// With mimic joints, u = L⁻¹ Jᵀ with the dense factor L of M, and Gᵣₛ = Σ uᵣ uₛ over all coordinates.
import { checkNumber, checkOptions } from '../check/argument.ts';
import { factorize, firstColumns, solveFactorized } from '../math/linear/cholesky.ts';
import { factorMass } from './articulated.ts';
import { checkVector, outputOf } from './check-arguments.ts';
import { type ConstraintRows, constraintJacobian, rowsOf, wrenchOf } from './constraints.ts';
import type { Data } from './data.ts';
import type { Constraint, Model } from './model.ts';

/**
 * G = J M⁻¹ Jᵀ of constraints at the last placements (after `forwardKinematics` or any algorithm that takes a configuration).
 * @param constraints constraints of the model, or the caller's rows
 * @param out receives the matrix. Default: a new array
 * @returns the symmetric matrix by rows, with one row per equation
 * @example
 * ```ts
 * forwardKinematics(model, data, q);
 * const g = delassus(model, data, model.constraints);
 * ```
 */
export function delassus(
  model: Model,
  data: Data,
  constraints: readonly Constraint[] | ConstraintRows,
  out?: Float64Array,
): Float64Array {
  const where = 'delassus';
  const rows = rowsOf(where, model, data, constraints);
  const matrix = outputOf(where, out, rows.count * rows.count);
  factorMass(model, data);
  const projections = projectionsOf(model, data, rows);
  for (let row = 0; row < rows.count; row++) {
    for (let other = 0; other <= row; other++) {
      const value = entryOf(model, data, rows, projections, row, other);
      matrix[row * rows.count + other] = value;
      matrix[other * rows.count + row] = value;
    }
  }
  return matrix;
}

/**
 * u of each row: one number for each degree of freedom, which is zero unless the degree of freedom is on the row's paths to the world. With
 * mimic joints, one number for each coordinate.
 */
function projectionsOf(model: Model, data: Data, rows: ConstraintRows): Float64Array {
  const { nv } = model;
  const projections = data.projectionsFor(rows.count);
  if (model.tree.hasMimic) {
    constraintJacobian(model, data, rows, projections);
    for (let row = 0; row < rows.count; row++) forwardSolve(data.factor, nv, projections, row * nv);
    return projections;
  }
  projections.fill(0);
  for (let row = 0; row < rows.count; row++) projectRow(model, data, rows, row, projections, row * nv);
  return projections;
}

/** Replaces x by L⁻¹ x. */
function forwardSolve(factor: Float64Array, n: number, x: Float64Array, at: number): void {
  for (let row = 0; row < n; row++) {
    let sum = x[at + row];
    for (let k = 0; k < row; k++) sum -= factor[row * n + k] * x[at + k];
    x[at + row] = sum / factor[row * n + row];
  }
}

/** The bias forces on the paths from B and from A. */
const fromB = /* @__PURE__ */ new Float64Array(6);
const fromA = /* @__PURE__ */ new Float64Array(6);

/**
 * Walks from both bodies to the world, always passing the joint with the higher number first, because parents have lower numbers.
 * Where the paths meet, the remaining wrenches are added.
 */
function projectRow(
  model: Model,
  data: Data,
  rows: ConstraintRows,
  row: number,
  projections: Float64Array,
  at: number,
): void {
  const { parent } = model.tree;
  let a = rows.jointA[row];
  let b = rows.jointB[row];
  fromA.fill(0);
  fromB.fill(0);
  if (a >= 0) wrenchOf(model, data, rows, row, a, rows.pointA, fromA);
  if (b >= 0) wrenchOf(model, data, rows, row, b, rows.pointB, fromB);
  // The bias forces oppose the wrench: −d on B, d on A.
  for (let k = 0; k < 6; k++) fromB[k] = -fromB[k];
  while (a !== b) {
    if (a > b) {
      passJoint(model, data, a, fromA, projections, at);
      a = parent[a];
    } else {
      passJoint(model, data, b, fromB, projections, at);
      b = parent[b];
    }
  }
  if (a < 0) return;
  for (let k = 0; k < 6; k++) fromA[k] += fromB[k];
  for (; a >= 0; a = parent[a]) passJoint(model, data, a, fromA, projections, at);
}

function passJoint(
  model: Model,
  data: Data,
  joint: number,
  p: Float64Array,
  projections: Float64Array,
  at: number,
): void {
  const { firstDof } = model.tree;
  const { axes, U, Dinv } = data;
  for (let dof = firstDof[joint + 1] - 1; dof >= firstDof[joint]; dof--) {
    const k = 6 * dof;
    let u = 0;
    for (let i = 0; i < 6; i++) u -= axes[k + i] * p[i];
    projections[at + dof] = u;
    const rate = u * Dinv[dof];
    for (let i = 0; i < 6; i++) p[i] += rate * U[k + i];
  }
}

/** Σ uᵣ uₛ/D over the degrees of freedom on the paths of `row`; with mimic joints Σ uᵣ uₛ over all coordinates. */
function entryOf(
  model: Model,
  data: Data,
  rows: ConstraintRows,
  projections: Float64Array,
  row: number,
  other: number,
): number {
  const { nv, tree } = model;
  let sum = 0;
  if (tree.hasMimic) {
    for (let k = 0; k < nv; k++) sum += projections[row * nv + k] * projections[other * nv + k];
    return sum;
  }
  let a = lastDof(model, rows.jointA[row]);
  let b = lastDof(model, rows.jointB[row]);
  while (a >= 0 || b >= 0) {
    const dof = Math.max(a, b);
    sum += projections[row * nv + dof] * projections[other * nv + dof] * data.Dinv[dof];
    if (a === dof) a = tree.dofParent[a];
    if (b === dof) b = tree.dofParent[b];
  }
  return sum;
}

function lastDof({ tree }: Model, joint: number): number {
  return joint < 0 ? -1 : tree.firstDof[joint + 1] - 1;
}

/**
 * Options of `delassusCholesky`.
 * @example
 * ```ts
 * const options: DelassusOptions = { regularization: 1e-6 };
 * ```
 */
export interface DelassusOptions {
  /** The proximal weight μ, relative to the mean of G's diagonal (absolute if G is zero); 1e-8 unless given. */
  readonly regularization?: number;
}

/**
 * A factorization of G + μ 1, which solves G x = b by proximal steps: (G + μ 1) x' = b + μ x. It also exists for redundant
 * constraints, where G is singular; if b is in the range of G, the steps still converge to a solution.
 * @example
 * ```ts
 * const factor: DelassusFactor = delassusCholesky(model, data, model.constraints);
 * const forces = factor.solve(b);
 * ```
 */
export class DelassusFactor {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'DelassusFactor';

  /** Steps of the last solve. */
  iterations = 0;
  /** The largest |G x − b| of the last solve, relative to the largest |b|. */
  residual = 0;
  private readonly factor: Float64Array;
  private readonly work: Float64Array;
  /** The first nonzero column of each row: columns before it are skipped. */
  private readonly first: Int32Array;

  /** @internal */
  constructor(
    /** Number of equations. */
    readonly size: number,
    /** G, by rows. */
    readonly matrix: Float64Array,
    /** μ, in the unit of G. */
    readonly mu: number,
  ) {
    this.factor = matrix.slice();
    this.work = new Float64Array(size);
    for (let k = 0; k < size; k++) this.factor[k * size + k] += mu;
    this.first = firstColumns(matrix, size);
    factorize(this.factor, size, this.first);
  }

  /**
   * x with G x = b, by at most 100 proximal steps, fewer if they converge slowly. If they do not reach the tolerance, `residual` is above it.
   * @param tolerance the largest residual, relative to the largest |b|
   * @param out receives x. Default: a new array
   */
  solve(b: Float64Array, tolerance = 1e-12, out?: Float64Array): Float64Array {
    const where = 'DelassusFactor.solve';
    const { size, matrix, work, mu } = this;
    checkVector(where, 'b', b, size);
    const x = outputOf(where, out, size);
    checkNumber(where, 'tolerance', tolerance, 'give a ratio, not negative', 0);
    let largest = 0;
    for (let k = 0; k < size; k++) largest = Math.max(largest, Math.abs(b[k]));
    x.fill(0);
    this.residual = largest > 0 ? 1 : 0;
    this.iterations = 0;
    while (this.iterations < 100 && this.residual > tolerance) {
      for (let k = 0; k < size; k++) work[k] = b[k] + mu * x[k];
      solveFactorized(this.factor, size, work, this.first);
      x.set(work);
      this.iterations++;
      const before = this.residual;
      this.residual = largestResidual(matrix, size, x, b) / largest;
      // Further steps do not help, or too little: the rest of the residual is rounding error, b is not in the range of G, or μ is too
      // large.
      if (this.residual > 0.5 * before && this.iterations > 3) break;
    }
    return x;
  }
}

function largestResidual(matrix: Float64Array, n: number, x: Float64Array, b: Float64Array): number {
  let largest = 0;
  for (let row = 0; row < n; row++) {
    let sum = -b[row];
    for (let k = 0; k < n; k++) sum += matrix[row * n + k] * x[k];
    largest = Math.max(largest, Math.abs(sum));
  }
  return largest;
}

/**
 * Factors G + μ 1, with G = J M⁻¹ Jᵀ of constraints at the last placements, which may be redundant.
 * @example
 * ```ts
 * forwardKinematics(model, data, q);
 * const factor = delassusCholesky(model, data, model.constraints);
 * const forces = factor.solve(b);
 * ```
 */
export function delassusCholesky(
  model: Model,
  data: Data,
  constraints: readonly Constraint[] | ConstraintRows,
  options: DelassusOptions = {},
): DelassusFactor {
  const where = 'delassusCholesky';
  checkOptions(where, 'options', options, ['regularization']);
  const { regularization = 1e-8 } = options;
  checkNumber(where, 'options.regularization', regularization, 'give a ratio above 0', 0, true);
  const { count } = rowsOf(where, model, data, constraints);
  const matrix = delassus(model, data, constraints);
  let trace = 0;
  for (let k = 0; k < count; k++) trace += matrix[k * count + k];
  return new DelassusFactor(count, matrix, count > 0 && trace > 0 ? (regularization * trace) / count : regularization);
}
