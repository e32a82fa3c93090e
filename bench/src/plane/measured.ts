import type { Wrong } from './check.ts';
import type { Level } from './entrant.ts';
import type { PlaneSet } from './sets.ts';

/** How much of everything. */
export interface Amounts {
  readonly problems: number;
  readonly rounds: number;
  /** What ran in a process before changes the speed of JavaScript: the whole is repeated in fresh ones. */
  readonly processes: number;
}

/** One contender on one set. */
export interface Measured {
  readonly vertices: number;
  readonly situation: PlaneSet['situation'];
  readonly level: Level;
  readonly title: string;
  /** Nanoseconds per query, one number for each round. */
  readonly samples: readonly number[];
  readonly wrong: readonly Wrong[];
}

export interface PlaneResults {
  readonly isQuick: boolean;
  readonly seed: number;
  readonly amounts: Amounts;
  /** Which native libraries are missing, and why. */
  readonly skipped: readonly string[];
  readonly measured: readonly Measured[];
}
