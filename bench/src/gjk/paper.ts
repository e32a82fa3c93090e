// The numbers and claims of Montaut et al., "GJK++", IEEE T-RO 2024, and Table III of its 2023 version. The figures have no numbers, so the
// claims are the orderings in the text.
import type { Guess } from './figure13.ts';
import type { Query } from './methods.ts';
import type { Band } from './sets.ts';
import type { Column, Family, Situation } from './table3.ts';

/** A mean with its standard deviation. */
export interface Published {
  readonly mean: number;
  readonly deviation: number;
}

const published = (mean: number, deviation: number): Published => ({ mean, deviation });

type Row3 = Readonly<Record<Column, Published>>;

/** Frank-Wolfe, NESMINO, GJK, Nesterov. */
const row3 = (...cells: readonly (readonly [number, number])[]): Row3 => ({
  'frank-wolfe': published(...cells[0]),
  nesmino: published(...cells[1]),
  gjk: published(...cells[2]),
  nesterov: published(...cells[3]),
});

export const table3: Readonly<Record<Family, Readonly<Record<Situation, Row3>>>> = {
  ellipsoids: {
    overlapping: row3([73, 62], [50, 18], [6, 2], [6, 3]),
    'close-proximity': row3([48, 42], [74, 29], [16, 5], [7, 2]),
    distant: row3([4, 1], [18, 2], [4, 1], [13, 4]),
  },
  cubes: {
    overlapping: row3([5400, 4800], [922, 244], [6, 1], [5, 1]),
    'close-proximity': row3([14_300, 9700], [828, 225], [5, 1], [4, 1]),
    distant: row3([13_100, 13_500], [623, 219], [4, 1], [3, 1]),
  },
};

export interface PublishedTable1 {
  readonly sizes: readonly [number, number];
  readonly query: Query;
  /** Mean microseconds. */
  readonly gjk: number;
  readonly polyak: number;
  readonly nesterov: number;
}

const row1 = (sizes: readonly [number, number], query: Query, ...times: readonly number[]): PublishedTable1 => ({
  sizes,
  query,
  gjk: times[0],
  polyak: times[1],
  nesterov: times[2],
});

export const table1: readonly PublishedTable1[] = [
  row1([240, 240], 'distance', 1.1, 0.9, 0.9),
  row1([240, 240], 'collide', 0.9, 0.7, 0.8),
  row1([240, 1811], 'distance', 1.9, 1.5, 1.4),
  row1([240, 1811], 'collide', 1.5, 1.2, 1.1),
  row1([240, 3585], 'distance', 3.2, 2.3, 2.4),
  row1([240, 3585], 'collide', 2.5, 1.7, 1.9),
  row1([1811, 1811], 'distance', 2.7, 2.1, 1.9),
  row1([1811, 1811], 'collide', 2.3, 1.6, 1.5),
  row1([1811, 3585], 'distance', 4.0, 2.9, 2.9),
  row1([1811, 3585], 'collide', 3.1, 2.1, 2.2),
  row1([3585, 3585], 'distance', 4.4, 2.9, 3.0),
  row1([3585, 3585], 'collide', 3.0, 2.1, 2.1),
];

export interface PublishedTable2 {
  readonly vertices: number;
  /** Mean microseconds of ProxQP and GJK. */
  readonly qp: number;
  readonly gjk: number;
  /** The least ratio qp/gjk that the text claims: "more than 10 times", "thousands to tens of thousands of times". */
  readonly leastRatio: number;
}

export const table2: readonly PublishedTable2[] = [
  { vertices: 8, qp: 5.3, gjk: 0.2, leastRatio: 10 },
  { vertices: 250, qp: 2000, gjk: 0.8, leastRatio: 1000 },
  { vertices: 940, qp: 20_000, gjk: 2.1, leastRatio: 1000 },
];

