// Lemke's method on the polyhedral LCP (Stewart and Trinkle): friction is Σ β_k d_k with β ≥ 0 and Σ β ≤ `apothem(µ)` λ_N
// over the corners d_k of the polygon of `Pyramid`. A bilateral impulse is the difference of two nonnegative variables. Pivots are made in place. In
// hyperstatic problems bases are singular: the diagonal of G is regularized, and iterative refinement removes the error. If the
// solution fails the check, the method is run again with a larger regularization.

import type { SolverSettings } from '../options.ts';
import type { Progress } from '../progress.ts';
import type { SolverWorkspace } from '../solver-workspace.ts';

/** The numbers that successive attempts add to the diagonal of the scaled G. */
const regularizations = [1e-10, 1e-8, 1e-7, 1e-6, 1e-5] as const;
/** Basic variables that are below zero by at most this, relative to the largest entry of q, count as zero. */
const slack = 1e-12;
/** Pivots of the scaled matrix below this are rounding errors. */
const smallestPivot = 1e-10;
/** The largest number of steps of iterative refinement. */
const refinements = 200;

/**
 * The tableau of w = q + M z + d z0, with the basic variables in rows. The columns are the `size` + 1 nonbasic variables, of which
 * z0 is the last at the start, then q, then a column that breaks ties between rows that become zero together.
 */
class Tableau {
  size = 0;
  stride = 0;
  /** A scale for each row of the problem, equal within a contact: λ = scale · λ' makes the largest diagonal entry of each block of G' one. */
  scales = new Float64Array(0);
  /** How far below zero a basic variable may go. */
  allowance = 0;
  /** The solution z. */
  z = new Float64Array(0);
  /** w = q + M z, computed without the tableau, for the refinement. */
  w = new Float64Array(0);
  values = new Float64Array(0);
  /** The variable of each row (`basic`) and of each column (`nonbasic`): k means z_k, ~k means w_k, and `size` means z0. */
  basic = new Int32Array(0);
  nonbasic = new Int32Array(0);

  resize(size: number): void {
    if (size !== this.size || this.values.length === 0) {
      this.size = size;
      this.stride = size + 3;
      this.values = new Float64Array(size * this.stride);
      this.basic = new Int32Array(size);
      this.nonbasic = new Int32Array(size + 1);
      this.z = new Float64Array(size);
      this.w = new Float64Array(size);
    }
    this.values.fill(0);
    for (let k = 0; k < size; k++) {
      this.basic[k] = ~k;
      this.nonbasic[k] = k;
    }
    this.nonbasic[size] = size;
  }

  /** Exchanges a basic with a nonbasic variable (Jordan). */
  exchange(row: number, column: number): void {
    const { values, stride, size, basic, nonbasic } = this;
    const pivotRow = row * stride;
    const inverse = 1 / values[pivotRow + column];
    for (let j = 0; j < stride; j++) if (j !== column) values[pivotRow + j] *= -inverse;
    values[pivotRow + column] = inverse;
    for (let i = 0; i < size; i++) {
      const start = i * stride;
      const factor = values[start + column];
      if (i === row || factor === 0) continue;
      for (let j = 0; j < stride; j++) if (j !== column) values[start + j] += factor * values[pivotRow + j];
      values[start + column] = factor * inverse;
    }
    const leaving = basic[row];
    basic[row] = nonbasic[column];
    nonbasic[column] = leaving;
  }

  columnOf(variable: number): number {
    return this.nonbasic.indexOf(variable);
  }
}

export function runLcpLemke(workspace: SolverWorkspace, settings: SolverSettings, progress: Progress): void {
  const tableau = workspace.state(Tableau);
  const start = workspace.vector(0);
  start.set(workspace.lambda);
  let pivots = 0;
  for (let attempt = 0; attempt < regularizations.length && pivots < settings.maxIterations; attempt++) {
    fill(tableau, workspace, settings, regularizations[attempt]);
    if (attempt === 0 && workspace.isWarm) pivots = enterBasis(tableau, workspace, settings);
    pivots = follow(tableau, settings.maxIterations, pivots, progress);
    // At the iteration cap the tableau holds no solution.
    if (pivots >= settings.maxIterations) continue;
    polish(tableau, workspace, settings);
    if (progress.check(workspace, settings, pivots) && progress.status === 'converged') return;
  }
  workspace.lambda.set(start);
  progress.check(workspace, settings, pivots);
  progress.end(pivots < settings.maxIterations ? 'stalled' : 'limit');
}

