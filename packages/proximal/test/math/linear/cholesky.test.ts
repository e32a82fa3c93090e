import { describe, expect, it } from 'vitest';
import { factorize, firstColumns, solveFactorized, solveSemidefinite } from '../../../src/math/linear/cholesky.ts';
import { Rng } from '../../../src/math/rng.ts';
import { forAll } from '../../for-all.ts';

/** B Bᵀ + I with a random B; rows before `split` are decoupled from the others. */
function definite(size: number, split: number, rng: Rng): Float64Array {
  const b = Float64Array.from({ length: size * size }, (_, k) => {
    const [row, column] = [Math.floor(k / size), k % size];
    return row < split === column < split ? rng.uniform(-1, 1) : 0;
  });
  return Float64Array.from({ length: size * size }, (_, k) => {
    const [i, j] = [Math.floor(k / size), k % size];
    let sum = i === j ? 1 : 0;
    for (let c = 0; c < size; c++) sum += b[i * size + c] * b[j * size + c];
    return sum;
  });
}

const times = (a: Float64Array, size: number, x: Float64Array): Float64Array =>
  x.map((_, i) => x.reduce((sum, each, j) => sum + a[i * size + j] * each, 0));

describe('Cholesky', () => {
  it.each([1, 2, 3, 4, 5, 7, 8, 13, 24])('solves systems of %i unknowns at any offset of an array', (size) => {
    const splits = [0, Math.floor(size / 2), size - 1];
    forAll({ seed: size, cases: splits.length }, (rng, index) => {
      const split = splits[index];
      const a = definite(size, split, rng);
      const x = Float64Array.from({ length: size }, () => rng.uniform(-1, 1));
      const padded = new Float64Array(size + 2).fill(7);
      padded.set(times(a, size, x), 1);
      const factor = a.slice();
      expect(factorize(factor, size)).toBe(-1);
      solveFactorized(factor, size, padded, undefined, 1);
      for (const [k, each] of x.entries()) expect(padded[1 + k]).toBeCloseTo(each, 12);
      expect([padded[0], padded[size + 1]]).toEqual([7, 7]);
    });
  });

  it('skips leading zeros of rows', () => {
    const size = 12;
    const a = definite(size, 8, new Rng(5));
    const first = firstColumns(a, size);
    expect([...first]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8]);
    const [whole, part] = [a.slice(), a.slice()];
    expect([factorize(whole, size), factorize(part, size, first)]).toEqual([-1, -1]);
    expect(part).toEqual(whole);
    const [x, y] = [new Float64Array(size).fill(1), new Float64Array(size).fill(1)];
    solveFactorized(whole, size, x);
    solveFactorized(part, size, y, first);
    expect(y).toEqual(x);
  });

  it('reports the first row that is not positive definite, and then solves to NaN', () => {
    const a = Float64Array.of(4, 0, 0, 0, -1, 0, 0, 0, 9);
    expect(factorize(a, 3)).toBe(1);
    const b = Float64Array.of(8, 1, 1);
    solveFactorized(a, 3, b);
    expect([...b]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    expect(factorize(Float64Array.of(Number.NaN), 1)).toBe(0);
  });

  it('solves systems with dependent rows', () => {
    const b = Float64Array.of(2, 2);
    expect(solveSemidefinite(Float64Array.of(1, 1, 1, 1), 2, b)).toBe(true);
    expect(b[0] + b[1]).toBeCloseTo(2, 9);
    expect(solveSemidefinite(new Float64Array(4), 2, Float64Array.of(1, 1))).toBe(false);
  });
});
