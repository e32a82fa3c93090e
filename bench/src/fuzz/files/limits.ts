/** What one input may take, in seconds of the processor: one, and one more for each 250 kB. */
export function mostSeconds(size: number): number {
  return 1 + size / 250e3;
}

/** What one input may take of memory, in bytes. */
export function mostMemory(size: number): number {
  return 256 * 2 ** 20 + 20 * size;
}

/** Half of what is allowed is worth a closer look. */
export function isSlow(seconds: number, size: number): boolean {
  return seconds > mostSeconds(size) / 2;
}

/** The same of memory. */
export function isLarge(memory: number, size: number): boolean {
  return memory > mostMemory(size) / 2;
}
