// Robots of jobs: read from the files of the work, which are collected when the job is read.
import type { Model } from 'proximal/dynamics';
import { readMjcf, readSrdf, readUrdf } from 'proximal/io';
import { messageOf } from '../check.ts';

/** Returns the content of a file, by its path relative to the job. */
export type ReadFile = (path: string) => Promise<Uint8Array>;

/** Reads files by `load`, and keeps them in `files`. */
export function collecting(load: ReadFile, files: Map<string, Uint8Array>): ReadFile {
  return async (path) => {
    const bytes = await load(path);
    files.set(path, bytes);
    return bytes;
  };
}

/** Reads the files of a work. */
export function fromFiles(files: ReadonlyMap<string, Uint8Array>): ReadFile {
  return async (path) => {
    const bytes = files.get(path);
    if (!bytes) throw new Error(`${path} is not a file of the job`);
    // A copy: shared memory is not accepted everywhere.
    return bytes.slice();
  };
}

export interface RobotFile {
  /** The path of a URDF or MJCF file, or its text. */
  readonly file?: string;
  readonly text?: string;
  readonly name: string;
  readonly root?: 'fixed' | 'free-flyer';
  /** The path of the SRDF file of a URDF. */
  readonly srdf?: string;
}

/** Loads a robot with its meshes. */
export async function loadRobot({ file, text, name, root, srdf }: RobotFile, read: ReadFile): Promise<Model> {
  const bytes = file === undefined ? new TextEncoder().encode(text) : await read(file);
  const options = { name: file ?? name, resolve: read };
  try {
    if (/<mujoco[\s>]/.test(new TextDecoder().decode(bytes.subarray(0, 65_536)))) return await readMjcf(bytes, options);
    const rules = srdf === undefined ? {} : { srdf: readSrdf(await read(srdf), { name: srdf }) };
    return await readUrdf(bytes, { ...options, ...(root ? { root } : {}), ...rules });
  } catch (error) {
    throw new TypeError(`${file ?? name}: ${messageOf(error)}`);
  }
}
