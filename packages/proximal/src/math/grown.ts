type Numbers = Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

/** A copy of the numbers with more capacity. */
export function grown<T extends Numbers>(numbers: T, length: number): T {
  const more = new (numbers.constructor as new (length: number) => T)(length);
  more.set(numbers);
  return more;
}
