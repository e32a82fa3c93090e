// The problems of MotionBenchMaker for two arms: plans with exact geometry and proofs, and with spheres and sampled motions.
import { forwardKinematics, framePose, integrate, randomConfiguration } from 'proximal/dynamics';
import { Rng } from 'proximal/math';
import { certifyMotion, InverseKinematics, type Plan, planMotion, simplify } from 'proximal/planning';
import { defineBenchmark, seed, whole } from '../harness/benchmark.ts';
import { type Page, type Section, type Target, tablePage } from '../harness/page.ts';
import { type CheckTime, checkTimeOf, shareOf } from './check-share.ts';
import { experimentSection, runExperiment } from './experiment.ts';
import { drawTimes } from './figures.ts';
import { type Problem, type ProblemSet, problemSets } from './problems.ts';
import { compareWithVamp, vampSection, vampTargets } from './vamp.ts';

/** Milliseconds: targets for the Panda. */
const wantedMedian = 2;
const wantedTail = 20;
/** The proofs of every fifth solved problem are recomputed; this takes longer than planning. */
const certifiedEvery = 5;

export const planningBenchmark = defineBenchmark({
  name: 'planning',
  title: 'motion plans with proofs, on the problems of MotionBenchMaker',
  options: { problems: whole(1, 50), rounds: whole(1, 20), samples: whole(1, 10_000), seed },
  full: { problems: 50, rounds: 2, samples: 800, seed: 1 },
  quick: { problems: 1, rounds: 1, samples: 20 },
  seconds: { quick: 3, full: 100 },
  async measure({ problems, rounds, samples, seed: first }) {
    const sets = await problemSets(problems);
    const robots = sets.map((set) => measureRobot(set, rounds, samples, first));
    const vamp = await compareWithVamp(problems);
    if (typeof vamp === 'string') console.log(`The comparison with VAMP is skipped: ${vamp}.`);
    const experiment = await runExperiment(first);
    return { robots, experiment, vamp: typeof vamp === 'string' ? [] : vamp, rounds, samples };
  },
  targets: ({ robots, vamp }) => [
    ...vampTargets(vamp),
    ...robots.flatMap(({ robot, geometry, total, contacts, poses }) =>
      geometry === 'spheres'
        ? [solvedTarget(`${robot}, spheres`, total)]
        : [
            {
              what: `${robot}: free configurations for the poses of the goals`,
              wanted: 'all, at least 5,000 per second',
              found: `${poses.solved} of ${poses.given}, ${Math.round(poses.rate)} per second`,
              isMet: poses.solved === poses.given && poses.rate >= 5000,
            },
            solvedTarget(robot, total),
            {
              what: `${robot}: samples of returned motions in contact, and proofs that certifyMotion rejects`,
              wanted: '0',
              found: String(contacts),
              isMet: contacts === 0,
            },
            ...(robot === 'panda'
              ? [
                  {
                    what: 'panda: planning time with proofs, median and 95 %',
                    wanted: `at most ${wantedMedian} and ${wantedTail} ms`,
                    found: `${total.median.toFixed(2)} and ${total.tail.toFixed(1)} ms`,
                    isMet: total.median <= wantedMedian && total.tail <= wantedTail,
                  },
                ]
              : []),
          ],
    ),
  ],
  page: async ({ robots, experiment, vamp, rounds, samples }, targets) => {
    const page: Page = {
      title: 'Motion planning',
      intro: '',
      sections: [
        ...robots.map((robot) => planSection(robot, rounds, samples)),
        checkSection(robots),
        poseSection(robots.filter(({ geometry }) => geometry === 'exact')),
        ...(vamp.length > 0 ? [vampSection(vamp)] : []),
        ...(experiment.length > 0 ? [experimentSection(experiment)] : []),
      ],
    };
    const times = robots.flatMap(({ robot, geometry, rows }) => rows.map((row) => ({ robot, geometry, ...row })));
    return { ...page, markdown: `${tablePage(page, targets)}\n${await drawTimes(times)}` };
  },
});

interface Row {
  readonly scenario: string;
  readonly given: number;
  readonly valid: number;
  readonly solved: number;
  /** Milliseconds of planning: median, 95 %, largest. */
  readonly median: number;
  readonly tail: number;
  readonly largest: number;
  /** The milliseconds of all problems that were solved, in ascending order. */
  readonly times: readonly number[];
  /** The median of planning and simplification together. */
  readonly withSimplification: number;
  /** Medians of the path's length before and after simplification, in radians. */
  readonly length: number;
  readonly shortLength: number;
  /** Mean numbers for a plan. */
  readonly checks: number;
  readonly intervals: number;
  /** The share of collision checking in the planning time of the solved problems, from 0 to 1. */
  readonly checkShare: number;
}

