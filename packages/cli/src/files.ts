// Reading and writing: standard input as `-`, and files that are written as a whole or not at all.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
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

/**
 * Writes a file beside its place and moves it there: whoever is interrupted leaves the old file or the new one. Ctrl-C cannot come
 * between, because the writing is synchronous.
 */
export function writeOutput(path: string, content: string | Uint8Array): void {
  if (path === standard) {
    process.stdout.write(content);
    return;
  }
  const draft = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, content);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new Failure(`${path} cannot be written: ${reasonOf(error)}`);
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
