// Fig. 17 and 18 of "Contact Models in Robotics: a Comparative Analysis" (Le Lidec et al., Sec. IV-D): the same walking controller on
// simulators that differ only in their contact model, on flat and on bumpy ground.
import { torqueLimit } from '../control/controllers.ts';
import { loadQuadruped } from '../control/quadruped.ts';
import { defineBenchmark, whole } from '../harness/benchmark.ts';
import { markdownTable, type Section, short } from '../harness/page.ts';
import { type ControllerTime, measureController } from './controller-time.ts';
import { drawWalks, firstOfModels } from './figures.ts';
import { controllerTargets, findingsOf } from './findings.ts';
import { type ReplayRow, replay, type Start } from './replay.ts';
import { type Row, rowOf, steadyFrom } from './summary.ts';
import { blocks, flat, hills, type Terrain } from './terrain.ts';
import { cases, movedReference, solverSettings, timeStep, type WalkResult, walkOn } from './walk.ts';

/** The roughness of the paper, in meters, and smaller ones. */
const bumps = [(seed: number) => hills(0.1, seed), (seed: number) => blocks(0.05, seed)];
const smallBumps = [
  (seed: number) => hills(0.05, seed),
  (seed: number) => hills(0.02, seed),
  (seed: number) => blocks(0.02, seed),
];
/** Shorter walks end before the first bumps or while the robot accelerates. */
const minSeconds = 2;

interface Results {
  readonly robot: string;
  readonly walks: readonly WalkResult[];
  readonly sweep: readonly WalkResult[];
  readonly replays: readonly ReplayRow[];
  readonly controller: ControllerTime;
}

export const walkingBenchmark = defineBenchmark({
  name: 'walking',
  title: 'a quadruped walks by the same controller with each contact model, on flat and bumpy ground',
  options: { milliseconds: whole(100, 100_000), seeds: whole(1, 100), sweepSeeds: whole(0, 100) },
  full: { milliseconds: 3000, seeds: 2, sweepSeeds: 1 },
  quick: { milliseconds: 200, seeds: 1, sweepSeeds: 0 },
  seconds: { quick: 8, full: 240 },
  async measure({ milliseconds, seeds, sweepSeeds }, run): Promise<Results> {
    const { name, model } = await loadQuadruped();
    const onTerrain = ({ name, seed }: Terrain, work: () => WalkResult[]): Promise<WalkResult[]> =>
      run.step(`${name}, seed ${seed}`, work);
    const seconds = milliseconds / 1000;
    const controller = await run.step('controller', () => measureController(model, seconds));
    const walks: WalkResult[] = [];
    for (const terrain of [flat, ...seeded(bumps, seeds)])
      walks.push(...(await onTerrain(terrain, () => walkOn(terrain, model, seconds, [...cases, movedReference]))));
    const sweep: WalkResult[] = [];
    for (const terrain of seeded(smallBumps, sweepSeeds))
      sweep.push(...(await onTerrain(terrain, () => walkOn(terrain, model, seconds, [...cases, movedReference]))));
    const replays: ReplayRow[] = [];
    for (const terrain of [flat, ...seeded(bumps, 1)])
      replays.push(...(await run.step(`contact problems, ${terrain.name}`, () => replay(terrain, model, seconds))));
    return { robot: name, walks, sweep, replays, controller };
  },
  targets: ({ walks, controller }, { milliseconds }) => [
    ...(milliseconds >= 1000 * minSeconds ? findingsOf(rowsOf(walks), terrainsOf(walks).slice(1)) : []),
    ...controllerTargets(controller),
  ],
  page: async ({ robot, walks, sweep, replays, controller }, _targets, { milliseconds, seeds, sweepSeeds }) => ({
    title: 'Walking by contact model',
    intro: introOf(robot, milliseconds),
    sections: [
      section(`Flat ground (one start), and bumps (${seeds} starts)`, rowsOf(walks)),
      ...(sweep.length > 0 ? [section(`Smaller bumps (${sweepSeeds} starts)`, rowsOf(sweep))] : []),
      replaySection(replays),
      controllerSection(controller),
    ],
    notes: (await Promise.all(terrainsOf(walks).map((terrain) => drawFirst(terrain, walks)))).flat(),
    tables: { summary: summaryTable([...rowsOf(walks), ...rowsOf(sweep)]), replay: replayTable(replays) },
  }),
});

function seeded(terrains: readonly ((seed: number) => Terrain)[], seeds: number): Terrain[] {
  return terrains.flatMap((make) => Array.from({ length: seeds }, (_, k) => make(k + 1)));
}

function terrainsOf(walks: readonly WalkResult[]): string[] {
  return [...new Set(walks.map(({ terrain }) => terrain))];
}

function rowsOf(walks: readonly WalkResult[]): Row[] {
  return terrainsOf(walks).flatMap((terrain) => [...cases, movedReference].map((walk) => rowOf(terrain, walk, walks)));
}

/** The figures of the first start on a terrain. */
function drawFirst(terrain: string, walks: readonly WalkResult[]): Promise<string[]> {
  const on = walks.filter((each) => each.terrain === terrain && cases.includes(each.walk));
  return drawWalks(
    terrain,
    on.filter(({ seed }) => seed === on[0].seed),
  );
}

