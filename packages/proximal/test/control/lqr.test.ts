// Regulators with known answers, and random ones by their residuals and closed loops.
import { describe, expect, it } from 'vitest';
import { continuousLqr, discreteLqr, finiteHorizonLqr, type LinearSystem } from '../../src/control/index.ts';
import type { Rng } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';

const of = (...values: number[]): Float64Array => Float64Array.of(...values);
const integrator: LinearSystem = { a: of(0, 1, 0, 0), b: of(0, 1), q: of(1, 0, 0, 1), r: of(1) };

function randomSystem(rng: Rng): LinearSystem & { n: number; m: number } {
  const n = 1 + rng.index(6);
  const m = 1 + rng.index(3);
  const normal = (size: number) => Float64Array.from({ length: size }, () => rng.normal());
  const diagonal = (size: number, low: number) =>
    Float64Array.from({ length: size * size }, (_, k) => (k % (size + 1) === 0 ? rng.uniform(low, 2) : 0));
  return { a: normal(n * n), b: normal(n * m), q: diagonal(n, 0.1), r: diagonal(m, 0.1), n, m };
}

/** (A − B K) x. */
function closedLoop({ a, b }: LinearSystem, gain: Float64Array, x: Float64Array): Float64Array {
  const [n, m] = [x.length, gain.length / x.length];
  const u = Float64Array.from({ length: m }, (_, i) => x.reduce((sum, xj, j) => sum - gain[i * n + j] * xj, 0));
  return x.map((_, i) => {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += a[i * n + j] * x[j];
    for (let j = 0; j < m; j++) sum += b[i * m + j] * u[j];
    return sum;
  });
}

describe('known answers', () => {
  it('the double integrator', () => {
    const { gain, cost, residual, status } = continuousLqr(integrator);
    expect(status).toBe('solved');
    expect(gain[0]).toBeCloseTo(1, 12);
    expect(gain[1]).toBeCloseTo(Math.sqrt(3), 12);
    expect(cost[0]).toBeCloseTo(Math.sqrt(3), 12);
    expect(residual).toBeLessThan(1e-13);
  });

  it('scalars', () => {
    const one = of(1);
    expect(discreteLqr({ a: one, b: one, q: one, r: one }).cost[0]).toBeCloseTo((1 + Math.sqrt(5)) / 2, 12);
    // 2 a p − p² + q = 0.
    expect(continuousLqr({ a: of(3), b: one, q: of(7), r: one }).cost[0]).toBeCloseTo(7, 12);
  });

  it('a mode that no control reaches fails', () => {
    const unreachable = { a: of(1, 0, 0, 1), b: of(0, 1), q: of(1, 0, 0, 1), r: of(1) };
    expect(continuousLqr(unreachable).status).toBe('failed');
    expect(discreteLqr({ ...unreachable, a: of(2, 0, 0, 1) }).status).toBe('failed');
  });
});

describe('random systems', () => {
  it('have small residuals and stable closed loops', () => {
    forAll({ seed: 1, cases: 200, tries: 100 }, (rng) => {
      const system = randomSystem(rng);
      const discrete = discreteLqr(system);
      expect(discrete.status).toBe('solved');
      expect(discrete.residual).toBeLessThan(1e-8);
      let x: Float64Array = Float64Array.from({ length: system.n }, () => rng.normal());
      // The cost of the closed loop from x is xᵀ P x.
      const expected = x.reduce(
        (sum, xi, i) => sum + x.reduce((part, xj, j) => part + xi * discrete.cost[i * system.n + j] * xj, 0),
        0,
      );
      let spent = 0;
      for (let k = 0; k < 3000; k++) {
        spent += x.reduce((sum, xi, i) => sum + system.q[i * (system.n + 1)] * xi * xi, 0);
        for (let i = 0; i < system.m; i++) {
          const u = x.reduce((sum, xj, j) => sum - discrete.gain[i * system.n + j] * xj, 0);
          spent += system.r[i * (system.m + 1)] * u * u;
        }
        x = closedLoop(system, discrete.gain, x);
      }
      expect(Math.abs(spent - expected)).toBeLessThan(1e-6 * expected);
      const continuous = continuousLqr(system);
      expect(continuous.status).toBe('solved');
      expect(continuous.residual).toBeLessThan(1e-8);
    });
  });

  it('of many steps have the gain of infinitely many', () => {
    forAll({ seed: 2, cases: 50, tries: 100 }, (rng) => {
      const system = randomSystem(rng);
      const { gain, cost } = discreteLqr(system);
      const { gains, costs } = finiteHorizonLqr(system, 400, system.q);
      const size = Math.max(1, ...cost.map(Math.abs));
      for (let k = 0; k < gain.length; k++) expect(Math.abs(gains[0][k] - gain[k])).toBeLessThan(1e-5 * size);
      for (let k = 0; k < cost.length; k++) expect(Math.abs(costs[0][k] - cost[k])).toBeLessThan(1e-5 * size);
    });
  });
});
