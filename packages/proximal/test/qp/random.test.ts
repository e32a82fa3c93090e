// Random problems: every answer has a valid proof, and agrees with problems whose solution is known.
import { expect, it } from 'vitest';
import { certifyQp, type QpProblem, solveQp } from '../../src/qp/index.ts';
import { forAll } from '../for-all.ts';
import { randomHessian, randomQp } from './random-qp.ts';

it('random problems are decided, with a proof', () => {
  const counts = { solved: 0, infeasible: 0, unbounded: 0, limit: 0 };
  forAll({ seed: 3, cases: 1500, tries: 200 }, (rng) => {
    const problem = randomQp(rng);
    const solution = solveQp(problem);
    counts[solution.status]++;
    expect(certifyQp(problem, solution)).toMatchObject({ valid: true });
    expect(solution.iterations).toBeLessThan(200);
  });
  expect(counts.limit).toBe(0);
  for (const status of ['solved', 'infeasible', 'unbounded'] as const) expect(counts[status]).toBeGreaterThan(100);
});

/** The least value in a box by coordinate descent, which converges for a strictly convex function. */
function leastInBox(hessian: Float64Array, gradient: Float64Array, low: number, high: number): number {
  const n = gradient.length;
  const x = new Float64Array(n);
  for (let sweep = 0; sweep < 5000; sweep++) {
    for (let i = 0; i < n; i++) {
      let slope = gradient[i];
      for (let j = 0; j < n; j++) if (j !== i) slope += hessian[i * n + j] * x[j];
      x[i] = Math.min(high, Math.max(low, -slope / hessian[i * n + i]));
    }
  }
  let value = 0;
  for (let i = 0; i < n; i++) {
    value += gradient[i] * x[i];
    for (let j = 0; j < n; j++) value += 0.5 * hessian[i * n + j] * x[i] * x[j];
  }
  return value;
}

it('the least values in a box are those of coordinate descent', () => {
  forAll({ seed: 5, cases: 100, tries: 100 }, (rng) => {
    const n = 1 + rng.index(3);
    const hessian = randomHessian(rng, n, n);
    for (let j = 0; j < n; j++) hessian[j * n + j] += 0.1;
    const gradient = Float64Array.from({ length: n }, () => 3 * rng.normal());
    const bounds = { lowerBounds: new Float64Array(n).fill(-1), upperBounds: new Float64Array(n).fill(1) };
    const { value } = solveQp({ hessian, gradient, ...bounds });
    expect(value).toBeCloseTo(leastInBox(hessian, gradient, -1, 1), 7);
  });
});

it('problems made from a solution have this solution', () => {
  forAll({ seed: 7, cases: 200, tries: 100 }, (rng) => {
    // x and the multipliers are chosen; the limits and the gradient follow from the conditions of optimality.
    const n = 2 + rng.index(8);
    const m = 1 + rng.index(2 * n);
    const hessian = randomHessian(rng, n, n);
    for (let j = 0; j < n; j++) hessian[j * n + j] += 1;
    const constraints = Float64Array.from({ length: m * n }, () => rng.normal());
    const x = Float64Array.from({ length: n }, () => rng.normal());
    const gradient = new Float64Array(n);
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) gradient[i] -= hessian[i * n + j] * x[j];
    const [lower, upper] = [new Float64Array(m), new Float64Array(m)];
    for (let i = 0; i < m; i++) {
      let product = 0;
      for (let j = 0; j < n; j++) product += constraints[i * n + j] * x[j];
      const side = rng.index(3) - 1;
      const multiplier = side * rng.uniform();
      lower[i] = side < 0 ? product : product - rng.uniform(0.1, 1);
      upper[i] = side > 0 ? product : product + rng.uniform(0.1, 1);
      for (let j = 0; j < n; j++) gradient[j] -= constraints[i * n + j] * multiplier;
    }
    const solution = solveQp({ hessian, gradient, constraints, lower, upper });
    expect(solution.status).toBe('solved');
    for (let j = 0; j < n; j++) expect(solution.x[j]).toBeCloseTo(x[j], 7);
  });
});

it('random problems take fewer steps from a warm start, with the same answer', () => {
  let [cold, warm] = [0, 0];
  forAll({ seed: 11, cases: 200, tries: 100 }, (rng) => {
    const problem: QpProblem = randomQp(rng);
    const first = solveQp(problem);
    if (first.status !== 'solved') return;
    const gradient = problem.gradient.map((g) => g + 1e-3 * rng.normal());
    const near = { ...problem, gradient };
    const [a, b] = [solveQp(near), solveQp(near, {}, first)];
    expect(b.status).toBe(a.status);
    if (a.status === 'solved') expect(Math.abs(a.value - b.value)).toBeLessThan(1e-7 * (1 + Math.abs(a.value)));
    cold += a.iterations;
    warm += b.iterations;
  });
  expect(warm).toBeLessThan(0.7 * cold);
});
