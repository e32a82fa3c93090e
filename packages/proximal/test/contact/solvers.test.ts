// Every solver on the same random problems: a converged result is a solution of its model, by the independent laws of laws.ts.
// Equation numbers refer to Le Lidec et al., "Contact Models in Robotics: a Comparative Analysis".
import { describe, expect, it } from 'vitest';
import {
  type ContactOptions,
  type ContactProblem,
  ContactSolution,
  contactSolvers,
  type DelassusOperator,
  solve,
} from '../../src/contact/index.ts';
import { Rng } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import { cube, randomProblem } from './bodies.ts';
import { violation } from './laws.ts';

const seed = 99;
const solvers = contactSolvers();

/**
 * The problem that a solver solves exactly: for ccp-newton, (19) with G + R instead of G, where R is α diag(G), G includes the compliance,
 * the tangential entries of each contact are averaged, and α = 1e-4 is the default regularization.
 */
function regularizedProblem(name: string, problem: ContactProblem): ContactProblem {
  if (name !== 'ccp-newton') return problem;
  const { delassus, bilateral = 0 } = problem;
  const row = new Float64Array(delassus.size);
  const diagonal = Array.from({ length: delassus.size }, (_, k) => {
    delassus.row(k, row);
    return row[k] + (problem.compliance?.[k] ?? 0);
  });
  const compliance = Float64Array.from(diagonal, (_, k) => {
    const component = (k - bilateral) % 3;
    const first = k - component;
    const entry = k < bilateral || component === 2 ? diagonal[k] : (diagonal[first] + diagonal[first + 1]) / 2;
    return (problem.compliance?.[k] ?? 0) + 1e-4 * entry;
  });
  return { ...problem, compliance };
}

/** A problem of the kind number `k`: with or without joints, compliance and references. */
function problemOf(rng: Rng, k: number): ContactProblem {
  const contacts = 1 + rng.index(5);
  const bilateral = k % 2 === 0 ? 0 : 1 + rng.index(3);
  const problem = randomProblem(rng, contacts, 3 * contacts + bilateral + rng.index(6), bilateral);
  const { size } = problem.delassus;
  return {
    ...problem,
    ...(k % 3 === 0 ? { compliance: Float64Array.from({ length: size }, () => rng.uniform(0, 0.2)) } : {}),
    ...(k % 4 === 1 ? { reference: Float64Array.from({ length: size }, () => 0.3 * rng.normal()) } : {}),
  };
}

function forProblems(cases: number, check: (problem: ContactProblem) => void): void {
  forAll({ seed, cases }, (rng, index) => check(problemOf(rng, index)));
}

