// Joints between bodies that break, are removed, sleep or are restored, and invalid ones.
import { describe, expect, it } from 'vitest';
import { box, sphere } from '../../src/index.ts';
import { World, type WorldEvent } from '../../src/sim/index.ts';
import { bob, g, opening } from './joint-fixtures.ts';

describe('changes of a joint', () => {
  it('breaks above the given force, and reports it', () => {
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

  it('is removed with its body, and releases the other body', () => {
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

  it('carries a load with a gripper, and drops it', () => {
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

  it('keeps joined bodies from colliding until it is removed, except with collide: true', () => {
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

  it('keeps its state when other bodies are added and removed', () => {
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

  it('throws errors that name the call, for a removed joint and a joint without a motor', () => {
    const joint = world.connect(null, body, { kind: 'slider', axis: [1, 0, 0], name: 'rail' });
    expect(() => joint.target).toThrow(/WorldJoint\.target.*rail.*motor/);
    expect(() => world.connect(null, body, { kind: 'fixed', name: 'rail' })).toThrow(/World\.connect.*name/);
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
    // The rope becomes taut, which wakes the other box and pulls it along.
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

it('returns to a saved state bitwise identically', () => {
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
  expect(() => world.load(saved)).toThrow(/World\.load/);
});
