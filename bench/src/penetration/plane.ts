// Support calls of the depth in the plane, by method: from start directions at an angle to the minimal one, and of pairs with a warm start.
import { ellipse, Pair, type PenetrationOptions, type Pose2, penetration, polygon, type Shape } from 'proximal/2d';
import { cos, Rng, sin } from 'proximal/math';
import { markdownTable } from '../harness/page.ts';

/** The mean support calls on one family of shapes, one number for each column, and the share of local minima from 45°. */
export interface PlaneDepthRow {
  readonly shapes: string;
  readonly calls: readonly number[];
  readonly localShare: number;
}

const identity = Float64Array.of(0, 0, 1, 0);
const turn = (2 * Math.PI) / 180;
/** A path has this many turns, or ends before the shapes separate. */
const turns = 20;
const tolerance = 1e-6;
/** A local minimum exceeds the minimal depth by more than this, in meters. */
const excess = 1e-6;

const families: readonly { readonly shapes: string; readonly make: (rng: Rng) => Shape }[] = [
  ...[8, 100, 1000].map((count) => ({ shapes: `polygons of ${count}`, make: (rng: Rng) => oval(rng, count) })),
  { shapes: 'ellipses', make: () => ellipse(0.5, 0.35) },
];

/** A polygon with its vertices on an ellipse. */
function oval(rng: Rng, count: number): Shape {
  return polygon(
    Array.from({ length: count }, () => {
      const angle = rng.uniform(0, 2 * Math.PI);
      return [0.5 * cos(angle), 0.35 * sin(angle)];
    }),
  );
}

interface Overlap {
  readonly a: Shape;
  readonly b: Shape;
  readonly pose: Pose2;
  readonly depth: number;
  /** The start direction at 45° to the minimal one, on a random side. */
  readonly start: readonly [number, number];
}

const published = { expert: { accelerate: false } } as const;
const cold: Readonly<Record<string, PenetrationOptions>> = {
  EPA: { algorithm: 'epa' },
  'incremental, 45°': { algorithm: 'incremental' },
  'as published, 45°': { algorithm: 'incremental', ...published },
  'SQP as published, 45°': { algorithm: 'sqp', ...published },
  'MPR, 45°': { algorithm: 'mpr' },
};
const warm: Readonly<Record<string, PenetrationOptions>> = {
  'warm pair': {},
  'warm, as published': { algorithm: 'incremental', ...published },
};
const columns = [
  ...Object.keys(cold),
  ...['same pose', '2°'].flatMap((what) => Object.keys(warm).map((name) => `${name}, ${what}`)),
];

export function measurePlaneDepths(pairs: number, seed: number): PlaneDepthRow[] {
  return families.map(({ shapes, make }, k) => {
    const overlaps = overlapsOf(make, pairs, new Rng(seed + k));
    const results = Object.values(cold).map((options) =>
      overlaps.map(({ a, b, pose, start }) =>
        penetration(a, identity, b, pose, { tolerance, direction: start, ...options }),
      ),
    );
    const local = results[1].filter(({ depth }, n) => depth > overlaps[n].depth + excess).length;
    return {
      shapes,
      calls: [
        ...results.map((list) => mean(list.map(({ supportCalls }) => supportCalls))),
        ...Object.values(warm).map((options) => warmCalls(overlaps, options, ({ pose }) => [pose, pose, pose], 2)),
        ...Object.values(warm).map((options) => warmCalls(overlaps, options, ({ pose }) => turned(pose), 1)),
      ],
      localShare: local / overlaps.length,
    };
  });
}

function overlapsOf(make: (rng: Rng) => Shape, count: number, rng: Rng): Overlap[] {
  const overlaps: Overlap[] = [];
  while (overlaps.length < count) {
    const [a, b] = [make(rng), make(rng)];
    const [around, distance, angle] = [
      rng.uniform(0, 2 * Math.PI),
      rng.uniform(0.05, 0.6),
      rng.uniform(0, 2 * Math.PI),
    ];
    const pose = Float64Array.of(distance * cos(around), distance * sin(around), cos(angle), sin(angle));
    const { depth, normal } = penetration(a, identity, b, pose);
    if (depth < 1e-3) continue;
    const side = rng.uniform() < 0.5 ? 1 : -1;
    overlaps.push({ a, b, pose, depth, start: [normal[0] - side * normal[1], normal[1] + side * normal[0]] });
  }
  return overlaps;
}

/** The pose, and turns of 2° about B's origin. */
function turned([x, y, cosine, sine]: Pose2): Pose2[] {
  return Array.from({ length: turns + 1 }, (_, k) => {
    const [c, s] = [cos(k * turn), sin(k * turn)];
    return Float64Array.of(x, y, cosine * c - sine * s, sine * c + cosine * s);
  });
}

/** The mean support calls of the queries of new pairs from index `first` on, while the shapes overlap. */
function warmCalls(
  overlaps: readonly Overlap[],
  options: PenetrationOptions,
  posesOf: (overlap: Overlap) => readonly Pose2[],
  first: number,
): number {
  const calls: number[] = [];
  for (const overlap of overlaps) {
    const pair = new Pair(overlap.a, overlap.b);
    pair.setPenetration({ tolerance, ...options });
    for (const [k, pose] of posesOf(overlap).entries()) {
      const { supportCalls, depth } = pair.penetration(identity, pose);
      if (depth === 0) break;
      if (k >= first) calls.push(supportCalls);
    }
  }
  return mean(calls);
}

function mean(list: readonly number[]): number {
  return list.reduce((sum, x) => sum + x, 0) / list.length;
}

export function planeDepthTable(rows: readonly PlaneDepthRow[]): string {
  return markdownTable(
    ['', ...columns, 'local minima, incremental from 45°'],
    rows.map(({ shapes, calls, localShare }) => [
      shapes,
      ...calls.map((each) => each.toFixed(1)),
      `${(100 * localShare).toFixed(1)} %`,
    ]),
  );
}
