// Tables I to VI of "Barycode-based GJK Algorithm" (Zhang et al. 2020): nanoseconds on their machine.
import { bruteForceTitle, type Level, satTitle, signedVolumesTitle } from './methods.ts';
import { type Basis, bases } from './own.ts';
import { type Situation, situations, vertexCounts } from './sets.ts';

/**
 * A row of the tables: its name, our contender for it (or our own method with or without hill climbing), and for each number of vertices the columns
 * of the paper.
 */
interface PaperRow {
  readonly name: string;
  readonly title: string | { readonly own: 'climbing' | 'scan' };
  /** The distance of distant, overlapping and touching pairs, then the collision query of the same three; NaN where the paper has none. */
  readonly times: readonly (readonly number[])[];
}

const none = [Number.NaN, Number.NaN, Number.NaN];
/** For rows whose collision query is the distance query. */
const both = (...rows: readonly (readonly number[])[]): number[][] => rows.map((row) => [...row, ...row]);

export const paperOwn: PaperRow = {
  name: 'Ours (with HCS)',
  title: { own: 'climbing' },
  times: [
    [54.92, 54.95, 126.73, 19.22, 51.54, 111.59],
    [86.13, 42.07, 78.21, 16.9, 39.13, 77.63],
    [119.69, 54.34, 46.52, 18.37, 49.1, 36.89],
    [139.18, 51.67, 101.88, 20.98, 51.23, 104.03],
    [131.98, 37.95, 100.88, 23.84, 33.0, 102.61],
    [83.41, 66.83, 44.02, 25.25, 64.97, 36.56],
  ],
};

export const paperRows: readonly PaperRow[] = [
  {
    name: 'Ours (without HCS)',
    title: { own: 'scan' },
    times: [
      [63.85, 62.99, 118.61, 13.45, 40.63, 104.05],
      [106.25, 74.25, 111.9, 18.5, 51.58, 92.18],
      [184.58, 89.6, 108.69, 25.89, 67.62, 46.81],
      [229.68, 108.19, 213.41, 35.49, 85.96, 154.2],
      [221.33, 124.68, 325.81, 44.15, 56.04, 162.7],
      [169.26, 152.61, 440.28, 54.47, 127.93, 63.94],
    ],
  },
  {
    name: 'Box2D',
    title: 'Box2D',
    times: both(
      [96.77, 84.93, 151.92],
      [154.77, 99.63, 163.24],
      [221.77, 98.62, 210.26],
      [362.73, 168.27, 307.07],
      [240.2, 141.63, 381.77],
      [183.96, 171.54, 519.16],
    ),
  },
  {
    name: 'SAT',
    title: satTitle,
    times: [
      [...none, 99.62, 203.92, 170.26],
      [...none, 137.83, 414.83, 359.05],
      [...none, 274.01, 714.44, 572.71],
      [...none, 342.67, 1156.1, 885.26],
      [...none, 321.73, 1755.92, 1364.87],
      [...none, 327.45, 2375.39, 1757.84],
    ],
  },
  {
    name: 'FCL',
    title: 'FCL',
    times: [
      [535.41, 656.78, 704.75, 215.19, 310.85, 300.77],
      [721.65, 637.04, 761.84, 209.25, 294.2, 299.31],
      [1149.75, 767.7, 973.09, 224.02, 336.34, 308.55],
      [1330.37, 872.25, 1202.26, 247.63, 359.01, 365.84],
      [1644.64, 944.1, 1460.72, 264.87, 422.83, 429.47],
      [1735.86, 1030.91, 1841.25, 300.51, 426.83, 444.11],
    ],
  },
  {
    name: 'Bullet',
    title: 'Bullet',
    times: both(
      [403.87, 366.01, 420.92],
      [774.23, 444.89, 494.98],
      [997.69, 437.45, 610.69],
      [1365.69, 536.98, 890.28],
      [1528.36, 623.79, 1174.94],
      [1539.18, 731.75, 1876.92],
    ),
  },
  {
    name: 'OpenGJK',
    title: signedVolumesTitle,
    times: both(
      [119.66, 190.09, 438.25],
      [301.28, 189.47, 344.58],
      [352.38, 220.07, 295.6],
      [424.26, 237.44, 584.42],
      [391.63, 263.68, 787.58],
      [279.72, 316.26, 1076.67],
    ),
  },
  {
    name: 'Baidu Apollo',
    title: bruteForceTitle,
    times: [
      [2731.96, 549.41, 2586.54, ...none],
      [8593.92, 7059.6, 8381.86, ...none],
      [17864.63, 16083.23, 23822.42, ...none],
      [30070.27, 1973.6, 29700.82, ...none],
      [45164.85, 11262.01, 44436.56, ...none],
      [64492.5, 8090.15, 64340.11, ...none],
    ],
  },
];

/** The title of a row's contender at a level. */
export function titleOf({ title }: PaperRow, basis: Basis, level: Level): string {
  return typeof title === 'string' ? title : bases[basis][title.own][level];
}

export interface PaperColumn {
  readonly level: Level;
  readonly situation: Situation;
}

export const paperColumns: readonly PaperColumn[] = ([2, 1] as const).flatMap((level) =>
  situations.map((situation) => ({ level, situation })),
);

/** The time of a row over the time of the paper's own method, as the paper gives them; NaN if one is missing. */
export function paperRatio(row: PaperRow, vertices: (typeof vertexCounts)[number], column: PaperColumn): number {
  const [table, k] = [vertexCounts.indexOf(vertices), paperColumns.indexOf(column)];
  return row.times[table][k] / paperOwn.times[table][k];
}
