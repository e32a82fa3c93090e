// A direction whose length overflows was rejected as zero, and a ray along a subnormal direction met no body.
import { expect, it } from 'vitest';
import { box } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';

it.each([1.7e308, 1e305, 1e-305, 1e-320, 5e-324])('direction (x, x, 0) with x = %d', (x) => {
  const scene = new Scene();
  scene.add(box(1, 1, 1), { position: [5, 5, 0] });
  expect(scene.rayCast([0, 0, 0], [x, x, 0])?.distance).toBeCloseTo(4 * Math.SQRT2, 12);
  expect(scene.rayCast([0, 0, 0], [-x, x, 0])).toBeNull();
});

it('zero is no direction', () => {
  expect(() => new Scene().rayCast([0, 0, 0], [0, -0, 0])).toThrow(
    'direction is [0, 0, 0]; give a vector that is not zero',
  );
});
