// The figures of the paper from our samples.

import { type Box, boxChart, type ChartLabels, lineChart, palette } from '../harness/plot.ts';
import { resultPath, writeWhole } from '../harness/results.ts';
import { quantile } from '../harness/timer.ts';
import type { Problem, ProblemSet } from '../problems/problem-set.ts';
import { countPasses, type Method, printedKey, type Query, type Spread, spreadOf, timeMethods } from './methods.ts';

const signedDistance = 'signed distance in meters';

/** Mean and deviation over the signed distance. The same method with the printed δ is dashed, without deviation. */
export async function drawCurves(name: string, title: string, yLabel: string, curves: readonly Curve[]): Promise<void> {
  const series = curves.map((curve) => ({
    name: curve.title,
    ...dashOf(curve, curves),
    points: curve.points.map(({ signedDistance: x, mean, deviation }) => ({
      x: axisLabel(x),
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

/** GJK's time divided by the method's for each problem; 80 % of them are between the whiskers. */
export async function drawRatios(
  name: string,
  title: string,
  samples: readonly Samples[],
  methods: readonly Method[],
): Promise<void> {
  const boxes = samples.flatMap(({ signedDistance: x, values }) =>
    methods.map(({ key, title: method }) =>
      boxOf(
        axisLabel(x),
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

/** For an axis: "−0.001", "1e−4". */
function axisLabel(distance: number): string {
  const size = Math.abs(distance);
  return `${distance < 0 ? '−' : ''}${size < 1e-3 ? size.toExponential(0).replace('-', '−') : size}`;
}

function write(name: string, svg: string): void {
  writeWhole(resultPath(`gjk/${name}.svg`), svg);
}

/** One number for each problem at a distance, by method. */
export interface Samples {
  readonly signedDistance: number;
  readonly values: Readonly<Record<string, readonly number[]>>;
}

/** Mean and deviation of one method, by signed distance. */
export interface Curve {
  readonly method: string;
  readonly title: string;
  readonly points: readonly (Spread & { readonly signedDistance: number })[];
}

export function sampleIterations(set: ProblemSet, query: Query, methods: readonly Method[]): Samples[] {
  return sample(set, methods, (problem) => methods.map(({ options }) => countPasses(set, problem, query, options)));
}

/** Microseconds. */
export function sampleTimes(set: ProblemSet, query: Query, methods: readonly Method[]): Samples[] {
  return sample(set, methods, (problem) => timeMethods(set, problem, query, methods));
}

function sample(
  { problems }: ProblemSet,
  methods: readonly Method[],
  measure: (problem: Problem) => readonly number[],
): Samples[] {
  const byDistance = new Map<number, Record<string, number[]>>();
  for (const problem of problems) {
    const { signedDistance } = problem;
    const values = byDistance.get(signedDistance) ?? Object.fromEntries(methods.map(({ key }) => [key, []]));
    byDistance.set(signedDistance, values);
    measure(problem).forEach((value, m) => {
      values[methods[m].key].push(value);
    });
  }
  return [...byDistance].map(([signedDistance, values]) => ({ signedDistance, values }));
}

export function curvesOf(samples: readonly Samples[], methods: readonly Method[]): Curve[] {
  return methods.map(({ key, title }) => ({
    method: key,
    title,
    points: samples.map(({ signedDistance, values }) => ({ signedDistance, ...spreadOf(values[key]) })),
  }));
}
