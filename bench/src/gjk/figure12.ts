// Fig. 12: Boolean queries on hulls compared with libraries in C++, in the paper's three ranges, and distance queries on the same pairs. The
// authors' own library is coal.
import { Pair } from 'proximal';
import { isNativeAllowed, withoutNative } from '../harness/native.ts';
import { measureInTurns, passes, quantile } from '../harness/timer.ts';
import { type BuiltPeer, buildPeers, type PeerAnswer, startPeer, writeSet } from '../peers/process.ts';
import type { HullSet } from '../problems/hulls.ts';
import { problemsFolder, readProblems } from '../problems/problem-set.ts';
import { wrongAnswers } from '../queries/check.ts';
import { pairOptions, peerContenders } from '../queries/contenders.ts';
import { type Method, methods, type Query, queries } from './methods.ts';
import { type Band, bands, makeProblems } from './sets.ts';

/** The ranges of the figure, with the distances of the other experiments on hulls, in meters. */
export const ranges = {
  distant: [1],
  close: [1e-4, 1e-3, 0.01, 0.1],
  overlapping: [-0.1, -0.01, -1e-3, -1e-4],
} as const;
export type Range = keyof typeof ranges;

/** The libraries of the figure, of its text, and DGD and openGJK. */
const libraries = ['coal', 'FCL', 'libccd', 'Bullet', 'DGD', 'openGJK'];

export interface Figure12Cell {
  readonly range: Range;
  readonly query: Query;
  readonly title: string;
  /** The median over the rounds of the nanoseconds per query. */
  readonly time: number;
  /** Distances that are off by more than 1e-6 of the smaller body's bounding radius, and signs that are wrong farther than this from contact. */
  readonly wrong: number;
}

/** Coal's iterations by its own counter: means by method, on pairs of one range of distances that are drawn as in Fig. 9 and 10. */
export interface CoalIterations {
  readonly band: Band;
  readonly query: Query;
  readonly iterations: Readonly<Record<'gjk' | 'polyak' | 'nesterov', number>>;
}

export interface Figure12 {
  readonly problems: number;
  readonly rounds: number;
  readonly cells: readonly Figure12Cell[];
  /** Empty without coal. */
  readonly coal: readonly CoalIterations[];
  /** "coal 3.0.0", for libraries from source trees. */
  readonly versions: readonly string[];
  readonly skipped: readonly string[];
}

/** The title of our row of a method. */
export const ownTitleOf = (title: string): string => `ours, ${title}`;

/** The paper's methods with its stopping criterion, and Proximal's default options, which also start from the centers. */
const ownMethods: readonly Pick<Method, 'title' | 'options'>[] = [
  ...methods,
  { title: 'default options', options: pairOptions },
];

/** The times, or the reason if no library in C++ can be measured. */
export async function runFigure12(
  { hulls }: HullSet,
  count: number,
  rounds: number,
  seed: number,
): Promise<Figure12 | string> {
  if (!isNativeAllowed()) return withoutNative;
  const { built, skipped } = buildPeers(({ name }) => libraries.includes(name));
  try {
    if (built.length === 0) return skipped.join('; ');
    const shapes = hulls.map(({ hull }) => hull);
    const cells: Figure12Cell[] = [];
    for (const range of Object.keys(ranges) as Range[])
      cells.push(...(await measureRange(range, shapes, Math.ceil(count / ranges[range].length), rounds, seed, built)));
    const versions = built.flatMap(({ name, version }) => (version ? [`${name} ${version}`] : []));
    const coal = built.find(({ name }) => name === 'coal');
    const counts = coal ? await countCoal(coal, shapes, count, seed) : [];
    return { problems: count, rounds, cells, coal: counts, versions, skipped };
  } finally {
    for (const library of built) library.remove();
  }
}

async function measureRange(
  range: Range,
  shapes: Parameters<typeof makeProblems>[0],
  countEach: number,
  rounds: number,
  seed: number,
  built: readonly BuiltPeer[],
): Promise<Figure12Cell[]> {
  const name = `gjk ${range}`;
  const made = { name, shapes, problems: makeProblems(shapes, ranges[range], countEach, seed) };
  const files = writeSet(made, problemsFolder());
  const set = readProblems(name, files.problems);
  const own = ownMethods.flatMap(({ title, options }) => {
    const pairs = set.problems.map(({ a, b }) => new Pair(set.shapes[a], set.shapes[b], options));
    return queries.map(({ query }) => {
      const pass = (): void => {
        for (const [k, { poseA, poseB }] of set.problems.entries()) pairs[k][query](poseA, poseB);
      };
      const answer = (k: number): PeerAnswer => {
        const { poseA, poseB } = set.problems[k];
        if (query === 'collide') return [pairs[k].collide(poseA, poseB) ? 1 : 0];
        const { distance, pointA, pointB } = pairs[k].distance(poseA, poseB);
        return [distance, ...pointA, ...pointB];
      };
      const wrong = async () =>
        wrongAnswers(
          set,
          query,
          'double',
          pairs.map((_, k) => answer(k)),
        );
      return { title: ownTitleOf(title), kind: query, wrong, ...passes(pairs.length, pass) };
    });
  });
  const peers = await Promise.all(
    built.map(async (library) => {
      const peer = await startPeer(library, files);
      if (typeof peer === 'string') throw new Error(`${library.name}: ${peer}`);
      return { peer, contenders: await peerContenders(set, peer, library) };
    }),
  );
  const contenders = [...own, ...peers.flatMap((each) => each.contenders)].filter(({ kind }) =>
    queries.some(({ query }) => query === kind),
  );
  const wrong = await Promise.all(contenders.map((contender) => contender.wrong()));
  const samples = await measureInTurns(contenders, rounds);
  for (const { peer } of peers) peer.quit();
  return contenders.map(({ title, kind }, c) => ({
    range,
    query: kind as Query,
    title,
    time: quantile(samples[c], 0.5),
    wrong: wrong[c].length,
  }));
}

/** Counts coal's iterations in each range of distances, on pairs of the same seed as our own counts. */
async function countCoal(
  library: BuiltPeer,
  shapes: Parameters<typeof makeProblems>[0],
  count: number,
  seed: number,
): Promise<CoalIterations[]> {
  const counts: CoalIterations[] = [];
  for (const band of Object.keys(bands) as Band[]) {
    const distances = bands[band];
    const problems = makeProblems(shapes, distances, Math.ceil(count / distances.length), seed);
    const peer = await startPeer(library, writeSet({ name: `coal ${band}`, shapes, problems }, problemsFolder()));
    if (typeof peer === 'string') throw new Error(`coal: ${peer}`);
    const mean = async (query: Query, suffix: string): Promise<number> => {
      const answers = await peer.answers(`${query}-iterations${suffix}`, 0, problems.length);
      return answers.reduce((sum, [value]) => sum + value, 0) / problems.length;
    };
    for (const { query } of queries) {
      const [gjk, polyak, nesterov] = [
        await mean(query, ''),
        await mean(query, '-polyak'),
        await mean(query, '-nesterov'),
      ];
      counts.push({ band, query, iterations: { gjk, polyak, nesterov } });
    }
    peer.quit();
  }
  return counts;
}

/** The time of a row, if it was measured. */
export function timeOf({ cells }: Figure12, range: Range, query: Query, title: string): number | undefined {
  return cells.find((cell) => cell.range === range && cell.query === query && cell.title === title)?.time;
}
