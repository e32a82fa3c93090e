// Rollouts and plans on a pool have the bits of one core, whatever the number of workers, and report errors with the numbers of the rollout.
import { afterEach, describe, expect, it } from 'vitest';
import { box, sphere } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { createPool, type PlanProblem, type Pool } from '../../src/parallel/index.ts';
import { planMotion } from '../../src/planning/index.ts';
import {
  makeSimulation,
  type RolloutInput,
  readSimulation,
  restoreSimulator,
  rollout,
  rollouts,
  Simulator,
  startSimulation,
  World,
  writeSimulation,
} from '../../src/sim/index.ts';
import { slotCell, slotGoal, slotStart } from '../planning/slot-cell.ts';
import { sameBits } from '../same-bits.ts';

const pools: Pool[] = [];
const poolOf = (size: number): Pool => {
  const pool = createPool({ size });
  pools.push(pool);
  return pool;
};
afterEach(() => {
  for (const pool of pools.splice(0)) pool.close();
});

const file = writeSimulation(makeSimulation('stack'));
const simulatorOf = (): Simulator => startSimulation(readSimulation(file)).simulator;
/** Random starts near the initial state. */
function randomInputs(count: number): RolloutInput[] {
  const rng = new Rng(1);
  const { nv } = simulatorOf();
  return Array.from({ length: count }, (_, k) => ({
    ...(k % 3 > 0 && { v: Float64Array.from({ length: nv }, () => rng.normal()) }),
    ...(k % 3 > 1 && { torques: Float64Array.from({ length: 12 * nv }, () => rng.normal()) }),
  }));
}

describe('rollouts', () => {
  it('has the bits of single rollouts, and restores the simulator', () => {
    const sim = simulatorOf();
    rollout(sim, 3);
    const before = sim.snapshot();
    const given = randomInputs(5);
    const { samples, q, v, unsolved } = rollouts(sim, given, { steps: 12, every: 4 });
    expect([samples, q.length, v.length, unsolved.length]).toEqual([3, 15 * sim.nq, 15 * sim.nv, 5]);
    for (const [k, { v: speed, torques }] of given.entries()) {
      const single = restoreSimulator(before);
      if (speed) single.setState({ v: speed });
      const steps = Array.from({ length: 12 }, (_, n) => ({
        ...(torques && { torques: torques.slice(n * sim.nv, (n + 1) * sim.nv) }),
      }));
      const states = rollout(single, steps).filter((_, n) => n > 0 && n % 4 === 0);
      const found = q.subarray(3 * k * sim.nq, 3 * (k + 1) * sim.nq);
      expect(sameBits(found, Float64Array.from(states.flatMap((state) => [...state.q])))).toBe(true);
      const speeds = v.subarray(3 * k * sim.nv, 3 * (k + 1) * sim.nv);
      expect(sameBits(speeds, Float64Array.from(states.flatMap((state) => [...state.v])))).toBe(true);
    }
    expect(sameBits(sim.snapshot(), before)).toBe(true);
  });

  it('reports wrong arguments with the number of the rollout', () => {
    const sim = simulatorOf();
    expect(() => rollouts(sim, [{}, { v: new Float64Array(1) }], { steps: 1 })).toThrow('rollouts: inputs[1].v');
    expect(() => rollouts(sim, [{ torques: new Float64Array(3) }], { steps: 2 })).toThrow('inputs[0].torques');
    expect(() => rollouts(sim, [], { steps: 0 })).toThrow('options.steps is 0');
    expect(() => rollouts(sim, [], { steps: 3, every: 4 })).toThrow('options.every is 4');
    expect(() => rollouts(sim, {} as never, { steps: 3 })).toThrow('inputs is an object');
    expect(() => rollouts({} as never, [], { steps: 3 })).toThrow('give a Simulator');
  });
});

