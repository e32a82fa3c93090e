// Loads a simulation: a built-in scene, a simulation file, or a robot's description with its meshes.
import type { Model } from 'proximal/dynamics';
import { readMjcf, readUrdf } from 'proximal/io';
import { readSimulation, robotSimulation, type Simulation } from 'proximal/sim';
import type { GivenFile, JointTarget, Source } from './protocol.ts';
import type { Limb, SceneControl } from './scene-control.ts';
import { sceneOf } from './scenes.ts';
import { skeletonOf } from './skeleton.ts';

export interface Loaded {
  readonly simulation: Simulation;
  readonly models: readonly Model[];
  /** Absent for scenes without a controller. */
  readonly control?: SceneControl;
  /** The joints of the robot that are held at targets. */
  readonly targets?: readonly JointTarget[];
  /** Drawn in place of a robot's shapes, if its meshes are left out. */
  readonly skeleton?: readonly Limb[];
}

const textOf = ({ bytes }: GivenFile): string => new TextDecoder().decode(bytes);
const baseName = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

export async function load(source: Source): Promise<Loaded> {
  const { files, scene } = source;
  const main = files.find(({ name }) => /\.json$/i.test(name)) ?? mainFile(files);
  if (!main) return { simulation: sceneOf(scene), models: [] };
  if (/\.json$/i.test(main.name)) {
    const simulation = readSimulation(textOf(main));
    const models = simulation.robots.map(({ file, text, root }) => {
      const found = text === undefined ? find(files, file ?? '') : { name: '', bytes: new TextEncoder().encode(text) };
      return loadRobot(found, files, { ...source, root });
    });
    return { simulation, models: await Promise.all(models) };
  }
  const model = await loadRobot(main, files, source);
  const robot = { name: model.name || 'robot', file: main.name, root: source.root };
  const simulation = robotSimulation(robot, model);
  const options = { ...simulation.options, selfCollision: source.hasSelfCollision };
  return {
    simulation: { ...simulation, title: main.name, options },
    models: [model],
    ...(!source.hasMeshes && { skeleton: skeletonOf(model) }),
  };
}

/** The description of a robot among the files: the first one whose meshes are all there, or else the first one, or else the first by extension. */
export function mainFile(files: readonly GivenFile[]): GivenFile | undefined {
  const robots = files.filter(
    (file) => /\.(urdf|xml|mjcf)$/i.test(file.name) && /<(robot|mujoco)[\s>]/.test(textOf(file)),
  );
  const names = new Set(files.map(({ name }) => baseName(name)));
  const isComplete = (file: GivenFile): boolean =>
    [...textOf(file).matchAll(/\bfile(?:name)?\s*=\s*["']([^"']+)["']/g)].every(([, path]) =>
      names.has(baseName(path)),
    );
  return robots.find(isComplete) ?? robots[0] ?? files.find(({ name }) => /\.(urdf|xml|mjcf)$/i.test(name));
}

export async function loadRobot(
  main: GivenFile,
  files: readonly GivenFile[],
  { root, hasMeshes }: Pick<Source, 'root' | 'hasMeshes'>,
): Promise<Model> {
  const text = textOf(main);
  const resolve = (path: string): Uint8Array => find(files, path).bytes;
  // Every package is mapped to its own name; `find` locates its files.
  const packages = Object.fromEntries([...text.matchAll(/package:\/\/([^/"']+)/g)].map(([, name]) => [name, name]));
  const meshes = hasMeshes ? ('convex' as const) : ('skip' as const);
  const options = { name: main.name || 'robot', resolve, packages, meshes };
  // Unsupported parts become warnings.
  if (/<mujoco[\s>]/.test(text)) return readMjcf(text, { ...options, unsupported: 'ignore' });
  return readUrdf(text, { ...options, root });
}

/** A file by its path, or else by its name: dropped files have lost their folders. */
function find(files: readonly GivenFile[], path: string): GivenFile {
  const found = files.find(({ name }) => name === path) ?? files.find(({ name }) => baseName(name) === baseName(path));
  if (found) return found;
  throw new RangeError(
    `the robot needs ${baseName(path)}: drop it together with the others, or leave out the robot’s meshes`,
  );
}
