// The experiments of "Efficient Incremental Penetration Depth Estimation between Convex Geometries" (Gao): Tables I and II, Fig. 5 and
// 6, a trajectory, warm starts, and other libraries on the same problems.
import { defineBenchmark, seed, text } from '../harness/benchmark.ts';
import { atLeast, type Target } from '../harness/page.ts';
import type { Pace } from '../harness/processes.ts';
import { measureInTurns, type Summary, summarize } from '../harness/timer.ts';
import { loadHulls } from '../problems/hulls.ts';
import {
  type DepthContender,
  incrementalTitle,
  libccdEpa,
  ownContenders,
  ownTitles,
  Peers,
  publishedContenders,
  type Quality,
  qualityOf,
  shortcutContenders,
} from './contenders.ts';
import { drawFigures, type PenetrationResults, pageOf, shortcutTable } from './page.ts';
import { measurePlaneDepths, planeDepthTable } from './plane.ts';
import { hasProcessorTimes, processorTimes } from './processor-time.ts';
import { asSupportFunctions, type DepthSet, polyhedronSet, primitiveSets, shallowSets } from './sets.ts';
import { runTrajectory } from './trajectory.ts';
import { comparedLibraries, pathContenders, pathSets, pathTable, pathTargets } from './warm-hulls.ts';
import { measureWarmStarts, warmTable, warmTargets } from './warm-starts.ts';

const full = { primitives: 3000, others: 800, rounds: 9, steps: 20_000, warmPairs: 200, paths: 200 };
/** A measurement of processor times takes a second for each contender, which is too long for quick runs. */
const processorRounds = 3;
const quick = { primitives: 200, others: 60, rounds: 3, steps: 2000, warmPairs: 10, paths: 20 };

export const penetrationBenchmark = defineBenchmark({
  name: 'penetration',
  title:
    'the experiments of the paper on incremental penetration depth, compared with libccd, FCL, Bullet, rapier3d and others',
  options: { seed, ycb: text },
  full: {
    seed: 1,
    ycb: undefined as string | undefined,
    amounts: full,
    polyhedra: [20, 50, 100, 250, 500, 1000],
    hulls: [64, 250, 1000, 4000],
  },
  quick: { amounts: quick, polyhedra: [20, 1000], hulls: [64, 1000] },
  seconds: { quick: 20, full: 330 },
  async measure(settings, run) {
    const peers = new Peers();
    try {
      return await measureAll(peers, settings, run.pace);
    } finally {
      peers.remove();
    }
  },
  targets: ({ cells, supportSets, shortcut, warm }) => [
    ...targetsOf(new Cells(cells), [...supportSets, ...shortcut.values()]),
    ...warmTargets(warm),
    ...pathTargets(new Cells(cells)),
  ],
  async page({ cells: all, ...results }, targets) {
    const cells = new Cells(all);
    return {
      title: "Penetration depth: the paper's tables",
      intro: '',
      sections: [],
      markdown: pageOf(results, cells, targets, await drawFigures(cells, results)),
      tables: {
        shortcut: shortcutTable(cells, results.shortcut),
        warm: warmTable(results.warm),
        plane: planeDepthTable(results.plane),
        'warm-hulls': pathTable(cells),
      },
    };
  },
});

interface Settings {
  readonly seed: number;
  readonly ycb: string | undefined;
  readonly isQuick: boolean;
  readonly amounts: typeof full;
  readonly polyhedra: readonly number[];
  readonly hulls: readonly number[];
}

async function measureAll(
  peers: Peers,
  { seed: start, ycb, isQuick, amounts, polyhedra: counts, hulls }: Settings,
  paceOf: (steps: number) => Pace,
): Promise<PenetrationResults & { readonly cells: readonly Cell[] }> {
  const cells: Cell[] = [];
  const sets = primitiveSets(amounts.primitives, start);
  const others = shallowSets(amounts.others, start, hulls);
  const ycbHulls = loadHulls(ycb);
  const paths = ycbHulls.isSubstitute ? [] : pathSets(ycbHulls, amounts.paths, start);
  const pace = paceOf(2 * sets.length + 2 * counts.length + others.length + paths.length);
  const timesOf = (contenders: readonly DepthContender[]): Promise<number[][]> =>
    measureInTurns(contenders, amounts.rounds, { until: pace.next() });
  const measure = async (
    set: DepthSet,
    own: DepthContender[],
    withPeers: boolean | readonly string[],
    times = timesOf,
  ): Promise<string> => {
    const titles = typeof withPeers === 'boolean' ? undefined : withPeers;
    const contenders = withPeers === false ? own : [...own, ...(await peers.startAll(set, titles))];
    cells.push(...(await cellsOf(set, contenders, await times(contenders))));
    peers.stop();
    process.stderr.write(`${set.name}: done\n`);
    return set.name;
  };
  const [primitives, supportSets, shallow]: string[][] = [[], [], []];
  for (const set of sets) {
    primitives.push(await measure(set, ownContenders(set, start), true));
    const supportSet = asSupportFunctions(set);
    const own = [...ownContenders(supportSet, start), ...publishedContenders(supportSet, start)];
    supportSets.push(await measure(supportSet, own, false));
  }
  const polyhedra = new Map<number, string>();
  const shortcut = new Map<number, string>();
  for (const vertices of counts) {
    const set = polyhedronSet(vertices, amounts.others, start);
    polyhedra.set(vertices, await measure(set, ownContenders(set, start, [5, 45]), true));
    const supportSet = polyhedronSet(vertices, amounts.others, start, true);
    const own = [...ownContenders(supportSet, start, [45]), ...shortcutContenders(supportSet, start)];
    shortcut.set(vertices, await measure(supportSet, own, false));
  }
  for (const set of others) shallow.push(await measure(set, ownContenders(set, start, [5]), true));
  const busyTimes = (contenders: readonly DepthContender[]): Promise<number[][]> =>
    processorTimes(contenders, processorRounds);
  for (const set of paths)
    await measure(set, pathContenders(set), comparedLibraries, hasProcessorTimes && !isQuick ? busyTimes : timesOf);
  if (ycbHulls.isSubstitute) {
    peers.skipped.push('warm starts on YCB hulls: the hulls are absent');
    process.stderr.write('warm starts on YCB hulls are skipped: the hulls are absent\n');
  }
  const { shapes } = polyhedronSet(250, 1, start);
  const trajectory = runTrajectory(shapes[0], shapes[1], amounts.steps, amounts.rounds, start);
  const warm = measureWarmStarts(amounts.warmPairs, amounts.rounds, start);
  const plane = measurePlaneDepths(amounts.warmPairs, start);
  const names = { primitives, supportSets, polyhedra, shortcut, shallow };
  return { isQuick, seed: start, amounts, skipped: peers.skipped, ...names, trajectory, warm, plane, cells };
}

