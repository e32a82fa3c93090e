// Inlines the accessors of blocks in the compiled JavaScript of the kernel, as build-kernel.ts does for WebAssembly.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { kernelFolder } from './compile-kernel.ts';
import { kernelSources } from './dialect.ts';
import { blocksOf } from './layout/generate.ts';
import { inlineBlocks } from './layout/inline.ts';

const compiled = resolve(kernelFolder, '../dist/kernel');
const blocks = blocksOf(kernelSources());
for (const path of readdirSync(compiled, { recursive: true, encoding: 'utf8' })) {
  if (!path.endsWith('.js')) continue;
  const text = readFileSync(join(compiled, path), 'utf8');
  const inlined = inlineBlocks(path.replaceAll('\\', '/'), text, blocks);
  if (inlined !== text) writeFileSync(join(compiled, path), inlined);
}
