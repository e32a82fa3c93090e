// The normal of a ray's hit on a point, or on the end of a capsule without radius, was NaN: 0/0.
import { expect, it } from 'vitest';
import { capsule, point } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';

it.each([
  ['a point', point(), [1, 0, 0]],
  ['the end of a segment', capsule(0, 1), [0, 0, 1]],
] as const)('%s', (_name, shape, direction) => {
  const scene = new Scene();
  scene.add(shape, { position: direction.map((x) => 5 * x) });
  const hit = scene.rayCast([0, 0, 0], direction);
  expect(hit?.normal.map((x) => x + 0)).toEqual(direction.map((x) => 0 - x));
});
