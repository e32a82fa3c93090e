// Table III of the 2023 version: iterations of Frank-Wolfe, NESMINO, GJK and Nesterov's acceleration on ellipsoids and cubes.
import { box, distance, ellipsoid, type Shape } from 'proximal';
import { inverse, type Pose, Rng, transformPoint, type Vec3 } from 'proximal/math';
import { placeAtDistance } from '../problems/place.ts';
import type { Problem, ProblemSet } from '../problems/problem-set.ts';
import { countPasses, meshMethods, paperOptions, type Spread, spreadOf } from './methods.ts';
import { randomRadii, signedDistances } from './sets.ts';

export const columns = ['frank-wolfe', 'nesmino', 'gjk', 'nesterov'] as const;
export type Column = (typeof columns)[number];
/** Nesterov with the printed δ is added; on ellipsoids, without normalization, it is the same. */
export const allColumns = [...columns, 'nesterov-printed'] as const;
export type AnyColumn = (typeof allColumns)[number];
const countedMethods = meshMethods.filter(({ key }) => allColumns.includes(key as AnyColumn));
const situations = ['overlapping', 'close-proximity', 'distant'] as const;
export type Situation = (typeof situations)[number];
export type Family = 'ellipsoids' | 'cubes';

export interface Table3Row {
  readonly family: Family;
  readonly situation: Situation;
  readonly iterations: Readonly<Record<AnyColumn, Spread>>;
  /** Frank-Wolfe queries that ended at the iteration limit. */
  readonly capped: number;
}

interface Body {
  readonly shape: Shape;
  readonly project: Projection;
}

interface FamilyDefinition {
  readonly family: Family;
  readonly body: (rng: Rng) => Body;
  /** Overlaps are shallower than this, in meters. */
  readonly deepest: number;
  readonly smoothing: Smoothing;
}

/**
 * The paper gives neither the edge of its cubes, nor the smoothing of NESMINO, nor how distances are drawn within a situation.
 * Frank-Wolfe's iterations on cubes grow with the square of the edge, NESMINO's with 1/√μ: both parameters are chosen for the
 * close-proximity rows. Several smoothings, constant and decreasing, and three distributions of distances were tried; the other cells listed below depend on them.
 */
export const cubeEdge = 0.03;
export const fittedCells: readonly string[] = [
  'ellipsoids close-proximity nesmino',
  'ellipsoids distant frank-wolfe',
  'ellipsoids distant gjk',
  'cubes close-proximity frank-wolfe',
  'cubes close-proximity nesmino',
  'cubes close-proximity gjk',
];
const families: readonly FamilyDefinition[] = [
  {
    family: 'ellipsoids',
    body: (rng) => {
      const radii = randomRadii(rng);
      return { shape: ellipsoid(...radii), project: ellipsoidProjection(radii) };
    },
    deepest: 1,
    smoothing: { first: 1, last: 1e-8 },
  },
  {
    family: 'cubes',
    body: () => {
      const half = cubeEdge / 2;
      return { shape: box(half, half, half), project: boxProjection(half, half, half) };
    },
    deepest: cubeEdge / 2,
    smoothing: { first: 5e-5, last: 5e-5 },
  },
];

const maxIterations = 1_000_000;
/**
 * NESMINO has no duality gap: it runs until a − b differs from the answer of `distance` by at most 1e-4 m, the root of the other methods'
 * gap of 1e-8 m².
 */
const nesminoTolerance = 1e-4;

export function runTable3(countEach: number, seed: number): Table3Row[] {
  return families.flatMap((definition) =>
    situations.map((situation) => runRow(definition, situation, countEach, new Rng(seed))),
  );
}

function runRow(definition: FamilyDefinition, situation: Situation, count: number, rng: Rng): Table3Row {
  const values = Object.fromEntries(allColumns.map((column) => [column, [] as number[]])) as Record<
    AnyColumn,
    number[]
  >;
  for (let k = 0; k < count; k++) {
    const [a, b] = [definition.body(rng), definition.body(rng)];
    const signedDistance = drawDistance(rng, situation, definition.deepest);
    const problem: Problem = { a: 0, b: 1, signedDistance, ...placeAtDistance(rng, a.shape, b.shape, signedDistance) };
    const set: ProblemSet = { name: definition.family, shapes: [a.shape, b.shape], problems: [problem] };
    values['frank-wolfe'].push(frankWolfe(a.shape, b.shape, problem));
    values.nesmino.push(nesminoIterations(a, b, problem, definition.smoothing));
    for (const { key, options } of countedMethods) {
      values[key as AnyColumn].push(countPasses(set, problem, 'distance', options));
    }
  }
  return {
    family: definition.family,
    situation,
    iterations: Object.fromEntries(
      allColumns.map((column) => [column, spreadOf(values[column])]),
    ) as Table3Row['iterations'],
    capped: values['frank-wolfe'].filter((value) => value > maxIterations).length,
  };
}

