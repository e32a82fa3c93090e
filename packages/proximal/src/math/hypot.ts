/**
 * √(x² + y² + …) without overflow or underflow of the squares; NaN if any value is NaN. The standard leaves the bits of
 * `Math.hypot` to the engine; these are the same in every engine, and those of V8: numbers relative to the largest, summed up
 * with Kahan's correction.
 */
export function hypot(...values: readonly number[]): number {
  let largest = 0;
  for (const x of values) largest = Math.max(largest, Math.abs(x));
  if (!(largest > 0 && largest < Infinity)) return largest;
  let [sum, lost] = [0, 0];
  for (const x of values) {
    const share = x / largest;
    const term = share * share - lost;
    const next = sum + term;
    lost = next - sum - term;
    sum = next;
  }
  return Math.sqrt(sum) * largest;
}
