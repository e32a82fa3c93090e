// Table I: three meshes of increasing size at distances from −0.01 m to 0.01 m. Table II: GJK and its accelerations against a solver for
// quadratic programs, on pairs of identical shapes.

import { type Convex, convex, distance, type Pose } from 'proximal';
import { transformPoint, type Vec3 } from 'proximal/math';
import { solveQp } from 'proximal/qp';
import { timeCalls } from '../harness/timer.ts';
import { type HullSet, hullOfSize } from '../problems/hulls.ts';
import type { ProblemSet } from '../problems/problem-set.ts';
import { countPasses, meshMethods, type Query, queries, type Spread, spreadOf, timeMethods } from './methods.ts';
import { makeProblems } from './sets.ts';

/** The paper's vertex counts. */
export const sizes = [240, 1811, 3585] as const;
const distances = [-0.01, -1e-3, -1e-4, 1e-4, 1e-3, 0.01];

export interface Table1Cell {
  /** The paper's vertex counts, and the vertex counts of our meshes. */
  readonly wanted: readonly [number, number];
  readonly actual: readonly [number, number];
  readonly query: Query;
  /** Microseconds and iterations by method. */
  readonly time: Readonly<Record<string, Spread>>;
  readonly iterations: Readonly<Record<string, Spread>>;
}

export function sizeSet(hulls: HullSet, sizeA: number, sizeB: number, countEach: number, seed: number): ProblemSet {
  const shapes = [hullOfSize(hulls, sizeA).hull, hullOfSize(hulls, sizeB).hull];
  return {
    name: `${sizeA} × ${sizeB}`,
    shapes,
    problems: makeProblems(shapes, distances, countEach, seed, () => [0, 1]),
  };
}

export function runTable1(hulls: HullSet, countEach: number, seed: number): Table1Cell[] {
  const pairs = sizes.flatMap((a, k) => sizes.slice(k).map((b) => [a, b] as const));
  return pairs.flatMap((wanted) => {
    const set = sizeSet(hulls, ...wanted, countEach, seed);
    const actual = [hullOfSize(hulls, wanted[0]).hull.vertexCount, hullOfSize(hulls, wanted[1]).hull.vertexCount];
    return queries.map(({ query }) => ({
      wanted,
      actual: actual as [number, number],
      query,
      time: byMethod(set.problems.map((problem) => timeMethods(set, problem, query, meshMethods))),
      iterations: byMethod(
        set.problems.map((problem) => meshMethods.map(({ options }) => countPasses(set, problem, query, options))),
      ),
    }));
  });
}

function byMethod(rows: readonly (readonly number[])[]): Record<string, Spread> {
  return Object.fromEntries(meshMethods.map(({ key }, m) => [key, spreadOf(rows.map((row) => row[m]))]));
}

export interface Table2Row {
  readonly vertices: number;
  readonly faces: number;
  /** Microseconds: the solver's as `qp`, the others by method. */
  readonly time: Readonly<Record<string, Spread>>;
  /** The largest difference between the solver's distance and ours, in meters. */
  readonly worstDifference: number;
}

const gap = 0.01;

export function runTable2(hulls: HullSet, count: number, seed: number): Table2Row[] {
  const shapes = [cube(0.15), hullOfSize(hulls, 250).hull, hullOfSize(hulls, 940).hull];
  return shapes.map((shape) => {
    const set = { name: 'identical', shapes: [shape], problems: makeProblems([shape], [gap], count, seed) };
    return runRow(set, shape);
  });
}

function runRow(set: ProblemSet, shape: Convex): Table2Row {
  const times: Record<string, number[]> = { qp: [], ...Object.fromEntries(meshMethods.map(({ key }) => [key, []])) };
  let worstDifference = 0;
  for (const problem of set.problems) {
    const { poseA, poseB } = problem;
    const program = makeProgram(shape, poseA, shape, poseB);
    const found = distance(shape, poseA, shape, poseB).distance;
    worstDifference = Math.max(worstDifference, Math.abs(program.solve() - found));
    times['qp'].push(timeCalls([program.solve], 1)[0]);
    timeMethods(set, problem, 'distance', meshMethods).forEach((time, m) => {
      times[meshMethods[m].key].push(time);
    });
  }
  const time = Object.fromEntries(Object.entries(times).map(([key, values]) => [key, spreadOf(values)]));
  return { vertices: shape.vertexCount, faces: shape.faceCount, time, worstDifference };
}

/** A cube as a hull, because the faces of a hull can be read. */
function cube(half: number): Convex {
  return convex([0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1, k & 2, k & 4].map((bit) => (bit ? half : -half))));
}

/** H of |x₁ − x₂|², by rows. */
const squaredDistance = Float64Array.from({ length: 36 }, (_, k) => {
  const [i, j] = [Math.floor(k / 6), k % 6];
  return i === j ? 2 : i % 3 === j % 3 ? -2 : 0;
});

/** The paper's quadratic program (2), min |x₁ − x₂|² with A₁x₁ ≤ b₁ and A₂x₂ ≤ b₂. Only `solve` is timed, as in the paper. */
interface QuadraticProgram {
  /** The distance in meters. */
  readonly solve: () => number;
}

function makeProgram(a: Convex, poseA: Pose, b: Convex, poseB: Pose): QuadraticProgram {
  const planes = [...planesOf(a, poseA, 0), ...planesOf(b, poseB, 3)];
  const program = {
    hessian: squaredDistance,
    gradient: new Float64Array(6),
    constraints: Float64Array.from(planes.flatMap(({ row }) => row)),
    upper: Float64Array.from(planes, ({ offset }) => offset),
  };
  return {
    solve() {
      const { status, x } = solveQp(program);
      if (status !== 'solved') throw new Error(`solveQp: ${status}`);
      return Math.hypot(x[0] - x[3], x[1] - x[4], x[2] - x[5]);
    },
  };
}

interface Plane {
  /** Six numbers: the outward normal in the columns of the body's point, zeros in the columns of the other point. */
  readonly row: readonly number[];
  readonly offset: number;
}

function planesOf(hull: Convex, pose: Pose, column: number): Plane[] {
  return Array.from({ length: hull.faceCount }, (_, k) => {
    const corners = hull.face(k).map((index) => transformPoint(pose, hull.vertex(index)));
    const normal = normalOf(corners);
    const row = [0, 0, 0, 0, 0, 0];
    for (let n = 0; n < 3; n++) row[column + n] = normal[n];
    return { row, offset: normal[0] * corners[0][0] + normal[1] * corners[0][1] + normal[2] * corners[0][2] };
  });
}

/** Newell's method, for any polygon. */
function normalOf(corners: readonly Vec3[]): Vec3 {
  const sum: Vec3 = [0, 0, 0];
  corners.forEach(([px, py, pz], k) => {
    const [qx, qy, qz] = corners[(k + 1) % corners.length];
    sum[0] += (py - qy) * (pz + qz);
    sum[1] += (pz - qz) * (px + qx);
    sum[2] += (px - qx) * (py + qy);
  });
  const length = Math.hypot(...sum);
  return [sum[0] / length, sum[1] / length, sum[2] / length];
}
