// Snapshots of simulators: a restored simulator continues with the same bits, and changed snapshots are rejected.
import { describe, expect, it } from 'vitest';
import { pack, unpack } from '../../src/check/packed.ts';
import { seal } from '../../src/check/sealed.ts';
import { type Model, ModelBuilder } from '../../src/dynamics/index.ts';
import { box, capsule, custom, ellipsoid, halfspace, sphere } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { compound, heightField, Scene } from '../../src/scene/index.ts';
import { freeBody, makeSimulation, Simulator, simulationScenes, startSimulation } from '../../src/sim/index.ts';
import { forAll } from '../for-all.ts';

const bits = (sim: Simulator): string => {
  const { q, v } = sim.state;
  return [q, v].map((numbers) => new BigInt64Array(numbers.buffer).join(' ')).join('; ');
};

function run(sim: Simulator, steps: number): void {
  for (let k = 0; k < steps; k++) sim.step();
}

/** A four-bar linkage with a motor, dry friction, limits and a finger that follows another. */
function linkage(): Model {
  const rod = { mass: 1, centerOfMass: [0, 0, 0.25], inertia: [0.02, 0.02, 0.001] };
  const hinge = { kind: 'revolute', axis: [0, 1, 0.1] } as const;
  return new ModelBuilder({ name: 'linkage', gravity: [0.1, 0, -9.81], timeStep: 0.01 })
    .link('crank', rod)
    .link('coupler', rod)
    .link('rocker', rod)
    .link('finger', { mass: 0.1, inertia: [1e-4, 1e-4, 1e-4] })
    .link('thumb', { mass: 0.1, inertia: [1e-4, 1e-4, 1e-4] })
    .joint('a', { ...hinge, parent: 'world', child: 'crank', placement: { position: [0, 0, 1] }, friction: 0.1 })
    .joint('b', { ...hinge, parent: 'crank', child: 'coupler', placement: { position: [0, 0, 0.5] }, damping: 0.05 })
    .joint('c', { ...hinge, parent: 'coupler', child: 'rocker', placement: { position: [0, 0, 0.5] }, armature: 0.01 })
    .joint('d', { ...hinge, parent: 'rocker', child: 'finger', lower: -0.2, upper: [0.3] })
    .joint('e', { ...hinge, parent: 'rocker', child: 'thumb', mimic: { joint: 'd', ratio: -0.5 } })
    .geometry('crank', { shape: capsule(0.05, 0.2), pose: { position: [0, 0, 0.25] } })
    .geometry('rocker', { shape: box(0.05, 0.05, 0.2), name: 'rocker shape' })
    .geometry('world', { shape: box(0.1, 0.1, 0.1), pose: { position: [3, 0, 0] } })
    .frame('tool', 'finger', { position: [0, 0, 0.1] })
    .constraint('anchor', {
      kind: 'point',
      a: 'rocker',
      poseA: { position: [0, 0, 0.5] },
      poseB: { position: [0.5, 0, 1] },
    })
    .actuator({
      name: 'motor',
      kind: 'position',
      joint: 'a',
      gear: 1,
      kp: 20,
      kv: 1,
      controlRange: [-1, 1],
      forceRange: [-Infinity, 5],
    })
    .reference('a', [0.2])
    .notice({ level: 'warning', name: 'linkage', message: 'loose' })
    .build();
}

/** A simulator with many of the features that a snapshot stores. */
function sample(): Simulator {
  const scene = new Scene({ margin: 0.03, broadPhase: 'sweep' });
  scene.add(halfspace(), { position: [0, 0, -0.5] }, { static: true, name: 'Böden 地' });
  scene.add(heightField([0, 0.1, 0, 0, 0, 0.2, 0, 0, 0], { columns: 3, rows: 3, spacing: 1 }), {}, { static: true });
  scene.add(
    compound([{ shape: sphere(0.3) }, { shape: box(0.2, 0.2, 0.2), pose: { position: [0.3, 0, 0] } }]),
    {
      position: [0, -0, 0.2],
    },
    { static: true },
  );
  const rng = new Rng(5);
  const shapes = [box(0.1, 0.2, 0.1), ellipsoid(0.1, 0.15, 0.2), sphere(0.1), capsule(0.08, 0.1)];
  const models = Array.from({ length: 8 }, (_, k) =>
    freeBody(shapes[k % 4], {
      name: `body ${k}`,
      pose: { position: [rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5), 0.6 + 0.3 * k], rotation: rng.rotation() },
    }),
  );
  const sim = new Simulator({
    models: [linkage(), ...models],
    scene,
    friction: 0.4,
    restitution: 0.2,
    gravity: { x: 0, y: 0, z: -5 },
    solver: { solver: 'ncp-pgs', maxIterations: 200 },
    timeStep: 1 / 120,
  });
  sim.controls[0] = 0.7;
  return sim;
}

