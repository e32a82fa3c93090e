/** What one input may take, in seconds of the processor. */
export const mostSeconds = 1;

/** What one input may take of memory, in bytes. */
export function mostMemory(size: number): number {
  return 256 * 2 ** 20 + 20 * size;
}
