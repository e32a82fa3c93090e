// stepDerivatives used controls that were set after the step, and moved the bodies of the scene.
import { expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { Simulator } from '../../src/sim/index.ts';

it('stepDerivatives uses the controls of the step and does not change the simulation', () => {
  const motor = { gear: 1, kp: 400, kv: 30, controlRange: null, forceRange: [-5, 5] } as const;
  const model = new ModelBuilder()
    .link('rod', { mass: 1, centerOfMass: [0, 0, -0.5], inertia: [1 / 12, 1 / 12, 0.001] })
    .joint('pivot', { kind: 'revolute', parent: 'world', child: 'rod', axis: [0, 1, 0] })
    .actuator({ ...motor, name: 'motor', kind: 'position', joint: 'pivot' })
    .build();
  const [differentiated, other] = [0, 1].map(() => new Simulator({ models: [model], timeStep: 1e-3 }));
  for (const sim of [differentiated, other]) {
    sim.controls[0] = 0.005;
    sim.step();
  }
  const expected = differentiated.stepDerivatives();
  // With this control the actuator is at its force limit, where its derivatives are zero.
  differentiated.controls[0] = 10;
  expect(differentiated.stepDerivatives()).toEqual(expected);
  differentiated.controls[0] = 0.005;
  for (const sim of [differentiated, other]) for (let k = 0; k < 50; k++) sim.step();
  expect(differentiated.state).toEqual(other.state);
});