interface RobotResult {
  readonly robot: string;
  readonly geometry: ProblemSet['geometry'];
  readonly rows: readonly Row[];
  readonly total: Row;
  /** The number of samples of returned motions in contact, plus the number of proofs that `certifyMotion` rejects. */
  readonly contacts: number;
  /** The number of samples of returned motions. */
  readonly sampleCount: number;
  /** The number of plans whose proofs were recomputed. */
  readonly certified: number;
  readonly poses: PoseResult;
  /** Checks per second: random configurations, and configurations on the paths before simplification. */
  readonly randomChecks: number;
  readonly pathChecks: number;
}

function solvedTarget(what: string, { solved, valid }: Row): Target {
  return {
    what: `${what}: valid problems solved`,
    wanted: 'all',
    found: `${solved} of ${valid}`,
    isMet: solved === valid,
  };
}

/** Inverse kinematics of the goals' poses, free of contacts. */
interface PoseResult {
  readonly given: number;
  readonly solved: number;
  /** Solutions per second of processor time. */
  readonly rate: number;
  readonly starts: number;
}

interface Solution {
  readonly problem: Problem;
  readonly plan: Plan;
  readonly short: Plan;
  readonly milliseconds: number;
  readonly shortMilliseconds: number;
  readonly checkTime: CheckTime;
}

function measureRobot(
  { robot, geometry, frame, problems }: ProblemSet,
  rounds: number,
  samples: number,
  seed: number,
): RobotResult {
  const edges = geometry === 'spheres' ? 'sampled' : 'proven';
  const all = problems.map((problem) => solve(problem, rounds, seed, edges));
  const solved = all.filter(({ plan }) => plan.status === 'solved');
  const rng = new Rng(seed);
  let [contacts, certified] = [0, 0];
  for (const [index, { problem, plan, short }] of solved.entries()) {
    for (const each of [plan, short]) {
      if (edges === 'proven' && index % certifiedEvery === 0) {
        certified++;
        if (!certifyMotion(problem.cell, each).valid) contacts++;
      }
      const points = Array.from({ length: samples }, () => [...pointOf(each, rng)]).flat();
      contacts += problem.cell.checkBatch(points).filter((isFree) => isFree === 0).length;
    }
  }
  const scenarios = [...new Set(problems.map(({ scenario }) => scenario))];
  return {
    robot,
    geometry,
    rows: scenarios.map((name) =>
      rowOf(
        name,
        all.filter(({ problem }) => problem.scenario === name),
      ),
    ),
    total: rowOf('all', all),
    contacts,
    certified,
    sampleCount: 2 * samples * solved.length,
    ...checkRates(solved, rng),
    poses: posesOf(frame, geometry === 'exact' ? solved : [], rounds),
  };
}

/** Plans and simplifies in several rounds, and keeps the least processor time of each: the plans are the same to the bit. */
function solve(problem: Problem, rounds: number, seed: number, edges: 'proven' | 'sampled'): Solution {
  const { cell, start, goal } = problem;
  const make = (): Plan => planMotion(cell, { start, goal, seed, edges });
  let planned = timed(make);
  let shortened = timed(() => simplify(planned.plan));
  for (let k = 1; k < rounds; k++) {
    const [plan, short] = [timed(make), timed(() => simplify(planned.plan))];
    if (plan.milliseconds < planned.milliseconds) planned = plan;
    if (short.milliseconds < shortened.milliseconds) shortened = short;
  }
  const { plan, milliseconds } = planned;
  const checkTime = checkTimeOf(cell, make);
  return { problem, plan, short: shortened.plan, milliseconds, shortMilliseconds: shortened.milliseconds, checkTime };
}

/** A plan and the processor time that it took. */
function timed(make: () => Plan): { plan: Plan; milliseconds: number } {
  const before = process.cpuUsage();
  const plan = make();
  const { user, system } = process.cpuUsage(before);
  return { plan, milliseconds: (user + system) / 1000 };
}

/** Free configurations for the poses that the frame has at the goals, from random starts. */
function posesOf(frame: string, solved: readonly Solution[], rounds: number): PoseResult {
  let [count, starts, seconds] = [0, 0, 0];
  for (const { problem } of solved) {
    const { model } = problem.cell;
    const data = model.createData();
    forwardKinematics(model, data, problem.goal);
    const pose = framePose(model, data, frame);
    const ik = new InverseKinematics(problem.cell, frame);
    let least = Infinity;
    for (let k = 0; k < rounds; k++) {
      const before = process.cpuUsage();
      const { status, starts: used } = ik.solve(pose, { collisionFree: true, starts: 1000 });
      const { user, system } = process.cpuUsage(before);
      least = Math.min(least, (user + system) / 1e6);
      if (k > 0) continue;
      if (status === 'solved') count++;
      starts += used;
    }
    seconds += least;
  }
  return { given: solved.length, solved: count, rate: count / seconds, starts: starts / Math.max(1, solved.length) };
}

/** A random point of a path. */
function pointOf({ path, cell }: Plan, rng: Rng): Float64Array {
  const k = 1 + rng.index(path.length - 1);
  const time = rng.uniform();
  return integrate(
    cell.model,
    path[k - 1],
    path[k].map((x, i) => time * (x - path[k - 1][i])),
  );
}

