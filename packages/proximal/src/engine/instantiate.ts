import { Engine, type KernelMemory, memoryLimit, Workbench } from './engine.ts';

const pageBytes = 65536;
const initialPages = 16;

/** Compiles an embedded module. Throws where a page's policy or the platform does not allow it. */
export function instantiate<Functions>(base64: string, limit?: number): Engine<Functions> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const memory = new WebAssembly.Memory({ initial: initialPages, maximum: memoryLimit / pageBytes });
  const workbench: Workbench = new Workbench(1, wrap(memory), limit);
  const host = {
    support: (id: number, dx: number, dy: number, dz: number, out: number) => workbench.answerHost(id, dx, dy, dz, out),
    trace: (workspace: number) => workbench.answerTrace(workspace),
  };
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory }, host });
  return new Engine('wasm', instance.exports as Functions, workbench);
}

function wrap(memory: WebAssembly.Memory): KernelMemory {
  return {
    get buffer() {
      return memory.buffer;
    },
    grow: (bytes) => void memory.grow((bytes - memory.buffer.byteLength) / pageBytes),
  };
}
