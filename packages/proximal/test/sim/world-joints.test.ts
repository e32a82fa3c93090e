// Joints between bodies, against closed forms.
import { describe, expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box } from '../../src/index.ts';
import { type RigidBody, World, type WorldJoint } from '../../src/sim/index.ts';
import { bob, g, opening } from './joint-fixtures.ts';

describe('ball and fixed joints', () => {
  it('swings with the period of a compound pendulum, and keeps its energy', () => {
    const world = new World({ timeStep: 1 / 1000, gravity: [0, 0, -g] });
    const [radius, length, angle] = [0.05, 1, 0.1];
    const ball = bob(world, [length * Math.sin(angle), 0, -length * Math.cos(angle)], 1, radius);
    const joint = world.connect('world', ball, { kind: 'ball', anchor: [0, 0, 0] });
    const energy = () => world.report().kineticEnergy + world.report().potentialEnergy;
    const start = energy();
    // The time of four periods, from the crossings of x = 0.
    const crossings: number[] = [];
    let before = ball.pose[0];
    for (let k = 1; k <= 9500; k++) {
      world.step();
      const x = ball.pose[0];
      if (before > 0 !== x > 0) crossings.push((k - x / (x - before)) / 1000);
      before = x;
    }
    const period = (crossings[8] - crossings[0]) / 4;
    const inertia = length ** 2 + 0.4 * radius ** 2;
    const exact = 2 * Math.PI * Math.sqrt(inertia / (g * length)) * (1 + angle ** 2 / 16);
    expect(period / exact).toBeCloseTo(1, 4);
    expect(opening(joint)).toBeLessThan(1e-6);
    expect(Math.abs(energy() - start)).toBeLessThan(0.05 * g * length * (1 - Math.cos(angle)));
  });

  it('holds two bodies together as one', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const [first, second] = [bob(world, [0, 0, 0], 2), bob(world, [1, 0, 0], 1)];
    const joint = world.connect(first, second, { kind: 'fixed' });
    first.applyImpulse([0, 3, 0]);
    for (let k = 0; k < 2400; k++) world.step();
    // Momentum, and angular momentum about the center of mass at x = 1/3: −1/3 · 3 = I ω.
    const [p, q] = [first.velocity, second.velocity];
    expect(2 * p.linear[1] + q.linear[1]).toBeCloseTo(3, 8);
    expect(2 * p.linear[0] + q.linear[0]).toBeCloseTo(0, 8);
    const inertia = 2 / 9 + 4 / 9 + 3 * 0.4 * 0.05 ** 2;
    expect(p.angular[2] * inertia).toBeCloseTo(-1, 1);
    expect(q.angular[2]).toBeCloseTo(p.angular[2], 6);
    expect(opening(joint)).toBeLessThan(1e-4);
  });

  it('hangs a chain of 20 links without drift', () => {
    const world = new World();
    const joints: WorldJoint[] = [];
    let above: RigidBody | null = null;
    for (let k = 0; k < 20; k++) {
      const link = world.add(box(0.02, 0.02, 0.1), { mass: 1, pose: { position: [0, 0, -0.1 - 0.2 * k] } });
      joints.push(world.connect(above, link, { kind: 'ball', anchor: [0, 0, -0.2 * k] }));
      above = link;
    }
    for (let k = 0; k < 1000; k++) world.step();
    expect(Math.max(...joints.map(opening))).toBeLessThan(1e-6);
    expect(joints[0].force[2]).toBeCloseTo(20 * g, 4);
    expect(joints[19].force[2]).toBeCloseTo(g, 4);
  });
});

