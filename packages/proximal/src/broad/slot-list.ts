import { grown } from '../math/grown.ts';

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

  sort(): void {
    this.slots.subarray(0, this.count).sort();
  }
}
