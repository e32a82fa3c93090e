// How a command ends: 0 all is well, 1 a check failed or a file was bad, 2 the command line was wrong.

/** A wrong command line: the message goes to the user, and the exit code is 2. */
export class UsageError extends Error {}

/** A file that cannot be read or written, or a check that failed: exit code 1. */
export class Failure extends Error {}

/** What the library says about arguments, without the name of a function that the user did not call. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message.replace(/^\w+: /, '');
}
