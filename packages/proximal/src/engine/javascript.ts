import * as kernel from '../../kernel/exports.ts';
import { Engine } from './engine.ts';
import { createMemory, sharedMemory } from './javascript-memory.ts';

/**
 * The kernel's TypeScript source, run as JavaScript. With a `limit`, it gets its own memory, and engines made before can no longer be used: see
 * `createMemory`.
 */
export function createJavaScriptEngine(limit?: number): Engine {
  // Copied, because bundlers turn a module's names into getters, which every call would go through.
  return new Engine('js', { ...kernel }, limit === undefined ? sharedMemory() : createMemory(limit));
}
