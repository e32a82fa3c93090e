// Checks that readers and functions throw only documented errors.
import { FileError } from 'proximal/io';
import { FuzzFailure } from './format.ts';

/**
 * `where: argument is value; remedy`, the form of argument errors; messages of the JavaScript engine do not begin with a function and a
 * colon.
 */
const ofArguments = /^(new )?[A-Za-z][\w.[\]]*(\(\))?: /;
/** Messages of the JavaScript engine, also within ours. */
const ofEngine =
  /Cannot (read|set|convert|destructure|mix|access|add|delete)|is not (a function|iterable|a constructor|extensible)|Reduce of empty/;
/** Messages of the JavaScript engine about exhausted memory or stack. */
const ofExhaustion =
  /Invalid (array|string|typed array|array buffer|count) |call stack|out of bounds|[aA]llocation failed|memory access|unreachable/;

/**
 * Readers of meshes and robots throw a FileError, readers of documents a TypeError or RangeError about an argument, readers of snapshots a
 * RangeError that contains the error of the content.
 */
export type ErrorKind = 'file' | 'argument' | 'snapshot';

/** The message of the last refusal, for reports about valid documents that were refused. */
export const lastRefusal = { message: '' };

/**
 * The result of a reader, or null if it refuses its input with a documented error.
 * @param name the beginning of the message: the file or the function
 */
export async function tryRead<T>(kind: ErrorKind, name: string, read: () => T | Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    checkError(kind, name, error);
    lastRefusal.message = (error as Error).message;
    return null;
  }
}

/** The result of a function on data that was read, or null if it refuses its arguments. */
export function tryUse<T>(use: () => T): T | null {
  try {
    return use();
  } catch (error) {
    checkError('argument', '', error);
    return null;
  }
}

export function checkError(kind: ErrorKind, name: string, error: unknown): void {
  if (!(error instanceof Error)) throw new FuzzFailure('error', `no Error was thrown, but ${String(error)}`);
  const { message, cause } = error;
  const isOfKind = kind === 'file' ? error instanceof FileError : isOfArguments(error);
  if (!isOfKind) throw new FuzzFailure('error', `an undocumented error: ${error.stack ?? message}`);
  if (!message.startsWith(name) && !(kind === 'file' && error instanceof FileError && error.file !== ''))
    throw new FuzzFailure('message', `the message does not begin with ${name}: ${message}`);
  if (ofExhaustion.test(message) || (kind !== 'snapshot' && ofEngine.test(message)))
    throw new FuzzFailure(
      'engine',
      `a message of the JavaScript engine: ${error.stack} ${String((cause as Error)?.stack)}`,
    );
  if (cause instanceof Error && kind === 'file' && !(cause instanceof FileError) && !isOfArguments(cause))
    throw new FuzzFailure('cause', `caused by an undocumented error: ${cause.stack}`);
  if (message.length > 4000)
    throw new FuzzFailure('message', `a message of ${message.length} characters: ${message.slice(0, 200)}`);
}

function isOfArguments(error: Error): boolean {
  return (error instanceof TypeError || error instanceof RangeError) && ofArguments.test(error.message);
}
