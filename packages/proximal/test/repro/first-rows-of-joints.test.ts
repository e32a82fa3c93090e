// The rows of joint limits were written to an array that had just been replaced by a larger one: the first step ignored the limits.
import { expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { Simulator } from '../../src/sim/index.ts';

it('a limit and dry friction hold from the first step on', () => {
  const rod = { mass: 1, centerOfMass: [0, 0, -0.5], inertia: [1 / 12, 1 / 12, 0.001] };
  const model = new ModelBuilder()
    .link('one', rod)
    .link('two', rod)
    .joint('a', { kind: 'revolute', axis: [0, 1, 0], parent: 'world', child: 'one', upper: 0.5 })
    .joint('b', { kind: 'revolute', axis: [0, 0, 1], parent: 'one', child: 'two', friction: 2 })
    .build();
  const sim = new Simulator({ models: [model], timeStep: 1e-3 });
  const start = { q: Float64Array.of(0.501, 0), v: Float64Array.of(0.5, 0) };
  const after = [0, 1].map(() => {
    sim.setState(start);
    sim.step(Float64Array.of(20, 1));
    return sim.state;
  });
  expect(after[0]).toEqual(after[1]);
  // The joint stops, and a fifth (baumgarte = 0.2) of the violation of its limit is corrected.
  expect(Math.abs(after[0].v[0])).toBeLessThan(1e-6);
  expect(after[0].q[0]).toBeCloseTo(0.5008, 6);
  expect(Math.abs(after[0].v[1])).toBeLessThan(1e-6);
});
