// What the comparison should show, as ratios of the other's time over ours in the same run.
import { atLeast, type Target } from '../targets.ts';
import { batchTitle, ownTitle } from './contenders.ts';
import { npmLibraries } from './libraries.ts';
import type { Question } from './question.ts';
import type { Cell } from './report.ts';

interface Expectation {
  readonly question: Question;
  /** The sets and the contenders that it speaks of. */
  readonly sets: RegExp;
  readonly titles: RegExp;
  readonly least: number;
  readonly what: string;
  /** Ours in a batch is what counts. */
  readonly isBatch?: true;
}

const npm = new RegExp(`^(${npmLibraries.map(({ queries }) => queries[0].title).join('|')})$`);
const ycb = /YCB/;
const closed = /^(spheres|capsules|boxes)/;

const expectations: readonly Expectation[] = [
  { question: 'distance', sets: /YCB, close/, titles: /^FCL/, least: 2, what: 'FCL, distance on close YCB hulls' },
  {
    question: 'distance',
    sets: /YCB, close/,
    titles: /^Bullet/,
    least: 2,
    what: 'Bullet, distance on close YCB hulls',
  },
  { question: 'distance', sets: ycb, titles: npm, least: 3, what: 'every npm package, distance on YCB hulls' },
  { question: 'collide', sets: ycb, titles: /^libccd/, least: 1, what: 'libccd, Boolean on YCB hulls' },
  { question: 'collide', sets: ycb, titles: /^FCL/, least: 2, what: 'FCL, Boolean on YCB hulls' },
  { question: 'collide', sets: ycb, titles: npm, least: 3, what: 'every npm package, Boolean on YCB hulls' },
  {
    question: 'depth',
    sets: ycb,
    titles: /^(libccd|FCL)/,
    least: 2,
    what: 'libccd and FCL, certified depth of YCB hulls',
  },
  { question: 'depth', sets: ycb, titles: npm, least: 5, what: 'every npm package, certified depth of YCB hulls' },
  {
    question: 'distance',
    sets: closed,
    titles: /^(?!proximal|our )/,
    least: 1,
    what: 'anyone, distance of spheres, capsules and boxes in a batch',
    isBatch: true,
  },
  {
    question: 'collide',
    sets: closed,
    titles: /^(?!proximal|our )/,
    least: 1,
    what: 'anyone, Boolean on spheres, capsules and boxes in a batch',
    isBatch: true,
  },
  {
    question: 'distance',
    sets: /YCB|^hulls/,
    titles: /C\+\+/,
    least: 1 / 1.4,
    what: 'our kernel in C++, distance of hulls',
  },
  {
    question: 'collide',
    sets: /YCB|^hulls/,
    titles: /C\+\+/,
    least: 1 / 1.4,
    what: 'our kernel in C++, Boolean on hulls',
  },
];

export function targetsOf(cells: readonly Cell[]): Target[] {
  const targets = expectations.map(({ question, sets, titles, least, what, isBatch }) => {
    const ratios = cells
      .filter((cell) => cell.question === question && sets.test(cell.set) && titles.test(cell.title))
      .map(({ set, title, ratio, batchRatio }) => ({
        where: `${title}, ${set}`,
        ratio: (isBatch && batchRatio ? batchRatio : ratio).median,
      }));
    return atLeast(what, ratios, Number(least.toFixed(2)));
  });
  return [wrongTarget(cells), ...targets];
}

function wrongTarget(cells: readonly Cell[]): Target {
  const wrong = cells
    .filter(({ title }) => title === ownTitle || title === batchTitle)
    .reduce((sum, { wrongCount }) => sum + wrongCount, 0);
  return { what: 'wrong answers of ours, each certified', wanted: '0', found: String(wrong), isMet: wrong === 0 };
}
