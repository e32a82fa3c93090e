// Tables and targets of growth distances, and the paper's numbers.
import { log } from 'proximal/math';
import { markdownTable, type Section, type Target } from '../harness/page.ts';
import { type Convergence, maxConicVertices, type SignedRow, type VertexRow } from './figures.ts';

/** Times of one contender over the pairs of a set, in microseconds, and its iterations. */
export interface Bar {
  readonly name: string;
  readonly quantiles: readonly number[];
  readonly iterations: number;
}

export interface SetBars {
  readonly set: string;
  readonly bars: readonly Bar[];
}

/** The quantiles of Fig. 3. Table III has the median and the last. */
export const shares = [0.0001, 0.25, 0.5, 0.75, 0.9999];
const medianIndex = 2;

export function barsSection({ set, bars }: SetBars): Section {
  const printed = table3[set] ?? {};
  return {
    title: `Fig. 3, Table III: ${set}`,
    note: `µs per call through Pair, percentiles over the pairs. ${
      table3[set]
        ? "The paper's times are from its C++ code, on its own machine and sets."
        : 'The paper has no such row.'
    }`,
    head: [set, ...shares.map((share) => `${100 * share} %`), 'iterations', 'paper: 50 %', 'paper: 99.99 %'],
    rows: bars.map(({ name, quantiles, iterations }) => [
      name,
      ...quantiles.map((value) => value.toFixed(2)),
      iterations.toFixed(1),
      ...(printed[name]?.map(String) ?? ['–', '–']),
    ]),
  };
}

/** Fig. 3 and Table III for the docs: the sets of the paper, one row for each method. */
export function table3Text(figure: readonly SetBars[]): string {
  const shown = figure.filter(({ set }) => set in table3);
  return markdownTable(
    ['', ...shares.map((share) => `${100 * share} %`), 'iterations', 'paper: 50 %', 'paper: 99.99 %'],
    shown.flatMap((each) => barsSection(each).rows.map(([name, ...cells]) => [`${each.set}, ${name}`, ...cells])),
  );
}

export function sectionTable({ head, rows }: Section): string {
  return markdownTable(head, rows);
}

export function vertexSection(figure: readonly VertexRow[]): Section {
  const names = [...new Set(figure.flatMap(({ times }) => Object.keys(times)))];
  return {
    title: 'Fig. 4: by the number of vertices',
    note: `µs per call, the median. The interior-point method is measured up to ${maxConicVertices} vertices, because it takes seconds for more. The paper's text
has no numbers: it says that the time grows roughly linearly, and less with hill climbing. The last row is the exponent of the
time, from the first to the last number of a column.`,
    head: ['vertices', ...names],
    rows: [
      ...figure.map(({ vertices, times }) => [
        String(vertices),
        ...names.map((name) => (times[name] ? (times[name].median / 1000).toFixed(2) : '–')),
      ]),
      [
        'exponent',
        ...names.map((name) =>
          exponentOf(
            figure.filter(({ times }) => times[name] !== undefined),
            name,
          ),
        ),
      ],
    ],
  };
}

/** The slope on logarithmic axes, from the first to the last number of vertices. */
function exponentOf(figure: readonly VertexRow[], name: string): string {
  const [first, last] = [figure[0], figure[figure.length - 1]];
  const steps = log(last.vertices / first.vertices);
  return steps > 0 ? (log(last.times[name].median / first.times[name].median) / steps).toFixed(2) : '–';
}

export function convergenceSection(figure: readonly Convergence[]): Section {
  const at = [1, 3, 5, 8, 12, 16, 20, 30, 40];
  return {
    title: 'Fig. 5: convergence by iteration',
    note: 'log10 of the relative gap between the bounds after the given number of iterations: median / worst.',
    head: ['log10 of the gap after', ...at.map(String), 'most iterations'],
    rows: figure.map(({ set, accelerate, gaps }) => [
      `${set}${accelerate ? '' : ', published steps'}`,
      ...at.map((k) =>
        gaps[k - 1] ? `${gaps[k - 1].median.toFixed(1)} / ${gaps[k - 1].worst.toFixed(1)}` : 'converged',
      ),
      String(gaps.length),
    ]),
  };
}

export function signedSection(rows: readonly SignedRow[]): Section {
  return {
    title: 'Growth against signed distance',
    note: 'On overlapping pairs, from the centers. The signed distance of boxes has a closed form; that of other shapes needs EPA if their cores overlap.',
    head: ['overlapping pairs', 'growth, ns', 'GJK + EPA, ns', 'ratio'],
    rows: rows.map(({ set, growth, signed }) => [
      set,
      growth.toFixed(0),
      signed.toFixed(0),
      (signed / growth).toFixed(2),
    ]),
  };
}

/** Ratios of the median times of two methods in this run: the second method over the first. `GJK + EPA` is `signedDistance`. */
export function growthTargets(figure: readonly SetBars[], signed: readonly SignedRow[]): Target[] {
  const targets: Target[] = [];
  const addTarget = (what: string, wanted: number | null, found: number): void => {
    const isMet = wanted === null ? null : found >= wanted;
    targets.push({ what, wanted: wanted === null ? 'reported' : `≥ ${wanted}×`, found: `${found.toFixed(3)}×`, isMet });
  };
  for (const { set, bars } of figure) {
    const median = (name: string): number =>
      bars.find((bar) => bar.name === name)?.quantiles[medianIndex] ?? Number.NaN;
    const cold = median('ray');
    for (const { name } of bars) {
      if (name.startsWith('ray') || name.endsWith('warm')) continue;
      // Newton's method may be faster where it applies, as in the paper.
      addTarget(`${set}: ray against ${name}, cold`, name === 'smooth' ? null : 1, median(name) / cold);
    }
    addTarget(`${set}: ray warm against cold`, set === 'meshes' ? 1.7 : 1, cold / median('ray, warm'));
  }
  for (const { set, growth, signed: other } of signed) addTarget(`${set}: growth against GJK + EPA`, 1, other / growth);
  return targets;
}

/** Table III: the median and the 99.99th percentile of the solution times in µs, by set and by our name of the method. */
export const table3: Readonly<Record<string, Readonly<Record<string, readonly [median: number, last: number]>>>> = {
  'curved primitives': {
    'internal-expanding': [2.83, 6.86],
    conic: [7.61, 21.4],
    ray: [1.86, 4.6],
    'ray, primal': [2.01, 4.52],
  },
  meshes: {
    'internal-expanding': [1.79, 6.15],
    incremental: [3.93, 22.4],
    'incremental, warm': [0.6, 2.14],
    ray: [1.33, 4.7],
    'ray, primal': [0.69, 3.57],
  },
  'differentiable sets': {
    'internal-expanding': [165, 1390],
    smooth: [94.4, 848],
    ray: [156, 1300],
  },
};

/** Mean iterations in 2D. */
export const planeIterationsInPaper = 9.67;
