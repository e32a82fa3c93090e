// Typed arrays in shared memory.
import { sharesMemory } from './platform.ts';

type List = Float64Array | Int32Array | Uint32Array | Uint8Array;

/** The array itself if its memory is shared or cannot be; otherwise a new shared one of the same type and length. */
export function sharedLike<T extends List>(list: T): T {
  if (!sharesMemory() || list.buffer instanceof SharedArrayBuffer) return list;
  const Type = list.constructor as new (buffer: SharedArrayBuffer) => T;
  return new Type(new SharedArrayBuffer(list.byteLength));
}

/** The same numbers in shared memory; the array itself if its memory is shared. */
export function sharedCopy<T extends List>(list: T): T {
  const copy = sharedLike(list);
  if (copy !== list) copy.set(list);
  return copy;
}
