// Access to a robot's file and its meshes: by a path in Node, an address, or a function of the caller.
import { checkOptions, wrongType } from '../../check/argument.ts';
import { type Convex, convex } from '../../shapes/convex.ts';
import { FileError } from '../file-error.ts';
import { readFile } from '../load-below.ts';
import { type Mesh, mergeMeshes } from '../mesh.ts';
import { readMesh } from '../read.ts';
import type { FileData } from '../source.ts';
import { beyond, type RobotLimits, readLimits } from './limits.ts';
import type { MeshSurface } from './mesh-mass.ts';

/**
 * Options of `loadUrdf`, `readUrdf`, `loadMjcf` and `readMjcf`.
 * @example
 * ```ts
 * const options: RobotOptions = { packages: { my_robot: '../my_robot' }, strict: true };
 * ```
 */
export interface RobotOptions {
  /**
   * The name of the file, used in messages; its folder is the base of relative paths. By default the given path; for text, a placeholder
   * such as `<urdf>`, and relative paths are used unchanged.
   */
  readonly name?: string;
  /**
   * Returns the content of the file at a path. It is called for each file that the description refers to, and for a description that is
   * loaded by its path. A relative path in the description is prefixed by the description's folder, and a path in a package by the
   * package's folder. Such a path comes from the file, so check it before opening anything, as `loadFileBelow` does. By default, a regular
   * file is read if its real path is below the folder of the description, one of `packages`, one of `folders`, or the folder of a package
   * that contains the description (see `packages`). For a description at a URL, files below its folder are fetched.
   */
  readonly resolve?: (path: string) => FileData | Promise<FileData>;
  /** Further folders or URLs below which files of the description may be read. */
  readonly folders?: readonly string[];
  /** Limits of the robot's size, files and meshes included: see `RobotLimits`. */
  readonly limits?: Partial<RobotLimits>;
  /**
   * Folders of packages by name, for meshes at `package://name/…`. By default, a package is the nearest parent folder of the description
   * that has the package's name; files of this folder outside the description's folder are read only if the folder contains a
   * `package.xml`.
   */
  readonly packages?: Readonly<Record<string, string>>;
  /** `'convex'` (the default) takes the convex hull of each mesh; `'skip'` ignores meshes, with a notice for each. */
  readonly meshes?: 'convex' | 'skip';
  /** Whether warnings are errors; false unless given. */
  readonly strict?: boolean;
}

/** @internal */
const robotOptionNames = ['name', 'resolve', 'folders', 'limits', 'packages', 'meshes', 'strict'] as const;

/** A mesh, and its convex hull, which is used for collisions. */
export interface LoadedMesh {
  readonly hull: Convex;
  readonly surface: MeshSurface;
}

function makeMesh(vertices: ArrayLike<number>, triangles: ArrayLike<number>, scale: readonly number[]): LoadedMesh {
  const scaled = Array.from(vertices, (x, k) => x * scale[k % 3]);
  // A reflection turns triangles inside out.
  const isMirrored = scale[0] * scale[1] * scale[2] < 0;
  const corners = Array.from(triangles, (_, k) => triangles[isMirrored ? k - (k % 3) + (2 - (k % 3)) : k]);
  return { hull: convex(scaled), surface: { vertices: scaled, triangles: corners } };
}

/** The longest path that is accepted, in characters: the limit of Linux. */
const longestPath = 4096;
/** The largest `package.xml`, in bytes. */
const packageBytes = 2 ** 20;

/** The location of a file that the description refers to. */
interface Location {
  readonly file: string;
  /** The folder of a package that is not in the options: a parent folder of the description with the package's name. */
  readonly packageFolder?: string;
}

/** The location of a robot's description: a path, an address, or a `URL`. */
export type RobotPath = string | { readonly href: string };

/** The text of a description, and the files around it. */
export interface RobotText {
  readonly files: RobotFiles;
  readonly text: string;
}

/** A robot's description and the files it refers to. */
export class RobotFiles {
  /** The name in messages. */
  readonly file: string;
  readonly limits: RobotLimits;
  private readonly folder: string;
  /** Folders below which the description may refer to files. */
  private readonly folders: string[];
  private readonly packageFolders = new Map<string, Promise<boolean>>();
  private readonly meshes = new Map<string, Promise<Mesh>>();
  private readonly loaded = new Map<string, Promise<LoadedMesh>>();
  private opened = 0;
  private bytes = 0;
  private vertices = 0;

