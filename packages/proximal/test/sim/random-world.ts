// A world with bodies of every type, often a robot, materials, a sensor and groups, drawn from a seed.
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, capsule, ellipsoid, halfspace, type Shape, sphere } from '../../src/index.ts';
import type { Rng } from '../../src/math/index.ts';
import { compound, heightField } from '../../src/scene/index.ts';
import { type RigidBody, type Robot, World, type WorldOptions } from '../../src/sim/index.ts';

const rod = { mass: 0.5, centerOfMass: [0, 0, -0.2], inertia: [0.01, 0, 0, 0, 0.01, 0, 0, 0, 0.001] } as const;
const hinge = { kind: 'revolute', axis: [0, 1, 0], lower: -1.5, upper: 1.5, friction: 0.02 } as const;

/** A pendulum of two links that ends 4 cm above the floor, with a servo, limits and dry friction. */
const arm = new ModelBuilder({ name: 'arm' })
  .link('upper', rod)
  .link('lower', rod)
  .joint('shoulder', { ...hinge, parent: 'world', child: 'upper', placement: { position: [0, 0, 0.9] } })
  .joint('elbow', { ...hinge, parent: 'upper', child: 'lower', placement: { position: [0, 0, -0.4] } })
  .geometry('lower', { shape: capsule(0.06, 0.2), pose: { position: [0, 0, -0.2] } })
  .actuator({ name: 'servo', kind: 'position', joint: 'elbow', kp: 20, kv: 1 })
  .build();

const shapes: readonly ((size: number) => Shape)[] = [
  (size) => box(size, size, 0.7 * size),
  (size) => sphere(size),
  (size) => capsule(0.6 * size, size),
  (size) => ellipsoid(size, 0.8 * size, 0.6 * size),
];

export function randomWorld(rng: Rng, options: WorldOptions = {}): World {
  const substeps = 1 + rng.index(3);
  const world = new World({ timeStep: 1 / 60, substeps, friction: 0.4, ...options });
  world.add(halfspace(), { type: 'static', name: 'floor', material: { friction: rng.uniform(), restitution: 0.3 } });
  const hills = heightField([0, 0.1, 0, 0.1, 0.3, 0.1, 0, 0.1, 0], { columns: 3, rows: 3, spacing: 0.6 });
  world.add(hills, { type: 'static', pose: { position: [-0.6, -0.6, 0] } });
  const corner = compound([{ shape: box(0.1, 0.4, 0.2) }, { shape: sphere(0.2), pose: { position: [0.2, 0, 0.2] } }]);
  world.add(corner, { type: 'static', pose: { position: [-0.8, 0, 0.1] }, group: 2 });
  world.add(box(0.5, 0.5, 0.3), { type: 'static', sensor: true, name: 'gate', pose: { position: [0, 0, 0.5] } });
  const lift = world.add(box(0.3, 0.3, 0.05), { type: 'kinematic', name: 'lift', pose: { position: [0.5, 0.5, 0.1] } });
  lift.setVelocity({ linear: [0, 0, 0.2], angular: [0, 0, 1] });
  if (rng.uniform() < 0.7) {
    const robot = world.add(arm, { material: { friction: 1, frictionRule: 'max' } });
    robot.joint('shoulder').torque = rng.uniform(-2, 2);
    robot.joint('elbow').target = rng.uniform(-1, 1);
  }
  const count = 3 + rng.index(6);
  for (let k = 0; k < count; k++) {
    const position = [rng.uniform(-0.6, 0.6), rng.uniform(-0.6, 0.6), 0.3 + 0.25 * k];
    world.add(shapes[rng.index(shapes.length)](rng.uniform(0.08, 0.16)), {
      pose: { position, rotation: rng.rotation() },
      velocity: {
        linear: [rng.uniform(-1, 1) * (rng.uniform() < 0.2 ? 40 : 1), 0, 0],
        angular: [0, rng.uniform(-5, 5), 0],
      },
      ...(rng.uniform() < 0.3 && { mask: 0xfffffffd }),
      ...(rng.uniform() < 0.3 && { material: { restitution: rng.uniform() } }),
    });
  }
  return world;
}

/** Two stacks that fall asleep, of which a ball wakes one after a second. */
export function sleepyWorld(): World {
  const world = new World({ timeStep: 1 / 60 });
  world.add(halfspace(), { type: 'static' });
  for (const x of [0, 1])
    for (const z of [0.1, 0.3]) world.add(box(0.1, 0.1, 0.1), { pose: { position: [x, 0, z - 1e-5] } });
  world.add(sphere(0.1), { name: 'ball', pose: { position: [0.02, 0, 5] } });
  return world;
}

/** Steps with forces, velocities and torques that depend on the number of the step and the ids of bodies alone. */
export function drive(world: World, from: number, to: number): void {
  for (let k = from; k < to; k++) {
    for (const handle of world.contents) {
      const { type } = handle as RigidBody;
      if (type === 'dynamic' && (k + handle.bodies[0].id) % 5 === 0) (handle as RigidBody).applyForce([3, -1, 4]);
      if (type === 'kinematic' && k % 20 === 0)
        (handle as RigidBody).setVelocity({ linear: [0, 0, 0.2 * Math.cos(k)] });
      if (type === undefined) (handle as Robot).joint('shoulder').torque = Math.sin(k);
    }
    world.step();
  }
}
