// What a job computes, as plain data and files: independent of folders and machines, and identified by its content.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Fields } from './check.ts';
import type { Range } from './ranges.ts';

/** The version of the library. Workers of another version take no tasks, because their results may differ in bits. */
export const version = (
  JSON.parse(readFileSync(fileURLToPath(import.meta.resolve('proximal/package.json')), 'utf8')) as { version: string }
).version;

export interface Work {
  /** The name of a kind in `kinds`. */
  readonly kind: string;
  /** Checked fields of the job file. */
  readonly fields: Fields;
  /** Contents of the files that the job names. */
  readonly files: Files;
}

/** Contents by name. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** The items of a work, ready to be computed. */
export interface OpenWork {
  readonly count: number;
  /** Ranges begin and end at multiples of this number, or at `count`. */
  readonly grain: number;
  /**
   * The results of items `from` to `to − 1`. The results of consecutive ranges, one after the other, are those of the whole range.
   * @param files of the work: at least those that `filesOf` names for the range
   */
  run(from: number, to: number, files: Files): Uint8Array | Promise<Uint8Array>;
}

/** A kind of job. */
export interface JobKind {
  readonly name: string;
  /** The fields of its job files. */
  readonly fields: readonly string[];
  /** The extension of the merged results. */
  readonly extension: 'jsonl' | 'bin';
  /** Whether only workers that were started with a module can compute it. */
  readonly needsModule?: boolean;
  /** Checks the fields of a job file, and reads the files that it names. */
  read(where: string, fields: Fields, load: LoadFile): Promise<Pick<Work, 'fields' | 'files'>>;
  /** The names of the files that a range needs. Default: all. */
  filesOf?(fields: Fields, range: Range): readonly string[];
  /** @param options what the worker was started with */
  open(work: Work, options: OpenOptions): OpenWork | Promise<OpenWork>;
  /** The result in place of an item whose computation ended its worker; absent for kinds whose results have no place for errors. */
  failure?(index: number, message: string): Uint8Array;
}

export interface OpenOptions {
  /** The address of the worker's own ES module, if any. */
  readonly module?: string | undefined;
}

/** Reads a file, or lists a folder, below the folder of the job file. */
export interface LoadFile {
  (path: string): Promise<Uint8Array>;
  list(path: string): Promise<readonly string[]>;
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A work in the form that is stored: its files by hash. */
export interface Manifest {
  readonly version: string;
  readonly kind: string;
  readonly fields: Fields;
  readonly files: Readonly<Record<string, string>>;
}

/** The same work with its files in memory that threads share. */
export function shareFiles({ files, ...work }: Work): Work {
  return { ...work, files: new Map([...files].map(([name, bytes]) => [name, sharedBytes(bytes)])) };
}

/** The same bytes in memory that threads share. */
export function sharedBytes(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}

const encoder = new TextEncoder();

/** The bytes of the manifest, whose hash identifies the work. */
export function manifestOf({ kind, fields, files }: Work): Uint8Array {
  const hashes = [...files].map(([name, bytes]) => [name, hashOf(bytes)] as const);
  const manifest: Manifest = { version, kind, fields, files: Object.fromEntries(hashes) };
  return encoder.encode(JSON.stringify(manifest));
}
