// Fig. 16: times and iterations to a fixed accuracy along trajectories, from zero and from the last step's solution; and sweeps over 100
// contacts compared with C++.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ContactOptions,
  type ContactProblem,
  ContactSolution,
  type ContactSolverName,
  contactSolvers,
  DenseMatrix,
  solve,
} from 'proximal/contact';
import { Rng } from 'proximal/math';
import { NativeProgram } from '../harness/native.ts';
import type { Box } from '../harness/plot.ts';
import {
  measureInTurns,
  nanosecondsOf,
  passes,
  quantile,
  type Summary,
  summarize,
  type Timed,
} from '../harness/timer.ts';
import { translateKernel } from '../peers/native.ts';
import { PeerProcess } from '../peers/process.ts';
import type { Trajectory } from './robots.ts';
import { warmStartFrom } from './warm-start.ts';

export interface TimingResult {
  readonly trajectory: string;
  readonly solver: ContactSolverName;
  readonly start: 'cold' | 'warm';
  /** Microseconds per solve, for each step the median over the rounds. */
  readonly times: readonly number[];
  readonly time: Summary;
  /** Mean and median over the steps of the first round. */
  readonly iterations: number;
  readonly medianIterations: number;
  /** The share of the steps at which the solver reached the accuracy in its own model. */
  readonly converged: number;
}

/** The absolute tolerance of the residuals, in N·s, m/s and J. */
export const accuracy = 1e-6;

export function measureTrajectory({ name, problems }: Trajectory, rounds: number): TimingResult[] {
  return contactSolvers().flatMap(({ name: solver }) =>
    (['cold', 'warm'] as const).map((start) => {
      const options = { solver, tolerance: accuracy, relativeTolerance: 0 };
      const passes = Array.from({ length: rounds }, () => pass(problems, options, start === 'warm'));
      const times = problems.map((_, k) =>
        quantile(
          passes.map((each) => each.times[k]),
          0.5,
        ),
      );
      const { iterations, converged } = passes[0];
      return {
        ...{ trajectory: name, solver, start, times, converged },
        time: summarize(times),
        iterations: iterations.reduce((sum, each) => sum + each, 0) / problems.length,
        medianIterations: quantile(iterations, 0.5),
      };
    }),
  );
}

function pass(
  problems: Trajectory['problems'],
  options: ContactOptions,
  isWarm: boolean,
): { times: number[]; iterations: number[]; converged: number } {
  const solution = new ContactSolution();
  const [times, iterations]: number[][] = [[], []];
  let converged = 0;
  let last: readonly string[] = [];
  for (const { problem, keys } of problems) {
    const start = isWarm ? warmStartFrom(solution, last, keys) : undefined;
    times.push(nanosecondsOf(() => solve(problem, options, start, solution)) / 1000);
    last = keys;
    iterations.push(solution.iterations);
    converged += solution.status === 'converged' ? 1 : 0;
  }
  return { times, iterations, converged: converged / problems.length };
}

/** The solvers of the paper's figure, and ncp-admm. */
const drawn = ['ccp-pgs', 'ccp-admm', 'raisim', 'ncp-pgs', 'ncp-staggered', 'ncp-admm'];

export function timingBoxes(results: readonly TimingResult[], start: 'cold' | 'warm'): Box[] {
  return results
    .filter((result) => result.start === start && drawn.includes(result.solver))
    .map(({ trajectory, solver, times }) => ({
      group: trajectory,
      name: solver,
      low: quantile(times, 0.1),
      quarter: quantile(times, 0.25),
      median: quantile(times, 0.5),
      threeQuarters: quantile(times, 0.75),
      high: quantile(times, 0.9),
    }));
}

export interface SweepResult {
  readonly solver: ContactSolverName;
  /** Microseconds per sweep over 100 contacts. */
  readonly own: Summary;
  readonly native: Summary;
  readonly ratio: Summary;
  /** The largest difference of the impulses, relative to the largest impulse. */
  readonly difference: number;
}

