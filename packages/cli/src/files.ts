// Reading and writing files: `-` is standard input or output, and files are written atomically.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchmodSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { loadFileBelow } from 'proximal/io';
import { uninterrupted } from './interrupt.ts';
import { Failure } from './outcome.ts';
import { reasonOf } from './reason.ts';
import { announceDraft, endings, shared } from './thread.ts';

/** Replaces `-` before the command line is parsed, since the parser would turn it into an empty string. */
export const standard = 'standard input or output';

export interface InputFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The largest file, in bytes: the limit of the mesh readers. */
const maxBytes = 512 * 2 ** 20;

/** Reads a file given by the user, also a pipe or device, up to the size limit. */
export function readInput(path: string): InputFile {
  try {
    if (path === standard) return { name: 'standard input', bytes: readAll(0) };
    const file = openSync(path, 'r');
    try {
      return { name: baseName(path), bytes: readAll(file) };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new Failure(`${path} cannot be read: ${reasonOf(error)}`);
  }
}

/** Reads to the end, without trusting the file's length: devices have none, and files may grow. */
function readAll(file: number): Uint8Array {
  let bytes = new Uint8Array(1 << 20);
  for (let count = 0; ; ) {
    const got = readSync(file, bytes, count, bytes.length - count, null);
    if (got === 0) return bytes.slice(0, count);
    count += got;
    if (count > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
    if (count < bytes.length) continue;
    const larger = new Uint8Array(Math.min(2 * count, maxBytes + 1));
    larger.set(bytes);
    bytes = larger;
  }
}

/** Reads a file named by another file: a regular file below the folders. */
export async function readNamed(path: string, folders: readonly string[]): Promise<InputFile> {
  try {
    return { name: baseName(path), bytes: await loadFileBelow(path, folders, { maxBytes }) };
  } catch (error) {
    const reason = reasonOf(error);
    const remedy = reason.includes('outside of the folders') ? '; --folder gives another one' : '';
    throw new Failure(`${path} cannot be read: ${reason}${remedy}`);
  }
}

/** Accepts both kinds of slashes on every system, so that scripts are portable. */
function baseName(path: string): string {
  return basename(path.replaceAll('\\', '/'));
}

/** Writes a file atomically: an interruption leaves either the old file or the new one. `-` is standard output. */
export async function writeOutput(path: string, content: string | Uint8Array): Promise<void> {
  if (path === standard) {
    process.stdout.write(content);
    return;
  }
  // Ctrl-C must not leave a temporary file behind.
  await uninterrupted(() => {
    const draft = new Draft(path);
    draft.write(content);
    draft.finish();
  });
}

export interface OutputFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** Writes several files: all temporary files are written before the first one is renamed. */
export async function writeOutputs(files: readonly OutputFile[]): Promise<void> {
  if (files.length === 1) {
    await writeOutput(files[0].path, files[0].content);
    return;
  }
  await uninterrupted(() => {
    const drafts: Draft[] = [];
    try {
      for (const { path, content } of files) {
        const draft = new Draft(path);
        drafts.push(draft);
        draft.write(content);
      }
    } catch (error) {
      for (const draft of drafts) draft.discard();
      throw error;
    }
    for (const draft of drafts) draft.finish();
  });
}

/** Characters per write. */
const flushSize = 1 << 16;

/** Unfinished drafts, which are removed when the program ends. */
const openDrafts = new Set<Draft>();

function discardAll(): void {
  for (const draft of openDrafts) draft.discard();
}

let isGuarded = false;

function guardDrafts(): void {
  if (isGuarded) return;
  isGuarded = true;
  process.once('exit', discardAll);
  // Worker threads receive no signals.
  if (!shared)
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(endings[signal]));
}

/** The real path of a file, the same for all its spellings. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // The file does not exist yet, but its folder must.
    const folder = dirname(path);
    return existsSync(folder) ? join(realpathSync(folder), basename(path)) : resolve(path);
  }
}

/**
 * A file being written: a temporary file with an unpredictable name in the same folder, renamed when finished. It keeps the mode of the file
 * that it replaces. Devices and pipes are written directly.
 */
export class Draft {
  private readonly realPath: string;
  /** The temporary file; null for devices and pipes. */
  private readonly draft: string | null;
  private readonly file: number;
  private buffer = '';

  constructor(private readonly path: string) {
    // Before the file exists, since a signal may come at any moment.
    guardDrafts();
    try {
      this.realPath = realPathOf(path);
      const old = statSync(this.realPath, { throwIfNoEntry: false });
      if (old?.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
      this.draft = old && !old.isFile() ? null : `${this.realPath}.${randomBytes(8).toString('hex')}.tmp`;
      if (this.draft !== null) announceDraft(this.draft);
      // Exclusive, so that an existing link is not followed.
      this.file = openSync(this.draft ?? this.realPath, this.draft === null ? 'w' : 'wx');
      if (old && this.draft !== null) fchmodSync(this.file, old.mode & 0o7777);
    } catch (error) {
      throw new Failure(`${path} cannot be written: ${reasonOf(error)}`);
    }
    openDrafts.add(this);
  }

  write(content: string | Uint8Array): void {
    this.attempt(() => writeFileSync(this.file, content));
  }

  /** Buffers short texts and writes them in portions. */
  append(text: string): void {
    this.buffer += text;
    if (this.buffer.length >= flushSize) this.flush();
  }

  private flush(): void {
    if (this.buffer !== '') this.write(this.buffer);
    this.buffer = '';
  }

  /** Writes the rest and renames the file. */
  finish(): void {
    this.flush();
    this.attempt(() => {
      closeSync(this.file);
      if (this.draft !== null) renameSync(this.draft, this.realPath);
      openDrafts.delete(this);
    });
  }

  /** Removes the temporary file. */
  discard(): void {
    openDrafts.delete(this);
    if (this.draft !== null) rmSync(this.draft, { force: true });
  }

  private attempt(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.discard();
      throw new Failure(`${this.path} cannot be written: ${reasonOf(error)}`);
    }
  }
}
