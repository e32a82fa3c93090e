// The choice of the target, for all kernels. Importing creates nothing: the first query creates the engine.
import { outOfRange } from '../check/argument.ts';
import type { Engine, Target } from './engine.ts';

let requested: Target = 'wasm';
/** Counts the calls of `setTarget`: every kernel compares it to detect a change. */
let generation = 0;

/**
 * Chooses the target of the kernel for all queries from now on: `'wasm'` (the default, faster) or `'js'` (the same source as
 * JavaScript, for debugging and for pages whose policy forbids WebAssembly). Both give the same bits. May be called at any time;
 * shapes work on both targets, and a `Pair` keeps the target with which it was made.
 *
 * A page whose content-security policy lacks `'wasm-unsafe-eval'` should call `setTarget('js')` first: the browser then reports no violation.
 * Otherwise the library tries WebAssembly, fails and falls back to JavaScript.
 * @example
 * ```ts
 * setTarget('js');
 * target(); // 'js'
 * ```
 */
export function setTarget(target: Target): void {
  if (target !== 'js' && target !== 'wasm') throw outOfRange('setTarget', 'target', target, "give 'js' or 'wasm'");
  requested = target;
  generation++;
}

/** The engines of one kernel, made on first use. */
export class Choice<Functions> {
  private active: Engine<Functions> | null = null;
  private javaScript: Engine<Functions> | null = null;
  private webAssembly: Engine<Functions> | null = null;
  /** The value of `generation` when `active` was chosen. */
  private activeGeneration = -1;
  private reasonText = '';

  constructor(
    private readonly createJavaScript: () => Engine<Functions>,
    private readonly createWebAssembly: () => Engine<Functions>,
  ) {}

  /** The engine for the next query. */
  engine(): Engine<Functions> {
    if (this.active && this.activeGeneration === generation) return this.active;
    this.active = this.choose();
    this.activeGeneration = generation;
    return this.active;
  }

  /** The reason for the choice of the engine, as text. */
  reason(): string {
    this.engine();
    return this.reasonText;
  }

  private choose(): Engine<Functions> {
    if (requested === 'js') {
      this.reasonText = "JavaScript was chosen with setTarget('js').";
    } else {
      try {
        this.webAssembly ??= this.createWebAssembly();
        this.reasonText = 'WebAssembly is the default and compiled.';
        return this.webAssembly;
      } catch (error) {
        this.reasonText = `WebAssembly could not be compiled (${error instanceof Error ? error.message : error}), so JavaScript is used.`;
      }
    }
    this.javaScript ??= this.createJavaScript();
    return this.javaScript;
  }
}
