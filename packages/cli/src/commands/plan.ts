// `proximal plan`: a motion of a robot among obstacles, with a proof that it is free.
import type { Model } from 'proximal/dynamics';
import { readSrdf } from 'proximal/io';
import {
  certifyMotion,
  optimize,
  type Plan,
  type PlannerName,
  planMotion,
  RobotCell,
  simplify,
  smooth,
  type Trajectory,
  timeParametrize,
} from 'proximal/planning';
import { Scene } from 'proximal/scene';
import type { Argv } from 'yargs';
import { errorColors } from '../colors.ts';
import { type ArgumentsOf, defineCommand } from '../command.ts';
import { readInput } from '../files.ts';
import { checked, Failure, messageOf, UsageError } from '../outcome.ts';
import { poseHelp, readPose } from '../pose-argument.ts';
import { Progress } from '../progress.ts';
import {
  folderOption,
  loadRobot,
  meshesOption,
  packageFolders,
  packageOption,
  robotFormatOf,
  unsupportedOption,
} from '../robot-files.ts';
import { readNumbers } from '../shape-argument.ts';
import { parse } from '../simulation/source.ts';
import { labeled, quantity, toJSON } from '../table.ts';
import { print, visible } from '../visible.ts';

const planners: readonly PlannerName[] = ['rrt-connect', 'rrt', 'prm', 'anytime'];
const word = { type: 'string', nargs: 1 } as const;

function options(yargs: Argv) {
  return yargs
    .positional('robot', { type: 'string', demandOption: true, describe: 'a URDF or MJCF file' })
    .option('scene', { ...word, describe: 'a simulation file: its bodies at their initial poses are the obstacles' })
    .option('start', { ...word, demandOption: true, describe: 'joint coordinates in radians and meters: 0,0.5,-1' })
    .option('goal', { ...word, describe: 'joint coordinates, in the order of --start' })
    .option('frame', { ...word, describe: 'instead of --goal: the link or frame that must reach --pose' })
    .option('pose', { ...word, describe: `the goal pose of --frame in the world: ${poseHelp[3]}` })
    .option('srdf', { ...word, describe: 'an SRDF file of a URDF robot: pairs of links that may touch' })
    .option('planner', { choices: planners, default: planners[0], describe: 'the algorithm of the search' })
    .option('padding', {
      type: 'number',
      nargs: 1,
      describe: 'smallest allowed distance from obstacles, in meters; default: 0',
    })
    .option('seed', { type: 'number', nargs: 1, describe: 'seed of the search; default: 0' })
    .option('time-limit', { type: 'number', nargs: 1, describe: 'seconds after which the search ends; default: 10' })
    .option('max-iterations', { type: 'number', nargs: 1, describe: 'largest number of samples; default: 1000000' })
    .option('clearance', {
      type: 'number',
      nargs: 1,
      describe: 'shorten the path, and keep it this far from obstacles where possible, in meters',
    })
    .option('acceleration', {
      type: 'number',
      nargs: 1,
      describe: 'limit of acceleration, in rad/s² and m/s²: rounds corners and finds the fastest motion along the path',
    })
    .option('velocity', {
      type: 'number',
      nargs: 1,
      describe: 'with --acceleration: limit of velocity, in rad/s and m/s; default: the limits of the robot',
    })
    .option('every', {
      type: 'number',
      nargs: 1,
      describe: 'with --acceleration and --csv: seconds between rows; default: 0.01',
    })
    .option('json', { type: 'boolean', default: false, describe: 'machine-readable output' })
    .option('csv', { type: 'boolean', default: false, describe: 'the path as a table with a column for each joint' })
    .option('folder', folderOption)
    .option('package', packageOption)
    .option('ignore-unsupported', unsupportedOption)
    .option('meshes', meshesOption)
    .example('$0 plan robot.urdf --scene shelf.json --start 0 --goal 1.5', 'a path among the bodies of a file')
    .example(
      '$0 plan robot.urdf --start 0 --frame leaf --pose 0,0,0,0,0,90 --acceleration 5 --csv',
      'a motion in time',
    );
}

type PlanArguments = ArgumentsOf<typeof options>;

export const plan = defineCommand({
  command: 'plan <robot>',
  describe: 'plan a motion of a robot that is proven free',
  options,
  handler: async (args) => {
    if (args.json && args.csv) throw new UsageError('Give either --json or --csv.');
    const cell = await cellOf(args);
    const found = await search(cell, args);
    if (found.status === 'failed') {
      if (!args.json) throw new Failure(found.reason);
      print(toJSON({ status: found.status, failure: found.failure, reason: found.reason }));
      process.exitCode = 1;
      return;
    }
    const trajectory = args.acceleration === undefined ? null : timed(found, args.acceleration, args.velocity);
    const path = trajectory?.plan ?? found;
    if (args.csv) print(csvOf(cell.model, path, trajectory, args.every ?? 0.01));
    else print(args.json ? toJSON(summaryOf(path, trajectory)) : report(path, trajectory));
  },
});

