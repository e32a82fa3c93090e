import { plane } from '../engine/2d.ts';
import type { Target } from '../engine/engine.ts';

/**
 * The target that answers queries of the plane: `'wasm'`, or `'js'` where that was chosen or WebAssembly could not be compiled.
 * @example
 * ```ts
 * target(); // 'wasm'
 * ```
 */
export function target(): Target {
  return plane.engine().target;
}

/**
 * Why `target()` is what it is, in words.
 * @example
 * ```ts
 * targetReason(); // 'WebAssembly is the default and compiled.'
 * ```
 */
export function targetReason(): string {
  return plane.reason();
}
