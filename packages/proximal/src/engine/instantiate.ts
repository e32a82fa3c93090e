import { Engine } from './engine.ts';
import { EngineMemory, type KernelMemory, memoryLimit } from './engine-memory.ts';

const pageBytes = 65536;
const initialPages = 16;

/** Compiles an embedded module. Throws if a page's policy or the platform does not allow it. */
export function instantiate<Functions>(base64: string, limit?: number): Engine<Functions> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const linear = new WebAssembly.Memory({ initial: initialPages, maximum: memoryLimit / pageBytes });
  const memory: EngineMemory = new EngineMemory(1, wrap(linear), limit);
  const host = {
    support: (id: number, dx: number, dy: number, dz: number, out: number) => memory.answerHost(id, dx, dy, dz, out),
    trace: (workspace: number) => memory.answerTrace(workspace),
  };
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory: linear }, host });
  return new Engine('wasm', instance.exports as Functions, memory);
}

function wrap(memory: WebAssembly.Memory): KernelMemory {
  return {
    get buffer() {
      return memory.buffer;
    },
    grow: (bytes) => void memory.grow((bytes - memory.buffer.byteLength) / pageBytes),
  };
}
