// Small and warm queries compared with libraries in C++: pairs that move by millimeters between two queries, and the same pairs cold.
import { defineBenchmark, seed, text, whole } from '../harness/benchmark.ts';
import { markdownTable, type Page, type Section } from '../harness/page.ts';
import { quantile, type Timed, takeTurns } from '../harness/timer.ts';
import { type BuiltPeer, buildPeers, PeerProcess, timedPeer, writeSet } from '../peers/process.ts';
import { batchTitle, ownTitle } from '../peers/query-kind.ts';
import { problemsFolder } from '../problems/problem-set.ts';
import { type Measure, measures, OwnPairs, timedBatch } from './measures.ts';
import { bands, kinds, makeSet, type StepSet } from './sets.ts';

export const warmBenchmark = defineBenchmark({
  name: 'warm',
  title: 'small and warm queries in 3D, one pair at a time and pairs in turn, compared with coal, DGD and openGJK',
  options: { rounds: whole(3, 1000), pairs: whole(1, 100_000), only: text, seed },
  full: { rounds: 9, pairs: 2000, only: '', seed: 1 },
  quick: { rounds: 3, pairs: 50 },
  seconds: { quick: 25, full: 400 },
  async measure({ rounds, pairs, only, seed: start }): Promise<Report> {
    const { built, skipped } = buildPeers(({ name }) => ['coal', 'DGD', 'openGJK'].includes(name));
    const chosen = kinds.filter((kind) => kind.includes(only));
    const cells: Cell[] = [];
    try {
      for (const kind of chosen)
        for (const band of bands) {
          const set = makeSet(kind, band, pairs, start);
          cells.push(...(await measureSet(set, built, rounds, skipped)));
          process.stderr.write(`${set.name}: done\n`);
        }
    } finally {
      for (const library of built) library.remove();
    }
    return { cells, skipped: [...new Set(skipped)] };
  },
  page: pageOf,
});

interface Report {
  readonly cells: readonly Cell[];
  readonly skipped: readonly string[];
}

/** One contender in one measure on one set. */
interface Cell {
  readonly kind: string;
  readonly measure: string;
  readonly title: string;
  /** Nanoseconds per query: of the fastest pass and of the median one. */
  readonly least: number;
  readonly median: number;
  readonly wrongCount: number;
  readonly count: number;
}

interface Contender extends Timed {
  readonly title: string;
  readonly wrongCount: number;
}

async function measureSet(
  set: StepSet,
  built: readonly BuiltPeer[],
  rounds: number,
  skipped: string[],
): Promise<Cell[]> {
  const files = writeSet(set, problemsFolder());
  const peers = new Map<string, PeerProcess>();
  for (const { name, program } of built) {
    const peer = await PeerProcess.start(program, [files.problems, String(set.pairs)]);
    if (typeof peer === 'string') skipped.push(`${name} on ${set.kind}: ${peer}`);
    else peers.set(name, peer);
  }
  const cells: Cell[] = [];
  for (const measure of measures.filter(({ band }) => band === set.band)) {
    const contenders = [...ownContenders(set, measure), ...(await nativeContenders(set, measure, peers))];
    const samples = await timePasses(contenders, rounds);
    for (const [k, { title, wrongCount }] of contenders.entries())
      cells.push({
        kind: set.kind,
        measure: measure.name,
        title,
        least: Math.min(...samples[k]),
        median: quantile(samples[k], 0.5),
        wrongCount,
        count: set.problems.length,
      });
  }
  for (const peer of peers.values()) peer.quit();
  return cells;
}

/** Passes of a contender in a round. They are short, so that some are not interrupted by other programs. */
const passesInRound = 8;

/** The times of all passes of each contender, which take turns in each round. */
async function timePasses(contenders: readonly Timed[], rounds: number): Promise<number[][]> {
  const samples: number[][] = contenders.map(() => []);
  const turns: number[] = [];
  takeTurns(rounds, contenders.length, (contender) => turns.push(contender));
  for (const k of turns) samples[k].push(...(await contenders[k].run(passesInRound)));
  return samples;
}

/** The largest error of an answer of ours and of a library, relative to the smaller bounding radius, or of a growth. */
const allowed = { own: 2e-8, native: 1e-6 } as const;

function ownContenders(set: StepSet, measure: Measure): Contender[] {
  const own = new OwnPairs(set, measure);
  const single = { title: ownTitle, wrongCount: wrongOf(set, measure, own.answers(), allowed.own), ...own.timed() };
  const { query, order } = measure;
  if (order !== 'cold' || query === 'signed' || query === 'growth') return [single];
  return [single, { title: batchTitle, wrongCount: 0, ...timedBatch(set, query) }];
}

