// Quadratic programs by both solvers, and by the dense solver with a warm start. Residuals and proofs are recomputed here, by dense loops that
// share nothing with the library.
import { Rng } from 'proximal/math';
import { type QpSolution, QpSolver, SparseMatrix, solveQp } from 'proximal/qp';
import {
  buildQp,
  type DenseQp,
  product,
  qpClasses,
  type RandomQp,
  transposedProduct,
} from '../random/quadratic-programs.ts';
import type { Failure, Fuzzer, Origin, Verdict } from './fuzzer.ts';
import { Report } from './report.ts';

interface QpCase {
  readonly class: string;
  readonly seed: number;
  /** Rows that are left out. */
  readonly without: readonly number[];
}

const names = Object.keys(qpClasses);
/** The default tolerance of the solvers, absolute and relative. */
const tolerance = 1e-9;
/** Residuals recomputed in another order of summation may exceed the tolerance by rounding. */
const rounding = 1e-13;

export const qpFuzzer: Fuzzer<QpCase> = {
  name: 'qp',
  title: 'Quadratic programs: known answers, recomputed residuals and proofs, both solvers, warm starts',
  kinds: names,
  generate(seed, number, only) {
    const name = names[number % names.length];
    if (only.length > 0 && !only.includes(name)) return null;
    return { class: name, seed: (seed ^ Math.imul(number + 1, 0x9e3779b1)) >>> 0, without: [] };
  },
  check,
  classes: [{ title: 'class', of: (item) => item.class }],
  // In this fuzzer, a query is a problem.
  shares: { 'undecided by ADMM': 'queries' },
  files: { command: null, write: (item) => JSON.stringify(item), read: (text) => JSON.parse(text) as QpCase },
  write: (item) => JSON.stringify(item),
  writeRepro,
  simplify,
};

