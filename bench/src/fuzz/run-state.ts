// The progress of a run, written every ten seconds, so that `--resume` can continue after an interruption.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { resultPath, spellNumbers, writeWhole } from '../harness/results.ts';
import { shardSuffix } from '../harness/shard.ts';
import { UsageError } from '../harness/usage.ts';
import { Findings } from './findings.ts';
import type { Fuzzer } from './fuzzer.ts';
import type { RunOptions } from './run.ts';
import { type Row, Tally } from './tally.ts';

/** Milliseconds between two writes. */
const interval = 10_000;

interface Saved<Case> {
  readonly seed: number;
  readonly only: readonly string[];
  readonly targets: readonly string[];
  readonly done: number;
  readonly queries: number;
  readonly tolerated: number;
  readonly next: number;
  readonly tallies: readonly Record<string, Row>[];
  readonly failures: Parameters<Findings<Case>['restore']>[0];
  readonly notes: Parameters<Findings<Case>['restore']>[0];
}

export class RunState<Case extends object> {
  /** Cases that were checked. */
  done = 0;
  /** The number of queries of these cases, each run on every target. */
  queries = 0;
  /** Failed cases that `--tolerate` may let pass. */
  tolerated = 0;
  /** The number of the next case; `--only` leaves numbers out. */
  next: number;
  readonly tallies: readonly Tally[];
  readonly failures = new Findings<Case>();
  readonly notes = new Findings<Case>();
  private readonly file: string;
  private lastSave = performance.now();

  constructor(
    fuzzer: Fuzzer<Case>,
    private readonly options: RunOptions,
  ) {
    this.tallies = fuzzer.classes.map(({ title, onlyFailures }) => new Tally(title, onlyFailures, fuzzer.shares));
    const { seed, shard } = options;
    this.next = shard.index - 1;
    this.file = resultPath(`fuzz-${fuzzer.name}-${seed}${shardSuffix(shard)}.progress.json`);
    if (options.resume) this.load();
  }

  saveIfDue(): void {
    if (performance.now() - this.lastSave > interval) this.save();
  }

  save(): void {
    const { seed, only, targets } = this.options;
    const { done, queries, tolerated, next, tallies, failures, notes } = this;
    const all = { seed, only, targets, done, queries, tolerated, next, tallies, failures, notes };
    writeWhole(this.file, JSON.stringify(all, spellNumbers));
    this.lastSave = performance.now();
  }

  /** Removes the file after a complete run. */
  removeFile(): void {
    rmSync(this.file, { force: true });
  }

  private load(): void {
    if (!existsSync(this.file))
      throw new UsageError(`--resume: there is no stopped run of this seed: ${this.file} does not exist.`);
    const saved = JSON.parse(readFileSync(this.file, 'utf8')) as Saved<Case>;
    for (const name of ['only', 'targets'] as const) {
      const [was, is] = [String(saved[name]), String(this.options[name])];
      if (was !== is)
        throw new UsageError(
          `--resume: the run that stopped had ${name} '${was}', not '${is}'. Give the same --only and --target.`,
        );
    }
    this.done = saved.done;
    this.queries = saved.queries;
    this.tolerated = saved.tolerated;
    this.next = saved.next;
    for (let k = 0; k < this.tallies.length; k++) this.tallies[k].restore(saved.tallies[k]);
    this.failures.restore(saved.failures);
    this.notes.restore(saved.notes);
  }
}
