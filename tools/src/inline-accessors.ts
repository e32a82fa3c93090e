// Inlines the accessors of blocks in the compiled JavaScript of the kernel, as build-kernel.ts does for WebAssembly. No
// calls are left; of the blocks themselves only the constants remain, which the engine reads.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { kernelFolder } from './compile-kernel.ts';
import { kernelSources } from './dialect.ts';
import { blocksOf, constantsOf } from './layout/generate.ts';
import { inlineBlocks } from './layout/inline.ts';
import type { PlacedBlock } from './layout/placement.ts';

const compiled = resolve(kernelFolder, '../dist/kernel');
const blocks = blocksOf(kernelSources());
for (const file of readdirSync(compiled, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.js')) continue;
  const path = file.replaceAll('\\', '/');
  const block = blocks.get(path.replace(/js$/, 'ts'));
  const text = readFileSync(join(compiled, file), 'utf8');
  const inlined = block ? constantsIn(block) : inlineBlocks(path, text, blocks);
  if (inlined !== text) writeFileSync(join(compiled, file), inlined);
}

function constantsIn(block: PlacedBlock): string {
  const lines = constantsOf(block).map(({ name, value }) => `export const ${name} = ${value};`);
  return `// From kernel/${block.path}, in numbers of 8 bytes; those that end in INT, of 4.\n${lines.join('\n')}\n`;
}
