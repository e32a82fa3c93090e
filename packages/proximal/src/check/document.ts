// Shared by the readers of JSON documents: parsing, objects without unknown fields, and errors that name the path in the file.
import { fieldOf, wrongType } from './argument.ts';

/** Parses a string as JSON. Other values are returned unchanged. */
export function parseDocument(where: string, json: unknown): unknown {
  if (typeof json !== 'string') return json;
  try {
    return JSON.parse(json);
  } catch (error) {
    throw wrongType(where, 'json', json, `it is not JSON: ${(error as Error).message}`);
  }
}

/** Checks an object: it has only the known fields, or any fields if `known` is omitted. */
export function readObject(
  where: string,
  path: string,
  value: unknown,
  known?: readonly string[],
): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrongType(where, path, value, 'give an object');
  const unknown = known && Object.keys(value).find((name) => !known.includes(name));
  if (unknown === undefined) return value as Record<string, unknown>;
  throw wrongType(where, fieldOf(path, unknown), Reflect.get(value, unknown), `the fields are ${known?.join(', ')}`);
}

/**
 * Runs an action, and adds `where` and the path in the file to the message of its errors, unless the message starts with `where`. A `RangeError`
 * stays one; all other errors become a `TypeError`.
 */
export function within<Result>(where: string, path: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Error) || error.message.startsWith(where)) throw error;
    const message = `${where}: ${path}: ${error.message}`;
    throw error instanceof RangeError ? new RangeError(message) : new TypeError(message);
  }
}
