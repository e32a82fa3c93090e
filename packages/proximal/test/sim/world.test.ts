// Worlds that change: handles, additions, removals, forces.
import { describe, expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, halfspace, sphere } from '../../src/index.ts';
import { freeBody, type RigidBody, Simulator, World, type WorldOptions } from '../../src/sim/index.ts';

const stepsPerSecond = 240;

function run(world: World, steps: number): void {
  for (let k = 0; k < steps; k++) world.step();
}

function onFloor(options?: WorldOptions): World {
  const world = new World(options);
  world.add(halfspace(), { type: 'static', name: 'floor' });
  return world;
}

/** A pendulum of two links along −z, by default with a position actuator at the elbow. */
function arm(name = 'arm', hasActuator = true): ReturnType<ModelBuilder['build']> {
  const rod = { mass: 1, centerOfMass: [0, 0, -0.25], inertia: [0.02, 0, 0, 0, 0.02, 0, 0, 0, 0.001] } as const;
  const builder = new ModelBuilder({ name })
    .link('upper', rod)
    .link('lower', rod)
    .joint('shoulder', { kind: 'revolute', parent: 'world', child: 'upper', axis: [0, 1, 0] })
    .joint('elbow', {
      kind: 'revolute',
      parent: 'upper',
      child: 'lower',
      axis: [0, 1, 0],
      placement: { position: [0, 0, -0.5] },
    });
  if (hasActuator) builder.actuator({ name: 'servo', kind: 'position', joint: 'elbow', kp: 200, kv: 5 });
  return builder.build();
}

describe('a world', () => {
  it('without sleeping, makes the same steps as a simulator of the same bodies', () => {
    const world = onFloor({ sleeping: false });
    const bodies = [0, 1, 2].map((k) => ({ name: `b${k}`, pose: { position: [0.01 * k, 0, 0.5 + 1.1 * k] as const } }));
    for (const options of bodies) world.add(box(0.5, 0.5, 0.5), options);
    const { scene } = new Simulator({ models: [] });
    scene.add(halfspace(), {}, { static: true, name: 'floor' });
    const sim = new Simulator({ models: bodies.map((options) => freeBody(box(0.5, 0.5, 0.5), options)), scene });
    run(world, stepsPerSecond);
    for (let k = 0; k < stepsPerSecond; k++) sim.step();
    expect(world.state).toEqual(sim.state);
  });

  it('lets a body rest, and lets it fall when the body below it is removed', () => {
    const world = onFloor();
    const lower = world.add(box(0.5, 0.5, 0.5), { pose: { position: [0, 0, 0.5] }, name: 'lower' });
    const upper = world.add(box(0.5, 0.5, 0.5), { pose: { position: [0, 0, 1.5] }, name: 'upper' });
    run(world, stepsPerSecond);
    expect(upper.pose[2]).toBeCloseTo(1.5, 2);
    lower.remove();
    expect(world.nv).toBe(6);
    run(world, stepsPerSecond);
    expect(upper.pose[2]).toBeCloseTo(0.5, 2);
    expect(world.scene.bodies).toHaveLength(2);
    world.find('floor')?.remove();
    run(world, stepsPerSecond);
    expect(upper.pose[2]).toBeLessThan(-3);
  });

  it('keeps the bits of bodies that do not touch the bodies that are added and removed', () => {
    const [alone, shared] = [onFloor(), onFloor()];
    const start = { pose: { position: [0, 0, 0.6] as const, rotation: [0.1, 0.2, 0.3, 0.9] as const }, name: 'crate' };
    const [crate, other] = [alone, shared].map((world) => world.add(box(0.2, 0.3, 0.5), start));
    let guest: RigidBody | null = null;
    for (let k = 0; k < stepsPerSecond; k++) {
      if (k % 20 === 0) guest = shared.add(sphere(0.1), { pose: { position: [5, 0, 0.2] } });
      if (k % 20 === 10) guest?.remove();
      alone.step();
      shared.step();
    }
    expect(other.pose).toEqual(crate.pose);
  });

  it('has no bodies and coordinates left after many additions and removals', () => {
    const world = onFloor();
    for (let k = 0; k < 2000; k++) {
      const ball = world.add(sphere(0.1), { pose: { position: [0, 0, 0.1] }, mass: 1 });
      if (k % 50 === 0) world.step();
      ball.remove();
    }
    world.step();
    expect(world.scene.bodies).toHaveLength(1);
    expect(world.contents.map(({ name }) => name)).toEqual(['floor']);
    expect(world.nq).toBe(0);
  });

  it('changes gravity and time step between steps', () => {
    const world = new World();
    const ball = world.add(sphere(0.1), { mass: 1 });
    run(world, 24);
    world.gravity = { x: 0, y: 0, z: 0 };
    const { linear } = ball.velocity;
    expect(linear[2]).toBeCloseTo(-0.981, 10);
    run(world, 24);
    expect(ball.velocity.linear[2]).toBe(linear[2]);
    world.gravity = [0, 0, -1];
    world.timeStep = 0.1;
    world.step();
    expect(ball.velocity.linear[2]).toBeCloseTo(linear[2] - 0.1, 10);
    world.substeps = 2;
    expect(world.timeStep).toBeCloseTo(0.1, 15);
    world.step();
    expect(world.report().time).toBeCloseTo(0.4, 10);
    expect(() => world.stepDerivatives()).toThrow('World.stepDerivatives: substeps is 2');
  });

  it('applies additions and removals within a step at its end', () => {
    let world: World | null = null;
    let added: RigidBody | null = null;
    const friction = (): number => {
      const there = world?.find('ball');
      there?.remove();
      added ??= (world as World).add(sphere(0.1), { pose: { position: [0, 0, 3] }, name: 'new' });
      return 0.5;
    };
    world = new World({ friction });
    world.add(halfspace(), { type: 'static' });
    const ball = world.add(sphere(0.1), { pose: { position: [0, 0, 0.1] }, name: 'ball' });
    world.step();
    expect(ball.isRemoved).toBe(true);
    expect(world.contents.map(({ name }) => name)).toEqual(['halfspace', 'new']);
    expect(world.scene.bodies).toHaveLength(2);
    run(world, 10);
    expect((added as unknown as RigidBody).pose[2]).toBeLessThan(3);
  });
});

