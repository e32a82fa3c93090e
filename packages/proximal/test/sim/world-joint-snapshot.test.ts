// Joints between bodies in snapshots: the continuation has the same bits, and changed content is refused.
import { afterAll, describe, expect, it } from 'vitest';
import { pack, unpack } from '../../src/check/packed.ts';
import { seal } from '../../src/check/sealed.ts';
import { box, halfspace, setTarget, sphere, target } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { type RigidBody, World, type WorldJoint } from '../../src/sim/index.ts';
import { jointedWorld, readings } from './jointed-world.ts';

const initialTarget = target();
afterAll(() => setTarget(initialTarget));

const steps = (world: World, count: number): void => {
  for (let k = 0; k < count; k++) world.step();
};

describe('a world with joints that was restored', () => {
  it('continues bitwise identically, also in its readings, on either target', () => {
    for (const [seed, count] of [5, 20, 60].entries()) {
      setTarget(seed === 1 ? 'js' : 'wasm');
      const world = jointedWorld(new Rng(seed + 1));
      steps(world, count);
      const bytes = world.snapshot();
      setTarget(seed === 2 ? 'js' : 'wasm');
      const again = World.restore(bytes);
      expect(again.hash()).toBe(world.hash());
      expect(readings(again)).toEqual(readings(world));
      expect(Buffer.compare(again.snapshot(), bytes)).toBe(0);
      if (count < 10) expect(world.joint('weak')).toBeDefined();
      for (let k = 0; k < 200; k++) {
        world.step();
        again.step();
        expect(again.hash(), `after step ${k}`).toBe(world.hash());
        expect(readings(again)).toEqual(readings(world));
      }
      expect(world.joint('weak')).toBe(undefined);
      // The hinge has made several turns, which the snapshot must count.
      expect(Math.abs((again.joint('hinge') as WorldJoint).position)).toBeGreaterThan(10);
    }
  });

  it('returns to a saved state bitwise identically, also in its readings', () => {
    const world = jointedWorld(new Rng(2));
    steps(world, 30);
    const saved = world.save();
    const before = readings(world);
    steps(world, 10);
    const [hash, after] = [world.hash(), readings(world)];
    world.load(saved);
    expect(readings(world)).toEqual(before);
    steps(world, 10);
    expect([world.hash(), readings(world)]).toEqual([hash, after]);
  });

  it('has joints that can be used, removed and differentiated', () => {
    const original = jointedWorld(new Rng(3));
    original.substeps = 1;
    steps(original, 20);
    original.joint('gear')?.remove();
    const world = World.restore(original.snapshot());
    const both = (change: (each: World) => void): void => {
      for (const each of [original, world]) change(each);
      expect(world.hash()).toBe(original.hash());
    };
    both((each) => each.step());
    const [first, second] = [original, world].map((each) => each.stepDerivatives().dState.values);
    expect(second).toEqual(first);
    both((each) => {
      (each.joint('slider') as WorldJoint).target = -0.05;
      each.joint('2 balls')?.remove();
      each.find('lift')?.remove();
      steps(each, 20);
    });
    expect(world.joint('universal')).toBe(undefined);
    expect(world.connect(null, world.find('sphere') as RigidBody, { kind: 'fixed' }).name).toBe('fixed');
    expect(() => world.connect(null, world.find('sphere') as RigidBody, { kind: 'fixed', name: '__proto__' })).toThrow(
      /of this name already/,
    );
  });

  it('keeps joined bodies from colliding, also after its restoration', () => {
    const world = new World();
    world.add(halfspace(), { type: 'static' });
    const [a, b] = [0, 0.1].map((x) => world.add(box(0.1, 0.1, 0.1), { pose: { position: [x, 0, 0.1] } }));
    const joint = world.connect(a, b, { kind: 'fixed' });
    const again = World.restore(world.snapshot());
    steps(again, 10);
    expect(again.report().contacts.every(({ a }) => a.static)).toBe(true);
    again.joint(joint.name)?.remove();
    again.step();
    expect(again.report().penetration).toBeGreaterThan(0.05);
  });

  it('wakes joined bodies that slept', () => {
    const world = new World({ timeStep: 1 / 60 });
    world.add(halfspace(), { type: 'static' });
    const crates = [0, 0.5].map((x) => world.add(box(0.1, 0.1, 0.1), { pose: { position: [x, 0, 0.1] } }));
    world.connect(crates[0], crates[1], { kind: 'hinge', anchor: [0.25, 0, 0.1], axis: [0, 1, 0], friction: 1 });
    steps(world, 120);
    expect(crates.map(({ isSleeping }) => isSleeping)).toEqual([true, true]);
    const again = World.restore(world.snapshot());
    const others = again.contents.slice(1) as RigidBody[];
    expect(others.map(({ isSleeping }) => isSleeping)).toEqual([false, false]);
    expect(crates.map(({ isSleeping }) => isSleeping)).toEqual([false, false]);
    for (let k = 0; k < 100; k++) {
      world.step();
      again.step();
      expect(again.hash()).toBe(world.hash());
      expect(again.contents.map(({ isSleeping }) => isSleeping)).toEqual(
        world.contents.map(({ isSleeping }) => isSleeping),
      );
    }
  });

  it('does not have a joint that broke in the step before the snapshot', () => {
    const world = new World({ timeStep: 1 / 100 });
    const ball = world.add(sphere(0.1), { pose: { position: [0, 0, 2] }, mass: 1 });
    world.connect(null, ball, { kind: 'ball', anchor: [0, 0, 2], breakForce: 5 });
    world.step();
    expect(world.joints).toEqual([]);
    const again = World.restore(world.snapshot());
    steps(world, 5);
    steps(again, 5);
    expect(again.hash()).toBe(world.hash());
  });
});

