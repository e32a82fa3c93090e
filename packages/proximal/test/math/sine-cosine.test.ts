// The combined sine and cosine agree with the kernel's sin and cos up to one unit in the last place of 1.
import { expect, it } from 'vitest';
import { cos, Rng, sin } from '../../src/math/index.ts';
import { sineCosine } from '../../src/math/sine-cosine.ts';

const seed = 20267;

it(`sineCosine agrees with the kernel's sin and cos (seed ${seed})`, () => {
  const rng = new Rng(seed);
  const out = new Float64Array(3);
  const special = [0, -0, Math.PI, -Math.PI / 2, 1e6, -1e6, 999_999.9, 1e12, Number.NaN, Infinity, 2 ** -30];
  const random = Array.from({ length: 20_000 }, (_, k) => rng.uniform(-1, 1) * [1, 10, 1e3, 1e6][k % 4]);
  for (const x of [...special, ...random]) {
    out[0] = x;
    sineCosine(out, 0, out, 1);
    for (const [found, wanted] of [
      [out[1], sin(x)],
      [out[2], cos(x)],
    ]) {
      if (Number.isNaN(wanted)) expect(found).toBeNaN();
      else expect(Math.abs(found - wanted), String(x)).toBeLessThanOrEqual(2 ** -52);
    }
  }
});
