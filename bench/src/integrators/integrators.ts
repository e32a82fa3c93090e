// Drift of energy and time per step of our integrators and of the integrators of MuJoCo, on the same models.
import { defineBenchmark, whole } from '../harness/benchmark.ts';
import { type Section, short, type Target } from '../harness/page.ts';
import { measure, quantile } from '../harness/timer.ts';
import { enginesOf, restEnergy } from './engines.ts';
import { type System, systems } from './systems.ts';

export const integratorsBenchmark = defineBenchmark({
  name: 'integrators',
  title: 'drift of energy and time per step of pendulums, chains and a top, compared with MuJoCo',
  options: { steps: whole(1000, 10_000_000), rate: whole(10, 100_000) },
  full: { steps: 100_000, rate: 240, rounds: 15 },
  quick: { steps: 2000, rounds: 3 },
  seconds: { quick: 4, full: 120 },
  async measure({ steps, rate, rounds }, run) {
    const rows: Row[] = [];
    for (const system of systems)
      rows.push(...(await run.step(system.name, () => measureSystem(system, 1 / rate, steps, rounds))));
    return { rows };
  },
  targets: ({ rows }) => targetsOf(rows),
  page: ({ rows }, _targets, { steps, rate }) => ({
    title: 'Integrators',
    intro: settingsOf(steps, rate),
    sections: [energySection(rows), timeSection(rows)],
  }),
});

function settingsOf(steps: number, rate: number): string {
  return `${steps.toLocaleString('en')} steps at ${rate} Hz. All engines simulate the same MJCF model, without contacts, from the same state, in 64-bit
numbers, on one thread. Energies are computed by our functions for all of them. MuJoCo has its default options, except for the integrator and the restart after a divergence, which is switched off. Its Euler method treats the damping of joints implicitly, as implicit and implicitfast do; none of them treats springs implicitly. Ours treats both implicitly.`;
}

interface Row {
  readonly system: string;
  readonly engine: string;
  /**
   * The largest deviation from the initial energy, as a share of it. All energies are measured from the energy at rest. Null if the energy changed by
   * a thousand times the initial energy, or is not finite.
   */
  readonly deviation: number | null;
  /** The change of the mean energy from the first to the last steps, as a share of the initial energy; null in the same cases. */
  readonly drift: number | null;
  /** The mean energy over the last steps as a share of the initial energy. */
  readonly end: number | null;
  /** Microseconds per step. */
  readonly time: number;
  /** `time` divided by the time of our default integrator. */
  readonly ratio: number;
}

/** Energies are averaged over this share of the steps at both ends for the drift. */
const averagedShare = 0.05;
/** A run has diverged if its energy has changed by this factor times its initial energy. */
const divergenceFactor = 1000;

async function measureSystem(system: System, timeStep: number, steps: number, rounds: number): Promise<Row[]> {
  const rest = await restEnergy(system, timeStep);
  const energies: Pick<Row, 'deviation' | 'drift' | 'end'>[] = [];
  for (const engine of await enginesOf(system, timeStep)) {
    energies.push(driftOf(engine, rest, steps));
    engine.remove();
  }
  const engines = await enginesOf(system, timeStep);
  const passes = 20;
  const contenders = engines.map(({ name, step }) => ({
    name,
    operations: passes,
    run: (repeats: number): number[] => {
      const start = process.hrtime.bigint();
      for (let k = 0; k < repeats * passes; k++) step();
      return [Number(process.hrtime.bigint() - start) / (repeats * passes)];
    },
  }));
  const [{ samples }] = await measure([{ name: system.name, contenders }], { rounds, sampleTime: 5, seed: 1 });
  for (const engine of engines) engine.remove();
  return engines.map(({ name }, k) => ({
    system: system.name,
    engine: name,
    ...energies[k],
    time: quantile(samples[k], 0.5) / 1000,
    ratio: quantile(
      samples[k].map((value, round) => value / samples[0][round]),
      0.5,
    ),
  }));
}

function driftOf(
  { step, energy }: { step(): void; energy(): number },
  rest: number,
  steps: number,
): Pick<Row, 'deviation' | 'drift' | 'end'> {
  const start = energy();
  const scale = start - rest;
  const window = Math.round(averagedShare * steps);
  let [largest, first, last] = [0, 0, 0];
  for (let k = 0; k < steps; k++) {
    step();
    const change = (energy() - start) / scale;
    if (!(Math.abs(change) < divergenceFactor)) return { deviation: null, drift: null, end: null };
    largest = Math.max(largest, Math.abs(change));
    if (k < window) first += change / window;
    if (k >= steps - window) last += change / window;
  }
  return { deviation: largest, drift: last - first, end: 1 + last };
}

/** A row for each integrator and a column for each system. */
function tableOf(rows: readonly Row[], cell: (row: Row) => string): Pick<Section, 'head' | 'rows'> {
  const engines = [...new Set(rows.map(({ engine }) => engine))];
  return {
    head: ['integrator', ...systems.map(({ name }) => name)],
    rows: engines.map((engine) => [engine, ...rows.filter((row) => row.engine === engine).map(cell)]),
  };
}

function energySection(rows: readonly Row[]): Section {
  return {
    title: 'Energy',
    note: `Drift of the energy: the mean over the last ${100 * averagedShare} % of the steps minus the mean over the first ${100 * averagedShare} %. In parentheses: the largest deviation from the initial energy. Both are divided by the initial energy, measured from the energy at rest. The stiff chain has damping: it should lose its energy.`,
    ...tableOf(rows, ({ drift, deviation }) =>
      drift === null || deviation === null ? 'diverges' : `${drift.toExponential(0)} (${deviation.toExponential(0)})`,
    ),
  };
}

function timeSection(rows: readonly Row[]): Section {
  return {
    title: 'Time per step',
    note: 'Microseconds, medians of the rounds, and in parentheses the time divided by the time of our default integrator.',
    ...tableOf(rows, ({ time, ratio }) => `${short(time)} (${short(ratio)})`),
  };
}

/** The system with damping, which loses its energy: its drift is no error. */
const damped = 'springs, 20 links, 10 kN m/rad';

function targetsOf(rows: readonly Row[]): Target[] {
  const find = (system: string, engine: string): Row | undefined =>
    rows.find((row) => row.system === system && row.engine === engine);
  const conservative = systems.filter(({ name }) => name !== damped);
  return [
    ...['proximal, euler', 'proximal, midpoint'].map((engine): Target => {
      const found = find(damped, engine);
      return {
        what: `${damped}: ${engine}`,
        wanted: 'loses energy',
        found: found?.end == null ? 'diverges' : `${found.end.toExponential(1)} of its energy left`,
        isMet: found?.end != null && found.end < 1,
      };
    }),
    ...conservative.map(({ name }): Target => {
      const deviation = find(name, 'proximal, midpoint')?.deviation ?? Infinity;
      const others = ['MuJoCo, Euler', 'MuJoCo, implicit'].map((engine) => find(name, engine)?.deviation ?? Infinity);
      const least = Math.min(...others);
      return {
        what: `${name}: largest deviation of the energy, midpoint, compared with MuJoCo's Euler and implicit`,
        wanted: `at most ${least.toExponential(1)}`,
        found: deviation.toExponential(1),
        isMet: deviation <= least,
      };
    }),
  ];
}
