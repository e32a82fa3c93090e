// Reading and writing: standard input as `-`, and files that are written as a whole or not at all.
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

/** What `-` becomes before the command line is parsed: the parser would make an empty text of it. */
export const standard = 'standard input or output';

export interface InputFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The largest file, in bytes: as much as the readers of meshes take. */
const mostBytes = 512 * 2 ** 20;

/** A file that the user names: pipes and devices too, as far as a file may be long. */
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

/** What is there counts, not what was announced: devices have no length, and files may grow. */
function readAll(file: number): Uint8Array {
  let bytes = new Uint8Array(1 << 20);
  for (let count = 0; ; ) {
    const got = readSync(file, bytes, count, bytes.length - count, null);
    if (got === 0) return bytes.slice(0, count);
    count += got;
    if (count > mostBytes) throw new Error(`it has more than ${mostBytes} bytes`);
    if (count < bytes.length) continue;
    const wider = new Uint8Array(Math.min(2 * count, mostBytes + 1));
    wider.set(bytes);
    bytes = wider;
  }
}

/** A file that another file names: a regular one below the folders. */
export async function readNamed(path: string, folders: readonly string[]): Promise<InputFile> {
  try {
    return { name: baseName(path), bytes: await loadFileBelow(path, folders, { maxBytes: mostBytes }) };
  } catch (error) {
    const reason = reasonOf(error);
    const remedy = reason.includes('outside of the folders') ? '; --folder gives another one' : '';
    throw new Failure(`${path} cannot be read: ${reason}${remedy}`);
  }
}

/** Both kinds of slashes, whatever the system: scripts travel. */
function baseName(path: string): string {
  return basename(path.replaceAll('\\', '/'));
}

/** Writes a file as a whole: whoever is interrupted leaves the old file or the new one. `-` is standard output. */
export async function writeOutput(path: string, content: string | Uint8Array): Promise<void> {
  if (path === standard) {
    process.stdout.write(content);
    return;
  }
  // Ctrl-C may come at any moment, and would leave the draft.
  await uninterrupted(() => {
    const draft = new Draft(path);
    draft.write(content);
    draft.finish();
  });
}

/** So many characters are written at a time. */
const portion = 1 << 16;

/** Drafts that are not finished: whatever ends the program takes them along. */
const underWay = new Set<Draft>();

function discardAll(): void {
  for (const draft of underWay) draft.discard();
}

let isGuarded = false;

function guardDrafts(): void {
  if (isGuarded) return;
  isGuarded = true;
  process.once('exit', discardAll);
  // Other threads hear no signals.
  if (!shared)
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(endings[signal]));
}

/** Where a path leads through all links: two spellings of one place are the same. */
export function placeOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // It is not there yet; its folder has to be.
    const folder = dirname(path);
    return existsSync(folder) ? join(realpathSync(folder), basename(path)) : resolve(path);
  }
}

/**
 * A file under way. It stands beside its place, under an unpredictable name, until it is finished; it keeps the mode of the file that it
 * replaces. Devices and pipes are written straight.
 */
export class Draft {
  private readonly place: string;
  /** Null where nothing has to be moved. */
  private readonly draft: string | null;
  private readonly file: number;
  private waiting = '';

  constructor(private readonly path: string) {
    // Before the file is there: a signal may come at any moment.
    guardDrafts();
    try {
      this.place = placeOf(path);
      const old = statSync(this.place, { throwIfNoEntry: false });
      if (old?.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
      this.draft = old && !old.isFile() ? null : `${this.place}.${randomBytes(8).toString('hex')}.tmp`;
      if (this.draft !== null) announceDraft(this.draft);
      // Exclusive: a link that somebody has put there is not followed.
      this.file = openSync(this.draft ?? this.place, this.draft === null ? 'w' : 'wx');
      if (old && this.draft !== null) fchmodSync(this.file, old.mode & 0o7777);
    } catch (error) {
      throw new Failure(`${path} cannot be written: ${reasonOf(error)}`);
    }
    underWay.add(this);
  }

  write(content: string | Uint8Array): void {
    this.attempt(() => writeFileSync(this.file, content));
  }

  /** Many short texts, a portion of them at a time. */
  append(text: string): void {
    this.waiting += text;
    if (this.waiting.length >= portion) this.flush();
  }

  private flush(): void {
    if (this.waiting !== '') this.write(this.waiting);
    this.waiting = '';
  }

  /** Moves the file to its place. */
  finish(): void {
    this.flush();
    this.attempt(() => {
      closeSync(this.file);
      if (this.draft !== null) renameSync(this.draft, this.place);
      underWay.delete(this);
    });
  }

  /** Leaves nothing. */
  discard(): void {
    underWay.delete(this);
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
