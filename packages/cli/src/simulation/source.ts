// The input of `proximal simulate`: a simulation file with its robots, a robot, a snapshot, or a built-in simulation.
import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import type { Model } from 'proximal/dynamics';
import { readSrdf, type Srdf } from 'proximal/io';
import {
  makeSimulation,
  readSimulation,
  restoreSimulator,
  robotSimulation,
  type Simulation,
  type SimulationPart,
  type SimulationRobot,
  type Simulator,
  simulationScenes,
  startSimulation,
} from 'proximal/sim';
import { type InputFile, readInput, readNamed, standard } from '../files.ts';
import { checked, Failure, messageOf, UsageError } from '../outcome.ts';
import { loadRobot, type RobotFormat, robotFormatOf } from '../robot-files.ts';

export interface Source {
  readonly simulator: Simulator;
  readonly parts: readonly SimulationPart[];
  /** Null for a snapshot. */
  readonly simulation: Simulation | null;
}

/** The first bytes of a snapshot. */
const snapshotLetters = 'proxisim';

/** Options for reading robots. */
interface RobotReading {
  /** Folders below which files may be read, besides the simulation's own folder. */
  readonly folders: readonly string[];
  readonly meshes: 'convex' | 'skip';
  readonly ignoreUnsupported: boolean;
  /** The folders of packages, by name. */
  readonly packages: Readonly<Record<string, string>>;
  /** Whether a URDF robot given by itself is fixed to the world. By default, it is fixed if its root link has no mass or a link is named world. */
  readonly root: 'fixed' | 'free-flyer' | undefined;
  /** The path of the SRDF file of a URDF robot given by itself. */
  readonly srdf: string | undefined;
}

/** @param seed of a built-in simulation */
export async function openSource(name: string, seed: number | undefined, reading: RobotReading): Promise<Source> {
  const isBuiltIn = simulationScenes().some((scene) => scene.name === name) && !existsSync(name);
  if (isBuiltIn) {
    rejectUrdfOptions(reading);
    const simulation = checked(() => makeSimulation(name, seed === undefined ? {} : { seed }));
    return start(simulation, name, reading);
  }
  if (seed !== undefined) throw new UsageError('--seed is for built-in simulations only.');
  const file = readSource(name);
  if (isSnapshot(file)) return restore(file);
  const format = robotFormatOf(file);
  if (format !== null) return startRobot(file, format, name, reading);
  rejectUrdfOptions(reading);
  return start(parse(file), name, reading);
}

/** A robot by itself, on a floor. */
async function startRobot(
  { name, bytes }: InputFile,
  format: RobotFormat,
  path: string,
  given: RobotReading,
): Promise<Source> {
  if (format === 'mjcf') rejectUrdfOptions(given);
  const { srdf } = given;
  // The user names the SRDF, so it may be in any folder.
  const reading = srdf === undefined ? given : { ...given, folders: [...given.folders, dirname(srdf)] };
  const text = new TextDecoder().decode(bytes);
  const content = path === standard ? { text } : { file: basename(path.replaceAll('\\', '/')) };
  const rules = srdf === undefined ? {} : { srdf: relative(folderOf(path), srdf).replaceAll('\\', '/') };
  const robot: SimulationRobot = { name: name.replace(/\.\w+$/, ''), ...content, root: 'fixed', ...rules };
  const root = reading.root ?? rootOf(text, await modelOf(robot, path, { ...reading, meshes: 'skip' }));
  const model = await modelOf({ ...robot, root }, path, reading);
  return started(() => robotSimulation({ ...robot, root }, model), [model], path);
}

function rejectUrdfOptions({ root, srdf }: RobotReading): void {
  for (const [name, value] of Object.entries({ root, srdf }))
    if (value !== undefined) throw new UsageError(`--${name} is for URDF robots only.`);
}

/** The folder of a simulation or robot; the current one for standard input. */
function folderOf(path: string): string {
  return path === standard ? '.' : dirname(path.replaceAll('\\', '/'));
}

