// Distance, Boolean collision and depth, compared with libraries in C++, npm packages and our own kernel in C++ on the same problems in one run.
import { defineBenchmark, seed, text, whole } from '../harness/benchmark.ts';
import { markdownTable, type Page, type Section, short } from '../harness/page.ts';
import { measureInTurns, type Summary, summarize } from '../harness/timer.ts';
import { type BuiltPeer, buildPeers, startPeer, writeSet } from '../peers/process.ts';
import { batchTitle, type OwnQueryKind, ownTitle, type QueryKind, queryTitles } from '../peers/query-kind.ts';
import { type ProblemSet, problemsFolder, readProblems } from '../problems/problem-set.ts';
import { differences, ownAnswers, type Wrong } from './check.ts';
import { Own, ownContenders, peerContenders } from './contenders.ts';
import { writeKernelInputs } from './kernel-inputs.ts';
import { peerSets } from './sets.ts';
import { targetsOf } from './targets.ts';

export const peersBenchmark = defineBenchmark({
  name: 'peers',
  title:
    'distance, collision and depth compared with rapier, Jolt, MuJoCo, FCL, libccd, Bullet, ODE, … and our own kernel in C++',
  options: { rounds: whole(3, 1000), count: whole(1, 100_000), only: text, seed, ycb: text },
  // Repeating few problems is faster than real use: 1600 pairs of hulls of 64 vertices took us 1.18 µs each in blocks of 100, and 2.12 µs in one
  // block; our kernel in C++ took 0.84 µs and 1.24 µs.
  full: { rounds: 9, count: 1600, only: '', seed: 1, ycb: '../shared/data/ycb' },
  quick: { rounds: 3, count: 100 },
  seconds: { quick: 42, full: 550 },
  async measure({ rounds, count, only, seed: start, ycb, isQuick }, run): Promise<Report> {
    const sets = peerSets({ ycb, count, seed: start, isQuick }).filter(({ name }) => name.includes(only));
    const { built, skipped } = buildPeers();
    try {
      const comparison = new Comparison(built, rounds, skipped);
      const pace = run.pace(sets.length);
      for (const set of sets) await comparison.run(set, pace.next());
      return { seed: start, ...comparison.report(count) };
    } finally {
      for (const library of built) library.remove();
    }
  },
  targets: targetsOf,
  page: pageOf,
});

/** Wrong answers of a contender that are listed for each set. */
const maxListed = 10;

class Comparison {
  private readonly cells: Cell[] = [];
  private exactness: Report['exactness'] = null;

  constructor(
    private readonly built: readonly BuiltPeer[],
    private readonly rounds: number,
    private readonly skipped: string[],
  ) {}

  /**
   * Checks the answers of all contenders on a set, then times them in turn.
   * @param until see `MeasureOptions`
   */
  async run(made: ProblemSet, until: number): Promise<void> {
    const files = writeSet(made, problemsFolder());
    const set = readProblems(made.name, files.problems);
    const own = new Own(set);
    const contenders = ownContenders(set, own);
    const quits: (() => void)[] = [];
    if (this.built.some(({ takesKernelInputs }) => takesKernelInputs)) writeKernelInputs(set, files.inputs);
    // Started in parallel, since most of a start is reading and compiling.
    const started = await Promise.all(this.built.map((library) => startPeer(library, files)));
    for (const [k, library] of this.built.entries()) {
      const peer = started[k];
      if (typeof peer === 'string') {
        this.skipped.push(`${library.name} on ${set.name}: ${peer}`);
        continue;
      }
      quits.push(() => peer.quit());
      if (library.isExact) {
        for (const { name, kind } of library.query.queries)
          this.compareBits(
            differences(ownAnswers(set, own, kind), await peer.answers(name, 0, set.problems.length)),
            set.problems.length,
          );
      } else contenders.push(...(await peerContenders(set, peer, library)));
    }
    const wrong = await Promise.all(contenders.map((contender) => contender.wrong()));
    const samples = await measureInTurns(contenders, this.rounds, { until });
    for (const [k, { title, kind }] of contenders.entries()) {
      const of = (own: string): number[] | undefined =>
        samples[contenders.findIndex((each) => each.title === own && each.kind === kind)];
      const ratio = (ours: readonly number[]) => summarize(samples[k].map((time, round) => time / ours[round]));
      const batch = of(batchTitle);
      this.cells.push({
        set: set.name,
        kind,
        title,
        time: summarize(samples[k]),
        ratio: ratio(of(ownTitle) as number[]),
        batchRatio: batch ? ratio(batch) : null,
        rounds: samples[k].length,
        wrongCount: wrong[k].length,
        wrong: wrong[k].sort((first, second) => second.error - first.error).slice(0, maxListed),
      });
    }
    for (const quit of quits) quit();
    process.stderr.write(`${set.name}: done\n`);
  }