it('readings of joints and debug lines do not change the state', () => {
  const world = jointedWorld(new Rng(5));
  steps(world, 3);
  const hash = world.hash();
  readings(world);
  world.debugLines();
  expect(world.hash()).toBe(hash);
});

it('randomized derivatives do not change the state', () => {
  const world = new World();
  const wheel = world.add(sphere(0.1));
  const hinge = world.connect(null, wheel, { kind: 'hinge', anchor: [0, 0, 0], axis: [0, 0, 1] });
  hinge.motor = { velocity: 3, maxForce: 1 };
  steps(world, 2);
  const [hash, torque] = [world.hash(), hinge.torque];
  world.stepDerivatives({ randomized: { samples: 3, velocity: 1, position: 0.1 } });
  expect([world.hash(), hinge.torque]).toEqual([hash, torque]);
});

type Entry = Record<string, unknown>;

describe('a forged joint', () => {
  const world = jointedWorld(new Rng(4));
  steps(world, 20);
  const bytes = world.snapshot();
  const forged = (change: (joints: Entry[]) => unknown): Uint8Array => {
    const content = unpack(bytes.subarray(20), (why) => new Error(why)) as { world: { joints: Entry[] } };
    change(content.world.joints);
    return seal({ letters: 'proxisim', version: 1, what: '', source: '' }, pack(content));
  };
  const of =
    (kind: string, change: (entry: Entry) => unknown) =>
    (joints: Entry[]): unknown =>
      change(joints.find((each) => each['kind'] === kind) as Entry);

  const changes: Record<string, [(joints: Entry[]) => unknown, RegExp]> = {
    'no object': [(joints) => joints.push(3 as never), /world\.joints\[\d+\] is 3; give an object/],
    'an unknown kind': [of('ball', (entry) => (entry['kind'] = 'weld')), /options\.kind is "weld"/],
    'a name twice': [of('rope', (entry) => (entry['name'] = 'distance')), /of this name already|options\.name/],
    'no name': [of('rope', (entry) => (entry['name'] = '')), /options\.name/],
    'an unknown body': [
      of('ball', (entry) => (entry['a'] = 'shelve')),
      /joints\[\d\]\.a is "shelve"; there is no such body/,
    ],
    'a robot for a body': [of('ball', (entry) => (entry['a'] = 'arm')), /it is a robot/],
    'no second body': [of('ball', (entry) => Reflect.deleteProperty(entry, 'b')), /joints\[\d\]\.b is undefined/],
    'an unknown link': [
      of('fixed', (entry) => (entry['a'] = { robot: 'arm', link: 'toe' })),
      /joints\[\d\]\.a\.link.*toe/,
    ],
    'a number for a link': [of('fixed', (entry) => (entry['a'] = { robot: 'arm', link: 0 })), /a\.link is 0/],
    'an unknown robot': [of('fixed', (entry) => (entry['a'] = { robot: 'leg', link: 'toe' })), /a\.robot is "leg"/],
    'a body with itself': [of('distance', (entry) => (entry['a'] = entry['b'])), /same body/],
    'two static ends': [of('ball', (entry) => (entry['b'] = 'floor')), /neither a nor b/],
    'a frame that is not a pose': [of('ball', (entry) => (entry['frames'] = [[1, 2], 3])), /options\.frames\[0\]/],
    'limits in the wrong order': [of('slider', (entry) => (entry['limits'] = [1, -1])), /options\.limits/],
    'a motor of a ball joint': [of('ball', (entry) => (entry['motor'] = { maxForce: 1 })), /options\.motor/],
    'a negative stiffness': [of('spring', (entry) => (entry['stiffness'] = -1)), /options\.stiffness is -1/],
    'a gear of a ball joint': [of('gear', (entry) => (entry['first'] = '2 balls')), /give a hinge/],
    'a gear of an unknown hinge': [of('gear', (entry) => (entry['second'] = 'cog')), /joints\[\d\]\.second is "cog"/],
    'a gear with itself': [of('gear', (entry) => (entry['second'] = entry['first'])), /give another hinge/],
    'a gear before its hinges': [(joints) => joints.reverse(), /comes before the gear/],
    'a zero ratio': [of('gear', (entry) => (entry['ratio'] = 0)), /options\.ratio is 0/],
    'no memory': [of('gear', (entry) => Reflect.deleteProperty(entry, 'memory')), /memory is undefined/],
    'an angle that is no number': [of('hinge', (entry) => ((entry['memory'] as Entry)['angles'] = 'x')), /no angles/],
    'an angle that is too large for its digits': [
      of('hinge', (entry) => ((entry['memory'] as Entry)['angles'] = Float64Array.of(1e300))),
      /no angles/,
    ],
    'a short impulse': [
      of('hinge', (entry) => ((entry['memory'] as Entry)['impulse'] = new Float64Array(5))),
      /impulse/,
    ],
    'a zero time step': [of('hinge', (entry) => ((entry['memory'] as Entry)['timeStep'] = 0)), /time step/],
  };
  it.each(Object.entries(changes))('with %s is refused', (_name, [change, message]) => {
    const bad = forged(change);
    expect(() => World.restore(bad)).toThrow(message);
    expect(() => World.restore(bad)).toThrow(/^World\.restore: /);
  });
});
