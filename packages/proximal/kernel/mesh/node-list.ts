// The stack of a search in a tree, and the list of nodes that it leaves out, from which a second search continues.
import { ld, ldi, st, sti } from '../port/memory.ts';

/** The size of the stack, in numbers: two for each of two nodes on every level of the tree. */
export const STACK: i32 = 300;
/** The largest number of nodes that the second search takes from the list of the first. If there are more, it begins at the root. */
const MOST_LISTED: i32 = 400;

/** Pushes a node with its bound. Returns the new depth of the stack. */
// @inline
export function push(stack: i32, depth: i32, bound: f64, node: i32): i32 {
  st(stack + 2 * depth, bound);
  sti(2 * (stack + 2 * depth) + 2, node);
  return depth + 1;
}

/** Pushes two nodes with their bounds, the one with the lesser bound last. Returns the new depth of the stack. */
// @inline
export function pushNearerLast(stack: i32, depth: i32, atLeft: f64, left: i32, atRight: f64, right: i32): i32 {
  if (atLeft <= atRight) return push(stack, push(stack, depth, atRight, right), atLeft, left);
  return push(stack, push(stack, depth, atLeft, left), atRight, right);
}

/** Empties the list at `list`. */
// @inline
export function clearList(list: i32): void {
  sti(2 * list, 0);
}

/** Marks the list at `list` as incomplete. */
// @inline
export function endList(list: i32): void {
  sti(2 * list, -1);
}

/** Makes the list at `list` a stack at `list` + 1 of the nodes whose bounds are at most `limit`. Returns its depth, −1 if the list is incomplete. */
export function stackOf(list: i32, limit: f64): i32 {
  const listed: i32 = ldi(2 * list);
  if (listed < 0) return -1;
  let depth: i32 = 0;
  for (let k: i32 = 0; k < listed; k += 1) {
    const entry: i32 = list + 1 + 2 * k;
    if (ld(entry) <= limit) depth = push(list + 1, depth, ld(entry), ldi(2 * entry + 2));
  }
  return depth;
}

/** Adds a node with its bound to the list at `list`, whose length becomes −1 if it is full. */
export function defer(list: i32, bound: f64, node: i32): void {
  const count: i32 = ldi(2 * list);
  if (count < 0) return;
  if (count < MOST_LISTED) push(list + 1, count, bound, node);
  if (count < MOST_LISTED) sti(2 * list, count + 1);
  else endList(list);
}