  report(count: number): Omit<Report, 'seed'> {
    const { cells, skipped, exactness } = this;
    return { rounds: Math.min(...cells.map((cell) => cell.rounds)), count, cells, skipped, exactness };
  }

  private compareBits(different: number, of: number): void {
    const before = this.exactness ?? { different: 0, of: 0 };
    this.exactness = { different: before.different + different, of: before.of + of };
  }
}

/** One contender on one set. */
export interface Cell {
  readonly set: string;
  readonly kind: OwnQueryKind;
  readonly title: string;
  /** Nanoseconds per query. */
  readonly time: Summary;
  readonly rounds: number;
  /** The contender's time divided by the time of our single call, summarized over the rounds. */
  readonly ratio: Summary;
  /** The contender's time divided by the time of our batch; null for kinds of queries without a batch. */
  readonly batchRatio: Summary | null;
  readonly wrongCount: number;
  /** The worst of the wrong answers. */
  readonly wrong: readonly Wrong[];
}

export interface Report {
  readonly seed: number;
  /** The smallest number of rounds of a set. */
  readonly rounds: number;
  /** Problems in each set. */
  readonly count: number;
  readonly cells: readonly Cell[];
  readonly skipped: readonly string[];
  /** Answers of our kernel in C++ without fused multiply-add whose bits differ from WebAssembly's. */
  readonly exactness: { readonly different: number; readonly of: number } | null;
}

function pageOf(report: Report): Page {
  const { cells, rounds, count, seed } = report;
  return {
    title: 'Distance, collision and depth compared with other libraries',
    intro: `The same pairs for every library, in turn; medians of at least ${rounds} rounds, ${count} pairs in each set, seed ${seed}. The problem files are in
\`bench/results/problems/\`. Times are nanoseconds per query; in parentheses the time divided by the time of one call of ours, in brackets the range of 80 % of
the rounds. † counts wrong answers.`,
    sections: (Object.keys(queryTitles) as QueryKind[]).flatMap((kind) => timeSections(cells, kind)),
    notes: [
      `## Wrong answers\n\n${faultTable(cells)}`,
      `## Method\n\n${notesOf(report)
        .map((note) => `- ${note}`)
        .join('\n')}`,
    ],
  };
}

/** By library, query and set: the number of wrong answers, the kinds of those that are listed, and the worst. */
function faultTable(cells: readonly Cell[]): string {
  const faulty = cells.filter(({ wrongCount }) => wrongCount > 0);
  if (faulty.length === 0) return 'None.';
  return markdownTable(
    ['library', 'query', 'set', 'wrong', 'kinds', 'worst, m', 'found', 'expected'],
    faulty.map(({ title, kind, set, wrongCount, wrong }) => [
      title,
      kind,
      set,
      String(wrongCount),
      [...new Set(wrong.map(({ what }) => what))].join(', '),
      short(wrong[0].error),
      short(wrong[0].found),
      short(wrong[0].expected),
    ]),
  );
}

