// Rewords the parser's messages about a wrong command line.
import type { CommandModule } from 'yargs';

/** The name in `query <a> [b]`. */
export function nameOf(command: CommandModule['command']): string {
  return String(command).split(' ')[0];
}

/**
 * @param words the command line
 * @param options the names of the command's options
 */
export function explain(
  message: string,
  words: readonly string[],
  commands: readonly CommandModule[],
  options: readonly string[],
): string {
  const [name] = words;
  const command = commands.find((each) => nameOf(each.command) === name)?.command;
  if (command === undefined && /^Unknown argument/.test(message))
    return `There is no command ${name}; there are ${commands.map((each) => nameOf(each.command)).join(', ')}.`;
  if (command !== undefined && /^Not enough non-option/.test(message)) return `Missing argument: proximal ${command}`;
  const [, option, given, choices] = /Argument: (\S+), Given: (.*), Choices: (.*)/.exec(message) ?? [];
  if (option !== undefined)
    return `--${option} is ${given.replaceAll('"', "'")}; give one of ${choices.replaceAll('"', '')}.`;
  const [, missing] = /^Not enough arguments following: (\S+)/.exec(message) ?? [];
  if (missing !== undefined) return `--${missing.replace(/^-+/, '')} needs a value.`;
  const [, unknown] = /^Unknown arguments?: (.*)$/.exec(message) ?? [];
  if (unknown === undefined) return message;
  if (unknown.split(', ').some((each) => each !== '' && Number.isFinite(Number(each))))
    return `${message}. Separate numbers by commas, without spaces: --pose-b 1,0,0`;
  // The parser names unknown options in camel case.
  const wrongOption = words.map((word) => word.split('=')[0]).find((word) => unknown.split(', ').includes(keyOf(word)));
  return wrongOption === undefined ? message : `There is no option ${wrongOption}${suggestion(wrongOption, options)}`;
}

/** The key of an option in the parsed arguments: `poseB` for `--pose-b`. */
function keyOf(option: string): string {
  return option.replace(/^-+/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** `; did you mean --pose-b?`, if an option of the command is similar. */
function suggestion(option: string, options: readonly string[]): string {
  const similar = options
    .map((name) => ({ name, distance: editDistance(option.replace(/^-+/, ''), name) }))
    .filter(({ name, distance }) => distance <= Math.max(1, name.length / 3))
    .sort((a, b) => a.distance - b.distance);
  return similar.length === 0 ? '.' : `; did you mean --${similar[0].name}?`;
}

/** The smallest number of letters to insert, remove or replace (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, k) => k);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (let k = 0; k < to.length; k++)
      next.push(Math.min(row[k] + (letter === to[k] ? 0 : 1), row[k + 1] + 1, next[k] + 1));
    row = next;
  }
  return row[to.length];
}
