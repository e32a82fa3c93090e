// Table I: the terminal cost of contact-pose generation. Table II: the time of one derivative on pairs of YCB hulls, given the result of the
// query.

import { type Convex, convex, distance, Pair, type Shape } from 'proximal';
import { contactPose, type DerivativeOptions } from 'proximal/derivatives';
import { type Pose, Rng } from 'proximal/math';
import { quantile, timeCalls } from '../harness/timer.ts';
import type { CostTable, TimeTable, Timing } from './derivatives.ts';
import { annealedColumns, type Column, normalColumns, quantiles } from './page.ts';

/** Terminal costs of all columns on the same problems. */
export function runTable1(contenders: readonly Column[], pairs: number, targets: number, seed: number): CostTable {
  return costTable('reachable', contenders, pairs, targets, seed);
}

/** Terminal costs with noise on the normal, and with other targets. */
export function runVariants(pairs: number, targets: number, seed: number): CostTable[] {
  return [
    costTable('reachable', normalColumns, pairs, targets, seed),
    costTable('corners', annealedColumns, pairs, targets, seed),
    costTable('anywhere', annealedColumns, pairs, targets, seed),
  ];
}

function costTable(
  kind: TargetKind,
  contenders: readonly Column[],
  pairs: number,
  targets: number,
  seed: number,
): CostTable {
  const costs = contenders.map((): number[] => []);
  for (const contact of roughContacts(pairs, targets, kind, seed)) {
    contenders.forEach((column, k) => {
      costs[k].push(solveContact(contact, column).at(-1) ?? Number.NaN);
    });
  }
  return {
    kind,
    problems: pairs * targets,
    columns: contenders.map(({ key, title }, k) => ({
      key,
      title,
      quantiles: quantiles.map(({ share }) => quantile(costs[k], share)),
    })),
  };
}

const atOrigin: Pose = Float64Array.of(0, 0, 0, 0, 0, 0, 1);

const methods: readonly { readonly title: string; readonly options: DerivativeOptions }[] = [
  { title: 'finite differences, M = 12', options: { estimator: 'finite-difference' } },
  ...[10, 20, 50, 100].map((samples) => ({
    title: `0th order, M = ${samples}`,
    options: { estimator: 'zeroth-order' as const, noise: 1e-2, samples },
  })),
  ...[10, 20, 50, 100].map((samples) => ({
    title: `Gaussian, M = ${samples}`,
    options: { estimator: 'gaussian' as const, samples },
  })),
  ...[1, 2, 3, 5].map((neighbors) => ({
    title: `Gumbel, n_l = ${neighbors}`,
    options: { estimator: 'gumbel' as const, neighbors },
  })),
  { title: 'exact', options: { estimator: 'exact' } },
];

export function runTable2(shapes: readonly Shape[], count: number, seed: number): TimeTable[] {
  return (['collision', 'apart'] as const).map((situation) => {
    const rng = new Rng(seed);
    const times: number[][] = [];
    while (times.length < count) {
      const [a, b] = [shapes[rng.index(shapes.length)], shapes[rng.index(shapes.length)]];
      const pose = nearbyPose(rng, a.boundingRadius + b.boundingRadius);
      const pair = new Pair(a, b);
      if (pair.signedDistance(atOrigin, pose).distance < 0 === (situation === 'collision'))
        times.push(timeCalls(callsOf(a, b, pose)));
    }
    const [cold, warm, ...rows] = ['cold query', 'warm query', ...methods.map(({ title }) => title)].map((title, k) =>
      timingOf(
        title,
        times.map((row) => row[k]),
      ),
    );
    return { situation, problems: count, cold, warm, rows };
  });
}

function nearbyPose(rng: Rng, reach: number): Pose {
  return Float64Array.of(...rng.direction().map((x) => x * rng.uniform(0, 1.2) * reach), ...rng.rotation());
}

/** The cold query, the warm query, then the methods, each with its own pair. */
function callsOf(a: Shape, b: Shape, pose: Pose): (() => void)[] {
  const [cold, warm] = [new Pair(a, b), new Pair(a, b)];
  cold.setPenetration({ direction: 'centers' });
  const derivatives = methods.map(({ options }) => {
    const pair = new Pair(a, b);
    pair.signedDistance(atOrigin, pose);
    const given = { ...options, result: pair.result };
    return () => void pair.differentiate(atOrigin, pose, given);
  });
  return [
    () => void cold.signedDistance(atOrigin, pose),
    () => void warm.signedDistance(atOrigin, pose),
    ...derivatives,
  ];
}

