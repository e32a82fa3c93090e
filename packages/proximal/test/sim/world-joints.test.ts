// Joints between bodies, against closed forms.
import { describe, expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, sphere } from '../../src/index.ts';
import { type RigidBody, World, type WorldEvent, type WorldJoint } from '../../src/sim/index.ts';

const g = 9.81;

/** How far the two anchors of a joint are apart, in meters. */
function opening({ coupling }: WorldJoint): number {
  coupling.place();
  const { a, b } = coupling;
  return Math.hypot(b[12] - a[12], b[13] - a[13], b[14] - a[14]);
}

/** A ball of 1 kg without shape effects: it collides with nothing. */
function bob(world: World, position: number[], mass = 1, radius = 0.05): RigidBody {
  return world.add(sphere(radius), { mass, pose: { position }, mask: 0 });
}

describe('ball and fixed joints', () => {
  it('swings with the period of a compound pendulum, and keeps its energy', () => {
    const world = new World({ timeStep: 1 / 1000, gravity: [0, 0, -g] });
    const [radius, length, angle] = [0.05, 1, 0.1];
    const ball = bob(world, [length * Math.sin(angle), 0, -length * Math.cos(angle)], 1, radius);
    const joint = world.connect('world', ball, { kind: 'ball', anchor: [0, 0, 0] });
    const energy = () => world.report().kineticEnergy + world.report().potentialEnergy;
    const start = energy();
    // The time of four swings, from the crossings of x = 0.
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
    // Momentum, and angular momentum about the center of mass at x = 1/3: 3 · 1/3 = I ω.
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

describe('coordinates', () => {
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

  it('turns and slides in a cylindrical joint, and only so', () => {
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
    // Two shafts with an angle β between them: tan θ₂ = tan θ₁ / cos β, measured from the axes of the cross.
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

describe('lines', () => {
  it('keeps a distance', () => {
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

  it('is slack below the length of a rope, and never longer', () => {
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

  it.each([0, 1])('swings on a spring of length %d with √(k/m), without energy from stiff springs', (size) => {
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

  it('stretches a spring by m g / k', () => {
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

describe('life of a joint', () => {
  it('breaks above the stated force, and says so', () => {
    for (const [breakForce, isBroken] of [
      [2 * g + 0.1, false],
      [2 * g - 0.1, true],
    ] as const) {
      const world = new World({ gravity: [0, 0, -g] });
      const body = bob(world, [0, 0, 0], 2);
      const joint = world.connect('world', body, { kind: 'fixed', breakForce });
      const heard: WorldEvent[] = [];
      world.listen((event) => heard.push(event));
      for (let k = 0; k < 10; k++) world.step();
      expect(joint.isBroken).toBe(isBroken);
      expect(joint.isRemoved).toBe(isBroken);
      expect(heard.map(({ kind, phase, joint: told }) => [kind, phase, told])).toEqual(
        isBroken ? [['joint', 'ended', joint]] : [],
      );
      expect(joint.force[2]).toBeCloseTo(2 * g, 3);
      expect(body.velocity.linear[2] < -0.1).toBe(isBroken);
    }
  });

  it('goes with its body, and lets the other one go', () => {
    const world = new World({ gravity: [0, 0, -g] });
    const [upper, lower] = [bob(world, [0, 0, 0]), bob(world, [0, 0, -1])];
    world.connect('world', upper, { kind: 'fixed' });
    const joint = world.connect(upper, lower, { kind: 'ball', anchor: [0, 0, -0.5] });
    for (let k = 0; k < 10; k++) world.step();
    upper.remove();
    expect(joint.isRemoved).toBe(true);
    expect(world.joints).toEqual([]);
    for (let k = 0; k < 240; k++) world.step();
    expect(lower.velocity.linear[2]).toBeCloseTo(-g, 2);
  });

  it('carries what a gripper holds, and drops it', () => {
    const world = new World({ gravity: [0, 0, -g] });
    const gripper = world.add(box(0.1, 0.1, 0.02), { type: 'kinematic', pose: { position: [0, 0, 1.12] } });
    const load = world.add(box(0.1, 0.1, 0.1), { mass: 3, pose: { position: [0, 0, 1] } });
    const grasp = world.connect(gripper, load, { kind: 'fixed' });
    gripper.setVelocity({ linear: [1, 0, 0.5] });
    for (let k = 0; k < 240; k++) world.step();
    expect([...load.pose.subarray(0, 3)]).toEqual([1, 0, 1.5].map((x) => expect.closeTo(x, 6)));
    expect(grasp.force[2]).toBeCloseTo(3 * g, 6);
    grasp.remove();
    for (let k = 0; k < 24; k++) world.step();
    expect(load.velocity.linear[2]).toBeCloseTo(0.5 - 0.1 * g, 6);
  });

  it('does not let joined bodies collide, unless asked to, and lets them again afterwards', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const [a, b] = [0, 0.15].map((x) => world.add(box(0.1, 0.1, 0.1), { pose: { position: [x, 0, 0] } }));
    const joint = world.connect(a, b, { kind: 'fixed' });
    for (let k = 0; k < 5; k++) world.step();
    expect(world.report().contacts).toHaveLength(0);
    expect(b.pose[0]).toBeCloseTo(0.15, 9);
    joint.remove();
    world.step();
    expect(world.report().contacts.length).toBeGreaterThan(0);
    world.connect(a, b, { kind: 'fixed', collide: true });
    world.step();
    expect(world.report().contacts.length).toBeGreaterThan(0);
  });

  it('keeps its state when other members come and go', () => {
    const swing = (isBusy: boolean): number[] => {
      const world = new World({ gravity: [0, 0, -g] });
      const first = isBusy ? bob(world, [9, 9, 9]) : null;
      const body = bob(world, [1, 0, 0]);
      world.connect('world', body, { kind: 'ball', anchor: [0, 0, 0] });
      for (let k = 0; k < 100; k++) {
        world.step();
        if (k === 50) first?.remove();
        if (k === 70 && isBusy) bob(world, [8, 8, 8]);
      }
      return [...body.pose];
    };
    expect(swing(true)).toEqual(swing(false));
  });

  it('holds masses of 1 : 1000 for 10⁴ steps without drift', () => {
    const world = new World({ gravity: [0, 0, -g] });
    const light = bob(world, [0, 0, -1], 1);
    const heavy = bob(world, [0, 0, -2], 1000);
    const joints = [
      world.connect('world', light, { kind: 'ball', anchor: [0, 0, 0] }),
      world.connect(light, heavy, { kind: 'ball', anchor: [0, 0, -1] }),
    ];
    heavy.applyImpulse([500, 0, 0]);
    for (let k = 0; k < 1e4; k++) world.step();
    expect(Math.max(...joints.map(opening))).toBeLessThan(1e-4);
    expect(Math.hypot(...heavy.pose.subarray(0, 3))).toBeLessThan(2 + 1e-4);
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

describe('bad input', () => {
  const world = new World();
  const body = world.add(sphere(0.1), { name: 'ball' });
  const floor = world.add(box(1, 1, 0.1), { type: 'static', pose: { position: [0, 0, -5] }, name: 'floor' });
  const elsewhere = new World().add(sphere(0.1));
  const gone = world.add(sphere(0.1), { name: 'gone' });
  gone.remove();
  const anchor = [0, 0, 0];
  it.each([
    ['a body and itself', () => world.connect(body, body, { kind: 'fixed' }), /World\.connect.*same body/],
    ['two worlds', () => world.connect(body, elsewhere, { kind: 'fixed' }), /World\.connect.*another world/],
    ['a removed body', () => world.connect(body, gone, { kind: 'fixed' }), /World\.connect.*was removed/],
    [
      'NaN anchors',
      () => world.connect(null, body, { kind: 'ball', anchor: [0, Number.NaN, 0] }),
      /World\.connect.*anchor/,
    ],
    ['two static ends', () => world.connect('world', floor, { kind: 'fixed' }), /World\.connect.*dynamic/],
    ['no anchor', () => world.connect(null, body, { kind: 'ball' }), /World\.connect.*anchor/],
    ['no axis', () => world.connect(null, body, { kind: 'hinge', anchor }), /World\.connect.*axis/],
    ['a zero axis', () => world.connect(null, body, { kind: 'hinge', anchor, axis: anchor }), /World\.connect.*axis/],
    ['an unknown kind', () => world.connect(null, body, { kind: 'glue' as 'ball' }), /World\.connect.*kind/],
    ['no body', () => world.connect(3 as never, body, { kind: 'fixed' }), /World\.connect.*rigid body/],
    [
      'limits in reverse',
      () => world.connect(null, body, { kind: 'slider', axis: [1, 0, 0], limits: [1, 0] }),
      /limits/,
    ],
    [
      'options of another kind',
      () => world.connect(null, body, { kind: 'ball', anchor, length: 1 }),
      /World\.connect.*length/,
    ],
    ['a rope without length', () => world.connect(floor, body, { kind: 'rope', length: 0 }), /World\.connect.*length/],
    ['a spring without stiffness', () => world.connect(floor, body, { kind: 'spring' }), /World\.connect.*stiffness/],
    ['a gear of no hinges', () => world.connectGear(null as never, null as never, { ratio: 1 }), /World\.connectGear/],
  ])('%s', (_what, make, message) => {
    expect(make).toThrow(message);
    expect(world.joints).toHaveLength(0);
  });

  it('names the calls of a removed joint and of a joint without a motor', () => {
    const joint = world.connect(null, body, { kind: 'slider', axis: [1, 0, 0], name: 'rail' });
    expect(() => joint.target).toThrow(/WorldJoint\.target.*rail.*motor/);
    expect(() => world.connect(null, body, { kind: 'fixed', name: 'rail' })).toThrow(/World\.connect.*name/);
    expect(() => world.snapshot()).toThrow(/snapshot.*joints/);
    joint.remove();
    joint.remove();
    expect(() => joint.position).toThrow(/WorldJoint\.position.*removed/);
  });
});

describe('sleeping', () => {
  it('falls asleep with the bodies that it joins, and wakes with them', () => {
    const world = new World({ gravity: [0, 0, -g] });
    world.add(box(5, 5, 0.5), { type: 'static', pose: { position: [0, 0, -0.5] } });
    const [a, b] = [-0.5, 0.5].map((x) => world.add(box(0.2, 0.2, 0.2), { pose: { position: [x, 0, 0.2] } }));
    const rope = world.connect(a, b, { kind: 'rope', length: 1.2 });
    for (let k = 0; k < 600; k++) world.step();
    expect([a.isSleeping, b.isSleeping]).toEqual([true, true]);
    // The rope pulls the sleeper.
    a.setVelocity({ linear: [-4, 0, 0] });
    for (let k = 0; k < 120; k++) world.step();
    expect(b.pose[0]).toBeLessThan(0.4);
    expect(rope.position).toBeLessThan(1.2 + 1e-4);
    for (let k = 0; k < 600; k++) world.step();
    expect([a.isSleeping, b.isSleeping]).toEqual([true, true]);
    const hinge = world.connect(a, b, { kind: 'hinge', anchor: [0, 0, 0.2], axis: [0, 0, 1] });
    for (let k = 0; k < 600; k++) world.step();
    expect([a.isSleeping, b.isSleeping]).toEqual([true, true]);
    hinge.motor = { velocity: 5, maxForce: 1000 };
    world.step();
    expect([a.isSleeping, b.isSleeping]).toEqual([false, false]);
  });
});

it('returns to a saved state with the same bits', () => {
  const world = new World({ gravity: [0, 0, -g] });
  const [a, b] = [bob(world, [1, 0, 0]), bob(world, [2, 0, 0])];
  const motor = { position: 4, stiffness: 50, damping: 1, maxForce: 100 };
  const hinge = world.connect('world', a, { kind: 'hinge', anchor: [0, 0, 0], axis: [0, 1, 0], motor });
  world.connect(a, b, { kind: 'rope', length: 1.1 });
  for (let k = 0; k < 200; k++) world.step();
  const saved = world.save();
  const go = (): string => {
    for (let k = 0; k < 100; k++) world.step();
    return world.hash();
  };
  const first = go();
  hinge.target = 0;
  world.load(saved);
  expect(go()).toBe(first);
  world.connect(a, b, { kind: 'distance' });
  expect(() => world.load(saved)).toThrow(/Simulator\.load/);
});
