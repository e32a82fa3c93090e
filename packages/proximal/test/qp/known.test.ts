// Problems with known answers.
import { describe, expect, it } from 'vitest';
import { certifyQp, type QpProblem, type QpSolution, SparseMatrix, solveQp } from '../../src/qp/index.ts';

const of = (...values: number[]): Float64Array => Float64Array.of(...values);

/** Solves and checks the proof. */
function prove(problem: QpProblem, status = 'solved'): QpSolution {
  const solution = solveQp(problem);
  expect(solution.status).toBe(status);
  expect(certifyQp(problem, solution)).toMatchObject({ valid: true, reason: '' });
  return solution;
}

function expectPoint(solution: QpSolution, ...expected: number[]): void {
  for (const [k, value] of expected.entries()) expect(solution.x[k]).toBeCloseTo(value, 9);
}

describe('problems with known answers', () => {
  it('with tolerances of zero', () => {
    const problem = { hessian: of(2), gradient: of(-2) };
    expectPoint(solveQp(problem, { tolerance: 0 }), 1);
    expectPoint(solveQp(problem, { tolerance: 0, relativeTolerance: 0 }), 1);
  });

  it('without constraints', () => {
    expectPoint(prove({ hessian: of(2, 1, 1, 2), gradient: of(-3, -3) }), 1, 1);
    expect(prove({ hessian: new Float64Array(0), gradient: new Float64Array(0) }).value).toBe(0);
  });

  it('an equation', () => {
    // min x² + y² with x + 2y = 5: (1, 2), multiplier −2.
    const solution = prove({
      hessian: of(2, 0, 0, 2),
      gradient: of(0, 0),
      constraints: of(1, 2),
      lower: of(5),
      upper: of(5),
    });
    expectPoint(solution, 1, 2);
    expect(solution.multipliers[0]).toBeCloseTo(-2, 9);
    expect(solution.value).toBeCloseTo(5, 9);
  });

  it('the example of Goldfarb and Idnani (1983)', () => {
    // min ½|x|² − 5y with −4x − 3y ≥ −8, 2x + y ≥ 2, −2y + z ≥ 0.
    const solution = prove({
      hessian: of(1, 0, 0, 0, 1, 0, 0, 0, 1),
      gradient: of(0, -5, 0),
      constraints: of(-4, -3, 0, 2, 1, 0, 0, -2, 1),
      lower: of(-8, 2, 0),
    });
    expectPoint(solution, 10 / 21, 22 / 21, 44 / 21);
    expect(solution.multipliers[0]).toBe(0);
    expect(solution.multipliers[1]).toBeCloseTo(-5 / 21, 9);
    expect(solution.multipliers[2]).toBeCloseTo(-44 / 21, 9);
  });

  it('bounds on both sides', () => {
    const solution = prove({
      hessian: of(1, 0, 0, 0, 1, 0, 0, 0, 1),
      gradient: of(-5, 5, 0.25),
      lowerBounds: of(-1, -1, -1),
      upperBounds: of(2, 2, 2),
    });
    expectPoint(solution, 2, -1, -0.25);
    expect([...solution.boundMultipliers].map(Math.round)).toEqual([3, -4, 0]);
  });

  it('a linear program, and one with many solutions', () => {
    // max x + 2y with x + y ≤ 4, x + 3y ≤ 6, x, y ≥ 0.
    const program = {
      hessian: new Float64Array(4),
      constraints: of(1, 1, 1, 3),
      upper: of(4, 6),
      lowerBounds: of(0, 0),
    };
    expectPoint(prove({ ...program, gradient: of(-1, -2) }), 3, 1);
    expect(prove({ ...program, gradient: of(-1, -1) }).value).toBeCloseTo(-4, 9);
  });

  it('degenerate vertices and repeated rows', () => {
    // Five rows through the solution (1, 1): the third and the fourth are equal, and the last three are sums of others.
    const solution = prove({
      hessian: of(1, 0, 0, 1),
      gradient: of(-3, -3),
      constraints: of(1, 0, 0, 1, 1, 1, 1, 1, 2, 1),
      upper: of(1, 1, 2, 2, 3),
    });
    expectPoint(solution, 1, 1);
    expectPoint(
      prove({
        hessian: of(1, 0, 0, 1),
        gradient: of(-1, -2),
        constraints: of(1, 1, 2, 2, 3, 3),
        lower: of(1, 2, 3),
        upper: of(1, 2, 3),
      }),
      0,
      1,
    );
  });

  it('scales that differ by 14 orders of magnitude', () => {
    // In units u = 1e4 x, v = 1e−3 y it is min ½(u² + v²) − u − 2v with u + v ≤ 1: u = 0, v = 1.
    const solution = prove({
      hessian: of(1e8, 0, 0, 1e-6),
      gradient: of(-1e4, -2e-3),
      constraints: of(1e4, 1e-3),
      upper: of(1),
    });
    expect(solution.x[0] * 1e4).toBeCloseTo(0, 8);
    expect(solution.x[1] * 1e-3).toBeCloseTo(1, 8);
  });

  it('a Hilbert matrix', () => {
    const n = 8;
    const hessian = new Float64Array(n * n).map((_, k) => 1 / (Math.floor(k / n) + (k % n) + 1));
    const gradient = new Float64Array(n).map((_, j) => {
      let sum = 0;
      for (let k = 0; k < n; k++) sum -= hessian[j * n + k];
      return sum;
    });
    // The minimum without bounds is x = (1, …, 1), which satisfies them.
    const { value } = prove({ hessian, gradient, lowerBounds: new Float64Array(n) });
    expect(value).toBeCloseTo(gradient.reduce((sum, g) => sum + g, 0) / 2, 9);
  });

  it('sparse matrices, as dense ones', () => {
    const hessian = SparseMatrix.fromEntries(2, 2, [
      [0, 0, 2],
      [1, 1, 1],
      [1, 1, 1],
    ]);
    const constraints = SparseMatrix.fromDense(1, 2, of(1, 2));
    expectPoint(prove({ hessian, gradient: of(0, 0), constraints, lower: of(5) }), 1, 2);
  });

  it('gives a finite point at the iteration limit', () => {
    const problem = {
      hessian: new Float64Array(4),
      gradient: of(-1, -2),
      constraints: of(1, 1, 1, 3),
      upper: of(4, 6),
    };
    const solution = solveQp(
      { ...problem, lowerBounds: of(0, 0) },
      { maxIterations: 1, tolerance: 0, relativeTolerance: 0 },
    );
    expect(solution.status).toBe('limit');
    expect(solution.x.every(Number.isFinite)).toBe(true);
    expect(certifyQp(problem, solution).reason).toContain("the status is 'limit'");
  });
});

