// Derivatives of steps with kinematic bodies, against central differences.
import { expect, it } from 'vitest';
import { box, cylinder, sphere } from '../../src/index.ts';
import { World } from '../../src/sim/index.ts';
import { worstError } from './world-differences.ts';

const lift = { linear: [0.3, -0.1, 0.2], angular: [0.1, -0.05, 0.4] };

it.each([
  ['a rider that sticks', 1, 0],
  ['a rider that slides', 0.05, 0],
  ['a rider in the air', 0.5, 0.3],
] as const)('%s', (_what, friction, height) => {
  const world = new World({ friction, solver: { tolerance: 1e-12, relativeTolerance: 1e-12, maxIterations: 5000 } });
  world.add(cylinder(2, 0.1), { type: 'kinematic', pose: { position: [0, 0, -0.1] }, velocity: lift });
  const shape = friction === 1 ? box(0.2, 0.15, 0.1) : sphere(0.1);
  world.add(shape, { pose: { position: [0.5, 0.2, 0.0999 + height] } });
  for (let k = 0; k < 2; k++) world.step();
  expect(worstError(world)).toBeLessThan(5e-5);
});
