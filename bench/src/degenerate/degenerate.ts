// Degenerate pairs with closed-form answers, and how many answers of each library are wrong.

import { collide, distance, penetration, setTarget, signedDistance } from 'proximal';
import { defineBenchmark, whole } from '../harness/benchmark.ts';
import { markdownTable, type Section, short } from '../harness/page.ts';
import {
  type BuiltPeer,
  buildPeers,
  type PeerAnswer,
  type PeerProcess,
  RestartingPeer,
  startPeer,
  writeSet,
} from '../peers/process.ts';
import type { QueryKind } from '../peers/query-kind.ts';
import { type ProblemSet, problemsFolder, readProblems } from '../problems/problem-set.ts';
import { type Wrong, wrongAnswers } from '../queries/check.ts';
import { degenerateSets } from './sets.ts';

/** One library's answers to one query on one set. */
interface Cell {
  readonly title: string;
  readonly isOwn: boolean;
  readonly kind: QueryKind;
  readonly set: string;
  readonly asked: number;
  readonly wrongCount: number;
  /** The wrong answer with the largest error; null if all are right. */
  readonly worst: Wrong | null;
}

export const degenerateBenchmark = defineBenchmark({
  name: 'degenerate',
  title: 'wrong answers to degenerate pairs with closed-form answers: boxes on a grid, a wide ground, needles, slivers',
  options: { every: whole(1, 100) },
  full: { every: 1 },
  quick: { every: 10 },
  seconds: { quick: 12, full: 70 },
  async measure({ every }) {
    const { built, skipped } = buildPeers(({ takesKernelInputs }) => !takesKernelInputs);
    const cells: Cell[] = [];
    try {
      for (const made of degenerateSets()) {
        const problems = made.problems.filter((_, k) => k % every === 0);
        const files = writeSet({ ...made, problems, name: `degenerate ${made.name}` }, problemsFolder());
        const set = readProblems(made.name, files.problems);
        cells.push(...ownCells(set));
        // Started in parallel, since most of a start is reading and compiling.
        const started = await Promise.all(built.map((library) => startPeer(library, files)));
        for (const [k, library] of built.entries())
          cells.push(...(await peerCells(library, started[k], set, files, skipped)));
        process.stderr.write(`${set.name}: ${set.problems.length} problems\n`);
      }
    } finally {
      for (const library of built) library.remove();
    }
    return { libraries: librariesIn(cells), cells, skipped };
  },
  targets({ libraries }) {
    const own = libraries.filter(({ isOwn }) => isOwn).reduce((all, { wrong }) => all + wrong, 0);
    return [{ what: 'wrong answers of ours', wanted: '0', found: String(own), isMet: own === 0 }];
  },
  page: ({ libraries, cells, skipped }) => ({
    title: 'Degenerate cases',
    intro: `Axis-aligned boxes and boxes turned together on a grid of nested, overlapping, touching and just separated offsets; boxes turned about z; cubes
on a ground a thousand times as wide; needles a thousand times as long as thick; thin capsules that cross; plates and wedges of a tenth of a
millimeter; balls in and at boxes. Every answer is a formula (\`bench/src/degenerate/\`). The problems are in \`bench/results/problems/\`.`,
    sections: [sectionOf(libraries, cells)],
    notes: [
      `## The worst answer of each library and query\n\n${worstTable(cells)}`,
      ...skipped.map((reason) => `Skipped: ${reason}.`),
    ],
  }),
});

/** Our own cells. An answer counts as wrong, once, if it is wrong on either target. */
function ownCells(set: ProblemSet): Cell[] {
  const none = Array<number>(6).fill(Number.NaN);
  const ownQueries: readonly [string, QueryKind, (k: number) => PeerAnswer][] = [
    ['proximal', 'distance', (k) => answer(set, k, distance)],
    ['proximal', 'collide', (k) => [call(set, k, collide) ? 1 : 0, ...none]],
    ['proximal', 'depth', (k) => [call(set, k, penetration).depth, ...none]],
    ['proximal, signedDistance', 'distance', (k) => answer(set, k, signedDistance)],
  ];
  return ownQueries.map(([title, kind, runQuery]) => {
    const ofTargets = (['wasm', 'js'] as const).flatMap((target) => {
      setTarget(target);
      return wrongAnswers(
        set,
        kind,
        'own',
        set.problems.map((_, k) => runQuery(k)),
      );
    });
    setTarget('wasm');
    const wrong = new Map(ofTargets.map((each) => [each.problem, each]));
    return cellOf(title, true, kind, set, [...wrong.values()]);
  });
}

