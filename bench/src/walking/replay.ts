// The contact problems of one walk, solved by every solver: differences between solvers that do not come from different walks.
import {
  type ContactProblem,
  ContactSolution,
  type ContactWarmStart,
  DenseMatrix,
  normalReference,
  solve,
} from 'proximal/contact';
import { forwardDynamics, forwardKinematics, framePose, inverseMassMatrix, type Model } from 'proximal/dynamics';
import type { SimulatedContact } from 'proximal/sim';
import { inFrame, pointJacobian, symmetrized } from '../contact/record.ts';
import { feet } from '../control/quadruped.ts';
import { quantile } from '../harness/timer.ts';
import type { Terrain } from './terrain.ts';
import { cases, reference, solverSettings, timeStep, Walk, type WalkCase, type WalkStep, windowTime } from './walk.ts';

/**
 * The initial values of a solver: zero, the reference's last impulses, or these with the dual variable and ρ of its own last solution
 * (ADMM).
 */
export type Start = 'zero' | 'impulses' | 'solution';

/** Means over the problems in which all contacts stick, and over those in which at least one slides. Times are medians, in µs. */
export interface ReplayRow {
  readonly terrain: string;
  readonly walk: WalkCase;
  readonly start: Start;
  readonly iterations: { readonly sticking: number; readonly sliding: number };
  readonly time: { readonly sticking: number; readonly sliding: number };
}

interface RecordedProblem {
  readonly problem: ContactProblem;
  /** The feet of its contacts, in their order. */
  readonly feet: readonly number[];
  /** The solution by the reference, at a tolerance of 1e-10. */
  readonly impulses: Float64Array;
  readonly slides: boolean;
}

/** The problems of a walk by the reference solver, up to its fall. */
function recordProblems(terrain: Terrain, model: Model, seconds: number): RecordedProblem[] {
  const walk = new Walk(model, reference, terrain);
  const problems: RecordedProblem[] = [];
  for (let k = 0; k < Math.round(seconds / windowTime) && !walk.isOver; k++)
    walk.advance((step) => {
      if (step.contacts.length > 0) problems.push(recordProblem(model, step));
    });
  return problems;
}

/** The contact problem of a step, with its solution. */
export function recordProblem(model: Model, { q, v, torques, contacts }: WalkStep): RecordedProblem {
  const data = model.createData();
  const acceleration = forwardDynamics(model, data, q, v, torques);
  const free = v.map((speed, k) => speed + timeStep * acceleration[k]);
  const inverse = inverseMassMatrix(model, data, q).slice();
  forwardKinematics(model, data, q);
  const centers = feet.map((foot) => framePose(model, data, foot).slice(0, 3));
  const touching = contacts.map(({ point }) => nearest(centers, point));
  const rows = contacts.flatMap((contact, k) => {
    const arm = contact.point.map((x, axis) => x - centers[touching[k]][axis]);
    return inFrame(pointJacobian(model, data, feet[touching[k]], arm), towardFoot(contact, arm));
  });
  const { nv } = model;
  const columns = rows.map((row) =>
    Array.from({ length: nv }, (_, i) => dot(row, inverse.subarray(i * nv, i * nv + nv))),
  );
  const problem: ContactProblem = {
    delassus: DenseMatrix.fromRows(symmetrized(rows.map((row) => columns.map((column) => dot(row, column))))),
    freeVelocity: Float64Array.from(rows, (row) => dot(row, free)),
    friction: Float64Array.from(contacts, ({ friction }) => friction),
    reference: Float64Array.from(contacts.flatMap(({ gap }) => [0, 0, normalReference(gap, timeStep)])),
  };
  const accurate = { solver: 'ncp-admm', tolerance: 1e-10, relativeTolerance: 0, maxIterations: 20_000 } as const;
  const { impulses } = solve(problem, accurate);
  const slides = contacts.some(({ friction }, c) => {
    const [x, y, normal] = impulses.subarray(3 * c, 3 * c + 3);
    return normal > 1e-7 && Math.hypot(x, y) > 0.99 * friction * normal;
  });
  return { problem, feet: touching, impulses: impulses.slice(), slides };
}

/** The normal that points from the ground to the foot. */
function towardFoot({ normal }: SimulatedContact, arm: readonly number[]): number[] {
  const sign = dot(normal, arm) < 0 ? 1 : -1;
  return normal.map((x) => sign * x);
}

function nearest(centers: readonly Float64Array[], point: readonly number[]): number {
  const distances = centers.map((center) => Math.hypot(...center.map((x, axis) => x - point[axis])));
  return distances.indexOf(Math.min(...distances));
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}

/**
 * Every solver on the same problems from the same impulses and from zero; ADMM also with the dual variable and ρ of its own last solution. The
 * solvers take turns.
 */
export function replay(terrain: Terrain, model: Model, seconds: number): ReplayRow[] {
  const problems = recordProblems(terrain, model, seconds);
  const starts: readonly Start[] = ['impulses', 'zero', 'solution'];
  const runs = starts.flatMap((start) =>
    cases
      .filter(({ solver }) => start !== 'solution' || solver.endsWith('admm'))
      .map((walk) => ({ walk, start, solution: new ContactSolution(), found: problems.map(() => [0, 0]) })),
  );
  // In the first pass, code is compiled.
  for (let pass = 0; pass < 2; pass++)
    for (const [k, { problem }] of problems.entries())
      for (const { walk, start, solution, found } of runs) {
        const options = { solver: walk.solver, ...solverSettings };
        const from = startOf(problems, k, start, solution);
        const begun = performance.now();
        solve(problem, options, from, solution);
        found[k] = [solution.iterations, 1000 * (performance.now() - begun)];
      }
  return runs.map(({ walk, start, found }) => {
    const numbers = (slides: boolean, of: number): number[] =>
      found.filter((_, k) => problems[k].slides === slides).map((each) => each[of]);
    return {
      ...{ terrain: terrain.name, walk, start },
      iterations: { sticking: mean(numbers(false, 0)), sliding: mean(numbers(true, 0)) },
      time: { sticking: median(numbers(false, 1)), sliding: median(numbers(true, 1)) },
    };
  });
}

/**
 * The impulses of each foot in the last problem, for `'solution'` with ADMM's dual variable and ρ if the same feet touch; undefined for
 * `'zero'` or if there are no impulses.
 */
function startOf(
  problems: readonly RecordedProblem[],
  k: number,
  start: Start,
  { dual, rho }: ContactSolution,
): ContactWarmStart | undefined {
  if (start === 'zero' || k === 0) return undefined;
  const [now, last] = [problems[k], problems[k - 1]];
  const impulses = new Float64Array(3 * now.feet.length);
  for (const [c, foot] of now.feet.entries()) {
    const before = last.feet.indexOf(foot);
    if (before >= 0) impulses.set(last.impulses.subarray(3 * before, 3 * before + 3), 3 * c);
  }
  if (impulses.every((x) => x === 0)) return undefined;
  const isSame = now.feet.join() === last.feet.join();
  return start === 'solution' && isSame ? { impulses, dual: dual.slice(), rho } : { impulses };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function median(values: readonly number[]): number {
  return values.length > 0 ? quantile([...values], 0.5) : Number.NaN;
}
