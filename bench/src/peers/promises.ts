// What the comparison should show, as ratios of the other's time over ours in the same run.
import type { Cell } from './report.ts';

interface Expectation {
  readonly question: Cell['question'];
  /** The sets and the contenders that it speaks of. */
  readonly sets: RegExp;
  readonly titles: RegExp;
  readonly least: number;
}

const promises: readonly Expectation[] = [
  { question: 'distance', sets: /YCB, (close|overlapping)/, titles: /^FCL/, least: 2 },
  { question: 'collide', sets: /^(boxes|capsules|ellipsoids)/, titles: /^libccd/, least: 1 },
  { question: 'collide', sets: /YCB|^hulls/, titles: /^libccd/, least: 1.5 },
  { question: 'distance', sets: /YCB|^hulls/, titles: /C\+\+/, least: 1 / 1.4 },
  { question: 'collide', sets: /YCB|^hulls/, titles: /C\+\+/, least: 1 / 1.4 },
  { question: 'distance', sets: /^(boxes|capsules|ellipsoids)/, titles: /C\+\+/, least: 1 / 1.6 },
  { question: 'collide', sets: /^(boxes|capsules|ellipsoids)/, titles: /C\+\+/, least: 1 / 1.6 },
];

/** One row for each set and contender that a promise speaks of, those that are not kept first. */
export function promiseTable(cells: readonly Cell[]): string[][] {
  const rows = promises.flatMap(({ question, sets, titles, least }) =>
    cells
      .filter((cell) => cell.question === question && sets.test(cell.set) && titles.test(cell.title))
      .map(({ set, title, ratio }) => ({
        isKept: ratio.median >= least,
        row: [`${question}, ${set}`, title, least.toFixed(2), ratio.median.toFixed(2)],
      })),
  );
  const ordered = [...rows.filter(({ isKept }) => !isKept), ...rows.filter(({ isKept }) => isKept)];
  return [
    ['question and set', 'against', 'at least', 'measured', ''],
    ...ordered.map(({ isKept, row }) => [...row, isKept ? 'kept' : 'not kept']),
  ];
}
