// Rows of numbers beside a lesson.
import { decimals } from '../picture/decimals.ts';

export type Row = readonly [name: string, value: string];

/** A length in meters with four decimals; a dash for a bound that is not proven yet. */
export function meters(value: number): string {
  return Number.isFinite(value) ? `${decimals(value, 4)} m` : '–';
}

/** The rows of two bounds and their gap. */
export function boundRows(lower: number, upper: number): readonly Row[] {
  const gap = upper - lower;
  const text = gap === 0 ? '0' : Number.isFinite(gap) ? gap.toExponential(1).replace('-', '−') : '–';
  return [
    ['lower bound', meters(lower)],
    ['upper bound', meters(upper)],
    ['gap', text],
  ];
}

/** A vector with two decimals. */
export function vector(point: readonly number[]): string {
  return `(${point.map((x) => decimals(x, 2)).join(', ')})`;
}

/** "1", "1 and 2", "1, 2 and 3". */
export function list(words: readonly (string | number)[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
