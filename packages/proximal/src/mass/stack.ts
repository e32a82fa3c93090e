/** A growing stack of records of `size` numbers each. */
export class Stack {
  /** All records; replaced by a larger array when full. */
  data: Float64Array;
  count = 0;

  constructor(private readonly size: number) {
    this.data = new Float64Array(64 * size);
  }

  /** Reserves space for one record, which the caller fills, and returns its start index in `data`. */
  push(): number {
    const at = this.size * this.count;
    if (at + this.size > this.data.length) {
      const larger = new Float64Array(2 * this.data.length);
      larger.set(this.data);
      this.data = larger;
    }
    this.count++;
    return at;
  }

  /** Removes up to `limit` of the latest records and returns a copy of them. */
  removeLast(limit: number): Float64Array {
    const removed = Math.min(limit, this.count);
    this.count -= removed;
    return this.data.slice(this.size * this.count, this.size * (this.count + removed));
  }
}
