// Commands with typed arguments: the types follow from the declared options.
import type { Argv, CommandModule } from 'yargs';
import { UsageError } from './outcome.ts';

/** The arguments that a function of options declares. */
export type ArgumentsOf<Options extends (yargs: Argv) => { parseSync(): unknown }> = ReturnType<
  ReturnType<Options>['parseSync']
>;

interface Command<Arguments> {
  /** The name, followed by the positional arguments. */
  readonly command: string;
  readonly describe: string;
  /** Declares arguments, options and examples. */
  readonly options: (yargs: Argv) => { parseSync(): Arguments };
  readonly handler: (args: Arguments) => void | Promise<void>;
}

/** Converts a command to the form of yargs, whose types cannot express that the handler receives the arguments that `options` declares. */
export function defineCommand<Arguments>({ options, handler, ...command }: Command<Arguments>): CommandModule {
  const checkedHandler = (args: Arguments): void | Promise<void> => {
    for (const [name, value] of Object.entries(args as object))
      if (Number.isNaN(value))
        throw new UsageError(`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} needs a number.`);
    return handler(args);
  };
  return { ...command, builder: options, handler: checkedHandler } as unknown as CommandModule;
}
