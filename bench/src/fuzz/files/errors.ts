// Which errors are documented.
import { FileError } from 'proximal/io';
import { Broken } from './format.ts';

/** `where: argument is value; remedy`, as every check of an argument says it; the engine's own messages have no function before a colon. */
const ofArguments = /^(new )?[A-Za-z][\w.[\]]*(\(\))?: /;
/** What the engine says itself, even within a message of ours. */
const ofEngine =
  /Cannot (read|set|convert|destructure|mix|access|add|delete)|is not (a function|iterable|a constructor|extensible)|Reduce of empty/;
/** The same where memory or stack end. */
const ofExhaustion =
  /Invalid (array|string|typed array|array buffer|count) |call stack|out of bounds|[aA]llocation failed|memory access|unreachable/;

/**
 * What readers throw: those of meshes and robots a FileError, those of documents a TypeError or RangeError about an argument. A snapshot is
 * no file that people write: what its reader stumbles over is within a RangeError that says so.
 */
export type ErrorKind = 'file' | 'argument' | 'snapshot';

/** What the last refusal said, for documents that should have been read. */
export const refusal = { message: '' };

/**
 * What a reader makes, or null if it refuses it with a documented error.
 * @param name what the message begins with: the file, or the function
 */
export async function refuses<T>(kind: ErrorKind, name: string, read: () => T | Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    checkError(kind, name, error);
    refusal.message = (error as Error).message;
    return null;
  }
}

/** What a function makes of something that was read, or null if it refuses its arguments. */
export function attempt<T>(use: () => T): T | null {
  try {
    return use();
  } catch (error) {
    checkError('argument', '', error);
    return null;
  }
}

export function checkError(kind: ErrorKind, name: string, error: unknown): void {
  if (!(error instanceof Error)) throw new Broken('error', `no Error was thrown, but ${String(error)}`);
  const { message, cause } = error;
  const isOfKind = kind === 'file' ? error instanceof FileError : isOfArguments(error);
  if (!isOfKind) throw new Broken('error', `an undocumented error: ${error.stack ?? message}`);
  if (!message.startsWith(name) && !(kind === 'file' && error instanceof FileError && error.file !== ''))
    throw new Broken('message', `the message does not begin with ${name}: ${message}`);
  if (ofExhaustion.test(message) || (kind !== 'snapshot' && ofEngine.test(message)))
    throw new Broken('engine', `the engine's own words: ${error.stack} ${String((cause as Error)?.stack)}`);
  if (cause instanceof Error && kind === 'file' && !(cause instanceof FileError) && !isOfArguments(cause))
    throw new Broken('cause', `caused by an undocumented error: ${cause.stack}`);
  if (message.length > 4000)
    throw new Broken('message', `a message of ${message.length} characters: ${message.slice(0, 200)}`);
}

function isOfArguments(error: Error): boolean {
  return (error instanceof TypeError || error instanceof RangeError) && ofArguments.test(error.message);
}
