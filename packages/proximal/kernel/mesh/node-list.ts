// The stack of a search in a tree, and the list of nodes that it leaves out, from which a second search continues.
import { ldi, st, sti } from '../port/memory.ts';

/** Numbers of the stack: two for each node of two branches down to the deepest leaf. */
export const STACK: i32 = 300;
/** The most nodes that the second search takes over from the first; if there are more, it begins at the root. */
const MOST_LISTED: i32 = 400;

/** Pushes a node with its bound. Returns the new depth of the stack. */
// @inline
export function push(stack: i32, depth: i32, bound: f64, node: i32): i32 {
  st(stack + 2 * depth, bound);
  sti(2 * (stack + 2 * depth) + 2, node);
  return depth + 1;
}

/** Adds a node with its bound to the list at `list`, whose length becomes −1 if it is full. */
export function defer(list: i32, bound: f64, node: i32): void {
  const count: i32 = ldi(2 * list);
  if (count < 0) return;
  if (count < MOST_LISTED) push(list + 1, count, bound, node);
  sti(2 * list, count < MOST_LISTED ? count + 1 : -1);
}
