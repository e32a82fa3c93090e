// Where a robot's file and its meshes come from: a path in Node, an address in the browser, or the caller's own function.
import { checkOptions, wrongType } from '../../check/argument.ts';
import { type Convex, convex } from '../../shapes/convex.ts';
import { FileError } from '../file-error.ts';
import { mergeMeshes } from '../mesh.ts';
import { readMesh } from '../read.ts';
import type { FileData } from '../source.ts';
import type { MeshSurface } from './mesh-mass.ts';

/**
 * Options of `loadUrdf` and `loadMjcf`.
 * @example
 * ```ts
 * const options: RobotOptions = { packages: { my_robot: '../my_robot' }, strict: true };
 * ```
 */
export interface RobotOptions {
  /** The name of the file, for messages and, with its folder, for relative meshes; by default the path, if one is given. */
  readonly name?: string;
  /**
   * Returns the content of a file that the description names, by its path with the folder of the description before it.
   * The path comes from the file: check it before you open anything. By default files are read in Node and fetched elsewhere.
   */
  readonly resolve?: (path: string) => FileData | Promise<FileData>;
  /** Folders of packages by name, for meshes at `package://name/…`. By default the folder of that name above the file. */
  readonly packages?: Readonly<Record<string, string>>;
  /** `'convex'` takes the convex hull of each mesh, `'skip'` leaves meshes out with a notice for each. */
  readonly meshes?: 'convex' | 'skip';
  /** Whether warnings are errors; false unless given. */
  readonly strict?: boolean;
}

/** @internal */
export const robotOptionNames = ['name', 'resolve', 'packages', 'meshes', 'strict'] as const;

/** A mesh, and its convex hull, which is what collides. */
export interface LoadedMesh {
  readonly hull: Convex;
  readonly surface: MeshSurface;
}

/** @param triangles none for a cloud of points */
export function makeMesh(
  vertices: ArrayLike<number>,
  triangles: ArrayLike<number>,
  scale: readonly number[],
): LoadedMesh {
  const scaled = Array.from(vertices, (x, k) => x * scale[k % 3]);
  // A mirror turns triangles inside out.
  const isMirrored = scale[0] * scale[1] * scale[2] < 0;
  const corners = Array.from(triangles, (_, k) => triangles[isMirrored ? k - (k % 3) + (2 - (k % 3)) : k]);
  return { hull: convex(scaled), surface: { vertices: scaled, triangles: corners } };
}

/** The largest description, in characters. */
const longest = 64 * 2 ** 20;

/** The files around a robot. */
export class RobotFiles {
  /** The name in messages. */
  readonly file: string;
  private readonly folder: string;
  private readonly loaded = new Map<string, Promise<LoadedMesh>>();

  private constructor(
    file: string,
    private readonly options: RobotOptions,
  ) {
    this.file = file;
    // Windows reads both slashes. Elsewhere a \\ may stand in a name, but hardly before the first slash.
    const path = /^([A-Za-z]:|[^/]*\\)/.test(file) ? file.replaceAll('\\', '/') : file;
    this.folder = path.slice(0, path.lastIndexOf('/') + 1);
  }

  /** @returns the files and the text of the description */
  static async open(
    where: string,
    format: 'urdf' | 'mjcf',
    source: string | { readonly href: string },
    options: RobotOptions,
    known: readonly string[],
  ): Promise<{ files: RobotFiles; text: string }> {
    checkOptions(where, 'options', options, known);
    checkRobotOptions(where, options);
    const textOrPath = typeof source === 'string' ? source : source?.href;
    if (typeof textOrPath !== 'string' || textOrPath.trim() === '') {
      throw wrongType(where, 'textOrPath', source, 'give the text of the file, or its path');
    }
    const isText = /^[\s\uFEFF]*</.test(textOrPath);
    const files = new RobotFiles(options.name ?? (isText ? `<${format}>` : textOrPath), options);
    const text = isText ? textOrPath : await files.text(textOrPath);
    if (text.length > longest) throw new FileError(files.file, {}, `the file has more than ${longest} characters`);
    return { files, text };
  }

  /** The text of a file that stands beside this one, such as an MJCF include. */
  async include(path: string): Promise<{ file: string; text: string }> {
    const file = this.locate(path);
    return { file, text: await this.text(file) };
  }

  /** A mesh, each coordinate scaled, as the file has it and as its convex hull. */
  mesh(path: string, scale: readonly number[]): Promise<LoadedMesh> {
    const key = `${scale.join(' ')} ${path}`;
    const loading = this.loaded.get(key) ?? this.read(path, scale);
    this.loaded.set(key, loading);
    return loading;
  }

  private async read(path: string, scale: readonly number[]): Promise<LoadedMesh> {
    const file = this.locate(path);
    const data = await this.open(file);
    const { vertices, triangles } = mergeMeshes(readMesh(data, { name: file }));
    return makeMesh(vertices, triangles, scale);
  }

  /** A path as the file means it: of a package, absolute, or beside the file. */
  private locate(path: string): string {
    const inPackage = /^(?:package|model):\/\/([^/]+)\/(.*)$/.exec(path);
    if (!inPackage) return /^([a-z]+:\/\/|\/|[A-Za-z]:[\\/])/.test(path) ? path : this.folder + path;
    const [, name, rest] = inPackage;
    const folder = this.options.packages?.[name];
    if (folder !== undefined) return `${folder.replace(/\/$/, '')}/${rest}`;
    const above = this.folder.lastIndexOf(`/${name}/`);
    if (above >= 0) return `${this.folder.slice(0, above)}/${name}/${rest}`;
    if (this.folder.startsWith(`${name}/`)) return `${name}/${rest}`;
    throw new FileError(path, {}, `the package ${name} is unknown; give its folder in options.packages`);
  }

  private async text(file: string): Promise<string> {
    const data = await this.open(file);
    if (typeof data === 'string') return data;
    return new TextDecoder().decode(data instanceof Uint8Array ? data : new Uint8Array(data));
  }

  private async open(file: string): Promise<FileData> {
    try {
      return await (this.options.resolve ?? readOnPlatform)(file);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new FileError(file, {}, `the file could not be read (${reason})`, error);
    }
  }
}

function checkRobotOptions(where: string, options: RobotOptions): void {
  const { name, resolve, packages, meshes, strict } = options;
  if (name !== undefined && typeof name !== 'string') {
    throw wrongType(where, 'options.name', name, "give the file's name as a string, or leave it out");
  }
  if (resolve !== undefined && typeof resolve !== 'function') {
    throw wrongType(where, 'options.resolve', resolve, 'give a function from a path to the content of the file');
  }
  if (packages !== undefined && (typeof packages !== 'object' || packages === null)) {
    throw wrongType(where, 'options.packages', packages, 'give an object from package names to folders');
  }
  if (meshes !== undefined && meshes !== 'convex' && meshes !== 'skip') {
    throw wrongType(where, 'options.meshes', meshes, "give 'convex' or 'skip', or leave it out");
  }
  if (strict !== undefined && typeof strict !== 'boolean') {
    throw wrongType(where, 'options.strict', strict, 'give true or false');
  }
}

/** Node's file system where there is one (asked for at run time, so that no bundler looks for it), else fetch. */
async function readOnPlatform(path: string): Promise<Uint8Array> {
  const node = globalThis.process?.getBuiltinModule?.('node:fs/promises');
  if (node && !/^https?:/.test(path)) return node.readFile(path.startsWith('file:') ? new URL(path) : path);
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}
