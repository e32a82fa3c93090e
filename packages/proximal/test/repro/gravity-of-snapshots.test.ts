// A gravity of cannon-es has a method `length` and no iterator: the snapshot contained an empty list, which could not be read.
import { Vec3 } from 'cannon-es';
import { expect, it } from 'vitest';
import { box } from '../../src/index.ts';
import { freeBody, restoreSimulator, Simulator, World } from '../../src/sim/index.ts';

it('a simulator whose gravity is a vector of cannon-es is restored', () => {
  const [simulator, usual] = [new Vec3(0, 0, -3), [0, 0, -3]].map(
    (gravity) => new Simulator({ models: [freeBody(box(1, 1, 1))], gravity }),
  );
  simulator.step();
  usual.step();
  expect(simulator.snapshot()).toEqual(usual.snapshot());
  const restored = restoreSimulator(simulator.snapshot());
  restored.step();
  usual.step();
  expect(restored.state.v).toEqual(usual.state.v);
});

it('a world whose gravity is a vector of cannon-es has the snapshot of the usual form', () => {
  const [world, usual] = [new Vec3(0, 0, -3), [0, 0, -3]].map((gravity) => new World({ gravity }));
  expect(world.snapshot()).toEqual(usual.snapshot());
});
