// Lists of integers in the kernel's memory. Addresses count numbers of 8 bytes; a list of integers is indexed in numbers of 4 bytes.

/** The index among integers of the address `at`. */
export function integerIndex(at: number): number {
  return 2 * at;
}

/** A view of `count` integers from the address `at`. */
export function integersAt(i32: Int32Array, at: number, count: number): Int32Array {
  return i32.subarray(integerIndex(at), integerIndex(at) + count);
}
