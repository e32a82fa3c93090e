/** A wrong command line: the message goes to the user, and the exit code is 2. */
export class UsageError extends Error {}

/** Something with a name that the command line can ask for. */
export interface Named {
  readonly name: string;
  readonly title: string;
}

/** The list that is printed when no name was given. */
export function listOf(command: string, entries: readonly Named[]): string {
  const width = Math.max(...entries.map(({ name }) => name.length));
  const lines = entries.map(({ name, title }) => `  npm run ${command} -- ${name.padEnd(width)}   ${title}`);
  return [`Choose one:`, ...lines].join('\n');
}

/** Finds the entry that the command line names, or says which there are. */
export function find<T extends Named>(command: string, entries: readonly T[], name: string): T {
  const found = entries.find((entry) => entry.name === name);
  if (!found) throw new UsageError(`There is no '${name}'. ${listOf(command, entries)}`);
  return found;
}

/** Runs a command; a wrong command line ends with its message and exit code 2. */
export async function runCommand(command: string, main: () => void | Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    const isUsage =
      error instanceof UsageError ||
      (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
    if (!isUsage) throw error;
    console.error(`${command}: ${error.message}`);
    process.exitCode = 2;
  }
}

/** A whole number from an option's text, 1e6 included. */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < least || value > most) {
    throw new UsageError(`--${option} is '${text}'; give a whole number from ${least} to ${most}.`);
  }
  return value;
}
