// The builder set no defaults for actuators: without a range `step` threw a TypeError, and without kp torques were NaN.
import { expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { Simulator } from '../../src/sim/index.ts';

const builder = (): ModelBuilder =>
  new ModelBuilder({ gravity: [0, 0, 0] })
    .link('rod', { mass: 1, inertia: [1, 1, 1] })
    .joint('pivot', { kind: 'revolute', parent: 'world', child: 'rod', axis: [0, 1, 0] });

it.each(['motor', 'position', 'velocity', 'affine'] as const)(
  'a %s needs only a name and a joint: the other fields have defaults',
  (kind) => {
    const model = builder().actuator({ name: 'one', kind, joint: 'pivot' }).build();
    expect(model.actuators).toEqual([
      { name: 'one', kind, joint: 'pivot', gear: 1, kp: 0, kv: 0, controlRange: null, forceRange: null },
    ]);
    const sim = new Simulator({ models: [model], timeStep: 0.01 });
    sim.controls[0] = 3;
    sim.step();
    expect(sim.state.v[0]).toBeCloseTo(kind === 'motor' ? 0.03 : 0, 12);
    expect(Simulator.restore(sim.snapshot()).state).toEqual(sim.state);
  },
);

it('rejects unknown kinds, non-finite numbers and malformed ranges', () => {
  const add = (more: object) => () => builder().actuator({ name: 'one', kind: 'motor', joint: 'pivot', ...more });
  expect(add({ kind: 'rope' })).toThrow('ModelBuilder.actuator: actuator.kind is "rope"');
  expect(add({ gear: Number.NaN })).toThrow('ModelBuilder.actuator: actuator.gear is NaN; give a finite number');
  expect(add({ controlRange: 3 })).toThrow('actuator.controlRange is 3; a range is null or two numbers');
  expect(add({ forceRange: [0, Number.NaN] })).toThrow('actuator.forceRange is [0, NaN]');
  expect(add({ bias: [1, 2] })).toThrow('actuator.bias is [1, 2]');
});