describe('hinges, sliders, cylindrical and universal joints', () => {
  it('accelerates a door with the torque of its motor, α = τ / I', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const door = world.add(box(0.4, 0.02, 1), { mass: 10, pose: { position: [0.4, 0, 0] } });
    const joint = world.connect('world', door, {
      kind: 'hinge',
      anchor: [0, 0, 0],
      axis: [0, 0, 2],
      motor: { velocity: 100, maxForce: 6 },
    });
    const inertia = (10 * (0.8 ** 2 + 0.04 ** 2)) / 12 + 10 * 0.4 ** 2;
    for (let k = 0; k < 240; k++) world.step();
    expect(joint.velocity / (6 / inertia)).toBeCloseTo(1, 2);
    expect(joint.torque[2]).toBeCloseTo(6, 6);
    joint.motor = { velocity: 1, maxForce: 1000 };
    for (let k = 0; k < 10; k++) world.step();
    expect(joint.velocity).toBeCloseTo(1, 6);
  });

  it('holds a position with stiffness against a torque, beyond a turn', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const arm = world.add(box(0.4, 0.02, 0.02), { mass: 1, pose: { position: [0.4, 0, 0] } });
    const joint = world.connect('world', arm, {
      kind: 'hinge',
      anchor: [0, 0, 0],
      axis: [0, 0, 1],
      motor: { position: 7, stiffness: 50, damping: 10, maxForce: 1000 },
    });
    for (let k = 0; k < 1500; k++) {
      arm.applyTorque([0, 0, 5]);
      world.step();
    }
    expect(joint.position).toBeCloseTo(7 + 5 / 50, 4);
    joint.target = 0;
    for (let k = 0; k < 1500; k++) world.step();
    expect(joint.position).toBeCloseTo(0, 4);
  });

  it('stops a slider at its limits, and holds it with friction', () => {
    const world = new World({ gravity: [0, 0, -g] });
    const body = world.add(box(0.1, 0.1, 0.1), { mass: 2, pose: { position: [1, 2, 3] } });
    const joint = world.connect('world', body, { kind: 'slider', axis: [0, 0, 1], limits: [-0.5, 0.2] });
    for (let k = 0; k < 480; k++) world.step();
    expect(joint.position).toBeCloseTo(-0.5, 6);
    expect(joint.force[2]).toBeCloseTo(2 * g, 6);
    expect([...body.pose.subarray(0, 2)]).toEqual([1, 2].map((x) => expect.closeTo(x, 9)));
    body.applyImpulse([3, 1, 20]);
    let most = -1;
    for (let k = 0; k < 240; k++) {
      world.step();
      most = Math.max(most, joint.position);
    }
    expect(most).toBeCloseTo(0.2, 4);
    joint.remove();
    const start = body.pose[2];
    world.connect('world', body, { kind: 'slider', axis: [0, 0, 1], friction: 2.1 * g });
    body.setVelocity({ linear: [0, 0, 0], angular: [0, 0, 0] });
    for (let k = 0; k < 240; k++) world.step();
    expect(body.pose[2]).toBeCloseTo(start, 4);
  });

  it('only turns about and slides along the axis of a cylindrical joint', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const body = world.add(box(0.1, 0.2, 0.3), { mass: 2 });
    const joint = world.connect('world', body, { kind: 'cylindrical', anchor: [0, 0, 0], axis: [0, 0, 1] });
    body.applyImpulse([3, 1, 4]);
    body.applyAngularImpulse([1, 2, 0.05]);
    for (let k = 0; k < 240; k++) world.step();
    expect(joint.position).toBeCloseTo(2, 6);
    expect(body.velocity.linear).toEqual([0, 0, 2].map((x) => expect.closeTo(x, 8)));
    expect(body.velocity.angular[2]).toBeCloseTo(0.05 / ((2 * (0.2 ** 2 + 0.4 ** 2)) / 12), 6);
    expect(body.velocity.angular.slice(0, 2)).toEqual([0, 0].map((x) => expect.closeTo(x, 8)));
  });

  it('transmits a turn through a universal joint', () => {
    const world = new World({ gravity: [0, 0, 0], timeStep: 1 / 1000 });
    // Two shafts with an angle β between them: tan θ₂ = tan θ₁ cos β, measured from the axes of the cross.
    const beta = 0.3;
    const out = [Math.cos(beta), Math.sin(beta), 0];
    const first = world.add(box(0.2, 0.05, 0.05), { pose: { position: [-0.5, 0, 0] } });
    const second = world.add(box(0.2, 0.05, 0.05), { pose: { position: out.map((x) => 0.5 * x) } });
    const input = world.connect('world', first, {
      kind: 'hinge',
      anchor: [-0.5, 0, 0],
      axis: [1, 0, 0],
      motor: { velocity: 1, maxForce: 1e3 },
    });
    const output = world.connect('world', second, { kind: 'hinge', anchor: out.map((x) => 0.5 * x), axis: out });
    world.connect(first, second, {
      kind: 'universal',
      anchor: [0, 0, 0],
      axis: [0, 0, 1],
      axisB: [-Math.sin(beta), Math.cos(beta), 0],
    });
    for (let k = 0; k < 1000; k++) world.step();
    const angle = input.position;
    expect(angle).toBeCloseTo(1, 2);
    expect(output.position).toBeCloseTo(Math.atan2(Math.sin(angle) * Math.cos(beta), Math.cos(angle)), 3);
  });
});

