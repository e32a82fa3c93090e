// Writes generated sources into the kernel folder, and removes those that are no longer generated.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { kernelFolder } from './compile-kernel.ts';

/**
 * @param sources texts by path relative to the kernel folder
 * @param isGenerated whether a path is one of a generated source
 */
export function writeSources(sources: ReadonlyMap<string, string>, isGenerated: (path: string) => boolean): void {
  for (const file of readdirSync(kernelFolder, { recursive: true, encoding: 'utf8' })) {
    const path = file.replaceAll('\\', '/');
    if (path.endsWith('.ts') && isGenerated(path) && !sources.has(path)) rmSync(join(kernelFolder, path));
  }
  for (const [path, text] of sources) {
    const file = join(kernelFolder, path);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
