// Sparse problems: ADMM with polishing against the dense method, on the problem classes of the OSQP paper, and the factorization itself.
import { describe, expect, it } from 'vitest';
import { Rng } from '../../src/math/index.ts';
import { certifyQp, type QpProblem, QpSolver, SparseMatrix, solveQp } from '../../src/qp/index.ts';
import { KktSystem } from '../../src/qp/kkt.ts';
import { multiply, multiplyTransposed } from '../../src/qp/matrix.ts';
import { minimumDegree } from '../../src/qp/minimum-degree.ts';
import { forAll } from '../for-all.ts';
import { problemClasses } from './problem-classes.ts';
import { randomQp } from './random-qp.ts';

const dense = (matrix: SparseMatrix): Float64Array => {
  const values = new Float64Array(matrix.rows * matrix.columns);
  for (let j = 0; j < matrix.columns; j++)
    for (let k = matrix.starts[j]; k < matrix.starts[j + 1]; k++)
      values[matrix.indices[k] * matrix.columns + j] = matrix.values[k];
  return values;
};

const asSparse = (problem: QpProblem): QpProblem => {
  const n = problem.gradient.length;
  const m = problem.lower?.length ?? 0;
  return {
    ...problem,
    hessian: SparseMatrix.fromDense(n, n, problem.hessian as Float64Array),
    constraints: SparseMatrix.fromDense(m, n, problem.constraints as Float64Array),
  };
};

describe.each(Object.keys(problemClasses))('%s', (name) => {
  it('is solved to the tolerances, with the value of the dense method', () => {
    forAll({ seed: 1, cases: 8, tries: 20 }, (rng, index) => {
      const problem = problemClasses[name](rng, 3 + index);
      const solution = solveQp(problem);
      expect(solution.status).toBe('solved');
      expect(certifyQp(problem, solution)).toMatchObject({ valid: true });
      const other = solveQp({
        ...problem,
        hessian: dense(problem.hessian as SparseMatrix),
        constraints: dense(problem.constraints as SparseMatrix),
      });
      expect(Math.abs(solution.value - other.value)).toBeLessThan(1e-7 * (1 + Math.abs(other.value)));
    });
  });
});

it('decides random problems as the dense method does', () => {
  let undecided = 0;
  forAll({ seed: 13, cases: 250, tries: 50 }, (rng) => {
    const problem = asSparse(randomQp(rng));
    const solution = solveQp(problem);
    // ADMM converges slowly on some degenerate problems.
    if (solution.status === 'limit') undecided++;
    else expect(certifyQp(problem, solution)).toMatchObject({ valid: true });
  });
  expect(undecided).toBeLessThan(5);
});

describe('QpSolver', () => {
  it('solves updated problems as a new solver does', () => {
    forAll({ seed: 17, cases: 20, tries: 20 }, (rng) => {
      const first = problemClasses['optimal control'](rng, 4);
      const solver = new QpSolver(first);
      let last = solver.solve();
      const matrix = first.hessian as SparseMatrix;
      const { rows, columns, starts, indices, values } = matrix;
      const other = new SparseMatrix(
        rows,
        columns,
        starts,
        indices,
        values.map((value) => 2 * value),
      );
      const variants: QpProblem[] = [
        { ...first, gradient: first.gradient.map(() => 0.1 * rng.normal()) },
        { ...first, hessian: other },
        problemClasses['optimal control'](rng, 3),
        first,
      ];
      for (const problem of variants) {
        solver.update(problem);
        const isSameSize = problem.gradient.length === last.x.length;
        last = isSameSize ? solver.solve(last) : solver.solve();
        expect(last.status).toBe('solved');
        expect(certifyQp(problem, last)).toMatchObject({ valid: true });
        expect(last.value).toBeCloseTo(new QpSolver(problem).solve().value, 7);
      }
    });
  });

  it('takes no step from its own solution', () => {
    const problem = problemClasses['lasso'](new Rng(5), 8);
    const solver = new QpSolver(problem);
    expect(solver.solve(solver.solve()).iterations).toBe(0);
  });

  it('takes a few Newton steps from the solution of a similar problem', () => {
    const rng = new Rng(6);
    for (const make of Object.values(problemClasses)) {
      const problem = make(rng, 10);
      const solver = new QpSolver(problem);
      const first = solver.solve();
      const gradient = problem.gradient.map((g) => g * (1 + 0.01 * rng.uniform(-1, 1)));
      solver.update({ ...problem, gradient });
      const next = solver.solve(first);
      expect(certifyQp({ ...problem, gradient }, next)).toMatchObject({ valid: true });
      expect(next.iterations).toBeLessThan(first.iterations);
      expect(next.iterations).toBeLessThanOrEqual(30);
    }
  });

  it('continues by ADMM if Newton steps from a warm start do not suffice', () => {
    // The smoothest curve of n points from 0 to 1 that is between 0 and 0.8 before its end: H has tiny eigenvalues.
    const n = 100;
    const rows = Array.from({ length: n - 2 }, (_, k) => [k, k + 1, k + 2].map((j, i) => [j, [1, -2, 1][i]] as const));
    const problem = {
      hessian: SparseMatrix.fromEntries(
        n,
        n,
        rows.flatMap((row) => row.flatMap(([i, a]) => row.map(([j, b]) => [i, j, a * b] as const))),
      ),
      gradient: new Float64Array(n),
      lowerBounds: new Float64Array(n).map((_, k) => (k === n - 1 ? 1 : 0)),
      upperBounds: new Float64Array(n).map((_, k) => (k === 0 ? 0 : k === n - 1 ? 1 : 0.8)),
    };
    const solution = new QpSolver(problem).solve({ x: Float64Array.from({ length: n }, (_, k) => k % 2) });
    expect(solution.iterations).toBeGreaterThan(30);
    expect(certifyQp(problem, solution)).toMatchObject({ valid: true });
  });

  it('keeps its problem if the next one is not convex', () => {
    const hessian = (value: number) => SparseMatrix.fromEntries(1, 1, [[0, 0, value]]);
    const problem = { hessian: hessian(1), gradient: Float64Array.of(-1) };
    const solver = new QpSolver(problem);
    expect(() => solver.update({ ...problem, hessian: hessian(-1) })).toThrow(
      'QpSolver.update: problem.hessian is "indefinite"',
    );
    expect(solver.solve().x[0]).toBeCloseTo(1, 9);
  });
});

