import { checkInteger, outOfRange, wrongType } from '../check/argument.ts';
import { factorize } from '../math/linear/cholesky.ts';
import {
  identity,
  largest,
  product,
  solveLinear,
  sum,
  symmetrize,
  transposed,
  transposedProduct,
} from '../math/linear/matrices.ts';
import { checkNumbers } from './problem.ts';

/**
 * A linear system with n states and m controls, and a quadratic cost: x⁺ = A x + B u with Σ xᵀ Q x + uᵀ R u for `discreteLqr`, and
 * dx/dt = A x + B u with ∫ xᵀ Q x + uᵀ R u for `continuousLqr`. Matrices are by rows.
 * @example
 * ```ts
 * // A double integrator: position and speed.
 * const system: LinearSystem = { a: Float64Array.of(0, 1, 0, 0), b: Float64Array.of(0, 1), q: Float64Array.of(1, 0, 0, 1), r: Float64Array.of(1) };
 * ```
 */
export interface LinearSystem {
  /** A: n × n. */
  readonly a: Float64Array;
  /** B: n × m. */
  readonly b: Float64Array;
  /** Q: n × n, symmetric and positive semidefinite. */
  readonly q: Float64Array;
  /** R: m × m, symmetric and positive definite. */
  readonly r: Float64Array;
}

/**
 * A linear-quadratic regulator: the control u = −K x, with the cost xᵀ P x from the state x.
 * @example
 * ```ts
 * const { gain, status }: LqrSolution = continuousLqr(system);
 * ```
 */
export interface LqrSolution {
  /**
   * `'failed'`: the system cannot be stabilized, a state without cost does not decay, or the residual is above 1e-6. The matrices may then
   * be NaN.
   */
  readonly status: 'solved' | 'failed';
  /** K: m × n. */
  readonly gain: Float64Array;
  /** P: n × n. */
  readonly cost: Float64Array;
  /** The largest entry of the residual of the Riccati equation, relative to the largest entry of its terms. */
  readonly residual: number;
  /** The number of doublings; the largest allowed number if they found no solution. */
  readonly iterations: number;
}

const maxDoublings = 60;
const largestResidual = 1e-6;

interface Sizes {
  readonly n: number;
  readonly m: number;
}

/**
 * The infinite-horizon regulator of a discrete system. P solves P = Q + Aᵀ P A − Aᵀ P B (R + Bᵀ P B)⁻¹ Bᵀ P A, and
 * K = (R + Bᵀ P B)⁻¹ Bᵀ P A.
 * @example
 * ```ts
 * const { gain } = discreteLqr({ a: Float64Array.of(1), b: Float64Array.of(1), q: Float64Array.of(1), r: Float64Array.of(1) });
 * console.log(gain[0].toFixed(6)); // 0.618034
 * ```
 */
export function discreteLqr(system: LinearSystem): LqrSolution {
  const sizes = checkSystem('discreteLqr', system);
  const { n, m } = sizes;
  const { a, b, q } = system;
  const found = doublings(a, controlWeight(system, sizes), q, n);
  if (!found) return failed(sizes);
  const p = found.cost;
  const pa = product(p, a, n, n, n);
  const weighted = sum(system.r, transposedProduct(b, product(p, b, n, n, m), m, n, m));
  const gain = solveLinear(weighted, transposedProduct(b, pa, m, n, n), m, n);
  if (!gain) return failed(sizes);
  const costOfNext = transposedProduct(a, pa, n, n, n);
  const costSaved = product(transposedProduct(a, product(p, b, n, n, m), n, n, m), gain, n, m, n);
  const residual = sum(sum(sum(q, costOfNext), costSaved, -1), p, -1);
  return finish(gain, p, residual, [q, costOfNext, costSaved], found.iterations);
}

/**
 * The infinite-horizon regulator of a continuous system. P solves Aᵀ P + P A − P B R⁻¹ Bᵀ P + Q = 0, and K = R⁻¹ Bᵀ P.
 * @example
 * ```ts
 * const { gain } = continuousLqr({ a: Float64Array.of(0), b: Float64Array.of(1), q: Float64Array.of(4), r: Float64Array.of(1) });
 * console.log(gain[0].toFixed(6)); // 2.000000
 * ```
 */
