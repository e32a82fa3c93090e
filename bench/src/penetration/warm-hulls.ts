// Depths along paths of overlapping YCB hulls: ours warm, compared with libraries that have no warm start.
import { Pair, type PenetrationOptions, type Shape } from 'proximal';
import { compose, fromAxisAngle, type Pose, Rng } from 'proximal/math';
import { atLeast, markdownTable, short, type Target } from '../harness/page.ts';
import { passes } from '../harness/timer.ts';
import type { HullSet } from '../problems/hulls.ts';
import { placeAtDistance } from '../problems/place.ts';
import type { Problem } from '../problems/problem-set.ts';
import { type DepthContender, libccdEpa } from './contenders.ts';
import type { Cells } from './penetration.ts';
import { type DepthSet, solve } from './sets.ts';

/** The depths of a set are the queries of its paths, one path after the other, each there and back. */
export interface PathSet extends DepthSet {
  /** The number of queries of each path. */
  readonly lengths: readonly number[];
}

const stepsPerPath = 10;
const turns = [2, 0.25] as const;
/** A path ends before its depth is below this share of the smaller bounding radius. */
const shallowest = 1e-3;

function nameOf(degrees: number): string {
  return `YCB hulls, turned by ${degrees}°`;
}

/** From overlaps of 1 to 10 % of the smaller bounding radius, B turns about its center, by the same angle in each step. */
export function pathSets({ hulls }: HullSet, count: number, seed: number): PathSet[] {
  return turns.map((degrees, k) =>
    pathSet(
      nameOf(degrees),
      (degrees * Math.PI) / 180,
      hulls.map(({ hull }) => hull),
      count,
      new Rng(seed + k),
    ),
  );
}

function pathSet(name: string, angle: number, shapes: readonly Shape[], count: number, rng: Rng): PathSet {
  const [problems, lengths]: [Problem[], number[]] = [[], []];
  while (lengths.length < count) {
    const path = pathOf(shapes, angle, rng);
    if (path.length === 0) continue;
    problems.push(...path);
    lengths.push(path.length);
  }
  return { ...solve(name, 'polyhedra', shapes, problems), lengths };
}

/** A path there and back, so that the last query is one step from the first; empty if the depth is below `shallowest` at the first or second pose. */
function pathOf(shapes: readonly Shape[], angle: number, rng: Rng): Problem[] {
  const [a, b] = [rng.index(shapes.length), rng.index(shapes.length)];
  const size = Math.min(shapes[a].boundingRadius, shapes[b].boundingRadius);
  const { poseA, poseB } = placeAtDistance(rng, shapes[a], shapes[b], -rng.uniform(0.01, 0.1) * size);
  const step = turnAbout(shapes[b].center, rng.direction(), angle);
  const poses = [poseB];
  for (let k = 0; k < stepsPerPath; k++) poses.push(compose(poses[k], step));
  const pair = new Pair(shapes[a], shapes[b]);
  const end = poses.findIndex((pose) => pair.penetration(poseA, pose).depth < shallowest * size);
  const deep = end < 0 ? poses : poses.slice(0, end);
  if (deep.length < 2) return [];
  return [...deep, ...deep.slice(1, -1).reverse()].map((pose) => ({
    a,
    b,
    poseA,
    poseB: pose,
    signedDistance: Number.NaN,
  }));
}

/** A turn of a body about a point of it. */
function turnAbout(point: ArrayLike<number>, axis: readonly [number, number, number], angle: number): Pose {
  const back = compose(fromAxisAngle(axis, angle), { position: [-point[0], -point[1], -point[2]] });
  return compose({ position: [point[0], point[1], point[2]] }, back);
}

const own = {
  resumed: 'ours, from the last overlap',
  published: 'ours, published: from the last normal',
  auto: 'ours, default options',
  epa: 'our EPA, no warm start',
} as const;

const optionsOf: Readonly<Record<keyof typeof own, PenetrationOptions>> = {
  resumed: { tolerance: 1e-6, algorithm: 'incremental' },
  published: { tolerance: 1e-6, algorithm: 'incremental', expert: { accelerate: false } },
  auto: {},
  epa: { tolerance: 1e-6, algorithm: 'epa', direction: 'centers' },
};

/** One `Pair` for each path. Each pass is one run along all paths. */
export function pathContenders(set: PathSet): DepthContender[] {
  return (Object.keys(own) as (keyof typeof own)[]).map((key) => pathContender(own[key], set, optionsOf[key]));
}

function pathContender(
  title: string,
  { shapes, problems, lengths }: PathSet,
  options: PenetrationOptions,
): DepthContender {
  let first = 0;
  const pairs = lengths.flatMap((length) => {
    const { a, b } = problems[first];
    first += length;
    const pair = new Pair(shapes[a], shapes[b]);
    pair.setPenetration(options);
    return new Array<Pair>(length).fill(pair);
  });
  const results = () =>
    problems.map(({ poseA, poseB }, k) => {
      const { depth, normal, supportCalls } = pairs[k].penetration(poseA, poseB);
      return { depth, normal: [...normal] as [number, number, number], supportCalls };
    });
  results();
  return {
    title,
    // These are the calls of the second run: the first run begins without a last overlap.
    supportCalls: results().reduce((sum, { supportCalls }) => sum + supportCalls, 0) / problems.length,
    gjkCalls: null,
    ...passes(problems.length, () => {
      for (let k = 0; k < problems.length; k++) pairs[k].penetration(problems[k].poseA, problems[k].poseB);
    }),
    answers: async () => results(),
  };
}

/** The libraries that the warm depths are compared with. */
export const comparedLibraries = ['MuJoCo', libccdEpa, `${libccdEpa}, climbing`] as const;

export function pathTargets(cells: Cells): Target[] {
  const sets = turns.map(nameOf);
  return comparedLibraries.map((library) =>
    atLeast(
      `${library} compared with ${own.resumed}, on YCB hulls`,
      sets.flatMap((set) => {
        const ratio = cells.ratio(set, library, own.resumed);
        return ratio === null ? [] : [{ where: set, ratio }];
      }),
      5,
    ),
  );
}

/** Times and answers on all paths. */
export function pathTable(cells: Cells): string {
  const rows = turns.flatMap((degrees) => {
    const set = nameOf(degrees);
    return cells.titles([set]).flatMap((title) => {
      const cell = cells.find(set, title);
      const ratio = cells.ratio(set, title, own.resumed);
      if (!cell || ratio === null) return [];
      return [
        [
          `${degrees}°`,
          title,
          short(cell.time.median),
          ratio.toFixed(2),
          cell.supportCalls === null ? '–' : cell.supportCalls.toFixed(1),
          `${((100 * cell.deeper) / cell.answers).toFixed(1)} %`,
          `${cell.tooShort} of ${cell.answers}`,
        ],
      ];
    });
  });
  return rows.length === 0
    ? 'Not measured: the YCB hulls are absent.'
    : markdownTable(
        ['turn', 'method', 'µs', 'time / ours', 'support calls', 'deeper than the minimum', 'too short'],
        rows,
      );
}
