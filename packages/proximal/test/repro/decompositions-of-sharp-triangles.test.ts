// An open sphere took minutes to decompose: the planes of a flat part with sharp corners do not exclude nodes of the octree that are far beyond
// these corners, so that searches visited a million nodes each.
import { expect, it } from 'vitest';
import { triangulate } from '../../src/draw/index.ts';
import { sphere } from '../../src/index.ts';
import { decompose } from '../../src/scene/index.ts';

it('decomposes an open sphere with few visits', () => {
  const { vertices, triangles } = triangulate(sphere(1), { tolerance: 0.02 });
  const open = triangles.slice(Math.floor(triangles.length / 6) * 3);
  let checks = 0;
  const { error } = decompose({ vertices, triangles: open }, { tolerance: 0.1, onProgress: () => void checks++ });
  expect(error).toBeLessThanOrEqual(0.1);
  // `onProgress` is called once for each 256 visited nodes.
  expect(checks).toBeLessThan(20_000);
});