export function continuousLqr(system: LinearSystem): LqrSolution {
  const sizes = checkSystem('continuousLqr', system);
  const { n, m } = sizes;
  const { a, b, q, r } = system;
  const g = controlWeight(system, sizes);
  const discrete = cayley(a, g, q, n);
  const found = discrete && doublings(discrete.a, discrete.g, discrete.q, n);
  if (!found) return failed(sizes);
  const p = found.cost;
  const pa = product(p, a, n, n, n);
  const costSaved = product(product(p, g, n, n, n), p, n, n, n);
  const residual = sum(sum(sum(pa, transposed(pa, n, n)), costSaved, -1), q);
  const gain = solveLinear(r, transposedProduct(b, p, m, n, n), m, n);
  if (!gain) return failed(sizes);
  return finish(gain, p, residual, [q, pa, costSaved], found.iterations);
}

/**
 * The regulator of a finite number of steps: u_k = −K_k x_k.
 * @example
 * ```ts
 * const { gains }: FiniteHorizonLqr = finiteHorizonLqr(system, 50, finalCost);
 * ```
 */
export interface FiniteHorizonLqr {
  /** K of each step: m × n. */
  readonly gains: readonly Float64Array[];
  /** P of each step and of the last state: the cost from the state x at step k is xᵀ P x. */
  readonly costs: readonly Float64Array[];
}

/**
 * The regulator of a discrete system over `steps` steps with the cost xᵀ F x of the last state, by the Riccati recursion.
 * @param finalCost F: n × n, symmetric and positive semidefinite
 * @example
 * ```ts
 * const one = Float64Array.of(1);
 * const { gains } = finiteHorizonLqr({ a: one, b: one, q: one, r: one }, 30, one);
 * console.log(gains[0][0].toFixed(6)); // 0.618034
 * ```
 */
export function finiteHorizonLqr(system: LinearSystem, steps: number, finalCost: Float64Array): FiniteHorizonLqr {
  const where = 'finiteHorizonLqr';
  const { n, m } = checkSystem(where, system);
  checkInteger(where, 'steps', steps, 1, 1_000_000);
  checkNumbers(where, 'finalCost', finalCost, n * n);
  const { a, b, q, r } = system;
  const gains: Float64Array[] = [];
  const costs: Float64Array[] = [finalCost.slice()];
  for (let k = 0; k < steps; k++) {
    const p = costs[k];
    const pa = product(p, a, n, n, n);
    const weighted = sum(r, transposedProduct(b, product(p, b, n, n, m), m, n, m));
    const gain =
      solveLinear(weighted, transposedProduct(b, pa, m, n, n), m, n) ?? new Float64Array(m * n).fill(Number.NaN);
    const closed = sum(a, product(b, gain, n, m, n), -1);
    // Joseph's form, (A − B K)ᵀ P (A − B K) + Kᵀ R K + Q, stays positive semidefinite.
    const costOfNext = transposedProduct(closed, product(p, closed, n, n, n), n, n, n);
    const costOfControl = transposedProduct(gain, product(r, gain, m, m, n), n, m, n);
    gains.push(gain);
    costs.push(symmetrize(sum(sum(costOfNext, costOfControl), q), n));
  }
  return { gains: gains.reverse(), costs: costs.reverse() };
}

/** B R⁻¹ Bᵀ. */
function controlWeight({ b, r }: LinearSystem, { n, m }: Sizes): Float64Array {
  const scaled = solveLinear(r, transposed(b, n, m), m, n) as Float64Array;
  return symmetrize(product(b, scaled, n, m, n), n);
}

/**
 * The structure-preserving doubling algorithm (Chu, Fan, Lin and Wang 2004) for P = Q + Aᵀ P (1 + G P)⁻¹ A. After k doublings, `cost` is the cost of
 * 2ᵏ steps. Returns null if it does not converge.
 */