describe('a simulator that was restored', () => {
  const scenes = simulationScenes()
    .map(({ name }) => name)
    .filter((name) => name !== 'wall');

  it.each(scenes)('continues bitwise identically: %s', (name) => {
    const { simulator } = startSimulation(makeSimulation(name));
    run(simulator, name === 'polytopes' ? 160 : 40);
    const bytes = simulator.snapshot();
    const again = Simulator.restore(bytes);
    expect(bits(again)).toBe(bits(simulator));
    expect(Buffer.compare(again.snapshot(), bytes)).toBe(0);
    for (let k = 0; k < 20; k++) {
      simulator.step();
      again.step();
      expect(bits(again), `step ${k}`).toBe(bits(simulator));
    }
    const { steps, time, contacts, kineticEnergy } = simulator.report();
    expect(again.report()).toMatchObject({ steps, time, kineticEnergy });
    expect(again.report().contacts.map(({ gap }) => gap)).toEqual(contacts.map(({ gap }) => gap));
  });

  it('continues bitwise identically by growth distance, and with persistent contacts', () => {
    const simulation = makeSimulation('polytopes');
    const options = { ...simulation.options, collision: 'growth', contactReuse: 1e-4 } as const;
    const { simulator } = startSimulation({ ...simulation, options });
    run(simulator, 200);
    const again = Simulator.restore(simulator.snapshot());
    run(simulator, 20);
    run(again, 20);
    expect(simulator.report().contacts.length).toBeGreaterThan(5);
    expect(bits(again)).toBe(bits(simulator));
  });

  it('has the robots, motors, loops, height fields and options of the original', () => {
    const sim = sample();
    for (let round = 0; round < 3; round++) {
      run(sim, 40);
      const again = Simulator.restore(sim.snapshot());
      expect(again.controls).toEqual(sim.controls);
      expect(again.scene.bodies.map(({ name, id }) => [name, id])).toEqual(
        sim.scene.bodies.map(({ name, id }) => [name, id]),
      );
      expect(again.settings.solvers).toEqual(sim.settings.solvers);
      expect(again.members[0].given.notices).toEqual(sim.members[0].given.notices);
      expect(again.members[0].given.frames).toEqual(sim.members[0].given.frames);
      expect(again.members[0].given.limits).toEqual(sim.members[0].given.limits);
      const twin = Simulator.restore(sim.snapshot());
      run(sim, 20);
      run(again, 20);
      expect(bits(again)).toBe(bits(sim));
      // Taking further snapshots does not change the motion.
      again.snapshot();
      run(twin, 20);
      expect(bits(twin)).toBe(bits(sim));
    }
    expect(sim.report().contacts.length).toBeGreaterThan(5);
  });

  it('has the same self-collisions', () => {
    const limb = (name: string): [string, object] => [name, { mass: 1, inertia: [0.1, 0.1, 0.1] }];
    const model = new ModelBuilder()
      .link(...limb('upper'))
      .link(...limb('lower'))
      .joint('root', { kind: 'free-flyer', parent: 'world', child: 'upper' })
      .joint('knee', { kind: 'revolute', parent: 'upper', child: 'lower', axis: [1, 0, 0] })
      .geometry('upper', { shape: sphere(0.1) })
      .geometry('lower', { shape: sphere(0.1) })
      .build();
    const sim = new Simulator({ models: [model] });
    const again = Simulator.restore(sim.snapshot());
    run(again, 3);
    expect(again.scene.pairs()).toEqual([]);
    expect(Simulator.restore(again.snapshot()).scene.bodies).toHaveLength(2);
  });
});

