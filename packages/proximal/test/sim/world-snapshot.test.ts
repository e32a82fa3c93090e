// Snapshots of worlds: handles come back by name, the continuation has the same bits, and changed content is refused.
import { afterAll, describe, expect, it } from 'vitest';
import { pack, unpack } from '../../src/check/packed.ts';
import { seal } from '../../src/check/sealed.ts';
import { box, setTarget, sphere, target } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { type RigidBody, type Robot, Simulator, World, type WorldEvent } from '../../src/sim/index.ts';
import { forAll } from '../for-all.ts';
import { drive, randomWorld, sleepyWorld } from './random-world.ts';

const initialTarget = target();
afterAll(() => setTarget(initialTarget));

const describeAll = (world: World): unknown =>
  world.contents.map((handle) => ({
    name: handle.name,
    kind: handle.constructor.name,
    type: (handle as RigidBody).type,
    material: handle.material,
    range: (handle as RigidBody).range,
    bodies: handle.bodies.map(({ id, group, mask, pose }) => ({ id, group, mask, pose })),
  }));

describe('a world that was restored', () => {
  it('continues bitwise identically, on either target', () => {
    forAll({ seed: 5, cases: 12 }, (rng) => {
      setTarget(rng.uniform() < 0.5 ? 'js' : 'wasm');
      const world = randomWorld(rng);
      const [first, length] = [rng.index(60), 1 + rng.index(40)];
      drive(world, 0, first);
      const crate = world.find('box') as RigidBody | undefined;
      if (crate) crate.applyForce([0, 0, 9]);
      const bytes = world.snapshot();
      setTarget(rng.uniform() < 0.5 ? 'js' : 'wasm');
      const again = World.restore(bytes);
      expect(again.hash()).toBe(world.hash());
      expect(describeAll(again)).toEqual(describeAll(world));
      expect([again.timeStep, again.substeps]).toEqual([world.timeStep, world.substeps]);
      expect(Buffer.compare(again.snapshot(), bytes)).toBe(0);
      drive(world, first, first + length);
      drive(again, first, first + length);
      expect(again.hash()).toBe(world.hash());
    });
  });

  it('has the handles, forces, generated names and events of the original', () => {
    const world = randomWorld(new Rng(6));
    const first = world.add(sphere(0.1), { name: 'last', pose: { position: [0, 3, 3] } });
    first.remove();
    const thrown = world.add(box(0.1, 0.1, 0.1), { name: '__proto__', pose: { position: [0, 4, 4] } });
    const heard: string[] = [];
    const tell = ({ kind, phase, a, b }: WorldEvent): void => void heard.push(`${kind} ${phase} ${a.name} ${b.name}`);
    world.listen(() => {});
    drive(world, 0, 90);
    thrown.applyForce([0, 0, 100]);
    const again = World.restore(world.snapshot());
    const hidden = (again.find('__proto__') as RigidBody).bodies[0];
    expect(again.handleOf(hidden)?.name).toBe('__proto__');
    expect((again.find('arm') as Robot).joint('shoulder').torque).toBe(Math.sin(89));
    world.listen(tell);
    world.step();
    const told = heard.splice(0);
    again.listen(tell);
    again.step();
    expect(heard).toEqual(told);
    expect(told.some((text) => text.includes('continues'))).toBe(true);
    expect(told.some((text) => text.includes('sensor'))).toBe(true);
    expect(again.hash()).toBe(world.hash());
    expect(again.add(sphere(0.1)).name).toBe(world.add(sphere(0.1)).name);
    again.find('floor')?.remove();
    again.step();
  });

  it('falls asleep together with the original', () => {
    for (const steps of [10, 25, 45]) {
      const world = sleepyWorld();
      for (let k = 0; k < steps; k++) world.step();
      const again = World.restore(world.snapshot());
      for (let k = 0; k < 60; k++) {
        world.step();
        again.step();
        expect(again.contents.map(({ isSleeping }) => isSleeping)).toEqual(
          world.contents.map(({ isSleeping }) => isSleeping),
        );
      }
      expect(again.hash()).toBe(world.hash());
    }
  });

  it('is not restored from the snapshot of a simulator, nor a simulator from the snapshot of a world', () => {
    expect(() => Simulator.restore(new World().snapshot())).toThrow(/^Simulator\.restore: .* use World\.restore/);
    expect(() => World.restore(new Simulator({ models: [] }).snapshot())).toThrow(
      /^World\.restore: .* use Simulator\.restore/,
    );
    expect(() => World.restore(new Uint8Array(3))).toThrow(/^World\.restore: /);
  });
});

