// `npm run fuzz -- <name> [--count 1e6] [--seed 1] [--target both|js|wasm] [--only kindA,kindB] [--resume]`
// or `npm run fuzz -- <name> --case N [--seed 1]` or `--file problem.json`, to look at one case.
import { parseArgs } from 'node:util';
import type { Target } from 'proximal';
import { find, listOf, runCommand, UsageError, wholeNumber } from '../usage.ts';
import type { Fuzzer } from './fuzzer.ts';
import { fuzzers } from './registry.ts';
import { replayCase, replayFile } from './replay.ts';
import { run } from './run.ts';

await runCommand('fuzz', () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      count: { type: 'string', default: '1e6' },
      seed: { type: 'string', default: '1' },
      target: { type: 'string', default: 'both' },
      only: { type: 'string', default: '' },
      case: { type: 'string' },
      file: { type: 'string' },
      resume: { type: 'boolean', default: false },
    },
  });
  if (positionals.length === 0) {
    console.log(listOf('fuzz', fuzzers));
    return;
  }
  if (positionals.length > 1) throw new UsageError(`One fuzzer at a time, not '${positionals.join(' ')}'.`);
  const fuzzer = find('fuzz', fuzzers, positionals[0]);
  const targets = readTargets(values.target);
  const seed = wholeNumber('seed', values.seed, 0, 0xffffffff);
  const only = readKinds(fuzzer, values.only);
  if (values.case !== undefined) {
    replayCase(fuzzer, seed, wholeNumber('case', values.case, 0, Number.MAX_SAFE_INTEGER), targets);
    return;
  }
  if (values.file !== undefined) {
    replayFile(fuzzer, values.file, targets);
    return;
  }
  const count = wholeNumber('count', values.count, 1, 1e12);
  run(fuzzer, { count, seed, targets, only, resume: values.resume });
});

function readTargets(text: string): readonly Target[] {
  if (text === 'both') return ['js', 'wasm'];
  if (text === 'js' || text === 'wasm') return [text];
  throw new UsageError(`--target is '${text}'; give both, js or wasm.`);
}

function readKinds({ kinds }: Fuzzer, text: string): string[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const unknown = names.find((name) => !kinds.includes(name));
  if (unknown !== undefined) throw new UsageError(`--only names '${unknown}'; there are ${kinds.join(', ')}.`);
  return names;
}