describe('a snapshot', () => {
  it('with custom shapes or functions is rejected', () => {
    const models = (): Model[] => [freeBody(box(1, 1, 1))];
    expect(() => new Simulator({ models: models(), friction: () => 1 }).snapshot()).toThrow(
      'Simulator.snapshot: options.friction is a function; a function cannot be saved in a snapshot: give a number instead',
    );
    expect(() => new Simulator({ models: models(), restitution: () => 1 }).snapshot()).toThrow('options.restitution');
    const scene = new Scene({ filter: () => true });
    expect(() => new Simulator({ models: models(), scene }).snapshot()).toThrow(
      'Simulator.snapshot: scene.filter is a function; a function cannot be saved in a snapshot',
    );
    const sim = new Simulator({ models: models() });
    sim.scene.add(custom({ support: (x, y, z, out) => void out.set([Math.sign(x), Math.sign(y), Math.sign(z)]) }), {});
    expect(() => sim.snapshot()).toThrow('Simulator.snapshot: scene: Scene.snapshot: shape is a Custom');
    const other = new Simulator({ models: models() });
    other.scene.bodies[0].remove();
    expect(() => other.snapshot()).toThrow('Simulator.snapshot: model is "body"; its body 0 was removed');
  });

  it('that is truncated, changed or something else is rejected', () => {
    const sim = sample();
    run(sim, 60);
    const bytes = sim.snapshot();
    forAll({ seed: 7, cases: 400 }, (rng) => {
      const broken = bytes.slice();
      const flips = 1 + rng.index(4);
      const places = new Set(Array.from({ length: flips }, () => rng.index(8 * bytes.length)));
      for (const place of places) broken[place >> 3] ^= 1 << (place & 7);
      expect(() => Simulator.restore(broken)).toThrow('Simulator.restore: bytes are not a valid snapshot: ');
      expect(() => Simulator.restore(bytes.subarray(0, rng.index(bytes.length)))).toThrow(
        'Simulator.restore: bytes are not a valid snapshot: ',
      );
    });
    expect(() => Simulator.restore(Uint8Array.of(...bytes.subarray(0, 100), 0))).toThrow(RangeError);
    expect(() => Simulator.restore(new Scene().snapshot())).toThrow('it is not a snapshot of a simulator');
    expect(() => Simulator.restore('bytes' as never)).toThrow(
      'Simulator.restore: bytes is "bytes"; give what simulator',
    );
  });

  describe('with wrong content and a valid checksum is rejected:', () => {
    const sim = sample();
    run(sim, 60);
    const content = sim.snapshot().subarray(20);
    const sealed = { letters: 'proxisim', version: 1, what: '', source: '' };
    // biome-ignore lint/suspicious/noExplicitAny: forged content has no type
    type Content = Record<string, any>;
    const forge = (change: (data: Content) => unknown): Uint8Array => {
      const data = unpack(content, (why) => new Error(why)) as Content;
      change(data);
      return seal(sealed, pack(data));
    };

    it('except if the content is unchanged', () => {
      expect(bits(Simulator.restore(forge(() => {})))).toBe(bits(sim));
    });

    it.each<[name: string, change: (data: Content) => unknown, message: string]>([
      ['an unknown field', (data) => Object.assign(data, { more: 1 }), 'content.more is 1; the fields are'],
      ['no options', (data) => delete data['options'], 'options is undefined; give an object'],
      ['an unknown option', (data) => Object.assign(data['options'], { models: [] }), 'options.models'],
      ['a wrong option', (data) => Object.assign(data['options'], { timeStep: 0 }), 'options.timeStep is 0'],
      ['no scene', (data) => Object.assign(data, { scene: 1 }), 'Scene.restore: bytes is 1'],
      ['another scene', (data) => Object.assign(data, { scene: new Scene().snapshot() }), 'instead of 0'],
      ['no poses', (data) => Object.assign(data, { poses: [] }), 'its poses are not finite numbers'],
      ['other poses', (data) => (data['poses'][0] += 1), 'body 0 has two different poses'],
      ['no models', (data) => Object.assign(data, { models: {} }), 'it has no list of models'],
      ['no bodies', (data) => Object.assign(data['models'][0], { bodies: 1 }), 'model 0 has no list of bodies'],
      [
        'the body of another model',
        (data) => (data['models'][1].bodies = data['models'][0].bodies),
        'model 1 has no body of its own',
      ],
      [
        'an unknown body',
        (data) => (data['models'][1].bodies[0] = 1000),
        'model 1 has no body of its own with id 1000',
      ],
      ['a static body', (data) => (data['models'][1].bodies[0] = 1), 'body 1 of model 1 has the wrong static flag'],
      ['too few bodies', (data) => (data['models'][1].bodies = []), 'model.geometries is 1; there are 0 shapes'],
      ['no mass', (data) => (data['models'][1].model.links[0][1].mass = -1), 'mass is -1; give a mass'],
      ['an unknown kind of joint', (data) => (data['models'][0].model.joints[0][1].kind = 'magic'), 'kind is "magic"'],
      ['a joint to nowhere', (data) => (data['models'][0].model.joints[1][1].parent = 'x'), 'is not a link'],
      ['a wrong pose', (data) => data['models'][0].model.joints[1][1].placement.fill(0), 'quaternion'],
      ['a loose list', (data) => (data['models'][0].model.links[0] = 'x'), 'model.links[0] is "x"; give an array of 2'],
      [
        'a wrong motor',
        (data) => (data['models'][0].model.actuators[0].gear = Number.NaN),
        'model.actuators.gear is NaN',
      ],
      [
        'a range that is a number',
        (data) => (data['models'][0].model.actuators[0].controlRange = 3),
        'a range is null or two',
      ],
      [
        'an unknown kind of motor',
        (data) => (data['models'][0].model.actuators[0].kind = 'x'),
        'model.actuators.kind is "x"',
      ],
      ['no state', (data) => delete data['q'], 'its q are not finite numbers'],
      ['a state of NaN', (data) => data['v'].fill(Number.NaN), 'its v are not finite numbers'],
      ['a short state', (data) => (data['q'] = data['q'].slice(1)), 'Simulator.setState: q is a Float64Array'],
      ['no time', (data) => Object.assign(data, { time: null }), 'its number of steps or its time is invalid'],
      ['too many controls', (data) => (data['controls'] = new Float64Array(2)), 'it has 2 controls instead of 1'],
      [
        'wrong impulses',
        (data) => (data['impulses'].contacts = [['x', [1, 2, 3]]]),
        'the stored impulses of its contacts',
      ],
      ['short impulses', (data) => (data['impulses'].joints = [['x', [1]]]), 'the stored impulses of its contacts'],
      ['incomplete warm starts of pairs', (data) => (data['pairs'] = data['pairs'].slice(1)), 'are incomplete'],
      ['warm starts of parts that do not exist', (data) => (data['pairs'][2] = 1000), 'have no parts 1000 and '],
    ])('%s', (_name, change, message) => {
      const bytes = forge(change);
      expect(() => Simulator.restore(bytes)).toThrow(/^Simulator\.restore: /);
      expect(() => Simulator.restore(bytes)).toThrow(message);
    });
  });
});

