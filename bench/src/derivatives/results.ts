import type { TargetKind } from './contacts.ts';

/** Quantiles of terminal costs, in m². */
export interface CostTable {
  readonly kind: TargetKind;
  readonly problems: number;
  readonly columns: readonly { readonly key: string; readonly title: string; readonly quantiles: readonly number[] }[];
}

/** Microseconds, mean and deviation over the problems. */
export interface Timing {
  readonly title: string;
  readonly mean: number;
  readonly deviation: number;
}

export interface TimeTable {
  readonly situation: 'collision' | 'apart';
  readonly problems: number;
  readonly rows: readonly Timing[];
  /** A query without a guess, and one that starts from the last. */
  readonly cold: Timing;
  readonly warm: Timing;
}

export interface DerivativeResults {
  readonly isQuick: boolean;
  readonly seed: number;
  readonly hulls: string;
  readonly isSubstitute: boolean;
  readonly table1: CostTable;
  readonly variants: readonly CostTable[];
  readonly table2: readonly TimeTable[];
  readonly figures: readonly string[];
}
