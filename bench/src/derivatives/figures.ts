// Bias and deviation of the estimators on polytopes: the error of the mean over many seeds (one for Gumbel, which is not random) against the
// derivative of the ellipsoids that the polytopes were made from, and the deviation of a single estimate from that mean. Fig. 5 and 6: the cost
// over the iterations.
import { type Convex, ellipsoid } from 'proximal';
import { type DerivativeOptions, differentiate } from 'proximal/derivatives';
import { type Pose, Rng } from 'proximal/math';
import { type ChartLabels, lineChart, palette, type Series } from '../harness/plot.ts';
import { resultPath, writeWhole } from '../harness/results.ts';
import { quantile } from '../harness/timer.ts';
import { annealedColumns, type Column, printedColumns } from './page.ts';
import { type Contact, contactOf, roughEllipsoid, solveContact } from './tables.ts';

const noises = [1e-3, 3e-3, 0.01, 0.03, 0.1, 0.3, 1, undefined];
const estimators: readonly { readonly title: string; readonly options: DerivativeOptions }[] = [
  { title: '0th order, M = 50', options: { estimator: 'zeroth-order', samples: 50 } },
  { title: '0th order, M = 50, plain', options: { estimator: 'zeroth-order', samples: 50, sampling: 'plain' } },
  { title: 'Gaussian, M = 20', options: { estimator: 'gaussian', samples: 20 } },
  { title: 'Gaussian, M = 20, plain', options: { estimator: 'gaussian', samples: 20, sampling: 'plain' } },
  { title: 'Gumbel, n_l = 1', options: { estimator: 'gumbel', neighbors: 1 } },
  { title: 'Gumbel, n_l = 3', options: { estimator: 'gumbel', neighbors: 3 } },
];

/** Both relative to the norm of the ellipsoids' Jacobian of A's point. */
interface EstimatorError {
  readonly bias: number;
  readonly deviation: number;
}

export async function drawBias(poses: number, seeds: number, seed: number): Promise<string[]> {
  const scenes = Array.from({ length: poses }, (_, k) => sceneOf(new Rng(seed * 1000 + k)));
  const errors = estimators.map(({ options }) =>
    noises.map((noise) => scenes.map((scene) => errorOf(scene, { ...options, ...(noise && { noise }) }, seeds))),
  );
  const seriesOf = (pick: (error: EstimatorError) => number): Series[] =>
    estimators.map(({ title }, e) => ({
      name: title,
      points: noises.map((noise, n) => {
        const at = (share: number): number => Math.max(1e-4, quantile(errors[e][n].map(pick), share));
        return { x: `${noise ?? 'default'}`, y: at(0.5), low: at(0.25), high: at(0.75) };
      }),
    }));
  const labels = { xLabel: 'noise on x*; 0th order: on the pose', isLogarithmic: true };
  for (const [name, pick, title, yLabel] of [
    [
      'bias',
      (error: EstimatorError) => error.bias,
      'Bias: the mean against the ellipsoids',
      'relative to the Jacobian',
    ],
    [
      'deviation',
      (error: EstimatorError) => error.deviation,
      'Deviation of a single estimate',
      'relative to the Jacobian',
    ],
  ] as const) {
    const svg = await lineChart(seriesOf(pick), { ...labels, title: `${title}, 12-vertex polytopes`, yLabel });
    writeWhole(resultPath(`derivatives/${name}.svg`), svg);
  }
  return ['bias', 'deviation'];
}

type Evaluate = (options: DerivativeOptions) => Float64Array;

/** Two polytopes at a random pose, and the ellipsoids around them at the same pose. */
function sceneOf(rng: Rng): { readonly evaluate: Evaluate; readonly truth: Float64Array } {
  const [a, b] = [roughEllipsoid(rng), roughEllipsoid(rng)];
  const pose: Pose = Float64Array.of(...rng.direction().map((x) => 2 * x), ...rng.rotation());
  const round = differentiate(ellipsoid(...a.radii), {}, ellipsoid(...b.radii), pose, { estimator: 'exact' });
  return { evaluate: (options) => differentiate(a.hull, {}, b.hull, pose, options).pointA, truth: round.pointA };
}

