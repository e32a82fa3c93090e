// The experiments of "Barycode-based GJK Algorithm" (Zhang et al. 2020): Tables I to VI and Fig. 3.
import { parseArgs } from 'node:util';
import { setTarget, target } from 'proximal/2d';
import { Rng } from 'proximal/math';
import { inFreshProcesses, isHistory } from '../histories.ts';
import type { Benchmark } from '../registry.ts';
import { Pace } from '../run/share.ts';
import { measureInTurns } from '../turns.ts';
import { UsageError, wholeNumber } from '../usage.ts';
import { type Wrong, wrongAnswers } from './check.ts';
import { type Contender, contendersOf, type Entrant } from './entrant.ts';
import { coldEntrants, warmEntrants } from './entrants.ts';
import type { Amounts, Measured } from './measured.ts';
import { movingSet } from './moving.ts';
import { buildPrograms, startNative } from './native.ts';
import { ownJsEntrant } from './own.ts';
import { report } from './report.ts';
import { type PlaneSet, planeSet, situations, vertexCounts } from './sets.ts';

const full: Amounts = { problems: 1000, rounds: 7, processes: 3 };
const quick: Amounts = { problems: 300, rounds: 3, processes: 1 };

export const planeBenchmark: Benchmark = {
  name: 'plane',
  title: 'the experiments of the paper on barycode GJK in 2D, beside Box2D and npm packages (--quick, --seed, --count)',
  runs: { quick: ['--quick'], full: [] },
  seconds: { quick: 19, full: 220 },
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        quick: { type: 'boolean', default: false },
        seed: { type: 'string', default: '1' },
        count: { type: 'string' },
      },
    });
    const seed = wholeNumber('seed', values.seed, 0, 4_000_000);
    const scale = values.quick ? quick : full;
    const problems = wholeNumber('count', values.count ?? `${scale.problems}`, 20, 100_000);
    const amounts = { ...scale, problems };
    setTarget('wasm');
    if (target() !== 'wasm') throw new UsageError('WebAssembly is not available here, and the times are its times.');
    // The processes that repeat the whole find the programs built.
    const programs = isHistory() ? null : buildPrograms();
    try {
      const histories = await inFreshProcesses('plane', args, amounts.processes, (history) =>
        measureAll(amounts, seed, history),
      );
      const skipped = programs?.skipped ?? [];
      await report({ isQuick: values.quick, seed, amounts, skipped, measured: pooled(histories) });
    } finally {
      programs?.remove();
    }
  },
};

async function measureAll({ problems, rounds }: Amounts, seed: number, history: number): Promise<Measured[]> {
  const makers = vertexCounts.flatMap((vertices) => [
    ...situations.map((situation) => () => planeSet(vertices, situation, problems, seed)),
    () => movingSet(vertices, problems, seed),
  ]);
  const measured: Measured[] = [];
  const pace = new Pace(makers.length + vertexCounts.length * situations.length);
  // Each process has another past.
  for (const make of shuffled(makers, new Rng(history))) {
    const set = make();
    const native = await startNative(set);
    const entrants = set.situation === 'moving' ? warmEntrants : coldEntrants;
    measured.push(...(await measureSet(set, rounds, entrants, native.contenders, pace.next())));
    native.stop();
    process.stderr.write(`process ${history}: ${set.vertices} vertices, ${set.situation}\n`);
  }
  for (const make of makers) {
    const set = make();
    if (set.situation !== 'moving') measured.push(...(await measureSet(set, rounds, [ownJsEntrant], [], pace.next())));
  }
  return measured;
}

async function measureSet(
  set: PlaneSet,
  rounds: number,
  entrants: readonly Entrant[],
  natives: readonly Contender[],
  until: number,
): Promise<Measured[]> {
  const { vertices, situation, problems } = set;
  const contenders: Contender[] = [];
  for (const entrant of entrants) contenders.push(...contendersOf(entrant, await entrant.enter(set), problems.length));
  contenders.push(...natives);
  const wrong: (readonly Wrong[])[] = [];
  for (const contender of contenders) wrong.push(await wrongAnswers(set, contender));
  const samples = await measureInTurns(contenders, problems.length, rounds, { sampleTime, until });
  return contenders.map(({ title, level }, k) => ({
    vertices,
    situation,
    level,
    title,
    samples: samples[k],
    wrong: wrong[k],
  }));
}

/** Milliseconds that one sample should take. */
const sampleTime = 5;

/** The samples of all processes as if they were more rounds of one, in the order of the tables. */
function pooled(histories: readonly (readonly Measured[])[]): Measured[] {
  const keyOf = ({ vertices, situation, level, title }: Measured): string =>
    [vertices, situation, level, title].join('/');
  const others = histories.slice(1).map((history) => new Map(history.map((each) => [keyOf(each), each])));
  const all = histories[0].map((first) => ({
    ...first,
    samples: [...first.samples, ...others.flatMap((history) => history.get(keyOf(first))?.samples ?? [])],
  }));
  const placeOf = ({ vertices, situation }: Measured): number =>
    10 * vertices + [...situations, 'moving'].indexOf(situation);
  return all.sort((one, other) => placeOf(one) - placeOf(other));
}

function shuffled<T>(list: readonly T[], rng: Rng): T[] {
  const order = [...list];
  for (let k = order.length - 1; k > 0; k--) {
    const other = rng.index(k + 1);
    [order[k], order[other]] = [order[other], order[k]];
  }
  return order;
}
