// The workers of a pool and the calls that they work on.
import type { Shape } from '../shapes/shape.ts';
import type { Call } from './call.ts';
import type { Reply, Request } from './messages.ts';
import { type RunningWorker, startWorker } from './platform.ts';

/** Chunks that a worker holds at a time: while it answers one, the next one is on its way. */
const depth = 2;
/** Shapes in a worker's cache above which it is emptied. */
const maxShapes = 20_000;

interface Member {
  readonly worker: RunningWorker;
  /** The shapes in its cache, with their numbers. */
  readonly shapes: Map<Shape, number>;
  readonly calls: Set<number>;
  readonly chunks: Set<string>;
}

export class Team {
  private readonly members: Member[] = [];
  private readonly calls = new Map<number, Call>();
  private lastCall = 0;
  private isClosed = false;

  constructor(private readonly size: number) {}

  async run(call: Call): Promise<void> {
    if (this.isClosed) throw new Error('the pool was closed; make another by createPool');
    const number = ++this.lastCall;
    this.calls.set(number, call);
    try {
      while (this.members.length < this.size) this.add();
      this.distribute();
      await call.result;
    } finally {
      this.calls.delete(number);
      for (const member of this.members) {
        if (member.calls.delete(number)) this.send(member, { type: 'close', call: number });
        for (const key of member.chunks) if (key.startsWith(`${number}:`)) member.chunks.delete(key);
        member.worker.keep(member.chunks.size > 0);
      }
    }
  }

  close(): void {
    this.isClosed = true;
    for (const { worker } of this.members) worker.stop();
    this.members.length = 0;
    for (const call of this.calls.values()) call.fail(new Error('the pool was closed'));
  }

  private add(): void {
    const member: Member = {
      worker: startWorker({
        onMessage: (message) => this.receive(member, message as Reply),
        onEnd: (reason) => this.lose(member, reason),
      }),
      shapes: new Map(),
      calls: new Set(),
      chunks: new Set(),
    };
    this.members.push(member);
  }

  /** Gives chunks to all workers that have room, one at a time, oldest call first. */
  private distribute(): void {
    for (let level = 0; level < depth; level++) {
      for (const member of this.members) if (member.chunks.size === level) this.give(member);
    }
  }

  private give(member: Member): void {
    for (const [number, call] of this.calls) {
      const chunk = call.take(this.size);
      if (!chunk) continue;
      try {
        this.open(member, number, call);
        member.chunks.add(`${number}:${chunk.index}`);
        member.worker.keep(true);
        this.send(member, { type: 'chunk', call: number, chunk });
      } catch (error) {
        // An item that cannot be cloned, or a shape without JSON form.
        call.fail(error);
      }
      return;
    }
  }

  /** Sends the shapes that the worker does not have, and then the call, before its first chunk. */
  private open(member: Member, number: number, call: Call): void {
    if (member.calls.has(number)) return;
    const { work } = call;
    if (work.kind === 'map') this.send(member, { type: 'open', call: number, work });
    else {
      if (member.shapes.size + call.shapes.length > maxShapes) member.shapes.clear();
      const first = member.shapes.size;
      const missing = call.shapes.filter((shape) => !member.shapes.has(shape));
      if (missing.length > 0) {
        this.send(member, { type: 'shapes', first, shapes: missing.map((shape) => shape.toJSON()) });
        for (const [k, shape] of missing.entries()) member.shapes.set(shape, first + k);
      }
      const cached = call.shapes.map((shape) => member.shapes.get(shape) as number);
      const shapes = work.shapes.map((k) => cached[k]);
      this.send(member, { type: 'open', call: number, work: { ...work, shapes } });
    }
    member.calls.add(number);
  }

  private receive(member: Member, reply: Reply): void {
    const call = this.calls.get(reply.call);
    member.chunks.delete(`${reply.call}:${reply.index}`);
    if (call && 'error' in reply) {
      const { name, message, stack } = reply.error;
      const Type = name === 'RangeError' ? RangeError : name === 'TypeError' ? TypeError : Error;
      const error = new Type(message);
      if (stack !== undefined) error.stack = stack;
      call.fail(error);
    } else if (call && 'out' in reply) call.accept(reply.index, reply, reply.milliseconds);
    this.give(member);
    member.worker.keep(member.chunks.size > 0);
  }

  /** A worker ended: another takes its place and its chunks. */
  private lose(member: Member, reason: string): void {
    const at = this.members.indexOf(member);
    if (at < 0) return;
    this.members.splice(at, 1);
    const keys = [...member.chunks].map((key) => key.split(':').map(Number));
    for (const [number, index] of keys) this.calls.get(number)?.lose(index, reason);
    if (this.calls.size === 0) return;
    this.add();
    this.distribute();
  }

  private send(member: Member, request: Request): void {
    member.worker.send(request);
  }
}
