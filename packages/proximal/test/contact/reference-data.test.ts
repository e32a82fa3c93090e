// The problems of ContactBench's own tests, if available, and generated ones.
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  type ContactProblem,
  contactSolvers,
  DenseMatrix,
  residuals,
  solve,
  validate,
} from '../../src/contact/index.ts';
import { needs } from '../needs.ts';
import { cube, gravity, stack } from './bodies.ts';
import { violation } from './laws.ts';

const folder = new URL('../../../../../shared/data/reference/ContactBench/', import.meta.url);
const needsProblems = needs(existsSync(folder), 'problems of ContactBench: ../shared/data/reference/ContactBench');

interface Dump {
  readonly G: number[][];
  readonly g: number[][];
  readonly mus: number[];
  readonly lam0?: number[][];
}

const read = (name: string): Dump => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Dump;
const problemOf = ({ G, g, mus }: Dump): ContactProblem => ({
  delassus: DenseMatrix.fromRows(G),
  freeVelocity: Float64Array.from(g.flat()),
  friction: Float64Array.from(mus),
});

it.each([
  { name: 'a generated cube', problem: () => cube({ velocity: [0.4, 0.3, 0], friction: 0.3 }) },
  ...(existsSync(folder) ? [{ name: 'the sliding cube', problem: () => problemOf(read('sliding_cube.json')) }] : []),
])('solves $name with every solver', ({ problem: make }) => {
  const problem = make();
  validate(problem);
  for (const { name, model } of contactSolvers()) {
    const { status, impulses, residuals: found } = solve(problem, { solver: name });
    expect(status, name).toBe('converged');
    if (name !== 'ccp-newton') expect(violation(model, problem, impulses), name).toBeLessThan(1e-6);
    expect(found.ncp < 1e-6, name).toBe(model === 'ncp');
  }
});

it('lam0 of the sliding cube satisfies Coulomb and Signorini, but not maximum dissipation', needsProblems, () => {
  const dump = read('sliding_cube.json');
  const { signorini, coulomb, dissipation } = residuals(problemOf(dump), Float64Array.from((dump.lam0 ?? []).flat()));
  expect(signorini).toBeLessThan(1e-9);
  expect(coulomb).toBeLessThan(1e-9);
  expect(dissipation).toBeGreaterThan(1e-4);
});

it.each([
  { name: 'generated', problem: () => stack(1e-3, 1e3), timeStep: 0.01 },
  ...(existsSync(folder)
    ? [{ name: 'dumped', problem: () => problemOf(read('2cubes_t0.json')), timeStep: 0.001 }]
    : []),
])(
  'proximal solvers converge for 10³ kg on 10⁻³ kg, $name; Gauss-Seidel solvers do not',
  ({ problem: make, timeStep }) => {
    const problem = make();
    validate(problem);
    for (const { name, isPerContact, model } of contactSolvers()) {
      const { status, impulses } = solve(problem, { solver: name, maxIterations: 5000 });
      if (isPerContact) expect(status, name).not.toBe('converged');
      else if (/admm|staggered/.test(name)) {
        expect(status, name).toBe('converged');
        expect(violation(model, problem, impulses), name).toBeLessThan(1e-6);
        // Four feet carry 1000.001 kg between them; the order of the rows is t1, t2, n.
        const normals = impulses.filter((_, k) => k < 12 && k % 3 === 2).reduce((sum, x) => sum + x, 0);
        expect(normals).toBeCloseTo(1000.001 * gravity * timeStep, 3);
      }
    }
  },
);
