/**
 * Whether two answers have the same bits in every number. Zeros keep their signs; all NaN are equal, since their payload depends on the
 * platform.
 */
export function sameBits(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  if (ArrayBuffer.isView(a) && ArrayBuffer.isView(b)) return sameNumbers(a as Float64Array, b as Float64Array);
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => sameBits(a[key as keyof typeof a], b[key as keyof typeof b]));
}

function sameNumbers(a: Float64Array, b: Float64Array): boolean {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (!Object.is(a[k], b[k])) return false;
  return true;
}
