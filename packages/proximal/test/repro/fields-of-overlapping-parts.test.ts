// Inside one part of a compound, deeper parts were skipped, so that the distance was below its lower bound. The lower bound was infinite at
// points whose squared coordinates overflow.
import { expect, it } from 'vitest';
import { box, sphere } from '../../src/index.ts';
import { type CompoundPart, compound, distanceField } from '../../src/scene/index.ts';
import { forAll } from '../for-all.ts';

const ball = (x: number): CompoundPart => ({ shape: sphere(0.6), pose: { position: [x, 0, 0] } });
const field = distanceField(compound([ball(0.35), ball(-0.35)]), { resolution: 0.05 });

it('a distance field bounds the distance from the deepest part', () => {
  forAll({ seed: 1, cases: 2000 }, (rng) => {
    const point = [rng.uniform(-1.2, 1.2), rng.uniform(-1.2, 1.2), rng.uniform(-1.2, 1.2)];
    const [x, y, z] = point;
    const exact = Math.min(Math.hypot(x - 0.35, y, z), Math.hypot(x + 0.35, y, z)) - 0.6;
    const { lower, upper } = field.bounds(point);
    expect(exact).toBeGreaterThanOrEqual(lower);
    expect(exact).toBeLessThanOrEqual(upper);
  });
});

it('a distance field has finite lower bounds at points far away', () => {
  expect(distanceField(box(1, 1, 1), { resolution: 0.2 }).bounds([1e200, 0, 0]).lower).toBeLessThanOrEqual(1e200);
});
