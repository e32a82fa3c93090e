// Kinematic bodies move with a given velocity, which enters the contact problem of the bodies that they touch.
import { expect, it } from 'vitest';
import { box, cylinder, sphere } from '../../src/index.ts';
import { type RigidBody, World } from '../../src/sim/index.ts';

const stepsPerSecond = 240;

function platform(world: World, velocity: { linear?: number[]; angular?: number[] }): RigidBody {
  return world.add(cylinder(2, 0.1), {
    type: 'kinematic',
    name: 'platform',
    pose: { position: [0, 0, -0.1] },
    velocity,
  });
}

it('a kinematic body keeps its velocity under contact forces and gravity', () => {
  const world = new World();
  const body = platform(world, { linear: [1, 2, 0], angular: [0, 0.3, 1] });
  const { angular } = body.velocity;
  world.add(box(0.5, 0.5, 0.5), { density: 1e6, pose: { position: [0, 0, 0.6] } });
  for (let k = 0; k < stepsPerSecond; k++) world.step();
  expect([...body.pose.subarray(0, 3)]).toEqual([1, 2, -0.1].map((x) => expect.closeTo(x, 12)));
  expect(body.velocity.angular).toEqual(angular.map((x) => expect.closeTo(x, 12)));
});

it('a platform accelerates a box by µ g until the box moves with it', () => {
  const world = new World({ friction: 0.5 });
  platform(world, { linear: [1, 0, 0] });
  const rider = world.add(box(0.2, 0.2, 0.2), { pose: { position: [0, 0, 0.2] } });
  let time = 0;
  // The box slides until t = v / (µ g), then moves with the platform.
  while (rider.velocity.linear[0] < 0.999) {
    world.step();
    time += 1 / stepsPerSecond;
    expect(time).toBeLessThan(1);
  }
  expect(time).toBeCloseTo(1 / (0.5 * 9.81), 2);
  for (let k = 0; k < stepsPerSecond; k++) world.step();
  expect(rider.velocity.linear[0]).toBeCloseTo(1, 6);
});

it.each([1, 5, -1, -2])('a rider of a lift at %f m/s neither sinks nor jumps', (speed) => {
  const world = new World();
  const lift = platform(world, { linear: [0, 0, 0] });
  const rider = world.add(box(0.2, 0.2, 0.2), { pose: { position: [0, 0, 0.2] } });
  for (let k = 0; k < 60; k++) world.step();
  // The lift accelerates at 5 m/s², less than g, so that the rider stays in contact also on the way down.
  for (let k = 0; k < 1.5 * stepsPerSecond; k++) {
    const v = Math.sign(speed) * Math.min(Math.abs(speed), (5 * k) / stepsPerSecond);
    lift.setVelocity({ linear: [0, 0, v] });
    world.step();
    const height = rider.pose[2] - lift.pose[2] - 0.3;
    expect(height).toBeGreaterThan(-1e-3);
    expect(height).toBeLessThan(1e-3);
  }
  expect(rider.velocity.linear[2]).toBeCloseTo(speed, 6);
});

it('a turntable carries a rider around', () => {
  const world = new World({ friction: 1 });
  const table = platform(world, { angular: [0, 0, 1] });
  const rider = world.add(box(0.1, 0.1, 0.1), {
    pose: { position: [1, 0, 0.1] },
    velocity: { linear: [0, 1, 0], angular: [0, 0, 1] },
  });
  for (let k = 0; k < 6 * stepsPerSecond; k++) world.step();
  // A sticking point moves along the tangent within a step, so each step multiplies its radius by 1 + ½ (ω Δt)².
  const radius = Math.hypot(rider.pose[0], rider.pose[1]);
  expect(radius).toBeCloseTo(1 + (0.5 * 6) / stepsPerSecond, 3);
  expect(Math.atan2(rider.pose[1], rider.pose[0])).toBeCloseTo(
    2 * Math.atan2(table.pose[5], table.pose[6]) - 2 * Math.PI,
    1,
  );
});