/** The impulses of the final basis, refined while each step decreases the error by at least 1 %. */
function polish(tableau: Tableau, workspace: SolverWorkspace, settings: SolverSettings): void {
  let last = Infinity;
  for (let step = 0; step < refinements; step++) {
    readImpulses(tableau, workspace, settings, false);
    const error = refine(tableau, workspace, settings);
    if (!(error < 0.99 * last)) break;
    last = error;
  }
  readImpulses(tableau, workspace, settings, true);
}

/** Fills the tableau. The order of z: the two parts of each bilateral impulse, all λ_N, all β, all slip bounds. */
function fill(tableau: Tableau, workspace: SolverWorkspace, { pyramid }: SolverSettings, regularization: number): void {
  const { bilateral, contacts, friction, rows, size, compliance, bias } = workspace;
  const { facets, corners } = pyramid;
  const normals = 2 * bilateral;
  const betas = 2 * bilateral + contacts;
  const slips = betas + facets * contacts;
  tableau.resize(slips + contacts);
  findScales(tableau, workspace);
  const { values, stride } = tableau;
  const unknowns = slips;
  // Unknown u acts along a combination of at most two rows of G, and is complementary to the same combination.
  const rowOf = (u: number): number => {
    if (u < normals) return u >> 1;
    if (u < betas) return bilateral + 3 * (u - normals) + 2;
    return bilateral + 3 * Math.floor((u - betas) / facets);
  };
  const first = (u: number): number => {
    if (u < normals) return u % 2 === 0 ? 1 : -1;
    return u < betas ? 1 : corners[2 * ((u - betas) % facets)];
  };
  const second = (u: number): number => (u < betas ? 0 : corners[2 * ((u - betas) % facets) + 1]);
  const { scales } = tableau;
  const entry = (i: number, j: number): number =>
    scales[i] * scales[j] * (rows[i * size + j] + (i === j ? compliance[i] : 0)) + (i === j ? regularization : 0);
  for (let u = 0; u < unknowns; u++) {
    const i = rowOf(u);
    const a = first(u);
    const b = second(u);
    for (let v = 0; v < unknowns; v++) {
      const j = rowOf(v);
      const c = first(v);
      const d = second(v);
      let sum = a * c * entry(i, j);
      if (d !== 0) sum += a * d * entry(i, j + 1);
      if (b !== 0) sum += b * c * entry(i + 1, j);
      if (b !== 0 && d !== 0) sum += b * d * entry(i + 1, j + 1);
      values[u * stride + v] = sum;
    }
    values[u * stride + stride - 2] = scales[i] * (a * bias[i] + (b === 0 ? 0 : b * bias[i + 1]));
  }
  for (let c = 0; c < contacts; c++) {
    for (let k = 0; k < facets; k++) {
      const beta = betas + facets * c + k;
      values[beta * stride + slips + c] = 1;
      values[(slips + c) * stride + beta] = -1;
    }
    values[(slips + c) * stride + normals + c] = pyramid.apothem(friction[c]);
  }
  let largestBias = 0;
  for (let k = 0; k < size; k++) largestBias = Math.max(largestBias, Math.abs(scales[k] * bias[k]));
  tableau.allowance = slack * largestBias;
  for (let c = 0; c < contacts; c++) {
    if (friction[c] > 0) continue;
    for (let k = 0; k < facets; k++) decouple(tableau, betas + facets * c + k, largestBias);
    decouple(tableau, slips + c, largestBias);
  }
  for (let k = 0; k < tableau.size; k++) {
    cover(tableau, k);
    // Any distinct positive numbers work: multiples of the golden ratio, modulo 1.
    values[k * stride + stride - 1] = 0.5 + 0.5 * ((k * 0.6180339887498949) % 1);
  }
}

/** Decouples an unknown, and makes it zero: friction with µ = 0. */
function decouple({ values, stride, size }: Tableau, unknown: number, distance: number): void {
  for (let k = 0; k < size; k++) {
    values[unknown * stride + k] = 0;
    values[k * stride + unknown] = 0;
  }
  values[unknown * stride + unknown] = 1;
  values[unknown * stride + stride - 2] = distance;
}

