import { Engine } from './engine.ts';
import { EngineMemory, memoryLimit } from './engine-memory.ts';

const pageBytes = 65536;
const initialPages = 16;

/**
 * Compiles an embedded module, with a memory of its own. Throws if a page's policy or the platform does not allow it.
 * @param limit bytes that the memory may grow to: see `EngineMemory`
 */
export function instantiate<Functions>(base64: string, limit?: number): Engine<Functions> {
  const linear = new WebAssembly.Memory({ initial: initialPages, maximum: memoryLimit / pageBytes });
  const memory: EngineMemory = new EngineMemory(1, linear, limit);
  return new Engine('wasm', compile(base64, importsOf(memory)) as Functions, memory);
}

/** The imports of a module that works in `memory`. */
export function importsOf(memory: EngineMemory): Readonly<Record<string, object>> {
  const host = {
    support: (id: number, dx: number, dy: number, dz: number, out: number) => memory.callSupport(id, dx, dy, dz, out),
    trace: (workspace: number) => memory.callTrace(workspace),
  };
  return { env: { memory: memory.memory }, host };
}

/** Compiles an embedded module and returns its exports. */
export function compile(base64: string, imports: Readonly<Record<string, object>>): unknown {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new WebAssembly.Instance(new WebAssembly.Module(bytes), imports as never).exports;
}
