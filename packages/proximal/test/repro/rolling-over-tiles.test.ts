// A wheel or capsule that rolled over a floor of equal boxes, or of the parts of a compound, hit the edge of the next box: its velocity jumped by up
// to 1.3 m/s. The computed time of impact is a lower bound, which is early for bodies that rotate fast. Parts still apart at that time counted as
// colliding.
import { describe, expect, it } from 'vitest';
import { box, capsule, cylinder, type Shape } from '../../src/index.ts';
import { compound } from '../../src/scene/index.ts';
import { World } from '../../src/sim/index.ts';

const wheels: readonly [string, Shape, number][] = [
  ['wheel', cylinder(0.1, 0.08), 0.1],
  ['capsule', capsule(0.06, 0.1), 0.06],
];
const tiles = Array.from({ length: 8 }, (_, k) => ({
  shape: box(0.25, 1, 0.1),
  pose: { position: [0.5 * k - 2, 0, -0.1] },
}));

function roll(world: World, rate: number, shape: Shape, radius: number): { jolt: number; speed: number } {
  const wheel = world.add(shape, {
    mass: 1,
    pose: { position: [-1.7, 0.013, radius], rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] },
    velocity: { linear: [4, 0, 0], angular: [0, 4 / radius, 0] },
  });
  let jolt = 0;
  for (let k = 0; k < 0.75 * rate; k++) {
    world.step();
    jolt = Math.max(jolt, Math.abs(wheel.velocity.linear[2]));
  }
  return { jolt, speed: wheel.velocity.linear[0] };
}

describe.each(wheels)('a %s', (_name, shape, radius) => {
  describe.each([60, 240])('at %i Hz', (rate) => {
    it.each(['boxes', 'a compound'])('rolls over %s without a jolt', (floor) => {
      const world = new World({ timeStep: 1 / rate, sleeping: false });
      if (floor === 'boxes') for (const { shape, pose } of tiles) world.add(shape, { type: 'static', pose });
      else world.add(compound(tiles), { type: 'static' });
      const { jolt, speed } = roll(world, rate, shape, radius);
      expect(jolt).toBeLessThan(1e-5);
      expect(speed).toBeCloseTo(4, 6);
    });

    it('meets a box that is 1 cm higher', () => {
      const world = new World({ timeStep: 1 / rate, sleeping: false });
      for (const [k, { shape, pose }] of tiles.entries())
        world.add(shape, { type: 'static', pose: { position: [pose.position[0], 0, k < 4 ? -0.1 : -0.09] } });
      const { jolt, speed } = roll(world, rate, shape, radius);
      expect(jolt).toBeGreaterThan(0.5);
      expect(speed).toBeLessThan(3.9);
    });
  });
});
