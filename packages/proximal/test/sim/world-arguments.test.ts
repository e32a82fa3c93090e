// Arguments of `World`, its handles and joints: errors that name the call, the value and the remedy; and accepted forms of velocities and
// configurations.
import { describe, expect, it } from 'vitest';
import { type Model, ModelBuilder } from '../../src/dynamics/index.ts';
import { box, halfspace, sphere } from '../../src/index.ts';
import { heightField } from '../../src/scene/index.ts';
import { freeBody, World } from '../../src/sim/index.ts';

/** A pendulum of two links. @param beyond how far the reference configuration is beyond the elbow's upper limit, in rad */
function arm(beyond = -0.5, effortLimit = Infinity): Model {
  const rod = { mass: 1, centerOfMass: [0, 0, -0.25], inertia: [0.02, 0.02, 0.001] } as const;
  const hinge = { kind: 'revolute', axis: [0, 1, 0], effortLimit } as const;
  return new ModelBuilder({ name: 'arm' })
    .link('upper', rod)
    .link('lower', rod)
    .joint('left_shoulder', { ...hinge, parent: 'world', child: 'upper' })
    .joint('left_elbow', {
      ...hinge,
      parent: 'upper',
      child: 'lower',
      placement: { position: [0, 0, -0.5] },
      lower: -1,
      upper: 0.5,
    })
    .reference('left_elbow', [0.5 + beyond])
    .build();
}

/** Passes a value of a wrong type, as JavaScript code can. */
const untyped = (value: unknown): never => value as never;

