// The experiments of "Barycode-based GJK Algorithm" (Zhang et al. 2020): Tables I to VI and Fig. 3.

import { Rng } from 'proximal/math';
import { defineBenchmark, seed, whole } from '../harness/benchmark.ts';
import { isRepetition, type Pace } from '../harness/processes.ts';
import { measureInTurns, shuffled } from '../harness/timer.ts';
import { Cells, compareAll, targetsOf } from './cells.ts';
import { libraryTable } from './libraries.ts';
import {
  type Contender,
  coldMethods,
  contendersOf,
  type Level,
  type Method,
  type Wrong,
  warmMethods,
  wrongAnswers,
} from './methods.ts';
import { buildPrograms, startNative } from './native.ts';
import { ownJsMethod } from './own.ts';
import { distanceTable, drawFigures, pageOf, timesSection } from './page.ts';
import { movingSet, type PlaneSet, planeSet, situations, vertexCounts } from './sets.ts';

const full: Amounts = { problems: 1000, rounds: 7, processes: 3 };
const quick: Amounts = { problems: 300, rounds: 3, processes: 1 };

export const planeBenchmark = defineBenchmark({
  name: 'plane',
  title: 'the experiments of the paper on barycode GJK in 2D, compared with Box2D and npm packages',
  options: { seed, count: whole(20, 100_000) },
  full: { seed: 1, count: full.problems, amounts: full },
  quick: { count: quick.problems, amounts: quick },
  seconds: { quick: 19, full: 220 },
  async measure({ seed: start, count, amounts: scale, isQuick }, run): Promise<PlaneResults> {
    const amounts = { ...scale, problems: count };
    // The processes that repeat the benchmark use the same programs.
    const programs = isRepetition() ? null : buildPrograms();
    try {
      const byProcess = await run.inFreshProcesses(amounts.processes, (processNumber) =>
        measureAll(amounts, start, processNumber, run.pace),
      );
      const { skipped = [], versions = [] } = programs ?? {};
      return { isQuick, seed: start, amounts, skipped, versions, measured: pooled(byProcess) };
    } finally {
      programs?.remove();
    }
  },
  targets: (results) => targetsOf(cellsOf(results)),
  async page(results, targets) {
    const cells = cellsOf(results);
    const comparisons = compareAll(cells);
    return {
      title: "Barycode GJK in the plane: the paper's tables",
      intro: '',
      sections: vertexCounts.map((vertices) => timesSection(cells, vertices)),
      markdown: pageOf(results, cells, comparisons, targets, await drawFigures(cells)),
      tables: { distances: distanceTable(cells), libraries: libraryTable(cells, results.versions) },
    };
  },
  data: (results) => ({ ...results, comparisons: compareAll(cellsOf(results)) }),
});

function cellsOf({ measured, amounts }: PlaneResults): Cells {
  return new Cells(measured, amounts.problems);
}

async function measureAll(
  { problems, rounds }: Amounts,
  seed: number,
  processNumber: number,
  paceOf: (steps: number) => Pace,
): Promise<Measured[]> {
  const makers = vertexCounts.flatMap((vertices) => [
    ...situations.map((situation) => () => planeSet(vertices, situation, problems, seed)),
    () => movingSet(vertices, problems, seed),
  ]);
  const measured: Measured[] = [];
  const pace = paceOf(makers.length + vertexCounts.length * situations.length);
  // The order of the sets is different in each process.
  for (const k of shuffled(makers.length, new Rng(processNumber))) {
    const set = makers[k]();
    const native = await startNative(set);
    const methods = set.situation === 'moving' ? warmMethods : coldMethods;
    measured.push(...(await measureSet(set, rounds, methods, native.contenders, pace.next())));
    native.stop();
    process.stderr.write(`process ${processNumber}: ${set.vertices} vertices, ${set.situation}\n`);
  }
  for (const make of makers) {
    const set = make();
    if (set.situation !== 'moving') measured.push(...(await measureSet(set, rounds, [ownJsMethod], [], pace.next())));
  }
  return measured;
}

async function measureSet(
  set: PlaneSet,
  rounds: number,
  methods: readonly Method[],
  natives: readonly Contender[],
  until: number,
): Promise<Measured[]> {
  const { vertices, situation, problems } = set;
  const contenders: Contender[] = [];
  for (const method of methods) contenders.push(...contendersOf(method, await method.prepare(set), problems.length));
  contenders.push(...natives);
  const wrong: (readonly Wrong[])[] = [];
  for (const contender of contenders) wrong.push(await wrongAnswers(set, contender));
  const samples = await measureInTurns(contenders, rounds, { sampleTime, until });
  return contenders.map(({ title, level }, k) => ({
    vertices,
    situation,
    level,
    title,
    samples: samples[k],
    wrong: wrong[k],
  }));
}

/** Milliseconds for one sample. */
const sampleTime = 5;

/** Appends the samples of the other processes to those of the first as further rounds, and sorts the results in the order of the tables. */
function pooled(byProcess: readonly (readonly Measured[])[]): Measured[] {
  const keyOf = ({ vertices, situation, level, title }: Measured): string =>
    [vertices, situation, level, title].join('/');
  const others = byProcess.slice(1).map((measured) => new Map(measured.map((each) => [keyOf(each), each])));
  const all = byProcess[0].map((first) => ({
    ...first,
    samples: [...first.samples, ...others.flatMap((known) => known.get(keyOf(first))?.samples ?? [])],
  }));
  const placeOf = ({ vertices, situation }: Measured): number =>
    10 * vertices + [...situations, 'moving'].indexOf(situation);
  return all.sort((one, other) => placeOf(one) - placeOf(other));
}

interface Amounts {
  readonly problems: number;
  readonly rounds: number;
  /** See `inFreshProcesses`. */
  readonly processes: number;
}

/** The measurements of one contender on one set. */
export interface Measured {
  readonly vertices: number;
  readonly situation: PlaneSet['situation'];
  readonly level: Level;
  readonly title: string;
  /** Nanoseconds per query, one number for each round. */
  readonly samples: readonly number[];
  readonly wrong: readonly Wrong[];
}

export interface PlaneResults {
  readonly isQuick: boolean;
  readonly seed: number;
  readonly amounts: Amounts;
  /** Libraries in C++ that are missing, with the reasons. */
  readonly skipped: readonly string[];
  /** The names and versions of the libraries in C and C++ that are built from source trees. */
  readonly versions: readonly string[];
  readonly measured: readonly Measured[];
}
