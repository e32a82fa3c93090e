// The workers of a pool and the calls that they work on.
import type { Shape } from '../shapes/shape.ts';
import type { Call } from './call.ts';
import { isBatch, type Reply, type Request } from './messages.ts';
import type { RunningWorker, StartWorker } from './platform.ts';

/** Chunks that a worker holds at a time: while it computes one, the next one is already in its queue. */
const depth = 2;
/** The largest number of shapes in a worker's cache, which is emptied before it would exceed this. */
const maxShapes = 20_000;

interface PoolWorker {
  readonly worker: RunningWorker;
  /** The shapes in its cache, with their numbers. */
  readonly shapes: Map<Shape, number>;
  readonly calls: Set<number>;
  readonly chunks: Set<string>;
}

/** The running workers of a pool. A worker that ends is replaced. */
export class WorkerGroup {
  private readonly workers: PoolWorker[] = [];
  private readonly calls = new Map<number, Call>();
  private lastCall = 0;
  private isClosed = false;

  constructor(
    private readonly size: number,
    private readonly start: StartWorker,
  ) {}

  async run(call: Call): Promise<void> {
    if (this.isClosed) throw new Error('the pool was closed; make another by createPool');
    const number = ++this.lastCall;
    this.calls.set(number, call);
    try {
      while (this.workers.length < this.size) this.add();
      this.distribute();
      await call.result;
    } finally {
      this.calls.delete(number);
      for (const entry of this.workers) {
        if (entry.calls.delete(number)) this.send(entry, { type: 'close', call: number });
        for (const key of entry.chunks) if (key.startsWith(`${number}:`)) entry.chunks.delete(key);
        entry.worker.keep(entry.chunks.size > 0);
      }
    }
  }

  close(): void {
    this.isClosed = true;
    for (const { worker } of this.workers) worker.stop();
    this.workers.length = 0;
    for (const call of this.calls.values()) call.fail(new Error('the pool was closed'));
  }

  private add(): void {
    const entry: PoolWorker = {
      worker: this.start({
        onMessage: (message) => this.receive(entry, message as Reply),
        onEnd: (reason) => this.replace(entry, reason),
      }),
      shapes: new Map(),
      calls: new Set(),
      chunks: new Set(),
    };
    this.workers.push(entry);
  }

  /** Gives chunks to all workers with fewer than `depth`, one at a time, oldest call first. */
  private distribute(): void {
    for (let level = 0; level < depth; level++) {
      for (const entry of this.workers) if (entry.chunks.size === level) this.give(entry);
    }
  }

  private give(entry: PoolWorker): void {
    for (const [number, call] of this.calls) {
      const chunk = call.take(this.size);
      if (!chunk) continue;
      try {
        this.open(entry, number, call);
        entry.chunks.add(`${number}:${chunk.index}`);
        entry.worker.keep(true);
        this.send(entry, { type: 'chunk', call: number, chunk });
      } catch (error) {
        // An item cannot be cloned, or a shape has no JSON form.
        call.fail(error);
      }
      return;
    }
  }

  /** Sends the shapes that the worker does not have, and then the call, before its first chunk. */
  private open(entry: PoolWorker, number: number, call: Call): void {
    if (entry.calls.has(number)) return;
    const { work } = call;
    if (!isBatch(work)) this.send(entry, { type: 'open', call: number, work });
    else {
      if (entry.shapes.size + call.shapes.length > maxShapes) entry.shapes.clear();
      const first = entry.shapes.size;
      const missing = call.shapes.filter((shape) => !entry.shapes.has(shape));
      if (missing.length > 0) {
        this.send(entry, { type: 'shapes', first, shapes: missing.map((shape) => shape.toJSON()) });
        for (const [k, shape] of missing.entries()) entry.shapes.set(shape, first + k);
      }
      const cached = call.shapes.map((shape) => entry.shapes.get(shape) as number);
      const shapes = work.shapes.map((k) => cached[k]);
      this.send(entry, { type: 'open', call: number, work: { ...work, shapes } });
    }
    entry.calls.add(number);
  }

  private receive(entry: PoolWorker, reply: Reply): void {
    const call = this.calls.get(reply.call);
    entry.chunks.delete(`${reply.call}:${reply.index}`);
    if (call && 'error' in reply) {
      const { name, message, stack } = reply.error;
      const Type = name === 'RangeError' ? RangeError : name === 'TypeError' ? TypeError : Error;
      const error = new Type(message);
      if (stack !== undefined) error.stack = stack;
      call.fail(error);
    } else if (call && 'out' in reply) call.accept(reply.index, reply, reply.milliseconds);
    this.give(entry);
    entry.worker.keep(entry.chunks.size > 0);
  }

  /** Must be called when a worker ends. Another worker replaces it, and its chunks are computed again. */
  private replace(entry: PoolWorker, reason: string): void {
    const at = this.workers.indexOf(entry);
    if (at < 0) return;
    this.workers.splice(at, 1);
    // In the order in which they were sent: the worker has ended in the first.
    const keys = [...entry.chunks].map((key) => key.split(':').map(Number));
    for (const [k, [number, index]] of keys.entries()) this.calls.get(number)?.retry(index, k === 0, reason);
    if (this.calls.size === 0) return;
    this.add();
    this.distribute();
  }

  private send(entry: PoolWorker, request: Request): void {
    entry.worker.send(request);
  }
}