describe('distance joints, ropes and springs', () => {
  it('a distance joint keeps its length', () => {
    const world = new World({ gravity: [0, 0, -g] });
    const ball = bob(world, [1, 0, 0]);
    const joint = world.connect('world', ball, {
      kind: 'distance',
      anchors: [
        [0, 0, 0],
        [1, 0, 0],
      ],
    });
    let worst = 0;
    for (let k = 0; k < 2400; k++) {
      world.step();
      worst = Math.max(worst, Math.abs(joint.position - 1));
    }
    expect(worst).toBeLessThan(3e-4);
  });

  it('a rope is slack below its length, and never longer', () => {
    const world = new World({ gravity: [0, 0, -g] });
    const ball = bob(world, [0, 0, 0]);
    const rope = world.connect('world', ball, {
      kind: 'rope',
      anchors: [
        [0, 0, 0],
        [0, 0, 0],
      ],
      length: 1,
    });
    let worst = 0;
    for (let k = 1; k <= 1000; k++) {
      world.step();
      // Free fall for √(2/g) = 0.4515 s.
      if (k === 100) expect(rope.position).toBeCloseTo((g * (100 / 240) ** 2) / 2, 1);
      worst = Math.max(worst, rope.position);
    }
    expect(worst).toBeLessThan(1 + 1e-6);
    expect(rope.position).toBeCloseTo(1, 6);
    expect(rope.force[2]).toBeCloseTo(g, 6);
  });

  it.each([0, 1])('a body on a spring of length %d oscillates at √(k/m); a stiff spring adds no energy', (size) => {
    const world = new World({ gravity: [0, 0, 0], timeStep: 1 / 2000 });
    const [mass, stiffness] = [2, 50];
    const ball = bob(world, [size + 0.1, 0, 0], mass);
    const ends = [
      [0, 0, 0],
      [size + 0.1, 0, 0],
    ] as [number[], number[]];
    world.connect('world', ball, { kind: 'spring', anchors: ends, length: size, stiffness });
    const crossings: number[] = [];
    let before = 0.1;
    for (let k = 1; crossings.length < 9; k++) {
      world.step();
      const x = ball.pose[0] - size;
      if (before > 0 !== x > 0) crossings.push((k - x / (x - before)) / 2000);
      before = x;
    }
    const period = (crossings[8] - crossings[0]) / 4;
    expect(period / (2 * Math.PI * Math.sqrt(mass / stiffness))).toBeCloseTo(1, 4);
    const stiff = new World({ gravity: [0, 0, 0] });
    const other = bob(stiff, [1.1, 0, 0]);
    stiff.connect('world', other, { kind: 'spring', anchors: ends, length: 1, stiffness: 1e9, damping: 1 });
    for (let k = 0; k < 240; k++) stiff.step();
    expect(other.velocity.linear[0]).toBeCloseTo(0, 3);
  });

  it('a weight stretches a spring by m g / k', () => {
    const world = new World({ gravity: [0, 0, -g] });
    const ball = bob(world, [0, 0, -1]);
    const joint = world.connect('world', ball, {
      kind: 'spring',
      anchors: [
        [0, 0, 0],
        [0, 0, -1],
      ],
      stiffness: 100,
      damping: 20,
    });
    for (let k = 0; k < 1000; k++) world.step();
    expect(joint.position).toBeCloseTo(1 + g / 100, 6);
    expect(joint.force[2]).toBeCloseTo(g, 6);
  });
});

