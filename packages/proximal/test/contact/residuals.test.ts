// Residuals of violations whose amount is known by hand.
import { expect, it } from 'vitest';
import { type ContactProblem, DenseMatrix, residuals, solve } from '../../src/contact/index.ts';
import { forAll } from '../for-all.ts';
import { names, randomProblem } from './bodies.ts';
import { violation } from './laws.ts';

const unit: ContactProblem = {
  delassus: DenseMatrix.fromRows([
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]),
  freeVelocity: Float64Array.of(2, 0, -1),
  friction: Float64Array.of(0.5),
};

it('residuals are zero at the solution', () => {
  const { scaled, ...numbers } = residuals(unit, Float64Array.of(-0.5, 0, 1));
  for (const value of [...Object.values(numbers), ...Object.values(scaled)]) expect(value).toBeCloseTo(0, 15);
});

it('residuals measure the violation of each law', () => {
  // σ = (2, 0, −0.5): approaching, and sliding without friction.
  const slow = residuals(unit, Float64Array.of(0, 0, 0.5));
  expect(slow.signorini).toBe(0.5);
  expect(slow.primal).toBe(0);
  expect(slow.coulomb).toBe(0);
  // µ λ_N ‖σ_T‖ = 0.5 · 0.5 · 2.
  expect(slow.dissipation).toBeCloseTo(0.5, 15);
  // σ + Γ = (2, 0, 0.5), which is (µ 2 − 0.5)/√1.25 from the dual cone.
  expect(slow.dual).toBeCloseTo(0.5 / Math.sqrt(1.25), 15);
  expect(slow.complementarity).toBeCloseTo(0.25, 15);
  expect(slow.ncp).toBe(Math.max(slow.primal, slow.dual, slow.complementarity));
  // ‖λ_T‖ is 1 instead of 0.5: outside the cone by 0.5, at a distance of 0.5/√1.25.
  const rough = residuals(unit, Float64Array.of(-1, 0, 1));
  expect(rough.coulomb).toBeCloseTo(0.5, 15);
  expect(rough.primal).toBeCloseTo(0.5 / Math.sqrt(1.25), 15);
  // A pulling impulse.
  expect(residuals(unit, Float64Array.of(0, 0, -1)).signorini).toBe(2);
});

it('residuals are scaled by ‖λ‖ and ‖g − c*‖', () => {
  const { primal, dual, complementarity, dissipation, scaled } = residuals(unit, Float64Array.of(-4, 1, 2));
  expect(scaled.primal).toBeCloseTo(primal / 4, 15);
  expect(scaled.dual).toBeCloseTo(dual / 2, 15);
  expect(scaled.complementarity).toBeCloseTo(complementarity / 8, 15);
  expect(scaled.dissipation).toBeCloseTo(dissipation / 8, 15);
});

it('residuals include bilateral rows', () => {
  const joint = { ...unit, bilateral: 3, friction: new Float64Array(0) };
  expect(residuals(joint, Float64Array.of(-2, 0, 0)).dual).toBe(1);
  expect(residuals(joint, Float64Array.of(-2, 0, 1)).ncp).toBe(0);
});

const seed = 7;
it(`the trace of the kernel's sweeps ends with the residuals of the solution (seed ${seed})`, () => {
  let violated = 0;
  forAll({ seed, cases: 20 }, (rng, k) => {
    const problem = randomProblem(rng, 3, 12, k % 3);
    // Three iterations do not converge for most problems, so that their residuals are more than rounding errors.
    const { trace = [], residuals: measured } = solve(problem, { solver: 'ncp-pgs', maxIterations: 3, trace: true });
    const last = trace[trace.length - 1];
    if (last.ncp > 1e-9) violated++;
    expect(Math.abs(last.ncp - measured.ncp)).toBeLessThan(1e-12 * Math.max(1, measured.ncp));
    expect(Math.abs(last.primal - measured.primal)).toBeLessThan(1e-12 * Math.max(1, measured.primal));
  });
  expect(violated).toBeGreaterThan(10);
});

it.each(names)(`residuals reported by %s equal the residuals recomputed from its impulses (seed ${seed})`, (solver) => {
  forAll({ seed, cases: 10 }, (rng, k) => {
    const problem = randomProblem(rng, 3, 12, k % 3);
    const solution = solve(problem, { solver });
    const again = residuals(problem, solution.impulses);
    for (const name of ['primal', 'dual', 'complementarity', 'signorini', 'coulomb', 'dissipation'] as const)
      expect(solution.residuals[name], name).toBeCloseTo(again[name], 12);
    // The independent NCP law of laws.ts agrees on which impulses are solutions.
    const size = violation('ncp', problem, solution.impulses);
    expect(size).toBeLessThan(30 * again.scaled.ncp + 1e-12);
    expect(again.scaled.ncp).toBeLessThan(30 * size + 1e-12);
  });
});
