// The whole command line: commands, help, completion, error messages and exit codes.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { simulationScenes } from 'proximal/sim';
import yargs, { type Argv, type CommandModule } from 'yargs';
import { errorColors } from './colors.ts';
import { cluster, merge } from './commands/cluster.ts';
import { decompose } from './commands/decompose.ts';
import { hull } from './commands/hull.ts';
import { info } from './commands/info.ts';
import { plan } from './commands/plan.ts';
import { query } from './commands/query.ts';
import { bench, fuzz } from './commands/repository.ts';
import { simulate } from './commands/simulate.ts';
import { studio } from './commands/studio.ts';
import { standard } from './files.ts';
import { Failure, Interruption, UsageError } from './outcome.ts';
import { visible } from './visible.ts';
import { explain, nameOf } from './wording.ts';

/** The version of the library, which includes the command. */
const { version } = JSON.parse(readFileSync(fileURLToPath(import.meta.resolve('proximal/package.json')), 'utf8')) as {
  version: string;
};

/** In the order of the help. */
const commands: readonly CommandModule[] = [
  query,
  hull,
  decompose,
  info,
  simulate,
  plan,
  cluster,
  merge,
  bench,
  fuzz,
  studio,
];

function programOf(words: readonly string[]): Argv {
  return commands
    .reduce(
      (program, command) => program.command(command),
      yargs(words.map((word) => (word === '-' ? standard : word))),
    )
    .scriptName('proximal')
    .usage('$0 <command>\n\nConvex proximity and contact, with proven answers. Lengths are in meters.')
    .completion('completion', 'print a completion script for bash or zsh', complete)
    .demandCommand(1, 1, 'No command given')
    .recommendCommands()
    .strict()
    .parserConfiguration({ 'duplicate-arguments-array': false, 'strip-dashed': true })
    .version(version)
    .help()
    .alias({ help: 'h', version: 'v' })
    .wrap(widthOf(process.env['COLUMNS']) ?? Math.min(110, process.stdout.columns || 110))
    .exitProcess(false)
    .fail((message, error, parser) => {
      // The parser's own errors (YError) are usage errors.
      if (error && error.name !== 'YError') throw error;
      const { getDescriptions } = parser as Argv & { getDescriptions(): object };
      throw new UsageError(explain(message ?? error.message, words, commands, Object.keys(getDescriptions())));
    });
}

/** Completions: the parser's and the names of built-in simulations. If there are none, the shell completes file names. */
function complete(
  current: string,
  { _: words }: { readonly _: readonly (string | number)[] },
  parserCompletions: (callback: (error: Error | null, list: string[] | undefined) => void) => void,
  done: (list: string[]) => void,
): void {
  const scenes = words.includes('simulate') ? simulationScenes().map(({ name }) => name) : [];
  parserCompletions((_error, list) => done([...(list ?? []), ...scenes.filter((name) => name.startsWith(current))]));
}

/** Runs a command line and returns the exit code: 0 success (and `studio` ended by Ctrl-C), 1 failure, 2 wrong usage, 130 interrupted by Ctrl-C. */
export async function run(words: readonly string[]): Promise<number> {
  try {
    // An unknown command is reported before its arguments are checked.
    const isKnown =
      /^(-|completion$|$)/.test(words[0] ?? '') || commands.some(({ command }) => nameOf(command) === words[0]);
    await programOf(isKnown ? words : words.slice(0, 1)).parseAsync();
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return report(error, words);
  }
}

/** Prints the error, and returns the exit code. */
function report(error: unknown, words: readonly string[]): number {
  const { message, stack } = error as Error;
  const printError = (text: string | undefined): void =>
    console.error(visible(`${errorColors.red('proximal:')} ${text}`));
  if (error instanceof Interruption) return 130;
  if (error instanceof UsageError) {
    const isKnown = commands.some(({ command }) => nameOf(command) === words[0]);
    printError(`${message}\n${errorColors.dim(`Try: proximal ${isKnown ? `${words[0]} ` : ''}--help`)}`);
    return 2;
  }
  if (error instanceof Failure) printError(message);
  // An internal error: PROXIMAL_STACK shows the stack.
  else if (process.env['PROXIMAL_STACK']) printError(stack);
  else
    printError(
      `${message}\nThis should not happen; please report it. With PROXIMAL_STACK=1 in the environment, the command prints the stack trace.`,
    );
  return 1;
}

/** The width set in the environment. */
function widthOf(text: string | undefined): number | undefined {
  const width = Number(text);
  return Number.isInteger(width) && width >= 40 ? width : undefined;
}
