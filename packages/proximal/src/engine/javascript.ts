import { collide, collideMany, distance, distanceMany, relativePose, supportMany } from '../../kernel/exports.ts';
import { attach, setHost, setTracer } from '../../kernel/port/memory.ts';
import { Engine, type KernelMemory } from './engine.ts';

const initialBytes = 1 << 20;

/** The kernel's own TypeScript, run as JavaScript. There is one such engine, since the kernel's port is one module. */
export function createJavaScriptEngine(limit?: number): Engine {
  const memory = new JavaScriptMemory();
  const kernel = { collide, collideMany, distance, distanceMany, relativePose, supportMany };
  const engine: Engine = new Engine('js', 0, kernel, memory, limit);
  setHost((id, dx, dy, dz, out) => engine.answerHost(id, dx, dy, dz, out));
  setTracer((workspace) => engine.answerTrace(workspace));
  return engine;
}

class JavaScriptMemory implements KernelMemory {
  buffer = new ArrayBuffer(initialBytes);

  constructor() {
    attach(this.buffer);
  }

  grow(bytes: number): void {
    // A new fixed buffer: views that track a resizable one are up to twice as slow.
    const larger = new ArrayBuffer(bytes);
    new Uint8Array(larger).set(new Uint8Array(this.buffer));
    this.buffer = larger;
    attach(larger);
  }
}
