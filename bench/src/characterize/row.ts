// One row of the characterization: a query on many pairs of two kinds.
import { PlacedPairs } from './pairs.ts';
import { type CharacterQuery, characterQueries } from './queries.ts';

/** What is to be done for a row. */
export interface Task {
  readonly query: string;
  readonly first: string;
  readonly second: string;
  readonly count: number;
  readonly seed: number;
}

/** Lengths are parts of the smaller body's bounding radius; of a growth, parts of the growth. */
export interface Row {
  readonly pair: string;
  readonly query: string;
  readonly count: number;
  /** Largest, 99.9 % and median. */
  readonly error: readonly number[];
  readonly gap: readonly number[];
  readonly meanIterations: number;
  readonly mostIterations: number;
  readonly notConverged: number;
  /** Certificates that do not hold. */
  readonly invalid: number;
}

export function queryOf({ query: name }: Pick<Task, 'query'>): CharacterQuery {
  const query = characterQueries.find((each) => each.name === name);
  if (!query) throw new Error(`there is no query ${name}`);
  return query;
}

export function rowOf(task: Task): Row {
  const { first, second, count, seed } = task;
  const query = queryOf(task);
  const pairs = new PlacedPairs(first, second, seed);
  const [errors, gaps] = [new Float64Array(count), new Float64Array(count)];
  let [sum, most, notConverged, invalid] = [0, 0, 0, 0];
  for (let k = 0; k < count; k++) {
    const { error, gap, iterations, isConverged, isValid } = query.measure(pairs.next(query.closeness));
    errors[k] = error;
    gaps[k] = gap;
    sum += iterations;
    most = Math.max(most, iterations);
    if (!isConverged) notConverged++;
    if (!isValid) invalid++;
  }
  return {
    pair: `${first}, ${second}`,
    query: query.name,
    count,
    error: quantilesOf(errors),
    gap: quantilesOf(gaps),
    meanIterations: sum / count,
    mostIterations: most,
    notConverged,
    invalid,
  };
}

function quantilesOf(values: Float64Array): number[] {
  const sorted = values.sort();
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
  return [at(1), at(0.999), at(0.5)];
}

/** How many of the pairs are kept for the clock, and how often they are asked. */
const timed = 500;
const passes = 7;

/** Nanoseconds per query through `Pair`: the least of a few passes. The machine may be busy, and this is no comparison. */
export function timeOf(task: Task): number {
  const query = queryOf(task);
  const pairs = new PlacedPairs(task.first, task.second, task.seed);
  const run = query.prepare(Array.from({ length: timed }, () => pairs.next(query.closeness)));
  run();
  const times = Array.from({ length: passes }, () => {
    const start = process.hrtime.bigint();
    run();
    return Number(process.hrtime.bigint() - start) / timed;
  });
  return Math.min(...times);
}
