// A change of gravity, time step or substeps made new members without the damping of the bodies.
import { expect, it } from 'vitest';
import { sphere } from '../../src/index.ts';
import { World } from '../../src/sim/index.ts';

it.each(['gravity', 'timeStep', 'substeps'] as const)('%s keeps the damping of bodies', (name) => {
  const world = new World({ sleeping: false });
  const body = world.add(sphere(0.1), { mass: 1, linearDamping: 1, angularDamping: 2 });
  if (name === 'gravity') world.gravity = [0, 0, -1];
  else if (name === 'timeStep') world.timeStep = 0.01;
  else world.substeps = 2;
  expect([body.linearDamping, body.angularDamping]).toEqual([1, 2]);
  world.step();
  expect([body.linearDamping, body.angularDamping]).toEqual([1, 2]);
});