describe('packed data', () => {
  it('keeps every bit', () => {
    const data = {
      numbers: Float64Array.of(-0, Infinity, Number.NaN, 1e-320, Math.PI),
      bytes: Uint8Array.of(1, 2, 3),
      list: [-0, 0, Number.POSITIVE_INFINITY, 'ä', null, true],
    };
    const again = unpack(pack(data), (why) => new Error(why)) as typeof data;
    expect(again).toEqual(data);
    expect(Object.is(again.list[0], -0)).toBe(true);
  });

  it('that was not packed is rejected', () => {
    const refuse = (why: string): Error => new RangeError(why);
    const whole = pack({ numbers: Float64Array.of(1, 2) });
    expect(() => unpack(new Uint8Array(4), refuse)).toThrow('it is too short');
    expect(() => unpack(whole.subarray(0, 12), refuse)).toThrow('its text is longer than its bytes');
    expect(() => unpack(whole.subarray(0, whole.length - 8), refuse)).toThrow('it refers to numbers beyond its end');
    expect(() => unpack(pack({ $: 'magic', at: 0, size: 0 }), refuse)).toThrow('it has a block of "magic"');
    const text = pack([1]);
    text[8] = 'x'.charCodeAt(0);
    expect(() => unpack(text, refuse)).toThrow('its content is not JSON');
  });
});