describe('a wrong argument', () => {
  const world = new World();
  const floor = world.add(halfspace(), { type: 'static', name: 'floor' });
  const ball = world.add(sphere(0.1), { name: 'ball', pose: { position: [0, 0, 1] } });
  const lift = world.add(box(1, 1, 1), { name: 'lift', type: 'kinematic', pose: { position: [9, 0, 3] } });
  const robot = world.add(arm(), { name: 'arm' });
  const lever = world.add(box(0.1, 0.1, 0.1), { pose: { position: [0, 9, 3] } });
  const gone = world.add(sphere(0.1), { name: 'gone', pose: { position: [5, 0, 1] } });
  gone.remove();
  const terrain = heightField([0, 0, 0, 0], { columns: 2, rows: 2, spacing: 1 });
  const hinge = (options: object): (() => unknown) => {
    return () =>
      world.connect('world', ball, untyped({ kind: 'hinge', anchor: [0, 0, 0], axis: [0, 0, 1], ...options }));
  };

  const rail = world.connect('world', lever, { kind: 'slider', axis: [1, 0, 0] });

  const velocity = 'give { linear, angular }, in m/s and rad/s';
  const wrong: readonly [call: () => unknown, message: string][] = [
    [() => floor.applyForce([1, 0, 0]), '"floor" is static'],
    [
      () => world.add(sphere(0.1), { velocity: untyped([1, 0, 0]) }),
      `World.add: options.velocity is [1, 0, 0]; ${velocity}`,
    ],
    [() => world.add(sphere(0.1), { velocity: untyped(null) }), `World.add: options.velocity is null; ${velocity}`],
    [
      () => world.add(sphere(0.1), { velocity: { linear: untyped(0) } }),
      'World.add: options.velocity.linear is 0; give three finite numbers',
    ],
    [
      () => world.add(sphere(0.1), { type: 'kinematic', velocity: untyped({ lin: [1, 0, 0] }) }),
      `World.add: options.velocity.lin is [1, 0, 0]; ${velocity}`,
    ],
    [() => ball.setVelocity(untyped([1, 0, 0])), `RigidBody.setVelocity: velocity is [1, 0, 0]; ${velocity}`],
    [
      () => ball.setVelocity(untyped(Float64Array.of(1, 0, 0))),
      `RigidBody.setVelocity: velocity is Float64Array [1, 0, 0]; ${velocity}`,
    ],
    [
      () => ball.setVelocity(untyped({ lin: [1, 0, 0] })),
      `RigidBody.setVelocity: velocity.lin is [1, 0, 0]; ${velocity}`,
    ],
    [() => ball.setVelocity(untyped({ x: 1, y: 0, z: 0 })), `RigidBody.setVelocity: velocity.x is 1; ${velocity}`],
    [() => ball.setVelocity(untyped(new Map())), `RigidBody.setVelocity: velocity is a Map; ${velocity}`],
    [() => ball.setVelocity(untyped(undefined)), `RigidBody.setVelocity: velocity is undefined; ${velocity}`],
    [() => lift.setVelocity(untyped([1, 0, 0])), `RigidBody.setVelocity: velocity is [1, 0, 0]; ${velocity}`],
    [
      () => ball.setVelocity({}, untyped({ axis: 'body' })),
      'RigidBody.setVelocity: options.axis is "body"; there is no such option; the options are axes',
    ],
    [
      () => ball.setVelocity({}, untyped('body')),
      'RigidBody.setVelocity: options is "body"; give an object with any of',
    ],
    [() => lift.moveTo(untyped([1, 0, 0])), 'RigidBody.moveTo: pose is [1, 0, 0]; '],
    [() => lift.moveTo(untyped({ pos: [1, 0, 0] })), 'RigidBody.moveTo: pose is an object with keys "pos"; '],
    [
      () => ball.applyForce(untyped({ force: [1, 0, 0] })),
      'RigidBody.applyForce: force is an object with keys "force"; ',
    ],
    [() => robot.setVelocity([1]), 'Robot.setVelocity: v is [1]; give 2 finite numbers'],
    [
      () => robot.setVelocity(untyped({ linear: [1, 0, 0] })),
      'Robot.setVelocity: v is an object with keys "linear"; give 2',
    ],
    [() => robot.setVelocity([1, Number.NaN]), 'Robot.setVelocity: v[1] is NaN; give 2 finite numbers'],
    [() => robot.setConfiguration(untyped(['0', 0])), 'Robot.setConfiguration: q[0] is "0"; give 2 finite numbers'],
    [() => robot.setConfiguration([0, 0, 0]), 'Robot.setConfiguration: q is [0, 0, 0]; give 2 finite numbers'],
    [() => robot.hold([0]), 'Robot.hold: configuration is [0]; give 2 finite numbers'],
    [() => world.add(arm(), { configuration: [0] }), 'World.add: options.configuration is [0]; give 2 finite numbers'],
    [() => world.add(arm(), { velocity: untyped(3) }), 'World.add: options.velocity is 3; give 2 finite numbers'],
    [
      () => world.add(arm(), { material: { friction: -1 } }),
      'World.add: options.material.friction is -1; give 0 or more',
    ],
    [
      () => world.add(sphere(1), { material: { friction: -1 } }),
      'World.add: options.material.friction is -1; give 0 or more',
    ],
    [() => world.add(sphere(1), { group: -1 }), 'World.add: options.group is -1; give a whole number from 0'],
    [() => Object.assign(ball, { material: undefined }), 'Handle.material: material is undefined; give an object'],
    [hinge({ axis: [0, 0, 0] }), 'World.connect: options.axis is [0, 0, 0]; give a direction that is not zero'],
    [hinge({ limits: [1, -1] }), 'World.connect: options.limits is [1, -1]; give [lower, upper]'],
    [hinge({ limit: [0, 1] }), 'World.connect: options.limit is [0, 1]; there is no such option'],
    [hinge({ motor: { speed: 1 } }), 'World.connect: options.motor.speed is 1; there is no such option'],
    [hinge({ motor: { velocity: 1 } }), 'World.connect: options.motor.maxForce is undefined; give the largest force'],
    [() => Object.assign(rail, { motor: undefined }), 'WorldJoint.motor: motor is undefined; give a motor, or null'],
    [() => Object.assign(rail, { motor: [1] }), 'WorldJoint.motor: motor is [1]; give an object with any of'],
    [() => world.remove(gone), 'World.remove: "gone" was removed already'],
    [() => new World().remove(ball), 'World.remove: handle is "ball"; it belongs to another world'],
    [() => world.remove(untyped('ball')), 'World.remove: handle is "ball"; give a handle that add() returned'],
    [
      () => world.connect(untyped('floor'), ball, { kind: 'fixed' }),
      `World.connect: a is "floor"; give a rigid body, a robot's link, or 'world'; world.find("floor") gives it`,
    ],
    [
      () => world.connect(ball, untyped('wall'), { kind: 'fixed' }),
      `World.connect: b is "wall"; give a rigid body, a robot's link, or 'world'`,
    ],
    [() => world.connect(ball, untyped(robot), { kind: 'fixed' }), 'robot.link(name) gives a link'],
    [
      () => world.exclude(untyped('floor'), ball),
      'World.exclude: a is "floor"; give a body, a robot or a robot\'s link; wo',
    ],
    [() => world.exclude(gone, ball), 'World.exclude: "gone" was removed from its world'],
    [() => robot.joint('elbow'), 'Robot.joint: name is "elbow"; there is no such joint; the model has left_elbow, …'],
    [
      () => robot.joint('knee'),
      'Robot.joint: name is "knee"; there is no such joint; the model has left_shoulder, left_elbow',
    ],
    [() => robot.joint(untyped(undefined)), 'Robot.joint: name is undefined; there is no such joint'],
    [() => world.add(sphere(1), { mass: 0 }), 'World.add: options.mass is 0; give kg, above 0'],
    [() => world.add(sphere(1), { density: -1 }), 'World.add: options.density is -1; give kg/m³, above 0'],
    [
      () => world.add(sphere(1), { mass: 1, density: 3 }),
      'World.add: options.density is 3; mass is given too: give only one of them',
    ],
    [() => world.add(sphere(1), { inertia: [1, 1, 1] }), 'World.add: options.mass is undefined; a body with inertia'],
    [
      () => world.add(sphere(1), { mass: 1, inertia: [1, 1], name: 'odd' }),
      'World.add: body "odd": ModelBuilder.link: link "odd": inertia is [1, 1]',
    ],
    [() => world.add(halfspace()), "World.add: what is a Halfspace; a half-space has no mass: give type: 'static'"],
    [() => world.add(halfspace(), { type: 'kinematic' }), "a half-space has no mass: give type: 'static'"],
    [() => world.add(terrain), 'World.add: body "heightField": massProperties: a height field has no mass'],
    [
      () => freeBody(sphere(1), { mass: 1, density: 3 }),
      'freeBody: options.density is 3; mass is given too: give only one of them',
    ],
  ];
  it.each(wrong.map(([act, message]) => [message, act] as const))('%s', (message, act) => {
    const [before, joints] = [world.contents.length, world.joints.length];
    expect(act).toThrow(message);
    expect([world.contents.length, world.joints.length]).toEqual([before, joints]);
    expect([ball.velocity.linear, lift.velocity.linear]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });

  it('leaves type, name and shape of a body as they are if they are assigned', () => {
    for (const change of [{ type: 'static' }, { name: 'other' }, { shape: box(1, 1, 1) }])
      expect(() => Object.assign(ball, change)).toThrow(TypeError);
    expect([ball.type, ball.name, ball.shape.kind]).toEqual(['dynamic', 'ball', 'sphere']);
  });
});

describe('options and arguments of a world name the world', () => {
  it.each<readonly [string, object]>([
    ['World: options.timeStep is -1; give seconds, above 0', { timeStep: -1, substeps: 2 }],
    ['World: options.gravity is 9.81; give three finite numbers', { gravity: 9.81 }],
    ['World: options.friction is -1; give a number from 0', { friction: -1 }],
    ['World: options.restitution is 2; give a number from 0 to 1', { restitution: 2 }],
    ['World: options.baumgarte is 3; give a fraction from 0 to 1', { baumgarte: 3 }],
    ['World: options.margin is NaN; give meters, not negative', { margin: Number.NaN }],
    ['World: options.integrator is "rk4"', { integrator: 'rk4' }],
    ['World: options.solver: solve: options.maxIterations is 0', { solver: { maxIterations: 0 } }],
    ['World: options.sleep is true; there is no such option', { sleep: true }],
  ])('%s', (message, options) => {
    expect(() => new World(options)).toThrow(message);
  });

  it('while it is used', () => {
    const world = new World({ friction: () => -1, sleeping: false });
    expect(() => world.stepDerivatives()).toThrow('World.stepDerivatives: no step was made yet');
    world.add(halfspace(), { type: 'static' });
    world.add(box(1, 1, 1), { pose: { position: [0, 0, 0.5] } });
    expect(() => world.step()).toThrow('World: options.friction is -1');
    expect(() => world.setState({ q: new Float64Array(1) })).toThrow('World.setState: q is');
    expect(() => world.step(new Float64Array(1))).toThrow('World.step: torques is');
    expect(() => world.snapshot()).toThrow('World.snapshot: options.friction is a function');
    world.timeStep = 1 / 60;
    expect(() => world.step()).toThrow('World: options.friction is -1');
  });
});

it('robots take configurations and velocities as arrays of any kind', () => {
  const world = new World();
  for (const numbers of [[0.25, 0.5], Float32Array.of(0.25, 0.5), Float64Array.of(0.25, 0.5)]) {
    const robot = world.add(arm(), { configuration: numbers, velocity: numbers });
    expect([...robot.configuration, ...robot.velocity]).toEqual([0.25, 0.5, 0.25, 0.5]);
    robot.setConfiguration([...numbers].reverse());
    robot.setVelocity([...numbers].reverse());
    expect([...robot.configuration, ...robot.velocity]).toEqual([0.5, 0.25, 0.5, 0.25]);
    robot.hold(numbers);
    expect(robot.joint('left_elbow').target).toBe(0.5);
  }
});

it('setVelocity takes the velocity of another body, and changes only the given parts', () => {
  const world = new World();
  const [a, b] = [world.add(sphere(1)), world.add(sphere(1), { velocity: { linear: { x: 1, y: 2, z: 3 } } })];
  a.setVelocity(b.velocity);
  a.setVelocity({});
  a.setVelocity({ angular: [4, 0, 0] });
  expect(a.velocity).toEqual({ linear: [1, 2, 3], angular: [4, 0, 0] });
});

describe('hold', () => {
  // With a target beyond the limit, the motor would push against the limit with this distance times its stiffness, up to its effort limit.
  it.each([0.003, 0.009, 0.3])('drives a joint that starts %f rad beyond its limit to the limit', (beyond) => {
    const world = new World();
    const robot = world.add(arm(beyond, 30));
    const elbow = robot.joint('left_elbow');
    expect(elbow.position).toBeCloseTo(0.5 + beyond, 12);
    robot.hold();
    expect(elbow.target).toBe(0.5);
    let fastest = 0;
    for (let k = 0; k < 480; k++) {
      world.step();
      if (k >= 240) fastest = Math.max(fastest, ...robot.velocity.map(Math.abs));
    }
    expect(fastest).toBeLessThan(1e-5);
    expect(Math.abs(elbow.position - 0.5)).toBeLessThan(2e-3);
    // Gravity pulls the elbow away from the limit; the motor carries its weight and no more.
    expect(Math.abs(elbow.effort)).toBeLessThan(9.81 * 0.25);
    robot.hold([0, -3]);
    expect(elbow.target).toBe(-1);
  });
});
