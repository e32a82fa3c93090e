// Exit codes: 0 success, 1 a failed check, search or run or a bad file, 2 a wrong command line, 130 after Ctrl-C.
import { FileError } from 'proximal/io';

/** A wrong command line: the message goes to the user, and the exit code is 2. */
export class UsageError extends Error {}

/** A file that cannot be read or written, or a check, a search or a run that failed: exit code 1. */
export class Failure extends Error {}

/** Ctrl-C, after the current file was finished: exit code 130, as in shells. */
export class Interruption extends Error {}

/** A message of the library without the name of the function, which the user did not call. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Messages about files begin with the file's name, which is kept.
  if (error instanceof FileError) return error.message;
  return error.message.replace(/^([A-Z]\w*\.)?\w+: /, '');
}

/** Like `messageOf`, for options from the command line instead of a file. */
export function optionMessageOf(error: unknown): string {
  return messageOf(error).replace(/^options\./, '');
}

/** Turns the library's errors about options and shapes into usage errors. */
export function checked<Result>(action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) throw new UsageError(optionMessageOf(error));
    throw error;
  }
}