function errorOf(
  { evaluate, truth }: ReturnType<typeof sceneOf>,
  options: DerivativeOptions,
  seeds: number,
): EstimatorError {
  const count = options.estimator === 'gumbel' ? 1 : seeds;
  const samples = Array.from({ length: count }, (_, seed) => evaluate({ ...options, seed }));
  const mean = truth.map((_, k) => samples.reduce((sum, sample) => sum + sample[k], 0) / count);
  const scale = norm(truth);
  const variance = samples.reduce((sum, sample) => sum + norm(sample.map((x, k) => x - mean[k])) ** 2, 0) / count;
  return { bias: norm(mean.map((x, k) => x - truth[k])) / scale, deviation: Math.sqrt(variance) / scale };
}

function norm(matrix: Float64Array): number {
  return Math.sqrt(matrix.reduce((sum, x) => sum + x * x, 0));
}

/** The smallest cost on the logarithmic axis. Smaller ones are rounding. */
const smallestCost = 1e-34;
const labels: Pick<ChartLabels, 'xLabel' | 'yLabel' | 'isLogarithmic'> = {
  xLabel: 'Gauss-Newton iteration',
  yLabel: 'cost in m², median and the middle half',
  isLogarithmic: true,
};

/** Fig. 5: by estimator, on a pair of YCB hulls; as printed, and with annealing for all. */
export async function drawFigure5(a: Convex, b: Convex, count: number, seed: number): Promise<string[]> {
  const contacts = contactsOf(a, b, count, seed);
  const draw = async (file: string, contenders: readonly Column[], how: string): Promise<string> => {
    const title = `Contact poses of a YCB pair, by estimator (Fig. 5), ${how}`;
    return write(
      file,
      await lineChart(seriesOf(contacts, contenders), { ...labels, title, colors: Object.values(palette) }),
    );
  };
  return [
    await draw('fig5', printedColumns, 'constant noise'),
    await draw('fig5-annealed', annealedColumns, 'annealing'),
  ];
}

/** Fig. 6: by noise, constant over the iterations, on x* and on the unit normal; and with the defaults of `contactPose`. */
export async function drawFigure6(a: Convex, b: Convex, count: number, seed: number): Promise<string[]> {
  const contacts = contactsOf(a, b, count, seed);
  return [
    await drawNoises('fig6', contacts, 'separation', 'x*'),
    await drawNoises('fig6-normal', contacts, 'normal', 'the unit normal'),
  ];
}

async function drawNoises(
  file: string,
  contacts: readonly Contact[],
  noiseOn: 'separation' | 'normal',
  where: string,
): Promise<string> {
  const noises = [1, 0.3, 0.1, 0.03, 0.01, 1e-3].map((noise) => ({
    key: `${noise}`,
    title: `noise ${noise}`,
    options: { estimator: 'gumbel', neighbors: 1, noise, noiseOn, decay: 1 } as const,
  }));
  const falling = { key: 'falling', title: '1 on the normal, falling', options: { neighbors: 1 } };
  const series = seriesOf(contacts, [...noises, falling]);
  const title = `Gumbel, n_l = 1, by noise on ${where} (Fig. 6)`;
  return write(file, await lineChart(series, { ...labels, title, colors: Object.values(palette) }));
}

function contactsOf(a: Convex, b: Convex, count: number, seed: number): Contact[] {
  const rng = new Rng(seed);
  return Array.from({ length: count }, (_, k) => contactOf(rng, a, b, 'reachable', k));
}

function seriesOf(contacts: readonly Contact[], contenders: readonly Column[]): Series[] {
  return contenders.map((column) => {
    const costs = contacts.map((contact) => solveContact(contact, column));
    return {
      name: column.title,
      points: costs[0]
        .map((_, step) => step)
        .filter((step) => step % 5 === 0 || step < 5)
        .map((step) => {
          const at = (share: number): number =>
            Math.max(
              smallestCost,
              quantile(
                costs.map((row) => row[step]),
                share,
              ),
            );
          return { x: `${step}`, y: at(0.5), low: at(0.25), high: at(0.75) };
        }),
    };
  });
}

function write(name: string, svg: string): string {
  writeWhole(resultPath(`derivatives/${name}.svg`), svg);
  return name;
}
