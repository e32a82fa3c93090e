// After a problem too large for the kernel's memory, the workspace kept the sizes of that problem, and every later step of every simulator threw.
import { expect, it } from 'vitest';
import { currentWorkspace } from '../../src/contact/workspace.ts';
import { box, halfspace } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';

it('a simulator can step after a problem did not fit into memory', () => {
  const scene = new Scene();
  scene.add(halfspace(), {}, { static: true });
  const simulator = new Simulator({ models: [freeBody(box(1, 1, 1), { pose: { position: [0, 0, 1] } })], scene });
  simulator.step();
  const huge = { triples: 1e8, numbers: 1e9, responses: 1e9, contacts: 1e8, coordinates: 6, members: 1 };
  expect(() => currentWorkspace().prepare(huge)).toThrow(/memory is full/);
  simulator.step();
  expect(simulator.report().status).toBe('converged');
});
