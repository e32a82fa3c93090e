// The experiments of "Contact Models in Robotics: a Comparative Analysis" (Le Lidec et al.): Tables II to IV, Fig. 9 to 16.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ContactProblem, type ContactSolverName, contactSolvers, DenseMatrix, solve } from 'proximal/contact';
import { defineBenchmark, type Run, seed, text } from '../harness/benchmark.ts';
import type { Target } from '../harness/page.ts';
import { UsageError } from '../harness/usage.ts';
import {
  type ComplianceResult,
  type ConsistencyResult,
  type CriteriaVariant,
  measureCompliance,
  measureCriteria,
  measureCriteriaVariants,
  measureRegularization,
  measureSliding,
  measureStiction,
  measureTimeSteps,
  type RegularizationResult,
  type SlidingResult,
  type StictionResult,
} from './cube-experiments.ts';
import { drawFigures } from './figures.ts';
import { measureOpenContacts, type OpenContactsResult } from './open-contacts.ts';
import { openTable, pageOf, sweepTable, tickSection, warmStartTable } from './page.ts';
import { measureRobotCompliance, type RobotCompliance } from './robot-compliance.ts';
import { robotsMissing, robotTrajectories, type Trajectory } from './robots.ts';
import { measureRatios, measureTable2, type RatioResult, type Table2Row } from './table2.ts';
import { measureSweeps, measureTrajectory, type SweepResult, type TimingResult } from './times.ts';

export const contactBenchmark = defineBenchmark({
  name: 'contact',
  title: 'the experiments of the paper on contact models, sweeps compared with C++, robots in contact',
  options: { seed, dumps: text },
  full: {
    seed: 1,
    dumps: undefined as string | undefined,
    ...{ timeStep: 1e-3, problems: 100, steps: 300, timingRounds: 5, sweepRounds: 15, pushedSteps: 800 },
    // The compliances of Solo-12's contacts, in 1/kg.
    compliances: [1e-3, 1e-2, 0.1, 1],
  },
  quick: {
    ...{ timeStep: 2e-3, problems: 20, steps: 40, timingRounds: 2, sweepRounds: 5, pushedSteps: 100 },
    compliances: [1],
  },
  seconds: { quick: 8, full: 30 },
  async measure(settings, { step }): Promise<ContactResults> {
    const {
      seed: start,
      dumps,
      timeStep,
      problems,
      steps,
      timingRounds,
      sweepRounds,
      pushedSteps,
      compliances,
      isQuick,
    } = settings;
    const stiction = await step('stiction', () => contactSolvers().map(({ name }) => measureStiction(name, timeStep)));
    const ratios = await step('mass ratios', measureRatios);
    const trajectories = await step('robots', () => robotTrajectories(steps));
    return {
      isQuick,
      seed: start,
      skipped: robotsMissing === undefined ? [] : [robotsMissing],
      sliding: await step('sliding', () => measureSliding(timeStep)),
      stiction,
      ratios,
      compliance: measureCompliance(),
      robotCompliance: await step('Fig. 13, Solo-12', () => measureRobotCompliance(compliances, pushedSteps)),
      regularization: measureRegularization(),
      timeSteps: await step('time steps', measureTimeSteps),
      criteria: await step('stopping criteria', measureCriteria),
      criteriaVariants: await step('stopping criteria, variants', measureCriteriaVariants),
      table2: await step('Table II', () => measureTable2(stiction, ratios, problems, start)),
      dumps: await step('dumps', () => solveDumps(dumps)),
      timings: await timeRobots(trajectories, timingRounds, step),
      accuracies: trajectories.map(({ name, problems: all }) => ({
        trajectory: name,
        residual: Math.max(...all.map(({ residual }) => residual)),
      })),
      openContacts: await step('open contacts', () => trajectories.flatMap(measureOpenContacts)),
      sweeps: await step('sweeps', () => measureSweeps(start, sweepRounds)),
    };
  },
  targets: targetsOf,
  page: async (results, targets, { timeStep }) => ({
    title: "Contact models: the paper's experiments",
    intro: '',
    sections: [tickSection(results)],
    markdown: pageOf(results, targets, await drawFigures(results, timeStep)),
    tables: {
      sweeps: sweepTable(results),
      'warm-starts': `${warmStartTable(results)}\n\n${openTable(results)}`,
    },
  }),
  data: withoutStates,
});

async function timeRobots(
  trajectories: readonly Trajectory[],
  rounds: number,
  step: Run['step'],
): Promise<TimingResult[]> {
  const timings: TimingResult[] = [];
  for (const trajectory of trajectories)
    timings.push(...(await step(trajectory.name, () => measureTrajectory(trajectory, rounds))));
  return timings;
}

function solveDumps(folder: string | undefined): DumpResult[] {
  return readDumps(folder).flatMap(({ name, problem }) =>
    contactSolvers().map(({ name: solver }) => {
      const { status, iterations, residuals } = solve(problem, { solver, tolerance: 1e-9, relativeTolerance: 0 });
      return { name, solver, status, iterations, ncp: residuals.ncp };
    }),
  );
}

/** The stored results, without what is used only for figures: trajectories, residuals by iteration and times by step. */
function withoutStates(results: ContactResults): object {
  return JSON.parse(
    JSON.stringify(results, (key, value) => (['states', 'history', 'times', 'path'].includes(key) ? undefined : value)),
  ) as object;
}

