// Programs in C++ that the benchmarks compare with: sources in bench/native, compiled on demand.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resultPath } from './results.ts';

export interface NativeSource {
  /** The source is `bench/native/<name>.cpp`. */
  readonly name: string;
  /** The Debian package that it needs, and a header of it to look for. */
  readonly library?: { readonly package: string; readonly header: string };
  /** The source tree that it needs, if Debian does not have the library. */
  readonly tree?: SourceTree;
  /** Arguments of the compiler, after `-O3 -march=native` and the source. */
  readonly flags: readonly string[];
  /** Writes generated sources into a folder on the include path. */
  readonly generate?: (folder: string) => void;
}

/** A library that is compiled from a source tree of the user, or installed where pkg-config finds it. */
export interface SourceTree {
  /** The environment variable with the path of the tree. */
  readonly variable: string;
  /** The name of the installed library for pkg-config; it is used if the variable is not set. */
  readonly installed?: string;
  /** A folder with a makefile that builds a library first. */
  readonly make?: string;
  /** Arguments of the compiler for a tree. */
  readonly flags: (folder: string) => readonly string[];
  /** A file of the tree, and the expression that finds the parts of the version in it. */
  readonly version: { readonly file: string; readonly pattern: RegExp };
}

/** What the compiler needs for a library, and its version; or the reason if it is not there. */
function findTree({ variable, installed, make, flags, version }: SourceTree): TreeFlags | string {
  const folder = process.env[variable];
  if (folder) {
    const file = join(folder, version.file);
    if (!existsSync(file)) return `${variable} is '${folder}', where ${version.file} is missing`;
    if (make) {
      const { status, stderr } = spawnSync('make', ['-C', join(folder, make)], { encoding: 'utf8' });
      if (status !== 0) return `make failed in ${make}: ${stderr.slice(-400)}`;
    }
    return {
      flags: flags(folder),
      version: version.pattern.exec(readFileSync(file, 'utf8'))?.slice(1).join('.') ?? 'unknown',
    };
  }
  const ask = (option: string): string | null => {
    if (!installed) return null;
    const { status, stdout } = spawnSync('pkg-config', [option, installed], { encoding: 'utf8' });
    return status === 0 ? stdout.trim() : null;
  };
  const found = [ask('--cflags'), ask('--libs')];
  if (found.includes(null)) return `${variable} is not set to a source tree`;
  return { flags: found.join(' ').split(/\s+/).filter(Boolean), version: ask('--modversion') ?? 'unknown' };
}

interface TreeFlags {
  readonly flags: readonly string[];
  readonly version: string;
}

/** The command line option that allows programs in C++. */
export const nativeOption = '--native';

/** Set by `--native`, and inherited by the processes that repeat a benchmark. */
const variable = 'PROXIMAL_BENCH_NATIVE';

export function allowNative(): void {
  process.env[variable] = '1';
}

export function isNativeAllowed(): boolean {
  return process.env[variable] === '1';
}

/** The reason for skipping programs in C++ without the option. */
export const withoutNative = 'native programs are built on demand: add --native';

/** A compiled program with a temporary folder of its own. */
export class NativeProgram {
  private constructor(
    /** The folder for input files. */
    readonly folder: string,
    readonly path: string,
    /** The version of a library from a source tree. */
    readonly version?: string,
  ) {}

  /** Compiles the source, unless a program of the same sources, flags, compiler and processor exists. Returns the reason if there is none. */
  static build({ name, library, tree, flags: own, generate }: NativeSource): NativeProgram | string {
    if (!isNativeAllowed()) return withoutNative;
    const version = spawnSync('g++', ['--version'], { encoding: 'utf8' });
    if (version.error) return 'no C++ compiler: apt-get install g++';
    if (library && !existsSync(library.header)) return `no ${library.package}: apt-get install ${library.package}`;
    const found = tree ? findTree(tree) : { flags: [], version: undefined };
    if (typeof found === 'string') return found;
    const flags = [...own, ...found.flags];
    const folder = mkdtempSync(join(tmpdir(), 'proximal-bench-'));
    try {
      generate?.(folder);
      const path = resultPath(`native/${name}-${hashOf([sources, folder], [version.stdout, ...flags])}`);
      const error = existsSync(path) ? null : compile(name, flags, folder, path);
      if (error === null) return new NativeProgram(folder, path, found.version);
      rmSync(folder, { recursive: true });
      return error;
    } catch (error) {
      rmSync(folder, { recursive: true });
      throw error;
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

const sources = fileURLToPath(new URL('../../native', import.meta.url));

/** Returns null, or the reason if there is no program. The program is moved to its path when it is complete. */
function compile(name: string, flags: readonly string[], folder: string, path: string): string | null {
  const draft = join(folder, name);
  const search = [`-I${sources}`, `-I${folder}`];
  // Flags come last, so that they can override -march.
  const args = ['-std=c++17', '-O3', '-march=native', ...search, join(sources, `${name}.cpp`), ...flags, '-o', draft];
  const compiler = spawnSync('g++', args, { encoding: 'utf8' });
  if (compiler.status !== 0) return `g++ failed: ${compiler.error?.message ?? compiler.stderr.slice(0, 400)}`;
  copyFileSync(draft, `${path}.${process.pid}.tmp`);
  renameSync(`${path}.${process.pid}.tmp`, path);
  return null;
}

/** A hash of all files in the folders, of `words` (the compiler and its flags), and of the processor that `-march=native` refers to. */
function hashOf(folders: readonly string[], words: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify([cpus()[0]?.model, ...words]));
  for (const folder of folders)
    for (const file of readdirSync(folder).sort()) hash.update(`\0${file}\0`).update(readFileSync(join(folder, file)));
  return hash.digest('hex').slice(0, 12);
}
