// Which of our numbers agree with the paper's: computed from a run, never written by hand.
import { short } from '../table.ts';
import type { Curve } from './curves.ts';
import { keyIn, queries, type Schedule } from './methods.ts';
import * as paper from './paper.ts';
import { createReasoning } from './reasons.ts';
import type { GjkResults } from './results.ts';
import { type Band, bands } from './sets.ts';
import { formatSpread, meanOf } from './statistics.ts';
import { type AnyColumn, columns, fittedCells } from './table3.ts';

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
  /** The same with the δ that the paper prints, where that gives another number. */
  readonly printed?: Pick<Check, 'ours' | 'verdict'>;
  /** Where it differs: the reason that was found. */
  readonly why?: string;
}

/** The verdicts rest on the δ of the authors' code, which the paper's figures come from; those of the printed one stand beside them. */
export function checkAll(results: GjkResults): Check[] {
  const printed = checkWith(results, 'paper');
  const reason = createReasoning(results);
  return checkWith(results, 'code').map((check, k) => {
    const { ours, verdict } = printed[k];
    return {
      ...check,
      ...(ours === check.ours ? {} : { printed: { ours, verdict } }),
      ...(check.verdict === 'differs' ? { why: reason(check) } : {}),
    };
  });
}

function checkWith(results: GjkResults, schedule: Schedule): Check[] {
  return [
    ...checkFigure7(results, schedule),
    ...checkFigure8(results, schedule),
    ...checkFigures9and10(results, schedule),
    ...checkFigure11(results, schedule),
    ...checkFigure13(results, schedule),
    ...checkTable1(results, schedule),
    ...checkTable2(results),
    ...checkTable3(results, schedule),
  ];
}

function verdictOf(agrees: boolean): Verdict {
  return agrees ? 'agrees' : 'differs';
}

/** Whether a ratio of times is below the limit, above it, or too near to tell. */
function timeVerdict(ratio: number, limit: number): Verdict {
  return Math.abs(ratio / limit - 1) < tieRange ? 'tie' : verdictOf(ratio < limit);
}

function checkClaims(
  where: string,
  unit: string,
  curves: readonly Curve[],
  claims: readonly paper.Claim[],
  schedule: Schedule,
): Check[] {
  const keys = curves.map(({ method }) => method);
  return claims.map(({ band, less, more, slack }) => {
    const [ours, other] = [less, more].map((method) => bandMean(curves, keyIn(keys, method, schedule), band));
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

function checkFigure7({ ellipsoids }: GjkResults, schedule: Schedule): Check[] {
  return [
    ...checkClaims('Fig. 7a', 'iterations', ellipsoids.distance, paper.fig7.distance, schedule),
    ...checkClaims('Fig. 7b', 'iterations', ellipsoids.collide, paper.fig7.collide, schedule),
  ];
}

function checkFigure8({ normalization }: GjkResults, schedule: Schedule): Check[] {
  return queries.flatMap(({ query, title }) => {
    const { iterations, time } = normalization[query];
    return [
      ...checkClaims(`Fig. 8, ${title}`, 'iterations', iterations, paper.fig8, schedule),
      ...checkClaims(`Fig. 8, ${title}`, 'µs', time, paper.fig8, schedule),
    ];
  });
}

function checkFigures9and10({ meshes }: GjkResults, schedule: Schedule): Check[] {
  return queries.flatMap(({ query }) => {
    const { iterations, time } = meshes[query];
    const figure = query === 'distance' ? 'Fig. 9' : 'Fig. 10';
    return [
      ...checkClaims(`${figure}a`, 'iterations', iterations, paper.fig9and10, schedule),
      ...checkClaims(`${figure}b`, 'µs', time, paper.fig9and10, schedule),
    ];
  });
}

function checkFigure11({ ratios }: GjkResults, schedule: Schedule): Check[] {
  const keys = ratios.map(({ method }) => method);
  return queries.flatMap(({ query }) =>
    paper.fig11.map(({ band, method }) => {
      const inBand = new Set<number>(bands[band]);
      const key = keyIn(keys, method, schedule);
      const found = ratios.filter(
        (each) => each.query === query && each.method === key && inBand.has(each.signedDistance),
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

function checkFigure13({ figure13: { cells } }: GjkResults, schedule: Schedule): Check[] {
  const keys = cells.map(({ method }) => method);
  const medianOf = ([method, guess]: paper.GuessClaim['less']): number => {
    const key = keyIn(keys, method, schedule);
    return cells.find((cell) => cell.method === key && cell.guess === guess)?.median ?? Number.NaN;
  };
  return paper.fig13.map(({ less, more }) => {
    const [ours, other] = [medianOf(less), medianOf(more)];
    return {
      where: 'Fig. 13',
      what: `${less.join(', ')} against ${more.join(', ')}: median µs`,
      paper: 'fewer',
      ours: `${short(ours)} / ${short(other)} = ${(ours / other).toFixed(2)}`,
      verdict: timeVerdict(ours / other, 1),
    };
  });
}

function checkTable1({ table1 }: GjkResults, schedule: Schedule): Check[] {
  return paper.table1.flatMap((row) => {
    const cell = table1.find(
      ({ wanted, query }) => query === row.query && wanted.every((size, k) => size === row.sizes[k]),
    );
    if (!cell) return [];
    return (['polyak', 'nesterov'] as const).map((method) => {
      const ratio = cell.time['gjk'].mean / cell.time[keyIn(Object.keys(cell.time), method, schedule)].mean;
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

function checkTable3({ table3 }: GjkResults, schedule: Schedule): Check[] {
  return table3.flatMap(({ family, situation, iterations }) =>
    columns.map((column) => {
      const published = paper.table3[family][situation][column];
      const found = iterations[keyIn(Object.keys(iterations), column, schedule) as AnyColumn];
      const isWithin = isNear(found.mean, published);
      const name = `${family} ${situation} ${column}`;
      return {
        where: 'Table III',
        what: name,
        paper: formatSpread(published),
        ours: formatSpread(found),
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