describe('a rigid body', () => {
  it('responds to impulses at points by the Newton-Euler equations', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const options = { mass: 2, inertia: [0.1, 0.2, 0.3], centerOfMass: [0, 0.1, 0] } as const;
    const body = world.add(box(0.1, 0.2, 0.3), { ...options, pose: { rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] } });
    body.applyImpulse([0, 0, 4]);
    expect(body.velocity.linear[2]).toBeCloseTo(2, 12);
    expect(body.velocity.angular).toEqual([0, 0, 0].map(() => expect.closeTo(0, 12)));
    body.setVelocity({ linear: [0, 0, 0], angular: [0, 0, 0] });
    // The center of mass is at x = −0.1 in the world. An arm of 0.5 m along x there: ω = I⁻¹ (r × J) about y, body axis x.
    body.applyImpulse([0, 0, 1], [0.4, 0, 0]);
    expect(body.velocity.angular[1]).toBeCloseTo(-0.5 / 0.1, 12);
    body.setVelocity({ angular: [0, 0, 0] });
    body.applyAngularImpulse([0, 0, 0.6]);
    expect(body.velocity.angular[2]).toBeCloseTo(2, 12);
  });

  it('is moved by a force during one step only', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const body = world.add(sphere(0.1), { mass: 3 });
    body.applyForce([3, 0, 0]);
    body.applyForce([3, 0, 0], [0, 0, 0]);
    world.step();
    expect(body.velocity.linear[0]).toBeCloseTo(2 / stepsPerSecond, 12);
    world.step();
    expect(body.velocity.linear[0]).toBeCloseTo(2 / stepsPerSecond, 12);
    body.applyTorque([0, 0, 1]);
    world.step();
    expect(body.velocity.angular[2]).toBeGreaterThan(0);
  });

  it('keeps its velocity in the world when it is placed elsewhere', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const body = world.add(box(0.1, 0.2, 0.3), { velocity: { linear: [1, 2, 3], angular: [0, 0, 1] } });
    body.setPose({ position: [5, 5, 5], rotation: [0.5, 0.5, 0.5, 0.5] });
    expect(body.velocity.linear).toEqual([1, 2, 3].map((x) => expect.closeTo(x, 12)));
    body.setVelocity({ linear: [1, 0, 0] }, { axes: 'body' });
    expect(body.velocity.linear).toEqual([0, 1, 0].map((x) => expect.closeTo(x, 12)));
  });

  it('has the index ranges of its coordinates in the state vectors', () => {
    const world = onFloor();
    const first = world.add(sphere(0.1), { name: 'first' });
    const other = world.add(sphere(0.1), { pose: { position: [1, 2, 3] } });
    expect(other.range).toEqual({ firstQ: 7, nq: 7, firstV: 6, nv: 6 });
    first.remove();
    expect(other.range).toEqual({ firstQ: 0, nq: 7, firstV: 0, nv: 6 });
    expect(world.state.q).toEqual(other.pose);
    expect(world.find('floor')).toMatchObject({ range: null });
  });
});