  private constructor(
    where: string,
    file: string,
    hasFolder: boolean,
    private readonly options: RobotOptions,
  ) {
    this.file = file;
    this.limits = readLimits(where, options.limits);
    // Windows accepts both slashes. A path with a drive letter, or with a backslash before the first slash, counts as a Windows path.
    const path = /^([A-Za-z]:|[^/]*\\)/.test(file) ? file.replaceAll('\\', '/') : file;
    this.folder = path.slice(0, path.lastIndexOf('/') + 1);
    this.folders = [
      ...(hasFolder ? [this.folder] : []),
      ...Object.values(options.packages ?? {}),
      ...(options.folders ?? []),
    ];
  }

  /** Loads a description from its path or address. @param own further options of the format */
  static async load(where: string, path: RobotPath, options: RobotOptions, own: readonly string[]): Promise<RobotText> {
    checkRobotOptions(where, options, own);
    const file = typeof path === 'string' ? path : path?.href;
    if (typeof file !== 'string' || file.trim() === '')
      throw wrongType(where, 'path', path, 'give the path or the address of the file');
    if (isXml(file))
      throw wrongType(where, 'path', path, `for the text of a file call ${where.replace('load', 'read')}`);
    const files = new RobotFiles(where, options.name ?? file, true, options);
    return files.check(textOf(await files.open({ file }, true)));
  }

  /** Reads a description from memory. @param own further options of the format */
  static read(where: string, data: FileData, options: RobotOptions, own: readonly string[]): RobotText {
    checkRobotOptions(where, options, own);
    if (typeof data !== 'string' && !(data instanceof Uint8Array) && !(data instanceof ArrayBuffer))
      throw wrongType(where, 'data', data, 'give the text or the bytes of the file');
    const file = options.name ?? `<${where.replace('read', '').toLowerCase()}>`;
    const text = textOf(data);
    if (!isXml(text)) throw new FileError(file, {}, 'this is not XML: it does not start with <');
    return new RobotFiles(where, file, options.name !== undefined, options).check(text);
  }

  private check(text: string): RobotText {
    this.checkLength(this.file, text);
    return { files: this, text };
  }

  /** The text of a file relative to this one, such as an MJCF include. */
  async include(path: string): Promise<{ file: string; text: string }> {
    const location = this.locate(path);
    const text = textOf(await this.open(location));
    this.checkLength(location.file, text);
    return { file: location.file, text };
  }

  /** A mesh with scaled coordinates, and its convex hull. */
  mesh(path: string, scale: readonly number[]): Promise<LoadedMesh> {
    const location = this.locate(path);
    const key = `${scale.join(' ')} ${location.file}`;
    const loading = this.loaded.get(key) ?? this.scaled(location, scale);
    this.loaded.set(key, loading);
    return loading;
  }

  private async scaled(location: Location, scale: readonly number[]): Promise<LoadedMesh> {
    const { file } = location;
    const reading = this.meshes.get(file) ?? this.read(location);
    this.meshes.set(file, reading);
    const { vertices, triangles } = await reading;
    return this.make(vertices, triangles, scale);
  }

  private async read(location: Location): Promise<Mesh> {
    const data = await this.open(location);
    // The limits of a robot may be larger than those of a mesh.
    const [maxBytes, maxVertices] = [this.limits.fileBytes, this.limits.vertices].map((limit) =>
      Math.min(limit, 2 ** 31),
    );
    return mergeMeshes(readMesh(data, { name: location.file, maxBytes, maxVertices }));
  }

  /** @param triangles none for a cloud of points */
  make(vertices: ArrayLike<number>, triangles: ArrayLike<number>, scale: readonly number[]): LoadedMesh {
    this.vertices += vertices.length / 3;
    if (this.vertices > this.limits.vertices)
      throw new RangeError(`the meshes have ${beyond('vertices', this.limits.vertices)} vertices`);
    return makeMesh(vertices, triangles, scale);
  }

  /** Resolves a path of the description: in a package, absolute, or relative to the file. */
  locate(path: string): Location {
    if (path.length > longestPath) throw new FileError(this.file, {}, 'a path has more than 4096 characters');
    const inPackage = /^(?:package|model):\/\/([^/]+)\/(.*)$/.exec(path);
    if (!inPackage) return { file: /^([a-z]+:\/\/|\/|[A-Za-z]:[\\/])/i.test(path) ? path : this.folder + path };
    const [, name, rest] = inPackage;
    const { packages = {} } = this.options;
    if (Object.hasOwn(packages, name)) return { file: `${packages[name].replace(/\/$/, '')}/${rest}` };
    const above = `/${this.folder}`.lastIndexOf(`/${name}/`);
    if (above < 0) throw new FileError(path, {}, `the package ${name} is unknown; give its folder in options.packages`);
    const packageFolder = this.folder.slice(0, above + name.length);
    return { file: `${packageFolder}/${rest}`, packageFolder };
  }

