// The combined sine and cosine agree with the kernel's sin and cos up to one unit in the last place of 1.
import { expect, it } from 'vitest';
import { cos, sin } from '../../src/math/index.ts';
import { sineCosine } from '../../src/math/sine-cosine.ts';
import { forAll } from '../for-all.ts';

const seed = 20267;

it(`sineCosine agrees with the kernel's sin and cos (seed ${seed})`, () => {
  const out = new Float64Array(3);
  const special = [0, -0, Math.PI, -Math.PI / 2, 1e6, -1e6, 999_999.9, 1e12, Number.NaN, Infinity, 2 ** -30];
  const check = (x: number): void => {
    out[0] = x;
    sineCosine(out, 0, out, 1);
    for (const [found, wanted] of [
      [out[1], sin(x)],
      [out[2], cos(x)],
    ]) {
      if (Number.isNaN(wanted)) expect(found).toBeNaN();
      else expect(Math.abs(found - wanted), String(x)).toBeLessThanOrEqual(2 ** -52);
    }
  };
  special.forEach(check);
  forAll({ seed, cases: 20_000 }, (rng, index) => check(rng.uniform(-1, 1) * [1, 10, 1e3, 1e6][index % 4]));
});
