/** A number with a fixed number of decimals and a real minus sign. */
export function decimals(value: number, digits = 3): string {
  return value
    .toFixed(digits)
    .replace(/^-(0\.?0*)$/, '$1')
    .replace('-', '−');
}
