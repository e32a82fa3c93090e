// If the factorization for a new penalty failed, ADMM kept the incomplete factors: the next solve of the same matrices used them.
import { expect, it } from 'vitest';
import { Admm } from '../../src/qp/admm.ts';
import { KktSystem } from '../../src/qp/kkt.ts';
import { Measures } from '../../src/qp/measures.ts';
import { readProblem } from '../../src/qp/problem.ts';
import { scale } from '../../src/qp/scaling.ts';

it('a factorization that fails leaves the last penalty and its factors', () => {
  const qp = readProblem('test', {
    hessian: Float64Array.of(1),
    gradient: Float64Array.of(-2),
    constraints: Float64Array.of(1),
    upper: Float64Array.of(1),
  });
  const scaled = scale(qp);
  const system = new KktSystem(scaled.hessian, scaled.rows);
  const factorize = system.factorize.bind(system);
  const penalties: number[] = [];
  let failures = 0;
  system.factorize = (hessian, rows, sigma, inverses) => {
    penalties.push(1 / inverses[0]);
    return failures-- > 0 ? false : factorize(hessian, rows, sigma, inverses);
  };
  const admm = new Admm(scaled, system);
  expect(admm.factorize()).toBe(true);
  const measures = Object.assign(Object.create(Measures.prototype), {
    primal: 1,
    dual: 1e-6,
    primalScale: 1,
    dualScale: 1,
  });
  failures = 1;
  expect(admm.adapt(measures)).toBe(false);
  expect(penalties).toEqual([0.1, 100, 0.1].map((x) => expect.closeTo(x, 9)));
  // A matrix whose factorization failed twice is factored again by the next solve.
  failures = 2;
  expect(admm.adapt(measures)).toBe(false);
  admm.start();
  expect(penalties.length).toBe(6);
  admm.start();
  expect(penalties.length).toBe(6);
});
