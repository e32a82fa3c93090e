// Least internal forces with a reused solution: a problem of the same size with more contacts kept the flags of sticking contacts of the last
// problem, and contacts beyond them counted as sliding.
import { expect, it } from 'vitest';
import { ContactSolution, solve } from '../../src/contact/index.ts';
import { Rng } from '../../src/math/index.ts';
import { cube, randomProblem } from '../contact/bodies.ts';

it('does not depend on the problem that the solution had before', () => {
  const options = { solver: 'ncp-pgs', relativeTolerance: 1e-10, internalForces: 'least' } as const;
  // Both problems have twelve rows: the first has nine bilateral rows and one contact, the second has four contacts.
  const other = randomProblem(new Rng(3), 1, 12, 9);
  const problem = cube();
  expect(other.delassus.size).toBe(problem.delassus.size);
  const reused = new ContactSolution();
  solve(other, options, undefined, reused);
  solve(problem, options, undefined, reused);
  expect([...reused.impulses]).toEqual([...solve(problem, options).impulses]);
});