type Shapes = ProblemSet['shapes'];

function call<T>(
  { shapes, problems }: ProblemSet,
  k: number,
  query: (a: Shapes[number], poseA: Float64Array, b: Shapes[number], poseB: Float64Array) => T,
): T {
  const { a, b, poseA, poseB } = problems[k];
  return query(shapes[a], poseA, shapes[b], poseB);
}

function answer(set: ProblemSet, k: number, query: typeof distance | typeof signedDistance): PeerAnswer {
  const { distance: value, pointA, pointB } = call(set, k, query);
  return [value, ...pointA, ...pointB];
}

async function peerCells(
  library: BuiltPeer,
  first: PeerProcess | string,
  set: ProblemSet,
  files: ReturnType<typeof writeSet>,
  skipped: string[],
): Promise<Cell[]> {
  const cells: Cell[] = [];
  const hasHulls = set.shapes.some(({ kind }) => kind === 'convex');
  if (typeof first === 'string') {
    skipped.push(`${library.name} on ${set.name}: ${first}`);
    return cells;
  }
  const peer = new RestartingPeer(first, async () => (await startPeer(library, files)) as PeerProcess);
  for (const { title, name, kind, hullsOnly } of library.query.queries) {
    if (hullsOnly && !hasHulls) continue;
    const answers = await peer.answers(name, set.problems.length);
    // Fewer answers than problems if the library failed too often.
    const asked = { ...set, problems: set.problems.slice(0, answers.length) };
    const wrong = wrongAnswers(asked, kind, library.isSingle ? 'single' : 'double', answers);
    cells.push(cellOf(title, false, kind, asked, wrong));
  }
  peer.quit();
  return cells;
}

function cellOf(title: string, isOwn: boolean, kind: QueryKind, set: ProblemSet, wrong: readonly Wrong[]): Cell {
  const worst = wrong.length > 0 ? wrong.reduce((most, each) => (each.error > most.error ? each : most)) : null;
  return { title, isOwn, kind, set: set.name, asked: set.problems.length, wrongCount: wrong.length, worst };
}

interface LibraryCount {
  readonly title: string;
  readonly isOwn: boolean;
  readonly wrong: number;
  readonly asked: number;
}

function sum(some: readonly Cell[], of: 'wrongCount' | 'asked'): number {
  return some.reduce((all, cell) => all + cell[of], 0);
}

function librariesIn(cells: readonly Cell[]): LibraryCount[] {
  return [...new Set(cells.map(({ title }) => title))].map((title) => {
    const own = cells.filter((cell) => cell.title === title);
    return { title, isOwn: own[0].isOwn, wrong: sum(own, 'wrongCount'), asked: sum(own, 'asked') };
  });
}

function sectionOf(libraries: readonly LibraryCount[], cells: readonly Cell[]): Section {
  const sets = [...new Set(cells.map(({ set }) => set))];
  return {
    title: 'Wrong answers',
    note: `Of all answers to distance, Boolean and depth queries, as far as the library has them. An answer is wrong if its sign is wrong although the true value is
farther from 0 than 1e-6 of the smaller body's bounding radius, if it or the distance between its points is off by more than 1e-6 of
that radius (1e-4 for libraries with 32-bit numbers, 1e-9 for ours), or if there is none within a second; after eight of these, the remaining problems of the set are left out of that query. Ours are
answered on both targets, and count once. For 32-bit distances and depths, the limit of 1e-4 holds for the sign, too.`,
    head: ['', ...sets, 'all'],
    rows: libraries.map(({ title, wrong, asked }) => [
      title,
      ...sets.map((set) => {
        const setCells = cells.filter((cell) => cell.title === title && cell.set === set);
        return setCells.length === 0 ? '–' : `${sum(setCells, 'wrongCount')} / ${sum(setCells, 'asked')}`;
      }),
      `${wrong} / ${asked}`,
    ]),
  };
}

function worstTable(cells: readonly Cell[]): string {
  const faulty = cells.filter(({ wrongCount }) => wrongCount > 0);
  if (faulty.length === 0) return 'None.';
  return markdownTable(
    ['library', 'query', 'set', 'wrong', 'worst: kind', 'error, m', 'found', 'expected', 'problem'],
    faulty.map(({ title, kind, set, wrongCount, worst }) => [
      title,
      kind,
      set,
      String(wrongCount),
      worst?.what ?? '',
      worst ? short(worst.error) : '–',
      worst ? short(worst.found) : '–',
      worst ? short(worst.expected) : '–',
      worst ? String(worst.problem) : '–',
    ]),
  );
}
