// Everything that a run finds.
import type { BatchRow } from './batch.ts';
import type { Curve } from './curves.ts';
import type { Figure13 } from './figure13.ts';
import type { ClimbingRow } from './hill-climbing.ts';
import type { Query } from './methods.ts';
import type { GrowthRow, GuessRow, LimitRow } from './promises.ts';
import type { Table1Cell } from './table1.ts';
import type { Table2Row } from './table2.ts';
import type { Table3Row } from './table3.ts';

/** Iterations, and microseconds. */
export interface CurvePair {
  readonly iterations: readonly Curve[];
  readonly time: readonly Curve[];
}

/** The median over all problems of a distance: GJK's time / the method's. */
export interface MedianRatio {
  readonly query: Query;
  readonly method: string;
  readonly signedDistance: number;
  readonly ratio: number;
}

export interface GjkResults {
  readonly isQuick: boolean;
  readonly seed: number;
  readonly hulls: string;
  readonly isSubstitute: boolean;
  /** Fig. 7: iterations. */
  readonly ellipsoids: Readonly<Record<Query, readonly Curve[]>>;
  /** Fig. 8. */
  readonly normalization: Readonly<Record<Query, CurvePair>>;
  /** Fig. 9 and 10. */
  readonly meshes: Readonly<Record<Query, CurvePair>>;
  /** Fig. 11. */
  readonly ratios: readonly MedianRatio[];
  readonly figure13: Figure13;
  readonly climbing: readonly ClimbingRow[];
  readonly table1: readonly Table1Cell[];
  readonly table2: readonly Table2Row[];
  readonly table3: readonly Table3Row[];
  readonly guesses: readonly GuessRow[];
  readonly growth: readonly GrowthRow[];
  readonly limits: readonly LimitRow[];
  readonly batch: readonly BatchRow[];
}
