// The numbering of all pairs, up to 10¹² pairs.
import { Rng } from 'proximal/math';
import { expect, it } from 'vitest';
import { pairAt, pairCount } from '../../packages/cluster/src/kinds/pair-index.ts';

it('numbers all pairs of some bodies in order', () => {
  for (const bodies of [2, 3, 4, 17]) {
    const pairs = Array.from({ length: bodies }, (_, i) =>
      Array.from({ length: bodies - 1 - i }, (_, k) => [i, i + 1 + k]),
    );
    expect(Array.from({ length: pairCount(bodies) }, (_, k) => pairAt(k, bodies))).toEqual(pairs.flat());
  }
});

it('is exact for 10¹² pairs', () => {
  const bodies = 1_414_214;
  const rng = new Rng(1);
  const numbers = Array.from({ length: 1000 }, () => Math.floor(rng.uniform(0, pairCount(bodies))));
  for (const index of [0, bodies - 2, bodies - 1, pairCount(bodies) - 1, ...numbers]) {
    const [i, j] = pairAt(index, bodies);
    expect(0 <= i && i < j && j < bodies).toBe(true);
    expect((BigInt(i) * BigInt(2 * bodies - i - 1)) / 2n + BigInt(j - i - 1)).toBe(BigInt(index));
  }
});
