// The memory of the JavaScript target. All kernels share one memory, because their port (kernel/port/memory.ts) is one module, and
// a custom shape of a 3D query may run a 2D query.
import { attach, setHost, setTracer } from '../../kernel/port/memory.ts';
import { EngineMemory, type KernelMemory } from './engine-memory.ts';

const initialBytes = 1 << 20;

let shared: EngineMemory | null = null;

export function sharedMemory(): EngineMemory {
  shared ??= createMemory();
  return shared;
}

/** Creates a memory and attaches the port to it, instead of to any earlier one. @param limit its largest size: see `EngineMemory` */
export function createMemory(limit?: number): EngineMemory {
  const memory: EngineMemory = new EngineMemory(0, new JavaScriptMemory(), limit);
  setHost((id, dx, dy, dz, out) => memory.callSupport(id, dx, dy, dz, out));
  setTracer((workspace) => memory.callTrace(workspace));
  return memory;
}

class JavaScriptMemory implements KernelMemory {
  buffer = new ArrayBuffer(initialBytes);

  constructor() {
    attach(this.buffer);
  }

  grow(pages: number): void {
    // A new buffer of fixed size: views of a resizable one are up to twice as slow.
    const larger = new ArrayBuffer(this.buffer.byteLength + 65536 * pages);
    new Uint8Array(larger).set(new Uint8Array(this.buffer));
    this.buffer = larger;
    attach(larger);
  }
}
