/** The processor time that one input may take, in seconds: one, and one more per 250 kB. */
export function mostSeconds(size: number): number {
  return 1 + size / 250e3;
}

/** The memory that one input may take, in bytes. */
export function mostMemory(size: number): number {
  return 256 * 2 ** 20 + 20 * size;
}

/** Above half of the time limit an input is measured again. */
export function isSlow(seconds: number, size: number): boolean {
  return seconds > mostSeconds(size) / 2;
}

/** The same of memory. */
export function isLarge(memory: number, size: number): boolean {
  return memory > mostMemory(size) / 2;
}
