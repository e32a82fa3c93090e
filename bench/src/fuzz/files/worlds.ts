// Worlds whose snapshots have everything that a world adds: handles of every type, materials, a sensor, joints, forces and contacts.
import { box, halfspace, sphere } from 'proximal';
import { ModelBuilder } from 'proximal/dynamics';
import type { Rng } from 'proximal/math';
import { World } from 'proximal/sim';
import { connectAll } from '../../random/joints.ts';

const pendulum = new ModelBuilder({ name: 'pendulum' })
  .link('rod', { mass: 1, centerOfMass: [0, 0, -0.3], inertia: [0.02, 0.02, 0.001] })
  .joint('hinge', { kind: 'revolute', parent: 'world', child: 'rod', placement: { position: [0, 2, 1] } })
  .geometry('rod', { shape: sphere(0.1), pose: { position: [0, 0, -0.5] } })
  .build();

export function worldOf(rng: Rng): World {
  const world = new World({ timeStep: 1 / 60, substeps: 1 + rng.index(3) });
  world.add(halfspace(), { type: 'static', name: 'floor', material: { friction: rng.uniform() } });
  world.add(box(1, 1, 0.3), { type: 'static', sensor: true, pose: { position: [0, 0, 0.5] } });
  const lift = { type: 'kinematic', pose: { position: [1, 0, 0.2] }, velocity: { linear: [0, 0, 0.1] } } as const;
  const platform = world.add(box(0.3, 0.3, 0.05), lift);
  const robot = world.add(pendulum);
  robot.joint('hinge').torque = rng.uniform(-1, 1);
  const bodies = Array.from({ length: 2 + rng.index(4) }, (_, k) =>
    world.add(k % 2 === 0 ? sphere(0.1) : box(0.1, 0.1, 0.1), {
      pose: { position: [rng.uniform(-0.5, 0.5), 0, 0.2 + 0.25 * k] },
      mask: 0xffff,
      material: { restitution: rng.uniform(), frictionRule: 'min' },
    }),
  );
  connectAll(world, rng, ['world', platform, robot.link('rod'), ...bodies]);
  world.listen(() => {});
  for (let k = 0; k < 20; k++) world.step();
  bodies[0].applyForce([1, 2, 3]);
  return world;
}