async function nativeContenders(
  set: StepSet,
  measure: Measure,
  peers: ReadonlyMap<string, PeerProcess>,
): Promise<Contender[]> {
  const contenders: Contender[] = [];
  for (const [library, queries] of Object.entries(measure.native)) {
    const peer = peers.get(library);
    if (!peer) continue;
    for (const name of queries) {
      // Answers come in the order of the queries. Queries in the order `alone` are not checked: the same queries in turn are.
      const answers = measure.order === 'alone' ? [] : await peer.answers(name, 0, set.problems.length);
      const wrongCount = wrongOf(
        set,
        measure,
        answers.map(([value]) => value),
        allowed.native,
      );
      contenders.push({
        title: `${library} ${name}`,
        wrongCount,
        ...(await timedPeer(peer, name, set.problems.length)),
      });
    }
  }
  return contenders;
}

function wrongOf(set: StepSet, { query }: Measure, values: readonly number[], limit: number): number {
  return values.filter((value, k) => {
    const expected = set.problems[k].signedDistance;
    if (query === 'collide') return value !== (expected < 0 ? 1 : 0);
    if (query === 'growth') return !(Math.abs(value - set.growths[k]) <= limit * set.growths[k]);
    return !(Math.abs(value - expected) <= limit * set.sizes[k]);
  }).length;
}

function pageOf({ cells, skipped }: Report, _targets: unknown, settings: { readonly pairs: number }): Page {
  const section = tableOf(cells);
  return {
    title: 'Small and warm queries compared with libraries in C++',
    intro: `${settings.pairs} pairs in each set, which take turns; ns per query, the fastest of the passes, because other load only adds time.
B moves back and forth in steps of 3 mm and 0.01 rad. Close: 1 to 100 mm apart; distant: 1 to 2 m; shallow: overlapping by up to a tenth of the smaller
bounding radius. Libraries run with their default tolerances. An answer is wrong if it is off by more than 1e-6 of the smaller bounding radius or of the
growth, 2e-8 for ours.`,
    sections: [section, ...kinds.flatMap((kind) => detailOf(kind, cells))],
    notes: skipped.map((reason) => `Skipped: ${reason}`),
    tables: { queries: markdownTable(section.head, section.rows) },
  };
}

/** Ours by `Pair` and in a batch, compared with the fastest library, for each measure and kind of shape. */
function tableOf(cells: readonly Cell[]): Section {
  const present = kinds.filter((kind) => cells.some((cell) => cell.kind === kind));
  const rows = measures.map(({ name }) => [
    name,
    ...present.map((kind) => {
      const inCell = cells.filter((cell) => cell.kind === kind && cell.measure === name);
      const of = (title: string): Cell | undefined => inCell.find((cell) => cell.title === title);
      const [own, batch] = [of(ownTitle), of(batchTitle)];
      const others = inCell.filter(({ title }) => title !== ownTitle && title !== batchTitle);
      if (!own) return '–';
      const ours = `${own.least.toFixed(0)}${batch ? ` (${batch.least.toFixed(0)})` : ''}${markOf(own)}`;
      if (others.length === 0) return ours;
      const best = others.reduce((first, second) => (second.least < first.least ? second : first));
      const [library] = best.title.split(' ');
      return `${ours} / ${best.least.toFixed(0)} ${library}${markOf(best)} = ${(own.least / best.least).toFixed(2)}`;
    }),
  ]);
  return {
    title: 'Ours by Pair (in a batch) / the fastest library',
    note: '† counts wrong answers.',
    head: ['ns', ...present],
    rows,
  };
}

function markOf({ wrongCount }: Cell): string {
  return wrongCount > 0 ? ` †${wrongCount}` : '';
}

/** All contenders on one kind of shape. */
function detailOf(kind: string, cells: readonly Cell[]): Section[] {
  const ofKind = cells.filter((cell) => cell.kind === kind);
  if (ofKind.length === 0) return [];
  return [
    {
      title: kind,
      note: '',
      head: ['', 'contender', 'least', 'median', 'wrong'],
      rows: ofKind.map(({ measure, title, least, median, wrongCount }) => [
        measure,
        title,
        least.toFixed(0),
        median.toFixed(0),
        String(wrongCount),
      ]),
    },
  ];
}
