import * as kernel from '../../kernel/exports.ts';
import { Engine } from './engine.ts';
import { createWorkbench, sharedWorkbench } from './javascript-memory.ts';

/** The kernel's own TypeScript, run as JavaScript. With a limit of its own, in a memory of its own. */
export function createJavaScriptEngine(limit?: number): Engine {
  // A copy: bundlers make getters of a module's names, and every call would go through one.
  return new Engine('js', { ...kernel }, limit === undefined ? sharedWorkbench() : createWorkbench(limit));
}
