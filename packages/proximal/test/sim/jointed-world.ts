// A world with joints of every kind, between bodies of every type, a robot's links and the world.
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, halfspace, sphere } from '../../src/index.ts';
import type { Rng } from '../../src/math/index.ts';
import { type RigidBody, World } from '../../src/sim/index.ts';

const arm = new ModelBuilder({ name: 'arm' })
  .link('upper', { mass: 1, centerOfMass: [0, 0, -0.2], inertia: [0.02, 0.02, 0.001] })
  .link('lower', { mass: 1, centerOfMass: [0, 0, -0.2], inertia: [0.02, 0.02, 0.001] })
  .joint('a', {
    kind: 'revolute',
    axis: [0, 1, 0],
    parent: 'world',
    child: 'upper',
    placement: { position: [0, 6, 2] },
    lower: -1,
    upper: 1,
  })
  .joint('b', {
    kind: 'revolute',
    axis: [0, 1, 0],
    parent: 'upper',
    child: 'lower',
    placement: { position: [0, 0, -0.5] },
  })
  .geometry('lower', { shape: box(0.04, 0.04, 0.2), pose: { position: [0, 0, -0.2] } })
  .build();

/** @returns a world with all kinds of joints, some with unusual names */
export function jointedWorld(rng: Rng): World {
  const world = new World({ timeStep: 1 / 100, substeps: 1 + rng.index(2) });
  world.add(halfspace(), { type: 'static', name: 'floor' });
  const shelf = world.add(box(0.2, 0.2, 0.05), { type: 'static', name: 'shelf', pose: { position: [0, -2, 1] } });
  const lift = world.add(box(0.2, 0.2, 0.05), {
    type: 'kinematic',
    name: 'lift',
    pose: { position: [0, 2, 1] },
    velocity: { linear: [0, 0, 0.2], angular: [0, 0, 0.5] },
  });
  const robot = world.add(arm);
  const body = (x: number, y: number, z: number): RigidBody =>
    world.add(rng.uniform() < 0.5 ? sphere(0.1) : box(0.1, 0.08, 0.06), {
      pose: { position: [x, y, z], rotation: rng.rotation() },
      velocity: { linear: [rng.uniform(-1, 1), rng.uniform(-1, 1), 0], angular: [0, rng.uniform(-3, 3), 1] },
    });
  const at = (x: number, y: number, z: number): [number, number, number] => [x, y, z];
  world.connect(shelf, body(0.3, -2, 1), {
    kind: 'ball',
    anchor: at(0.2, -2, 1),
    name: '2 balls',
    breakTorque: 50,
    axis: [1, 0, 0],
    swing: 0.4,
    turn: { limits: [-0.2, 0.3] },
  });
  world.connect(lift, body(0.3, 2, 1), { kind: 'universal', anchor: at(0.2, 2, 1), axis: [1, 0, 0], axisB: [0, 0, 1] });
  world.connect(robot.link('lower'), body(0, 6, 1), { kind: 'fixed', name: '__proto__', collide: true });
  const spring = { kind: 'spring', stiffness: 80, damping: 1 } as const;
  world.connect(robot.link('world'), body(0.5, 6, 1), {
    ...spring,
    anchors: [at(0, 6, 2), at(0.5, 6, 1)],
    name: 'joint lower x',
  });
  const [p, q, r, s] = [0, 1, 2, 3].map((k) => body(1 + k, 0, 1));
  const hinges = [p, q].map((wheel, k) =>
    world.connect('world', wheel, {
      kind: 'hinge',
      anchor: at(1 + k, 0, 1),
      axis: [0, 1, 0],
      ...(k === 0
        ? { motor: { velocity: 40, maxForce: 0.5 }, friction: 0.01 }
        : { limits: [-30, Infinity], breakForce: 1e4 }),
    }),
  );
  world.connectGear(hinges[0], hinges[1], { ratio: -1.5, breakTorque: 1e3 });
  world.connect(r, s, { kind: 'rope', anchors: [at(3, 0, 1), at(4, 0, 1.1)], length: 1.1, name: 'Seil \u{1faa2} "ß"' });
  world.connect(s, body(5, 0, 1), { kind: 'distance' });
  world.connect(null, body(0, -4, 1), {
    kind: 'slider',
    axis: [1, 0, 1],
    limits: [-0.1, 0.1],
    motor: { position: 0.05, stiffness: 200, damping: 3, maxForce: 90 },
  });
  world.connect(body(1, -4, 1), 'world', {
    kind: 'cylindrical',
    axis: [0, 1, 1],
    friction: 0.4,
    turn: { motor: { velocity: 9, maxForce: 1 } },
  });
  // This joint breaks while the ball swings down, when its force exceeds 20 N; at the lowest point the force would be three times the weight.
  const bob = world.add(sphere(0.1), { mass: 1, pose: { position: at(0, 8, 3) } });
  world.connect(null, bob, { kind: 'ball', anchor: at(0.5, 8, 3), name: 'weak', breakForce: 20 });
  return world;
}

/** The properties of all joints that users can read. */
export function readings({ joints }: World): unknown {
  return joints.map((joint) => {
    const { name, kind, a, b, bodyJoint, motor, force, torque, breakForce, breakTorque } = joint;
    const { lower, upper, friction } = bodyJoint.options;
    const moves = bodyJoint.coordinates.length > 0 ? { position: joint.position, velocity: joint.velocity } : {};
    const turn = joint.turn && { at: joint.turn.position, rate: joint.turn.velocity, motor: joint.turn.motor };
    const given = { motor, breakForce, breakTorque, lower, upper, friction };
    return { name, kind, ends: [a?.name, b?.name], force, torque, ...moves, turn, ...given };
  });
}