async function cellOf(args: PlanArguments): Promise<RobotCell> {
  const { robot, scene: obstacles, srdf, padding } = args;
  const file = readInput(robot);
  const format = robotFormatOf(file);
  if (format === null) throw new UsageError(`${robot} is not a robot; give a URDF or MJCF file.`);
  if (srdf !== undefined && format !== 'urdf') throw new UsageError('--srdf is for URDF robots only.');
  const rules = srdf === undefined ? {} : { srdf: await rulesOf(srdf) };
  const model = await loadRobot(robot, file, format, {
    folders: args.folder ?? [],
    packages: packageFolders(args.package ?? []),
    meshes: args.meshes ? 'convex' : 'skip',
    ignoreUnsupported: args.ignoreUnsupported,
    ...(format === 'urdf' ? { root: 'fixed' as const } : {}),
    ...rules,
  });
  for (const { level, message } of model.notices)
    if (level === 'warning') console.error(`${errorColors.yellow('warning')} ${visible(message)}`);
  const scene = new Scene();
  const bodies = obstacles === undefined ? [] : parse(readInput(obstacles)).bodies;
  for (const { shape, pose, name, sensor } of bodies) if (!sensor) scene.add(shape, pose, { name });
  return checked(() => new RobotCell({ model, scene, ...(padding === undefined ? {} : { padding }) }));
}

async function rulesOf(path: string) {
  const { name, bytes } = readInput(path);
  try {
    return await readSrdf(bytes, { name });
  } catch (error) {
    throw new Failure(messageOf(error));
  }
}

async function search(cell: RobotCell, args: PlanArguments): Promise<Plan> {
  const { planner, seed = 0, timeLimit = 10, maxIterations = 1e6 } = args;
  const progress = new Progress();
  const start = configurationOf(cell.model, 'start', args.start);
  const goal = goalOf(cell.model, args);
  const found = checked(() =>
    planMotion(cell, {
      start,
      goal,
      planner,
      seed,
      timeLimit,
      maxIterations,
      onProgress: ({ iterations, nodes, length, time }) => {
        const best = length < Infinity ? `, length ${length.toPrecision(4)}` : '';
        progress.update(Math.max(time / timeLimit, iterations / maxIterations), `${nodes} configurations${best}`);
      },
    }),
  );
  progress.end();
  const short = simplify(found);
  const { clearance } = args;
  return clearance === undefined ? short : checked(() => optimize(short, { clearance }));
}

function goalOf(model: Model, { goal, frame, pose }: PlanArguments) {
  if (goal !== undefined && frame === undefined && pose === undefined) return configurationOf(model, 'goal', goal);
  if (goal !== undefined || frame === undefined || pose === undefined)
    throw new UsageError('Give either --goal, or --frame and --pose.');
  return { frame, pose: readPose('pose', pose, 3) };
}

function configurationOf(model: Model, option: string, text: string): Float64Array {
  const values = readNumbers(text, `--${option}`);
  if (values.length === model.nq) return Float64Array.from(values);
  throw new UsageError(
    `--${option} has ${values.length} numbers; the robot has ${model.nq} coordinates: ${namesOf(model).join(', ')}.`,
  );
}

/** The name of each coordinate: its joint, with a number if the joint has several. */
function namesOf({ joints }: Model): string[] {
  return joints
    .filter(({ mimic }) => !mimic)
    .flatMap(({ name, nq }) => (nq === 1 ? [name] : Array.from({ length: nq }, (_, k) => `${name}[${k}]`)));
}

function timed(found: Plan, acceleration: number, velocity: number | undefined): Trajectory {
  const limits = { acceleration, ...(velocity === undefined ? {} : { velocity }) };
  const { trajectory, reason } = checked(() => timeParametrize(smooth(found), limits));
  if (!trajectory) throw new Failure(reason);
  return trajectory;
}

function csvOf(model: Model, { path }: Plan, trajectory: Trajectory | null, every: number): string {
  if (!(every > 0)) throw new UsageError(`--every ${every}: give seconds, more than 0.`);
  const quoted = namesOf(model).map((name) => (/[",\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name));
  if (!trajectory) return [quoted.join(','), ...path.map((q) => q.join(','))].join('\n');
  const { duration } = trajectory;
  const count = Math.max(1, Math.ceil(duration / every));
  const times = Array.from({ length: count + 1 }, (_, k) => Math.min(duration, k * every));
  return [['time', ...quoted].join(','), ...times.map((time) => [time, ...trajectory.sample(time).q].join(','))].join(
    '\n',
  );
}

/** A proven lower bound of the distance from obstacles along the path; on curves, the less tight bound of their proofs. */
function clearanceOf({ cell, proof }: Plan): number {
  return Math.min(
    ...proof.map((each) =>
      each.via ? certifyMotion(cell, each).bound : cell.sweepClearance(each.from, each.to).lower,
    ),
  );
}

function summaryOf(found: Plan, trajectory: Trajectory | null): object {
  const { valid } = certifyMotion(found.cell, found);
  const { status, path, proof, statistics } = found;
  return {
    status,
    path,
    via: proof.map(({ via }) => via),
    isProven: valid,
    clearance: clearanceOf(found),
    ...(trajectory ? { duration: trajectory.duration, use: trajectory.use } : {}),
    statistics,
  };
}

function report(found: Plan, trajectory: Trajectory | null): string {
  const { valid } = certifyMotion(found.cell, found);
  const bound = clearanceOf(found);
  const { length, time } = found.statistics;
  return labeled([
    ['motions', `${found.proof.length}, ${valid ? 'all proven free' : 'not all proven'}`],
    ['proven clearance', bound === Infinity ? 'nothing is near' : quantity(Number(bound.toPrecision(4)), 'm')],
    ['length', `${Number(length.toPrecision(6))} (radians and meters)`],
    ...(trajectory ? [['duration', quantity(Number(trajectory.duration.toPrecision(6)), 's')] as const] : []),
    ['shortening time', `${time.toFixed(3)} s`],
    ...found.path.map(
      (q, k) => [`configuration ${k}`, Array.from(q, (x) => Number(x.toPrecision(6))).join(', ')] as const,
    ),
  ]);
}
