// Rewords the parser's messages about a wrong command line.
import type { CommandModule } from 'yargs';

/** The name in `query <a> [b]`. */
export function nameOf(command: CommandModule['command']): string {
  return String(command).split(' ')[0];
}

/** @param words the command line */
export function explain(message: string, words: readonly string[], commands: readonly CommandModule[]): string {
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
  if (unknown?.split(', ').some((each) => each !== '' && Number.isFinite(Number(each))))
    return `${message}. Separate numbers by commas, without spaces: --pose-b 1,0,0`;
  return message;
}
