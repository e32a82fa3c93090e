// Fig. 17 and 18: velocity, ε_c, solver time and iterations over time.
import { type Curve, type CurveLabels, curveChart } from '../harness/plot.ts';
import { resultPath, writeWhole } from '../harness/results.ts';
import { halfPeriod, smoothed } from './summary.ts';
import { commandAt, type Recording, type WalkResult, windowTime } from './walk.ts';

/** Smaller values of ε_c, in J, are drawn at this value on the logarithmic axis. */
const leastComplementarity = 1e-12;

interface Figure extends Omit<CurveLabels, 'title' | 'xLabel'> {
  readonly name: string;
  readonly title: string;
  readonly values: (recording: Recording) => readonly number[];
  /** The time of the first value, in s: by default the end of its window; a mean over several windows is drawn at the mean of their times. */
  readonly start?: number;
  /** Whether every solver has a curve, or only one solver of each model. */
  readonly hasAllSolvers: boolean;
}

const figures: readonly Figure[] = [
  {
    name: 'velocity',
    title: 'Velocity of the base, mean over 0.16 s',
    yLabel: 'm/s',
    values: ({ velocity }) => smoothed(velocity),
    start: (windowTime * (halfPeriod + 1)) / 2,
    hasAllSolvers: false,
  },
  {
    name: 'complementarity',
    title: 'Largest ε_c in 20 ms',
    yLabel: 'J',
    isLogarithmic: true,
    values: ({ complementarity }) => complementarity.map((value) => Math.max(value, leastComplementarity)),
    hasAllSolvers: false,
  },
  {
    name: 'time',
    title: 'Time of the contact solver per step, median over 20 ms',
    yLabel: 'µs',
    isLogarithmic: true,
    values: ({ time }) => time.map((value) => Math.max(value, 1)),
    hasAllSolvers: true,
  },
  {
    name: 'iterations',
    title: 'Iterations per step, mean over 20 ms',
    yLabel: 'iterations',
    isLogarithmic: true,
    values: ({ iterations }) => iterations.map((value) => Math.max(value, 0.1)),
    hasAllSolvers: true,
  },
];

/** Draws the walks of all cases on one terrain. @returns the figures in Markdown */
export async function drawWalks(terrain: string, results: readonly WalkResult[]): Promise<string[]> {
  const key = terrain.replace(/[^\w]+/g, '-');
  return Promise.all(
    figures.map(async ({ name, title, values, hasAllSolvers, start = windowTime, ...labels }) => {
      const shown = hasAllSolvers ? results : firstOfModels(results);
      const curves: Curve[] = shown.map(({ walk, recording }) => ({
        name: hasAllSolvers ? walk.name : walk.model,
        points: values(recording).map((y, k) => ({ x: start + windowTime * k, y })),
      }));
      if (name === 'velocity') curves.push({ name: 'command', points: commandOf(curves) });
      const file = `${key}-${name}.svg`;
      const heading = `${title}, ${terrain}`;
      writeWhole(
        resultPath(`walking/${file}`),
        await curveChart(curves, { ...labels, title: heading, xLabel: 'time in s' }),
      );
      return `![${heading}](${file})`;
    }),
  );
}

/** The first walk, or row, of each model. */
export function firstOfModels<T extends Pick<WalkResult, 'walk'>>(results: readonly T[]): T[] {
  return results.filter(({ walk }, k) => results.findIndex((other) => other.walk.model === walk.model) === k);
}

function commandOf(curves: readonly Curve[]): Curve['points'] {
  const longest = curves.reduce((best, curve) => (curve.points.length > best.points.length ? curve : best));
  return longest.points.map(({ x }) => ({ x, y: commandAt(x) }));
}
