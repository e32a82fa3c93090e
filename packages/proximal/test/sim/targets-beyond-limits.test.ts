// A target beyond the limits of a joint is replaced by the nearest limit, so that nothing pushes against the limit.
import { expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box } from '../../src/index.ts';
import { World } from '../../src/sim/index.ts';

const weightless = { gravity: [0, 0, 0], sleeping: false } as const;

it.each([
  [3, 0.5],
  [-3, -0.2],
  [0.3, 0.3],
])('a motor of a hinge with the target %f comes to rest at %f', (target, end) => {
  const world = new World(weightless);
  const body = world.add(box(0.2, 0.1, 0.1), { mass: 1, mask: 0 });
  const motor = { position: 0, stiffness: 100, damping: 10, maxForce: 1000 };
  const joint = world.connect('world', body, {
    kind: 'hinge',
    anchor: [0, 0, 0],
    axis: [0, 0, 1],
    limits: [-0.2, 0.5],
    motor,
  });
  joint.target = target;
  expect(joint.target).toBe(target);
  for (let k = 0; k < 480; k++) world.step();
  expect(joint.position).toBeCloseTo(end, 6);
  expect(Math.abs(joint.torque[2])).toBeLessThan(1e-5);
});

it.each([
  [3, 0.5],
  [-3, -0.2],
  [0.3, 0.3],
])("a drive of a robot's joint with the target %f comes to rest at %f", (target, end) => {
  const world = new World(weightless);
  const model = new ModelBuilder()
    .link('disc', { mass: 1, inertia: [1, 0.2, 1] })
    .joint('axle', {
      kind: 'revolute',
      parent: 'world',
      child: 'disc',
      axis: [0, 1, 0],
      lower: -0.2,
      upper: 0.5,
    })
    .build();
  const joint = world.add(model).joint('axle');
  joint.stiffness = 100;
  joint.damping = 10;
  joint.target = target;
  expect(joint.target).toBe(target);
  for (let k = 0; k < 480; k++) world.step();
  expect(joint.position).toBeCloseTo(end, 4);
  expect(Math.abs(joint.effort)).toBeLessThan(1e-2);
});