function check({ class: name, seed, without }: QpCase): Verdict {
  const report = new Report({ queries: 1, 'undecided by ADMM': 0 });
  const made = buildQp(name, seed, without);
  const { problem } = made;
  try {
    const dense = solveQp(problem);
    checkAnswer(report, 'dense', made, dense);
    if (dense.status === 'limit') report.fail('undecided', `dense: ${describe(dense)}`);
    const again = solveQp(problem, {}, dense);
    checkAnswer(report, 'dense, warm', made, again);
    if (!areCompatible(again, dense)) report.fail('warm', `${describe(dense)}, then ${describe(again)}`);
    checkSparse(report, made, dense);
  } catch (error) {
    report.fail('throws', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  return report.verdict({ variables: problem.gradient.length, rows: problem.lower.length, known: made.known });
}

/** ADMM may leave a problem undecided, but must not decide it otherwise than the dense method. */
function checkSparse(report: Report, made: RandomQp, dense: QpSolution): void {
  const { problem } = made;
  const n = problem.gradient.length;
  const solver = new QpSolver({
    ...problem,
    hessian: SparseMatrix.fromDense(n, n, problem.hessian),
    constraints: SparseMatrix.fromDense(problem.lower.length, n, problem.constraints),
  });
  const sparse = solver.solve();
  checkAnswer(report, 'sparse', made, sparse);
  if (sparse.status === 'limit') report.count('undecided by ADMM', 1);
  else if (dense.status !== 'limit' && !areCompatible(sparse, dense))
    report.fail('solvers differ', `dense: ${describe(dense)}; sparse: ${describe(sparse)}`);
}

/** A problem can be infeasible and have a direction of descent: then both answers are right. */
function areCompatible(a: QpSolution, b: QpSolution): boolean {
  const proven = ['infeasible', 'unbounded'];
  return a.status === b.status || (proven.includes(a.status) && proven.includes(b.status));
}

const describe = ({ status, value, residuals, iterations }: QpSolution): string =>
  JSON.stringify({ status, value, ...residuals, iterations });
const largest = (x: Float64Array): number => x.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
const sumOf = (x: Float64Array): number => x.reduce((sum, value) => sum + Math.abs(value), 0);
const dot = (x: Float64Array, y: Float64Array): number => x.reduce((sum, value, k) => sum + value * y[k], 0);

function checkAnswer(report: Report, by: string, { problem, known }: RandomQp, answer: QpSolution): void {
  const { x, multipliers, boundMultipliers, status } = answer;
  if (![...x, ...multipliers, ...boundMultipliers].every(Number.isFinite))
    report.fail('not finite', `${by}: ${describe(answer)}`);
  if (known && status !== 'limit' && status !== known.status)
    report.fail('wrong status', `${by}: expected '${known.status}': ${describe(answer)}`);
  if (status === 'solved') checkSolution(report, by, problem, answer);
  if (status === 'infeasible') checkFarkas(report, by, problem, answer);
  if (status === 'unbounded') checkDescent(report, by, problem, answer);
  if (status === 'solved' && known?.value !== undefined) checkValue(report, by, known as Known, answer);
}

type Known = Required<NonNullable<RandomQp['known']>>;

/** The largest violation of the limits by the values; 0 if there is none. */
function violation(values: Float64Array, lower: Float64Array, upper: Float64Array): number {
  return values.reduce((max, value, i) => Math.max(max, lower[i] - value, value - upper[i]), 0);
}

/** Σ of each multiplier times its active limit: the upper one if the multiplier is positive. */
function support(y: Float64Array, lower: Float64Array, upper: Float64Array): number {
  return y.reduce((sum, value, i) => (value === 0 ? sum : sum + value * (value > 0 ? upper[i] : lower[i])), 0);
}

function checkSolution(report: Report, by: string, problem: DenseQp, answer: QpSolution): void {
  const { hessian, gradient, constraints, lower, upper, lowerBounds, upperBounds } = problem;
  const { x, multipliers, boundMultipliers: z } = answer;
  const rows = product(constraints, x);
  const curvature = product(hessian, x);
  const fromMultipliers = transposedProduct(constraints, multipliers, x.length).map((value, j) => value + z[j]);
  const bounded = x.filter((_, j) => lowerBounds[j] > -Infinity || upperBounds[j] < Infinity);
  const terms = [
    dot(x, curvature),
    dot(gradient, x),
    support(multipliers, lower, upper) + support(z, lowerBounds, upperBounds),
  ];
  const found = {
    primal: Math.max(violation(rows, lower, upper), violation(x, lowerBounds, upperBounds)),
    dual: largest(curvature.map((value, j) => value + gradient[j] + fromMultipliers[j])),
    gap: Math.abs(terms[0] + terms[1] + terms[2]),
  };
  const scales = {
    primal: Math.max(largest(rows), largest(bounded)),
    dual: Math.max(largest(curvature), largest(gradient), largest(fromMultipliers)),
    gap: Math.max(...terms.map(Math.abs)),
  };
  for (const kind of ['primal', 'dual', 'gap'] as const) {
    const allowed = tolerance + (tolerance + rounding) * scales[kind] + termsOf(problem, answer) * rounding;
    report.raise(`${kind} / allowed`, found[kind] / allowed);
    if (!(found[kind] <= allowed))
      report.fail('residual', `${by}: ${kind} ${found[kind]} exceeds ${allowed}: ${describe(answer)}`);
  }
}

/** The magnitude of the sums whose rounding enters the residuals. */
function termsOf({ hessian, constraints, gradient }: DenseQp, { x, multipliers }: QpSolution): number {
  const [h, a] = [largest(hessian), largest(constraints)];
  return h * sumOf(x) * (1 + largest(x)) + a * (sumOf(x) + sumOf(multipliers)) + sumOf(gradient);
}

/** Convexity: the value differs from the least one by at most the gap and the residuals times the sizes of both solutions. */
function checkValue(report: Report, by: string, known: Known, answer: QpSolution): void {
  const { x, multipliers, value, residuals } = answer;
  const { primal, dual, gap } = residuals;
  const scale = 1 + Math.abs(known.value) + known.size * known.force;
  const allowed = gap + primal * (known.force + sumOf(multipliers)) + dual * (known.size + sumOf(x)) + 1e-12 * scale;
  if (!(Math.abs(value - known.value) <= allowed))
    report.fail('value', `${by}: expected ${known.value} ± ${allowed}: ${describe(answer)}`);
}

/**
 * Farkas' lemma: the weighted sum of rows and bounds is nearly zero times x, but its limits exclude zero. With a sum of size s and the limit −l,
 * every solution has Σ|x| ≥ l/s, which must be 1e8, less a percent for rounding.
 */
function checkFarkas(report: Report, by: string, problem: DenseQp, { infeasibility }: QpSolution): void {
  if (!infeasibility) {
    report.fail('no proof', `${by}: infeasible`);
    return;
  }
  const { multipliers: y, boundMultipliers: z } = infeasibility;
  const { constraints, lower, upper, lowerBounds, upperBounds } = problem;
  const sum = transposedProduct(constraints, y, problem.gradient.length).map((value, j) => value + z[j]);
  const limit = support(y, lower, upper) + support(z, lowerBounds, upperBounds);
  const excluded = -limit / largest(sum);
  if (!(limit < 0 && excluded >= 0.99e8))
    report.fail('proof', `${by}: infeasible with limit ${limit} and excluded size ${excluded}`);
}

/** A direction without curvature along which the value decreases, and which approaches finite limits at most 1e-8 times as fast. */
function checkDescent(report: Report, by: string, problem: DenseQp, { descent: d }: QpSolution): void {
  if (!d) {
    report.fail('no proof', `${by}: unbounded`);
    return;
  }
  const { hessian, gradient, constraints, lower, upper, lowerBounds, upperBounds } = problem;
  /** How fast values approach a finite limit. */
  const approach = (rates: Float64Array, low: Float64Array, high: Float64Array): number =>
    rates.reduce((max, rate, i) => Math.max(max, high[i] < Infinity ? rate : 0, low[i] > -Infinity ? -rate : 0), 0);
  const error = Math.max(
    largest(product(hessian, d)),
    approach(product(constraints, d), lower, upper),
    approach(d, lowerBounds, upperBounds),
  );
  const slope = -dot(gradient, d);
  if (!(slope > 0 && error <= 1.01e-8 * Math.min(slope, 1)))
    report.fail('proof', `${by}: unbounded with descent ${slope} and error ${error}`);
}

function* simplify(item: QpCase): Generator<QpCase> {
  const rows = qpClasses[item.class](new Rng(item.seed)).problem.lower.length;
  for (let i = 0; i < rows; i++) if (!item.without.includes(i)) yield { ...item, without: [...item.without, i] };
}

function writeRepro(item: QpCase, found: readonly Failure[], { seed, case: number }: Origin): string {
  const { problem } = buildQp(item.class, item.seed, item.without);
  const fields = Object.entries(problem).map(
    ([name, values]) => `  ${name}: Float64Array.of(${[...values].join(', ')}),`,
  );
  return [
    `// Found by \`npm run fuzz -- qp --seed ${seed} --case ${number}\`. ${found[0].detail.split('\n')[0]}`,
    "import { expect, it } from 'vitest';",
    "import { certifyQp, type QpProblem, solveQp } from '../../src/qp/index.ts';",
    '',
    'const problem: QpProblem = {',
    ...fields,
    '};',
    '',
    `it('${found[0].kind}', () => {`,
    '  expect(certifyQp(problem, solveQp(problem))).toMatchObject({ valid: true });',
    '});',
    '',
  ].join('\n');
}