  /** @param isGiven whether the path is from the caller, not from a file */
  private async open(location: Location, isGiven = false): Promise<FileData> {
    const { file } = location;
    const { limits } = this;
    if (++this.opened > limits.files)
      throw new FileError(file, {}, `the robot opens ${beyond('files', limits.files)} files`);
    const data = await this.resolve(location, isGiven);
    const size = sizeOf(data, limits.fileBytes);
    if (size > limits.fileBytes)
      throw new FileError(file, {}, `the file has ${beyond('fileBytes', limits.fileBytes)} bytes`);
    this.bytes += size;
    if (this.bytes > limits.bytes)
      throw new FileError(file, {}, `the files of the robot have ${beyond('bytes', limits.bytes)} bytes`);
    return data;
  }

  private async resolve({ file, packageFolder }: Location, isGiven: boolean): Promise<FileData> {
    try {
      if (this.options.resolve) return await this.options.resolve(file);
      if (isGiven) return await readFile(file, null, this.limits.fileBytes);
      const isPackage = packageFolder !== undefined && (await this.isPackage(packageFolder));
      const folders = isPackage ? [...this.folders, packageFolder] : this.folders;
      return await readFile(file, folders, this.limits.fileBytes);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const remedy = reason.startsWith('it is outside')
        ? '; give its folder in options.folders or options.packages'
        : '';
      throw new FileError(file, {}, `the file could not be read (${reason})${remedy}`, error);
    }
  }

  /** Whether a folder above the description has a `package.xml`. */
  private isPackage(folder: string): Promise<boolean> {
    const pending = this.packageFolders.get(folder);
    if (pending) return pending;
    const reading = readFile(`${folder}/package.xml`, [folder], packageBytes).then(
      () => true,
      () => false,
    );
    this.packageFolders.set(folder, reading);
    return reading;
  }

  private checkLength(file: string, text: string): void {
    const { characters } = this.limits;
    if (text.length > characters)
      throw new FileError(file, {}, `the file has ${beyond('characters', characters)} characters`);
  }
}

/** The size of a file in bytes, or of a text in UTF-8; for a text of more than `limit` characters only a lower bound, without a copy of it. */
function sizeOf(data: FileData, limit: number): number {
  if (typeof data !== 'string') return data.byteLength;
  return data.length > limit ? data.length : new TextEncoder().encode(data).byteLength;
}

/** Whether a text may be a description, and not a path. */
function isXml(text: string): boolean {
  return /^[\s\uFEFF]*</.test(text);
}

function textOf(data: FileData): string {
  if (typeof data === 'string') return data;
  return new TextDecoder().decode(data instanceof Uint8Array ? data : new Uint8Array(data));
}

function checkRobotOptions(where: string, options: RobotOptions, own: readonly string[]): void {
  checkOptions(where, 'options', options, [...robotOptionNames, ...own]);
  const { name, resolve, folders, packages, meshes, strict } = options;
  if (name !== undefined && typeof name !== 'string') {
    throw wrongType(where, 'options.name', name, "give the file's name as a string, or leave it out");
  }
  if (resolve !== undefined && typeof resolve !== 'function') {
    throw wrongType(where, 'options.resolve', resolve, 'give a function from a path to the content of the file');
  }
  const isFolders = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string');
  if (folders !== undefined && !(Array.isArray(folders) && isFolders(folders))) {
    throw wrongType(where, 'options.folders', folders, 'give an array of folders, as strings');
  }
  if (packages !== undefined && !isFolders(packages)) {
    throw wrongType(where, 'options.packages', packages, 'give an object from package names to folders');
  }
  if (meshes !== undefined && meshes !== 'convex' && meshes !== 'skip') {
    throw wrongType(where, 'options.meshes', meshes, "give 'convex' or 'skip', or leave it out");
  }
  if (strict !== undefined && typeof strict !== 'boolean') {
    throw wrongType(where, 'options.strict', strict, 'give true or false');
  }
}
