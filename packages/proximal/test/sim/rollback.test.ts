// Saved states and hashes: after `load` the steps have the bits that they had after `save`, on both targets.
import { afterAll, describe, expect, it } from 'vitest';
import { box, halfspace, setTarget, sphere, target } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import {
  makeSimulation,
  RigidBody,
  Rollback,
  type Simulator,
  simulationScenes,
  startSimulation,
  World,
} from '../../src/sim/index.ts';
import { forAll } from '../for-all.ts';
import { drive, randomWorld, sleepyWorld } from './random-world.ts';

const initialTarget = target();
afterAll(() => setTarget(initialTarget));

function run(sim: Simulator, steps: number): string {
  for (let k = 0; k < steps; k++) sim.step();
  return sim.hash();
}

describe('a saved state', () => {
  it.each(simulationScenes().map(({ name }) => name))('is continued bitwise identically: %s', (name) => {
    const { simulator } = startSimulation(makeSimulation(name));
    run(simulator, name === 'polytopes' ? 100 : 30);
    const saved = simulator.save();
    const hashAtSave = simulator.hash();
    const { steps, time } = simulator.report();
    const laterHash = run(simulator, 15);
    for (let round = 0; round < 2; round++) {
      simulator.load(saved);
      expect(simulator.hash()).toBe(hashAtSave);
      expect(simulator.report()).toMatchObject({ steps, time });
      expect(run(simulator, 15)).toBe(laterHash);
    }
  });

  it.each(['js', 'wasm'] as const)('of random worlds is continued bitwise identically: %s', (name) => {
    setTarget(name);
    forAll({ seed: 31, cases: 12 }, (rng, index) => {
      const world = randomWorld(rng, { collision: rng.uniform() < 0.3 ? 'growth' : 'signed' });
      const [first, length] = [rng.index(60), 1 + rng.index(40)];
      drive(world, 0, first);
      const saved = world.save();
      drive(world, first, first + length);
      const laterHash = world.hash();
      // In half of the cases, the state before `load` is far from the saved one.
      if (index % 2 === 0) drive(world, 0, 50);
      world.load(saved);
      drive(world, first, first + length);
      expect(world.hash()).toBe(laterHash);
    });
  });

  it('does not change the motion, and may be saved in every step', () => {
    const [rng, twin] = [new Rng(8), new Rng(8)];
    const [world, other] = [randomWorld(rng), randomWorld(twin)];
    const ring = [world.save(), world.save(), world.save()];
    for (let k = 0; k < 120; k++) {
      world.save(ring[k % 3]);
      drive(world, k, k + 1);
      drive(other, k, k + 1);
      // Three steps back, and forward again.
      if (k % 7 === 6) {
        world.load(ring[(k - 2) % 3]);
        drive(world, k - 2, k + 1);
      }
      expect(world.hash(), `step ${k}`).toBe(other.hash());
    }
  });

  it('has static bodies, forces of the next step, torques and controls', () => {
    const world = randomWorld(new Rng(3));
    const ball = world.add(sphere(0.1), { pose: { position: [0, 0, 5] } });
    ball.applyForce([0, 0, 30]);
    const saved = world.save();
    const hashAtSave = world.hash();
    drive(world, 0, 5);
    const laterHash = world.hash();
    world.scene.bodies[2].setPose({ position: [0, 0, 1] });
    expect(world.hash()).not.toBe(laterHash);
    world.load(saved);
    expect(world.hash()).toBe(hashAtSave);
    drive(world, 0, 5);
    expect(world.hash()).toBe(laterHash);
  });

  it('has the sleepers, and the time of rest of the others', () => {
    const world = sleepyWorld();
    const asleep = (): string => world.contents.map(({ isSleeping }) => Number(isSleeping)).join('');
    const course: string[] = [];
    const saves: Rollback[] = [];
    for (let k = 0; k < 160; k++) {
      if (k % 8 === 0) saves.push(world.save());
      world.step();
      course.push(`${asleep()} ${world.hash()}`);
    }
    expect(new Set(course.map((each) => each.slice(0, 6)))).toEqual(new Set(['000000', '011110', '000110', '011111']));
    for (let n = saves.length - 1; n >= 0; n--) {
      world.load(saves[n]);
      const again: string[] = [];
      for (let k = 8 * n; k < Math.min(8 * n + 50, 160); k++) {
        world.step();
        again.push(`${asleep()} ${world.hash()}`);
      }
      expect(again, `from step ${8 * n}`).toEqual(course.slice(8 * n, 8 * n + again.length));
    }
    world.gravity = [0, 0, -1];
    expect(() => world.load(saves[0])).toThrow(/options have changed/);
  });

  it('has the motors, turns and impulses of joints between bodies', () => {
    const world = randomWorld(new Rng(4));
    const wheel = world.add(sphere(0.1), { pose: { position: [0, 2, 1] } });
    const weight = world.add(box(0.1, 0.1, 0.1), { pose: { position: [0, 2, 0.5] } });
    const motor = { velocity: 30, maxForce: 5 };
    const hinge = world.connect('world', wheel, { kind: 'hinge', anchor: [0, 2, 1], axis: [0, 1, 0], motor });
    world.connect(wheel, weight, {
      kind: 'rope',
      anchors: [
        [0, 0, -0.1],
        [0, 0, 0.1],
      ],
      length: 0.5,
    });
    drive(world, 0, 20);
    const saved = world.save();
    const { position } = hinge;
    drive(world, 20, 50);
    const laterHash = world.hash();
    hinge.motor = null;
    drive(world, 50, 60);
    world.load(saved);
    expect(hinge.position).toBe(position);
    expect(hinge.motor).toMatchObject(motor);
    drive(world, 20, 50);
    expect(world.hash()).toBe(laterHash);
  });

  it('with persistent contacts is continued bitwise identically', () => {
    const simulation = makeSimulation('polytopes');
    const options = { ...simulation.options, contactReuse: 1e-4 } as const;
    const { simulator } = startSimulation({ ...simulation, options });
    run(simulator, 150);
    const saved = simulator.save();
    const laterHash = run(simulator, 20);
    simulator.load(saved);
    expect(run(simulator, 20)).toBe(laterHash);
  });

  it('repeats the events that began after it', () => {
    const world = new World();
    world.add(halfspace(), { type: 'static', name: 'floor' });
    world.add(sphere(0.1), { pose: { position: [0, 0, 0.12] }, name: 'ball' });
    const heard: string[] = [];
    world.listen(({ phase, b }) => void (phase === 'began' && heard.push(b.name)));
    const saved = world.save();
    run(world, 60);
    world.load(saved);
    run(world, 60);
    expect(heard).toEqual(['ball', 'ball']);
  });

  it('has 104 bytes for each free body, and 200 for each pair and 64 for each contact', () => {
    const world = new World({ gravity: [0, 0, 0], sleeping: false });
    const empty = world.save().byteLength;
    for (let k = 0; k < 10; k++) world.add(box(0.1, 0.1, 0.1), { pose: { position: [k, 0, 0] } });
    world.step();
    expect(world.save().byteLength).toBe(empty + 10 * 104);
    world.add(box(0.1, 0.1, 0.1), { pose: { position: [0, 0, 0.2] } });
    world.step();
    expect(world.report().contacts.length).toBe(4);
    expect(world.save().byteLength).toBe(empty + 11 * 104 + 200 + 4 * 64);
  });

  it('has 64 bytes for each free body whose state is compact', () => {
    const world = new World({ gravity: [0, 0, 0], sleeping: false, compactState: true });
    const empty = world.save().byteLength;
    for (let k = 0; k < 10; k++) world.add(box(0.1, 0.1, 0.1), { pose: { position: [k, 0, 0] } });
    world.step();
    expect(world.save().byteLength).toBe(empty + 10 * 64);
  });

  it('of compact states is continued bitwise identically, also after states were set', () => {
    forAll({ seed: 32, cases: 10 }, (rng) => {
      const world = randomWorld(rng, { compactState: true });
      drive(world, 0, 40);
      for (const body of world.contents)
        if (body instanceof RigidBody && body.type === 'dynamic' && rng.uniform() < 0.5) {
          body.setPose({ position: body.pose.subarray(0, 3), rotation: rng.rotation() });
          body.setVelocity({ linear: rng.direction(), angular: rng.direction() });
        }
      const saved = world.save();
      const hashAtSave = world.hash();
      drive(world, 40, 80);
      const laterHash = world.hash();
      world.load(saved);
      expect(world.hash()).toBe(hashAtSave);
      drive(world, 40, 80);
      expect(world.hash()).toBe(laterHash);
    });
  });

  it('is refused by another simulator, and after bodies were added or removed', () => {
    const [world, other] = [randomWorld(new Rng(1)), randomWorld(new Rng(1))];
    const saved = world.save();
    expect(() => other.load(saved)).toThrow(/^World\.load: saved belongs to another simulator/);
    expect(() => world.load(new Rollback())).toThrow(/saved is empty/);
    expect(() => world.load({} as never)).toThrow(TypeError);
    expect(() => world.save({} as never)).toThrow(TypeError);
    const ball = world.add(sphere(0.1));
    expect(() => world.load(saved)).toThrow(/bodies, joints or options have changed since/);
    ball.remove();
    expect(() => world.load(saved)).toThrow(/since/);
    world.save(saved);
    world.load(saved);
    world.scene.bodies[0].setShape(box(1, 1, 1));
    expect(() => world.load(saved)).toThrow(/since/);
    const listening = randomWorld(new Rng(2));
    const errors: unknown[] = [];
    listening.listen(() => {
      for (const call of [() => listening.save(), () => listening.load(saved), () => listening.snapshot()])
        try {
          call();
        } catch (error) {
          errors.push(error);
        }
    });
    while (errors.length === 0) listening.step();
    expect(String(errors[0])).toContain('World.save: a step is under way');
    expect(errors.length % 3).toBe(0);
  });
});

describe('the hash', () => {
  it('is the same on both targets, and differs for every bit of the state', () => {
    const hashOn = (name: 'js' | 'wasm'): string => {
      setTarget(name);
      const world = randomWorld(new Rng(12));
      drive(world, 0, 100);
      return world.hash();
    };
    expect(hashOn('js')).toBe(hashOn('wasm'));
    const world = randomWorld(new Rng(12));
    const { q, v } = world.state;
    const hashes = new Set([world.hash()]);
    for (let k = 0; k < v.length; k++) {
      const changed = v.slice();
      const bits = new BigUint64Array(changed.buffer);
      bits[k] ^= 1n;
      world.setState({ q, v: changed });
      hashes.add(world.hash());
    }
    expect(hashes.size).toBe(v.length + 1);
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{16}$/);
  });

  it('counts −0 as 0, and does not depend on the time', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const ball = world.add(sphere(0.1));
    const hashAtSave = world.hash();
    ball.setVelocity({ linear: [-0, 0, -0] });
    expect(world.hash()).toBe(hashAtSave);
    world.step();
    expect(world.hash()).toBe(hashAtSave);
    ball.setVelocity({ linear: [5e-324, 0, 0] });
    expect(world.hash()).not.toBe(hashAtSave);
  });
});
