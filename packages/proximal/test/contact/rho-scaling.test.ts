// `rhoScaling: 'diagonal'` scales ρ for each contact: problems with contacts of very different masses need fewer iterations than with a uniform ρ.
import { describe, expect, it } from 'vitest';
import { type ContactProblem, DenseMatrix, solve } from '../../src/contact/index.ts';
import { cube, gravity } from './bodies.ts';
import { violation } from './laws.ts';

/** Cubes that do not touch each other, in one problem. */
function sideBySide(problems: readonly ContactProblem[]): ContactProblem {
  const size = problems.reduce((sum, { delassus }) => sum + delassus.size, 0);
  const values = new Float64Array(size * size);
  let first = 0;
  for (const { delassus } of problems) {
    const column = new Float64Array(delassus.size);
    for (let k = 0; k < delassus.size; k++) {
      delassus.apply(
        Float64Array.from(column, (_, j) => (j === k ? 1 : 0)),
        column,
      );
      for (let j = 0; j < delassus.size; j++) values[(first + j) * size + first + k] = column[j];
    }
    first += delassus.size;
  }
  return {
    delassus: new DenseMatrix(size, values),
    freeVelocity: Float64Array.from(problems.flatMap(({ freeVelocity }) => [...freeVelocity])),
    friction: Float64Array.from(problems.flatMap(({ friction }) => [...friction])),
  };
}

describe.each(['ncp-admm', 'ccp-admm'] as const)('%s', (solver) => {
  it('needs fewer iterations for cubes of 1 g, 1 kg and 1 t that slide', () => {
    const cubes = [1e-3, 1, 1e3].map((mass) => cube({ mass, force: [0.3 * mass * gravity, mass * gravity, 0] }));
    const problem = sideBySide(cubes);
    const uniform = solve(problem, { solver });
    const diagonal = solve(problem, { solver, rhoScaling: 'diagonal' });
    expect(diagonal.status).toBe('converged');
    expect(2 * diagonal.iterations).toBeLessThan(uniform.iterations);
    expect(violation(solver === 'ncp-admm' ? 'ncp' : 'ccp', problem, diagonal.impulses)).toBeLessThan(1e-7);
  });
});
