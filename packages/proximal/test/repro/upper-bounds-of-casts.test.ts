// After a hit, later pairs were cast only up to the time of this hit, a lower bound. If such a pair touched slightly earlier, its `upper` was this
// bound, at which no contact was proven.
import { describe, expect, it } from 'vitest';
import { collide, sphere } from '../../src/index.ts';
import { compound, Scene, timeOfImpact } from '../../src/scene/index.ts';

const ball = sphere(1);
const motion = [6, 0, 0] as const;
const tolerance = 0.05;
const centers = [
  [5, 3, 0],
  [5, 1 + 1e-4, 0],
] as const;

/** Whether the moving ball is in contact with one of the two balls at a time. */
const touchesAt = (time: number): boolean =>
  centers.some((position) => collide(ball, { position: [6 * time, 2, 0] }, ball, { position }));

describe('upper', () => {
  it('of timeOfImpact is a time of contact', () => {
    const parts = centers.map((position) => ({ shape: ball, pose: { position } }));
    const moving = { shape: ball, pose: { position: [0, 2, 0] as const } };
    const { hit, upper } = timeOfImpact(
      moving,
      { linear: motion },
      { shape: compound(parts), pose: {} },
      {},
      { tolerance },
    );
    expect([hit, upper < 1, touchesAt(upper)]).toEqual([true, true, true]);
  });

  it('of Scene.shapeCast is a time of contact', () => {
    const scene = new Scene();
    for (const position of centers) scene.add(ball, { position });
    const found = scene.shapeCast(ball, { position: [0, 2, 0] }, motion, { tolerance });
    expect(found?.hit).toBe(true);
    expect(found?.upper).toBeLessThan(1);
    expect(touchesAt(found?.upper ?? 1)).toBe(true);
  });
});
