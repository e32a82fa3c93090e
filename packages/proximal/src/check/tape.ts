// A sequence of numbers and other values, which are written and then read in the same order. Its arrays are reused.

export class Tape {
  /** The numbers; the first `length` are valid. */
  numbers: Float64Array<ArrayBuffer> = new Float64Array(64);
  /** The memory of `numbers` as floats and as words: two for each number. */
  floats: Float32Array<ArrayBuffer> = new Float32Array(this.numbers.buffer);
  words: Uint32Array<ArrayBuffer> = new Uint32Array(this.numbers.buffer);
  length = 0;
  /** The other values; the first `valueCount` are valid. */
  private readonly values: unknown[] = [];
  private valueCount = 0;
  /** The indices of the number and of the value that are read next. */
  private nextNumber = 0;
  private nextValue = 0;

  /** Removes all numbers and values. */
  clear(): void {
    this.length = 0;
    this.valueCount = 0;
  }

  put(number: number): void {
    if (this.length === this.numbers.length) this.grow(1);
    this.numbers[this.length++] = number;
  }

  putAll(from: ArrayLike<number>, count = from.length): void {
    const first = this.reserve(count);
    const { numbers } = this;
    for (let k = 0; k < count; k++) numbers[first + k] = from[k];
  }

  /** Appends numbers that the caller writes. @returns the index of the first */
  reserve(count: number): number {
    if (this.length + count > this.numbers.length) this.grow(count);
    const from = this.length;
    this.length += count;
    return from;
  }

  putValue(value: unknown): void {
    this.values[this.valueCount++] = value;
  }

  /** Starts to read from the beginning. */
  rewind(): void {
    this.nextNumber = 0;
    this.nextValue = 0;
  }

  take(): number {
    return this.numbers[this.nextNumber++];
  }

  takeAll(to: Float64Array | number[], count = to.length): void {
    const { numbers, nextNumber } = this;
    for (let k = 0; k < count; k++) to[k] = numbers[nextNumber + k];
    this.nextNumber = nextNumber + count;
  }

  /** Passes over numbers that the caller reads. @returns the index of the first */
  skip(count: number): number {
    const from = this.nextNumber;
    this.nextNumber += count;
    return from;
  }

  /** A view of the next numbers, valid until the tape is written again. */
  view(count: number): Float64Array {
    const from = this.skip(count);
    return this.numbers.subarray(from, from + count);
  }

  takeValue(): unknown {
    return this.values[this.nextValue++];
  }

  private grow(count: number): void {
    const larger = new Float64Array(2 * (this.length + count));
    larger.set(this.numbers.subarray(0, this.length));
    this.numbers = larger;
    this.floats = new Float32Array(larger.buffer);
    this.words = new Uint32Array(larger.buffer);
  }
}