function introOf(robot: string, milliseconds: number): string {
  return `${robot} walks for up to ${milliseconds / 1000} s with \`createWalkingController\` and its defaults, which are those of Léziart et al.; its friction coefficient is
0.9 on every ground, and it does not know the ground. Command: 0 to 0.5 m/s in the first second. Steps of ${1000 * timeStep} ms, feet of 19.1 mm, friction
coefficient 0.9 on the flat ground and 0.3 on the bumpy ones, motors with at most ${torqueLimit} N m. Hills: z ∝ sin(30x)/5 + cos(30y²)/20 + sin(50xy)/10, scaled so that its samples (2 cm apart, x from −0.6 to 3 m, |y|
≤ 0.7 m) span the given height from the lowest to the highest. Blocks: 5 cm × 5 cm, heights uniformly distributed from a twentieth of the given one to it. The ground is flat up to x = 0.3 m, 11 cm
ahead of the front feet; hills rise to their full height within 0.3 m. Each start of a walk has another part of the hills, or other heights of the blocks. A robot has fallen when its base is tilted by more
than 60°, less than 10 cm above the ground or below z = −10 cm.

Each solver ends when the primal (N·s), dual (m/s) and complementarity (J) residuals of its own model are below ${solverSettings.tolerance}, with no relative tolerance, at most ${solverSettings.maxIterations} iterations, and start from the impulses of the last
step. ADMM: ncp-admm, ccp-admm. Per contact: ncp-pgs, whose sweeps are in WebAssembly, and lcp-pgs (a pyramid of four facets), ccp-pgs and raisim, which are in
JavaScript as ADMM and Newton are. MuJoCo-like: ccp-newton with R = 1e-4 diag(G), whose two tangential entries of a contact are replaced by their mean.`;
}

const tableNote = `v: mean velocity from ${steadyFrom} s on. From NCP: RMS difference of the velocity, as a mean over 0.16 s, from that of "NCP, ADMM" up to the first fall, median of the starts; "moved" starts 1 µm to the side. Sliding: share of the steps in which a contact slides. ε_c: the complementarity residual, means over steps in which a contact slides and over the others, and the largest. Time: of the contact solver in a step, mean over windows of 20 steps of their median. Not converged: share of the steps.`;

function section(title: string, rows: readonly Row[]): Section {
  return {
    title,
    note: tableNote,
    head: [
      'ground',
      'solver',
      'falls, at s',
      'v, m/s',
      'from NCP, m/s',
      'sliding',
      'ε_c sliding, J',
      'ε_c sticking, J',
      'ε_c largest, J',
      'iterations',
      'time, µs',
      'not converged',
    ],
    rows: rows.map((row) => [
      row.terrain,
      row.walk.name,
      fallsText(row),
      velocityText(row),
      row.deviation.toFixed(3),
      percent(row.sliding),
      row.slidingComplementarity.toExponential(1),
      row.stickingComplementarity.toExponential(1),
      row.largestComplementarity.toExponential(1),
      row.iterations.toFixed(1),
      row.time.toFixed(0),
      percent(row.unsolved),
    ]),
  };
}

function fallsText({ falls, walks }: Row): string {
  const times = falls.map((time) => time.toFixed(1)).join(', ');
  return `${falls.length} of ${walks}${falls.length > 0 ? `: ${times}` : ''}`;
}

function velocityText({ velocity }: Row): string {
  return velocity === null ? '–' : velocity.toFixed(3);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share > 0 && share < 0.01 ? 2 : 0)} %`;
}

const starts: Readonly<Record<Start, string>> = {
  impulses: 'last impulses',
  zero: 'zero',
  solution: 'last solution, with dual variable and ρ',
};
const replayHead = ['ground', 'solver', 'starts from', 'sticking', 'sliding', 'ratio', 'sticking, µs', 'sliding, µs'];

function replayCells({ terrain, walk, start, iterations, time }: ReplayRow): string[] {
  const { sticking, sliding } = iterations;
  return [
    ...[terrain, walk.name, starts[start]],
    ...[sticking, sliding, sliding / sticking, time.sticking, time.sliding].map((value) => value.toFixed(1)),
  ];
}

function replaySection(rows: readonly ReplayRow[]): Section {
  return {
    title: 'The same contact problems',
    note: 'The contact problems of the first walk of "NCP, ADMM" on each ground, solved by every solver from the same impulses, those of the accurate solution of the problem before, and from zero; ADMM also with the dual variable and ρ of its own last solution, if the same feet touch. Mean iterations in problems in which all contacts stick, and in those in which at least one slides, and median times of `solve`.',
    head: replayHead,
    rows: rows.map(replayCells),
  };
}

function replayTable(rows: readonly ReplayRow[]): string {
  const shown = rows.filter(({ start, terrain }) => start !== 'zero' && terrain !== 'flat');
  return markdownTable(
    replayHead.slice(0, 6),
    shown.map((row) => replayCells(row).slice(0, 6)),
  );
}

function controllerSection({ calls }: ControllerTime): Section {
  return {
    title: 'Times of the controller',
    note: 'On the flat ground, in milliseconds of processor time of a call. The QP of the MPC has 384 unknowns and 704 rows, a tolerance of 1e-4 and starts from the last solution.',
    head: ['call', 'calls', 'median, ms', '95 %, ms'],
    rows: calls.map(({ what, count, median, tail }) => [what, String(count), median.toFixed(3), tail.toFixed(3)]),
  };
}

/** One row of each model on each ground, for the docs. */
function summaryTable(rows: readonly Row[]): string {
  const names = firstOfModels(rows).map(({ walk }) => walk.name);
  const shown = rows.filter(({ walk }) => names.includes(walk.name) || walk === movedReference);
  return markdownTable(
    ['ground', 'solver', 'falls', 'v, m/s', 'from NCP, m/s', 'ε_c sliding, J', 'iterations', 'time, µs'],
    shown.map((row) => [
      row.terrain,
      row.walk.name,
      `${row.falls.length} of ${row.walks}`,
      velocityText(row),
      row.deviation.toFixed(3),
      row.slidingComplementarity.toExponential(1),
      row.iterations.toFixed(1),
      short(row.time),
    ]),
  );
}
