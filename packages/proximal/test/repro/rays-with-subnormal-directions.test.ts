// A ray with a subnormal component of its direction, from a face of a node's box, missed the mesh: 0 · ∞ is NaN.
import { expect, it } from 'vitest';
import { Scene, triangleMesh } from '../../src/scene/index.ts';

it.each([0, 1e-310, 1e-320])('direction (%f, 0, −1)', (x) => {
  const scene = new Scene();
  scene.add(triangleMesh([0, 0, 0, 2, 0, 0, 0, 2, 0], [0, 1, 2]), {});
  expect(scene.rayCast([0, 0.5, 3], [x, 0, -1])?.distance).toBeCloseTo(3, 12);
});