export interface Cell extends Quality {
  readonly set: string;
  readonly family: DepthSet['family'];
  readonly title: string;
  /** Microseconds per query. */
  readonly time: Summary;
  readonly samples: readonly number[];
  readonly supportCalls: number | null;
  readonly gjkCalls: number | null;
  readonly isSingle: boolean;
}

/** Checks the answers of the contenders. @param samples nanoseconds per query, by contender and round */
async function cellsOf(
  set: DepthSet,
  contenders: readonly DepthContender[],
  samples: readonly (readonly number[])[],
): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const [k, { title, supportCalls, gjkCalls, isSingle, answers }] of contenders.entries()) {
    const times = samples[k].map((nanoseconds) => nanoseconds / 1000);
    const quality = qualityOf(set, await answers());
    const common = { set: set.name, family: set.family, title, supportCalls, gjkCalls, isSingle: isSingle === true };
    cells.push({ ...common, time: summarize(times), samples: times, ...quality });
  }
  return cells;
}

export class Cells {
  constructor(readonly all: readonly Cell[]) {}

  find(set: string, title: string): Cell | null {
    return this.all.find((cell) => cell.set === set && cell.title === title) ?? null;
  }

  /** The time of `other` over the time of `own`: the median over the rounds. */
  ratio(set: string, other: string, own: string): number | null {
    const [slow, fast] = [this.find(set, other), this.find(set, own)];
    if (!slow || !fast) return null;
    return summarize(slow.samples.map((time, k) => time / fast.samples[k])).median;
  }

  sets(): string[] {
    return [...new Set(this.all.map(({ set }) => set))];
  }

  titles(sets: readonly string[]): string[] {
    return [...new Set(this.all.filter(({ set }) => sets.includes(set)).map(({ title }) => title))];
  }
}

const fast = incrementalTitle(5);

/** @param supportSets the sets as support functions, which are only reported */
function targetsOf(cells: Cells, supportSets: readonly string[]): Target[] {
  const sets = cells.sets().filter((set) => !supportSets.includes(set));
  const of = (family: string): string[] => sets.filter((set) => cells.find(set, ownTitles.auto)?.family === family);
  return [
    ratioTarget(cells, `${fast} compared with libccd's EPA on smooth pairs`, of('smooth'), libccdEpa, fast, 10),
    ratioTarget(cells, `${fast} compared with libccd's EPA on polyhedra`, of('polyhedra'), libccdEpa, fast, 5),
    ratioTarget(
      cells,
      `${fast} compared with libccd's EPA, climbing, on polyhedra`,
      of('polyhedra'),
      `${libccdEpa}, climbing`,
      fast,
      5,
    ),
    ratioTarget(cells, `${fast} compared with our own EPA`, sets, ownTitles.epa, fast, 1),
    ratioTarget(cells, "our EPA compared with libccd's EPA", sets, libccdEpa, ownTitles.epa, 2),
    ratioTarget(
      cells,
      "our EPA compared with libccd's EPA, climbing",
      of('polyhedra'),
      `${libccdEpa}, climbing`,
      ownTitles.epa,
      2,
    ),
    ratioTarget(
      cells,
      `${fast} compared with our own EPA, as support functions`,
      supportSets,
      ownTitles.epa,
      fast,
      null,
    ),
    ...['FCL', 'FCL, own GJK', 'Bullet', 'libccd MPR', 'rapier3d'].map((peer) =>
      ratioTarget(cells, `${ownTitles.auto} compared with ${peer}`, sets, peer, ownTitles.auto, null),
    ),
  ];
}

/** The time of another method divided by ours, on each of the sets that have both. */
function ratioTarget(
  cells: Cells,
  what: string,
  sets: readonly string[],
  other: string,
  own: string,
  factor: number | null,
): Target {
  const ratios = sets.flatMap((set) => {
    const ratio = cells.ratio(set, other, own);
    return ratio === null ? [] : [{ where: set, ratio }];
  });
  return atLeast(what, ratios, factor);
}
