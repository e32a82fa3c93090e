// Fig. 3 to 5 of Thirugnanam and Sreenath, with the paper's axes.
import { type Box, boxChart, type Curve, curveChart, lineChart } from '../harness/plot.ts';
import { resultPath, writeWhole } from '../harness/results.ts';
import type { Convergence, VertexRow } from './figures.ts';
import { type SetBars, shares } from './sections.ts';

interface Figures {
  readonly figure3: readonly SetBars[];
  readonly figure4: readonly VertexRow[];
  readonly figure5: readonly Convergence[];
}

/** Draws the figures and returns their files. */
export async function drawFigures({ figure3, figure4, figure5 }: Figures): Promise<string[]> {
  const charts: [string, Promise<string>][] = [
    ['fig3', timesChart(figure3)],
    ['fig4', verticesChart(figure4)],
    ['fig5a', convergenceChart(figure5, 'Fig. 5a: curved primitives', ['curved primitives'])],
    ['fig5b', convergenceChart(figure5, 'Fig. 5b: hulls', ['clouds of Fig. 4', 'meshes'])],
  ];
  for (const [name, chart] of charts) writeWhole(resultPath(`growth/${name}.svg`), await chart);
  return charts.map(([name]) => `${name}.svg`);
}

/** The sets of the paper's figure. */
const sets3 = ['curved primitives', 'meshes', 'differentiable sets'];
/** The methods of the paper's figure. */
const methods3 = ['ray', 'ray, primal', 'internal-expanding', 'incremental', 'incremental, warm', 'conic', 'smooth'];

function timesChart(figure: readonly SetBars[]): Promise<string> {
  const boxes = figure
    .filter(({ set }) => sets3.includes(set))
    .flatMap(({ set, bars }) =>
      bars
        .filter(({ name }) => methods3.includes(name))
        .map(({ name, quantiles }): Box => {
          const [low, quarter, median, threeQuarters, high] = shares.map((_, k) => quantiles[k]);
          return { group: set, name, low, quarter, median, threeQuarters, high };
        }),
    );
  return boxChart(boxes, {
    title: 'Fig. 3: times of growth distances, 0.01 to 99.99 % of the pairs',
    xLabel: 'set',
    yLabel: 'µs per call',
    isLogarithmic: true,
  });
}

function verticesChart(figure: readonly VertexRow[]): Promise<string> {
  const names = [...new Set(figure.flatMap(({ times }) => Object.keys(times)))];
  const series = names.map((name) => ({
    name,
    points: figure.flatMap(({ vertices, times }) => {
      const found = times[name];
      return found
        ? [{ x: `${vertices}`, y: found.median / 1000, low: found.least / 1000, high: found.most / 1000 }]
        : [];
    }),
  }));
  return lineChart(series, {
    title: 'Fig. 4: times by the number of vertices',
    xLabel: 'vertices of each polytope',
    yLabel: 'µs per call: median, least to most',
    isLogarithmic: true,
  });
}

function convergenceChart(figure: readonly Convergence[], title: string, sets: readonly string[]): Promise<string> {
  const curves = figure
    .filter(({ set, accelerate }) => sets.includes(set) && !accelerate)
    .flatMap(({ set, gaps }): Curve[] => [
      { name: `${set}, median`, points: gaps.map(({ median }, k) => ({ x: k + 1, y: median })) },
      { name: `${set}, worst`, points: gaps.map(({ worst }, k) => ({ x: k + 1, y: worst })) },
    ]);
  return curveChart(curves, { title, xLabel: 'iteration', yLabel: 'log₁₀ of the relative gap, published steps' });
}
