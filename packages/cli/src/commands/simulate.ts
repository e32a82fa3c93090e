// `proximal simulate`: runs a simulation and writes its states to files.
import { once } from 'node:events';
import { type Controller, ControllerError, controlledStep } from 'proximal/control';
import { type Simulation, type Simulator, type StepReport, simulationScenes, writeSimulation } from 'proximal/sim';
import type { Argv } from 'yargs';
import { type ArgumentsOf, defineCommand } from '../command.ts';
import { realPathOf, standard, writeOutput } from '../files.ts';
import { Interrupt } from '../interrupt.ts';
import { checked, Failure, Interruption, UsageError } from '../outcome.ts';
import { Progress } from '../progress.ts';
import { folderOption, meshesOption, packageFolders, packageOption, unsupportedOption } from '../robot-files.ts';
import { loadController } from '../simulation/controller.ts';
import { type FrameFile, recordedBodies } from '../simulation/frames.ts';
import { noticesOf, printCrowd, printNotices } from '../simulation/notices.ts';
import { contactRows, RowWriter, rowFormatOf, stateRows, type TimedContact } from '../simulation/recorder.ts';
import { openSource, type Source } from '../simulation/source.ts';
import { labeled, quantity, toJSON } from '../table.ts';
import { print } from '../visible.ts';

/** The simulated time, in seconds, if neither the file nor the command line gives one. */
const defaultSeconds = 1;
/** Milliseconds between two polls for Ctrl-C and updates of the progress bar. */
const pollInterval = 50;

function options(yargs: Argv) {
  const names = simulationScenes().map(({ name }) => name);
  return yargs
    .positional('scene', {
      type: 'string',
      demandOption: true,
      describe:
        'a simulation file, a robot (URDF, MJCF), a snapshot, the name of a built-in simulation, or - for standard input',
    })
    .option('seconds', {
      type: 'number',
      alias: 's',
      nargs: 1,
      describe: "duration; default: the file's duration, or 1",
    })
    .option('out', { type: 'string', alias: 'o', nargs: 1, describe: 'states: .csv or .jsonl; - prints them' })
    .option('contacts', {
      type: 'string',
      nargs: 1,
      describe: 'contacts of the sampled steps (--every): .csv or .jsonl',
    })
    .option('every', { type: 'number', nargs: 1, default: 0.01, describe: 'seconds between rows; 0: every step' })
    .option('gltf', {
      type: 'string',
      nargs: 1,
      describe: 'the bodies and their motion (--every) as an animation: .glb, for Blender, viewers and engines',
    })
    .option('mcap', {
      type: 'string',
      nargs: 1,
      describe: 'bodies, poses, states and contacts (--every) as a log for Foxglove: .mcap',
    })
    .option('snapshot', {
      type: 'string',
      nargs: 1,
      describe: 'the final state, binary: simulate continues from it with the same bits',
    })
    .option('save', {
      type: 'string',
      nargs: 1,
      describe: 'write the simulation as a file, for example a built-in one to edit',
    })
    .option('root', {
      choices: ['fixed', 'free-flyer'] as const,
      describe:
        'whether a URDF robot falls or is fixed to the world; default: it falls if its root link has a mass and no link is named world',
    })
    .option('srdf', { type: 'string', nargs: 1, describe: 'the SRDF of a URDF robot: which links do not collide' })
    .option('package', packageOption)
    .option('folder', folderOption)
    .option('ignore-unsupported', unsupportedOption)
    .option('meshes', meshesOption)
    .option('controller', {
      type: 'string',
      nargs: 1,
      describe:
        'an ES module (.mjs), which is executed: its default export is a function of { time, q, v, simulator } that returns the torques',
    })
    .option('seed', { type: 'number', nargs: 1, describe: 'seed of a built-in simulation with random bodies' })
    .option('json', { type: 'boolean', default: false, describe: 'machine-readable output; with --out -, JSON lines' })
    .epilogue(`Built-in: ${names.join(' ')}`)
    .example('$0 simulate scene.json --seconds 10 --out run.csv', 'states, 100 per second')
    .example('$0 simulate falling-box -o run.jsonl --contacts contacts.csv', 'a built-in simulation, and its contacts')
    .example('$0 simulate slope --gltf slope.glb --mcap slope.mcap', 'an animation, and a log for Foxglove')
    .example('$0 simulate robot.urdf -s 5 -o run.csv', 'a robot that falls on a floor')
    .example('$0 simulate robot.urdf --srdf robot.srdf', 'links collide as its SRDF says')
    .example('$0 simulate robot.urdf --controller stand.mjs', 'torques from your own function')
    .example('$0 simulate slope -s 0.2 --snapshot slope.snapshot', 'save the final state')
    .example('$0 simulate slope.snapshot -s 0.2 --json', 'and continue from there')
    .example('$0 simulate bouncing-ball --save scene.json', 'a file to start from');
}

