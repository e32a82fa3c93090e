// The queries of the characterization, each with its reference answer and its certificate.

import {
  box,
  capsule,
  certify,
  cone,
  convex,
  cylinder,
  distance,
  ellipsoid,
  growthDistance,
  Pair,
  penetration,
  type Shape,
  sphere,
} from 'proximal';
import { Rng } from 'proximal/math';
import { nanosecondsOf } from '../harness/timer.ts';

interface Measured {
  readonly error: number;
  readonly gap: number;
  readonly iterations: number;
  readonly isValid: boolean;
  readonly isConverged: boolean;
}

interface CharacterQuery {
  readonly name: string;
  readonly note: string;
  /** The range of the distance between the centers, relative to the sum of the bounding radii. */
  readonly closeness: readonly [number, number];
  readonly measure: (placed: Placed) => Measured;
  /** Returns a pass over all pairs, to be timed. */
  readonly prepare: (placed: readonly Placed[]) => () => void;
}

const exact = { relativeTolerance: 1e-13 } as const;

function sizeOf({ a, b }: Placed): number {
  return Math.min(a.boundingRadius, b.boundingRadius);
}

function passOver(placed: readonly Placed[], runQuery: (pair: Pair, placed: Placed) => void): () => void {
  const pairs = placed.map(({ a, b }) => {
    const pair = new Pair(a, b, { guess: 'bounds' });
    pair.setPenetration({ algorithm: 'epa', direction: 'centers' });
    return pair;
  });
  return () => {
    for (let k = 0; k < pairs.length; k++) runQuery(pairs[k], placed[k]);
  };
}

export const characterQueries: readonly CharacterQuery[] = [
  {
    name: 'distance',
    note: 'Mostly apart; the distance of the few pairs that overlap is 0, and so is their gap here.',
    closeness: [0.6, 1.6],
    measure(placed) {
      const { a, poseA, b, poseB } = placed;
      const found = distance(a, poseA, b, poseB);
      const truth = distance(a, poseA, b, poseB, exact).distance;
      const { gap, valid } = certify(a, poseA, b, poseB, found);
      const size = sizeOf(placed);
      return {
        error: Math.abs(found.distance - truth) / size,
        gap: found.status === 'separated' ? Math.max(0, gap) / size : 0,
        iterations: found.iterations,
        isValid: valid,
        isConverged: found.termination === 'converged',
      };
    },
    prepare: (placed) => passOver(placed, (pair, { poseA, poseB }) => pair.distance(poseA, poseB)),
  },
  {
    name: 'penetration',
    note: 'Mostly overlapping; by EPA, with a proof of the minimum depth. The gap of the other pairs is 0 here.',
    closeness: [0.05, 0.7],
    measure(placed) {
      const { a, poseA, b, poseB } = placed;
      const found = penetration(a, poseA, b, poseB, { algorithm: 'epa', keepProof: true });
      const truth = penetration(a, poseA, b, poseB, { algorithm: 'epa', ...exact }).depth;
      const { gap, valid } = certify(a, poseA, b, poseB, found);
      const size = sizeOf(placed);
      return {
        error: Math.abs(found.depth - truth) / size,
        gap: found.status === 'overlapping' ? Math.max(0, gap) / size : 0,
        iterations: found.iterations,
        isValid: valid,
        isConverged: found.converged,
      };
    },
    prepare: (placed) => passOver(placed, (pair, { poseA, poseB }) => pair.penetration(poseA, poseB)),
  },
  {
    name: 'growthDistance',
    note: 'Apart and overlapping; by the ray method.',
    closeness: [0.1, 1.6],
    measure({ a, poseA, b, poseB }) {
      const found = growthDistance(a, poseA, b, poseB);
      const truth = growthDistance(a, poseA, b, poseB, { tolerance: 1e-13 }).growth;
      const { gap, valid } = certify(a, poseA, b, poseB, found);
      return {
        error: Math.abs(found.growth - truth) / truth,
        gap: Math.max(0, gap) / truth,
        iterations: found.iterations,
        isValid: valid,
        isConverged: found.termination === 'converged',
      };
    },
    prepare: (placed) =>
      passOver(placed, (pair, { poseA, poseB }) => {
        // Without the warm start from the last pass, like the other queries.
        pair.reset();
        return pair.growthDistance(poseA, poseB);
      }),
  },
];

interface Placed {
  readonly a: Shape;
  readonly b: Shape;
  readonly poseA: Float64Array;
  readonly poseB: Float64Array;
}

