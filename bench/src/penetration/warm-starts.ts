// Warm starts of the depth: support calls and times of repeated queries of a pair at the same pose, and after turns of 2°.
import {
  convex,
  cylinder,
  ellipsoid,
  Pair,
  type PenetrationOptions,
  penetration,
  type Shape,
  segment,
  sum,
} from 'proximal';
import { compose, fromAxisAngle, Rng } from 'proximal/math';
import { markdownTable, short, type Target } from '../harness/page.ts';
import { nanosecondsOf, summarize, takeTurns } from '../harness/timer.ts';

/** One number per method: from the last overlap, from the last normal after GJK, and EPA without a warm start. */
interface ByMethod {
  readonly resumed: number;
  readonly published: number;
  readonly epa: number;
}

export interface WarmRow {
  readonly shapes: string;
  /** Mean support calls of the third query at a pose. */
  readonly same: ByMethod;
  /** Mean support calls after turns of 2° about B's origin. */
  readonly turned: ByMethod;
  /** The median over the rounds of the mean time in µs, after turns of 2° but for the first query of a path. */
  readonly time: ByMethod;
}

const methods: Readonly<Record<keyof ByMethod, PenetrationOptions>> = {
  resumed: { tolerance: 1e-6, algorithm: 'incremental' },
  published: { tolerance: 1e-6, algorithm: 'incremental', expert: { accelerate: false } },
  epa: { tolerance: 1e-6, algorithm: 'epa', direction: 'centers' },
};
const methodNames = Object.keys(methods) as (keyof ByMethod)[];
const identity = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
const stepsPerPair = 20;
const turn = (2 * Math.PI) / 180;
/** A path ends before the depth is below this, in meters. */
const shallowest = 1e-4;

const families: readonly { readonly shapes: string; readonly make: (rng: Rng) => Shape }[] = [
  { shapes: 'hulls of 12', make: (rng) => hull(rng, 12) },
  { shapes: 'hulls of 64', make: (rng) => hull(rng, 64) },
  { shapes: 'hulls of 1,000', make: (rng) => hull(rng, 1000) },
  { shapes: 'ellipsoids', make: () => ellipsoid(0.5, 0.35, 0.3) },
  { shapes: 'cylinders', make: () => cylinder(0.3, 0.4) },
  { shapes: 'capsules as support functions', make: () => sum(ellipsoid(0.25, 0.25, 0.25), segment(0.25)) },
];

/** Points on an ellipsoid with semi-axes of 0.5, 0.35 and 0.3 m. */
function hull(rng: Rng, vertices: number): Shape {
  return convex(
    Array.from({ length: vertices }, () => {
      const [x, y, z] = rng.direction();
      return [0.5 * x, 0.35 * y, 0.3 * z];
    }),
  );
}

export function measureWarmStarts(pairs: number, rounds: number, seed: number): WarmRow[] {
  return families.map(({ shapes, make }, k) => measureFamily(shapes, make, pairs, rounds, new Rng(seed + k)));
}

/** Two shapes and the poses of B, all overlapping. */
interface Path {
  readonly a: Shape;
  readonly b: Shape;
  readonly poses: readonly Float64Array[];
}

function measureFamily(shapes: string, make: (rng: Rng) => Shape, count: number, rounds: number, rng: Rng): WarmRow {
  const paths: Path[] = [];
  while (paths.length < count) {
    const path = { a: make(rng), b: make(rng), poses: randomPoses(rng) };
    const end = path.poses.findIndex((pose) => penetration(path.a, identity, path.b, pose).depth < shallowest);
    if (end !== 0) paths.push({ ...path, poses: end < 0 ? path.poses : path.poses.slice(0, end) });
  }
  const samples: Record<keyof ByMethod, number[]> = { resumed: [], published: [], epa: [] };
  const pairs = Object.fromEntries(
    methodNames.map((name) => [name, paths.map((path) => pairOf(path, name))]),
  ) as Record<keyof ByMethod, Pair[]>;
  const queries = paths.reduce((sum, { poses }) => sum + poses.length, 0);
  takeTurns(rounds, methodNames.length, (method) => {
    const name = methodNames[method];
    const time = nanosecondsOf(() => {
      paths.forEach(({ poses }, k) => {
        // Each round begins as the first one: without a warm start.
        pairs[name][k].reset();
        for (const pose of poses) pairs[name][k].penetration(identity, pose);
      });
    });
    samples[name].push(time / queries / 1000);
  });
  return {
    shapes,
    same: byMethod((name) => meanCalls(paths, name, ({ poses: [pose] }) => [pose, pose, pose], 2)),
    turned: byMethod((name) => meanCalls(paths, name, ({ poses }) => poses, 1)),
    time: byMethod((name) => summarize(samples[name]).median),
  };
}

function byMethod(of: (name: keyof ByMethod) => number): ByMethod {
  return { resumed: of('resumed'), published: of('published'), epa: of('epa') };
}

function pairOf({ a, b }: Path, name: keyof ByMethod): Pair {
  const pair = new Pair(a, b);
  pair.setPenetration(methods[name]);
  return pair;
}

/** The mean support calls of the queries from index `first` on, in new pairs. */
function meanCalls(
  paths: readonly Path[],
  name: keyof ByMethod,
  posesOf: (path: Path) => readonly Float64Array[],
  first: number,
): number {
  let [sum, count] = [0, 0];
  for (const path of paths) {
    const pair = pairOf(path, name);
    posesOf(path).forEach((pose, k) => {
      const { supportCalls } = pair.penetration(identity, pose);
      if (k < first) return;
      sum += supportCalls;
      count++;
    });
  }
  return sum / count;
}

/** A random pose with B's origin 0.1 to 0.6 m from A's, then turns of 2° about one axis of B. */
function randomPoses(rng: Rng): Float64Array[] {
  const [x, y, z] = rng.direction();
  const distance = rng.uniform(0.1, 0.6);
  const axis = rng.direction();
  let pose = compose({ position: [distance * x, distance * y, distance * z] }, { rotation: rng.rotation() });
  return Array.from({ length: stepsPerPair + 1 }, () => {
    const current = pose;
    pose = compose(pose, fromAxisAngle(axis, turn));
    return current;
  });
}

/** Targets for the support calls of queries that start from the last overlap. */
export function warmTargets(rows: readonly WarmRow[]): Target[] {
  const same = 'mean support calls for the pose of the last query';
  const turned = 'mean support calls after turns of 2°';
  return [
    ...rows.map((row) => atMost(`${same}, ${row.shapes}`, row.same.resumed, 5)),
    ...rows.map((row) =>
      atMost(`${turned}, ${row.shapes}`, row.turned.resumed, row.shapes.startsWith('hulls') ? 7 : null),
    ),
  ];
}

function atMost(what: string, found: number, limit: number | null): Target {
  const wanted = limit === null ? 'reported' : `≤ ${limit}`;
  return { what, wanted, found: found.toFixed(2), isMet: limit === null ? null : found <= limit };
}

/** Support calls and times of all families. */
export function warmTable(rows: readonly WarmRow[]): string {
  const methods = ['from the last overlap', 'published', 'EPA'];
  return markdownTable(
    ['', ...['same pose', '2°', 'µs, 2°'].flatMap((what) => methods.map((method) => `${what}: ${method}`))],
    rows.map(({ shapes, same, turned, time }) => [
      shapes,
      ...[same, turned].flatMap(({ resumed, published, epa }) =>
        [resumed, published, epa].map((calls) => calls.toFixed(2)),
      ),
      ...[time.resumed, time.published, time.epa].map(short),
    ]),
  );
}
