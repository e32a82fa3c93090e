import { formatTable, short } from '../harness/page.ts';
import type { Verdict } from './fuzzer.ts';

/** One row: the findings in the cases of one class. */
export class Row {
  cases = 0;
  failed = 0;
  readonly counts: Record<string, number> = {};
  readonly worst: Record<string, number> = {};

  /** @param cases the number of cases that the verdict is about */
  add({ counts, worst, failures }: Verdict, cases = 1): void {
    this.cases += cases;
    if (failures.length > 0) this.failed++;
    for (const [name, value] of Object.entries(counts)) this.counts[name] = (this.counts[name] ?? 0) + value;
    for (const [name, value] of Object.entries(worst)) this.worst[name] = Math.max(this.worst[name] ?? 0, value);
    for (const { kind } of failures) this.counts[kind] = (this.counts[kind] ?? 0) + 1;
  }
}

/** A table of findings by class. */
export class Tally {
  private readonly rows = new Map<string, Row>();

  /**
   * @param onlyFailures whether only the rows with failures are printed
   * @param shares see `Fuzzer.shares`
   */
  constructor(
    readonly title: string,
    private readonly onlyFailures = false,
    private readonly shares: Readonly<Record<string, string>> = {},
  ) {}

  add(name: string, verdict: Verdict, cases = 1): void {
    let row = this.rows.get(name);
    if (!row) {
      row = new Row();
      this.rows.set(name, row);
    }
    row.add(verdict, cases);
  }

  /** The table, with a column for every count and every worst number of the printed rows. */
  toString(): string {
    const all = [...this.rows].sort(([a], [b]) => (a < b ? -1 : 1));
    const rows = this.onlyFailures ? all.filter(([, { failed }]) => failed > 0) : all;
    const rest = all.length - rows.length;
    if (rows.length === 0) return `${this.title}: all ${rest} without a failure`;
    const counts = namesOf(rows.map(([, row]) => row.counts));
    const worst = namesOf(rows.map(([, row]) => row.worst));
    const titles = [this.title, 'cases', 'failed', ...counts, ...worst.map((name) => `worst ${name}`)];
    const table = formatTable(
      titles.map((title, k) => ({ title, align: k === 0 ? 'left' : 'right' })),
      rows.map(([name, row]) => [
        name,
        String(row.cases),
        String(row.failed),
        ...counts.map((count) => this.cell(row, count)),
        ...worst.map((value) => short(row.worst[value] ?? 0)),
      ]),
    );
    return rest > 0 ? `${table}\n… and ${rest} without a failure` : table;
  }

  private cell({ counts }: Row, name: string): string {
    const [value, whole] = [counts[name] ?? 0, counts[this.shares[name] ?? ''] ?? 0];
    return whole > 0 ? `${value} (${((100 * value) / whole).toFixed(1)} %)` : String(value);
  }

  toJSON(): object {
    return Object.fromEntries(
      [...this.rows].map(([name, { cases, failed, counts, worst }]) => [name, { cases, failed, counts, worst }]),
    );
  }

  /** Restores the state from `toJSON`. */
  restore(json: Readonly<Record<string, Row>>): void {
    for (const [name, { cases, failed, counts, worst }] of Object.entries(json)) {
      const row = new Row();
      row.cases = cases;
      row.failed = failed;
      Object.assign(row.counts, counts);
      // Infinities were written as strings.
      for (const [title, value] of Object.entries(worst)) row.worst[title] = Number(value);
      this.rows.set(name, row);
    }
  }
}

function namesOf(records: readonly Record<string, number>[]): string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record)))];
}
