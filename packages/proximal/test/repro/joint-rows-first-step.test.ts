// The first row of a joint was written to an array that had just been replaced by a larger one: the first step had no friction.
import { expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { Simulator } from '../../src/sim/index.ts';

it('dry friction and limits hold in the first step', () => {
  const hinge = (more: object): Simulator => {
    const model = new ModelBuilder({ gravity: [0, 0, 0] })
      .link('arm', { mass: 1, inertia: [1, 1, 1] })
      .joint('hinge', { kind: 'revolute', parent: 'world', child: 'arm', ...more })
      .build();
    return new Simulator({ models: [model] });
  };
  const braked = hinge({ friction: 100 });
  braked.setState({ v: Float64Array.of(0.1) });
  braked.step();
  expect(Math.abs(braked.state.v[0])).toBeLessThan(1e-9);
  const stopped = hinge({ lower: 0 });
  stopped.setState({ v: Float64Array.of(-1) });
  stopped.step();
  expect(Math.abs(stopped.state.v[0])).toBeLessThan(1e-9);
});
