// The kernel's memory may grow within a step, for example for the workspace of a solver of `proximal/contact`. All views of the memory are
// then replaced. The workspace of the step kept its old views: its impulses were lost, and the step failed.
import { expect, it } from 'vitest';
import { ContactWorkspace } from '../../src/contact/workspace.ts';
import { contact } from '../../src/engine/contact.ts';
import { box, halfspace } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator, type SimulatorOptions } from '../../src/sim/index.ts';

/** Makes the memory of the contact kernel grow, at least to twice its size: no block of its present size is free. */
function grow(): void {
  const { memory } = contact.engine();
  memory.giveBack(memory.claim(memory.memorySize / 8));
}

it('a contact workspace keeps its contents', () => {
  const workspace = new ContactWorkspace(contact.engine());
  workspace.prepare({ triples: 4, numbers: 36, responses: 36, contacts: 4, coordinates: 6, members: 1 });
  workspace.lambda[0] = 3;
  workspace.order[1] = 2;
  const { lambda } = workspace;
  grow();
  expect(workspace.lambda === lambda).toBe(false);
  expect([workspace.lambda[0], workspace.order[1]]).toEqual([3, 2]);
});

/** A cube slides on a floor. @param isGrowing whether the memory grows in the first step */
function slide(options: Partial<SimulatorOptions>, isGrowing: boolean): { hash: string; failed: number } {
  const scene = new Scene({ margin: 0.02 });
  scene.add(halfspace(), {}, { static: true });
  const cube = freeBody(box(0.1, 0.1, 0.1), { mass: 1, pose: { position: [0, 0, 0.1] } });
  const sim = new Simulator({ models: [cube], scene, ...options });
  sim.setState({ v: Float64Array.of(0.3, 0.2, -0.1, 0, 0, 1) });
  let calls = 0;
  sim.shouldStop = () => {
    // The first calls come from the search for contacts, later ones from the solver.
    calls++;
    if (isGrowing && calls === 5) grow();
    return false;
  };
  let failed = 0;
  for (let k = 0; k < 30; k++) {
    sim.step();
    if (sim.report().status === 'failed') failed++;
  }
  return { hash: sim.hash(), failed };
}

it.each([{}, { internalForces: 'least' }, { solver: 'ncp-admm' }, { solver: 'raisim' }] as const)(
  'a step with the options %j has the same bits',
  (options) => {
    expect(slide(options, true)).toEqual({ hash: slide(options, false).hash, failed: 0 });
  },
);