describe('the factorization', () => {
  it('solves quasi-definite systems', () => {
    forAll({ seed: 19, cases: 60, tries: 50 }, (rng, index) => {
      const { hessian, constraints, gradient } = problemClasses['random QP'](rng, 2 + (index % 20));
      const [h, c] = [hessian as SparseMatrix, constraints as SparseMatrix];
      const diagonal = Float64Array.from({ length: c.rows }, () => rng.uniform(0.1, 1));
      const system = new KktSystem(h, c);
      expect(system.factorize(h, c, 0.1, diagonal)).toBe(true);
      const n = gradient.length;
      const right = Float64Array.from({ length: n + c.rows }, () => rng.normal());
      const solution = right.slice();
      system.solve(solution);
      const [x, y] = [solution.slice(0, n), solution.slice(n)];
      const [curvature, pull, rows] = [new Float64Array(n), new Float64Array(n), new Float64Array(c.rows)];
      multiply(h, x, curvature);
      multiplyTransposed(c, y, pull);
      multiply(c, x, rows);
      for (let j = 0; j < n; j++) expect(curvature[j] + 0.1 * x[j] + pull[j]).toBeCloseTo(right[j], 8);
      for (let i = 0; i < c.rows; i++) expect(rows[i] - diagonal[i] * y[i]).toBeCloseTo(right[n + i], 8);
    });
  });

  it('of an arrow has no fill, and a grid less than in its natural order', () => {
    // Row 0 is a neighbor of all others: it must come last or next to last.
    const arrow = Array.from({ length: 50 }, (_, k) => (k === 0 ? Array.from({ length: 49 }, (_, j) => j + 1) : [0]));
    expect(minimumDegree(arrow).indexOf(0)).toBeGreaterThanOrEqual(48);
    const order = minimumDegree(gridOf(20));
    expect([...order].sort((a, b) => a - b)).toEqual(Array.from(order.keys()));
    expect(fillOf(gridOf(20), order)).toBeLessThan(0.6 * fillOf(gridOf(20), Int32Array.from(order.keys())));
  });
});

/** The neighbors in a square grid. */
function gridOf(side: number): number[][] {
  return Array.from({ length: side * side }, (_, k) => {
    const [x, y] = [k % side, Math.floor(k / side)];
    const near = [
      [x - 1, y],
      [x + 1, y],
      [x, y - 1],
      [x, y + 1],
    ];
    return near.filter(([a, b]) => a >= 0 && b >= 0 && a < side && b < side).map(([a, b]) => a + side * b);
  });
}

/** The number of entries of L below the diagonal, by elimination of the graph. */
function fillOf(neighbors: readonly (readonly number[])[], order: Int32Array): number {
  const graph = neighbors.map((list) => new Set(list));
  let fill = 0;
  for (const pivot of order) {
    const around = [...graph[pivot]];
    fill += around.length;
    for (const a of around) {
      graph[a].delete(pivot);
      for (const b of around) if (a !== b) graph[a].add(b);
    }
  }
  return fill;
}
