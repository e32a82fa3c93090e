// The command line: names, options and usage errors.

/** A wrong command line. The message is printed and the exit code is 2. */
export class UsageError extends Error {}

/** Something that the command line can name. */
export interface Named {
  readonly name: string;
  readonly title: string;
}

export interface Command extends Named {
  /** @param args the command line after the name */
  readonly run: (args: readonly string[]) => void | Promise<void>;
}

/** The list of all names. */
export function listOf(command: string, entries: readonly Named[]): string {
  const width = Math.max(...entries.map(({ name }) => name.length));
  const lines = entries.map(({ name, title }) => `  npm run ${command} -- ${name.padEnd(width)}   ${title}`);
  return [`Choose one:`, ...lines].join('\n');
}

/** The entry with a name. Unknown names are an error that lists the known ones. */
export function find<T extends Named>(command: string, entries: readonly T[], name: string): T {
  const found = entries.find((entry) => entry.name === name);
  if (!found) throw new UsageError(`There is no '${name}'. ${listOf(command, entries)}`);
  return found;
}

/** Runs a command and turns usage errors into messages. */
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

/** An integer from the text of an option. 1e6 is allowed. */
export function wholeNumber(option: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < min || value > max) {
    throw new UsageError(`--${option} is '${text}'; give a whole number from ${min} to ${max}.`);
  }
  return value;
}
