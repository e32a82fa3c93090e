// The stack of a search in a tree, and the list from which a second search continues: the nodes that the first search left out and the
// leaves that it visited.
import * as SearchEntry from './blocks/search-entry.ts';
import * as SearchList from './blocks/search-list.ts';
import * as SearchStack from './blocks/search-stack.ts';

/** Pushes a node with its bound. Returns the new depth of the stack. */
// @inline
export function push(stack: i32, depth: i32, bound: f64, node: i32): i32 {
  const entry: i32 = SearchStack.entries(stack, depth);
  SearchEntry.setBound(entry, bound);
  SearchEntry.setNode(entry, node);
  return depth + 1;
}

/** Pushes two nodes with their bounds, the node with the smaller bound last, so that it is visited first. Returns the new depth of the stack. */
// @inline
export function pushNearerLast(stack: i32, depth: i32, atLeft: f64, left: i32, atRight: f64, right: i32): i32 {
  if (atLeft <= atRight) return push(stack, push(stack, depth, atRight, right), atLeft, left);
  return push(stack, push(stack, depth, atLeft, left), atRight, right);
}

/** Empties the list. */
// @inline
export function clearList(list: i32): void {
  SearchList.setCount(list, 0);
}

/** Marks the list as incomplete. */
// @inline
export function markIncomplete(list: i32): void {
  SearchList.setCount(list, -1);
}

/** Turns the list into a stack of the entries whose bounds are at most `limit`. Returns the depth of the stack, −1 if the list is incomplete. */
export function stackOf(list: i32, limit: f64): i32 {
  const listed: i32 = SearchList.count(list);
  if (listed < 0) return -1;
  const stack: i32 = list + SearchList.ENTRIES;
  let depth: i32 = 0;
  for (let k: i32 = 0; k < listed; k += 1) {
    const entry: i32 = SearchStack.entries(stack, k);
    const bound: f64 = SearchEntry.bound(entry);
    if (bound <= limit) depth = push(stack, depth, bound, SearchEntry.node(entry));
  }
  return depth;
}

/** Adds a node with its bound to the list. A full list becomes incomplete. */
export function defer(list: i32, bound: f64, node: i32): void {
  const count: i32 = SearchList.count(list);
  if (count < 0) return;
  if (count < SearchList.ENTRIES_COUNT) push(list + SearchList.ENTRIES, count, bound, node);
  if (count < SearchList.ENTRIES_COUNT) SearchList.setCount(list, count + 1);
  else markIncomplete(list);
}