describe.each(solvers.map(({ name, model }) => ({ name, model })))('$name', ({ name, model }) => {
  const check = (options: ContactOptions, fraction: number, law = {}): void => {
    let converged = 0;
    forProblems(40, (problem) => {
      const { status, impulses, iterations } = solve(problem, { maxIterations: 5000, ...options, solver: name });
      expect(iterations).toBeLessThanOrEqual(5000);
      const size = violation(model, regularizedProblem(name, problem), impulses, law);
      if (status === 'converged') expect(size).toBeLessThan(1e-6);
      else expect(size).toBeGreaterThan(1e-9);
      if (status === 'converged') converged++;
    });
    expect(converged / 40).toBeGreaterThanOrEqual(fraction);
  };

  it(`solves its model on random problems with joints, compliance and references (seed ${seed})`, () => {
    check({}, 0.9);
  });

  const doesRelax = name !== 'lcp-lemke' && name !== 'ccp-newton';
  it(doesRelax ? 'solves its model with over- and under-relaxation' : 'ignores the relaxation factor', () => {
    let changed = 0;
    forProblems(5, (problem) => {
      const [relaxed, plain] = [1.3, 1].map((relaxation) =>
        solve(problem, { solver: name, relaxation, maxIterations: 3 }),
      );
      if (!doesRelax) expect(relaxed.impulses).toEqual(plain.impulses);
      else if (String(relaxed.impulses) !== String(plain.impulses)) changed++;
    });
    if (!doesRelax) return;
    expect(changed).toBeGreaterThan(0);
    check({ relaxation: 1.3 }, 0.8);
    check({ relaxation: 0.7 }, 0.8);
  });

  if (model === 'lcp')
    it('solves its model with more facets, circumscribed or inscribed', () => {
      check({ facets: 8 }, 0.9, { facets: 8 });
      check({ facets: 6, pyramid: 'inscribed' }, 0.9, { facets: 6, isInscribed: true });
    });

  it('starts cold from a new ContactSolution, and warm from it afterwards', () => {
    const problem = problemOf(new Rng(seed), 0);
    const solution = new ContactSolution();
    solve(problem, { solver: name }, solution, solution);
    expect([...solution.impulses]).toEqual([...solve(problem, { solver: name }).impulses]);
    expect(solve(problem, { solver: name }, solution, solution).iterations).toBe(0);
  });

  it("ends 'stalled' for an operator that returns NaN", () => {
    const nan: DelassusOperator = {
      size: 3,
      apply: (_x, out) => out.fill(Number.NaN),
      row: (_index, out) => out.fill(Number.NaN),
    };
    const problem = { delassus: nan, freeVelocity: Float64Array.of(1, 0, -1), friction: Float64Array.of(0.5) };
    const { status, residuals } = solve(problem, { solver: name });
    expect([status, residuals.ncp]).toEqual(['stalled', Number.NaN]);
  });

  it('accepts an operator instead of a matrix', () => {
    forProblems(6, (problem) => {
      const { delassus } = problem;
      const operator: DelassusOperator = {
        size: delassus.size,
        apply: (x, out) => delassus.apply(x, out),
        row: (index, out) => delassus.row(index, out),
      };
      const [dense, matrixFree] = [problem, { ...problem, delassus: operator }].map((each) =>
        solve(each, { solver: name }),
      );
      expect([...matrixFree.impulses]).toEqual([...dense.impulses]);
    });
  });

  it('converges without an iteration from its own solution', () => {
    forProblems(8, (problem) => {
      const cold = solve(problem, { solver: name, maxIterations: 5000 });
      if (cold.status !== 'converged') return;
      const again = solve(problem, { solver: name }, cold);
      expect(again.status).toBe('converged');
      expect(again.iterations).toBe(0);
      expect([...again.impulses]).toEqual([...cold.impulses]);
    });
  });

  it('needs fewer iterations from the solution of a nearby problem', () => {
    let [cold, warm] = [0, 0];
    forProblems(12, (problem) => {
      const first = solve(problem, { solver: name, maxIterations: 5000 });
      const next = { ...problem, freeVelocity: problem.freeVelocity.map((g) => g * (1 + 1e-6)) };
      cold += solve(next, { solver: name, maxIterations: 5000 }).iterations;
      warm += solve(next, { solver: name, maxIterations: 5000 }, first).iterations;
    });
    expect(warm).toBeLessThan(cold);
  });

  it('writes into the given solution, and ignores its former contents unless it is also the warm start', () => {
    const out = new ContactSolution();
    forProblems(6, (problem) => {
      const fresh = solve(problem, { solver: name });
      expect(solve(problem, { solver: name }, undefined, out)).toBe(out);
      expect([...out.impulses]).toEqual([...fresh.impulses]);
      expect([out.status, out.iterations, out.rho]).toEqual([fresh.status, fresh.iterations, fresh.rho]);
      const { impulses } = out;
      solve(problem, { solver: name }, out, out);
      expect(out.impulses).toBe(impulses);
    });
  });

  it('traces its residuals from the start to the last iteration', () => {
    const { trace = [], iterations, status } = solve(cube({ force: [2, 1, 0] }), { solver: name, trace: true });
    expect(status).toBe('converged');
    expect(trace[0].iteration).toBe(0);
    expect(trace.at(-1)?.iteration).toBe(iterations);
    if (name !== 'lcp-lemke') expect(trace.length).toBe(iterations + 1);
    expect(trace.at(-1)?.dual).toBeLessThan(trace[0].dual);
    for (const { primal, dual, complementarity, ncp } of trace)
      for (const value of [primal, dual, complementarity, ncp]) expect(value).toBeGreaterThanOrEqual(0);
  });

  it('stops at maxIterations and reports it', () => {
    const { status, iterations } = solve(cube({ velocity: [1, 2, 0] }), { solver: name, maxIterations: 1 });
    expect(iterations).toBeLessThanOrEqual(1);
    expect({ name, status }).toEqual({ name, status: 'limit' });
  });
});

it('the three CCP solvers find the same minimum of (19)', () => {
  forProblems(10, (problem) => {
    const energy = (impulses: Float64Array): number => {
      const product = new Float64Array(impulses.length);
      problem.delassus.apply(impulses, product);
      return impulses.reduce((sum, x, k) => {
        const { compliance, reference, freeVelocity } = problem;
        const quadratic = 0.5 * x * (product[k] + (compliance?.[k] ?? 0) * x);
        return sum + quadratic + x * (freeVelocity[k] - (reference?.[k] ?? 0));
      }, 0);
    };
    const options = { relativeTolerance: 1e-10, maxIterations: 10_000 };
    const [pgs, admm, newton] = (['ccp-pgs', 'ccp-admm', 'ccp-newton'] as const).map((solver) =>
      energy(solve(problem, { ...options, solver, regularization: 1e-8 }).impulses),
    );
    expect(admm).toBeCloseTo(pgs, 7);
    expect(newton).toBeCloseTo(pgs, 6);
  });
});

it('ccp-newton approaches the CCP as the regularization goes to zero', () => {
  const problem = cube({ velocity: [1, 0.5, 0] });
  const violations = [1e-1, 1e-2, 1e-4, 1e-6, 1e-8].map((regularization) => {
    const { impulses, status } = solve(problem, { solver: 'ccp-newton', regularization });
    expect(status).toBe('converged');
    return violation('ccp', problem, impulses);
  });
  for (let k = 1; k < violations.length; k++) expect(violations[k]).toBeLessThan(violations[k - 1]);
  expect(violations[0]).toBeGreaterThan(1e-3);
  expect(violations[4]).toBeLessThan(1e-7);
});