interface DumpResult {
  readonly name: string;
  readonly solver: ContactSolverName;
  readonly status: string;
  readonly iterations: number;
  readonly ncp: number;
}

export interface ContactResults {
  readonly isQuick: boolean;
  readonly seed: number;
  readonly skipped: readonly string[];
  readonly sliding: readonly SlidingResult[];
  readonly stiction: readonly StictionResult[];
  readonly ratios: readonly RatioResult[];
  readonly compliance: readonly ComplianceResult[];
  readonly regularization: readonly RegularizationResult[];
  readonly timeSteps: readonly ConsistencyResult[];
  readonly criteria: readonly ConsistencyResult[];
  readonly criteriaVariants: readonly CriteriaVariant[];
  readonly table2: readonly Table2Row[];
  readonly dumps: readonly DumpResult[];
  readonly timings: readonly TimingResult[];
  /** Null if the robot files are missing. */
  readonly robotCompliance: RobotCompliance | null;
  /** The largest residual of the simulation's impulses in the recorded problems of each trajectory. */
  readonly accuracies: readonly { readonly trajectory: string; readonly residual: number }[];
  readonly openContacts: readonly OpenContactsResult[];
  /** The results, or the reason if there are none. */
  readonly sweeps: readonly SweepResult[] | string;
}

function targetsOf(results: ContactResults): Target[] {
  const { sweeps, ratios, table2 } = results;
  const targets: Target[] = [];
  if (typeof sweeps === 'string')
    targets.push({ what: 'sweeps compared with C++', wanted: '≤ 1.5', found: sweeps, isMet: null });
  else
    for (const { solver, ratio } of sweeps)
      targets.push({
        what: `a sweep of ${solver} over 100 contacts, our time / time in C++`,
        wanted: '≤ 1.5',
        found: `${ratio.median.toFixed(2)} [${ratio.low.toFixed(2)}–${ratio.high.toFixed(2)}]`,
        isMet: ratio.median <= 1.5,
      });
  for (const { solver, iterations, status } of ratios.filter((each) => each.solver.endsWith('admm')))
    targets.push({
      what: `iterations of ${solver} to 1e-8 at a mass ratio of 10⁶`,
      wanted: '< 300',
      found: `${iterations}, ${status}`,
      isMet: status === 'converged' && iterations < 300,
    });
  targets.push(...warmStartTargets(results));
  for (const { solver, internal } of table2.filter((each) => /admm|staggered/.test(each.solver)))
    targets.push({
      what: `internal forces of ${solver} at stiction, relative to all impulses`,
      wanted: '< 1 %',
      found: internal.toExponential(1),
      isMet: internal < 0.01,
    });
  return targets;
}

/** Ratios of iterations along the trajectories: cold to warm, and with open contacts to without them. */
function warmStartTargets({ timings, openContacts }: ContactResults): Target[] {
  const warm = [...new Set(timings.map((each) => each.trajectory))].flatMap((trajectory) =>
    ['ncp-admm', 'ncp-pgs'].map((solver): Target => {
      const own = timings.filter((each) => each.trajectory === trajectory && each.solver === solver);
      const [cold, warm] = ['cold', 'warm'].map((start) => own.find((each) => each.start === start)?.iterations ?? 0);
      return {
        what: `warm start of ${solver} along ${trajectory}: iterations cold over warm`,
        wanted: '≥ 3',
        found: `${cold.toFixed(1)} / ${warm.toFixed(1)} = ${(cold / warm).toFixed(1)}`,
        isMet: cold / warm >= 3,
      };
    }),
  );
  const open = openContacts.map(
    ({ trajectory, solver, count, withOpen, withoutOpen }): Target => ({
      what: `iterations of ${solver} along ${trajectory} from zero: with open contacts / without them`,
      wanted: '≤ 1.1',
      found:
        count === 0
          ? 'no problem has both'
          : `${withOpen.toFixed(1)} / ${withoutOpen.toFixed(1)} = ${(withOpen / withoutOpen).toFixed(2)}`,
      isMet: count === 0 ? null : withOpen <= 1.1 * withoutOpen,
    }),
  );
  return [...warm, ...open];
}

interface Dump {
  readonly name: string;
  readonly problem: ContactProblem;
}

/** JSON files of ContactBench with G, g and mus, three rows per contact (t1, t2, n), beside the checkout. */
const defaultFolder = fileURLToPath(new URL('../../../../shared/data/reference/ContactBench/', import.meta.url));

/** @param folder from the command line; by default the folder beside the checkout, if there is one */
function readDumps(folder: string | undefined): Dump[] {
  const place = folder ?? defaultFolder;
  if (!existsSync(place)) {
    if (folder === undefined) return [];
    throw new UsageError(`--dumps is '${folder}', which does not exist.`);
  }
  const files = readdirSync(place).filter((file) => file.endsWith('.json'));
  return files
    .sort()
    .map((file) => ({ name: file.slice(0, -5), problem: parse(readFileSync(join(place, file), 'utf8')) }));
}

function parse(text: string): ContactProblem {
  const { G, g, mus } = JSON.parse(text) as { G: number[][]; g: (number | number[])[]; mus: number[] };
  return {
    delassus: DenseMatrix.fromRows(G),
    freeVelocity: Float64Array.from(g.flat()),
    friction: Float64Array.from(mus),
  };
}
