// Every algorithm on the same pairs, by kind of shape and by distance, at the default tolerance: the basis for the choices of `'auto'`.
import { box, capsule, convex, cylinder, type DistanceOptions, ellipsoid, Pair, type Shape, sphere } from 'proximal';
import { Rng } from 'proximal/math';
import { defineBenchmark, seed, whole } from '../harness/benchmark.ts';
import type { Section } from '../harness/page.ts';
import { block, type Group, type GroupSamples, measure, quantile, roundsOf, summarize } from '../harness/timer.ts';
import { placeAtDistance } from '../problems/place.ts';

/** "printed" means the momentum of the GJK++ paper, instead of that of its authors' code. */
const contenders: readonly { readonly name: string; readonly options: DistanceOptions }[] = [
  { name: 'auto', options: {} },
  { name: 'gjk', options: { algorithm: 'gjk' } },
  { name: 'polyak', options: { algorithm: 'polyak' } },
  { name: 'polyak, printed', options: { algorithm: 'polyak', expert: { schedule: 'paper' } } },
  { name: 'nesterov', options: { algorithm: 'nesterov' } },
  { name: 'nesterov, printed', options: { algorithm: 'nesterov', expert: { schedule: 'paper' } } },
];
const queries = ['distance', 'collide'] as const;
/** Signed distances relative to the smaller bounding radius; the depth of an overlap is at most the given one. */
const relativeDistances = [-0.1, 0.01, 0.1, 1];
const pairsInGroup = 200;

export const autoBenchmark = defineBenchmark({
  name: 'auto',
  title: 'every algorithm by kind of shape and distance at the default tolerance: what auto chooses from',
  options: { rounds: whole(3, 10_000), seed },
  full: { rounds: 15, seed: 1 },
  quick: { rounds: 3 },
  seconds: { quick: 5, full: 15 },
  async measure({ rounds, seed: start }, run) {
    const options = { rounds, sampleTime: 1, seed: start, until: run.pace(1).next() };
    const samples = await measure(makeGroups(new Rng(start)), options);
    return { rounds: roundsOf(samples), pairs: pairsInGroup, rows: samples.map(rowOf) };
  },
  page: ({ rows, rounds }, _targets, { seed: start }) => ({
    title: 'What auto chooses from',
    intro: `${pairsInGroup} pairs in each group, medians of ${rounds} rounds with the algorithms in turn, at the default tolerance, seed ${start}.`,
    sections: [sectionOf(rows)],
  }),
});

function makeGroups(rng: Rng): Group[] {
  const length = (): number => rng.uniform(0.05, 0.5);
  const hull = (vertices: number): Shape =>
    convex(Array.from({ length: vertices }, () => rng.direction().map((x) => x * rng.uniform(0.95, 1) * 0.3)));
  const kinds: Readonly<Record<string, () => Shape>> = {
    spheres: () => sphere(length()),
    capsules: () => capsule(length(), length()),
    boxes: () => box(length(), length(), length()),
    ellipsoids: () => ellipsoid(length(), length(), length()),
    cylinders: () => cylinder(length(), length()),
    'hulls, 30 points': () => hull(30),
    'hulls, 300 points': () => hull(300),
    'hulls, 3000 points': () => hull(3000),
  };
  return Object.entries(kinds).flatMap(([kind, make]) => {
    const shapes = Array.from({ length: 8 }, make);
    return relativeDistances.flatMap((relative) => {
      const bodies = Array.from({ length: pairsInGroup }, () => {
        const [a, b] = [shapes[rng.index(shapes.length)], shapes[rng.index(shapes.length)]];
        return { a, b, ...placeAtDistance(rng, a, b, relative * Math.min(a.boundingRadius, b.boundingRadius)) };
      });
      return queries.map((query) => ({
        name: `${query}, ${kind}, ${relative}`,
        contenders: contendersOf(bodies, query),
      }));
    });
  });
}

type Placed = { readonly a: Shape; readonly b: Shape; readonly poseA: Float64Array; readonly poseB: Float64Array };

function contendersOf(bodies: readonly Placed[], query: (typeof queries)[number]): Group['contenders'] {
  return contenders.map(({ name, options }) => {
    const pairs = bodies.map(({ a, b }) => new Pair(a, b, { guess: 'bounds', ...options }));
    const run = (): void => {
      for (let k = 0; k < pairs.length; k++) pairs[k][query](bodies[k].poseA, bodies[k].poseB);
    };
    return block(name, bodies.length, run);
  });
}

type Row = ReturnType<typeof rowOf>;

function rowOf({ name, samples }: GroupSamples) {
  const medians = samples.map((times) => quantile(times, 0.5));
  const others = medians.slice(1);
  const best = contenders[1 + others.indexOf(Math.min(...others))].name;
  return { name, times: samples.map(summarize), best, share: medians[0] / Math.min(...others) };
}

function sectionOf(rows: readonly Row[]): Section {
  return {
    title: 'Every algorithm',
    note: "Nanoseconds per query through Pair, from the centers (guess: 'bounds'). The last column is the time of auto divided by the time of the best other algorithm.",
    head: [
      'query, pair, signed distance / smaller bounding radius',
      ...contenders.map(({ name }) => name),
      'best other',
      'auto / best other',
    ],
    rows: rows.map(({ name, times, best, share }) => [
      name,
      ...times.map(({ median }) => median.toFixed(0)),
      best,
      share.toFixed(2),
    ]),
  };
}
