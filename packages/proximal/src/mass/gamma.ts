/**
 * Taylor coefficients of 1/Γ around 3/2, from 256-bit arithmetic. 1/Γ is entire, so they fall faster than any power; at a
 * distance of ½ the first omitted term is below 2⁻⁶².
 */
const reciprocal: readonly number[] = [
  1.1283791670955126, -0.0411745264452831, -0.5266544355255445, 0.17510202604393457, 0.050966860247706074,
  -0.042155169368535604, 0.006612897826824127, 0.002120731442572938, -0.0011107302545948906, 0.00015235762076747688,
  2.5355204923814165e-5, -1.3896805717913756e-5, 2.1562032905141724e-6, 5.7942640540526726e-8, -8.913551118311116e-8,
  1.7103469415915374e-8, -9.313686445241901e-10, -2.6804741033496623e-10, 7.458932233316326e-11, -8.012807061414718e-12,
  -8.382343033451855e-14,
];

/**
 * The gamma function for x ≥ 1, to about x ulps: Γ(x) = (x − 1) Γ(x − 1) down to 1 ≤ x ≤ 2, then the series. Unlike the exponential
 * of log Γ, it loses no digits for large results.
 */
export function gamma(x: number): number {
  let factor = 1;
  let reduced = x;
  while (reduced > 2) {
    reduced -= 1;
    factor *= reduced;
  }
  const s = reduced - 1.5;
  let sum = 0;
  for (let k = reciprocal.length - 1; k >= 0; k--) sum = sum * s + reciprocal[k];
  return factor / sum;
}
