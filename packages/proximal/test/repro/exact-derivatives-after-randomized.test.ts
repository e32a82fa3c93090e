// Randomized derivatives make trial steps, which overwrote the arrays of the last step: exact derivatives of that step were then wrong.
import { expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { capsule } from '../../src/index.ts';
import { onFloor } from '../sim/step-differences.ts';

const model = new ModelBuilder()
  .link('hip', { mass: 1, inertia: [0.01, 0.01, 0.01] })
  .link('shank', { mass: 0.2, centerOfMass: [0, 0, -0.1], inertia: [1e-3, 1e-3, 1e-4] })
  .joint('free', { kind: 'free-flyer', parent: 'world', child: 'hip' })
  .joint('knee', { kind: 'revolute', axis: [0, 1, 0], parent: 'hip', child: 'shank' })
  .geometry('shank', { shape: capsule(0.02, 0.06), name: 'shank', pose: { position: [0, 0, -0.1] } })
  .build();

it.each(['euler', 'midpoint'] as const)(
  'exact derivatives after randomized ones, with the %s integrator',
  (integrator) => {
    const sim = onFloor({ models: [model], integrator });
    const { q, v } = sim.state;
    q[2] = 0.16;
    v[0] = 0.5;
    v[6] = 2;
    sim.setState({ q, v });
    for (let k = 0; k < 30; k++) sim.step();
    const expected = sim.stepDerivatives();
    const randomized = { samples: 2, position: 0.003, velocity: 0.05 };
    sim.stepDerivatives({ randomized });
    expect(sim.stepDerivatives()).toEqual(expected);
    sim.step();
    expect(sim.stepDerivatives()).not.toEqual(expected);
  },
);
