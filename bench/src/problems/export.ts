// `npm run bench -- problems`: a problem of a benchmark as a problem file, for `proximal query`, the studio and bug reports.
import { parseArgs } from 'node:util';
import type { Shape } from 'proximal';
import { Rng } from 'proximal/math';
import { type Problem as FileProblem, writeProblem } from 'proximal/problem';
import { ellipsoidSet, signedDistances } from '../gjk/sets.ts';
import { growthSets, movingPair } from '../growth/sets.ts';
import { formatTable } from '../harness/page.ts';
import { resultPath, writeWhole } from '../harness/results.ts';
import { type Command, find, type Named, UsageError, wholeNumber } from '../harness/usage.ts';
import { primitiveSets, shallowSets } from '../penetration/sets.ts';
import { planeSet, situations, vertexCounts } from '../plane/sets.ts';
import { peerSets } from '../queries/sets.ts';
import { fallsOf } from '../sim/funnel.ts';
import { loadHulls } from './hulls.ts';
import type { ProblemSet } from './problem-set.ts';

/** Settings of the benchmark that the sets are from. */
interface Amounts {
  readonly count: number;
  readonly seed: number;
  /** Folder of scans. */
  readonly ycb: string | undefined;
}

interface ExportedSet {
  readonly name: string;
  /** In the benchmark's order. */
  readonly problems: readonly QueryProblem[];
}

/** Without title and origin, which are added for all. */
type QueryProblem = Pick<FileProblem, 'dimension' | 'a' | 'b' | 'query' | 'expected'>;

interface Source extends Named {
  readonly sets: (amounts: Amounts) => readonly ExportedSet[] | Promise<readonly ExportedSet[]>;
}

const sources: readonly Source[] = [
  {
    name: 'peers',
    title: 'distances of scans and generated shapes',
    sets: ({ count, seed, ycb }) =>
      peerSets({ ycb: ycb ?? '../shared/data/ycb', count, seed }).map((set) => exportedSet(set, isSeparated)),
  },
  {
    name: 'gjk',
    title: 'ellipsoids at the distances of the paper',
    sets: ({ count, seed }) =>
      signedDistances.map((signedDistance) => {
        const set = ellipsoidSet([signedDistance], count, seed);
        return exportedSet({ ...set, name: `${set.name} at ${signedDistance} m` }, isSeparated);
      }),
  },
  {
    name: 'penetration',
    title: 'overlaps with their depth',
    sets: ({ count, seed }) =>
      [...primitiveSets(count, seed), ...shallowSets(count, seed)].map((set) => exportedSet(set, () => true)),
  },
  { name: 'growth', title: 'growth distances, at the first pose of each path', sets: growthProblems },
  { name: 'plane', title: '2D polygons', sets: planeProblems },
  {
    name: 'funnel',
    title: 'hulls that fall into a funnel, 120 steps each; --count is the number of falls',
    sets: funnelProblems,
  },
];

/** Overlaps are exported without a value, because their depth may be smaller than the depth at which they were placed. */
const isSeparated = (signedDistance: number): boolean => signedDistance >= 0;

function exportedSet(
  { name, shapes, problems }: ProblemSet,
  isKnown: (signedDistance: number) => boolean,
): ExportedSet {
  return {
    name,
    problems: problems.map(({ a, b, poseA, poseB, signedDistance }) => ({
      dimension: 3,
      a: { shape: shapes[a], pose: poseA },
      b: { shape: shapes[b], pose: poseB },
      query: 'signedDistance',
      ...(isKnown(signedDistance) && { expected: { value: signedDistance } }),
    })),
  };
}

/** The pairs of the benchmark `growth`. */
function growthProblems({ count, seed, ycb }: Amounts): ExportedSet[] {
  return growthSets(loadHulls(ycb)).map(({ name, make }) => {
    const rng = new Rng(seed);
    const problems = Array.from({ length: count }, (): QueryProblem => {
      const [one, other]: [Shape, Shape] = [make(rng), make(rng)];
      const { a, b, poses } = movingPair(rng, one, other, 10);
      const [[poseA, poseB]] = poses;
      return { dimension: 3, a: { shape: a, pose: poseA }, b: { shape: b, pose: poseB }, query: 'growthDistance' };
    });
    return { name, problems };
  });
}

function planeProblems({ count, seed }: Amounts): ExportedSet[] {
  return vertexCounts.flatMap((vertices) =>
    situations.map((situation) => {
      const { polygons, problems } = planeSet(vertices, situation, count, seed);
      return {
        name: `${vertices} vertices, ${situation}`,
        problems: problems.map(({ a, b, poseA, poseB, distance }) => ({
          dimension: 2 as const,
          a: { shape: polygons[a], pose: poseA },
          b: { shape: polygons[b], pose: poseB },
          query: 'distance',
          expected: { value: distance },
        })),
      };
    }),
  );
}

/** The falls of the benchmark `trajectories`. */
async function funnelProblems({ count, seed, ycb }: Amounts): Promise<ExportedSet[]> {
  return (await fallsOf(loadHulls(ycb), ycb, count, seed)).map(({ nameA, a, nameB, b, path }) => ({
    name: `${nameA} and ${nameB}`,
    problems: path.map(({ poseA, poseB }) => ({
      dimension: 3 as const,
      a: { shape: a, pose: poseA },
      b: { shape: b, pose: poseB },
      query: 'collide',
    })),
  }));
}

const usage = `npm run bench -- problems <benchmark> <set> <problem> writes a problem as a problem file (docs/problems.md).
Without a set or a problem, it lists the sets. The benchmarks:`;

export const exportProblem: Command = {
  name: 'problems',
  title: 'writes a problem of a benchmark as a file for `proximal query` (--count, --seed, --ycb, --out x.json)',
  async run(args) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        count: { type: 'string', default: '100' },
        seed: { type: 'string', default: '1' },
        ycb: { type: 'string' },
        out: { type: 'string' },
      },
    });
    const [name, set, problem, ...others] = positionals;
    if (others.length > 0) throw new UsageError(`Too many arguments: '${others.join(' ')}'.`);
    if (name === undefined) {
      console.log([usage, ...sources.map((source) => `  ${source.name.padEnd(12)}${source.title}`)].join('\n'));
      return;
    }
    const count = wholeNumber('count', values.count, 1, 100_000);
    const seed = wholeNumber('seed', values.seed, 0, 4_000_000);
    const sets = await find('bench', sources, name).sets({ count, seed, ycb: values.ycb });
    if (set === undefined || problem === undefined) {
      console.log(listOf(sets));
      return;
    }
    const chosen = sets[wholeNumber('set', set, 0, sets.length - 1)];
    const selected = chosen.problems[wholeNumber('problem', problem, 0, chosen.problems.length - 1)];
    const file = values.out ?? resultPath(`problems/${name}-${set}-${problem}.json`);
    const origin = { by: `npm run bench -- problems ${name} ${set} ${problem} --count ${count} --seed ${seed}` };
    writeWhole(file, writeProblem({ ...selected, title: `${name}: ${chosen.name}, ${problem}`, options: {}, origin }));
    console.log(`Written to ${file}. To run the query: npx proximal query ${file}`);
  },
};

function listOf(sets: readonly ExportedSet[]): string {
  return formatTable(
    [
      { title: 'set', align: 'right' },
      { title: 'name', align: 'left' },
      { title: 'problems', align: 'right' },
    ],
    sets.map(({ name, problems }, k) => [String(k), name, String(problems.length)]),
  );
}
