// How far a run has come: written every few seconds, so that `--resume` can go on after whatever stopped it.
import { existsSync, readFileSync } from 'node:fs';
import { resultPath, spellNumbers, writeWhole } from '../results.ts';
import { UsageError } from '../usage.ts';
import { Findings } from './findings.ts';
import type { Fuzzer } from './fuzzer.ts';
import type { RunOptions } from './run.ts';
import { type Row, Tally } from './tally.ts';

/** Between two writes, in milliseconds. */
const interval = 10_000;

interface Saved<Case> {
  readonly seed: number;
  readonly only: readonly string[];
  readonly targets: readonly string[];
  readonly done: number;
  readonly next: number;
  readonly tallies: readonly Record<string, Row>[];
  readonly failures: Parameters<Findings<Case>['restore']>[0];
  readonly notes: Parameters<Findings<Case>['restore']>[0];
}

export class RunState<Case> {
  /** Cases that were checked. */
  done = 0;
  /** The number of the next case; `--only` leaves numbers out. */
  next = 0;
  readonly tallies: readonly Tally[];
  readonly failures = new Findings<Case>();
  readonly notes = new Findings<Case>();
  private readonly file: string;
  private lastSave = performance.now();

  constructor(
    fuzzer: Fuzzer<Case>,
    private readonly options: RunOptions,
  ) {
    this.tallies = fuzzer.classes.map(({ title, isLong }) => new Tally(title, isLong));
    this.file = resultPath(`fuzz-${fuzzer.name}.progress.json`);
    if (options.resume) this.load();
  }

  saveNowAndThen(): void {
    if (performance.now() - this.lastSave > interval) this.save();
  }

  save(): void {
    const { seed, only, targets } = this.options;
    const { done, next, tallies, failures, notes } = this;
    writeWhole(this.file, JSON.stringify({ seed, only, targets, done, next, tallies, failures, notes }, spellNumbers));
    this.lastSave = performance.now();
  }

  private load(): void {
    if (!existsSync(this.file)) throw new UsageError(`--resume: there is no ${this.file}; run without it first.`);
    const saved = JSON.parse(readFileSync(this.file, 'utf8')) as Saved<Case>;
    for (const name of ['seed', 'only', 'targets'] as const) {
      const [was, is] = [String(saved[name]), String(this.options[name])];
      if (was !== is)
        throw new UsageError(`--resume: the run that stopped had ${name} '${was}', not '${is}'. Give the same.`);
    }
    this.done = saved.done;
    this.next = saved.next;
    for (let k = 0; k < this.tallies.length; k++) this.tallies[k].restore(saved.tallies[k]);
    this.failures.restore(saved.failures);
    this.notes.restore(saved.notes);
  }
}
