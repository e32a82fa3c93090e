import type { Failure, Query, Verdict } from './fuzzer.ts';

/** Collects the findings of the checks of one case. */
export class Report {
  readonly failures: Failure[] = [];
  readonly notes: Failure[] = [];
  readonly worst: Record<string, number> = {};

  /** @param counts names that always get a column in the tables */
  constructor(readonly counts: Record<string, number>) {}

  has(kind: string): boolean {
    return this.failures.some((failure) => failure.kind === kind);
  }

  count(name: string, value: number): void {
    this.counts[name] = (this.counts[name] ?? 0) + value;
  }

  /** Keeps the largest value. */
  raise(name: string, value: number): void {
    this.worst[name] = Math.max(this.worst[name] ?? 0, value);
  }

  /** @param query the failed query, if it is a single one */
  fail(kind: string, detail: string, query?: Query): void {
    this.failures.push({ kind, detail, ...(query && { query }) });
  }

  /** Adds a finding that is allowed. */
  note(kind: string, detail: string): void {
    this.count(kind, 1);
    this.notes.push({ kind, detail });
  }

  verdict(details: object): Verdict {
    const { counts, worst, failures, notes } = this;
    return { counts, worst, failures, notes, details };
  }
}
