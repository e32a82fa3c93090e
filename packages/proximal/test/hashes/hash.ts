import { createHash } from 'node:crypto';

/**
 * 64 bits of SHA-256 over all numbers, strings, Booleans and nulls of an answer, in their order. Names of fields are left out, so that renaming a
 * field keeps the hash. Zeros keep their signs; all NaN are equal, because their payload depends on the platform.
 */
export function hashOf(answer: unknown): string {
  const numbers: number[] = [];
  collect(answer, numbers);
  const values = Float64Array.from(numbers);
  const words = new Uint32Array(values.buffer);
  // A JavaScript engine may use any bit pattern for NaN, and another one in optimized code.
  values.forEach((value, k) => {
    if (Number.isNaN(value)) words.fill(0x7ff80000, 2 * k, 2 * k + 2);
  });
  return createHash('sha256').update(new Uint8Array(values.buffer)).digest('hex').slice(0, 16);
}

function collect(value: unknown, into: number[]): void {
  if (typeof value === 'number') into.push(value);
  else if (typeof value === 'string') for (const letter of value) into.push(letter.charCodeAt(0));
  else if (typeof value === 'boolean') into.push(value ? 1 : 0);
  else if (value === null || value === undefined) into.push(-1);
  else if (ArrayBuffer.isView(value)) for (const x of value as Float64Array) collect(x, into);
  else for (const part of Object.values(value)) collect(part, into);
}
