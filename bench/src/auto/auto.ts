// What `'auto'` should take: every algorithm on the same pairs, by kind of shape and by distance, at the default tolerance.
import { parseArgs } from 'node:util';
import {
  box,
  capsule,
  convex,
  cylinder,
  type DistanceOptions,
  ellipsoid,
  Pair,
  type Shape,
  setTarget,
  sphere,
} from 'proximal';
import { Rng } from 'proximal/math';
import { type Group, type GroupSamples, measure, quantile, roundsOf, summarize } from '../measure.ts';
import { printSection, type Section, tablePage } from '../page.ts';
import { placeAtDistance } from '../problems/place.ts';
import type { Benchmark } from '../registry.ts';
import { publish } from '../results.ts';
import { Pace } from '../run/share.ts';
import { wholeNumber } from '../usage.ts';

const contenders: readonly { readonly name: string; readonly options: DistanceOptions }[] = [
  { name: 'auto', options: {} },
  { name: 'gjk', options: { algorithm: 'gjk' } },
  { name: 'polyak', options: { algorithm: 'polyak' } },
  { name: 'polyak, code', options: { algorithm: 'polyak', schedule: 'code' } },
  { name: 'nesterov', options: { algorithm: 'nesterov' } },
  { name: 'nesterov, code', options: { algorithm: 'nesterov', schedule: 'code' } },
];
const queries = ['distance', 'collide'] as const;
/** Signed distances as shares of the smaller bounding radius. */
const gaps = [-0.1, 0.01, 0.1, 1];
const pairsInGroup = 200;

export const autoBenchmark: Benchmark = {
  name: 'auto',
  title:
    'every algorithm by kind of shape and distance, at the default tolerance: what auto chooses from (--rounds, --seed)',
  runs: { quick: ['--rounds', '3'], full: [] },
  seconds: { quick: 5, full: 15 },
  run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: { rounds: { type: 'string', default: '15' }, seed: { type: 'string', default: '1' } },
    });
    const seed = wholeNumber('seed', values.seed, 0, 0xffffffff);
    setTarget('wasm');
    const groups = makeGroups(new Rng(seed));
    const rounds = wholeNumber('rounds', values.rounds, 3, 10_000);
    const samples = measure(groups, { rounds, sampleTime: 1, seed, until: new Pace(1).next() });
    report(samples, roundsOf(samples), seed);
  },
};

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
    return gaps.flatMap((gap) => {
      const bodies = Array.from({ length: pairsInGroup }, () => {
        const [a, b] = [shapes[rng.index(shapes.length)], shapes[rng.index(shapes.length)]];
        return { a, b, ...placeAtDistance(rng, a, b, gap * Math.min(a.boundingRadius, b.boundingRadius)) };
      });
      return queries.map((query) => ({ name: `${query}, ${kind}, ${gap}`, contenders: contendersOf(bodies, query) }));
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
    return { name, operations: bodies.length, run };
  });
}

function report(groups: readonly GroupSamples[], rounds: number, seed: number): void {
  const rows = groups.map(({ name, samples }) => {
    const medians = samples.map((times) => quantile(times, 0.5));
    const others = medians.slice(1);
    const best = contenders[1 + others.indexOf(Math.min(...others))].name;
    return { name, times: samples.map(summarize), best, share: medians[0] / Math.min(...others) };
  });
  const section: Section = {
    title: 'Every algorithm',
    note: 'Nanoseconds per query through Pair, from the centers; the last column is the time of auto over the best other.',
    head: ['query, pair, gap / size', ...contenders.map(({ name }) => name), 'best other', 'auto'],
    rows: rows.map(({ name, times, best, share }) => [
      name,
      ...times.map(({ median }) => median.toFixed(0)),
      best,
      share.toFixed(2),
    ]),
  };
  printSection(section);
  const intro = `${pairsInGroup} pairs in each group, medians of ${rounds} rounds with the algorithms in turns, seed ${seed}.`;
  const page = tablePage('What auto chooses from', intro, [section], []);
  publish('auto', { rounds, seed, pairs: pairsInGroup, rows, targets: [] }, page);
}
