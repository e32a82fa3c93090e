// Table III of the 2023 version: what keeping a simplex is worth. Frank-Wolfe, NESMINO, GJK and Nesterov's acceleration on
// ellipsoids and on cubes.
import { box, distance, ellipsoid, type Shape } from 'proximal';
import { Rng, type Vec3 } from 'proximal/math';
import { placeAtDistance } from '../problems/place.ts';
import type { Problem, ProblemSet } from '../problems/problem-set.ts';
import { countPasses } from './count.ts';
import { meshMethods, paperStop } from './methods.ts';
import { boxProjection, ellipsoidProjection, nesmino, type Projection, type Smoothing } from './nesmino.ts';
import { randomRadii, signedDistances } from './sets.ts';
import { type Spread, spreadOf } from './statistics.ts';

export const columns = ['frank-wolfe', 'nesmino', 'gjk', 'nesterov'] as const;
export type Column = (typeof columns)[number];
/** Nesterov's with the printed δ beside the paper's columns: on ellipsoids, where nothing is normalized, it is the same. */
export const allColumns = [...columns, 'nesterov-printed'] as const;
export type AnyColumn = (typeof allColumns)[number];
const counted = meshMethods.filter(({ key }) => allColumns.includes(key as AnyColumn));
export const situations = ['overlapping', 'close-proximity', 'distant'] as const;
export type Situation = (typeof situations)[number];
export type Family = 'ellipsoids' | 'cubes';

export interface Table3Row {
  readonly family: Family;
  readonly situation: Situation;
  readonly iterations: Readonly<Record<AnyColumn, Spread>>;
  /** Frank-Wolfe queries that ended at the cap. */
  readonly capped: number;
}

interface Body {
  readonly shape: Shape;
  readonly project: Projection;
}

interface FamilyDefinition {
  readonly family: Family;
  readonly body: (rng: Rng) => Body;
  readonly deepest: number;
  readonly smoothing: Smoothing;
}

/**
 * The paper gives neither the edge of its cubes, nor the smoothing of NESMINO, nor how distances are drawn within a situation.
 * Frank-Wolfe's iterations on cubes grow with the square of the edge, NESMINO's with 1/√μ: both are chosen for the close-proximity
 * rows. Eight smoothings were tried, and three ways to draw distances, which decide the other cells listed below.
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

const cap = 1_000_000;
/** NESMINO has no duality gap: it runs until it is this close to GJK's answer, √ε. */
const closeEnough = 1e-4;

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
    values.nesmino.push(smoothed(a, b, problem, definition.smoothing));
    for (const { key, options } of counted) {
      values[key as AnyColumn].push(countPasses(set, problem, 'distance', options));
    }
  }
  return {
    family: definition.family,
    situation,
    iterations: Object.fromEntries(
      allColumns.map((column) => [column, spreadOf(values[column])]),
    ) as Table3Row['iterations'],
    capped: values['frank-wolfe'].filter((value) => value > cap).length,
  };
}

/** One of the distances of the figures, as deep as the bodies allow; "distant" is 1 m and more. */
function drawDistance(rng: Rng, situation: Situation, deepest: number): number {
  if (situation === 'distant') return rng.uniform(1, 10);
  const sign = situation === 'overlapping' ? -1 : 1;
  const choices = signedDistances.filter((each) => sign * each > 0 && Math.abs(each) < 1 && each > -deepest);
  return choices[rng.index(choices.length)];
}

/** Passes, with the one that finds the first point: see count.ts. */
function frankWolfe(a: Shape, b: Shape, { poseA, poseB }: Problem): number {
  const options = { ...paperStop, algorithm: 'frank-wolfe', maxIterations: cap } as const;
  return distance(a, poseA, b, poseB, options).iterations + 1;
}

function smoothed(a: Body, b: Body, { poseA, poseB }: Problem, smoothing: Smoothing): number {
  const { pointA, pointB } = distance(a.shape, poseA, b.shape, poseB);
  const target: Vec3 = [pointA[0] - pointB[0], pointA[1] - pointB[1], pointA[2] - pointB[2]];
  const placed = { project: a.project, pose: poseA };
  return nesmino(placed, { project: b.project, pose: poseB }, target, closeEnough, smoothing);
}
