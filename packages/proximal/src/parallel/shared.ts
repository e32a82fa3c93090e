// Typed arrays in shared memory.
import { sharesMemory } from './platform.ts';

type List = Float64Array | Int32Array | Uint32Array | Uint8Array;
type ListType<T extends List> = { readonly BYTES_PER_ELEMENT: number; new (buffer: SharedArrayBuffer | number): T };

/** A new array, in shared memory where that is possible. */
export function sharedArray<T extends List>(Type: new (length: number) => T, length: number): T {
  if (!sharesMemory()) return new Type(length);
  const Shared = Type as unknown as ListType<T>;
  return new Shared(new SharedArrayBuffer(length * Shared.BYTES_PER_ELEMENT));
}

/** The array itself if its memory is shared or cannot be; otherwise a new shared one of the same type and length. */
export function sharedLike<T extends List>(list: T): T {
  if (!sharesMemory() || list.buffer instanceof SharedArrayBuffer) return list;
  return sharedArray(list.constructor as new (length: number) => T, list.length);
}

/** The same numbers in shared memory; the array itself if its memory is shared. */
export function sharedCopy<T extends List>(list: T): T {
  const copy = sharedLike(list);
  if (copy !== list) copy.set(list);
  return copy;
}
