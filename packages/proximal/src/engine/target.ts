// The 3D kernel on the chosen target.
import { Choice } from './choice.ts';
import type { Engine, Kernel, Target } from './engine.ts';
import { createJavaScriptEngine } from './javascript.ts';
import { createWebAssemblyEngine } from './webassembly.ts';

export { setTarget } from './choice.ts';

const space = /* @__PURE__ */ new Choice<Kernel>(
  () => createJavaScriptEngine(),
  () => createWebAssemblyEngine(),
);

/**
 * The target that runs queries: `'wasm'`, or `'js'` if it was chosen or WebAssembly could not be compiled.
 * @example
 * ```ts
 * target(); // 'wasm'
 * ```
 */
export function target(): Target {
  return space.engine().target;
}

/**
 * The reason for the choice of `target()`, as text.
 * @example
 * ```ts
 * targetReason(); // 'WebAssembly is the default and compiled.'
 * ```
 */
export function targetReason(): string {
  return space.reason();
}

/** The engine for the next query, created when first needed. */
export function activeEngine(): Engine {
  return space.engine();
}
