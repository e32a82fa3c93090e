// Files that examples write, in a folder that is not part of the repository.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';

const folder = new URL('../../output/', import.meta.url);

/** Writes a file atomically. */
export function save(file: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  const path = new URL(file, folder);
  const draft = new URL(`${file}.${process.pid}.tmp`, folder);
  writeFileSync(draft, text);
  renameSync(draft, path);
  console.log(`drawn: examples/output/${file}`);
}
