// A robot that had been at rest beside a moving body kept its time of rest when it was driven: when the body came to rest, the robot fell asleep for a
// step and lost its velocity.
import { expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box } from '../../src/index.ts';
import { World } from '../../src/sim/index.ts';

it('a driven robot does not fall asleep with a body on its table', () => {
  const fan = { mass: 1, inertia: [0.02, 0, 0, 0, 0.02, 0, 0, 0, 0.02] } as const;
  const model = new ModelBuilder({ name: 'robot' })
    .link('table', { mass: 100, inertia: [10, 0, 0, 0, 10, 0, 0, 0, 10] })
    .joint('rail', { kind: 'prismatic', parent: 'world', child: 'table', axis: [0, 1, 0] })
    .geometry('table', { shape: box(0.2, 0.2, 0.05) })
    .link('fan', fan)
    .joint('axle', {
      kind: 'revolute',
      parent: 'table',
      child: 'fan',
      axis: [0, 0, 1],
      placement: { position: [0, 0, -0.5] },
    })
    .build();
  const world = new World({ timeStep: 1 / 60, friction: 0 });
  const robot = world.add(model);
  const body = world.add(box(0.05, 0.05, 0.05), { mass: 0.001, pose: { position: [0.1, 0, 0.1] } });
  for (let k = 0; k < 60; k++) {
    body.setVelocity({ linear: [0, 0.005, 0] });
    world.step();
  }
  body.setVelocity({ linear: [0, 0, 0] });
  const axle = robot.joint('axle');
  axle.stiffness = 5;
  axle.damping = 20;
  axle.target = 2;
  for (let k = 0; k < 60; k++) {
    world.step();
    expect(robot.isSleeping).toBe(false);
    expect(axle.velocity).toBeGreaterThan(0.3);
  }
});