function findScales(tableau: Tableau, workspace: SolverWorkspace): void {
  const { bilateral, contacts, size } = workspace;
  if (tableau.scales.length !== size) tableau.scales = new Float64Array(size);
  const { scales } = tableau;
  const scaleOf = (entry: number): number => (entry > 0 ? 1 / Math.sqrt(entry) : 1);
  for (let k = 0; k < bilateral; k++) scales[k] = scaleOf(workspace.diagonal[k]);
  for (let c = 0; c < contacts; c++) {
    const at = bilateral + 3 * c;
    const entry = Math.max(workspace.diagonal[at], workspace.diagonal[at + 1], workspace.diagonal[at + 2]);
    scales.fill(scaleOf(entry), at, at + 3);
  }
}

/** Sets entry k of the covering vector d, the coefficients of z0. */
function cover({ values, stride }: Tableau, k: number): void {
  values[k * stride + stride - 3] = 1;
}

/**
 * Moves variables of the warm start into the basis, with one principal pivot each if possible: bilateral impulses, positive λ_N, and
 * the two β of each sticking contact. Returns the number of pivots.
 */
function enterBasis(tableau: Tableau, workspace: SolverWorkspace, { pyramid }: SolverSettings): number {
  const { bilateral, contacts, lambda, friction } = workspace;
  const { corners, facets } = pyramid;
  const normals = 2 * bilateral;
  const betas = 2 * bilateral + contacts;
  let pivots = 0;
  const enter = (z: number): void => {
    const pivot = tableau.values[z * tableau.stride + z];
    if (tableau.basic[z] !== ~z || !(Math.abs(pivot) > 1e-6)) return;
    tableau.exchange(z, z);
    pivots++;
  };
  for (let k = 0; k < bilateral; k++) enter(2 * k + (lambda[k] >= 0 ? 0 : 1));
  for (let c = 0; c < contacts; c++) {
    const at = bilateral + 3 * c;
    if (!(lambda[at + 2] > 0)) continue;
    enter(normals + c);
    const apothem = pyramid.apothem(friction[c]) * lambda[at + 2];
    if (pyramid.gauge(lambda[at], lambda[at + 1]) < apothem * (1 - 1e-6)) {
      // Sticking: the friction is a combination of the two corners beside it, so their β enter.
      let nearest = 0;
      let largestProduct = -Infinity;
      for (let k = 0; k < facets; k++) {
        const product = corners[2 * k] * lambda[at] + corners[2 * k + 1] * lambda[at + 1];
        if (product > largestProduct) [nearest, largestProduct] = [k, product];
      }
      const isCounterclockwise = corners[2 * nearest] * lambda[at + 1] - corners[2 * nearest + 1] * lambda[at] > 0;
      enter(betas + facets * c + nearest);
      enter(betas + facets * c + ((nearest + (isCounterclockwise ? 1 : facets - 1)) % facets));
    }
  }
  // A fresh covering vector for the transformed problem.
  for (let k = 0; k < tableau.size; k++) cover(tableau, k);
  return pivots;
}

/**
 * Follows the complementary path until z0 leaves the basis. For these matrices the path ends in a ray only if z0 is zero. If z0 becomes
 * zero together with another variable and rounding selects the other one to leave the basis, the ray also begins at a solution. Stops at
 * `limit` pivots. Returns the number of pivots, with those `before`.
 */
function follow(tableau: Tableau, limit: number, before: number, { poll }: Progress): number {
  const { size, basic } = tableau;
  const zero = size;
  let pivots = before;
  let row = firstRow(tableau);
  if (row < 0) return pivots;
  let column = size;
  while (pivots < limit) {
    poll?.();
    const leaving = basic[row];
    tableau.exchange(row, column);
    pivots++;
    if (leaving === zero) return pivots;
    column = tableau.columnOf(~leaving);
    row = blocking(tableau, column);
    if (row < 0) return pivots;
  }
  return pivots;
}

/**
 * The row where z0 enters the basis: the row with the lowest q, and among q equal up to the allowance the row with the lowest entry in the
 * last column. All basic variables are then lexicographically positive. −1 if no q is negative.
 */
