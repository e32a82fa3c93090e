// The derivatives of a step with respect to the mass or the solid size of a link without mass were NaN.
import { expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box } from '../../src/index.ts';
import { type StepParameter, World } from '../../src/sim/index.ts';

const parameters: readonly StepParameter[] = [
  { kind: 'mass', body: 'rotor' },
  { kind: 'size', body: 'blade', solid: true },
];

it.each(parameters)('names the body without mass: %o', (parameter) => {
  const model = new ModelBuilder({ name: 'motor' })
    .link('rotor')
    .joint('axle', { kind: 'revolute', parent: 'world', child: 'rotor', axis: [0, 1, 0], armature: 0.1 })
    .geometry('rotor', { name: 'blade', shape: box(0.2, 0.05, 0.05) })
    .build();
  const world = new World({ timeStep: 1 / 60, sleeping: false });
  world.add(model);
  world.step();
  expect(() => world.stepDerivatives({ parameters: [parameter] })).toThrow(
    /World.stepDerivatives: options.parameters\[0\].body is .*; it has no mass, so its inertia per mass is unknown/,
  );
});