function doublings(
  a: Float64Array,
  g: Float64Array,
  q: Float64Array,
  n: number,
): { readonly cost: Float64Array; readonly iterations: number } | null {
  let [motion, weight, cost]: readonly Float64Array[] = [a, g, q];
  for (let k = 1; k <= maxDoublings; k++) {
    const w = sum(identity(n), product(weight, cost, n, n, n));
    const wa = solveLinear(w, motion, n, n);
    const wg = solveLinear(w, weight, n, n);
    if (!wa || !wg) return null;
    const change = symmetrize(transposedProduct(motion, product(cost, wa, n, n, n), n, n, n), n);
    weight = symmetrize(sum(weight, product(product(motion, wg, n, n, n), transposed(motion, n, n), n, n, n)), n);
    motion = product(motion, wa, n, n, n);
    cost = sum(cost, change);
    if (!(largest(cost) < 1e100)) return null;
    if (largest(change) <= 1e-15 * largest(cost)) return { cost, iterations: k };
  }
  return null;
}

/**
 * The discrete Riccati equation with the same P, by the Cayley transformation. Its shift γ is a multiple of the size of the matrices, such that A − γ
 * I and the matrix W below are invertible. Returns null if none of the tried multiples is such a shift.
 */
function cayley(
  a: Float64Array,
  g: Float64Array,
  q: Float64Array,
  n: number,
): { readonly a: Float64Array; readonly g: Float64Array; readonly q: Float64Array } | null {
  const size = Math.max(largest(a), Math.sqrt(largest(g) * largest(q)), Number.MIN_VALUE);
  for (const factor of [1, 1.7, 3.1, 0.37]) {
    const gamma = factor * size;
    const shifted = sum(a, identity(n), -gamma);
    const sg = solveLinear(shifted, g, n, n);
    const one = solveLinear(shifted, identity(n), n, n);
    if (!sg || !one) continue;
    // W = A_γᵀ + Q A_γ⁻¹ G with A_γ = A − γ I.
    const w = sum(transposed(shifted, n, n), product(q, sg, n, n, n));
    const inverse = solveLinear(w, identity(n), n, n);
    if (!inverse) continue;
    return {
      a: sum(identity(n), transposed(inverse, n, n), 2 * gamma),
      g: symmetrize(product(sg, inverse, n, n, n), n).map((value) => 2 * gamma * value),
      q: symmetrize(product(inverse, product(q, one, n, n, n), n, n, n), n).map((value) => 2 * gamma * value),
    };
  }
  return null;
}

function finish(
  gain: Float64Array,
  cost: Float64Array,
  difference: Float64Array,
  terms: readonly Float64Array[],
  iterations: number,
): LqrSolution {
  const scale = Math.max(...terms.map(largest));
  const residual = scale === 0 ? largest(difference) : largest(difference) / scale;
  return { status: residual <= largestResidual ? 'solved' : 'failed', gain, cost, residual, iterations };
}

function failed({ n, m }: Sizes): LqrSolution {
  const undefinedNumbers = (size: number): Float64Array => new Float64Array(size).fill(Number.NaN);
  return {
    status: 'failed',
    gain: undefinedNumbers(m * n),
    cost: undefinedNumbers(n * n),
    residual: Infinity,
    iterations: maxDoublings,
  };
}

function checkSystem(where: string, system: LinearSystem): Sizes {
  if (typeof system !== 'object' || system === null)
    throw wrongType(where, 'system', system, 'give { a, b, q, r } with matrices by rows');
  for (const name of ['a', 'b', 'q', 'r'] as const) {
    const matrix: unknown = system[name];
    if (!(matrix instanceof Float64Array))
      throw wrongType(where, `system.${name}`, matrix, 'give a Float64Array by rows');
    const at = matrix.findIndex((value) => !Number.isFinite(value));
    if (at >= 0) throw outOfRange(where, `system.${name}[${at}]`, matrix[at], 'give a finite number');
  }
  const [n, m] = [Math.round(Math.sqrt(system.a.length)), Math.round(Math.sqrt(system.r.length))];
  const check = (name: 'a' | 'b' | 'q' | 'r', rows: number, columns: number): void => {
    if (system[name].length !== rows * columns)
      throw outOfRange(where, `system.${name}.length`, system[name].length, `give ${rows} × ${columns} numbers`);
  };
  check('a', n, n);
  check('r', m, m);
  check('b', n, m);
  check('q', n, n);
  if (factorize(system.r.slice(), m) >= 0)
    throw outOfRange(where, 'system.r', system.r, 'give a positive definite matrix');
  return { n, m };
}
