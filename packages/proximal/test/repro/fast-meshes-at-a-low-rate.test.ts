// For two meshes that fell at 3 m/s, contacts were searched within 0.1 m, which includes nearly all pairs of triangles. Pairs beyond `maxPairs`
// were left out, even touching ones, and continuous collision stopped the bodies in each step: three tori hung in the air forever.
import { expect, it } from 'vitest';
import { World } from '../../src/sim/index.ts';
import { torus } from '../fixtures/revolved.ts';

it('finds the contacts of fast meshes within the limit of pairs', () => {
  // Without continuous collision, which takes most of the time and does not matter here.
  const world = new World({ timeStep: 1 / 60, continuous: false });
  const [lower, upper] = [0.5, 0.581].map((z) =>
    world.add(torus(0.1, 0.04, 14), {
      density: 500,
      pose: { position: [0, 0, z] },
      velocity: { linear: [0, 0, z > 0.55 ? -5 : -3] },
    }),
  );
  for (let k = 0; k < 3; k++) {
    world.step();
    expect(world.report().leftOut.pairs).toBe(0);
  }
  // The impact is inelastic.
  expect(lower.velocity.linear[2]).toBeCloseTo(-4 - (3 * 9.81) / 60, 2);
  expect(upper.velocity.linear[2]).toBeCloseTo(-4 - (3 * 9.81) / 60, 2);
});
