// Robots from files: the format, and the model with the files beside it.
import type { Model } from 'proximal/dynamics';
import { readMjcf, readUrdf, type UrdfOptions } from 'proximal/io';
import { type InputFile, standard } from './files.ts';
import { Failure, messageOf, UsageError } from './outcome.ts';

export type RobotFormat = 'urdf' | 'mjcf';

/** The format of a robot's XML file, by its root element; null if the file is not XML. */
export function robotFormatOf({ name, bytes }: InputFile): RobotFormat | null {
  const text = new TextDecoder().decode(bytes.subarray(0, 65_536));
  if (!/^[\s\uFEFF]*</.test(text)) return null;
  const root = /<([A-Za-z_][\w.-]*)/.exec(withoutComments(text))?.[1];
  if (root === 'robot') return 'urdf';
  if (root === 'mujoco') return 'mjcf';
  throw new Failure(`${name}: <${root ?? '?'}> is neither a <robot> (URDF) nor a <mujoco> model (MJCF).`);
}

/** Removes comments, which may precede the root element. */
function withoutComments(text: string): string {
  const [first, ...comments] = text.split('<!--');
  const after = comments.map((comment) => {
    const end = comment.indexOf('-->');
    return end < 0 ? '' : comment.slice(end + 3);
  });
  return [first, ...after].join('');
}

/** The option `--folder` of commands that read robots. */
export const folderOption = {
  type: 'string',
  array: true,
  nargs: 1,
  describe: 'another folder from which files named by a robot or a simulation may be read',
} as const;

/** The option `--package` of commands that read robots. */
export const packageOption = {
  type: 'string',
  array: true,
  nargs: 1,
  describe: 'name=folder, for meshes of a robot at package://name/…',
} as const;

/** The values of `--package`: folders by name. */
export function packageFolders(values: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    values.map((text) => {
      const [, name, folder] = /^([^=]+)=(.+)$/.exec(text) ?? [];
      if (name === undefined) throw new UsageError(`--package ${text}: give name=folder.`);
      return [name, folder];
    }),
  );
}

/** The option `--ignore-unsupported` of commands that read robots. */
export const unsupportedOption = {
  type: 'boolean',
  default: false,
  describe: 'leave out unsupported parts of an MJCF robot, such as tendons with stiffness; a warning names each',
} as const;

/** The option `--no-meshes` of commands that read robots. */
export const meshesOption = {
  type: 'boolean',
  default: true,
  describe: "--no-meshes omits a robot's meshes",
} as const;

/** @param path of the file, for the meshes beside it */
export async function loadRobot(
  path: string,
  { name, bytes }: InputFile,
  format: RobotFormat,
  {
    ignoreUnsupported,
    ...options
  }: Pick<UrdfOptions, 'packages' | 'meshes' | 'root' | 'folders' | 'srdf'> & { readonly ignoreUnsupported: boolean },
): Promise<Model> {
  try {
    const readOptions = { ...options, name: path === standard ? name : path };
    if (format === 'urdf') return await readUrdf(bytes, readOptions);
    return await readMjcf(bytes, { ...readOptions, unsupported: ignoreUnsupported ? 'ignore' : 'refuse' });
  } catch (error) {
    // The library's messages name options of the library: replaced by the options of the command.
    const message = messageOf(error)
      .replace('options.folders or options.packages', '--folder or --package')
      .replace('options.packages', '--package name=folder')
      .replace("{ meshes: 'skip' }", '--no-meshes')
      .replace("{ unsupported: 'ignore' }", '--ignore-unsupported');
    throw new Failure(message);
  }
}
