// One call of a batch on the workers: a run that is removed when the results are there.
import type { Bodies } from 'proximal';
import { invalid } from './check.ts';
import type { Job } from './job-file.ts';
import { batchWork, unpackColumns } from './kinds/batch.ts';
import { type BatchQueryName, batchQueries, columnsOf, createColumns } from './kinds/batch-queries.ts';
import type { Run, WaitOptions } from './run.ts';

/**
 * Computes a batch.
 * @param options of the query and of the call
 * @param given filled with the results and returned. Default: a new batch
 */
export async function callBatch(
  submit: (job: Job) => Promise<Run>,
  query: BatchQueryName,
  bodies: Bodies,
  pairs: Uint32Array,
  options: object & WaitOptions,
  given: object | undefined,
): Promise<object> {
  const where = `${query}Batch`;
  if (!(pairs instanceof Uint32Array) || pairs.length % 2 !== 0)
    throw invalid(where, 'pairs', pairs, 'give a Uint32Array with two indices for each pair');
  const { signal, onProgress, ...own } = options;
  const count = pairs.length / 2;
  const work = batchWork(where, query, bodies, pairs, own);
  const batch = given ?? batchQueries[query].create(count, own);
  const out = columnsOf(batch);
  for (const [name, { length }] of Object.entries(createColumns(query, count, own)))
    if (out[name]?.length !== length) throw invalid(where, `out.${name}`, out[name], `give ${length} numbers`);
  if (count === 0) return batch;
  const run = await submit({ work });
  try {
    for await (const piece of run.pieces({ ...(signal && { signal }), ...(onProgress && { onProgress }) })) {
      if ('message' in piece) throw new Error(`${where}: pairs ${piece.from} to ${piece.to - 1}: ${piece.message}`);
      unpackColumns(piece.bytes, piece, Object.keys(out), count, out);
    }
  } finally {
    await run.remove();
  }
  return batch;
}
