import { describe, expect, it } from 'vitest';
import { accurateNormal, orientation2, orientation3 } from '../../src/hull/predicates.ts';
import { Expansion } from '../../src/math/expansion.ts';
import type { Rng } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';

/** A double as an integer multiple of 2⁻¹⁰⁰. */
function toFixedPoint(x: number): bigint {
  let [value, exponent] = [x, 100];
  while (!Number.isInteger(value)) [value, exponent] = [value * 2, exponent - 1];
  return BigInt(value) << BigInt(exponent);
}

function exactDeterminant(p: Float64Array): bigint {
  const row = (k: number): bigint[] => [0, 1, 2].map((i) => toFixedPoint(p[3 * k + i]) - toFixedPoint(p[i]));
  const [u, v, w] = [row(1), row(2), row(3)];
  return w[0] * (u[1] * v[2] - u[2] * v[1]) + w[1] * (u[2] * v[0] - u[0] * v[2]) + w[2] * (u[0] * v[1] - u[1] * v[0]);
}

const sign = (x: bigint): number => (x > 0n ? 1 : x < 0n ? -1 : 0);

/** Four points; the last is in the plane of the others up to a few units in the last place. */
function nearlyCoplanar(rng: Rng): Float64Array {
  const p = Float64Array.from({ length: 12 }, () => rng.uniform(-1, 1) * 2 ** -rng.index(12));
  const [s, t] = [rng.index(5) / 4, rng.index(9) / 8];
  for (let k = 0; k < 3; k++) {
    p[9 + k] = p[k] + s * (p[3 + k] - p[k]) + t * (p[6 + k] - p[k]);
    p[9 + k] *= 1 + (rng.index(5) - 2) * 2 ** -52;
  }
  return p;
}

describe('exact predicates', () => {
  it('orientation3 has the sign of the exact determinant', () => {
    const counts = [0, 0, 0];
    forAll({ seed: 1, cases: 5000 }, (rng, k) => {
      const p = k % 3 === 0 ? Float64Array.from({ length: 12 }, () => rng.index(4) / 10) : nearlyCoplanar(rng);
      const expected = sign(exactDeterminant(p));
      expect(orientation3(p, 0, 1, 2, 3)).toBe(expected);
      counts[expected + 1]++;
    });
    for (const count of counts) expect(count).toBeGreaterThan(100);
  });

  it('orientation2 has the sign of the exact determinant', () => {
    forAll({ seed: 2, cases: 5000 }, (rng) => {
      const p = nearlyCoplanar(rng);
      for (let i = 0; i < 3; i++) p[6 + i] = p[i] + 0.75 * (p[3 + i] - p[i]);
      const [a, b, c] = [0, 1, 2].map((v) => [toFixedPoint(p[3 * v + 1]), toFixedPoint(p[3 * v + 2])]);
      const expected = sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
      expect(orientation2(p, 1, 2, 0, 1, 2)).toBe(expected);
    });
  });

  it('the normal of a sliver has a relative error of at most 2⁻⁵¹', () => {
    const p = Float64Array.of(0.1, 0.2, 0.3, 1.1, 1.3, 1.7, 0, 0, 0);
    for (let k = 0; k < 3; k++) p[6 + k] = (p[k] + p[3 + k]) / 2 + (k === 0 ? 1e-15 : 0);
    const normal = new Float64Array(3);
    accurateNormal(p, 0, 1, 2, normal);
    const [u, v] = [1, 2].map((r) => [0, 1, 2].map((k) => toFixedPoint(p[3 * r + k]) - toFixedPoint(p[k])));
    for (let k = 0; k < 3; k++) {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3];
      const exact = Number(u[i] * v[j] - u[j] * v[i]) * 2 ** -200;
      expect(Math.abs(normal[k] - exact)).toBeLessThanOrEqual(Math.abs(exact) * 2 ** -51);
    }
  });

  it('an expansion keeps the digits that a double loses', () => {
    const sum = new Expansion(10);
    for (const x of [1e20, 1, -1e20, 1e-20]) sum.add(x);
    sum.addProduct(1 + 2 ** -30, 1 - 2 ** -30);
    for (const x of [-2, -1e-20]) sum.add(x);
    expect(sum.sign()).toBe(-1);
    expect(sum.value()).toBe(-(2 ** -60));
    sum.add(2 ** -60);
    expect(sum.sign()).toBe(0);
  });
});
