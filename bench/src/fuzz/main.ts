// `npm run fuzz -- <name>` with options: see the usage text.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { Target } from 'proximal';
import { readShardOption } from '../harness/shard.ts';
import { find, listOf, runCommand, UsageError, wholeNumber } from '../harness/usage.ts';
import { filesFuzzer, fuzzFiles, replayInput } from './files.ts';
import type { Fuzzer } from './fuzzer.ts';
import { fuzzers } from './registry.ts';
import { replayCase, replayFile } from './replay.ts';
import { run } from './run.ts';
import { tolerable } from './tolerate.ts';

const usage = `
Options:
  --count 1e6       the number of queries (the default), each on every target
  --cases 1e5       instead: the number of cases: a pair of shapes with several queries, a simulation whose steps count as queries, or
                    a quadratic program, which counts as one query
  --seed 1          a seed and a case number determine the case
  --target both     or js, or wasm
  --only box,cone   only these kinds of shape; runs for plane, laws for laws, classes for qp; not for worlds
  --tolerate ${tolerable.join()}
                    cases with only these findings are written, but fail the run only if there are many
  --shard 2/4       every fourth case from the second on, and a quarter of the amount: four such runs check the cases of one
  --resume          continues a stopped run with the same seed, --only, --target and --shard
  --case 123        one case of the seed, with its answers and the simplest case found with each of its failures
  --file x.json     the same for a problem file (for sim, a simulation file), written by a fuzzer or otherwise: see docs/problems.md;
                    laws, worlds and qp only read files that they wrote
\`files\` has --cases (inputs), --seed, --only (formats), --workers (processes; default: one per core), --seconds (a time limit) and --case.
It writes every failing input to bench/results/failures/.
The other fuzzers write the first 2000 failures to bench/results/failures/: each as a file for --file, which \`proximal query\` (for sim and laws
\`proximal simulate\`, for worlds and qp no command) also reads, and as a test.`;

await runCommand('fuzz', async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      count: { type: 'string' },
      cases: { type: 'string' },
      seed: { type: 'string', default: '1' },
      target: { type: 'string', default: 'both' },
      only: { type: 'string', default: '' },
      tolerate: { type: 'string', default: '' },
      case: { type: 'string' },
      file: { type: 'string' },
      workers: { type: 'string' },
      seconds: { type: 'string' },
      shard: { type: 'string', default: '1/1' },
      resume: { type: 'boolean', default: false },
    },
  });
  if (positionals.length === 0) {
    console.log(`${listOf('fuzz', [...fuzzers, filesFuzzer])}\n${usage}`);
    return;
  }
  if (positionals.length > 1) throw new UsageError(`One fuzzer at a time, not '${positionals.join(' ')}'.`);
  const seed = wholeNumber('seed', values.seed, 0, 0xffffffff);
  if (positionals[0] === filesFuzzer.name) return runFiles(seed, values);
  for (const option of ['workers', 'seconds'] as const)
    if (values[option] !== undefined) throw new UsageError(`--${option} is only for files.`);
  const fuzzer = find('fuzz', [...fuzzers, filesFuzzer], positionals[0]) as Fuzzer;
  const targets = readTargets(values.target);
  const only = readNames('only', values.only, fuzzer.kinds);
  const tolerate = readNames('tolerate', values.tolerate, tolerable);
  if (values.case !== undefined) {
    replayCase(fuzzer, seed, wholeNumber('case', values.case, 0, Number.MAX_SAFE_INTEGER), targets);
    return;
  }
  if (values.file !== undefined) {
    replayFile(fuzzer, values.file, targets);
    return;
  }
  if (values.count !== undefined && values.cases !== undefined)
    throw new UsageError('--count and --cases both set the amount: give one of them.');
  const unit = values.cases === undefined ? 'queries' : 'cases';
  const count = wholeNumber(unit === 'cases' ? unit : 'count', values.cases ?? values.count ?? '1e6', 1, 1e12);
  const shard = readShardOption(values.shard);
  run(fuzzer, { count, unit, seed, targets, only, tolerate, shard, resume: values.resume });
});

/** Inputs are checked in separate processes; the options for query cases do not apply. */
async function runFiles(seed: number, values: Readonly<Record<string, unknown>>): Promise<void> {
  for (const option of ['file', 'resume', 'tolerate', 'count'])
    if (values[option])
      throw new UsageError(
        `--${option} is not for files; there are --cases, --seed, --only, --workers, --seconds and --case.`,
      );
  const text = (option: string): string => String(values[option]);
  if (values['case'] !== undefined)
    return replayInput(seed, wholeNumber('case', text('case'), 0, Number.MAX_SAFE_INTEGER));
  const count = wholeNumber('cases', String(values['cases'] ?? '1e5'), 1, 1e12);
  const workers =
    values['workers'] === undefined ? availableParallelism() : wholeNumber('workers', text('workers'), 1, 256);
  const seconds = wholeNumber('seconds', String(values['seconds'] ?? '1e9'), 1, 1e9);
  return fuzzFiles({ count, seed, workers, seconds, only: readNames('only', text('only'), filesFuzzer.kinds) });
}

function readTargets(text: string): readonly Target[] {
  if (text === 'both') return ['js', 'wasm'];
  if (text === 'js' || text === 'wasm') return [text];
  throw new UsageError(`--target is '${text}'; give both, js or wasm.`);
}

function readNames(option: string, text: string, known: readonly string[]): string[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new UsageError(`--${option} names '${unknown}'; there are ${known.join(', ')}.`);
  return names;
}
