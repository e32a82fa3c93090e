import { grown } from '../math/grown.ts';

/** Longer lists are sorted by the engine's own sort. */
const longestInserted = 32;

function ascending(a: number, b: number): number {
  return a - b;
}

/** A growing list of slots, or of other indices. */
export class SlotList {
  slots: Int32Array;
  count = 0;

  constructor(capacity = 64) {
    this.slots = new Int32Array(capacity);
  }

  push(slot: number): void {
    if (this.count === this.slots.length) this.reserve(2 * this.count);
    this.slots[this.count++] = slot;
  }

  /** Grows the list to a capacity. */
  reserve(capacity: number): void {
    if (capacity > this.slots.length) this.slots = grown(this.slots as Int32Array<ArrayBuffer>, capacity);
  }

  clear(): void {
    this.count = 0;
  }

  /** Sets the list to the integers from 0 to `count` − 1. */
  fill(count: number): void {
    this.clear();
    for (let k = 0; k < count; k++) this.push(k);
  }

  /** Sorts the list; equal slots keep their order. @param compare returns an integer: V8 would allocate an object for any other number */
  sort(compare: (a: number, b: number) => number = ascending): void {
    const { slots, count } = this;
    // A view allocates memory, so short lists are sorted by insertion.
    if (count > longestInserted) slots.subarray(0, count).sort(compare === ascending ? undefined : compare);
    else
      for (let k = 1; k < count; k++) {
        const slot = slots[k];
        let to = k;
        for (; to > 0 && compare(slots[to - 1], slot) > 0; to--) slots[to] = slots[to - 1];
        slots[to] = slot;
      }
  }
}
