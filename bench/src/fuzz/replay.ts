import { readFileSync } from 'node:fs';
import { setTarget, type Target } from 'proximal';
import { spellNumbers } from '../harness/results.ts';
import { UsageError } from '../harness/usage.ts';
import type { Fuzzer } from './fuzzer.ts';
import { shrink } from './shrink.ts';

/** Runs one case of a seed again. */
export function replayCase<Case extends object>(
  fuzzer: Fuzzer<Case>,
  seed: number,
  number: number,
  targets: readonly Target[],
): void {
  setTarget(targets[0]);
  const item = fuzzer.generate(seed, number, []);
  if (item === null) throw new UsageError(`--case ${number} does not exist.`);
  replay(fuzzer, item, { seed, case: number }, targets);
}

/** Checks the case of a file, from this fuzzer or from elsewhere. */
export function replayFile<Case extends object>(fuzzer: Fuzzer<Case>, file: string, targets: readonly Target[]): void {
  setTarget(targets[0]);
  const text = readText(file);
  replay(fuzzer, fuzzer.files.read(text), { file }, targets);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`--file ${file} cannot be read: ${(error as Error).message}`);
  }
}

/** Checks one case and prints everything about it. */
function replay<Case extends object>(fuzzer: Fuzzer<Case>, item: Case, from: object, targets: readonly Target[]): void {
  const verdict = fuzzer.check(item, targets);
  console.log(JSON.stringify({ fuzz: fuzzer.name, ...from, ...item }, spellNumbers));
  console.log(`\n${fuzzer.write(item)}\n`);
  console.log(JSON.stringify(verdict, spellNumbers, 2));
  for (const kind of new Set([...verdict.failures, ...verdict.notes].map((failure) => failure.kind))) {
    console.log(`\nThe simplest case found with '${kind}':\n${fuzzer.write(shrink(fuzzer, item, kind, targets))}`);
  }
  if (verdict.failures.length > 0) process.exitCode = 1;
}