const hullVertices = 40;

/** The number of shapes of each kind. They are reused, because making a hull takes longer than a query. */
const shapesPerKind = 64;

function length(rng: Rng): number {
  return rng.uniform(0.05, 0.5);
}

export const kindsOfShape: Readonly<Record<string, (rng: Rng) => Shape>> = {
  sphere: (rng) => sphere(length(rng)),
  capsule: (rng) => capsule(length(rng), length(rng)),
  box: (rng) => box(length(rng), length(rng), length(rng)),
  cylinder: (rng) => cylinder(length(rng), length(rng)),
  cone: (rng) => cone(length(rng), length(rng)),
  ellipsoid: (rng) => ellipsoid(length(rng), length(rng), length(rng)),
  hull: (rng) => {
    const radii = [length(rng), length(rng), length(rng)];
    return convex(Array.from({ length: hullVertices }, () => rng.direction().map((x, k) => radii[k] * x)));
  },
};

/** Random pairs of two kinds of shapes with radii and half lengths from 5 cm to 50 cm. The seed determines them. */
class PlacedPairs {
  private readonly rng: Rng;
  private readonly first: readonly Shape[];
  private readonly second: readonly Shape[];

  constructor(first: string, second: string, seed: number) {
    this.rng = new Rng(seed);
    const some = (kind: string): Shape[] => Array.from({ length: shapesPerKind }, () => kindsOfShape[kind](this.rng));
    this.first = some(first);
    this.second = first === second ? this.first : some(second);
  }

  /** @param closeness the range of the distance between the centers, relative to the sum of the bounding radii */
  next([from, to]: readonly [number, number]): Placed {
    const { rng } = this;
    const [a, b] = [this.first[rng.index(shapesPerKind)], this.second[rng.index(shapesPerKind)]];
    const away = rng.uniform(from, to) * (a.boundingRadius + b.boundingRadius);
    const [x, y, z] = rng.direction();
    const poseA = Float64Array.of(0, 0, 0, ...rng.rotation());
    return { a, b, poseA, poseB: Float64Array.of(away * x, away * y, away * z, ...rng.rotation()) };
  }
}

/** One row: a query on many pairs of two kinds. */
export interface Task {
  readonly query: string;
  readonly first: string;
  readonly second: string;
  readonly count: number;
  readonly seed: number;
}

/** Errors of distances and depths are relative to the smaller body's bounding radius, errors of growth distances to the growth distance. */
export interface Row {
  readonly pair: string;
  readonly query: string;
  readonly count: number;
  /** The largest value, the 99.9th percentile and the median, here and in `gap`. */
  readonly error: readonly number[];
  readonly gap: readonly number[];
  readonly meanIterations: number;
  readonly mostIterations: number;
  readonly notConverged: number;
  /** The number of certificates that are not valid. */
  readonly invalid: number;
}

function queryOf({ query: name }: Pick<Task, 'query'>): CharacterQuery {
  const query = characterQueries.find((each) => each.name === name);
  if (!query) throw new Error(`there is no query ${name}`);
  return query;
}

export function rowOf(task: Task): Row {
  const { first, second, count, seed } = task;
  const query = queryOf(task);
  const pairs = new PlacedPairs(first, second, seed);
  const [errors, gaps] = [new Float64Array(count), new Float64Array(count)];
  let [sum, mostIterations, notConverged, invalid] = [0, 0, 0, 0];
  for (let k = 0; k < count; k++) {
    const { error, gap, iterations, isConverged, isValid } = query.measure(pairs.next(query.closeness));
    errors[k] = error;
    gaps[k] = gap;
    sum += iterations;
    mostIterations = Math.max(mostIterations, iterations);
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
    mostIterations,
    notConverged,
    invalid,
  };
}

function quantilesOf(values: Float64Array): number[] {
  const sorted = values.sort();
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
  return [at(1), at(0.999), at(0.5)];
}

/** The number of pairs that are timed, and the number of passes over them. */
export const timed = 500;
export const passes = 7;

/** Nanoseconds per query through `Pair`, without warm starts: the shortest of a few passes. */
export function timeOf(task: Task): number {
  const query = queryOf(task);
  const pairs = new PlacedPairs(task.first, task.second, task.seed);
  const run = query.prepare(Array.from({ length: timed }, () => pairs.next(query.closeness)));
  run();
  return Math.min(...Array.from({ length: passes }, () => nanosecondsOf(run) / timed));
}
