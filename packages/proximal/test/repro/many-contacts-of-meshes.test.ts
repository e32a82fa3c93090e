// Two closed meshes had a contact for every vertex and every crossing of edges within the margin: up to 855 for a pair. A step took 220 ms, and
// the solver did not converge.
import { expect, it } from 'vitest';
import { halfspace } from '../../src/index.ts';
import { World } from '../../src/sim/index.ts';
import { torus } from '../fixtures/revolved.ts';

it('tori on each other and on a half-space have few contacts, and rest', () => {
  const world = new World({ sleeping: false, friction: 0.5 });
  world.add(halfspace(), { type: 'static' });
  const bodies = [0, 1].map((k) =>
    world.add(torus(0.1, 0.04, 16), { pose: { position: [0.03 * k, 0, 0.041 + 0.09 * k] } }),
  );
  let [most, before] = [0, Infinity];
  for (let k = 0; k < 160; k++) {
    world.step();
    const { contacts, penetration, kineticEnergy, potentialEnergy } = world.report();
    most = Math.max(most, contacts.length);
    expect(kineticEnergy + potentialEnergy - before).toBeLessThan(1e-6);
    before = kineticEnergy + potentialEnergy;
    expect(penetration).toBeLessThan(5e-4);
  }
  // One patch on the floor and two between the tori. Each keeps at most one contact for each of four slopes of tilt in eight directions:
  // 3 · 4 · 8 = 96.
  expect(most).toBeLessThanOrEqual(96);
  for (const { velocity } of bodies) expect(Math.hypot(...velocity.linear, ...velocity.angular)).toBeLessThan(1e-4);
});