/** A robot whose root link has a mass falls. A robot whose root link has no mass, or that has a link named world, is fixed. */
function rootOf(text: string, { frames }: Model): SimulationRobot['root'] {
  const isWorld = /<link\s+name\s*=\s*["']world["']/.test(text);
  const isMassive = frames.some(({ kind, joint, mass }) => kind === 'link' && joint < 0 && mass > 0);
  return isMassive && !isWorld ? 'free-flyer' : 'fixed';
}

/** Starts a simulation; errors name the file. */
function started(make: () => Simulation, models: readonly Model[], path: string): Source {
  try {
    const simulation = make();
    return { ...startSimulation(simulation, models), simulation };
  } catch (error) {
    throw new Failure(`${path === standard ? 'standard input' : path}: ${messageOf(error)}`);
  }
}

function readSource(name: string): InputFile {
  if (name !== standard && !/[./\\]/.test(name) && !existsSync(name)) {
    const names = simulationScenes().map((scene) => scene.name);
    throw new UsageError(`${name} is neither a file nor a built-in simulation; there are ${names.join(', ')}.`);
  }
  return readInput(name);
}

function isSnapshot({ bytes }: InputFile): boolean {
  return new TextDecoder().decode(bytes.subarray(0, snapshotLetters.length)) === snapshotLetters;
}

/** Parses a simulation file; errors name the file. */
export function parse({ name, bytes }: InputFile): Simulation {
  try {
    return readSimulation(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new Failure(`${name}: ${messageOf(error)}`);
  }
}

function restore({ name, bytes }: InputFile): Source {
  try {
    const simulator = restoreSimulator(bytes);
    const moving = [...simulator.scene.bodies].filter((body) => !body.static);
    // A snapshot has bodies, but not the parts of a simulation file: each body that is not static is listed as a part.
    const parts = moving.map(
      (body) => ({ name: body.name, kind: 'body', bodies: [body], model: null, q: -1, v: -1 }) as const,
    );
    return { simulator, parts, simulation: null };
  } catch (error) {
    throw new Failure(`${name}: ${messageOf(error)}`);
  }
}

async function start(simulation: Simulation, path: string, reading: RobotReading): Promise<Source> {
  const models: Model[] = [];
  for (const robot of simulation.robots) models.push(await modelOf(robot, path, reading));
  return started(() => simulation, models, path);
}

/** Loads a robot's file by its path relative to the simulation file; it and all files it refers to must be below the folders. */
async function modelOf(
  { name, file, text, root, srdf }: SimulationRobot,
  scene: string,
  { folders: further, meshes, ignoreUnsupported, packages }: RobotReading,
): Promise<Model> {
  const folder = folderOf(scene);
  const folders = [folder, ...further];
  // The robot's name also comes from the file, and must not name a folder.
  const robotPath = inFolder(folder, file ?? name.replaceAll(/[\\/]/g, ' '));
  const input =
    file === undefined ? { name, bytes: new TextEncoder().encode(text) } : await readNamed(robotPath, folders);
  const format = robotFormatOf(input);
  if (format === null) throw new Failure(`${robotPath}: the robot is neither URDF nor MJCF.`);
  return loadRobot(robotPath, input, format, {
    folders,
    packages,
    meshes,
    ignoreUnsupported,
    ...(format === 'urdf' ? { root, ...(await srdfOf(srdf, folder, folders)) } : {}),
  });
}

async function srdfOf(srdf: string | undefined, folder: string, folders: readonly string[]): Promise<{ srdf?: Srdf }> {
  if (srdf === undefined) return {};
  const { name, bytes } = await readNamed(inFolder(folder, srdf), folders);
  try {
    return { srdf: readSrdf(bytes, { name }) };
  } catch (error) {
    throw new Failure(messageOf(error));
  }
}

function inFolder(folder: string, path: string): string {
  return isAbsolute(path) ? path : join(folder, path);
}
