// The position corrections of a joint pulled a light capsule through a wall, a few centimeters in a step.
import { box, capsule } from 'proximal';
import { World } from 'proximal/sim';
import { describe, expect, it } from 'vitest';

/** A capsule at `distance` from a wall 2 cm thick, and a joint to a point behind the wall that pulls it with the full correction speed. */
function pulled(timeStep: number, distance: number): { world: World; front: () => number } {
  const world = new World({ timeStep, gravity: [0, 0, 0] });
  world.add(box(0.01, 1, 1), { type: 'static', pose: { position: [0.01, 0, 0] } });
  const body = world.add(capsule(0.006, 0.04), { density: 1000, pose: { position: [-0.006 - distance, 0, 0] } });
  const anchors = [
    [0.5, 0, 0],
    [-0.006 - distance, 0, 0],
  ] as const;
  world.connect('world', body, { kind: 'distance', anchors: [anchors[0], anchors[1]], length: 0.1 });
  return { world, front: () => body.pose[0] + 0.006 };
}

describe('a joint that pulls a body against a wall', () => {
  for (const timeStep of [1 / 60, 1 / 120, 1 / 1000])
    for (const distance of [0, 0.01, 0.2])
      it(`does not pull it through, from ${distance} m at ${Math.round(1 / timeStep)} Hz`, () => {
        const { world, front } = pulled(timeStep, distance);
        let deepest = -Infinity;
        for (let k = 0; k < 300; k++) {
          world.step();
          deepest = Math.max(deepest, front());
        }
        // As for fast bodies, at most a quarter of the inscribed radius of the thinner body (the capsule), with a tolerance of 10 %.
        expect(deepest).toBeLessThan(0.25 * 0.006 * 1.1);
      });
});
