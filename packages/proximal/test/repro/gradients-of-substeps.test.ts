// `rolloutGradient` of a world with several substeps returned derivatives of the last substep of each step.
import { expect, it } from 'vitest';
import { sphere } from '../../src/index.ts';
import { rolloutGradient, World } from '../../src/sim/index.ts';

it('is an error, as for stepDerivatives', () => {
  const world = new World({ sleeping: false, substeps: 2 });
  world.add(sphere(0.1), { mass: 1 });
  expect(() => rolloutGradient(world, 3, () => null)).toThrow('make steps with world.substeps = 1');
  world.step();
  expect(() => world.stepDerivatives()).toThrow('World.stepDerivatives: substeps is 2');
});
