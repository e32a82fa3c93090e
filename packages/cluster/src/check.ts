// Errors about arguments and files: they name the function, the argument, its value and the remedy.

/** A value in a message, on one short line. */
function show(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** The error of a field or argument. */
export function invalid(where: string, path: string, value: unknown, remedy: string): TypeError {
  return new TypeError(`${where}: ${path} is ${show(value)}; ${remedy}`);
}

/** Plain data by name. */
export type Fields = Readonly<Record<string, unknown>>;

export function readObject(where: string, path: string, value: unknown): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw invalid(where, path, value, 'give an object');
}

/** Checks an object without unknown fields. */
export function readFields(where: string, path: string, value: unknown, known: readonly string[]): Fields {
  const fields = readObject(where, path, value);
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown === undefined) return fields;
  throw invalid(where, `${path}.${unknown}`, fields[unknown], `the fields are ${known.join(', ')}`);
}

export function readText(where: string, path: string, value: unknown, remedy = 'give a text'): string {
  if (typeof value === 'string' && value !== '') return value;
  throw invalid(where, path, value, remedy);
}

export function readInteger(where: string, path: string, value: unknown, minimum: number, maximum: number): number {
  if (Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum) return value as number;
  throw invalid(where, path, value, `give a whole number from ${minimum} to ${maximum}`);
}

export function readNumber(where: string, path: string, value: unknown, remedy = 'give a number'): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw invalid(where, path, value, remedy);
}

export function readList(where: string, path: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value) && value.length > 0) return value;
  throw invalid(where, path, value, 'give a list with at least one entry');
}

export function parseJSON(where: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new TypeError(`${where}: it is not JSON: ${(error as Error).message}`);
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
