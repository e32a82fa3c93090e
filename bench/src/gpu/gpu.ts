// Distances per second on the GPU, without and with transfers, compared with one CPU core; and a check of the bounds.
import { createDistanceBatch, distanceBatch } from 'proximal';
import { createGpu, type Gpu, type GpuDistances } from 'proximal/gpu';
import { defineBenchmark, seed, whole } from '../harness/benchmark.ts';
import type { Section } from '../harness/page.ts';
import { quantile } from '../harness/timer.ts';
import { type GpuSet, gpuSet, setNames } from './sets.ts';

interface Settings {
  readonly pairs: number;
  readonly bodies: number;
  readonly rounds: number;
  /** The number of pairs of each set whose bounds are compared with the CPU's. */
  readonly checks: number;
  readonly seed: number;
}

interface Row {
  readonly name: string;
  /** Pairs per second without transfers: shapes, poses and pairs are on the GPU, and results stay there. */
  readonly resident: number;
  /** Pairs per second if every round uploads all poses and reads all bounds. */
  readonly transferred: number;
  /** Pairs per second of `distanceBatch` on one core. */
  readonly cpu: number;
  /** The fraction of pairs that are proven to overlap. */
  readonly overlapping: number;
  /** The fraction of pairs that are proven neither to overlap nor to be separated. */
  readonly undecided: number;
  /** The median width of the bounds of separated pairs, relative to the distance. */
  readonly width: number;
  /** The number of pairs whose bounds were compared with the CPU's. */
  readonly checked: number;
  /** The number of these pairs whose bounds do not intersect the CPU's. */
  readonly violated: number;
}

export const gpuBenchmark = defineBenchmark<Settings, { readonly adapter: string; readonly rows: readonly Row[] }>({
  name: 'gpu',
  title: 'distances per second on the GPU, compared with one CPU core, with a check of all bounds',
  options: { pairs: whole(64, 1e8), bodies: whole(2, 1e7), rounds: whole(1, 1000), checks: whole(0, 1e9), seed },
  full: { pairs: 2 ** 22, bodies: 100_000, rounds: 9, checks: 1_000_000, seed: 1 },
  quick: { pairs: 2 ** 14, bodies: 1000, rounds: 3, checks: 2 ** 14 },
  seconds: { quick: 10, full: 60 },
  async measure(settings, { step }) {
    const gpu = await createGpu().catch((error: Error) => error.message);
    if (typeof gpu === 'string') return gpu;
    try {
      const rows: Row[] = [];
      for (const name of setNames) rows.push(await step(name, () => measureSet(gpu, name, settings)));
      return { adapter: gpu.adapter, rows };
    } finally {
      gpu.close();
    }
  },
  targets: ({ adapter, rows }) => [
    ...Object.entries(wanted).map(([name, rate]) => {
      const found = rows.find((row) => row.name === name)?.resident ?? 0;
      return {
        what: `${name}: distances per second, without transfers`,
        wanted: `at least ${rate.toExponential()} on a card like the H200`,
        found: found.toExponential(2),
        isMet: isSoftware(adapter) ? null : found >= rate,
      };
    }),
    ...rows.map(({ name, transferred, cpu }) => ({
      what: `${name}: with transfers, compared with one CPU core`,
      wanted: `at least ${wantedRatio} times as many per second`,
      found: (transferred / cpu).toFixed(1),
      isMet: isSoftware(adapter) ? null : transferred >= wantedRatio * cpu,
    })),
    {
      what: 'bounds that do not intersect those in f64',
      wanted: '0',
      found: `${rows.reduce((sum, { violated }) => sum + violated, 0)} of ${rows.reduce((sum, { checked }) => sum + checked, 0)}`,
      isMet: rows.every(({ violated }) => violated === 0),
    },
  ],
  page: ({ adapter, rows }, _targets, { pairs, bodies, checks }) => ({
    title: 'Distances on the GPU',
    intro: `Adapter: ${adapter}. ${pairs} random pairs of ${bodies} bodies with 512 shapes in a cube with an edge of 6 m.`,
    sections: [sectionOf(rows, checks)],
  }),
});

