// The random problem classes of Stellato et al., "OSQP: an operator splitting solver for quadratic programs", appendix A.
import type { Rng } from '../../src/math/index.ts';
import { type QpProblem, SparseMatrix } from '../../src/qp/index.ts';

type Entry = [row: number, column: number, value: number];

/** Random entries of a block, each nonzero with the probability `density`. */
function randomBlock(rng: Rng, rows: number, columns: number, density: number, value = () => rng.normal()): Entry[] {
  const entries: Entry[] = [];
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) if (rng.uniform() < density) entries.push([i, j, value()]);
  return entries;
}

const placed = (entries: readonly Entry[], row: number, column: number, factor = 1): Entry[] =>
  entries.map(([i, j, value]) => [row + i, column + j, factor * value]);

function diagonal(size: number, value: (k: number) => number, row = 0, column = 0): Entry[] {
  return Array.from({ length: size }, (_, k): Entry => [row + k, column + k, value(k)]);
}

/** M Mᵀ of n × n entries, plus a multiple of the identity. */
function gram(entries: readonly Entry[], n: number, shift: number): Entry[] {
  const byColumn = new Map<number, Entry[]>();
  for (const entry of entries) byColumn.set(entry[1], [...(byColumn.get(entry[1]) ?? []), entry]);
  const products = diagonal(n, () => shift);
  for (const column of byColumn.values())
    for (const [i, , a] of column) for (const [j, , b] of column) products.push([i, j, a * b]);
  return products;
}

const vector = (size: number, value: (k: number) => number): Float64Array =>
  Float64Array.from({ length: size }, (_, k) => value(k));
const sparse = (rows: number, columns: number, entries: Entry[]): SparseMatrix =>
  SparseMatrix.fromEntries(rows, columns, entries);

function randomProgram(rng: Rng, n: number): QpProblem {
  const m = 3 * n;
  const point = vector(n, () => rng.normal());
  const constraints = sparse(m, n, randomBlock(rng, m, n, 0.15));
  const products = new Float64Array(m);
  for (let j = 0; j < n; j++)
    for (let k = constraints.starts[j]; k < constraints.starts[j + 1]; k++)
      products[constraints.indices[k]] += constraints.values[k] * point[j];
  return {
    hessian: sparse(n, n, gram(randomBlock(rng, n, n, 0.15), n, 1e-2)),
    gradient: vector(n, () => rng.normal()),
    constraints,
    lower: products.map((value) => value - rng.uniform()),
    upper: products.map((value) => value + rng.uniform()),
  };
}

function equalityProgram(rng: Rng, n: number): QpProblem {
  const m = Math.floor(n / 2);
  const limits = vector(m, () => rng.normal());
  return {
    hessian: sparse(n, n, gram(randomBlock(rng, n, n, 0.15), n, 1e-2)),
    gradient: vector(n, () => rng.normal()),
    constraints: sparse(m, n, [...randomBlock(rng, m, n, 0.15), ...diagonal(m, () => 1)]),
    lower: limits,
    upper: limits,
  };
}

/**
 * A linear system near the identity, with nx states, ⌊nx/2⌋ inputs (at least one) and T = 10 steps. Variables: states 0 … T, then inputs 0 … T − 1.
 */
function optimalControl(rng: Rng, nx: number): QpProblem {
  const [nu, steps] = [Math.max(1, Math.floor(nx / 2)), 10];
  const [states, inputs] = [(steps + 1) * nx, steps * nu];
  const n = states + inputs;
  const motion = Array.from({ length: nx }, (_, i): Entry[] =>
    Array.from({ length: nx }, (_, j): Entry => [i, j, (i === j ? 1 : 0) + 0.01 * rng.normal()]),
  ).flat();
  const force = randomBlock(rng, nx, nu, 1);
  const weights = vector(nx, () => (rng.uniform() < 0.7 ? rng.uniform(0, 10) : 0));
  const rows = diagonal(states, () => -1);
  for (let t = 0; t < steps; t++) {
    rows.push(...placed(motion, (t + 1) * nx, t * nx));
    rows.push(...placed(force, (t + 1) * nx, states + t * nu));
  }
  const limits = new Float64Array(states);
  for (let i = 0; i < nx; i++) limits[i] = -rng.uniform(-0.5, 0.5);
  const bounds = vector(n, (k) => (k < states ? 1 + rng.uniform() : 0.1 * (1 + rng.uniform())));
  return {
    hessian: sparse(n, n, [
      ...diagonal(states, (k) => weights[k % nx]),
      ...diagonal(inputs, () => 0.1, states, states),
    ]),
    gradient: new Float64Array(n),
    constraints: sparse(states, n, rows),
    lower: limits,
    upper: limits,
    lowerBounds: bounds.map((bound) => -bound),
    upperBounds: bounds,
  };
}