describe('Pool.rollouts', () => {
  it.each([1, 2, 3])('has the bits of one core with %i workers', async (size) => {
    const given = randomInputs(20);
    const options = { steps: 12, every: 6 };
    const progress: number[] = [];
    const onProgress = (done: number, all: number): unknown => progress.push(done, all);
    const found = await poolOf(size).rollouts(file, given, { ...options, onProgress });
    expect(sameBits(found, rollouts(simulatorOf(), given, options))).toBe(true);
    expect(progress.slice(-2)).toEqual([20, 20]);
  });

  it('takes snapshots of worlds that have moved', async () => {
    const world = new World({ gravity: [0, 0, -9.81] });
    world.add(box(5, 5, 0.5), { pose: { position: [0, 0, -0.5] }, type: 'static' });
    world.add(box(0.2, 0.3, 0.1), { pose: { position: [0, 0, 0.1] } });
    world.add(sphere(0.2), { pose: { position: [0.1, 0, 0.45] } });
    for (let k = 0; k < 30; k++) world.step();
    const given = [{}, { v: new Float64Array(world.nv).fill(0.5) }];
    const bytes = world.snapshot();
    const found = await poolOf(2).rollouts(bytes, given, { steps: 20 });
    expect(sameBits(found, rollouts(restoreSimulator(bytes), given, { steps: 20 }))).toBe(true);
    expect((await poolOf(1).rollouts(bytes, [], { steps: 20 })).q).toEqual(new Float64Array(0));
  });

  it('has the same bits if a worker dies', async () => {
    const pool = poolOf(2);
    type Group = { send(entry: { worker: { stop(): void } }, request: { type: string }): void };
    const group = (pool as unknown as { taskWorkers: Group }).taskWorkers;
    const send = group.send.bind(group);
    let chunks = 0;
    group.send = (entry, request) => {
      send(entry, request);
      if (request.type === 'chunk' && ++chunks === 5) entry.worker.stop();
    };
    const given = randomInputs(20);
    const found = await pool.rollouts(file, given, { steps: 12 });
    expect(sameBits(found, rollouts(simulatorOf(), given, { steps: 12 }))).toBe(true);
  });

  it('rejects with errors that name the rollout, and ends by a signal', async () => {
    const pool = poolOf(2);
    const wrong = Array.from({ length: 30 }, (_, k) => (k === 23 ? { v: new Float64Array(2) } : {}));
    await expect(pool.rollouts(file, wrong, { steps: 1 })).rejects.toThrow('rollouts: inputs[23].v');
    await expect(pool.rollouts(file, [{}], { steps: 0 })).rejects.toThrow('rollouts: options.steps is 0');
    await expect(pool.rollouts({} as never, [{}], { steps: 1 })).rejects.toThrow('give the text of a simulation file');
    await expect(pool.rollouts('{}', [{}], { steps: 1 })).rejects.toThrow('readSimulation');
    await expect(pool.rollouts(new Uint8Array(8), [{}], { steps: 1 })).rejects.toThrow('restoreSimulator');
    const stop = new AbortController();
    const onProgress = (): void => stop.abort(new Error('enough'));
    const stopped = pool.rollouts(file, randomInputs(100), { steps: 12, signal: stop.signal, onProgress });
    await expect(stopped).rejects.toThrow('enough');
  });
});

describe('Pool.plan', () => {
  const cell = slotCell();
  const simulator = new Simulator({ models: [cell.model] });
  for (const body of cell.scene?.bodies ?? [])
    simulator.scene.add(body.shape, body.pose, { static: true, name: body.name });
  const problems: PlanProblem[] = [3, 4, 5, 6].map((seed) => ({
    start: slotStart,
    goal: slotGoal,
    seed,
    timeLimit: 1000,
    padding: cell.padding,
  }));

  it.each([1, 3])('has the plans of one core with %i workers', async (size) => {
    const plans = await poolOf(size).plan(simulator.snapshot(), problems);
    for (const [k, { padding: _padding, ...options }] of problems.entries()) {
      const { path, proof, status } = planMotion(cell, options);
      expect(
        sameBits({ path, proof, status }, { path: plans[k].path, proof: plans[k].proof, status: plans[k].status }),
      ).toBe(true);
    }
  });

  it('rejects with errors that name the problem', async () => {
    const pool = poolOf(1);
    const bytes = simulator.snapshot();
    await expect(pool.plan(bytes, [problems[0], { ...problems[0], robot: 1 }])).rejects.toThrow(
      'plan: problems[1].robot is 1; the simulation has 1 robots, counted from 0',
    );
    await expect(pool.plan(bytes, [{ ...problems[0], start: [0] }])).rejects.toThrow('options.start');
    await expect(pool.plan(bytes, {} as never)).rejects.toThrow('plan: problems is an object');
    await expect(pool.plan(bytes, [], { size: 1 } as never)).rejects.toThrow('plan: options');
  });
});