function timingOf(title: string, times: readonly number[]): Timing {
  const mean = times.reduce((sum, t) => sum + t, 0) / times.length;
  const variance = times.reduce((sum, t) => sum + (t - mean) ** 2, 0) / times.length;
  return { title, mean, deviation: Math.sqrt(variance) };
}

type Point = [number, number, number];

export interface Contact {
  readonly a: Shape;
  readonly b: Shape;
  readonly pointA: Point;
  readonly pointB: Point;
  readonly start: Pose;
  readonly seed: number;
}

/**
 * The targets. `reachable`: the nearest points of the pair at a random pose, so that a solution exists. `corners`: a random corner of
 * each. `anywhere`: uniform on both surfaces. Nearly all of these points are inside a face, and two faces touch only face to face, where
 * the nearest points are not unique.
 */
export type TargetKind = 'reachable' | 'corners' | 'anywhere';

/** The hull of twelve random points of a random ellipsoid, whose radii are from 0.2 m to 1 m. */
export function roughEllipsoid(rng: Rng): { readonly hull: Convex; readonly radii: Point } {
  const radii: Point = [rng.uniform(0.2, 1), rng.uniform(0.2, 1), rng.uniform(0.2, 1)];
  const hull = convex(Array.from({ length: 12 }, () => rng.direction().map((x, k) => x * radii[k])));
  return { hull, radii };
}

function* roughContacts(pairs: number, targets: number, kind: TargetKind, seed: number): Generator<Contact> {
  for (let pair = 0; pair < pairs; pair++) {
    const rng = new Rng(seed * 1000 + pair);
    const [a, b] = [roughEllipsoid(rng).hull, roughEllipsoid(rng).hull];
    for (let target = 0; target < targets; target++) yield contactOf(rng, a, b, kind, target);
  }
}

/** A pair with its targets, and a random start whose origins are at most the sum of the bounding radii apart. */
export function contactOf(rng: Rng, a: Convex, b: Convex, kind: TargetKind, seed: number): Contact {
  const sizeSum = a.boundingRadius + b.boundingRadius;
  const [pointA, pointB] = targetsOf(rng, a, b, kind, sizeSum);
  return { a, b, pointA, pointB, start: randomPose(rng, rng.uniform(0, sizeSum)), seed };
}

function targetsOf(rng: Rng, a: Convex, b: Convex, kind: TargetKind, sizeSum: number): [Point, Point] {
  if (kind === 'corners') return [a.support(rng.direction()), b.support(rng.direction())];
  if (kind === 'anywhere') return [onSurface(rng, a), onSurface(rng, b)];
  const { localA, localB } = distance(a, {}, b, randomPose(rng, 2 * sizeSum));
  return [localA, localB];
}

function randomPose(rng: Rng, away: number): Pose {
  return Float64Array.of(...rng.direction().map((x) => away * x), ...rng.rotation());
}

/** A random point of the surface, uniform over its area. */
function onSurface(rng: Rng, hull: Convex): Point {
  const triangles: { readonly corners: readonly Point[]; readonly until: number }[] = [];
  let area = 0;
  for (let face = 0; face < hull.faceCount; face++) {
    const loop = hull.face(face).map((vertex) => hull.vertex(vertex));
    for (let k = 1; k + 1 < loop.length; k++) {
      const [u, v] = [minus(loop[k], loop[0]), minus(loop[k + 1], loop[0])];
      area += Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
      triangles.push({ corners: [loop[0], loop[k], loop[k + 1]], until: area });
    }
  }
  const drawn = rng.uniform(0, area);
  const { corners } = triangles.find(({ until }) => until > drawn) ?? triangles[0];
  const [s, t] = [rng.uniform(), rng.uniform()];
  const [x, y] = s + t > 1 ? [1 - s, 1 - t] : [s, t];
  const [u, v] = [minus(corners[1], corners[0]), minus(corners[2], corners[0])];
  return [0, 1, 2].map((k) => corners[0][k] + x * u[k] + y * v[k]) as Point;
}

function minus(a: Point, b: Point): Point {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** The lowest cost so far, before the first of 50 steps and after each one. */
export function solveContact({ a, b, pointA, pointB, start, seed }: Contact, { options }: Column): number[] {
  const steps = 50;
  const found = contactPose(a, pointA, b, pointB, { ...options, start, seed, maxIterations: steps, tolerance: 0 });
  const costs = [...found.costs];
  // After convergence the cost stays the same.
  while (costs.length <= steps) costs.push(found.cost);
  return costs;
}
