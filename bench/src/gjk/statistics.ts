/** How a number is spread over problems. */
export interface Spread {
  readonly mean: number;
  readonly deviation: number;
  readonly count: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.sqrt(variance), count: values.length };
}

/** Equally many problems at each place: the mean of the means. */
export function meanOf(spreads: readonly Spread[]): number {
  return spreads.reduce((sum, { mean }) => sum + mean, 0) / spreads.length;
}

/** "7.2 ± 1.5", or with thousands as the paper writes them: "14.3k ± 9.7k". */
export function formatSpread({ mean, deviation }: { readonly mean: number; readonly deviation: number }): string {
  const format = (value: number): string => (mean >= 5000 ? `${(value / 1000).toFixed(1)}k` : digits(value, mean));
  return `${format(mean)} ± ${format(deviation)}`;
}

function digits(value: number, size: number): string {
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
}
