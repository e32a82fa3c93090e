// The figures of the paper from our samples.
import { quantile } from '../measure.ts';
import { type Box, boxChart, type ChartLabels, lineChart, palette } from '../plot.ts';
import { resultPath, writeWhole } from '../results.ts';
import type { Curve, Samples } from './curves.ts';
import { type Method, printedKey } from './methods.ts';

const signedDistance = 'signed distance in meters';

/** Mean and deviation over the signed distance; dashed, without its deviation, the same method with the printed δ. */
export async function drawCurves(name: string, title: string, yLabel: string, curves: readonly Curve[]): Promise<void> {
  const series = curves.map((curve) => ({
    name: curve.title,
    ...dashOf(curve, curves),
    points: curve.points.map(({ signedDistance: x, mean, deviation }) => ({
      x: placeName(x),
      y: mean,
      low: Math.max(0, mean - deviation),
      high: mean + deviation,
    })),
  }));
  write(name, await lineChart(series, { title, xLabel: signedDistance, yLabel }));
}

function dashOf(curve: Curve, curves: readonly Curve[]): { variantOf?: string } {
  const original = curves.find(({ method }) => printedKey(method) === curve.method);
  return original ? { variantOf: original.title } : {};
}

/** GJK's number divided by the method's, problem by problem: 80 % of them between the whiskers. */
export async function drawRatios(
  name: string,
  title: string,
  samples: readonly Samples[],
  methods: readonly Method[],
): Promise<void> {
  const boxes = samples.flatMap(({ signedDistance: x, values }) =>
    methods.map(({ key, title: method }) =>
      boxOf(
        placeName(x),
        method,
        values[key].map((value, k) => values['gjk'][k] / value),
      ),
    ),
  );
  const labels = {
    title,
    xLabel: signedDistance,
    yLabel: 'time of GJK / time of the method',
    reference: 1,
    colors: [palette.blue, palette.vermilion],
  };
  await drawBoxes(name, boxes, labels);
}

export async function drawBoxes(name: string, boxes: readonly Box[], labels: ChartLabels): Promise<void> {
  write(name, await boxChart(boxes, labels));
}

export function boxOf(group: string, name: string, values: readonly number[]): Box {
  const [low, quarter, median, threeQuarters, high] = [0.1, 0.25, 0.5, 0.75, 0.9].map((p) => quantile(values, p));
  return { group, name, low, quarter, median, threeQuarters, high };
}

/** "−0.001", "1e-4": short enough for an axis. */
function placeName(distance: number): string {
  const size = Math.abs(distance);
  return `${distance < 0 ? '−' : ''}${size < 1e-3 ? size.toExponential(0).replace('-', '−') : size}`;
}

function write(name: string, svg: string): void {
  writeWhole(resultPath(`gjk/${name}.svg`), svg);
}
