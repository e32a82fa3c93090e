// Writes generated sources into a folder, and removes those that are no longer generated.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * @param sources texts by path relative to the folder
 * @param isGenerated whether a path belongs to a generated source
 * @returns whether any source was written, because it is new or has changed
 */
export function writeSources(
  folder: string,
  sources: ReadonlyMap<string, string>,
  isGenerated: (path: string) => boolean,
): boolean {
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = file.replaceAll('\\', '/');
    if (path.endsWith('.ts') && isGenerated(path) && !sources.has(path)) rmSync(join(folder, path));
  }
  let hasChanged = false;
  for (const [path, text] of sources) {
    const file = join(folder, path);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    hasChanged = true;
  }
  return hasChanged;
}
