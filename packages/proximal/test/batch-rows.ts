// Compares the rows of batches with the results of single queries.
import { expect } from 'vitest';
import { batchStatuses, batchTerminations } from '../src/index.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Throws unless each array of a batch has the bits of the single result in row `row`. */
export function expectRow(batch: object, row: number, single: object, label: string): void {
  const { count, ...columns } = batch as Fields;
  for (const [name, column] of Object.entries(columns)) {
    const wanted = (single as Fields)[name];
    if (ArrayBuffer.isView(column)) {
      const list = column as Float64Array;
      const width = list.length / (count as number);
      const found = [...list.subarray(width * row, width * (row + 1))];
      expect(found, `${label}, row ${row}: ${name}`).toEqual(numbersOf(name, wanted));
    } else expectRow(column as object, row, wanted as object, `${label}, ${name}`);
  }
}

function numbersOf(name: string, value: unknown): number[] {
  if (name === 'status') return [batchStatuses.indexOf(value as 'separated')];
  if (name === 'termination') return [batchTerminations.indexOf(value as 'converged')];
  if (typeof value === 'object') return [...(value as Float64Array)];
  return [Number(value)];
}
