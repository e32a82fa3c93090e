// Sine and cosine of one angle together, for loops over many joints: one argument reduction for both, without access to the kernel's
// memory for angles up to `largest`. It uses only + − × ÷ and floor, so the bits are the same in every engine.
import { cos, sin } from './elementary.ts';

/** Up to this angle the number of quarter turns has at most 20 bits, so its product with HALF_PI_HIGH is exact. */
const largest = 1_000_000;
const TWO_OVER_PI = 0.6366197723675814;
/** π/2 in two parts: the first has 33 bits, and the remainder is below 2⁻⁸⁶. */
const HALF_PI_HIGH = 1.5707963267341256;
const HALF_PI_LOW = 6.077100506506192e-11;

/**
 * Writes the sine and cosine of the angle at `from` of `angles`, in radians, to `out` at `at`. Their absolute
 * errors are below 2⁻⁵². Arguments and results are in arrays because V8 allocates memory for numbers passed by value.
 */
export function sineCosine(angles: Float64Array, from: number, out: Float64Array, at: number): void {
  const x = angles[from];
  if (!(x < largest && x > -largest)) {
    out[at] = sin(x);
    out[at + 1] = cos(x);
    return;
  }
  const count = Math.floor(x * TWO_OVER_PI + 0.5);
  const high = x - count * HALF_PI_HIGH;
  const low = count * HALF_PI_LOW;
  const r = high - low;
  // The rounding error of the subtraction is `tail`. To rounding, sin(r + tail) = sin r + tail and cos(r + tail) = cos r − r tail.
  const tail = high - r - low;
  const z = r * r;
  // Taylor's series: at π/4 the first omitted terms are below 5·10⁻¹⁷.
  const s =
    r +
    (tail -
      r *
        z *
        (1 / 6 -
          z *
            (1 / 120 -
              z *
                (1 / 5040 - z * (1 / 362880 - z * (1 / 39916800 - z * (1 / 6227020800 - z * (1 / 1307674368000))))))));
  const half = 0.5 * z;
  const leading = 1 - half;
  const c =
    leading +
    (1 - leading - half - r * tail) +
    z *
      z *
      (1 / 24 -
        z *
          (1 / 720 -
            z * (1 / 40320 - z * (1 / 3628800 - z * (1 / 479001600 - z * (1 / 87178291200 - z / 20922789888000))))));
  switch (count & 3) {
    case 0:
      out[at] = s;
      out[at + 1] = c;
      return;
    case 1:
      out[at] = c;
      out[at + 1] = -s;
      return;
    case 2:
      out[at] = -s;
      out[at + 1] = -c;
      return;
    default:
      out[at] = -c;
      out[at + 1] = s;
  }
}
