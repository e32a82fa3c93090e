// Decomposing a table into two parts: the search did not end, since no part had few enough cells of its own to be removed, however large the
// tolerance was.
import { expect, it } from 'vitest';
import { triangulate } from '../../src/draw/index.ts';
import { box } from '../../src/index.ts';
import { certifyDecomposition, compound, decompose } from '../../src/scene/index.ts';

const table = triangulate(
  compound([
    { shape: box(1, 0.5, 0.05), pose: { position: [0, 0, 0.7] } },
    ...[-0.9, 0.9].map((x) => ({ shape: box(0.05, 0.4, 0.36), pose: { position: [x, 0, 0.36] } })),
  ]),
);

it('ends with at most as many parts as wanted', () => {
  let checks = 0;
  const onProgress = (): void => {
    if (++checks > 50_000) throw new Error('the search does not end');
  };
  const found = decompose(table, { tolerance: 0.05, maxParts: 2, onProgress });
  expect(found.parts.length).toBe(2);
  expect(certifyDecomposition(table, found, { tolerance: 0.05 })).toEqual({
    error: found.error,
    uncovered: found.uncovered,
  });
  expect(found.notices.at(-1)).toContain('exceeds the tolerance');
});
