// Which target answers queries. Nothing happens at import: the first query makes the choice.
import { outOfRange } from '../check/argument.ts';
import type { Engine, Target } from './engine.ts';
import { createJavaScriptEngine } from './javascript.ts';
import { createWebAssemblyEngine } from './webassembly.ts';

let wanted: Target = 'wasm';
let reason = '';
let active: Engine | null = null;
let javaScript: Engine | null = null;
let webAssembly: Engine | null = null;

/**
 * Chooses the target of the kernel for all queries from now on: `'wasm'` (the default, faster) or `'js'` (the same
 * source as JavaScript: for stepping through, and for pages whose policy forbids WebAssembly). Both give the same
 * bits. May be called at any time; shapes work on both, and a `Pair` stays on the target it was made with.
 *
 * A page with a content-security policy without `'wasm-unsafe-eval'` calls `setTarget('js')` first, so that the
 * browser has nothing to report. Without that call the library tries, fails and uses JavaScript by itself.
 * @example
 * ```ts
 * setTarget('js');
 * target(); // 'js'
 * ```
 */
export function setTarget(target: Target): void {
  if (target !== 'js' && target !== 'wasm') throw outOfRange('setTarget', 'target', target, "give 'js' or 'wasm'");
  wanted = target;
  active = null;
}

/**
 * The target that answers queries: `'wasm'`, or `'js'` where that was chosen or WebAssembly could not be compiled.
 * @example
 * ```ts
 * target(); // 'wasm'
 * ```
 */
export function target(): Target {
  return activeEngine().target;
}

/**
 * Why `target()` is what it is, in words.
 * @example
 * ```ts
 * targetReason(); // 'WebAssembly is the default and compiled.'
 * ```
 */
export function targetReason(): string {
  activeEngine();
  return reason;
}

/** The engine for the next query, made at first need. */
export function activeEngine(): Engine {
  active ??= choose();
  return active;
}

function choose(): Engine {
  if (wanted === 'js') {
    reason = "JavaScript was chosen with setTarget('js').";
  } else {
    try {
      webAssembly ??= createWebAssemblyEngine();
      reason = 'WebAssembly is the default and compiled.';
      return webAssembly;
    } catch (error) {
      reason = `WebAssembly could not be compiled (${error instanceof Error ? error.message : error}), so JavaScript is used.`;
    }
  }
  javaScript ??= createJavaScriptEngine();
  return javaScript;
}
