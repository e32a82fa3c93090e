// What was asked for, beside what was measured.
import { markdownTable } from './markdown.ts';
import { formatTable } from './table.ts';

export interface Target {
  readonly what: string;
  readonly wanted: string;
  readonly found: string;
  /** Null for what is only reported, or could not be measured. */
  readonly isMet: boolean | null;
  /** Those that the target is not judged by, because they are wrong too often: the nearest to ours first. */
  readonly unreliable?: readonly Unreliable[];
}

/** How many times as long as ours another took somewhere. */
export interface Ratio {
  readonly where: string;
  readonly ratio: number;
}

/** A contender that is fast or slow with answers that are wrong too often. */
export interface Unreliable extends Ratio {
  readonly wrong: number;
  readonly of: number;
  /** Whether ours would miss the target beside it. */
  readonly isMissed: boolean;
}

/** Whether the other takes at least `factor` times as long as ours everywhere. Without a factor it is only reported. */
export function atLeast(what: string, ratios: readonly Ratio[], factor: number | null): Target {
  const wanted = factor === null ? 'reported' : `≥ ${factor}× everywhere`;
  if (ratios.length === 0) return { what, wanted, found: 'not measured', isMet: null };
  const sorted = [...ratios].sort((x, y) => x.ratio - y.ratio);
  const name = ({ where, ratio }: Ratio): string => `${ratio.toFixed(2)}× (${where})`;
  const isOne = sorted.length === 1;
  const range = isOne ? name(sorted[0]) : `${name(sorted[0])} to ${name(sorted[sorted.length - 1])}`;
  if (factor === null) return { what, wanted, found: range, isMet: null };
  const met = sorted.filter(({ ratio }) => ratio >= factor).length;
  const found = isOne ? range : `${range}; in ${met} of ${sorted.length}`;
  return { what, wanted, found, isMet: met === sorted.length };
}

export function verdictOf({ isMet }: Target): string {
  return isMet === null ? '' : isMet ? 'met' : 'missed';
}

/** For a page: what is missed is bold. */
export function targetTable(targets: readonly Target[]): string {
  return markdownTable(
    ['target', 'wanted', 'found', ''],
    targets.map((target) => [
      target.what,
      target.wanted,
      target.found,
      verdictOf(target).replace('missed', '**missed**'),
    ]),
  );
}

/** For the terminal. */
export function formatTargets(targets: readonly Target[]): string {
  const columns = ['', 'target', 'wanted', 'found'].map((title) => ({ title, align: 'left' as const }));
  return formatTable(
    columns,
    targets.map((target) => [verdictOf(target), target.what, target.wanted, target.found]),
  );
}
