import { kernelBase64 } from './embedded/kernel.ts';
import { Engine, type Kernel, type KernelMemory, memoryLimit } from './engine.ts';

const pageBytes = 65536;
const initialPages = 16;

/** Compiles the embedded module. Throws where a page's policy or the platform does not allow it. */
export function createWebAssemblyEngine(limit?: number): Engine {
  const bytes = Uint8Array.from(atob(kernelBase64), (character) => character.charCodeAt(0));
  const memory = new WebAssembly.Memory({ initial: initialPages, maximum: memoryLimit / pageBytes });
  const host = {
    support: (id: number, dx: number, dy: number, dz: number, out: number) => engine.answerHost(id, dx, dy, dz, out),
    trace: (workspace: number) => engine.answerTrace(workspace),
  };
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory }, host });
  const engine: Engine = new Engine('wasm', 1, instance.exports as unknown as Kernel, wrap(memory), limit);
  return engine;
}

function wrap(memory: WebAssembly.Memory): KernelMemory {
  return {
    get buffer() {
      return memory.buffer;
    },
    grow: (bytes) => void memory.grow((bytes - memory.buffer.byteLength) / pageBytes),
  };
}
