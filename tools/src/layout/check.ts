// Checks the placed layouts themselves, independently of the placement rules, and the names that the library reads from them.
import { type ESTree, parseSync } from 'rolldown/utils';
import { nodesOf } from '../cpp/names.ts';
import { accessorsOf } from './accessors.ts';
import { constantsOf } from './generate.ts';
import { type Blocks, hostBlocks } from './inline.ts';
import type { PlacedBlock, PlacedField } from './placement.ts';

/** The violations of a block: fields outside of it, and pairs of fields that share memory without being alternatives. */
export function checkPlaces({ key, size, fields }: PlacedBlock): string[] {
  const violations = fields
    .filter((field) => endOf(field) > 2 * size || startOf(field) < 0)
    .map(({ name }) => `${key}: ${name} leaves the block`);
  for (const [k, first] of fields.entries()) {
    for (const second of fields.slice(k + 1)) {
      const isApart = endOf(first) <= startOf(second) || endOf(second) <= startOf(first);
      if (!isApart && !areAlternatives(first, second))
        violations.push(`${key}: ${first.name} and ${second.name} overlap`);
    }
  }
  return violations;
}

/** The start of a field, in units of i32 numbers like all positions in this file. */
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
 * The violations of a source of the library: names that a block does not have, because reads and writes at an undefined offset fail without
 * an error, and computed offsets where fields have accessors.
 */
export function checkReader(path: string, text: string, blocks: Blocks): string[] {
  const { program } = parseSync(path, text, { lang: 'ts' });
  const imported = hostBlocks(program, blocks);
  const violations: string[] = [];
  for (const node of nodesOf(program.body)) {
    const member = memberOf(node, imported);
    if (
      member &&
      ![...constantsOf(member.block), ...accessorsOf(member.block)].some(({ name }) => name === member.name)
    )
      violations.push(`${path}: ${member.block.name} has no ${member.name}`);
    if (isByHand(node, imported))
      violations.push(`${path}: ${text.slice(node.start, node.end)}: use the accessor of the field, or integersAt`);
  }
  return violations;
}

type Imported = ReadonlyMap<string, PlacedBlock>;

function memberOf(node: ESTree.Node, imported: Imported): { block: PlacedBlock; name: string } | undefined {
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return undefined;
  const block = imported.get(node.object.name);
  return block && node.property.type === 'Identifier' ? { block, name: node.property.name } : undefined;
}

/** Whether an index contains the offset of a block's field, or a product addresses integers: `i32[2 * w]`, `i32.set(x, 2 * w)`. */
function isByHand(node: ESTree.Node, imported: Imported): boolean {
  if (node.type === 'MemberExpression' && node.computed) {
    const index = [...nodesOf(node.property)];
    return (
      index.some((each) => isOffset(memberOf(each, imported)?.name)) || (isI32(node.object) && index.some(isProduct))
    );
  }
  const isCall = node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && isI32(node.callee.object);
  return isCall && [...nodesOf(node.arguments)].some(isProduct);
}

function isOffset(name: string | undefined): boolean {
  return name !== undefined && name !== 'SIZE' && /^[A-Z]/.test(name);
}

function isI32(node: ESTree.Node): boolean {
  const name = node.type === 'MemberExpression' ? node.property : node;
  return name.type === 'Identifier' && name.name === 'i32';
}

function isProduct(node: ESTree.Node): boolean {
  return node.type === 'BinaryExpression' && node.operator === '*';
}
