// Table II: GJK and its accelerations against a generic solver for quadratic programs, on pairs of identical shapes.
import { type Convex, convex, distance } from 'proximal';
import type { ProblemSet } from '../problems/problem-set.ts';
import { type HullSet, hullOfSize } from './hulls.ts';
import { meshMethods } from './methods.ts';
import { makeProgram } from './quadratic-program.ts';
import { makeProblems } from './sets.ts';
import { type Spread, spreadOf } from './statistics.ts';
import { timeCalls, timeMethods } from './time.ts';

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

/** With the faces and vertices of a mesh, so that its face planes can be read. */
function cube(half: number): Convex {
  return convex([0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1, k & 2, k & 4].map((bit) => (bit ? half : -half))));
}
