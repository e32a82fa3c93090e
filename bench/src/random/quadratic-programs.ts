// Random quadratic programs: any, with a known solution, infeasible, unbounded, linear, badly scaled, and banded as in predictive control.
import { Rng } from 'proximal/math';
import type { QpProblem, QpStatus } from 'proximal/qp';

/** A quadratic program with dense matrices and all limits. */
export interface DenseQp extends QpProblem {
  readonly hessian: Float64Array;
  readonly constraints: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly lowerBounds: Float64Array;
  readonly upperBounds: Float64Array;
}

/** The properties of a problem that follow from its construction. */
export interface KnownAnswer {
  readonly status: QpStatus;
  /** The least value, if the status is `'solved'`. */
  readonly value?: number;
  /** Σ |x| of a solution and Σ |y| of its multipliers, by which residuals bound the error of the value. */
  readonly size?: number;
  readonly force?: number;
}

export interface RandomQp {
  readonly problem: DenseQp;
  readonly known: KnownAnswer | null;
}

/** The generators of random problems. */
export const qpClasses: Readonly<Record<string, (rng: Rng) => RandomQp>> = {
  any,
  known: (rng) => withSolution(rng, 'quadratic'),
  linear: (rng) => withSolution(rng, 'linear'),
  scaled,
  infeasible,
  unbounded,
  banded,
};

/** A problem of a class without some of its rows. */
export function buildQp(name: string, seed: number, without: readonly number[]): RandomQp {
  const { problem, known } = qpClasses[name](new Rng(seed));
  return without.length === 0 ? { problem, known } : { problem: withoutRows(problem, without), known: null };
}

function withoutRows(problem: DenseQp, without: readonly number[]): DenseQp {
  const n = problem.gradient.length;
  const rows = Array.from(problem.lower, (_, i) => i).filter((i) => !without.includes(i));
  return {
    ...problem,
    constraints: Float64Array.from(rows.flatMap((i) => [...problem.constraints.subarray(i * n, i * n + n)])),
    lower: Float64Array.from(rows, (i) => problem.lower[i]),
    upper: Float64Array.from(rows, (i) => problem.upper[i]),
  };
}

const vector = (size: number, value: (k: number) => number): Float64Array =>
  Float64Array.from({ length: size }, (_, k) => value(k));
const unlimited = (size: number): { lower: Float64Array; upper: Float64Array } => ({
  lower: new Float64Array(size).fill(-Infinity),
  upper: new Float64Array(size).fill(Infinity),
});
const unboundedVariables = (n: number): Pick<DenseQp, 'lowerBounds' | 'upperBounds'> => {
  const { lower, upper } = unlimited(n);
  return { lowerBounds: lower, upperBounds: upper };
};

/** H = Σ b bᵀ over some rows b. */
function gram(rows: readonly Float64Array[], n: number): Float64Array {
  const hessian = new Float64Array(n * n);
  for (const row of rows) for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) hessian[i * n + j] += row[i] * row[j];
  return hessian;
}

/** M x of a dense matrix by rows. */
export function product(matrix: Float64Array, x: Float64Array): Float64Array {
  const n = x.length;
  return vector(n === 0 ? 0 : matrix.length / n, (i) =>
    x.reduce((sum, value, j) => sum + matrix[i * n + j] * value, 0),
  );
}

/** Mᵀ y of a dense matrix by rows with n columns. */
export function transposedProduct(matrix: Float64Array, y: Float64Array, n: number): Float64Array {
  return vector(n, (j) => y.reduce((sum, value, i) => sum + matrix[i * n + j] * value, 0));
}

const sumOfMagnitudes = (x: Float64Array): number => x.reduce((sum, value) => sum + Math.abs(value), 0);

/**
 * Small integers as rows, so that rows are often dependent; H of any rank; each row is an equation or has one limit. In half of the problems
 * all variables are bounded.
 */
