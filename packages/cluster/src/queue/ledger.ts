// The finished and open tasks of a run, from its log. Each item counts once, even if its task was delivered several times.
import { halvesOf, type Range, tasksOf } from '../ranges.ts';
import type { Attempt, LogEntry, RunRecord } from './runs.ts';

/** The result of a task: the hash of its bytes. */
export interface Result extends Range {
  readonly hash: string;
  readonly milliseconds: number;
}

/** An item that could not be computed. */
export interface ItemFailure extends Range {
  readonly message: string;
}

export class RunError extends Error {}

const keyOf = ({ from, to }: Range): string => `${from}.${to}`;

export class Ledger {
  /** Tasks that have neither finished nor failed. */
  readonly open = new Map<string, Attempt>();
  readonly failures: ItemFailure[] = [];
  private readonly results = new Map<string, Result>();
  /** The number of items that have a result or have failed. */
  done = 0;

  constructor(private readonly record: RunRecord) {
    const { count, size } = record;
    for (const task of tasksOf({ from: 0, to: count }, size)) this.add(task);
  }

  /** The computing time of all results, in milliseconds. */
  get milliseconds(): number {
    return [...this.results.values()].reduce((sum, result) => sum + result.milliseconds, 0);
  }

  /** Results and failures in the order of the items. */
  inOrder(): (Result | ItemFailure)[] {
    return [...this.results.values(), ...this.failures].sort((a, b) => a.from - b.from);
  }

  /**
   * Records the end of a task. A task that failed is computed again in a process of its own, since another task may have ended its thread or worker; if
   * it fails there, too, its halves are, until the failure is confined to one item.
   * @returns tasks to add
   */
  accept(entry: LogEntry): readonly Attempt[] {
    if (entry.type === 'fatal') throw new RunError(entry.message);
    if (entry.type === 'canceled') throw new RunError(`the run ${this.record.id} was canceled`);
    const key = keyOf(entry);
    const known = this.results.get(key);
    if (entry.type === 'done' && known && known.hash !== entry.hash)
      throw new RunError(
        `items ${entry.from} to ${entry.to - 1} were computed twice, with different results; compare the workers`,
      );
    const task = this.open.get(key);
    if (!task) return [];
    if (entry.type === 'failed') return entry.isAlone === (task.isAlone ?? false) ? this.fail(task, entry.message) : [];
    this.open.delete(key);
    const { from, to, hash, milliseconds } = entry;
    this.results.set(key, { from, to, hash, milliseconds });
    this.done += to - from;
    return [];
  }

  /** Opens a task again whose stored result was lost. */
  reopen(result: Result): void {
    this.results.delete(keyOf(result));
    this.done -= result.to - result.from;
    this.add(result);
  }

  private add({ from, to, isAlone = false }: Attempt): Attempt {
    const task = { from, to, isAlone };
    this.open.set(keyOf(task), task);
    return task;
  }

  private fail(task: Attempt, message: string): readonly Attempt[] {
    if (!task.isAlone) return [this.add({ ...task, isAlone: true })];
    const { from, to } = task;
    this.open.delete(keyOf(task));
    const halves = halvesOf(task, this.record.grain);
    if (halves) return halves.map((half) => this.add({ ...half, isAlone: true }));
    this.failures.push({ from, to, message });
    this.done += to - from;
    return [];
  }
}
