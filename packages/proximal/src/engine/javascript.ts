import * as kernel from '../../kernel/exports.ts';
import { Engine } from './engine.ts';
import { createMemory, sharedMemory } from './javascript-memory.ts';

/** The kernel's TypeScript source, run as JavaScript. With a `limit`, in a memory of its own. */
export function createJavaScriptEngine(limit?: number): Engine {
  // Copied: bundlers turn a module's names into getters, and every call would go through one.
  return new Engine('js', { ...kernel }, limit === undefined ? sharedMemory() : createMemory(limit));
}
