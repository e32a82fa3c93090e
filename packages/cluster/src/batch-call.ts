// One call of a batch on the workers: a run that is removed when the results are there.
import type { Bodies } from 'proximal';
import { invalid } from './check.ts';
import type { Job } from './job-file.ts';
import { batchWork, unpackColumns } from './kinds/batch.ts';
import type { BatchQuery, Columns } from './kinds/batch-queries.ts';
import type { Run, WaitOptions } from './run.ts';

/** The number of pairs. */
export function rowsOf(where: string, pairs: Uint32Array): number {
  if (pairs instanceof Uint32Array && pairs.length % 2 === 0) return pairs.length / 2;
  throw invalid(where, 'pairs', pairs, 'give a Uint32Array with two indices for each pair');
}

/**
 * Computes a batch.
 * @param options of the query and of the call
 * @param out filled with the results
 */
export async function callBatch(
  submit: (job: Job) => Promise<Run>,
  query: BatchQuery,
  bodies: Bodies,
  pairs: Uint32Array,
  options: object & WaitOptions,
  out: Columns,
): Promise<void> {
  const where = `${query.name}Batch`;
  const { signal, onProgress, ...own } = options;
  const columns = Object.keys(query.columns(0));
  const count = rowsOf(where, pairs);
  for (const [name, { length }] of Object.entries(query.columns(count)))
    if (out[name]?.length !== length) throw invalid(where, `out.${name}`, out[name], `give ${length} numbers`);
  const work = batchWork(where, query, bodies, pairs, own, columns);
  if (count === 0) return;
  const run = await submit({ work });
  try {
    for await (const piece of run.pieces({ ...(signal && { signal }), ...(onProgress && { onProgress }) })) {
      if ('message' in piece) throw new Error(`${where}: pairs ${piece.from} to ${piece.to - 1}: ${piece.message}`);
      unpackColumns(piece.bytes, piece, columns, count, out);
    }
  } finally {
    await run.remove();
  }
}