/** Assets with k factors: min xᵀ D x + yᵀ y − µᵀ x/γ with γ = 1, y = Fᵀ x, Σ x = 1, x ≥ 0. Variables: x, y. */
function portfolio(rng: Rng, k: number): QpProblem {
  const assets = 10 * k;
  const n = assets + k;
  const factors = randomBlock(rng, k, assets, 0.5);
  const rows = [
    ...factors,
    ...diagonal(k, () => -1, 0, assets),
    ...Array.from({ length: assets }, (_, j): Entry => [k, j, 1]),
  ];
  const limits = vector(k + 1, (i) => (i === k ? 1 : 0));
  return {
    hessian: sparse(n, n, [
      ...diagonal(assets, () => 2 * rng.uniform(0, Math.sqrt(k))),
      ...diagonal(k, () => 2, assets, assets),
    ]),
    gradient: vector(n, (j) => (j < assets ? -rng.normal() : 0)),
    constraints: sparse(k + 1, n, rows),
    lower: limits,
    upper: limits,
    lowerBounds: vector(n, (j) => (j < assets ? 0 : -Infinity)),
  };
}

/** min yᵀ y + Σ t with y = A x − b, −t ≤ x ≤ t. Variables: x, y, t. */
function lasso(rng: Rng, features: number): QpProblem {
  const samples = 5 * features;
  const n = 2 * features + samples;
  const data = randomBlock(rng, samples, features, 0.3);
  const targets = vector(samples, () => rng.normal());
  const t = features + samples;
  return {
    hessian: sparse(
      n,
      n,
      diagonal(samples, () => 2, features, features),
    ),
    gradient: vector(n, (j) => (j < t ? 0 : 1)),
    constraints: sparse(samples + 2 * features, n, [
      ...data,
      ...diagonal(samples, () => -1, 0, features),
      ...diagonal(features, () => 1, samples),
      ...diagonal(features, () => -1, samples, t),
      ...diagonal(features, () => 1, samples + features),
      ...diagonal(features, () => 1, samples + features, t),
    ]),
    lower: vector(samples + 2 * features, (i) => (i < samples ? targets[i] : i < samples + features ? -Infinity : 0)),
    upper: vector(samples + 2 * features, (i) => (i < samples ? targets[i] : i < samples + features ? 0 : Infinity)),
  };
}

/** Huber fitting: min uᵀ u + 2 Σ (r + s) with A x − b − u = r − s, r, s ≥ 0. Variables: x, u, r, s. */
function huber(rng: Rng, features: number): QpProblem {
  const samples = 5 * features;
  const n = features + 3 * samples;
  const targets = vector(samples, () => (rng.uniform() < 0.05 ? 10 * rng.uniform() : 0.25 * rng.normal()));
  return {
    hessian: sparse(
      n,
      n,
      diagonal(samples, () => 2, features, features),
    ),
    gradient: vector(n, (j) => (j < features + samples ? 0 : 2)),
    constraints: sparse(samples, n, [
      ...randomBlock(rng, samples, features, 0.3),
      ...diagonal(samples, () => -1, 0, features),
      ...diagonal(samples, () => -1, 0, features + samples),
      ...diagonal(samples, () => 1, 0, features + 2 * samples),
    ]),
    lower: targets,
    upper: targets,
    lowerBounds: vector(n, (j) => (j < features + samples ? -Infinity : 0)),
  };
}

/** A support vector machine: min ½ xᵀ x + Σ t with t ≥ diag(b) A x + 1, t ≥ 0. Variables: x, t. */
function supportVectors(rng: Rng, features: number): QpProblem {
  const samples = 5 * features;
  const n = features + samples;
  const rows = randomBlock(rng, samples, features, 0.3).map(([i, j, value]): Entry => {
    const side = i < samples / 2 ? 1 : -1;
    return [i, j, side * (value / Math.sqrt(features) + side / features)];
  });
  return {
    hessian: sparse(
      n,
      n,
      diagonal(features, () => 1),
    ),
    gradient: vector(n, (j) => (j < features ? 0 : 1)),
    constraints: sparse(samples, n, [...rows, ...diagonal(samples, () => -1, 0, features)]),
    upper: new Float64Array(samples).fill(-1),
    lowerBounds: vector(n, (j) => (j < features ? -Infinity : 0)),
  };
}

export const problemClasses: Readonly<Record<string, (rng: Rng, size: number) => QpProblem>> = {
  'random QP': randomProgram,
  'equality QP': equalityProgram,
  'optimal control': optimalControl,
  portfolio,
  lasso,
  huber,
  'support vectors': supportVectors,
};