describe('problems without a solution', () => {
  it('contradictions of rows, of rows and bounds, and of equations', () => {
    const square = { hessian: of(1, 0, 0, 1), gradient: of(1, 1) };
    prove({ ...square, constraints: of(1, 1, 1, 1), lower: of(-Infinity, 2), upper: of(1, Infinity) }, 'infeasible');
    prove({ ...square, constraints: of(1, 1), lower: of(2.000001), upperBounds: of(1, 1) }, 'infeasible');
    prove({ ...square, constraints: of(1, 1, 2, 2), lower: of(1, 3), upper: of(1, 3) }, 'infeasible');
    prove({ ...square, constraints: of(0, 0), lower: of(1) }, 'infeasible');
  });

  it('descent without end', () => {
    prove({ hessian: new Float64Array(4), gradient: of(-1, -2), constraints: of(1, -1), upper: of(4) }, 'unbounded');
    const { descent } = prove({ hessian: of(1, -1, -1, 1), gradient: of(-1, -1) }, 'unbounded');
    expect([...(descent ?? [])].map((x) => x.toFixed(9))).toEqual(['1.000000000', '1.000000000']);
  });
});

describe('certifyQp', () => {
  it('refuses answers that were changed', () => {
    const problem = {
      hessian: of(1, 0, 0, 1),
      gradient: of(-2, -1),
      constraints: of(1, 1),
      lower: of(1),
      upper: of(1),
    };
    const solution = solveQp(problem);
    const changed = (change: object) => certifyQp(problem, { ...solution, ...change });
    expect(changed({ x: of(solution.x[0] + 1e-6, solution.x[1]) })).toMatchObject({ valid: false });
    expect(changed({ multipliers: of(solution.multipliers[0] + 1e-6) }).reason).toContain('beyond the tolerances');
    const proof = { multipliers: of(1), boundMultipliers: of(0, 0) };
    expect(changed({ status: 'infeasible', infeasibility: proof }).reason).toContain('exclude only points');
    expect(changed({ status: 'unbounded', descent: of(1, -1) }).reason).toContain('descent');
  });
});
