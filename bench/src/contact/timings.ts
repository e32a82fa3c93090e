// Fig. 16: times and iterations to a fixed accuracy along trajectories, from zero and from the solution of the step before.
import { type ContactOptions, ContactSolution, type ContactSolverName, contactSolvers, solve } from 'proximal/contact';
import { quantile, type Summary, summarize } from '../measure.ts';
import type { Box } from '../plot.ts';
import type { Trajectory } from './robots.ts';

export interface TimingResult {
  readonly trajectory: string;
  readonly solver: ContactSolverName;
  readonly start: 'cold' | 'warm';
  /** Microseconds per solve, one for each step. */
  readonly times: readonly number[];
  readonly time: Summary;
  /** Mean over the steps. */
  readonly iterations: number;
  /** The share of the steps at which the solver reached the accuracy in its own model. */
  readonly converged: number;
}

/** N·s, m/s and J. */
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
      return { trajectory: name, solver, start, times, time: summarize(times), iterations, converged };
    }),
  );
}

function pass(
  problems: Trajectory['problems'],
  options: ContactOptions,
  isWarm: boolean,
): { times: number[]; iterations: number; converged: number } {
  const solution = new ContactSolution();
  const times: number[] = [];
  let [iterations, converged] = [0, 0];
  for (const problem of problems) {
    // Contacts that came or went: from zero.
    const canGoOn = isWarm && solution.impulses.length === problem.delassus.size;
    const start = process.hrtime.bigint();
    solve(problem, options, canGoOn ? solution : undefined, solution);
    times.push(Number(process.hrtime.bigint() - start) / 1000);
    iterations += solution.iterations;
    converged += solution.status === 'converged' ? 1 : 0;
  }
  return { times, iterations: iterations / problems.length, converged: converged / problems.length };
}

/** Of the solvers that the paper's figure has, and ncp-admm. */
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
