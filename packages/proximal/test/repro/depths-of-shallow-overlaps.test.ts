// The lower bound of the depth was 0 where no sampled point was inside both bodies, even for two convex bodies.
import { expect, it } from 'vitest';
import { triangulate } from '../../src/draw/index.ts';
import { box, sphere } from '../../src/index.ts';
import {
  bodyPenetration,
  certifyBodyPenetration,
  compound,
  type Geometry,
  triangleMesh,
} from '../../src/scene/index.ts';

const { vertices, triangles } = triangulate(box(1, 1, 1));
const crate = triangleMesh(vertices, triangles);
const beside = compound([{ shape: sphere(0.1), pose: { position: [3, 0, 0] } }, { shape: sphere(1) }]);

it.each<[string, Geometry, Geometry]>([
  ['two balls', sphere(1), sphere(1)],
  ['a compound and a ball', beside, sphere(1)],
  ['two compounds', beside, compound([{ shape: sphere(1) }])],
  ['a compound and a mesh', beside, crate],
  ['a mesh and a compound', crate, beside],
])('%s that overlap by 1 mm', (_, shapeA, shapeB) => {
  const a = { shape: shapeA, pose: { position: [5, -2, 1] } };
  const b = { shape: shapeB, pose: { position: [5, -2 - 1.999, 1] } };
  const result = bodyPenetration(a, b);
  expect(result.lower).toBeCloseTo(0.001, 8);
  expect(result.upper).toBeCloseTo(0.001, 8);
  expect(certifyBodyPenetration(a, b, result).valid).toBe(true);
});
