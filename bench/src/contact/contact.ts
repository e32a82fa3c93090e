// The experiments of "Contact Models in Robotics: a Comparative Analysis" (Le Lidec et al.): Tables II to IV, Fig. 9 to 16.
import { parseArgs } from 'node:util';
import { contactSolvers, solve } from 'proximal/contact';
import type { Benchmark } from '../registry.ts';
import { publish } from '../results.ts';
import { wholeNumber } from '../usage.ts';
import { measureCompliance, measureRegularization } from './compliance.ts';
import { measureCriteria, measureTimeSteps } from './consistency.ts';
import { readDumps } from './dumps.ts';
import { drawFigures } from './figures.ts';
import { measureRatios } from './mass-ratio.ts';
import type { ContactResults, DumpResult } from './measured.ts';
import { pageOf, printSummary, slidingTable, sweepTable, timingTable } from './page.ts';
import { robotsReason, robotTrajectories } from './robots.ts';
import { measureSliding } from './sliding.ts';
import { measureStiction } from './stiction.ts';
import { measureSweeps } from './sweeps.ts';
import { measureTable2 } from './table2.ts';
import { targetsOf } from './targets.ts';
import { measureTrajectory } from './timings.ts';

export const contactBenchmark: Benchmark = {
  name: 'contact',
  title:
    'the experiments of the paper on contact models, sweeps beside C++, robots in contact (--quick, --seed, --dumps)',
  runs: { quick: ['--quick'], full: [] },
  seconds: { quick: 5, full: 30 },
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        quick: { type: 'boolean', default: false },
        seed: { type: 'string', default: '1' },
        dumps: { type: 'string' },
      },
    });
    const seed = wholeNumber('seed', values.seed, 0, 4_000_000);
    const { quick } = values;
    const step = quick ? 2e-3 : 1e-3;
    const say = <T>(what: string, value: T): T => {
      process.stderr.write(`${what}\n`);
      return value;
    };
    const stiction = say(
      'stiction',
      contactSolvers().map(({ name }) => measureStiction(name, step)),
    );
    const ratios = say('mass ratios', measureRatios());
    const results: ContactResults = {
      isQuick: quick,
      seed,
      skipped: robotsReason === undefined ? [] : [robotsReason],
      sliding: say('sliding', measureSliding(step)),
      stiction,
      ratios,
      compliance: measureCompliance(),
      regularization: measureRegularization(),
      timeSteps: say('time steps', measureTimeSteps()),
      criteria: say('stopping criteria', measureCriteria()),
      table2: say('Table II', measureTable2(stiction, ratios, quick ? 20 : 100, seed)),
      dumps: say('dumps', solveDumps(values.dumps)),
      timings: (await robotTrajectories(quick ? 100 : 400)).flatMap((trajectory) =>
        say(trajectory.name, measureTrajectory(trajectory, quick ? 3 : 7)),
      ),
      sweeps: say('sweeps', await measureSweeps(seed, quick ? 5 : 15)),
    };
    const targets = targetsOf(results);
    printSummary(results, targets);
    const figures = await drawFigures(results, step);
    const tables = { sliding: slidingTable(results), timings: timingTable(results), sweeps: sweepTable(results) };
    publish('contact', { ...withoutStates(results), targets, tables }, pageOf(results, targets, figures));
  },
};

function solveDumps(folder: string | undefined): DumpResult[] {
  return readDumps(folder).flatMap(({ name, problem }) =>
    contactSolvers().map(({ name: solver }) => {
      const { status, iterations, residuals } = solve(problem, { solver, tolerance: 1e-9, relativeTolerance: 0 });
      return { name, solver, status, iterations, ncp: residuals.ncp };
    }),
  );
}

/** The trajectories are in the figures; the file has the numbers. */
function withoutStates(results: ContactResults): object {
  return JSON.parse(
    JSON.stringify(results, (key, value) => (key === 'states' || key === 'way' || key === 'times' ? undefined : value)),
  ) as object;
}
