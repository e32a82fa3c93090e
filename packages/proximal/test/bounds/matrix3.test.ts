import { describe, expect, it } from 'vitest';
import { singularRange, symmetricEigen3 } from '../../src/bounds/matrix3.ts';
import { type Rng, transformPoint, type Vec3 } from '../../src/math/index.ts';
import { cross, dot, length, subtract } from '../../src/math/vec3.ts';
import { forAll } from '../for-all.ts';
import { seed } from './clouds.ts';

type Axes = readonly [Vec3, Vec3, Vec3];

function randomAxes(rng: Rng): Axes {
  const rotation = rng.rotation();
  const [x, y, z] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ].map((axis) => transformPoint({ rotation }, axis));
  return [x, y, z];
}

/** Σ sᵢ uᵢ vᵢᵀ with the values s: nine numbers, by rows. */
function compose(left: Axes, values: readonly number[], right: Axes): number[] {
  const out = new Array<number>(9).fill(0);
  for (let k = 0; k < 9; k++) {
    for (let i = 0; i < 3; i++) out[k] += left[i][Math.trunc(k / 3)] * values[i] * right[i][k % 3];
  }
  return out;
}

function times(m: readonly number[], v: Vec3): Vec3 {
  return [dot([m[0], m[1], m[2]], v), dot([m[3], m[4], m[5]], v), dot([m[6], m[7], m[8]], v)];
}

describe('symmetricEigen3', () => {
  it('gives descending values and a right-handed orthonormal frame, at every scale', () => {
    forAll({ seed, cases: 500 }, (rng, round) => {
      const size = 10 ** rng.uniform(-150, 150);
      const values = [rng.normal(), round % 3 === 0 ? 0 : rng.normal(), rng.normal()].map((x) => x * size);
      if (round % 5 === 0) values[1] = values[0];
      const axes = randomAxes(rng);
      const m = compose(axes, values, axes);
      const eigen = symmetricEigen3(m);
      const [x, y, z] = eigen.vectors;
      const message = JSON.stringify({ seed, round });
      const expected = [...values].sort((a, b) => b - a);
      eigen.values.forEach((value, k) => {
        expect(Math.abs(value - expected[k]) / size, message).toBeLessThan(1e-14);
        const image = times(m, eigen.vectors[k]);
        const error = subtract(image, eigen.vectors[k].map((c) => c * value) as Vec3).map((c) => c / size) as Vec3;
        expect(length(error), message).toBeLessThan(2e-14);
        expect(Math.abs(length(eigen.vectors[k]) - 1), message).toBeLessThan(2e-15);
      });
      expect(length(subtract(cross(x, y), z)), message).toBeLessThan(4e-15);
    });
  });

  it('keeps every digit of graded matrices and is exact for diagonal ones', () => {
    // diag(1, t, t²) W diag(1, t, t²) for t = 1e-8 and a well-conditioned W: product of the values = det.
    const t = 1e-8;
    const { values } = symmetricEigen3([2, t, t * t, t, 3 * t * t, t ** 3, t * t, t ** 3, 2 * t ** 4]);
    const determinant = (2 * (3 * 2 - 1) - (2 - 1) + (1 - 3)) * t ** 6;
    expect((values[0] * values[1] * values[2]) / determinant).toBeCloseTo(1, 14);
    expect(symmetricEigen3([1, 0, 0, 0, 3, 0, 0, 0, 2]).values).toEqual([3, 2, 1]);
    expect(symmetricEigen3(new Array(9).fill(0)).values).toEqual([0, 0, 0]);
    expect(() => symmetricEigen3([1, 2, 3])).toThrow('symmetricEigen3: m is [1, 2, 3]');
    expect(() => symmetricEigen3([1, 0, 0, 0, 1, 0, 0, 0, Infinity])).toThrow(RangeError);
  });
});