describe('a robot', () => {
  it('has joints by name: positions, torques and targets', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const robot = world.add(arm());
    robot.joint('shoulder').position = 0.3;
    robot.joint('elbow').target = 0.5;
    for (let k = 0; k < stepsPerSecond; k++) {
      robot.joint('shoulder').torque =
        200 * (0.3 - robot.joint('shoulder').position) - 20 * robot.joint('shoulder').velocity;
      world.step();
    }
    expect(robot.joint('elbow').position).toBeCloseTo(0.5, 2);
    expect(robot.joint('shoulder').position).toBeCloseTo(0.3, 2);
    expect(robot.link('lower').pose[0]).toBeCloseTo(-0.5 * Math.sin(0.3), 2);
  });

  it('is moved by forces and impulses on its links', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const robot = world.add(arm('arm', false));
    // An impulse at the lower end sets both links in motion. A small force for one step has the same effect, in proportion.
    robot.link('lower').applyImpulse([1, 0, 0], [0, 0, -1]);
    const { velocity } = robot.link('lower');
    expect(velocity.angular[1]).not.toBe(0);
    expect(robot.link('upper').velocity.angular[1]).not.toBe(0);
    const pushed = new World({ gravity: [0, 0, 0] });
    const other = pushed.add(arm('arm', false));
    other.link('lower').applyForce([1e-3, 0, 0], [0, 0, -1]);
    pushed.step();
    expect((stepsPerSecond * other.joint('elbow').velocity) / robot.joint('elbow').velocity).toBeCloseTo(1e-3, 9);
  });

  it('keeps its coordinates and its target when another robot is removed', () => {
    const world = onFloor();
    const first = world.add(arm('first'));
    const kept = world.add(arm('second'));
    run(world, 20);
    first.remove();
    expect(kept.range).toEqual({ firstQ: 0, nq: 2, firstV: 0, nv: 2 });
    kept.joint('elbow').target = 0.2;
    run(world, stepsPerSecond);
    expect(kept.joint('elbow').position).toBeGreaterThan(0.05);
  });
});

describe('bad input', () => {
  const world = onFloor();
  const crate = world.add(box(1, 1, 1), { name: 'crate', pose: { position: [0, 0, 5] } });
  const gone = world.add(box(1, 1, 1), { name: 'gone', pose: { position: [9, 0, 5] } });
  gone.remove();
  const robot = world.add(arm());
  const floor = world.find('floor') as RigidBody;

  it.each([
    ['a name that is taken', () => world.add(sphere(1), { name: 'crate' }), 'World.add: options.name is "crate"'],
    ['an unknown type', () => world.add(sphere(1), { type: 'fixed' as never }), 'World.add: options.type is "fixed"'],
    ['an unknown option', () => world.add(sphere(1), { weight: 3 } as never), 'options.weight'],
    ['a mass of zero', () => world.add(sphere(1), { mass: 0 }), 'mass'],
    ['a mass of a static body', () => world.add(sphere(1), { type: 'static', mass: 1 }), 'options.mass is 1'],
    ['no shape', () => world.add({} as never), 'World.add: what is'],
    ['a handle of a removed body', () => gone.applyForce([1, 0, 0]), 'RigidBody.applyForce: "gone" was removed'],
    ['a handle that was removed twice', () => world.remove(gone), 'World.remove: "gone" was removed already'],
    ['a handle of another world', () => new World().remove(crate), 'World.remove: handle'],
    ['a NaN force', () => crate.applyForce([Number.NaN, 0, 0]), 'RigidBody.applyForce: force'],
    [
      'a force at an infinite point',
      () => crate.applyForce([1, 0, 0], [0, Infinity, 0]),
      'RigidBody.applyForce: point',
    ],
    ['a force on a static body', () => floor.applyForce([1, 0, 0]), '"floor" is static'],
    ['an unknown joint', () => robot.joint('knee'), 'there is no such joint'],
    ['a NaN torque', () => Object.assign(robot.joint('elbow'), { torque: Number.NaN }), 'RobotJoint.torque'],
    ['a NaN target', () => Object.assign(robot.joint('shoulder'), { target: Number.NaN }), 'RobotJoint.target'],
    ['a null control', () => Object.assign(robot.joint('elbow'), { target: null }), 'RobotJoint.target'],
    ['negative damping', () => Object.assign(robot.joint('shoulder'), { damping: -1 }), 'RobotJoint.damping'],
    ['gains of an actuator', () => Object.assign(robot.joint('elbow'), { stiffness: 1 }), 'the gains of the model'],
    ['an unknown actuator', () => robot.actuator('motor'), 'there is no such actuator; the robot has servo'],
    ['no time step', () => Object.assign(world, { timeStep: 0 }), 'World.timeStep'],
    ['a NaN gravity', () => Object.assign(world, { gravity: [0, 0, Number.NaN] }), 'World.gravity'],
  ])('%s', (_what, act, message) => {
    const before = world.contents.length;
    expect(act).toThrow(message);
    expect(world.contents).toHaveLength(before);
  });
});