type SimulateArguments = ArgumentsOf<typeof options>;

export const simulate = defineCommand({
  command: 'simulate <scene>',
  describe: 'simulate bodies and robots in contact',
  options,
  handler: async (args) => {
    checkArguments(args);
    const controller = args.controller === undefined ? null : await loadController(args.controller);
    const recording = await openRecording(args);
    const { source } = recording;
    const { out, snapshot, save, json } = args;
    const isReported = out !== standard && args.contacts !== standard;
    if (!(json && isReported)) printNotices(source);
    if (save !== undefined) await writeOutput(save, textOf(source.simulation));
    const { problem, ...outcome } = await run(args, recording, controller);
    if (outcome.crowded > 0 && !(json && isReported)) printCrowd(outcome.crowded, outcome.leftOut);
    if (snapshot !== undefined) await writeOutput(snapshot, source.simulator.snapshot());
    if (isReported) print(json ? toJSON({ ...outcome, notices: noticesOf(source) }) : report(outcome, args));
    if (outcome.failed > 0)
      throw new Failure(`${outcome.failed} steps failed: numbers became infinite or NaN, or positions too large.`);
    if (problem) throw new Failure(`${args.controller}: ${problem.message}`);
    if (outcome.isInterrupted) throw new Interruption('ended by Ctrl-C');
  },
});

function checkArguments({ seconds, every, out, contacts, gltf, mcap, snapshot, save }: SimulateArguments): void {
  if (seconds !== undefined && !(seconds > 0 && seconds < Infinity))
    throw new UsageError(`--seconds is ${seconds}; give a time above 0.`);
  if (!(every >= 0 && every < Infinity))
    throw new UsageError(`--every is ${every}; give seconds, or 0 for every step.`);
  checkEnding('gltf', gltf, '.glb');
  checkEnding('mcap', mcap, '.mcap');
  checkDestinations({ out, contacts, gltf, mcap, snapshot, save });
}

/** Throws unless a binary output goes to a file with its ending. */
function checkEnding(name: string, path: string | undefined, ending: string): void {
  if (path !== undefined && !path.toLowerCase().endsWith(ending))
    throw new UsageError(
      `--${name} ${path === standard ? '-' : path}: give the name of a file that ends in ${ending}.`,
    );
}

/** Throws if two outputs go to one file, by any spelling, or both to standard output. */
function checkDestinations(outputs: Readonly<Record<string, string | undefined>>): void {
  const taken = new Map<string, string>();
  for (const [name, path] of Object.entries(outputs)) {
    if (path === undefined) continue;
    const destination = path === standard ? standard : realPathOf(path);
    const other = taken.get(destination);
    if (other !== undefined) throw new UsageError(`--${other} and --${name} have the same destination.`);
    taken.set(destination, name);
  }
}

function textOf(simulation: Simulation | null): string {
  if (simulation === null)
    throw new UsageError('--save: a snapshot cannot be saved as a simulation file; use --snapshot.');
  return checked(() => writeSimulation(simulation));
}

