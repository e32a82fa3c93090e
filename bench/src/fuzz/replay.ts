import { setTarget, type Target } from 'proximal';
import { spellNumbers } from '../results.ts';
import { UsageError } from '../usage.ts';
import type { Fuzzer } from './fuzzer.ts';
import { shrink } from './shrink.ts';

/** Runs one case again and prints everything about it. */
export function replay<Case>(fuzzer: Fuzzer<Case>, seed: number, number: number, targets: readonly Target[]): void {
  setTarget(targets[0]);
  const item = fuzzer.generate(seed, number, []);
  if (item === null) throw new UsageError(`--case ${number} does not exist.`);
  const verdict = fuzzer.check(item, targets);
  console.log(JSON.stringify({ fuzz: fuzzer.name, seed, case: number, ...item }, spellNumbers));
  console.log(`\n${fuzzer.write(item)}\n`);
  console.log(JSON.stringify(verdict, spellNumbers, 2));
  for (const kind of new Set([...verdict.failures, ...verdict.notes].map((failure) => failure.kind))) {
    console.log(`\nThe simplest case found with '${kind}':\n${fuzzer.write(shrink(fuzzer, item, kind, targets))}`);
  }
  if (verdict.failures.length > 0) process.exitCode = 1;
}
