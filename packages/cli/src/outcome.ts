// How a command ends: 0 all is well, 1 a check failed or a file was bad, 2 the command line was wrong, 130 after Ctrl-C.
import { FileError } from 'proximal/io';

/** A wrong command line: the message goes to the user, and the exit code is 2. */
export class UsageError extends Error {}

/** A file that cannot be read or written, or a check that failed: exit code 1. */
export class Failure extends Error {}

/** Ctrl-C, after the file under way was finished: exit code 130, as shells have it. */
export class Interruption extends Error {}

/** What the library says about arguments, without the name of a function that the user did not call. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Those about files begin with the file's name.
  if (error instanceof FileError) return error.message;
  return error.message.replace(/^([A-Z]\w*\.)?\w+: /, '').replace(/^options\./, '');
}

/** The library's own words about wrong options and shapes are the user's mistakes here. */
export function checked<Result>(action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) throw new UsageError(messageOf(error));
    throw error;
  }
}
