// The command line as a whole: commands, help, completion, and how errors end.
import { readFileSync } from 'node:fs';
import yargs, { type Argv } from 'yargs';
import { errorColors } from './colors.ts';
import { decompose } from './commands/decompose.ts';
import { hull } from './commands/hull.ts';
import { info } from './commands/info.ts';
import { query } from './commands/query.ts';
import { simulate } from './commands/simulate.ts';
import { studio } from './commands/studio.ts';
import { bench, fuzz } from './commands/workshop.ts';
import { standard } from './files.ts';
import { Failure, Interruption, UsageError } from './outcome.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** All commands, in the order of the help. */
function programOf(words: readonly string[]): Argv {
  return yargs(words.map((word) => (word === '-' ? standard : word)))
    .scriptName('proximal')
    .usage('$0 <command>\n\nConvex proximity and contact, with answers that carry their proof. Lengths in metres.')
    .command(query)
    .command(hull)
    .command(decompose)
    .command(info)
    .command(simulate)
    .command(bench)
    .command(fuzz)
    .command(studio)
    .completion('completion', 'print a completion script for bash or zsh')
    .demandCommand(1, 1, 'Which command?')
    .recommendCommands()
    .strict()
    .parserConfiguration({ 'duplicate-arguments-array': false, 'strip-dashed': true })
    .version(version)
    .help()
    .alias({ help: 'h' })
    .wrap(widthOf(process.env['COLUMNS']) ?? Math.min(110, process.stdout.columns || 110))
    .exitProcess(false)
    .fail((message, error) => {
      throw error ?? new UsageError(message);
    });
}

/** Runs a command line and returns the exit code: 0 fine, 1 a check failed, 2 wrong usage, 130 ended by Ctrl-C. */
export async function run(words: readonly string[]): Promise<number> {
  try {
    await programOf(words).parseAsync();
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof Interruption) return 130;
    if (error instanceof UsageError || error instanceof Failure) {
      console.error(`${errorColors.red('proximal:')} ${error.message}`);
      if (error instanceof Failure) return 1;
      console.error(
        errorColors.dim(`Try: proximal ${words[0] && !words[0].startsWith('-') ? `${words[0]} ` : ''}--help`),
      );
      return 2;
    }
    throw error;
  }
}

/** A width that the user's environment asks for. */
function widthOf(text: string | undefined): number | undefined {
  const width = Number(text);
  return Number.isInteger(width) && width >= 40 ? width : undefined;
}
