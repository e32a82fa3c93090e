/** Up to this many numbers, a loop takes less time than a view and `set`. */
const few = 256;

/** Copies the first `count` numbers. */
export function copyNumbers<T extends Float64Array | Int32Array>(from: T, to: T, count: number): void {
  if (count > few) to.set(from.subarray(0, count));
  else for (let k = 0; k < count; k++) to[k] = from[k];
}