/** Adapters that compute on the CPU. */
const isSoftware = (adapter: string): boolean => /swiftshader|llvmpipe|lavapipe/i.test(adapter);

/** Distances per second. */
const wanted: Readonly<Record<string, number>> = { boxes: 3e8, 'hulls of 50': 1e8 };
/** The wanted ratio to one core, with transfers. */
const wantedRatio = 20;

async function measureSet(gpu: Gpu, name: string, settings: Settings): Promise<Row> {
  const set = gpuSet(name, settings.bodies, settings.pairs, settings.seed);
  const { bodies, pairs } = set;
  const count = pairs.length / 2;
  const query = gpu.distances(bodies, pairs);
  try {
    await query.run();
    const resident: number[] = [];
    const transferred: number[] = [];
    const cpu: number[] = [];
    const sample = pairs.subarray(0, 2 * Math.min(count, 50_000));
    const out = createDistanceBatch(sample.length / 2);
    for (let round = 0; round < settings.rounds; round++) {
      resident.push(await rateOf(count, () => query.run()));
      transferred.push(
        await rateOf(count, async () => {
          query.move(bodies.poses);
          await query.read();
        }),
      );
      cpu.push(await rateOf(out.count, async () => distanceBatch(bodies, sample, {}, out)));
    }
    const found = await query.read();
    const widths: number[] = [];
    let overlapping = 0;
    for (let k = 0; k < count; k++) {
      if (found.upper[k] === 0) overlapping++;
      else if (found.lower[k] > 0) widths.push((found.upper[k] - found.lower[k]) / found.upper[k]);
    }
    return {
      name,
      resident: quantile(resident, 0.5),
      transferred: quantile(transferred, 0.5),
      cpu: quantile(cpu, 0.5),
      overlapping: overlapping / count,
      undecided: 1 - (overlapping + widths.length) / count,
      width: quantile(widths, 0.5),
      ...(await check(gpu, set, found, settings)),
    };
  } finally {
    query.destroy();
  }
}

/** Compares the bounds with the CPU's, on the pairs of the set and then on sets of other seeds. */
async function check(
  gpu: Gpu,
  first: GpuSet,
  answers: GpuDistances,
  settings: Settings,
): Promise<Pick<Row, 'checked' | 'violated'>> {
  let [set, found, checked, violated] = [first, answers, 0, 0];
  for (let next = settings.seed + 1; checked < settings.checks; next++) {
    const count = Math.min(settings.checks - checked, found.count, 1 << 20);
    const exact = distanceBatch(set.bodies, set.pairs.subarray(0, 2 * count));
    for (let k = 0; k < count; k++) {
      if (!(found.lower[k] <= exact.upper[k] && found.upper[k] >= exact.lower[k])) violated++;
    }
    checked += count;
    if (checked >= settings.checks) break;
    set = gpuSet(first.name, settings.bodies, Math.min(settings.pairs, 1 << 20), next);
    found = await gpu.distanceBatch(set.bodies, set.pairs);
  }
  return { checked, violated };
}

/** Operations per second. */
async function rateOf(operations: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (1000 * operations) / (performance.now() - start);
}

function sectionOf(rows: readonly Row[], checks: number): Section {
  return {
    title: 'Pairs per second',
    note: `On the GPU: f32, WebGPU, relative tolerance 1e-6, bounds that contain the rounding errors. On one CPU core: distanceBatch, f64, with witness points and proofs. Of each set, ${checks} pairs were checked.`,
    head: [
      'shapes',
      'without transfers',
      'with transfers',
      'one CPU core',
      'overlapping',
      'undecided',
      'median width',
      'violated',
    ],
    rows: rows.map((row) => [
      row.name,
      row.resident.toExponential(2),
      row.transferred.toExponential(2),
      row.cpu.toExponential(2),
      `${(100 * row.overlapping).toFixed(1)} %`,
      `${(100 * row.undecided).toFixed(3)} %`,
      row.width.toExponential(1),
      `${row.violated} of ${row.checked}`,
    ]),
  };
}
