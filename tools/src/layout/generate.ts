// The sources of each declared block: constants for its size and offsets, functions for its fields. `mesh/layout.ts` with
// `interface MeshRay` gives the kernel's `mesh/blocks/mesh-ray.ts`, which is imported as a whole: `import * as MeshRay from
// './blocks/mesh-ray.ts'`; and `mesh-ray.ts` in the engine's folder, with the same names for views of the kernel's memory.
import { posix } from 'node:path';
import type { KernelSources } from '../dialect.ts';
import { type Accessor, accessorsOf, hostExpression, isNumber, kernelExpression } from './accessors.ts';
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
  return posix.join(posix.dirname(path), folder, sourceFile(name));
}

/** The name of a block's source. */
export function sourceFile(name: string): string {
  return `${name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, '-$&').toLowerCase()}.ts`;
}

/** The kernel's source of a block. */
export function sourceOf(path: string, block: PlacedBlock): string {
  const accessors = accessorsOf(block);
  const used = ['ld', 'ldi', 'st', 'sti'].filter((name) =>
    accessors.some((each) => kernelExpression(each, each.parameters).startsWith(`${name}(`)),
  );
  const port = posix.relative(posix.dirname(path), 'port/memory.ts');
  const imports = used.length > 0 ? [`import { ${used.join(', ')} } from '${port}';`] : [];
  return textOf(block, imports, kernelFunction, 'i32');
}

/** The engine's sources, by file name. */
export function hostSources(blocks: Iterable<PlacedBlock>): Map<string, string> {
  return new Map([...blocks].map((block) => [sourceFile(block.name), textOf(block, [], hostFunction, 'number')]));
}

type FunctionText = (accessor: Accessor) => string;

function textOf(block: PlacedBlock, imports: readonly string[], functionOf: FunctionText, integer: string): string {
  const accessors = accessorsOf(block);
  return [
    `// Generated from kernel/${block.path} by tools/src/layout: change that file instead.`,
    ...imports,
    '',
    ...(block.doc ? [block.doc] : []),
    `export const SIZE: ${integer} = ${block.size};`,
    ...block.fields.flatMap((field) => {
      const doc = field.doc ? [field.doc] : [];
      return [
        '',
        ...doc,
        ...constantsOfField(field).map(({ name, value }) => `export const ${name}: ${integer} = ${value};`),
        ...accessors.filter((each) => each.field === field).flatMap((each) => [...doc, functionOf(each)]),
      ];
    }),
    '',
  ].join('\n');
}

/** The size of a block, and the offset and count of each field. */
export function constantsOf({ size, fields }: PlacedBlock): { readonly name: string; readonly value: number }[] {
  return [{ name: 'SIZE', value: size }, ...fields.flatMap(constantsOfField)];
}

/** Offsets in i32 numbers have the suffix _INT. */
function constantsOfField({ name, type, count, offset }: PlacedField): { name: string; value: number }[] {
  const constant = name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, '_$&').toUpperCase();
  const place = { name: type === 'i32' ? `${constant}_INT` : constant, value: offset };
  return count === undefined ? [place] : [place, { name: `${constant}_COUNT`, value: count }];
}

function kernelFunction(accessor: Accessor): string {
  const { name, field, result, parameters } = accessor;
  const list = parameters.map((each) => `${each}: ${each === 'x' ? field.type : 'i32'}`);
  const expression = kernelExpression(accessor, parameters);
  return `export function ${name}(${list.join(', ')}): ${result} { ${result === 'void' ? '' : 'return '}${expression}; }`;
}

function hostFunction(accessor: Accessor): string {
  const { name, field, result, parameters } = accessor;
  const views = isNumber(accessor) ? [field.type] : [];
  const types = views.map((view) => `${view}: ${view === 'f64' ? 'Float64Array' : 'Int32Array'}`);
  const list = [...types, ...parameters.map((each) => `${each}: number`)];
  const expression = hostExpression(accessor, [...views, ...parameters]);
  const isWriter = result === 'void';
  return `export function ${name}(${list.join(', ')}): ${isWriter ? 'void' : 'number'} { ${isWriter ? '' : 'return '}${expression}; }`;
}