/** A simulation and the writers of its rows. */
interface Recording {
  readonly source: Source;
  readonly states: RowWriter<void> | null;
  readonly contacts: RowWriter<TimedContact> | null;
  readonly frames: readonly FrameFile[];
}

async function openRecording(args: SimulateArguments): Promise<Recording> {
  const { scene, seed, folder: folders = [], package: packages = [], ignoreUnsupported, root, srdf } = args;
  const { out, contacts, json } = args;
  const format = (option: string, path: string) => rowFormatOf(option, path, json ? 'jsonl' : 'csv');
  const formats = [
    out === undefined ? null : format('out', out),
    contacts === undefined ? null : format('contacts', contacts),
  ];
  const source = await openSource(scene, seed, {
    folders,
    packages: packageFolders(packages),
    meshes: args.meshes ? 'convex' : 'skip',
    ignoreUnsupported,
    root,
    srdf,
  });
  const { simulator, parts } = source;
  const [stateFormat, contactFormat] = formats;
  return {
    source,
    states: out !== undefined && stateFormat ? new RowWriter(out, stateFormat, stateRows(simulator, parts)) : null,
    contacts: contacts !== undefined && contactFormat ? new RowWriter(contacts, contactFormat, contactRows) : null,
    frames: await openFrames(args, source),
  };
}

/** Loads the writers of these formats only for runs that use them. */
async function openFrames({ gltf, mcap }: SimulateArguments, { simulator, parts }: Source): Promise<FrameFile[]> {
  const bodies = recordedBodies(parts);
  const files: FrameFile[] = [];
  if (gltf !== undefined) files.push(new (await import('../simulation/gltf-recording.ts')).GltfRecording(gltf, bodies));
  if (mcap !== undefined)
    files.push(new (await import('../simulation/mcap-recording.ts')).McapRecording(mcap, simulator, parts, bodies));
  return files;
}

interface Outcome {
  /** Simulated time. */
  readonly seconds: number;
  readonly steps: number;
  /** The wall-clock time that the run took. */
  readonly wallSeconds: number;
  /** The number of contacts in the last step. */
  readonly contacts: number;
  /** The deepest penetration of all steps, in meters. */
  readonly penetration: number;
  /** At the end, in joules. */
  readonly kineticEnergy: number;
  readonly potentialEnergy: number;
  /** Steps whose contact solver did not converge or that left a closure or joint open, and steps that failed. */
  readonly unconverged: number;
  readonly failed: number;
  /** Steps with more pairs or contacts than the limits allow, and the largest numbers that one step left out. */
  readonly crowded: number;
  readonly leftOut: StepReport['leftOut'];
  readonly isInterrupted: boolean;
  /** Why the controller ended the run. */
  readonly problem: ControllerError | null;
}

/**
 * Steps until the end, until the controller fails, or until Ctrl-C, which also stops within a step. The files are complete in these
 * cases; any other error discards them.
 */
