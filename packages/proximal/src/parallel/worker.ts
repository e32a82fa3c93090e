// The file that the workers of batches and of `map` run.
import { type Columns, createColumns } from '../query/batch-result.ts';
import type { Shape } from '../shapes/shape.ts';
import { batchKinds } from './batch-kinds.ts';
import type { BatchWork, Chunk } from './messages.ts';
import { type AnswerChunk, serve } from './serve.ts';

type MapFunction = (item: unknown) => unknown;

async function openMap(module: string, name: string): Promise<AnswerChunk> {
  const loaded = (await import(/* @vite-ignore */ /* webpackIgnore: true */ module)) as Record<string, unknown>;
  const apply = loaded[name] as MapFunction;
  if (typeof apply !== 'function') throw new TypeError(`map: ${module} has no function ${name}; export one`);
  return async ({ items = [] }) => {
    const values: unknown[] = [];
    for (const item of items) values.push(await apply(item));
    return { out: null, values };
  };
}

/** The results of a chunk, or null if they are in shared memory. */
function runBatch(work: BatchWork, shapes: readonly Shape[], chunk: Chunk): Columns | null {
  const { from, count } = chunk;
  const { shared, poses, options } = work;
  const kind = batchKinds[work.kind];
  const pairs = shared ? shared.pairs.subarray(2 * from, 2 * (from + count)) : (chunk.pairs as Uint32Array);
  const out = shared
    ? rowsOf(shared.out, shared.pairs.length / 2, from, count)
    : createColumns(kind.layout(options), count);
  kind.run({ shapes, poses }, pairs, options, out);
  return shared ? null : out;
}

/** The rows of a chunk in the arrays of all `rows` results. */
function rowsOf(out: Columns, rows: number, from: number, count: number): Columns {
  const columns = Object.entries(out).map(([name, column]) => {
    const width = column.length / rows;
    return [name, column.subarray(width * from, width * (from + count))];
  });
  return Object.fromEntries(columns);
}

serve((work, cache) => {
  if (work.kind === 'map') return openMap(work.module, work.name);
  const batch = work as BatchWork;
  const shapes = Object.freeze(Array.from(batch.shapes, (k) => cache[k]));
  return (chunk) => ({ out: runBatch(batch, shapes, chunk) });
});
