// Decomposing two balls and a box into two parts at a small tolerance: the search tried the small tolerance first, and visited more than 100 million
// nodes.
import { expect, it } from 'vitest';
import { triangulate } from '../../src/draw/index.ts';
import { box, sphere } from '../../src/index.ts';
import { certifyDecomposition, compound, decompose } from '../../src/scene/index.ts';

const union = triangulate(
  compound([
    { shape: sphere(0.3), pose: { position: [0, 0, 0] } },
    { shape: box(0.2, 0.3, 0.1), pose: { position: [0.5, 0.2, 0.1] } },
    { shape: sphere(0.2), pose: { position: [0.2, 0.8, 0.3] } },
  ]),
  { tolerance: 0.02 },
);

it('needs few visits, and gives few parts with a proof', () => {
  const tolerance = 0.002;
  let checks = 0;
  const onProgress = (): void => {
    if (++checks > 50_000) throw new Error('the search takes too long');
  };
  const found = decompose(union, { tolerance, maxParts: 2, onProgress });
  expect(found.parts.length).toBeLessThanOrEqual(2);
  expect(certifyDecomposition(union, found, { tolerance })).toEqual({ error: found.error, uncovered: found.uncovered });
});

it('reads the signal while the mesh is repaired', () => {
  const signal = {
    throwIfAborted(): void {
      if (new Error().stack?.includes('repairedSurface')) throw new Error('aborted');
    },
  };
  expect(() => decompose(union, { signal })).toThrow('aborted');
});