async function run(
  { seconds, every }: SimulateArguments,
  { source, states, contacts, frames }: Recording,
  controller: Controller | null,
): Promise<Outcome> {
  const { simulator, simulation } = source;
  const begin = simulator.report().time;
  const duration = seconds ?? simulation?.duration ?? defaultSeconds;
  const [interrupt, progress, start] = [new Interrupt(), new Progress(), performance.now()];
  const count = { steps: 0, unconverged: 0, failed: 0, crowded: 0, penetration: 0, leftOut: { pairs: 0, contacts: 0 } };
  let [elapsed, rows, lastPoll] = [0, 0, start];
  let problem: ControllerError | null = null;
  simulator.shouldStop = () => interrupt.isRequested;
  try {
    states?.write();
    for (const file of frames) await file.write(0);
    for (let step = 0; elapsed < duration - step / 2 && !interrupt.isRequested; ) {
      problem = advance(simulator, controller);
      if (problem) break;
      const { status, penetration, time, leftOut } = simulator.report();
      if (status === 'stopped') break;
      step = time - begin - elapsed;
      elapsed = time - begin;
      count.steps++;
      if (status === 'failed') count.failed++;
      if (status === 'stalled' || status === 'limit' || status === 'open') count.unconverged++;
      if (status === 'crowded') count.crowded++;
      count.leftOut.pairs = Math.max(count.leftOut.pairs, leftOut.pairs);
      count.leftOut.contacts = Math.max(count.leftOut.contacts, leftOut.contacts);
      count.penetration = Math.max(count.penetration, penetration);
      // With a tolerance, so that rounding loses no row.
      if (elapsed >= (rows + 1) * every - step / 1000) {
        rows = every > 0 ? Math.floor(elapsed / every + 1e-3) : 0;
        record(simulator, time - step, states, contacts);
        for (const file of frames) await file.write(elapsed);
      }
      if (performance.now() - lastPoll < pollInterval) continue;
      lastPoll = performance.now();
      progress.update(elapsed / duration, `${elapsed.toFixed(2)} s of ${duration} s`);
      if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
      await interrupt.listen();
    }
    states?.finish();
    contacts?.finish();
    for (const file of frames) await file.finish();
  } catch (error) {
    states?.discard();
    contacts?.discard();
    for (const file of frames) file.discard();
    throw error;
  } finally {
    simulator.shouldStop = null;
    progress.end();
    interrupt.end();
  }
  const { kineticEnergy, potentialEnergy, contacts: last } = simulator.report();
  const wallSeconds = (performance.now() - start) / 1000;
  const amounts = { seconds: elapsed, wallSeconds, contacts: last.length, kineticEnergy, potentialEnergy };
  return { ...count, ...amounts, isInterrupted: interrupt.isRequested, problem };
}

/** Steps once. Returns the controller's error, after which the simulator has not stepped, or null. */
function advance(simulator: Simulator, controller: Controller | null): ControllerError | null {
  if (!controller) {
    simulator.step();
    return null;
  }
  try {
    controlledStep(simulator, controller);
    return null;
  } catch (error) {
    if (error instanceof ControllerError) return error;
    throw error;
  }
}

function record(
  simulator: Simulator,
  time: number,
  states: RowWriter<void> | null,
  contacts: RowWriter<TimedContact> | null,
): void {
  states?.write();
  if (contacts) for (const contact of simulator.report().contacts) contacts.write({ time, contact });
}

function report(
  outcome: Omit<Outcome, 'problem'>,
  { out, contacts, gltf, mcap, snapshot, save }: SimulateArguments,
): string {
  const { seconds, steps, wallSeconds, unconverged, crowded } = outcome;
  const odd = [
    unconverged > 0 ? `${unconverged} of them not converged` : '',
    crowded > 0 ? `${crowded} of them crowded` : '',
  ];
  const files = Object.entries({ states: out, contacts, animation: gltf, log: mcap, snapshot, simulation: save });
  return labeled([
    ['simulated', `${quantity(Number(seconds.toPrecision(9)), 's')}${outcome.isInterrupted ? ', until Ctrl-C' : ''}`],
    ['steps', [steps, ...odd.filter(Boolean)].join(', ')],
    ['took', `${wallSeconds.toFixed(2)} s, ${(seconds / wallSeconds).toFixed(1)} times real time`],
    ['contacts at the end', String(outcome.contacts)],
    ['deepest penetration', quantity(Number(outcome.penetration.toPrecision(4)), 'm')],
    ['kinetic energy', quantity(Number(outcome.kineticEnergy.toPrecision(6)), 'J')],
    ['potential energy', quantity(Number(outcome.potentialEnergy.toPrecision(6)), 'J')],
    ...files.flatMap(([name, path]) =>
      path === undefined || path === standard ? [] : [[`${name} in`, path] as const],
    ),
  ]);
}
