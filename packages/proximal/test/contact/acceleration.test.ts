// Anderson acceleration of the Gauss-Seidel solvers: the same contact laws, with fewer sweeps where convergence is slow.
import { describe, expect, it } from 'vitest';
import { type ContactOptions, contactSolvers, solve } from '../../src/contact/index.ts';
import { forAll } from '../for-all.ts';
import { cube, randomProblem, stack } from './bodies.ts';

const seed = 20261121;
const names = contactSolvers()
  .filter(({ isPerContact }) => isPerContact)
  .map(({ name }) => name);

describe.each(names)('%s, accelerated', (solver) => {
  const plain: ContactOptions = { solver, maxIterations: 5000 };
  const accelerated: ContactOptions = { ...plain, acceleration: 'anderson' };

  it('takes a fraction of the sweeps for a cube on a cube of a third of its mass', () => {
    const problem = stack(1, 3);
    const slow = solve(problem, plain);
    const { status, iterations, velocities } = solve(problem, accelerated);
    expect([slow.status, status]).toEqual(['converged', 'converged']);
    expect(iterations).toBeLessThan(0.5 * slow.iterations);
    for (const x of velocities) expect(Math.abs(x)).toBeLessThan(1e-7);
  });

  it('finds the same velocities where the solution is unique', () => {
    const problem = cube({ friction: 0.3, velocity: [0.3, 0.1, 0] });
    const slow = solve(problem, plain);
    const fast = solve(problem, accelerated);
    expect([slow.status, fast.status]).toEqual(['converged', 'converged']);
    for (let k = 0; k < 12; k++) expect(Math.abs(fast.velocities[k] - slow.velocities[k])).toBeLessThan(1e-6);
  });

  it(`solves at least as many random problems as without acceleration (seed ${seed})`, () => {
    let [slow, fast] = [0, 0];
    forAll({ seed, cases: 100 }, (rng) => {
      const problem = randomProblem(rng, 5, 12);
      if (solve(problem, plain).status === 'converged') slow++;
      if (solve(problem, accelerated).status === 'converged') fast++;
    });
    expect(fast).toBeGreaterThanOrEqual(slow);
  });
});
