// The notice of `decompose` counted shells that were turned over and turned back.
import { expect, it } from 'vitest';
import { decompose } from '../../src/scene/index.ts';
import { boxSurface } from '../fixtures/solids.ts';

it('counts the shells that face inward', () => {
  const large = boxSurface([1, 1, 1], true);
  const small = boxSurface([0.5, 0.5, 0.5]);
  const vertices = [...large.vertices, ...small.vertices.map((x, k) => (k % 3 === 0 ? x + 5 : x))];
  const triangles = [...large.triangles, ...small.triangles.map((k) => k + large.vertices.length / 3)];
  expect(decompose({ vertices, triangles }).notices).toEqual(['1 shell facing inward turned over']);
});
