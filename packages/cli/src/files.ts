// Reading and writing: standard input as `-`, and files that are written as a whole or not at all.
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { uninterrupted } from './interrupt.ts';
import { Failure } from './outcome.ts';

/** What `-` becomes before the command line is parsed: the parser would make an empty text of it. */
export const standard = 'standard input or output';

export interface InputFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export function readInput(path: string): InputFile {
  try {
    if (path === standard) return { name: 'standard input', bytes: readFileSync(0) };
    return { name: baseName(path), bytes: readFileSync(path) };
  } catch (error) {
    throw new Failure(`${path} cannot be read: ${reasonOf(error)}`);
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

/** A file under way: it stands beside its place until it is finished. */
export class Draft {
  private readonly draft: string;
  private readonly file: number;
  private waiting = '';

  constructor(private readonly path: string) {
    this.draft = `${path}.${process.pid}.tmp`;
    try {
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
        throw Object.assign(new Error(), { code: 'EISDIR' });
      this.file = openSync(this.draft, 'w');
    } catch (error) {
      throw new Failure(`${path} cannot be written: ${reasonOf(error)}`);
    }
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
      renameSync(this.draft, this.path);
    });
  }

  /** Leaves nothing. */
  discard(): void {
    rmSync(this.draft, { force: true });
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

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const known: Record<string, string> = {
    ENOENT: 'there is no such file or folder',
    EACCES: 'permission denied',
    EISDIR: 'it is a folder',
    ENOSPC: 'the disk is full',
  };
  return known[code ?? ''] ?? message;
}
