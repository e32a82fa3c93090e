// The contact kernel: its functions, its module and its engines.
import * as kernel from '../../kernel/contact/exports.ts';
import { Choice } from './choice.ts';
import { base64 } from './embedded/contact.ts';
import { Engine } from './engine.ts';
import { instantiate } from './instantiate.ts';
import { sharedMemory } from './javascript-memory.ts';

/**
 * The function table of the contact kernel, the same on both targets; `workspace` is the address of its header: see
 * kernel/contact/layout.ts.
 */
export interface ContactKernel {
  /** out += factor A B of matrices by rows: see kernel/port/products.ts. */
  addProduct(
    a: number,
    strideA: number,
    b: number,
    strideB: number,
    out: number,
    strideOut: number,
    rows: number,
    inner: number,
    columns: number,
    factor: number,
  ): void;
  /** Adds three rows and returns the number of their triple. */
  addTriple(workspace: number): number;
  /** Returns the index of the member's new block. */
  openBlock(workspace: number, block: number, member: number): number;
  contactRows(workspace: number, count: number): void;
  respondTriples(workspace: number, from: number, to: number): void;
  multiplyRows(workspace: number): void;
  /** Writes the velocities σ = J v⁺ + R λ − c* of the triples without impulses that are at `from` to `to` − 1 of the order. */
  idleVelocities(workspace: number, from: number, to: number): void;
  /** Returns a status. */
  solveIsland(workspace: number, from: number, to: number): number;
}

export type ContactEngine = Engine<ContactKernel>;

export const contact = /* @__PURE__ */ new Choice<ContactKernel>(
  // Copied, because bundlers turn a module's names into getters.
  () => new Engine('js', { ...kernel }, sharedMemory()),
  () => instantiate<ContactKernel>(base64),
);
