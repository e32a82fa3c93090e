/**
 * √(x² + y² + …) without overflow or underflow of the squares; NaN if any value is NaN. The standard leaves the bits of
 * `Math.hypot` to the engine. For values that are not NaN, this function returns the bits of V8's `Math.hypot` in every engine: the numbers are
 * divided by the largest, and their squares are added by Kahan's summation.
 */
export function hypot(...values: readonly number[]): number {
  let largest = 0;
  for (let k = 0; k < values.length; k++) largest = Math.max(largest, Math.abs(values[k]));
  if (!(largest > 0 && largest < Infinity)) return largest;
  let sum = 0;
  let lost = 0;
  for (let k = 0; k < values.length; k++) {
    const ratio = values[k] / largest;
    const term = ratio * ratio - lost;
    const next = sum + term;
    lost = next - sum - term;
    sum = next;
  }
  return Math.sqrt(sum) * largest;
}
