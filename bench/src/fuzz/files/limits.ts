/** The CPU time that one input may take, in seconds: one, and one more per 250 kB. */
export function secondsLimit(size: number): number {
  return 1 + size / 250e3;
}

/** The memory that one input may take, in bytes: 256 MiB, and 20 times its size. */
export function memoryLimit(size: number): number {
  return 256 * 2 ** 20 + 20 * size;
}

/** Whether an input took more than half of the time limit, and is measured again. */
export function isSlow(seconds: number, size: number): boolean {
  return seconds > secondsLimit(size) / 2;
}

/** Whether an input took more than half of the memory limit, and is measured again. */
export function isLarge(memory: number, size: number): boolean {
  return memory > memoryLimit(size) / 2;
}
