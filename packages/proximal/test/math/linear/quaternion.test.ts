import { describe, expect, it } from 'vitest';
import { multiplyQuaternions, rotate, rotationMatrix, scaleOf } from '../../../src/math/linear/quaternion.ts';
import { Rng } from '../../../src/math/rng.ts';

type Quaternion = [x: number, y: number, z: number, w: number];

const random = (rng: Rng): Quaternion => [0, 0, 0, 0].map(() => rng.uniform(-2, 2)) as Quaternion;

function rotated(q: Quaternion, v: Float64Array): Float64Array {
  const out = new Float64Array(3);
  rotate(...q, v[0], v[1], v[2], out, 0, scaleOf(...q));
  return out;
}

describe('quaternions of any length', () => {
  const rng = new Rng(3);
  const [p, q] = [random(rng), random(rng)];
  const v = Float64Array.of(0.3, -1.2, 2.5);

  it('rotate like their matrices, which are orthogonal', () => {
    const r = rotationMatrix(...q, new Float64Array(9), scaleOf(...q));
    const w = rotated(q, v);
    for (let k = 0; k < 3; k++) {
      expect(w[k]).toBeCloseTo(r[3 * k] * v[0] + r[3 * k + 1] * v[1] + r[3 * k + 2] * v[2], 14);
      for (let j = 0; j < 3; j++) {
        const product = r[3 * k] * r[3 * j] + r[3 * k + 1] * r[3 * j + 1] + r[3 * k + 2] * r[3 * j + 2];
        expect(product).toBeCloseTo(j === k ? 1 : 0, 14);
      }
    }
  });

  it('compose: the product rotates by one after the other', () => {
    const product = new Float64Array(4);
    multiplyQuaternions(...p, ...q, product, 0);
    const both = rotated([...product] as Quaternion, v);
    for (const [k, each] of rotated(p, rotated(q, v)).entries()) expect(both[k]).toBeCloseTo(each, 14);
  });

  it('rotate x to y by a quarter turn about z', () => {
    const half = Math.SQRT1_2;
    const out = new Float64Array(4);
    rotate(0, 0, half, half, 1, 0, 0, out, 1);
    for (const [k, each] of [0, 0, 1, 0].entries()) expect(out[k]).toBeCloseTo(each, 15);
    const r = rotationMatrix(0, 0, half, half, new Float64Array(9));
    for (const [k, each] of [0, -1, 0, 1, 0, 0, 0, 0, 1].entries()) expect(r[k]).toBeCloseTo(each, 15);
  });
});
