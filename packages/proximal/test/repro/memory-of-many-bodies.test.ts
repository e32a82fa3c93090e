// Ten thousand free bodies needed more than the kernel's memory, because memory for the joint rows of a robot was reserved for each of them.
import { halfspace, sphere } from 'proximal';
import { World } from 'proximal/sim';
import { expect, it, vi } from 'vitest';
import { ContactWorkspace } from '../../src/contact/workspace.ts';

it("the contact solver's memory grows with the contacts, not with the free bodies", () => {
  const world = new World();
  world.add(halfspace(), { type: 'static' });
  const ball = sphere(0.1);
  for (let k = 0; k < 300; k++) world.add(ball, { pose: { position: [k, 0, k === 0 ? 0.1 : 10] } });
  const prepare = vi.spyOn(ContactWorkspace.prototype, 'prepare');
  world.step();
  expect(world.report().contacts.length).toBe(1);
  // A contact with one body: three rows of six numbers.
  expect(prepare.mock.calls.map(([{ triples, numbers }]) => ({ triples, numbers }))).toEqual([
    { triples: 1, numbers: 18 },
  ]);
  prepare.mockRestore();
});
