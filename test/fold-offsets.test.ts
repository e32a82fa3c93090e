import { describe, expect, it } from 'vitest';
import { foldOffsets } from '../tools/src/fold-offsets.ts';

const fold = (text: string): string => foldOffsets('kernel.ts', text);

describe('the constant part of an address', () => {
  it.each([
    ['ld(w + NEAREST + 1)', 'load<f64>(<usize>((w)) << 3, (NEAREST + 1) << 3)'],
    ['st(w + X, ld(v + Y))', 'store<f64>(<usize>((w)) << 3, load<f64>(<usize>((v)) << 3, (Y) << 3), (X) << 3)'],
    ['ldi(2 * w + COUNT_INT)', 'load<i32>(<usize>((2 * w)) << 2, (COUNT_INT) << 2)'],
    ['sti(2 * w + A_INT, 5)', 'store<i32>(<usize>((2 * w)) << 2, 5, (A_INT) << 2)'],
    [
      'ld(ldi(2 * w + A_INT) + R)',
      'load<f64>(<usize>((load<i32>(<usize>((2 * w)) << 2, (A_INT) << 2))) << 3, (R) << 3)',
    ],
    ['ld(w + (j & 3) + X)', 'load<f64>(<usize>((w) + (j & 3)) << 3, (X) << 3)'],
  ])('is an immediate offset: %s', (source, expected) => {
    expect(fold(`${source};`).replaceAll(/\s+/g, ' ')).toBe(`${expected};`);
  });

  it.each(['ld(at)', 'st(w + k, 1.0)', 'ld(X)', 'other(w + X)'])('%s is unchanged', (source) => {
    expect(fold(`${source};`)).toBe(`${source};`);
  });
});