function any(rng: Rng): RandomQp {
  const n = 1 + rng.index(12);
  const m = rng.index(24);
  const { lower, upper } = unlimited(m);
  for (let i = 0; i < m; i++) {
    const kind = rng.uniform();
    const center = Math.round(4 * rng.normal()) / 2;
    if (kind < 0.15 || kind > 0.5) upper[i] = center;
    if (kind < 0.5) lower[i] = kind < 0.15 ? center : center - rng.index(3);
  }
  const bounds = unboundedVariables(n);
  if (rng.uniform() < 0.5) {
    bounds.lowerBounds.fill(-3);
    bounds.upperBounds.fill(3);
  }
  const rows = Array.from({ length: rng.index(n + 1) }, () => vector(n, () => rng.normal()));
  return {
    problem: {
      hessian: gram(rows, n),
      gradient: vector(n, () => (rng.uniform() < 0.2 ? 0 : rng.normal())),
      constraints: vector(m * n, () => (rng.uniform() < 0.5 ? 0 : Math.round(2 * rng.normal()))),
      lower,
      upper,
      ...bounds,
    },
    known: null,
  };
}

/** x and the multipliers y are chosen; limits and g follow from the conditions of optimality. */
function withSolution(rng: Rng, kind: 'quadratic' | 'linear'): RandomQp {
  const n = 1 + rng.index(10);
  const rowCount = 1 + rng.index(2 * n);
  const rows = Array.from({ length: rowCount }, () => vector(n, () => rng.normal()));
  // Repeated rows make multipliers ambiguous.
  while (rng.uniform() < 0.3) rows.push(rows[rng.index(rows.length)].slice());
  const constraints = Float64Array.from(rows.flatMap((row) => [...row]));
  const x = vector(n, () => rng.normal());
  const rank = kind === 'linear' ? 0 : rng.index(n + 1);
  const hessian = gram(
    Array.from({ length: rank }, () => vector(n, () => rng.normal())),
    n,
  );
  // Some rows are active with a zero multiplier (a degenerate solution), some have equal limits.
  const sides = rows.map(() => rng.index(4) - 1);
  const y = vector(rows.length, (i) =>
    sides[i] === 2 ? rng.normal() : rng.uniform() < 0.2 ? 0 : sides[i] * rng.uniform(),
  );
  const values = product(constraints, x);
  const curvature = product(hessian, x);
  const fromMultipliers = transposedProduct(constraints, y, n);
  const gradient = vector(n, (j) => -curvature[j] - fromMultipliers[j]);
  const value = x.reduce((sum, xj, j) => sum + xj * (0.5 * curvature[j] + gradient[j]), 0);
  return {
    problem: {
      hessian,
      gradient,
      constraints,
      lower: vector(rows.length, (i) =>
        sides[i] === -1 || sides[i] === 2 ? values[i] : values[i] - rng.uniform(0.1, 1),
      ),
      upper: vector(rows.length, (i) => (sides[i] >= 1 ? values[i] : values[i] + rng.uniform(0.1, 1))),
      ...unboundedVariables(n),
    },
    known: { status: 'solved', value, size: sumOfMagnitudes(x), force: sumOfMagnitudes(y) },
  };
}

/** A problem with a known solution whose variables and rows have units that differ by up to six orders of magnitude. */
function scaled(rng: Rng): RandomQp {
  const { problem, known } = withSolution(rng, 'quadratic');
  const n = problem.gradient.length;
  const column = vector(n, () => 10 ** rng.uniform(-3, 3));
  const row = vector(problem.lower.length, () => 10 ** rng.uniform(-3, 3));
  return {
    problem: {
      ...problem,
      hessian: problem.hessian.map((h, k) => h * column[Math.floor(k / n)] * column[k % n]),
      gradient: problem.gradient.map((g, j) => g * column[j]),
      constraints: problem.constraints.map((a, k) => a * row[Math.floor(k / n)] * column[k % n]),
      lower: problem.lower.map((value, i) => value * row[i]),
      upper: problem.upper.map((value, i) => value * row[i]),
    },
    // Without `value`: the bound of its error is for the problem before scaling.
    known: known && { status: known.status },
  };
}

/**
 * The last row is minus a positive combination of the others, and the sum of the upper limits, with these weights, is negative. H is
 * positive definite: otherwise the problem may also be unbounded, and both answers are right.
 */