it('a kinematic body reaches the pose given to moveTo', () => {
  const world = new World({ substeps: 3 });
  const body = world.add(box(0.1, 0.1, 0.1), { type: 'kinematic' });
  for (const angle of [0.4, 2.9, -1]) {
    const rotation = [0, Math.sin(angle / 2) * 0.6, Math.sin(angle / 2) * 0.8, Math.cos(angle / 2)] as const;
    body.moveTo({ position: [angle, 2, 3], rotation });
    world.step();
    const wanted = [angle, 2, 3, ...rotation];
    const sign = Math.sign(body.pose[6] * rotation[3]);
    body.pose.forEach((x, k) => {
      expect(k < 3 ? x : sign * x).toBeCloseTo(wanted[k], 9);
    });
  }
});

it('a platform with a rider continues bitwise identically from a snapshot', () => {
  const world = new World({ friction: 1 });
  platform(world, { linear: [0.2, 0, 0], angular: [0, 0, 1] });
  world.add(box(0.1, 0.1, 0.1), { pose: { position: [1, 0, 0.12] } });
  for (let k = 0; k < 30; k++) world.step();
  const restored = World.restore(world.snapshot());
  for (let k = 0; k < 60; k++) {
    world.step();
    restored.step();
  }
  expect(restored.state).toEqual(world.state);
});

it('a kinematic body strikes a ball with its own speed and restitution', () => {
  const world = new World({ gravity: [0, 0, 0], restitution: 1 });
  world.add(box(0.1, 1, 1), { type: 'kinematic', velocity: { linear: [3, 0, 0] } });
  const ball = world.add(sphere(0.1), { pose: { position: [1, 0, 0] }, velocity: { linear: [-2, 0, 0] } });
  for (let k = 0; k < stepsPerSecond; k++) world.step();
  // In the frame of the kinematic body, −5 m/s becomes 5 m/s.
  expect(ball.velocity.linear[0]).toBeCloseTo(8, 6);
});

it('a kinematic body passes through static and other kinematic bodies', () => {
  const world = new World();
  world.add(box(1, 1, 1), { type: 'static' });
  const body = world.add(box(1, 1, 1), { type: 'kinematic', velocity: { linear: [1, 0, 0] } });
  world.add(box(1, 1, 1), { type: 'kinematic', pose: { position: [1, 0, 0] } });
  for (let k = 0; k < 24; k++) world.step();
  expect(world.report().contacts).toEqual([]);
  expect(body.pose[0]).toBeCloseTo(0.1, 12);
});

it('a platform does not join islands: bodies on it do not affect each other', () => {
  const make = (count: number): World => {
    const world = new World();
    platform(world, { linear: [0.5, 0, 0] });
    for (let k = 0; k < count; k++)
      world.add(box(0.1, 0.1, 0.1), { pose: { position: [k, 0.3 * k, 0.12] }, name: `r${k}` });
    return world;
  };
  const [one, two] = [make(1), make(2)];
  for (let k = 0; k < stepsPerSecond; k++) {
    one.step();
    two.step();
  }
  expect((two.find('r0') as RigidBody).pose).toEqual((one.find('r0') as RigidBody).pose);
});

it.each([
  ['a force', (body: RigidBody) => body.applyForce([1, 0, 0]), 'RigidBody.applyForce: "lift" is kinematic'],
  ['an impulse', (body: RigidBody) => body.applyImpulse([1, 0, 0]), 'RigidBody.applyImpulse: "lift" is kinematic'],
  ['a NaN pose', (body: RigidBody) => body.moveTo({ position: [Number.NaN, 0, 0] }), 'RigidBody.moveTo'],
])('a kinematic body refuses %s', (_what, act, message) => {
  const body = new World().add(box(1, 1, 1), { type: 'kinematic', name: 'lift' });
  expect(() => act(body)).toThrow(message);
});
