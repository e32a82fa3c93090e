import type { Target } from 'proximal';
import { resultPath, writeWhole } from '../harness/results.ts';
import type { Named } from '../harness/usage.ts';
import type { Failure, Fuzzer } from './fuzzer.ts';

/** A case that failed, or that has a note. */
export interface Finding<Case> {
  readonly class: string;
  readonly number: number;
  readonly item: Case;
  readonly found: readonly Failure[];
}

/** The most findings that are kept: per class, per kind in a class, and per kind in total. */
const maxKept = { perClass: 6, perKind: 2, perKindInAll: 20 };
/** The largest number of failures of one run that are written as files. */
const maxFiles = 2000;

/** The first few findings of every kind in every class. The kind of a finding is that of its first failure or note. */
export class Findings<Case> {
  readonly list: Finding<Case>[] = [];
  /** The number of findings, kept or not. */
  total = 0;
  private counts: Record<string, number> = {};

  add(finding: Finding<Case>): void {
    if (finding.found.length === 0) return;
    this.total++;
    const { kind } = finding.found[0];
    if (this.countUp(`${finding.class}: ${kind}`) > maxKept.perKind) return;
    if (this.countUp(finding.class) > maxKept.perClass || this.countUp(kind) > maxKept.perKindInAll) return;
    this.list.push(finding);
  }

  toJSON(): object {
    const { total, counts, list } = this;
    return { total, counts, list };
  }

  /** Restores the state from `toJSON`. */
  restore({ total, counts, list }: Pick<Findings<Case>, 'total' | 'list'> & { counts: Record<string, number> }): void {
    this.total = total;
    this.counts = counts;
    this.list.push(...list);
  }

  private countUp(key: string): number {
    this.counts[key] = (this.counts[key] ?? 0) + 1;
    return this.counts[key];
  }
}

/** The files of a failure, as paths for the user. */
export interface ProblemFiles {
  /** The file of the case, for `--file` and for the command in `CaseFiles`. */
  readonly problem: string;
  /** A test of the library with the same case. */
  readonly repro: string;
}

export function problemFiles({ name }: Named, seed: number, number: number): ProblemFiles {
  const stem = `bench/results/failures/${name}-${seed}-${number}`;
  return { problem: `${stem}.json`, repro: `${stem}.test.ts` };
}

/**
 * Writes a failure as a file of its fuzzer (`CaseFiles`), and as a test for `packages/proximal/test/repro/`, both outside the tracked folders.
 */
export function writeFailure<Case extends object>(
  fuzzer: Fuzzer<Case>,
  finding: Finding<Case>,
  options: { readonly seed: number; readonly targets: readonly Target[] },
  failed: number,
): void {
  if (failed > maxFiles) return;
  const { number, item, found } = finding;
  const { seed } = options;
  const stem = `failures/${fuzzer.name}-${seed}-${number}`;
  writeWhole(resultPath(`${stem}.json`), failureText(fuzzer, finding, options));
  writeWhole(resultPath(`${stem}.test.ts`), fuzzer.writeRepro(item, found, { seed, case: number }));
}

/** The text of the file of a failure. */
export function failureText<Case extends object>(
  { name, files }: Fuzzer<Case>,
  { number, item, found, class: group }: Finding<Case>,
  { seed, targets }: { readonly seed: number; readonly targets: readonly Target[] },
): string {
  const kinds = [...new Set(found.map(({ kind }) => kind))].join(', ');
  const title = `${name} fuzz, seed ${seed}, case ${number}: ${kinds}`;
  const origin = { by: `npm run fuzz -- ${name}`, seed, case: number, targets, class: group, found };
  return files.write(item, title, found, origin);
}
