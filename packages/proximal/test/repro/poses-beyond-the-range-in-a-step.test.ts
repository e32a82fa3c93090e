// A joint at an angle of 1e155 rad, or a link 1e308 m from its joint, has no finite pose. A step threw the error of a query.
import { expect, test } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, halfspace, sphere } from '../../src/index.ts';
import { World } from '../../src/sim/index.ts';

function worldOf(offset: number): World {
  const model = new ModelBuilder({ name: 'arm' })
    .link('rod', { mass: 1, inertia: [1, 0, 0, 0, 1, 0, 0, 0, 1] })
    .joint('hinge', { kind: 'revolute', parent: 'world', child: 'rod', axis: [0, 0, 1] })
    .geometry('rod', { shape: sphere(0.1), pose: { position: [offset, 0, 1] } })
    .build();
  const world = new World();
  world.add(halfspace(), { type: 'static' });
  world.add(model);
  world.add(box(0.2, 0.2, 0.2), { pose: { position: [0, 0, 0.1] } });
  return world;
}

test.each([
  ['an angle beyond the range', 0.5, 1e155, 0],
  ['a link beyond the range', 1e308, 1, 1],
])('a step with %s fails, and does not throw', (_, offset, angle, speed) => {
  const world = worldOf(offset);
  const { q, v } = world.state;
  q[0] = angle;
  v[0] = speed;
  world.setState({ q, v });
  for (let k = 0; k < 3; k++) {
    world.step();
    expect(world.report().status).toBe('failed');
    expect(world.report().contacts).toHaveLength(0);
  }
});