/** One of the distances of the figures that the bodies allow; for "distant", uniform from 1 m to 10 m. */
function drawDistance(rng: Rng, situation: Situation, deepest: number): number {
  if (situation === 'distant') return rng.uniform(1, 10);
  const sign = situation === 'overlapping' ? -1 : 1;
  const choices = signedDistances.filter((each) => sign * each > 0 && Math.abs(each) < 1 && each > -deepest);
  return choices[rng.index(choices.length)];
}

/** Passes, including the one that finds the first point (see `CountingPair`). */
function frankWolfe(a: Shape, b: Shape, { poseA, poseB }: Problem): number {
  const options = { ...paperOptions, algorithm: 'frank-wolfe', maxIterations } as const;
  return distance(a, poseA, b, poseB, options).iterations + 1;
}

function nesminoIterations(a: Body, b: Body, { poseA, poseB }: Problem, smoothing: Smoothing): number {
  const { pointA, pointB } = distance(a.shape, poseA, b.shape, poseB);
  const target: Vec3 = [pointA[0] - pointB[0], pointA[1] - pointB[1], pointA[2] - pointB[2]];
  const placed = { project: a.project, pose: poseA };
  return nesmino(placed, { project: b.project, pose: poseB }, target, nesminoTolerance, smoothing);
}

// NESMINO (Qin and An, "Smoothing algorithms for computing the projection onto a Minkowski sum of convex sets", 2019), for
// comparison only. The dual of min ½|a − b|² over a ∈ A, b ∈ B is
//
//   min over u of ½|u|² + max over a of ⟨−u, a⟩ + max over b of ⟨u, b⟩.
//
// A term −½μ|· − center|² inside each maximum makes it smooth: its gradient is then a projection onto the set, and Nesterov's
// fast gradient method for a strongly convex function (modulus 1, Lipschitz constant 1 + 2/μ) applies.

/** The nearest point of a set in its own frame. */
type Projection = (x: number, y: number, z: number) => Vec3;

interface PlacedSet {
  readonly project: Projection;
  readonly pose: Pose;
}

/** μ starts at `first`, and is divided by ten each time the gradient has come below μ · 0.1 m, down to `last`. */
interface Smoothing {
  readonly first: number;
  readonly last: number;
}

const maxNesminoIterations = 100_000;

/** Iterations until a − b is within `tolerance` of the known answer `target`. */
function nesmino(a: PlacedSet, b: PlacedSet, target: Vec3, tolerance: number, smoothing: Smoothing): number {
  const [projectA, projectB] = [inWorld(a), inWorld(b)];
  const [centerA, centerB] = [centerOf(a), centerOf(b)];
  let mu = smoothing.first;
  let point = minus(centerA, centerB);
  let extrapolated = point;
  for (let iteration = 1; iteration < maxNesminoIterations; iteration++) {
    const nearestA = projectA(plus(centerA, extrapolated, -1 / mu));
    const nearestB = projectB(plus(centerB, extrapolated, 1 / mu));
    const difference = minus(nearestA, nearestB);
    if (length(minus(difference, target)) <= tolerance) return iteration;
    const gradient = minus(extrapolated, difference);
    const lipschitz = 1 + 2 / mu;
    const next = plus(extrapolated, gradient, -1 / lipschitz);
    const root = Math.sqrt(lipschitz);
    extrapolated = plus(next, minus(next, point), (root - 1) / (root + 1));
    point = next;
    if (mu > smoothing.last && length(gradient) < 0.1 * mu) {
      mu = Math.max(smoothing.last, mu / 10);
      extrapolated = point;
    }
  }
  return maxNesminoIterations;
}

function boxProjection(hx: number, hy: number, hz: number): Projection {
  const clamp = (x: number, h: number): number => Math.max(-h, Math.min(h, x));
  return (x, y, z) => [clamp(x, hx), clamp(y, hy), clamp(z, hz)];
}

/**
 * The point r²p / (r² + t), with t = 0 for p inside the ellipsoid, else t from Newton's method on 1 − 1/|r p / (r² + t)|, which is nearly
 * linear in t.
 */
function ellipsoidProjection(radii: readonly [number, number, number]): Projection {
  const squares = radii.map((r) => r * r);
  return (...p) => {
    let t = 0;
    for (let round = 0; round < 50; round++) {
      let value = 0;
      let slope = 0;
      for (let k = 0; k < 3; k++) {
        const ratio = (radii[k] * p[k]) / (squares[k] + t);
        value += ratio * ratio;
        slope += (ratio * ratio) / (squares[k] + t);
      }
      // Inside, or converged.
      const excess = Math.sqrt(value) - 1;
      if (excess <= 1e-14) break;
      t += (excess * value) / slope;
    }
    return p.map((x, k) => (squares[k] * x) / (squares[k] + t)) as Vec3;
  };
}

function inWorld({ project, pose }: PlacedSet): (point: Vec3) => Vec3 {
  const toBody = inverse(pose);
  return (point) => transformPoint(pose, project(...transformPoint(toBody, point)));
}

function centerOf({ pose }: PlacedSet): Vec3 {
  return [pose[0], pose[1], pose[2]];
}

function minus(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function plus(a: Vec3, b: Vec3, factor: number): Vec3 {
  return [a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]];
}

function length(a: Vec3): number {
  return Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}
