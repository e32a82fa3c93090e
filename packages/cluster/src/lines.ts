// JSON on one line with all digits, the signs of zeros, and NaN and infinities as texts.

/** The text of plain data; typed arrays become lists. */
export function lineOf(value: unknown): string {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : numberText(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if ('toJSON' in value && typeof value.toJSON === 'function') return lineOf(value.toJSON());
  if (ArrayBuffer.isView(value)) return lineOf(Array.from(value as unknown as ArrayLike<number>));
  if (Array.isArray(value)) return `[${value.map(lineOf).join(',')}]`;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${lineOf(field)}`).join(',')}}`;
}

function numberText(value: number): string {
  return Number.isFinite(value) ? String(value) : `"${value}"`;
}

const encoder = new TextEncoder();

export function encodeLine(value: unknown): Uint8Array {
  return encoder.encode(`${lineOf(value)}\n`);
}

/** One array with the bytes of all parts. */
export function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
