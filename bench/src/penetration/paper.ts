// The numbers of Gao, "Efficient Incremental Penetration Depth Estimation between Convex Geometries".
import { primitivePairs } from './sets.ts';

/** The columns of both tables: the start's angle to the right direction, or EPA. */
export const paperColumns = ['5°', '25°', '45°', 'EPA'] as const;

export interface PaperRow {
  readonly pair: string;
  /** Table I: micrometers. */
  readonly error: readonly number[];
  /** Table II: microseconds, C++ on an AMD 3970x. */
  readonly time: readonly number[];
}

const errors = [
  [0.909, 1.018, 1.03, 1.58],
  [1.092, 1.12, 1.12, 0.39],
  [1.255, 1.31, 1.3, 1.72],
];
const times = [
  [1.9, 2.1, 2.3, 85.1],
  [1.6, 1.9, 2.0, 39.5],
  [2.0, 2.2, 2.4, 61.5],
];

export const paperRows: readonly PaperRow[] = primitivePairs.map(({ name }, k) => ({
  pair: name,
  error: errors[k],
  time: times[k],
}));
