// Limits of a step: excess pairs and contacts are dropped and counted, the deepest are kept; and a step can be stopped.
import { describe, expect, it } from 'vitest';
import { contactSolvers } from '../../src/contact/index.ts';
import { box, halfspace, sphere } from '../../src/index.ts';
import { compound, Scene } from '../../src/scene/index.ts';
import { freeBody, readSimulation, Simulator, type SimulatorOptions } from '../../src/sim/index.ts';

/** Boxes at nearly the same place: each is 1 mm smaller in half size than the one before, and shifted by 1 mm along x. */
function heap(count: number, options: Partial<SimulatorOptions> = {}, broadPhase: 'tree' | 'sweep' | 'brute' = 'tree') {
  const scene = new Scene({ broadPhase, margin: 0.02 });
  scene.add(halfspace(), {}, { static: true });
  const models = Array.from({ length: count }, (_, k) => {
    const half = 0.5 - 0.001 * k;
    return freeBody(box(half, half, half), { mass: 1, pose: { position: [0.001 * k, 0, 0.5] } });
  });
  return new Simulator({ models, scene, ...options });
}

function bits({ state: { q, v } }: Simulator): string {
  return Buffer.from(Float64Array.of(...q, ...v).buffer).toString('hex');
}

describe('pairs', () => {
  it('beyond the limit are dropped and counted', () => {
    const sim = heap(12, { maxPairs: 20 });
    sim.step();
    const { status, leftOut, contacts } = sim.report();
    expect(status).toBe('crowded');
    // 66 of the boxes with each other and 12 with the floor.
    expect(leftOut).toEqual({ pairs: 58, contacts: 0 });
    const pairs = new Set(contacts.map(({ a, b }) => `${a.id} ${b.id}`));
    expect(pairs.size).toBe(20);
    // Pairs with the floor are kept, and the deepest of the other pairs, which are the pairs of the largest boxes.
    for (let k = 1; k <= 12; k++) expect(pairs.has(`0 ${k}`)).toBe(true);
    expect(pairs.has('1 2')).toBe(true);
    expect(pairs.has('11 12')).toBe(false);
    expect(() => sim.scene.pairs()).toThrow('Scene.pairs: 58 pairs of bodies are missing');
    expect(() => sim.scene.contacts()).toThrow('raise its maxPairs');
  });

  it("are also limited in a scene whose margin is smaller than the simulator's", () => {
    const scene = new Scene();
    const model = (x: number) => freeBody(box(0.5, 0.5, 0.5), { mass: 1, pose: { position: [x, 0, 0.5] } });
    const deep = new Simulator({ models: Array.from({ length: 12 }, () => model(0)), scene, maxPairs: 20 });
    deep.step();
    expect(deep.report()).toMatchObject({ status: 'crowded', leftOut: { pairs: 46, contacts: 0 } });
    // A row with gaps of 10 mm, within the simulator's default margin of 20 mm.
    const models = Array.from({ length: 12 }, (_, k) => model(1.01 * k));
    const row = new Simulator({ models, scene: new Scene(), maxPairs: 5 });
    row.step();
    expect(row.report()).toMatchObject({ status: 'crowded', leftOut: { pairs: 6, contacts: 0 } });
  });

  it('are the same for every broad phase, and after a snapshot', () => {
    const runs = (['tree', 'sweep', 'brute'] as const).map((phase) => {
      const sim = heap(12, { maxPairs: 20 }, phase);
      for (let k = 0; k < 4; k++) sim.step();
      const twin = Simulator.restore(sim.snapshot());
      for (let k = 0; k < 4; k++) sim.step();
      for (let k = 0; k < 4; k++) twin.step();
      expect(twin.report().leftOut).toEqual(sim.report().leftOut);
      expect(bits(twin)).toBe(bits(sim));
      return bits(sim);
    });
    expect(new Set(runs).size).toBe(1);
  });

  it('are added again below the limit', () => {
    const sim = heap(12, { maxPairs: 20 });
    sim.step();
    expect(sim.report().status).toBe('crowded');
    const { q } = sim.state;
    for (let k = 0; k < 12; k++) q[7 * k] = 3 * k;
    sim.setState({ q, v: new Float64Array(sim.nv) });
    const fresh = heap(12, { maxPairs: 20 });
    fresh.setState({ q, v: new Float64Array(sim.nv) });
    for (let k = 0; k < 3; k++) {
      sim.step();
      fresh.step();
      expect(sim.report().leftOut).toEqual({ pairs: 0, contacts: 0 });
      expect(sim.report().contacts.length).toBe(48);
    }
    expect(bits(sim)).toBe(bits(fresh));
    expect(sim.scene.pairs().length).toBe(12);
  });

  it('of parts are limited, too', () => {
    const scene = new Scene();
    scene.add(compound(Array.from({ length: 50 }, () => ({ shape: sphere(0.5) }))), {}, { static: true });
    const sim = new Simulator({
      models: [freeBody(sphere(0.5), { pose: { position: [0.8, 0, 0] } })],
      scene,
      maxPairs: 10,
    });
    sim.step();
    expect(sim.report().leftOut).toEqual({ pairs: 40, contacts: 0 });
    expect(sim.report().contacts.length).toBe(10);
  });

  it('exactly at the limit are all kept', () => {
    const free = heap(6);
    const tight = heap(6, { maxPairs: 21 });
    for (let k = 0; k < 5; k++) {
      free.step();
      tight.step();
    }
    expect(tight.report().status).not.toBe('crowded');
    expect(bits(tight)).toBe(bits(free));
  });
});

