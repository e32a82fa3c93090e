// `proximal bench` and `proximal fuzz`: programs of the repository, not of the package. Their arguments are passed on unchanged.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CommandModule } from 'yargs';
import { defineCommand } from '../command.ts';
import { Failure } from '../outcome.ts';

function forward(
  name: string,
  describe: string,
  program: string,
  examples: readonly (readonly [line: string, what: string])[],
): CommandModule {
  return defineCommand({
    command: `${name} [arguments..]`,
    describe: `${describe} (in a clone of the repository)`,
    options: (yargs) =>
      yargs
        .parserConfiguration({ 'unknown-options-as-args': true })
        .strict(false)
        .positional('arguments', { type: 'string', array: true, describe: 'arguments of the benchmark or fuzzer' })
        .example(examples.map(([line, what]) => [`$0 ${line}`, what] as [string, string])),
    handler: ({ arguments: given = [] }) => {
      const { status } = spawnSync(process.execPath, [programPath(program), ...given], { stdio: 'inherit' });
      process.exitCode = status ?? 1;
    },
  });
}

function programPath(program: string): string {
  try {
    return fileURLToPath(import.meta.resolve(`@proximal/bench/${program}`));
  } catch {
    throw new Failure('Benchmarks and fuzzers are not part of the package: run this in a clone of the repository.');
  }
}

export const bench = forward('bench', 'run a benchmark', 'dist/main.js', [
  ['bench list', 'the benchmarks; without arguments, all of them run'],
  ['bench problems plane 0 3 --out plane.json', 'a problem of a benchmark, as a file for proximal query'],
]);
export const fuzz = forward('fuzz', 'run a fuzzer', 'dist/fuzz/main.js', [
  ['fuzz', 'the fuzzers and their options'],
  ['fuzz distance --cases 200 --seed 7', 'random pairs; every failure becomes a problem file'],
]);
