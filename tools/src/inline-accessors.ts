// Inlines the accessors of blocks in the compiled JavaScript, as build-kernel.ts does for WebAssembly. No calls are left; of the blocks
// themselves only the constants remain, which the engine exports to other layers.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { kernelFolder } from './compile-kernel.ts';
import { kernelSources } from './dialect.ts';
import { blocksOf, constantsOf, sourceFile } from './layout/generate.ts';
import { inlineBlocks, inlineHostBlocks } from './layout/inline.ts';
import type { PlacedBlock } from './layout/placement.ts';

const blocks = blocksOf(kernelSources());
const hostFiles = new Map([...blocks.values()].map((block) => [`engine/blocks/${sourceFile(block.name)}`, block]));
rewrite('kernel', (path, text) => {
  const block = blocks.get(path.replace(/js$/, 'ts'));
  return block ? constantsIn(block) : inlineBlocks(path, text, blocks);
});
rewrite('src', (path, text) => {
  const block = hostFiles.get(path.replace(/js$/, 'ts'));
  return block ? constantsIn(block) : inlineHostBlocks(path, text, blocks);
});

/** Rewrites the compiled files of a folder. */
function rewrite(folder: string, textOf: (path: string, text: string) => string): void {
  const compiled = resolve(kernelFolder, '../dist', folder);
  for (const file of readdirSync(compiled, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.js')) continue;
    const text = readFileSync(join(compiled, file), 'utf8');
    const inlined = textOf(file.replaceAll('\\', '/'), text);
    if (inlined !== text) writeFileSync(join(compiled, file), inlined);
  }
}

function constantsIn(block: PlacedBlock): string {
  const lines = constantsOf(block).map(({ name, value }) => `export const ${name} = ${value};`);
  return `// From kernel/${block.path}, in numbers of 8 bytes; those that end in INT, of 4.\n${lines.join('\n')}\n`;
}
