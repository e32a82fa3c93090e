// The experiments of "Efficient Incremental Penetration Depth Estimation between Convex Geometries" (Gao): Tables I and II, Fig. 5 and
// 6, a trajectory, and other libraries on the same problems.
import { parseArgs } from 'node:util';
import { setTarget, target } from 'proximal';
import type { Benchmark } from '../registry.ts';
import { publish } from '../results.ts';
import { Pace } from '../run/share.ts';
import { formatTargets } from '../targets.ts';
import { UsageError, wholeNumber } from '../usage.ts';
import type { DepthContender } from './contender.ts';
import { drawFigures } from './figures.ts';
import { type Cell, Cells, measureSet } from './measured.ts';
import { ownContenders, withoutShortcut } from './own.ts';
import { errorTable, type PenetrationResults, pageOf, shortcutTable } from './page.ts';
import { Peers } from './peers.ts';
import { asSupportFunctions, type DepthSet, polyhedronSet, primitiveSets, shallowSets } from './sets.ts';
import { targetsOf } from './targets.ts';
import { runTrajectory } from './trajectory.ts';

const full = { primitives: 3000, others: 800, rounds: 9, steps: 20_000 };
const quick = { primitives: 200, others: 60, rounds: 3, steps: 2000 };
const vertexCounts = { full: [20, 50, 100, 250, 500, 1000], quick: [20, 1000] };

export const penetrationBenchmark: Benchmark = {
  name: 'penetration',
  title:
    'the experiments of the paper on incremental penetration depth, beside libccd, FCL, Bullet and rapier (--quick, --seed)',
  runs: { quick: ['--quick'], full: [] },
  seconds: { quick: 20, full: 330 },
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: { quick: { type: 'boolean', default: false }, seed: { type: 'string', default: '1' } },
    });
    setTarget('wasm');
    if (target() !== 'wasm') throw new UsageError('WebAssembly is not available here, and the times are its times.');
    const seed = wholeNumber('seed', values.seed, 0, 2 ** 32 - 1);
    const peers = new Peers();
    try {
      await report(...(await runAll(peers, values.quick, seed)));
    } finally {
      peers.remove();
    }
  },
};

async function runAll(peers: Peers, isQuick: boolean, seed: number): Promise<[PenetrationResults, Cells]> {
  const amounts = isQuick ? quick : full;
  const all: Cell[] = [];
  const counts = isQuick ? vertexCounts.quick : vertexCounts.full;
  const sets = primitiveSets(amounts.primitives, seed);
  const others = shallowSets(amounts.others, seed, isQuick ? [64, 1000] : undefined);
  const pace = new Pace(2 * sets.length + counts.length + others.length);
  const measure = async (set: DepthSet, own: DepthContender[], isPeered: boolean): Promise<string> => {
    const contenders = isPeered ? [...own, ...(await peers.enter(set))] : own;
    all.push(...(await measureSet(set, contenders, amounts.rounds, pace.next())));
    peers.leave();
    process.stderr.write(`${set.name}: done\n`);
    return set.name;
  };
  const [primitives, whole, shallow]: string[][] = [[], [], []];
  for (const set of sets) {
    primitives.push(await measure(set, ownContenders(set, seed), true));
    const inside = asSupportFunctions(set);
    whole.push(await measure(inside, ownContenders(inside, seed), false));
  }
  const polyhedra = new Map<number, string>();
  for (const vertices of counts) {
    const set = polyhedronSet(vertices, amounts.others, seed);
    const own = [...ownContenders(set, seed, [5, 45]), withoutShortcut(set, seed)];
    polyhedra.set(vertices, await measure(set, own, true));
  }
  for (const set of others) shallow.push(await measure(set, ownContenders(set, seed, [5]), true));
  const { shapes } = polyhedronSet(250, 1, seed);
  const trajectory = runTrajectory(shapes[0], shapes[1], amounts.steps, amounts.rounds, seed);
  const { skipped } = peers;
  const results = { isQuick, seed, amounts, skipped, primitives, whole, polyhedra, shallow, trajectory };
  return [results, new Cells(all)];
}

async function report(results: PenetrationResults, cells: Cells): Promise<void> {
  const targets = targetsOf(cells, results.whole);
  console.log(formatTargets(targets));
  const figures = await drawFigures(cells, results.polyhedra);
  const polyhedra = [...results.polyhedra];
  const tables = { errors: errorTable(results, cells), shortcut: shortcutTable(cells, results.polyhedra) };
  const written = { ...results, polyhedra, targets, tables, cells: cells.all };
  publish('penetration', written, pageOf(results, cells, targets, figures));
}
