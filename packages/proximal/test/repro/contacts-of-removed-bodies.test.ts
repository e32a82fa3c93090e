// A fast body still collided after it was removed from the scene of a simulator: the search around fast bodies did not check whether they
// were still in the scene.
import { expect, it } from 'vitest';
import { box, halfspace } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';

it('a body that was removed from the scene has no contacts', () => {
  const scene = new Scene();
  scene.add(halfspace(), {}, { static: true });
  const at = (z: number) => ({ name: `box at ${z}`, pose: { position: [0, 0, z] as const } });
  const sim = new Simulator({
    models: [freeBody(box(0.5, 0.5, 0.5), at(0.5)), freeBody(box(0.5, 0.5, 0.5), at(1.5))],
    scene,
  });
  for (let k = 0; k < 100; k++) sim.step();
  scene.bodies[1].remove();
  for (let k = 0; k < 480; k++) {
    sim.step();
    expect(sim.report().contacts.filter(({ a, b }) => a.scene === null || b.scene === null)).toEqual([]);
  }
  expect(sim.state.q[9]).toBeCloseTo(0.5, 2);
  expect(sim.state.q[2]).toBeLessThan(-5);
});