function firstRow({ size, stride, values, allowance }: Tableau): number {
  let worst = 0;
  for (let k = 0; k < size; k++) worst = Math.min(worst, values[k * stride + stride - 2]);
  if (worst === 0) return -1;
  let row = -1;
  let best = Infinity;
  for (let k = 0; k < size; k++) {
    const key = values[k * stride + stride - 1];
    if (values[k * stride + stride - 2] <= worst + allowance && key < best) [best, row] = [key, k];
  }
  return row;
}

/**
 * The row of the basic variable that becomes zero first when the variable of this column grows. Ties, which every hyperstatic
 * problem has, are broken by the last column; by this lexicographic rule no basis repeats.
 */
function blocking({ size, stride, values, allowance, basic }: Tableau, column: number): number {
  let first = Infinity;
  for (let i = 0; i < size; i++) {
    const slope = values[i * stride + column];
    if (slope < -smallestPivot)
      first = Math.min(first, (Math.max(0, values[i * stride + stride - 2]) + allowance) / -slope);
  }
  let best = Infinity;
  let row = -1;
  for (let i = 0; i < size; i++) {
    const slope = values[i * stride + column];
    if (!(slope < -smallestPivot) || Math.max(0, values[i * stride + stride - 2]) > -slope * first) continue;
    // Prefer z0: the path ends with it.
    if (basic[i] === size) return i;
    const key = values[i * stride + stride - 1] / -slope;
    if (key < best) [best, row] = [key, i];
  }
  return row;
}

/** z from the basic variables, and λ from z. */
function readImpulses(
  { basic, values, stride, size, z, scales }: Tableau,
  workspace: SolverWorkspace,
  { pyramid }: SolverSettings,
  isLast: boolean,
): void {
  const { bilateral, contacts, lambda } = workspace;
  const { facets, corners } = pyramid;
  const normals = 2 * bilateral;
  const betas = 2 * bilateral + contacts;
  z.fill(0);
  lambda.fill(0);
  for (let i = 0; i < size; i++) if (basic[i] >= 0 && basic[i] < size) z[basic[i]] = values[i * stride + stride - 2];
  for (let k = 0; k < bilateral; k++) lambda[k] = scales[k] * (z[2 * k] - z[2 * k + 1]);
  for (let c = 0; c < contacts; c++) {
    const at = bilateral + 3 * c;
    // Clamp only at the end: the refinement works on the basic solution, which may be slightly negative by rounding.
    lambda[at + 2] = scales[at] * (isLast ? Math.max(0, z[normals + c]) : z[normals + c]);
    for (let k = 0; k < facets; k++) {
      const beta = scales[at] * z[betas + facets * c + k];
      lambda[at] += beta * corners[2 * k];
      lambda[at + 1] += beta * corners[2 * k + 1];
    }
  }
}

/**
 * One step of iterative refinement. The columns of the tableau are the derivatives of the basic variables with respect to the nonbasic w.
 * The nonbasic w should be zero. Subtracts their actual values, times these columns, from the basic variables. Returns the largest |w|.
 */
function refine(tableau: Tableau, workspace: SolverWorkspace, { pyramid }: SolverSettings): number {
  const { z, w, values, stride, size, nonbasic, scales } = tableau;
  const { bilateral, contacts, friction, sigma } = workspace;
  const { facets, corners } = pyramid;
  const normals = 2 * bilateral;
  const betas = 2 * bilateral + contacts;
  const slips = betas + facets * contacts;
  workspace.evaluate();
  for (let k = 0; k < bilateral; k++) {
    w[2 * k] = scales[k] * sigma[k];
    w[2 * k + 1] = -scales[k] * sigma[k];
  }
  for (let c = 0; c < contacts; c++) {
    const at = bilateral + 3 * c;
    w[normals + c] = scales[at] * sigma[at + 2];
    w[slips + c] = pyramid.apothem(friction[c]) * z[normals + c];
    for (let k = 0; k < facets; k++) {
      const beta = betas + facets * c + k;
      const along = corners[2 * k] * sigma[at] + corners[2 * k + 1] * sigma[at + 1];
      w[beta] = scales[at] * along + z[slips + c];
      w[slips + c] -= z[beta];
    }
  }
  let largestError = 0;
  for (let j = 0; j <= size; j++) {
    if (nonbasic[j] >= 0) continue;
    const error = w[~nonbasic[j]];
    largestError = Math.max(largestError, Math.abs(error));
    for (let i = 0; i < size; i++) values[i * stride + stride - 2] -= values[i * stride + j] * error;
  }
  return largestError;
}
