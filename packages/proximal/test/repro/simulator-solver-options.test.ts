// The constructor of the simulator accepted invalid options of the contact solver, and `step` threw.
import { expect, it } from 'vitest';
import { box } from '../../src/index.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';

it('the constructor rejects invalid solver options', () => {
  const make = (solver: object): Simulator => new Simulator({ models: [freeBody(box(1, 1, 1))], solver });
  expect(() => make({ solver: 'magic' })).toThrow('Simulator: options.solver: solve: options.solver is "magic"');
  expect(() => make({ maxIterations: 0 })).toThrow('Simulator: options.solver: solve: options.maxIterations is 0');
  expect(() => make({ speed: 1 })).toThrow('Simulator: options.solver: solve: options.speed is 1');
});

it('the simulator copies solver options: later changes to the caller’s object have no effect', () => {
  const solver = { maxIterations: 10 };
  const sim = new Simulator({ models: [freeBody(box(1, 1, 1))], solver });
  solver.maxIterations = -1;
  expect(sim.settings.solvers[0].maxIterations).toBe(10);
});
