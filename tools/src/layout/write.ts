// Writes the generated sources of all blocks into the kernel folder, and removes those of blocks that no longer exist.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { kernelFolder } from '../compile-kernel.ts';
import { isGenerated, sourceOf } from './generate.ts';
import type { Blocks } from './inline.ts';

export function writeBlocks(blocks: Blocks): void {
  for (const file of readdirSync(kernelFolder, { recursive: true, encoding: 'utf8' })) {
    const path = file.replaceAll('\\', '/');
    if (path.endsWith('.ts') && isGenerated(path) && !blocks.has(path)) rmSync(join(kernelFolder, path));
  }
  for (const [path, block] of blocks) {
    const file = join(kernelFolder, path);
    const text = sourceOf(path, block);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
