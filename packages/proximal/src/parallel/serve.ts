// The part of a worker that all kinds of work share: it keeps the shapes and the calls, and answers chunks one after the other.
import type { Columns } from '../query/batch-result.ts';
import { fromJSON } from '../shapes/json.ts';
import type { Shape } from '../shapes/shape.ts';
import type { Chunk, Reply, Request, Work } from './messages.ts';
import { workerThreads } from './platform.ts';

/** The results of a chunk: arrays (null if they are in shared memory), or values. */
export interface Answer {
  readonly out: Columns | null;
  readonly values?: readonly unknown[];
}

/** Answers the chunks of a call. */
export type AnswerChunk = (chunk: Chunk) => Answer | Promise<Answer>;

interface Scope {
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void;
  onmessage: ((event: { readonly data: Request }) => void) | null;
}

/**
 * Answers the messages of the pool.
 * @param open prepares a call. An error is reported by its chunks
 */
export function serve(open: (work: Work, cache: readonly Shape[]) => AnswerChunk | Promise<AnswerChunk>): void {
  const cache: Shape[] = [];
  const calls = new Map<number, Promise<AnswerChunk>>();
  const port = workerThreads()?.parentPort ?? null;
  const scope = globalThis as unknown as Scope;
  const reply = (message: Reply, transfer: readonly ArrayBuffer[]): void =>
    (port ?? scope).postMessage(message, transfer);

  const handle = async (request: Request): Promise<void> => {
    if (request.type === 'shapes') {
      cache.length = request.first;
      cache.push(...request.shapes.map((json) => fromJSON(json)));
    } else if (request.type === 'open') {
      const prepared = (async () => open(request.work, cache))();
      prepared.catch(() => {});
      calls.set(request.call, prepared);
    } else if (request.type === 'close') calls.delete(request.call);
    else await answer(request.call, request.chunk);
  };

  const answer = async (call: number, chunk: Chunk): Promise<void> => {
    const { index } = chunk;
    const opened = calls.get(call);
    if (!opened) return;
    try {
      const answerChunk = await opened;
      const start = performance.now();
      const { out, values } = await answerChunk(chunk);
      const milliseconds = performance.now() - start;
      const buffers = out ? Object.values(out).map(({ buffer }) => buffer as ArrayBuffer) : [];
      reply({ call, index, milliseconds, out, ...(values && { values }) }, buffers);
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      const { name, message, stack } = error;
      reply({ call, index, milliseconds: 0, error: { name, message, stack } }, []);
    }
  };

  // One request after the other: a chunk may wait for a module.
  let last: Promise<void> = Promise.resolve();
  const receive = (request: Request): void => {
    last = last.then(() => handle(request));
  };
  if (port) port.on('message', (request) => receive(request as Request));
  else scope.onmessage = ({ data }) => receive(data);
}