type Entry = Record<string, unknown>;
type Content = { world: { handles: Entry[]; numbers: unknown; touches: unknown; substeps: unknown } };

describe('a forged snapshot of a world', () => {
  const head = 20;
  const world = randomWorld(new Rng(6));
  world.listen(() => {});
  drive(world, 0, 60);
  const bytes = world.snapshot();
  const forged = (change: (world: Content['world']) => void): Uint8Array => {
    const content = unpack(bytes.subarray(head), (why) => new Error(why)) as Content;
    change(content.world);
    return seal({ letters: 'proxisim', version: 1, what: '', source: '' }, pack(content));
  };
  const of = (type: string) => (data: Content['world']) => data.handles.find((each) => each['type'] === type) as Entry;

  const changes: Record<string, [(world: Content['world']) => void, RegExp]> = {
    'no handles': [(data) => Object.assign(data, { handles: 3 }), /no list of bodies and robots/],
    'a handle that is no object': [(data) => void data.handles.push(3 as never), /give an object/],
    'a name twice': [(data) => (data.handles[1]['name'] = 'floor'), /empty or taken/],
    'no name': [(data) => (data.handles[1]['name'] = ''), /empty or taken/],
    'a body twice': [(data) => (data.handles[1]['body'] = data.handles[0]['body']), /no static body of its own/],
    'a body that moves': [(data) => (data.handles[0]['body'] = 5), /no static body of its own/],
    'a body that is not there': [(data) => (data.handles[0]['body'] = 1e9), /no static body of its own/],
    'a model twice': [(data) => (of('dynamic')(data)['member'] = 0), /no model of its own/],
    'a model that is not there': [(data) => (of('dynamic')(data)['member'] = -1), /no model of its own/],
    'a model without a handle': [(data) => void data.handles.pop(), /1 of its models belong to no/],
    'another type': [(data) => (of('dynamic')(data)['type'] = 'kinematic'), /which does not match its model/],
    'an unknown type': [(data) => (of('dynamic')(data)['type'] = 'fluid'), /which does not match its model/],
    'a kinematic robot': [(data) => (of('kinematic')(data)['type'] = 'robot'), /which does not match its model/],
    'a robot that is a body': [(data) => (of('robot')(data)['type'] = 'dynamic'), /which does not match its model/],
    'a static model': [(data) => (of('static')(data)['member'] = 0), /is static and has a model/],
    'short torques': [(data) => (of('robot')(data)['torques'] = new Float64Array(1)), /not 2 finite numbers/],
    'infinite forces': [(data) => (of('dynamic')(data)['forces'] = new Float64Array(6).fill(Infinity)), /not 6 finite/],
    'listed forces': [(data) => (of('dynamic')(data)['forces'] = [1, 2, 3, 4, 5, 6]), /not 6 finite/],
    'a material with an unknown field': [(data) => (of('dynamic')(data)['material'] = { stone: 1 }), /stone/],
    'a negative friction': [(data) => (of('dynamic')(data)['material'] = { friction: -1 }), /friction/],
    'a sensor that is a robot': [(data) => (of('robot')(data)['sensor'] = true), /has sensor true/],
    'a number for the sensor flag': [(data) => (of('static')(data)['sensor'] = 0.5), /has sensor 0\.5/],
    'an unknown field': [(data) => (of('static')(data)['color'] = 'red'), /color/],
    'an unknown part': [(data) => Object.assign(data, { weather: 1 }), /weather/],
    'a number for the option sleeping': [(data) => Object.assign(data, { sleeping: 0.5 }), /option sleeping is 0\.5/],
    'no substeps': [(data) => (data.substeps = 0), /0 substeps/],
    'too many substeps': [(data) => (data.substeps = 1e6), /substeps/],
    'names without numbers': [(data) => (data.numbers = [['box', 1.5]]), /counters of generated names/],
    'contacts of unknown bodies': [(data) => (data.touches = [['contact', 0, 1e9]]), /not between two of its bodies/],
    'contacts of another kind': [(data) => (data.touches = [['rolling', 0, 1]]), /not between two of its bodies/],
    'no contacts': [(data) => (data.touches = null), /no list of reported contacts/],
  };

  it.each(Object.entries(changes))('is refused: %s', (_, [change, message]) => {
    const refusal = (): World => World.restore(forged(change));
    expect(refusal).toThrow(message);
    expect(refusal).toThrow(/^World\.restore: /);
  });
});