const solvers = ['lcp-pgs', 'ccp-pgs', 'raisim', 'ncp-pgs'] as const;
const contacts = 100;
/** Sweeps in one solve, enough to make its setup negligible. */
const sweeps = 40;
/** Milliseconds for each sample, some tens of solves. */
const sampleTime = 150;
const warmUp = 100;
/** No solve reaches this tolerance, so every solve makes all sweeps. */
const allSweeps = { tolerance: 1e-280, relativeTolerance: 0, maxIterations: sweeps };

/** A random system with as many degrees of freedom as rows. All contacts are coupled, and it converges slowly. */
function coupledProblem(seed: number): ContactProblem {
  const rng = new Rng(seed);
  const size = 3 * contacts;
  const jacobian = Array.from({ length: size }, () => Float64Array.from({ length: size }, () => rng.normal()));
  const velocity = Float64Array.from({ length: size }, () => rng.normal());
  const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, x, k) => sum + x * b[k], 0);
  return {
    delassus: DenseMatrix.fromRows(
      jacobian.map((a, i) => jacobian.map((b, j) => dot(a, b) / size + (i === j ? 1 : 0))),
    ),
    freeVelocity: Float64Array.from(jacobian, (row) => dot(row, velocity) / Math.sqrt(size)),
    friction: new Float64Array(contacts).fill(0.5),
  };
}

/** The format of native/contact.cpp. */
function textOf({ delassus, freeVelocity, friction }: ContactProblem): string {
  const row = new Float64Array(delassus.size);
  const lines = Array.from({ length: delassus.size }, (_, k) => {
    delassus.row(k, row);
    return row.join(' ');
  });
  return [friction.length, ...lines, freeVelocity.join(' '), friction.join(' ')].join('\n');
}

/** The results, or the reason why there are none. */
export async function measureSweeps(seed: number, rounds: number): Promise<SweepResult[] | string> {
  const program = NativeProgram.build({ name: 'contact', flags: [], generate: translateKernel });
  if (typeof program === 'string') return program;
  try {
    const problem = coupledProblem(seed);
    const file = join(program.folder, 'problem.txt');
    writeFileSync(file, textOf(problem));
    const peer = await PeerProcess.start(program.path, [file]);
    if (typeof peer === 'string') return peer;
    const results: SweepResult[] = [];
    for (const solver of solvers) results.push(await measureSolver(problem, solver, peer, rounds));
    peer.quit();
    return results;
  } finally {
    program.remove();
  }
}

async function measureSolver(
  problem: ContactProblem,
  solver: ContactSolverName,
  peer: PeerProcess,
  rounds: number,
): Promise<SweepResult> {
  const out = new ContactSolution();
  const options = { ...allSweeps, solver };
  // Warm-up, so that the code is optimized.
  for (let k = 0; k < warmUp; k++) solve(problem, options, undefined, out);
  // The time of a round is the time of its shortest pass: our solves are longer, so they are interrupted more often.
  const own = passes(sweeps, () => solve(problem, options, undefined, out));
  const native = { operations: sweeps, run: (repeats: number) => peer.run(solver, sweeps, repeats) };
  const [ours, theirs] = await measureInTurns([shortest(own), shortest(native)], rounds, { sampleTime });
  const [answer] = await peer.answers(solver, sweeps, 1);
  const largest = Math.max(...out.impulses.map(Math.abs));
  return {
    solver,
    own: summarize(ours.map((x) => x / 1000)),
    native: summarize(theirs.map((x) => x / 1000)),
    ratio: summarize(ours.map((x, k) => x / theirs[k])),
    difference: Math.max(...answer.map((x, k) => Math.abs(x - out.impulses[k]))) / largest,
  };
}

function shortest({ operations, run }: Timed): Timed {
  return { operations, run: async (repeats) => [Math.min(...(await run(repeats)))] };
}