function checkRates(solved: readonly Solution[], rng: Rng): Pick<RobotResult, 'randomChecks' | 'pathChecks'> {
  const rate = (next: (solution: Solution) => Float64Array): number => {
    const perCell = 200;
    let [count, microseconds] = [0, 0];
    for (const solution of solved) {
      const many = Float64Array.from(Array.from({ length: perCell }, () => [...next(solution)]).flat());
      const out = new Uint8Array(perCell);
      const before = process.cpuUsage();
      solution.problem.cell.checkBatch(many, out);
      const { user, system } = process.cpuUsage(before);
      microseconds += user + system;
      count += perCell;
    }
    return (1e6 * count) / microseconds;
  };
  return {
    randomChecks: rate(({ problem }) => randomConfiguration(problem.cell.model, rng)),
    pathChecks: rate(({ plan }) => pointOf(plan, rng)),
  };
}

function rowOf(scenario: string, all: readonly Solution[]): Row {
  const valid = all.filter(({ plan }) => plan.failure !== 'start' && plan.failure !== 'goal');
  const solved = valid.filter(({ plan }) => plan.status === 'solved');
  const times = solved.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const mean = (of: (plan: Plan) => number): number =>
    solved.reduce((sum, { plan }) => sum + of(plan), 0) / Math.max(1, solved.length);
  return {
    scenario,
    given: all.length,
    valid: valid.length,
    solved: solved.length,
    median: quantile(times, 0.5),
    tail: quantile(times, 0.95),
    largest: quantile(times, 1),
    times,
    withSimplification: quantile(
      solved.map(({ milliseconds, shortMilliseconds }) => milliseconds + shortMilliseconds),
      0.5,
    ),
    length: quantile(
      solved.map(({ plan }) => plan.statistics.length),
      0.5,
    ),
    shortLength: quantile(
      solved.map(({ short }) => short.statistics.length),
      0.5,
    ),
    checks: mean(({ statistics }) => statistics.checks),
    intervals: mean(({ statistics }) => statistics.intervals),
    checkShare: shareOf(solved.map(({ checkTime }) => checkTime)),
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function planSection(
  { robot, geometry, rows, total, sampleCount, certified, contacts }: RobotResult,
  rounds: number,
  samples: number,
): Section {
  return {
    title: `Plans of ${robot}, ${geometry}`,
    note: `RRT-Connect with ${geometry === 'exact' ? 'exact geometry (meshes of links are replaced by their hulls); every motion of a plan has a proof' : 'the spheres of VAMP; motions are sampled, 32 samples per unit of length, and have no proofs: some touch between two samples'}. Times are processor times, the least of ${rounds} equal runs. Of ${sampleCount} configurations (${samples} on each path before and after simplification) and the proofs of ${certified} plans, ${contacts} were in contact or rejected by certifyMotion. A problem is not valid if its start or goal is in contact. Each check and each interval computes the robot's kinematics once. The share of checking is the time in checks of configurations and in tests and proofs of motions, divided by the whole planning time, over all solved problems of the scenario; it is measured in the fastest of three further runs, with a timer around each check, test and proof.`,
    head: [
      'scenario',
      'solved of valid (of all)',
      'planning, ms: median',
      '95 %',
      'largest',
      'with simplification, median',
      'length, rad: plan',
      'simplified',
      'checks',
      'intervals',
      'share of checking',
    ],
    rows: [...rows, total].map((row) => [
      row.scenario,
      `${row.solved} of ${row.valid} (${row.given})`,
      row.median.toFixed(2),
      row.tail.toFixed(2),
      row.largest.toFixed(1),
      row.withSimplification.toFixed(2),
      row.length.toFixed(2),
      row.shortLength.toFixed(2),
      row.checks.toFixed(0),
      row.intervals.toFixed(0),
      `${(100 * row.checkShare).toFixed(0)} %`,
    ]),
  };
}

function checkSection(robots: readonly RobotResult[]): Section {
  return {
    title: 'Configuration checks per second',
    note: '`cell.checkBatch`, per second of processor time, 200 configurations in each cell: random ones, of which most are in contact, and points of the paths before simplification, of which at most a few sampled ones are not free.',
    head: ['robot', 'random configurations', 'points of paths'],
    rows: robots.map(({ robot, geometry, randomChecks, pathChecks }) => [
      `${robot}, ${geometry}`,
      Math.round(randomChecks).toLocaleString('en'),
      Math.round(pathChecks).toLocaleString('en'),
    ]),
  };
}

function poseSection(robots: readonly RobotResult[]): Section {
  return {
    title: 'Inverse kinematics',
    note: 'Free configurations for the poses of the goals, from random starts, within 1e-6 m and rad. Solutions per second of processor time, with the shortest time of the rounds for each pose.',
    head: ['robot', 'solved', 'solutions per second', 'starts, mean'],
    rows: robots.map(({ robot, poses }) => [
      robot,
      `${poses.solved} of ${poses.given}`,
      Math.round(poses.rate).toLocaleString('en'),
      poses.starts.toFixed(1),
    ]),
  };
}
