// The file that a pool's workers run.
import { type Columns, createColumns } from '../query/batch-result.ts';
import { fromJSON } from '../shapes/json.ts';
import type { Shape } from '../shapes/shape.ts';
import { batchKinds } from './batch-kinds.ts';
import type { Chunk, Reply, Request, Work } from './messages.ts';
import { workerThreads } from './platform.ts';

type MapFunction = (item: unknown) => unknown;

/** A call in progress: its work, and what is prepared for its chunks. */
interface Call {
  readonly work: Work;
  readonly shapes: readonly Shape[];
  readonly apply: Promise<MapFunction> | null;
}

const cache: Shape[] = [];
const calls = new Map<number, Call>();

async function handle(request: Request): Promise<void> {
  if (request.type === 'shapes') {
    cache.length = request.first;
    cache.push(...request.shapes.map((json) => fromJSON(json)));
  } else if (request.type === 'open') {
    const { work, call } = request;
    const shapes = work.kind === 'map' ? [] : Object.freeze(Array.from(work.shapes, (k) => cache[k]));
    const apply = work.kind === 'map' ? load(work.module, work.name) : null;
    // A failed import is reported by the chunks.
    apply?.catch(() => {});
    calls.set(call, { work, shapes, apply });
  } else if (request.type === 'close') calls.delete(request.call);
  else await answer(request.call, request.chunk);
}

async function load(module: string, name: string): Promise<MapFunction> {
  const loaded = (await import(/* @vite-ignore */ /* webpackIgnore: true */ module)) as Record<string, unknown>;
  const found = loaded[name];
  if (typeof found !== 'function') throw new TypeError(`map: ${module} has no function ${name}; export one`);
  return found as MapFunction;
}

async function answer(call: number, chunk: Chunk): Promise<void> {
  const start = performance.now();
  const { index } = chunk;
  try {
    const opened = calls.get(call);
    if (!opened) return;
    const values = opened.apply ? await mapItems(await opened.apply, chunk) : undefined;
    const out = opened.work.kind === 'map' ? null : runBatch(opened.work, opened.shapes, chunk);
    const milliseconds = performance.now() - start;
    const buffers = out ? Object.values(out).map(({ buffer }) => buffer as ArrayBuffer) : [];
    reply({ call, index, milliseconds, out, ...(values && { values }) }, buffers);
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const { name, message, stack } = error;
    reply({ call, index, milliseconds: performance.now() - start, error: { name, message, stack } }, []);
  }
}

async function mapItems(apply: MapFunction, { items = [] }: Chunk): Promise<unknown[]> {
  const values: unknown[] = [];
  for (const item of items) values.push(await apply(item));
  return values;
}

/** The results of a chunk, or null if they are in shared memory. */
function runBatch(work: Exclude<Work, { kind: 'map' }>, shapes: readonly Shape[], chunk: Chunk): Columns | null {
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

interface Scope {
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void;
  onmessage: ((event: { readonly data: Request }) => void) | null;
}
const port = workerThreads()?.parentPort ?? null;
const scope = globalThis as unknown as Scope;

function reply(message: Reply, transfer: readonly ArrayBuffer[]): void {
  if (port) port.postMessage(message, transfer);
  else scope.postMessage(message, transfer);
}

// One request after the other: a chunk may wait for a module.
let last: Promise<void> = Promise.resolve();
const receive = (request: Request): void => {
  last = last.then(() => handle(request));
};
if (port) port.on('message', (request) => receive(request as Request));
else scope.onmessage = ({ data }) => receive(data);