describe('contacts', () => {
  it('beyond the limit are dropped, and the deepest are kept', () => {
    const all = heap(8);
    all.step();
    const gaps = all.report().contacts.map(({ gap }) => gap);
    const sim = heap(8, { maxContacts: 30 });
    sim.step();
    const { status, leftOut, contacts } = sim.report();
    expect(status).toBe('crowded');
    expect(contacts.length).toBe(30);
    expect(leftOut).toEqual({ pairs: 0, contacts: gaps.length - 30 });
    gaps.sort((p, q) => p - q);
    expect(Math.max(...contacts.map(({ gap }) => gap))).toBe(gaps[29]);
    const twin = Simulator.restore(sim.snapshot());
    sim.step();
    twin.step();
    expect(bits(twin)).toBe(bits(sim));
  });

  it('and pairs of 300 concentric boxes take no more memory than the limits allow', () => {
    const sim = heap(300, { maxPairs: 2000, maxContacts: 1000, solver: { maxIterations: 2 } });
    sim.step();
    const { leftOut, contacts } = sim.report();
    expect(contacts.length).toBe(1000);
    // Twenty-one boxes are near the floor.
    expect(leftOut.pairs).toBe((300 * 299) / 2 + 21 - 2000);
    expect(sim.scene.bodyIndex.table.count).toBe(2000);
  });
});

it('limits are whole numbers', () => {
  expect(() => heap(1, { maxPairs: 0 })).toThrow('options.maxPairs is 0; give a whole number');
  expect(() => heap(1, { maxContacts: 1.5 })).toThrow('options.maxContacts is 1.5');
  expect(() => heap(1, { maxContacts: 1e6 })).toThrow('give a whole number from 1 to 150000');
  const file = (options: object) => readSimulation({ format: 'proximal-simulation', version: 1, options });
  expect(file({ maxPairs: 10 }).options.maxPairs).toBe(10);
  expect(() => file({ maxPairs: 200_000 })).toThrow(
    'options.maxPairs is 200000; a file may lower this limit, not raise it above 100000',
  );
});

describe('a step that is stopped', () => {
  const make = () => heap(40, { solver: { maxIterations: 50 } });
  const reference = make();
  reference.step();

  it('keeps the state at every stage, and the next step has the bits of a simulator set to that state', () => {
    const sim = make();
    let calls = 0;
    sim.shouldStop = () => ++calls > Infinity;
    sim.step();
    // Calls come from the broad phase, the narrow phase, the islands and the sweeps of a large island.
    expect(calls).toBeGreaterThan(800);
    for (let at = 1; at < calls; at = Math.ceil(1.7 * at)) {
      const other = make();
      const before = bits(other);
      let count = 0;
      other.shouldStop = () => ++count >= at;
      other.step();
      expect(other.report().status).toBe('stopped');
      expect(other.report().steps).toBe(0);
      expect(bits(other)).toBe(before);
      other.shouldStop = null;
      other.step();
      expect(bits(other)).toBe(bits(reference));
    }
  });

  it.each(contactSolvers().map(({ name }) => name))('can be stopped within the iterations of %s', (solver) => {
    /** How often the step of one island calls shouldStop in this many iterations, none of which converges. */
    const callsIn = (maxIterations: number, sim = island(maxIterations)): number => {
      let calls = 0;
      sim.shouldStop = () => ++calls > Infinity;
      sim.step();
      return calls;
    };
    const island = (maxIterations: number): Simulator =>
      heap(6, { solver: { solver, maxIterations, tolerance: 0, relativeTolerance: 0, relaxation: 0.9 } });
    const first = callsIn(1);
    expect(callsIn(20)).toBeGreaterThanOrEqual(first + 10);
    const sim = island(20);
    const before = bits(sim);
    let calls = 0;
    sim.shouldStop = () => ++calls > first + 5;
    sim.step();
    expect(sim.report().status).toBe('stopped');
    expect(bits(sim)).toBe(before);
  });

  it('may be stopped repeatedly', () => {
    const sim = make();
    sim.shouldStop = () => true;
    sim.step();
    sim.step();
    expect(sim.report().time).toBe(0);
    expect(() => {
      sim.shouldStop = 3 as never;
    }).toThrow('Simulator: shouldStop is 3');
  });
});
