// The kernel's source of each declared block: constants for its size and offsets, functions for its fields. `mesh/layout.ts` with
// `interface MeshRay` gives `mesh/blocks/mesh-ray.ts`, which is imported as a whole: `import * as MeshRay from './blocks/mesh-ray.ts'`.
import { posix } from 'node:path';
import type { KernelSources } from '../dialect.ts';
import { type Accessor, accessorsOf, expressionOf } from './accessors.ts';
import { isLayout, parseLayout } from './declaration.ts';
import { type PlacedBlock, type PlacedField, placeBlocks } from './placement.ts';

/** The folder of generated sources, ignored by git. */
const folder = 'blocks';

/** Every block of the kernel, by the path of its generated source. */
export function blocksOf(sources: KernelSources): Map<string, PlacedBlock> {
  const layouts = Object.entries(sources).filter(([path]) => isLayout(path));
  const blocks = placeBlocks(layouts.flatMap(([path, text]) => parseLayout(path, text)));
  return new Map(blocks.map((block) => [sourcePath(block), block]));
}

export function isGenerated(path: string): boolean {
  return posix.basename(posix.dirname(path)) === folder;
}

function sourcePath({ path, name }: PlacedBlock): string {
  const file = name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, '-$&').toLowerCase();
  return posix.join(posix.dirname(path), folder, `${file}.ts`);
}

export function sourceOf(path: string, block: PlacedBlock): string {
  const accessors = accessorsOf(block);
  const used = ['ld', 'ldi', 'st', 'sti'].filter((name) =>
    accessors.some((each) => expressionOf(each, each.parameters).startsWith(`${name}(`)),
  );
  const port = posix.relative(posix.dirname(path), 'port/memory.ts');
  return [
    `// Generated from kernel/${block.path} by tools/src/layout: change that file instead.`,
    ...(used.length > 0 ? [`import { ${used.join(', ')} } from '${port}';`] : []),
    '',
    ...(block.doc ? [block.doc] : []),
    `export const SIZE: i32 = ${block.size};`,
    ...block.fields.flatMap((field) => ['', ...sourceOfField(field, accessors)]),
    '',
  ].join('\n');
}

/** The size of a block, the offsets of its fields and how many of each there are. */
export function constantsOf({ size, fields }: PlacedBlock): { readonly name: string; readonly value: number }[] {
  return [{ name: 'SIZE', value: size }, ...fields.flatMap(constantsOfField)];
}

/** Offsets in i32 numbers have the suffix _INT. */
function constantsOfField({ name, type, count, offset }: PlacedField): { name: string; value: number }[] {
  const constant = name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, '_$&').toUpperCase();
  const place = { name: type === 'i32' ? `${constant}_INT` : constant, value: offset };
  return count === undefined ? [place] : [place, { name: `${constant}_COUNT`, value: count }];
}

function sourceOfField(field: PlacedField, accessors: readonly Accessor[]): string[] {
  const doc = field.doc ? [field.doc] : [];
  return [
    ...doc,
    ...constantsOfField(field).map(({ name, value }) => `export const ${name}: i32 = ${value};`),
    ...accessors.filter((each) => each.field === field).flatMap((each) => [...doc, functionOf(each)]),
  ];
}

function functionOf(accessor: Accessor): string {
  const { name, field, result, parameters } = accessor;
  const list = parameters.map((each) => `${each}: ${each === 'x' ? field.type : 'i32'}`);
  const expression = expressionOf(accessor, parameters);
  return `export function ${name}(${list.join(', ')}): ${result} { ${result === 'void' ? '' : 'return '}${expression}; }`;
}