describe('singularRange', () => {
  it('recovers the singular values of a constructed matrix at every scale', () => {
    forAll({ seed: seed + 1, cases: 500 }, (rng, round) => {
      const size = 10 ** rng.uniform(-150, 150);
      const values = [1, rng.uniform(0.01, 1), rng.uniform(0.01, 1)].map((x) => x * size);
      const sign = rng.index(2) * 2 - 1;
      const m = compose(randomAxes(rng), [sign * values[0], values[1], values[2]], randomAxes(rng));
      const range = singularRange(m);
      const message = JSON.stringify({ seed, round });
      expect(Math.abs(range.largest / size - 1), message).toBeLessThan(2e-15);
      expect(Math.abs(range.smallest / Math.min(...values) - 1), message).toBeLessThan(1e-13);
      expect(Math.sign(range.determinant), message).toBe(sign);
    });
  });

  it('bounds how much any vector grows, and the determinant by their products', () => {
    forAll({ seed: seed + 2, cases: 300 }, (rng) => {
      const m = Array.from({ length: 9 }, () => rng.normal() * 10 ** rng.uniform(-8, 8));
      const { smallest, largest, determinant } = singularRange(m);
      const growth = length(times(m, rng.direction()));
      expect(growth).toBeLessThanOrEqual(largest * (1 + 1e-14));
      expect(growth).toBeGreaterThanOrEqual(smallest * (1 - 1e-14));
      expect(Math.abs(determinant)).toBeLessThanOrEqual(smallest * largest ** 2 * (1 + 1e-14));
      expect(Math.abs(determinant)).toBeGreaterThanOrEqual(smallest ** 2 * largest * (1 - 1e-14));
    });
  });

  it('is accurate for graded and for almost singular matrices', () => {
    expect(singularRange([1, 0, 0, 0, 1, 0, 0, 0, 1])).toEqual({ smallest: 1, largest: 1, determinant: 1 });
    expect(singularRange([1e150, 0, 0, 0, 1, 0, 0, 0, -1e-150])).toEqual({
      smallest: 1e-150,
      largest: 1e150,
      determinant: -1,
    });
    // The determinant is −3 δ exactly; the cofactors of the singular neighbor have rank one and norm 18 = σ₁ σ₂.
    const delta = 2 ** -49;
    const almost = singularRange([1, 2, 3, 4, 5, 6, 7, 8, 9 + delta]);
    expect(almost.determinant).toBe(-3 * delta);
    expect(almost.smallest / ((3 * delta) / 18)).toBeCloseTo(1, 13);
    // [[1, 1], [1, 1 + ε]] ⊕ 1: σ₃ = ε / σ₁ with σ₁ ≈ 2.
    const sliver = singularRange([1, 1, 0, 1, 1 + 2 ** -52, 0, 0, 0, 1]);
    expect(sliver.determinant).toBe(2 ** -52);
    expect(sliver.smallest / 2 ** -53).toBeCloseTo(1, 13);
  });

  it('distinguishes singular from invertible matrices in every case', () => {
    expect(singularRange([1, 2, 3, 4, 5, 6, 7, 8, 9])).toMatchObject({ smallest: 0, determinant: 0 });
    expect(singularRange(new Array(9).fill(0))).toEqual({ smallest: 0, largest: 0, determinant: 0 });
    expect(singularRange([0, 0, 0, 0, 0, 0, 0, 0, -4])).toEqual({ smallest: 0, largest: 4, determinant: 0 });
    expect(singularRange([1e-150, 0, 0, 0, -1e-150, 0, 0, 0, 1e-150])).toEqual({
      smallest: 1e-150,
      largest: 1e-150,
      determinant: -Number.MIN_VALUE,
    });
    expect(singularRange([1e150, 0, 0, 0, -1e150, 0, 0, 0, 1e150]).determinant).toBe(-Infinity);
    expect(() => singularRange([1, 0, 0, 0, Number.NaN, 0, 0, 0, 1])).toThrow('singularRange: linear[4] is NaN');
  });
});