describe('gears', () => {
  it('turns two wheels in the ratio of the gear', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const wheel = (x: number) => world.add(box(0.1, 0.1, 0.02), { mass: 1, pose: { position: [x, 0, 0] } });
    const [first, second] = [wheel(0), wheel(0.5)];
    const hinge = (body: RigidBody, x: number) =>
      world.connect('world', body, { kind: 'hinge', anchor: [x, 0, 0], axis: [0, 0, 1] });
    const [one, two] = [hinge(first, 0), hinge(second, 0.5)];
    world.connectGear(one, two, { ratio: -2 });
    const inertia = (2 * 0.2 ** 2) / 12;
    for (let k = 0; k < 480; k++) {
      first.applyTorque([0, 0, 0.1]);
      world.step();
    }
    // (I + ratio² I) α = τ
    expect(one.velocity).toBeCloseTo((0.1 / (5 * inertia)) * 2, 1);
    expect(two.velocity).toBeCloseTo(-2 * one.velocity, 6);
    expect(two.position).toBeCloseTo(-2 * one.position, 6);
  });
});

describe("robots' links", () => {
  const rod = { mass: 1, centerOfMass: [0, 0, -0.5], inertia: [1 / 12, 1 / 12, 0.001] };
  const pendulum = () =>
    new ModelBuilder()
      .link('rod', rod)
      .joint('pivot', { kind: 'revolute', parent: 'world', child: 'rod', axis: [0, 1, 0] })
      .build();

  it('moves a robot and a body that are fixed to each other as one', () => {
    const world = new World({ gravity: [0, 0, -g], timeStep: 1e-4 });
    const robot = world.add(pendulum(), { configuration: Float64Array.of(0.3) });
    const tip = [-Math.sin(0.3), 0, -Math.cos(0.3)];
    const load = bob(world, tip, 2);
    const joint = world.connect(robot.link('rod'), load, { kind: 'fixed' });
    for (let k = 0; k < 3000; k++) world.step();
    expect(opening(joint)).toBeLessThan(1e-6);
    const angle = robot.joint('pivot').position;
    expect([...load.pose.subarray(0, 3)]).toEqual(
      [-Math.sin(angle), 0, -Math.cos(angle)].map((x) => expect.closeTo(x, 6)),
    );
    // Conservation of energy gives the speed: I = 1/3 + 2 (1 + 2/5 r²), and the center of mass is at (1/2 + 2)/3.
    const inertia = 1 / 3 + 2 * (1 + 0.4 * 0.05 ** 2);
    const speed = Math.sqrt((2 * 2.5 * g * (Math.cos(angle) - Math.cos(0.3))) / inertia);
    expect(Math.abs(robot.joint('pivot').velocity)).toBeCloseTo(speed, 2);
  });

  it('closes a loop between two links of different robots', () => {
    const world = new World({ gravity: [0, 0, -g] });
    const [first, second] = [world.add(pendulum()), world.add(pendulum())];
    const joint = world.connect(first.link('rod'), second.link('rod'), { kind: 'ball', anchor: [0, 0, -1] });
    first.setVelocity(Float64Array.of(2));
    for (let k = 0; k < 480; k++) world.step();
    expect(opening(joint)).toBeLessThan(1e-6);
    expect(first.joint('pivot').position).toBeCloseTo(second.joint('pivot').position, 6);
  });
});
