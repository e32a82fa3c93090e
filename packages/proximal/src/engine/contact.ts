// The kernel of contacts: its functions, its module and its engines.
import * as kernel from '../../kernel/contact/exports.ts';
import { Choice } from './choice.ts';
import { base64 } from './embedded/contact.ts';
import { Engine } from './engine.ts';
import { instantiate } from './instantiate.ts';
import { sharedWorkbench } from './javascript-memory.ts';

/** The function table of contacts, the same on both targets; `room` is the address of a header: see kernel/contact/layout.ts. */
export interface ContactKernel {
  /** Returns the number of three new rows. */
  addTriple(room: number): number;
  /** Returns where a block begins that a member has now. */
  openBlock(room: number, block: number, member: number): number;
  contactRows(room: number, count: number): void;
  respondBlock(room: number, block: number): void;
  multiplyRows(room: number): void;
  /** Returns a status. */
  solveIsland(room: number, from: number, to: number): number;
}

export type ContactEngine = Engine<ContactKernel>;

export const contact = /* @__PURE__ */ new Choice<ContactKernel>(
  // A copy, as for the kernel of space: bundlers make getters of a module's names.
  () => new Engine('js', { ...kernel }, sharedWorkbench()),
  () => instantiate<ContactKernel>(base64),
);
