// Targets of the comparison: the time of another library divided by ours in the same run.
import { atLeast, type Target, type Unreliable } from '../harness/page.ts';
import { batchTitle, ownTitle, type QueryKind } from '../peers/query-kind.ts';
import { peersWith } from '../peers/registry.ts';
import type { Cell, Report } from './queries.ts';

interface Expectation {
  readonly kind: QueryKind;
  readonly sets: RegExp;
  readonly titles: RegExp;
  readonly least: number;
  readonly what: string;
  /** Ours in a batch, or our local depth with warm starts, in place of a single call. */
  readonly ours?: 'batch' | 'warm';
}

const npmNames = peersWith('query')
  .filter(({ source }) => !source)
  .map(({ name }) => name);
const npm = new RegExp(`^(${npmNames.join('|')})$`);
const ycb = /YCB/;
const closed = /^(spheres|capsules|boxes)/;

const expectations: readonly Expectation[] = [
  { kind: 'distance', sets: /YCB, close/, titles: /^FCL/, least: 2, what: 'FCL, distance on close YCB hulls' },
  {
    kind: 'distance',
    sets: /YCB, close/,
    titles: /^Bullet/,
    least: 2,
    what: 'Bullet, distance on close YCB hulls',
  },
  {
    kind: 'distance',
    sets: /YCB, close/,
    titles: npm,
    least: 3,
    what: 'every npm package, distance on close YCB hulls',
  },
  { kind: 'collide', sets: ycb, titles: /^libccd/, least: 1, what: 'libccd, Boolean on YCB hulls' },
  { kind: 'collide', sets: ycb, titles: /^FCL/, least: 2, what: 'FCL, Boolean on YCB hulls' },
  { kind: 'collide', sets: ycb, titles: npm, least: 3, what: 'every npm package, Boolean on YCB hulls' },
  {
    kind: 'depth',
    sets: ycb,
    titles: /^(libccd|FCL)/,
    least: 2,
    what: 'libccd and FCL, certified depth of YCB hulls',
  },
  { kind: 'depth', sets: ycb, titles: npm, least: 5, what: 'every npm package, certified depth of YCB hulls' },
  {
    kind: 'depth',
    sets: ycb,
    titles: /^(?!proximal|our )/,
    least: 5,
    what: 'all libraries, compared with our local depth of YCB hulls, warm (incremental)',
    ours: 'warm',
  },
  {
    kind: 'distance',
    sets: closed,
    titles: /^(?!proximal|our )/,
    least: 1,
    what: 'all libraries, distance of spheres, capsules and boxes in a batch',
    ours: 'batch',
  },
  {
    kind: 'collide',
    sets: closed,
    titles: /^(?!proximal|our )/,
    least: 1,
    what: 'all libraries, Boolean on spheres, capsules and boxes in a batch',
    ours: 'batch',
  },
  {
    kind: 'distance',
    sets: /YCB|^hulls/,
    titles: /C\+\+/,
    least: 1 / 1.4,
    what: 'our kernel in C++, distance of hulls',
  },
  {
    kind: 'collide',
    sets: /YCB|^hulls/,
    titles: /C\+\+/,
    least: 1 / 1.4,
    what: 'our kernel in C++, Boolean on hulls',
  },
];

/** A contender with a larger share of wrong answers on a set does not make a target missed, because wrong answers can be fast. */
const maxWrongShare = 0.05;

/** @param exactness of our kernel in C++ */
export function targetsOf({ cells, count, exactness }: Pick<Report, 'cells' | 'count' | 'exactness'>): Target[] {
  const targets = expectations.map((expectation) => {
    const { kind, sets, titles } = expectation;
    const contenderCells = cells.filter((cell) => cell.kind === kind && sets.test(cell.set) && titles.test(cell.title));
    return targetOf(cells, contenderCells, expectation, count);
  });
  return [wrongTarget(cells), ...(exactness ? [exactTarget(exactness)] : []), ...targets];
}

/**
 * The target is met if ours is fast enough compared with all contenders. If not, only those with few wrong answers decide. The others are listed
 * in both cases, with their ratios and their wrong answers.
 */
function targetOf(
  cells: readonly Cell[],
  contenderCells: readonly Cell[],
  { least, what, ours }: Expectation,
  count: number,
): Target {
  const factor = Number(least.toFixed(2));
  const all = contenderCells.map((cell) => ({
    where: `${cell.title}, ${cell.set}`,
    ratio: ratioOf(cells, cell, ours),
    wrong: cell.wrongCount,
  }));
  const overall = atLeast(what, all, factor);
  const unreliable = all
    .filter(({ wrong }) => wrong > maxWrongShare * count)
    .map((each): Unreliable => ({ ...each, of: count, isMissed: each.ratio < factor }))
    .sort((one, other) => one.ratio - other.ratio);
  if (unreliable.length === 0) return overall;
  if (overall.isMet) return { ...overall, found: `${overall.found}, ${describeUnreliable(unreliable)}`, unreliable };
  const right = all.filter(({ wrong }) => wrong <= maxWrongShare * count);
  const target = atLeast(what, right, factor);
  return { ...target, found: `${target.found}; with ${describeUnreliable(unreliable)}: ${overall.found}`, unreliable };
}

function describeUnreliable(unreliable: readonly Unreliable[]): string {
  return `${unreliable.length} that ${unreliable.length === 1 ? 'is' : 'are'} wrong in more than ${100 * maxWrongShare} % of the answers`;
}

function ratioOf(cells: readonly Cell[], cell: Cell, ours: Expectation['ours']): number {
  if (ours === 'batch' && cell.batchRatio) return cell.batchRatio.median;
  if (ours !== 'warm') return cell.ratio.median;
  const local = cells.find((each) => each.title === ownTitle && each.kind === ours && each.set === cell.set);
  return local ? cell.time.median / local.time.median : Number.NaN;
}

function wrongTarget(cells: readonly Cell[]): Target {
  const wrong = cells
    .filter(({ title }) => title === ownTitle || title === batchTitle)
    .reduce((sum, { wrongCount }) => sum + wrongCount, 0);
  return {
    what: 'our wrong answers, including those with an invalid certificate',
    wanted: '0',
    found: String(wrong),
    isMet: wrong === 0,
  };
}

/** The times of our kernel in C++ are comparable only if it is the same program. */
function exactTarget({ different, of }: NonNullable<Report['exactness']>): Target {
  const what = 'answers of our kernel in C++, without fused multiply-add, whose bits differ from WebAssembly';
  return { what, wanted: '0', found: `${different} of ${of}`, isMet: different === 0 };
}
