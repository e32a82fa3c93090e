import { checkInteger, checkOptions, wrongType } from '../check/argument.ts';
import { FileError } from './file-error.ts';

/**
 * The formats that are read; `gltf` is `.gltf` and `.glb`, `dae` is COLLADA, and `stl` and `ply` are text and binary.
 * @example
 * ```ts
 * const format: FileFormat = 'stl';
 * ```
 */
export type FileFormat = 'obj' | 'stl' | 'ply' | 'gltf' | 'dae';

/**
 * The content of a file: its bytes, or its text for text formats.
 * @example
 * ```ts
 * const data: FileData = readFileSync('cup.stl');
 * ```
 */
export type FileData = string | Uint8Array | ArrayBuffer;

/**
 * Options of every reader. The limits keep a hostile file from exhausting memory; exceeding one throws a `FileError`.
 * @example
 * ```ts
 * readObj(text, { name: 'cup.obj', maxVertices: 100_000 });
 * ```
 */
export interface ReadOptions {
  /** The name of the file: used in messages, as the name of unnamed meshes, and by `readMesh` to detect the format. */
  readonly name?: string;
  /** The largest size in bytes of the file and the files it refers to; by default 512 MiB. */
  readonly maxBytes?: number;
  /** The largest number of vertices in all meshes together; by default 20 million. */
  readonly maxVertices?: number;
  /** The largest number of triangles in all meshes together; by default 20 million. */
  readonly maxTriangles?: number;
  /** The largest number of meshes in one file; by default 65,536. */
  readonly maxMeshes?: number;
  /** Called with each notice about the file, such as polygons that cross themselves. */
  readonly onNotice?: (notice: string) => void;
}

/** @internal */
export const readOptionNames = ['name', 'maxBytes', 'maxVertices', 'maxTriangles', 'maxMeshes', 'onNotice'] as const;

/** The longest name that a reader returns. */
const longestName = 256;

/** An open file: its bytes, its limits, and errors with a position in it. */
export class Source {
  readonly bytes: Uint8Array;
  /** The name in messages. */
  readonly file: string;
  /** The name of a mesh that has none in the file. */
  readonly stem: string;
  /** Whether the data is a string, which cannot hold binary data. */
  readonly isText: boolean;
  readonly maxBytes: number;
  readonly maxVertices: number;
  readonly maxTriangles: number;
  readonly maxMeshes: number;
  /** Passes a notice to the caller. */
  readonly notify: (notice: string) => void;

  constructor(
    where: string,
    format: FileFormat | 'mesh',
    data: FileData,
    options: ReadOptions = {},
    known: readonly string[] = readOptionNames,
  ) {
    checkOptions(where, 'options', options, known);
    const { name } = options;
    if (name !== undefined && typeof name !== 'string') {
      throw wrongType(where, 'options.name', name, "give the file's name as a string, or leave it out");
    }
    const { onNotice } = options;
    if (onNotice !== undefined && typeof onNotice !== 'function')
      throw wrongType(where, 'options.onNotice', onNotice, 'give a function, or leave it out');
    this.notify = (notice) => onNotice?.(notice);
    this.file = name || `<${format}>`;
    this.stem = stemOf(name ?? '');
    const limit = (key: 'maxBytes' | 'maxVertices' | 'maxTriangles' | 'maxMeshes', fallback: number): number =>
      options[key] === undefined ? fallback : checkInteger(where, `options.${key}`, options[key], 0, 2 ** 31);
    this.maxBytes = limit('maxBytes', 512 * 2 ** 20);
    this.maxVertices = limit('maxVertices', 20_000_000);
    this.maxTriangles = limit('maxTriangles', 20_000_000);
    this.maxMeshes = limit('maxMeshes', 65_536);
    this.isText = typeof data === 'string';
    // Checked before any copy is made; every character is at least one byte.
    if (typeof data === 'string') this.checkSize(data.length);
    this.bytes = bytesOf(where, data);
    this.checkSize(this.bytes.length);
  }

  /** An error about the file as a whole. */
  fail(problem: string, cause?: unknown): FileError {
    return new FileError(this.file, {}, problem, cause);
  }

  /** An error at a byte of a binary file. */
  failAtByte(offset: number, problem: string): FileError {
    return new FileError(this.file, { offset }, problem);
  }

  /** An error at a line and column, which are counted only when an error occurs. */
  failInText(offset: number, problem: string): FileError {
    const { bytes } = this;
    let [line, start] = [1, 0];
    for (let k = 0; k < offset && k < bytes.length; k++) {
      // A line ends with \n, \r\n or \r.
      if (bytes[k] === 10 || (bytes[k] === 13 && bytes[k + 1] !== 10)) {
        line++;
        start = k + 1;
      }
    }
    let column = 1;
    for (let k = start; k < offset && k < bytes.length; k++) if ((bytes[k] & 0xc0) !== 0x80) column++;
    return new FileError(this.file, { line, column }, problem);
  }

  /** An error at a path of a JSON document. */
  failAtPath(path: string, problem: string): FileError {
    return new FileError(this.file, { path }, problem);
  }

  /** The bytes from `start` to `end` as a name: one line, not too long. */
  nameAt(start: number, end: number): string {
    // Copied, because a TextDecoder does not accept shared memory. A truncated character at the end becomes U+FFFD.
    return cleanName(new TextDecoder().decode(this.bytes.slice(start, Math.min(end, start + longestName))));
  }

  /** The first bytes of a token in quotes, for messages. */
  quote(start: number, end: number): string {
    const text = new TextDecoder().decode(this.bytes.slice(start, Math.min(end, start + 40)));
    return JSON.stringify(end > start + 40 ? `${text}…` : text);
  }

  private checkSize(size: number): void {
    if (size <= this.maxBytes) return;
    throw this.fail(`the file has ${size} bytes, more than ${this.maxBytes}; raise options.maxBytes if you trust it`);
  }
}

/** The message for an exceeded limit. */
export function beyond(count: number | string, what: string, limit: number, option: string): string {
  return `${count} ${what} are more than ${limit}; raise options.${option} if you trust the file`;
}

/** A name on one line, of at most 256 characters. */
export function cleanName(name: string): string {
  return name
    .slice(0, longestName)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}

/**
 * Runs a reader. Allocations are within the limits, so they fail only if memory is short, which is reported as an error of the
 * file.
 */
export function reading<T>(source: Source, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const remedy = 'split the file, or lower options.maxBytes to refuse it early';
    throw source.fail(`the memory does not suffice (${error.message}); ${remedy}`, error);
  }
}

function stemOf(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const dot = last.lastIndexOf('.');
  return cleanName(dot > 0 ? last.slice(0, dot) : last);
}

function bytesOf(where: string, data: FileData): Uint8Array {
  if (typeof data === 'string') return new TextEncoder().encode(data);
  if (data instanceof Uint8Array) return data;
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  throw wrongType(where, 'data', data, 'give the content of the file: a Uint8Array, an ArrayBuffer or a string');
}
