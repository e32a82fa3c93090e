// Checks the placed layouts themselves, independently of the placement rules, and the names that the library reads from them.
import { type ESTree, parseSync } from 'rolldown/utils';
import { nodesOf } from '../cpp/names.ts';
import { constantsOf } from './generate.ts';
import type { Blocks } from './inline.ts';
import type { PlacedBlock, PlacedField } from './placement.ts';

/** One complaint for each two fields that share memory without being alternatives, and each that leaves its block. */
export function checkPlaces({ key, size, fields }: PlacedBlock): string[] {
  const complaints = fields
    .filter((field) => endOf(field) > 2 * size || startOf(field) < 0)
    .map(({ name }) => `${key}: ${name} leaves the block`);
  for (const [k, first] of fields.entries()) {
    for (const second of fields.slice(k + 1)) {
      const isApart = endOf(first) <= startOf(second) || endOf(second) <= startOf(first);
      if (!isApart && !areAlternatives(first, second))
        complaints.push(`${key}: ${first.name} and ${second.name} overlap`);
    }
  }
  return complaints;
}

/** The start of a field in i32 numbers, as all positions here. */
function startOf({ type, offset }: PlacedField): number {
  return type === 'i32' ? offset : 2 * offset;
}

function endOf(field: PlacedField): number {
  return startOf(field) + (field.count ?? 1) * field.stride * (field.type === 'i32' ? 1 : 2);
}

function areAlternatives(first: PlacedField, second: PlacedField): boolean {
  return first.choices.some(({ alternatives, option }) =>
    second.choices.some((other) => other.alternatives === alternatives && other.option !== option),
  );
}

/**
 * One complaint for each name that a source of the library reads from a block without such a name. An undefined offset would read undefined
 * and lose writes, without an error.
 */
export function checkReader(path: string, text: string, blocks: Blocks): string[] {
  const { program } = parseSync(path, text, { lang: 'ts' });
  const known = new Map([...blocks.values()].map((block) => [block.name, block]));
  const imported = new Map(
    importsOf(program).flatMap(([local, name]) => {
      const block = known.get(name);
      return block ? [[local, block] as const] : [];
    }),
  );
  const complaints: string[] = [];
  for (const node of nodesOf(program.body)) {
    if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') continue;
    const block = imported.get(node.object.name);
    if (!block || node.property.type !== 'Identifier') continue;
    const { name } = node.property;
    if (!constantsOf(block).some((constant) => constant.name === name))
      complaints.push(`${path}: ${block.name} has no ${name}`);
  }
  return complaints;
}

/** The names that a source imports from a layout of the engine: the local one, and that of the block. */
function importsOf(program: ESTree.Program): [string, string][] {
  return program.body.flatMap((node) => {
    if (node.type !== 'ImportDeclaration' || !/layout\.ts$/.test(node.source.value)) return [];
    return node.specifiers.flatMap((specifier): [string, string][] =>
      specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier'
        ? [[specifier.local.name, specifier.imported.name]]
        : [],
    );
  });
}
