// A simulation from files: of the studio's scenes, of a simulation file, or of a robot's description with its meshes.
import { halfspace, type Shape } from 'proximal';
import type { Model } from 'proximal/dynamics';
import { readMjcf, readUrdf } from 'proximal/io';
import { identity, inverse, transformPoint } from 'proximal/math';
import { readSimulation, type Simulation, startSimulation } from 'proximal/sim';
import type { GivenFile, Source } from './protocol.ts';
import { sceneOf } from './scenes.ts';

export interface Loaded {
  readonly simulation: Simulation;
  readonly models: readonly Model[];
}

const textOf = ({ bytes }: GivenFile): string => new TextDecoder().decode(bytes);
const baseName = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
/** The initial height of a free robot's lowest point above the ground, in meters. */
const clearance = 0.02;

export async function load(source: Source): Promise<Loaded> {
  const { files, scene } = source;
  const main = files.find(({ name }) => /\.(json|urdf|xml|mjcf)$/i.test(name));
  if (!main) return { simulation: sceneOf(scene), models: [] };
  if (/\.json$/i.test(main.name)) {
    const simulation = readSimulation(textOf(main));
    const models = simulation.robots.map(({ file, text, root }) => {
      const found = text === undefined ? find(files, file ?? '') : { name: '', bytes: new TextEncoder().encode(text) };
      return loadRobot(found, files, root);
    });
    return { simulation, models: await Promise.all(models) };
  }
  return onFloor(main.name, await loadRobot(main, files, source.root));
}

async function loadRobot(main: GivenFile, files: readonly GivenFile[], root: Source['root']): Promise<Model> {
  const text = textOf(main);
  const resolve = (path: string): Uint8Array => find(files, path).bytes;
  // Every package is mapped to its own name; `find` locates its files.
  const packages = Object.fromEntries([...text.matchAll(/package:\/\/([^/"']+)/g)].map(([, name]) => [name, name]));
  const options = { name: main.name || 'robot', resolve, packages };
  // Unsupported parts become warnings.
  if (/<mujoco[\s>]/.test(text)) return readMjcf(text, { ...options, unsupported: 'ignore' });
  return readUrdf(text, { ...options, root });
}

/** A file by its path, or else by its name: dropped files have lost their folders. */
function find(files: readonly GivenFile[], path: string): GivenFile {
  const found = files.find(({ name }) => name === path) ?? files.find(({ name }) => baseName(name) === baseName(path));
  if (found) return found;
  throw new RangeError(`the robot needs ${baseName(path)}: drop it together with the others`);
}

/** A robot on a floor below it. */
function onFloor(title: string, model: Model): Loaded {
  const isFree = model.joints[0]?.kind === 'free-flyer';
  const robot = { name: model.name || 'robot', text: '<robot/>', root: 'fixed' as const };
  const alone: Simulation = { title, options: { timeStep: 1 / 500 }, bodies: [], robots: [robot] };
  const { simulator, parts } = startSimulation(alone, [model]);
  const heights = parts.flatMap(({ bodies }) => bodies.map(({ shape, pose }) => lowest(shape as Shape, pose)));
  const bottom = Math.min(0, ...heights);
  const ground = isFree ? Math.min(...heights, Infinity) - clearance : bottom;
  const height = Number.isFinite(ground) ? ground : 0;
  const pose = Float64Array.from(identity());
  pose[2] = height;
  const floor = {
    name: 'floor',
    shape: halfspace(),
    pose,
    static: true,
    velocity: [0, 0, 0],
    angularVelocity: [0, 0, 0],
  };
  const start = { ...robot, q: [...simulator.state.q] };
  return { simulation: { ...alone, bodies: [floor], robots: [start] }, models: [model] };
}

/** The height of a body's lowest point. */
function lowest(shape: Shape, pose: Float64Array): number {
  const down = transformPoint(inverse({ rotation: pose.subarray(3) }), [0, 0, -1]);
  return transformPoint(pose, shape.support(down))[2];
}