function notesOf({ cells, skipped }: Report): string[] {
  const ours = cells.filter(({ title }) => title === ownTitle || title === batchTitle);
  const ownWrong = ours.reduce((sum, { wrongCount }) => sum + wrongCount, 0);
  const notes = [
    'Ours: the WebAssembly target through Pair, one call for each query, without warm start except in the rows "warm"; our time includes the conversion of poses to matrices; for the other libraries, it is made before the timing. Depths are by EPA with a certificate except in the rows "local". A batch is one call of distanceBatch or collideBatch for the whole set.',
    `An answer is wrong if it is missing, or if its sign is wrong although the bodies are farther from contact than 1e-6 of the smaller bounding radius, or if a distance, a depth or the distance between the witness points is off by more than 1e-6 of that radius (1e-4 for libraries with 32-bit numbers, 1e-9 for ours). Local depths may be too large; of a growth only the side of 1 is compared. One call of ours, unless Boolean, is also wrong if its certificate is invalid. Wrong answers of ours: ${ownWrong}.`,
    "Libraries run with their default settings, except that the tolerances of libccd, crashcat and Jolt are tighter where the default is coarse, such as 1 mm for hulls of crashcat and Jolt; FCL's default is 1e-6 m, which is above the limit for wrong answers of small bodies.",
  ];
  return [...notes, ...skipped.map((reason) => `Skipped: ${reason}`)];
}

/** The tables of times: a row for each contender, a column for each set. */
export function timeSections(cells: readonly Cell[], kind: QueryKind): Section[] {
  const ofKind = cells.filter((cell) => cell.kind === kind);
  const groups = new Map<string, string[]>();
  for (const set of new Set(ofKind.map((cell) => cell.set))) {
    const group = set.startsWith('hulls') ? 'hulls' : set.includes('YCB') ? 'YCB' : 'closed';
    groups.set(group, [...(groups.get(group) ?? []), set]);
  }
  const names: Readonly<Record<string, string>> = {
    YCB: 'YCB hulls',
    closed: 'simple shapes',
    hulls: 'hulls by number of vertices',
  };
  return [...groups].map(([group, sets]) => {
    const titles = [...new Set(ofKind.filter((cell) => sets.includes(cell.set)).map(({ title }) => title))];
    const row = (name: string, rowCells: readonly Cell[], title: string): string[] => [
      name,
      ...sets.map((set) => textOf(rowCells.find((cell) => cell.set === set && cell.title === title))),
    ];
    const rows = titles.map((title) => row(nameOf(title, kind), ofKind, title));
    // Our local depths are listed with the minimum depth, because some libraries return local depths.
    const local = (own: OwnQueryKind, name: string): string[][] => {
      const localCells = cells.filter((cell) => cell.kind === own);
      return localCells.length > 0 ? [row(name, localCells, ownTitle)] : [];
    };
    if (kind === 'depth') {
      const rowsOfLocal = [
        ...local('incremental', 'proximal, incremental: local'),
        ...local('warm', 'proximal, incremental, warm: local'),
      ];
      rows.splice(1, 0, ...rowsOfLocal);
    }
    return { title: `${queryTitles[kind]}: ${names[group]}`, note: '', head: ['', ...sets], rows };
  });
}

function nameOf(title: string, kind: QueryKind): string {
  return title === ownTitle && kind === 'depth' ? `${title}, EPA: certified` : title;
}

function textOf(cell: Cell | undefined): string {
  if (!cell) return '–';
  const { title, time, ratio, wrongCount } = cell;
  const mark = wrongCount > 0 ? ` †${wrongCount}` : '';
  if (title === ownTitle) return `${time.median.toFixed(0)} [${time.low.toFixed(0)}–${time.high.toFixed(0)}]${mark}`;
  return `${time.median.toFixed(0)} (${times(ratio.median)} [${times(ratio.low)}–${times(ratio.high)}])${mark}`;
}

function times(ratio: number): string {
  return ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(0);
}
