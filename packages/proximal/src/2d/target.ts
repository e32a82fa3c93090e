import { plane } from '../engine/2d.ts';
import type { Target } from '../engine/engine.ts';

/**
 * The target that runs 2D queries: `'wasm'`, or `'js'` if it was chosen or WebAssembly could not be compiled.
 * @example
 * ```ts
 * target(); // 'wasm'
 * ```
 */
export function target(): Target {
  return plane.engine().target;
}

/**
 * The reason for the choice of `target()`, as text.
 * @example
 * ```ts
 * targetReason(); // 'WebAssembly is the default and compiled.'
 * ```
 */
export function targetReason(): string {
  return plane.reason();
}
