// A file with gravity as a typed array, or with a joint that cannot break, could not be written.
import { expect, it } from 'vitest';
import { box } from '../../src/index.ts';
import { makeSimulation, readSimulation, World, worldSimulation, writeSimulation } from '../../src/sim/index.ts';

it('gravity may be a typed array', () => {
  const simulation = makeSimulation('stack');
  const options = { ...simulation.options, gravity: Float64Array.of(0, 0, -5) };
  expect(readSimulation(writeSimulation({ ...simulation, options })).options.gravity).toEqual([0, 0, -5]);
});

it('a joint may have an infinite breaking force', () => {
  const world = new World();
  const body = world.add(box(1, 1, 1));
  const joint = world.connect('world', body, { kind: 'fixed', breakForce: Infinity, breakTorque: Infinity });
  expect([joint.breakForce, joint.breakTorque]).toEqual([Infinity, Infinity]);
  const { joints, ...others } = worldSimulation(world);
  const unbreakable = (joints ?? []).map((each) => ({ ...each, breakForce: Infinity, breakTorque: Infinity }));
  expect(readSimulation(writeSimulation({ ...others, joints: unbreakable })).joints).toEqual(joints);
  expect(() => world.connect('world', body, { kind: 'fixed', breakForce: 0 })).toThrow('options.breakForce is 0');
});
