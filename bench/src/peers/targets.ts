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
  /** Ours in a batch is what counts, or ours by the incremental method, which is local. */
  readonly ours?: 'batch' | 'incremental';
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
    question: 'depth',
    sets: ycb,
    titles: /^(?!proximal|our )/,
    least: 5,
    what: 'anyone, local depth of YCB hulls from the centres (incremental)',
    ours: 'incremental',
  },
  {
    question: 'distance',
    sets: closed,
    titles: /^(?!proximal|our )/,
    least: 1,
    what: 'anyone, distance of spheres, capsules and boxes in a batch',
    ours: 'batch',
  },
  {
    question: 'collide',
    sets: closed,
    titles: /^(?!proximal|our )/,
    least: 1,
    what: 'anyone, Boolean on spheres, capsules and boxes in a batch',
    ours: 'batch',
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

/** Who is wrong more often than this on a set is not raced there: a wrong answer is easily fast. */
const mostWrong = 0.05;

/** @param count problems in each set */
export function targetsOf(cells: readonly Cell[], count: number): Target[] {
  const targets = expectations.map(({ question, sets, titles, least, what, ours }) => {
    const some = cells.filter((cell) => cell.question === question && sets.test(cell.set) && titles.test(cell.title));
    const right = some.filter(({ wrongCount }) => wrongCount <= mostWrong * count);
    const ratios = right.map((cell) => ({ where: `${cell.title}, ${cell.set}`, ratio: ratioOf(cells, cell, ours) }));
    const target = atLeast(what, ratios, Number(least.toFixed(2)));
    const others = some.filter((cell) => !right.includes(cell)).map(({ title }) => title);
    if (others.length === 0) return target;
    return { ...target, found: `${target.found} (wrong too often: ${[...new Set(others)].join(', ')})` };
  });
  return [wrongTarget(cells), ...targets];
}

function ratioOf(cells: readonly Cell[], cell: Cell, ours: Expectation['ours']): number {
  if (ours === 'batch' && cell.batchRatio) return cell.batchRatio.median;
  if (ours !== 'incremental') return cell.ratio.median;
  const local = cells.find((each) => each.title === ownTitle && each.question === ours && each.set === cell.set);
  return local ? cell.time.median / local.time.median : Number.NaN;
}

function wrongTarget(cells: readonly Cell[]): Target {
  const wrong = cells
    .filter(({ title }) => title === ownTitle || title === batchTitle)
    .reduce((sum, { wrongCount }) => sum + wrongCount, 0);
  return { what: 'wrong answers of ours, each certified', wanted: '0', found: String(wrong), isMet: wrong === 0 };
}
