// The certificate of a decomposition had a larger error than the decomposition: bounds were refined until a limit of nodes was reached, and
// nodes of earlier searches counted toward the limit.
import { expect, it } from 'vitest';
import { triangulate } from '../../src/draw/index.ts';
import { box } from '../../src/index.ts';
import { certifyDecomposition, decompose } from '../../src/scene/index.ts';

it('certifies the error of a box without a triangle that decompose has found', () => {
  const { vertices, triangles } = triangulate(box(1, 1, 1));
  const mesh = { vertices, triangles: triangles.slice(3) };
  const found = decompose(mesh);
  expect(certifyDecomposition(mesh, found).error).toBe(found.error);
});