/** A claim that method `less` needs fewer iterations or less time than `more` in a band. A slack of 1.1 allows a tenth more ("competitive"). */
export interface Claim {
  readonly band: Band;
  readonly less: string;
  readonly more: string;
  readonly slack: number;
}

const claim = (band: Band, less: string, more: string, slack = 1): Claim => ({ band, less, more, slack });

/** Sec. IV-A. */
export const fig7: Readonly<Record<Query, readonly Claim[]>> = {
  distance: [
    claim('deep overlap', 'polyak', 'nesterov', 1.1),
    claim('shallow overlap', 'polyak', 'gjk'),
    claim('shallow overlap', 'nesterov', 'gjk'),
    claim('shallow overlap', 'nesterov', 'polyak'),
    claim('close', 'polyak', 'gjk'),
    claim('close', 'nesterov', 'gjk'),
    claim('close', 'nesterov', 'polyak'),
    claim('distant', 'gjk', 'nesterov'),
    claim('distant', 'polyak', 'gjk', 1.1),
  ],
  collide: [
    claim('shallow overlap', 'polyak', 'gjk'),
    claim('shallow overlap', 'nesterov', 'gjk'),
    claim('shallow overlap', 'nesterov', 'polyak'),
    claim('close', 'polyak', 'gjk'),
    claim('close', 'nesterov', 'gjk'),
  ],
};

/** Sec. IV-B, on close pairs: normalization helps Nesterov, and Polyak does not need it. */
export const fig8: readonly Claim[] = [
  claim('close', 'nesterov-normalized', 'nesterov-plain'),
  claim('close', 'nesterov-normalized', 'gjk'),
  claim('close', 'polyak-plain', 'polyak-normalized', 1.02),
];

/** Fig. 9 and 10, for iterations and times. */
export const fig9and10: readonly Claim[] = [
  claim('deep overlap', 'polyak', 'gjk', 1.1),
  claim('shallow overlap', 'polyak', 'gjk'),
  claim('shallow overlap', 'nesterov', 'gjk'),
  claim('shallow overlap', 'nesterov', 'polyak'),
  claim('close', 'polyak', 'gjk'),
  claim('close', 'nesterov', 'gjk'),
  claim('close', 'nesterov', 'polyak'),
  claim('distant', 'polyak', 'gjk', 1.1),
];

/** Fig. 11: medians of the speed-up above 1. */
export const fig11: readonly { readonly band: Band; readonly method: string }[] = [
  { band: 'shallow overlap', method: 'polyak' },
  { band: 'shallow overlap', method: 'nesterov' },
  { band: 'close', method: 'polyak' },
  { band: 'close', method: 'nesterov' },
];

/** Fig. 12, Sec. IV-D: in every range each of the authors' three methods is faster than these, by the titles in our table. */
export const fig12: readonly string[] = [
  'FCL, own GJK',
  'libccd GJK',
  'libccd GJK, climbing',
  'libccd MPR',
  'libccd MPR, climbing',
  'Bullet',
];

/** A claim that the median with `less` is below the median with `more`. Each is a method and its initial guess. */
export interface GuessClaim {
  readonly less: readonly [string, Guess];
  readonly more: readonly [string, Guess];
}

/** Fig. 13, Sec. IV-E: `none` and `predicted` are worse than the other two; GJK is best with `previous`, and the accelerations are better still. */
export const fig13: readonly GuessClaim[] = [
  ...['gjk', 'polyak', 'nesterov'].flatMap((method) =>
    (['none', 'predicted'] as const).flatMap((worse) =>
      (['bounds', 'previous'] as const).map(
        (better): GuessClaim => ({ less: [method, better], more: [method, worse] }),
      ),
    ),
  ),
  { less: ['gjk', 'previous'], more: ['gjk', 'bounds'] },
  ...['polyak', 'nesterov'].flatMap((method) =>
    (['bounds', 'previous'] as const).map(
      (guess): GuessClaim => ({ less: [method, guess], more: ['gjk', 'previous'] }),
    ),
  ),
];