function infeasible(rng: Rng): RandomQp {
  const n = 1 + rng.index(8);
  const count = 1 + rng.index(5);
  const rows = Array.from({ length: count }, () => vector(n, () => Math.round(3 * rng.normal())));
  const weights = vector(count, () => 1 + rng.index(3));
  rows.push(vector(n, (j) => -rows.reduce((sum, row, i) => sum + weights[i] * row[j], 0)));
  const { lower, upper } = unlimited(count + 1);
  for (let i = 0; i < count; i++) upper[i] = Math.round(4 * rng.normal());
  upper[count] = -weights.reduce((sum, weight, i) => sum + weight * upper[i], 0) - 10 ** rng.uniform(-4, 1);
  return {
    problem: {
      hessian: gram(
        [...Array(n).keys()].map((axis) => vector(n, (j) => (j === axis ? 1 : 0.5 * rng.normal()))),
        n,
      ),
      gradient: vector(n, () => rng.normal()),
      constraints: Float64Array.from(rows.flatMap((row) => [...row])),
      lower,
      upper,
      ...unboundedVariables(n),
    },
    known: { status: 'infeasible' },
  };
}

/** Along d, H d = 0, gᵀ d < 0, and no row approaches its limit. The origin is feasible. */
function unbounded(rng: Rng): RandomQp {
  const n = 2 + rng.index(8);
  const m = rng.index(2 * n);
  // Integers, so that H d and A d are exact.
  const axis = rng.index(n);
  const d = vector(n, (j) => (j === axis ? 1 : rng.index(3) - 1));
  /** A row with a · d = 0. */
  const orthogonal = (): Float64Array => {
    const row = vector(n, (j) => (j === axis ? 0 : rng.index(5) - 2));
    row[axis] = -row.reduce((sum, value, j) => sum + value * d[j], 0);
    return row;
  };
  const rows = Array.from({ length: m }, () => {
    const row = orthogonal();
    if (rng.uniform() < 0.5) row[axis] -= rng.index(3);
    return row;
  });
  const gradient = vector(n, () => rng.index(5) - 2);
  gradient[axis] -= gradient.reduce((sum, value, j) => sum + value * d[j], 0) + 1 + rng.index(3);
  return {
    problem: {
      hessian: gram(
        Array.from({ length: rng.index(n) }, () => orthogonal()),
        n,
      ),
      gradient,
      constraints: Float64Array.from(rows.flatMap((row) => [...row])),
      lower: new Float64Array(m).fill(-Infinity),
      upper: vector(m, () => rng.index(4)),
      ...unboundedVariables(n),
    },
    known: { status: 'unbounded' },
  };
}

/** A double integrator over some steps: states and forces as variables, its dynamics as equations, bounded forces. */
function banded(rng: Rng): RandomQp {
  const steps = 2 + rng.index(10);
  const n = 3 * steps;
  const h = rng.uniform(0.01, 0.3);
  const constraints = new Float64Array(2 * steps * n);
  const limits = new Float64Array(2 * steps);
  const [x0, v0] = [rng.normal(), rng.normal()];
  for (let k = 0; k < steps; k++) {
    const set = (row: number, column: number, value: number): void => {
      constraints[(2 * k + row) * n + column] = value;
    };
    // x[k + 1] = x[k] + h v[k]; v[k + 1] = v[k] + h u[k].
    set(0, 3 * k, 1);
    set(1, 3 * k + 1, 1);
    set(1, 3 * k + 2, -h);
    if (k > 0) {
      set(0, 3 * k - 3, -1);
      set(0, 3 * k - 2, -h);
      set(1, 3 * k - 2, -1);
    } else {
      limits[0] = x0 + h * v0;
      limits[1] = v0;
    }
  }
  const bounds = unboundedVariables(n);
  const maxForce = rng.uniform(0.1, 5);
  for (let k = 0; k < steps; k++) {
    bounds.lowerBounds[3 * k + 2] = -maxForce;
    bounds.upperBounds[3 * k + 2] = maxForce;
  }
  const weights = [10 ** rng.uniform(-1, 2), 10 ** rng.uniform(-2, 1), 10 ** rng.uniform(-4, 0)];
  return {
    problem: {
      hessian: vector(n * n, (k) => (k % (n + 1) === 0 ? weights[(k / (n + 1)) % 3] : 0)),
      gradient: new Float64Array(n),
      constraints,
      lower: limits,
      upper: limits.slice(),
      ...bounds,
    },
    known: { status: 'solved' },
  };
}
