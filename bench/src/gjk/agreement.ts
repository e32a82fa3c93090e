// Which of our numbers agree with the paper's: computed from a run, never written by hand.
import { short } from '../table.ts';
import type { Curve } from './curves.ts';
import { queries } from './methods.ts';
import * as paper from './paper.ts';
import { createReasoning } from './reasons.ts';
import type { GjkResults } from './results.ts';
import { type Band, bands } from './sets.ts';
import { formatSpread, meanOf } from './statistics.ts';
import { columns, fittedCells } from './table3.ts';

/**
 * `'fitted'`: it agrees, but a choice that the paper leaves open was made with this number in view. `'tie'`: two times are nearer to
 * each other than they are from one run to the next, so their order says nothing.
 */
export type Verdict = 'agrees' | 'differs' | 'fitted' | 'tie';

/** How far apart two times must be for an order. */
const tieRange = 0.02;

export interface Check {
  /** "Fig. 7a", "Table III". */
  readonly where: string;
  readonly what: string;
  readonly paper: string;
  readonly ours: string;
  readonly verdict: Verdict;
  /** Where it differs: the reason that was found. */
  readonly why?: string;
}

export function checkAll(results: GjkResults): Check[] {
  const checks = [
    ...checkFigure7(results),
    ...checkFigure8(results),
    ...checkFigures9and10(results),
    ...checkFigure11(results),
    ...checkTable1(results),
    ...checkTable2(results),
    ...checkTable3(results),
  ];
  const reason = createReasoning(results);
  return checks.map((check) => (check.verdict === 'differs' ? { ...check, why: reason(check) } : check));
}

function verdictOf(agrees: boolean): Verdict {
  return agrees ? 'agrees' : 'differs';
}

/** Whether a ratio of times is below the limit, above it, or too near to tell. */
function timeVerdict(ratio: number, limit: number): Verdict {
  return Math.abs(ratio / limit - 1) < tieRange ? 'tie' : verdictOf(ratio < limit);
}

function checkClaims(where: string, unit: string, curves: readonly Curve[], claims: readonly paper.Claim[]): Check[] {
  return claims.map(({ band, less, more, slack }) => {
    const [ours, other] = [less, more].map((method) => bandMean(curves, method, band));
    return {
      where,
      what: `${band}: ${less} against ${more}, ${unit}`,
      paper: slack === 1 ? 'fewer' : `at most ${short(slack)} times`,
      ours: `${short(ours)} / ${short(other)} = ${(ours / other).toFixed(2)}`,
      verdict: unit === 'µs' ? timeVerdict(ours / other, slack) : verdictOf(ours / other < slack || ours === other),
    };
  });
}

function bandMean(curves: readonly Curve[], method: string, band: Band): number {
  const inBand = new Set<number>(bands[band]);
  const points = curves.filter((curve) => curve.method === method).flatMap((curve) => curve.points);
  return meanOf(points.filter(({ signedDistance }) => inBand.has(signedDistance)));
}

function checkFigure7({ ellipsoids }: GjkResults): Check[] {
  return [
    ...checkClaims('Fig. 7a', 'iterations', ellipsoids.distance, paper.fig7.distance),
    ...checkClaims('Fig. 7b', 'iterations', ellipsoids.collide, paper.fig7.collide),
  ];
}

function checkFigure8({ normalization }: GjkResults): Check[] {
  return queries.flatMap(({ query, title }) => {
    const { iterations, time } = normalization[query];
    return [
      ...checkClaims(`Fig. 8, ${title}`, 'iterations', iterations, paper.fig8),
      ...checkClaims(`Fig. 8, ${title}`, 'µs', time, paper.fig8),
    ];
  });
}

function checkFigures9and10({ meshes }: GjkResults): Check[] {
  return queries.flatMap(({ query }) => {
    const { iterations, time } = meshes[query];
    const figure = query === 'distance' ? 'Fig. 9' : 'Fig. 10';
    return [
      ...checkClaims(`${figure}a`, 'iterations', iterations, paper.fig9and10),
      ...checkClaims(`${figure}b`, 'µs', time, paper.fig9and10),
    ];
  });
}

function checkFigure11({ ratios }: GjkResults): Check[] {
  return queries.flatMap(({ query }) =>
    paper.fig11.map(({ band, method }) => {
      const inBand = new Set<number>(bands[band]);
      const found = ratios.filter(
        (each) => each.query === query && each.method === method && inBand.has(each.signedDistance),
      );
      const mean = found.reduce((sum, { ratio }) => sum + ratio, 0) / found.length;
      return {
        where: query === 'distance' ? 'Fig. 11a' : 'Fig. 11b',
        what: `${band}: median speed-up of ${method}`,
        paper: 'above 1',
        ours: mean.toFixed(2),
        verdict: timeVerdict(1 / mean, 1),
      };
    }),
  );
}

function checkTable1({ table1 }: GjkResults): Check[] {
  return paper.table1.flatMap((row) => {
    const cell = table1.find(
      ({ wanted, query }) => query === row.query && wanted.every((size, k) => size === row.sizes[k]),
    );
    if (!cell) return [];
    return (['polyak', 'nesterov'] as const).map((method) => {
      const ratio = cell.time['gjk'].mean / cell.time[method].mean;
      return {
        where: 'Table I',
        what: `${row.sizes.join(' × ')}, ${row.query}: speed-up of ${method}`,
        paper: (row.gjk / row[method]).toFixed(2),
        ours: ratio.toFixed(2),
        verdict: timeVerdict(1 / ratio, 1),
      };
    });
  });
}

function checkTable2({ table2 }: GjkResults): Check[] {
  return paper.table2.map(({ vertices, qp, gjk, leastRatio }, k) => {
    const { time } = table2[k];
    const ratio = time['qp'].mean / time['gjk'].mean;
    return {
      where: 'Table II',
      what: `${vertices} vertices: solver's time / GJK's`,
      paper: `${Math.round(qp / gjk)} ("more than ${leastRatio}")`,
      ours: ratio.toFixed(0),
      verdict: verdictOf(ratio > leastRatio),
    };
  });
}

function checkTable3({ table3 }: GjkResults): Check[] {
  return table3.flatMap(({ family, situation, iterations }) =>
    columns.map((column) => {
      const published = paper.table3[family][situation][column];
      const isWithin = isNear(iterations[column].mean, published);
      const name = `${family} ${situation} ${column}`;
      return {
        where: 'Table III',
        what: name,
        paper: formatSpread(published),
        ours: formatSpread(iterations[column]),
        verdict: isWithin && fittedCells.includes(name) ? 'fitted' : verdictOf(isWithin),
      };
    }),
  );
}

/** Within the paper's deviation; where that reaches down to zero, and would take anything small, also within a factor of three. */
function isNear(mean: number, published: paper.Published): boolean {
  if (Math.abs(mean - published.mean) > published.deviation) return false;
  return published.deviation < published.mean || mean > published.mean / 3;
}
