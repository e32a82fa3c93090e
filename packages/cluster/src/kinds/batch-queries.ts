// The queries of batches: their functions in `proximal`, and the columns of their results.
import { type Bodies, collideBatch, createDistanceBatch, distanceBatch } from 'proximal';
import { invalid } from '../check.ts';

/** Arrays of results, one for each column; all have the same number of rows. */
export type Columns = Readonly<Record<string, Float64Array | Int32Array | Uint8Array>>;

export interface BatchQuery {
  readonly name: string;
  /** New columns for a number of rows. */
  columns(count: number): Columns;
  /** The results of pairs. @throws TypeError, RangeError for wrong shapes, poses or options */
  run(bodies: Bodies, pairs: Uint32Array, options: object): Columns;
}

function withoutCount<Batch extends { readonly count: number }>({ count: _count, ...columns }: Batch): Columns {
  return columns as unknown as Columns;
}

export const batchQueries = {
  distance: {
    name: 'distance',
    columns: (count) => withoutCount(createDistanceBatch(count)),
    run: (bodies, pairs, options) => withoutCount(distanceBatch(bodies, pairs, options)),
  },
  collide: {
    name: 'collide',
    columns: (count) => ({ answers: new Uint8Array(count) }),
    run: (bodies, pairs, options) => ({ answers: collideBatch(bodies, pairs, options) }),
  },
} satisfies Record<string, BatchQuery>;

export function queryOf(where: string, name: unknown): BatchQuery {
  const query = Object.values(batchQueries).find((each) => each.name === name);
  if (query) return query;
  throw invalid(where, 'query', name, `give one of ${Object.keys(batchQueries).join(', ')}`);
}
