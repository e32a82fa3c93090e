// Assigns offsets to the fields of each block, in the order of their declaration. An f64, a block or a union is aligned to 8 bytes, an i32 to 4;
// the size of a block is a multiple of 8 bytes.
import type { Alternatives, Block, Field, Member } from './declaration.ts';

export interface PlacedField extends Field {
  /** The offset from the start of the block: in i32 numbers for an i32, in f64 numbers otherwise. */
  readonly offset: number;
  /** The stride of an array: in f64 numbers for blocks, otherwise 1. */
  readonly stride: number;
  /** The unions that the field is part of, outermost first. */
  readonly choices: readonly Choice[];
}

export interface Choice {
  readonly alternatives: Alternatives;
  /** The alternative's index in the union. */
  readonly option: number;
}

export interface PlacedBlock extends Block {
  readonly fields: readonly PlacedField[];
  /** In f64 numbers. */
  readonly size: number;
}

export function placeBlocks(blocks: readonly Block[]): PlacedBlock[] {
  const names = blocks.map(({ name }) => name);
  const duplicate = names.find((name, k) => names.indexOf(name) !== k);
  if (duplicate !== undefined) throw new Error(`${duplicate}: two blocks have this name`);
  const placement = new Placement(blocks);
  return blocks.map(({ key }) => placement.of(key, []));
}

class Placement {
  readonly #blocks: ReadonlyMap<string, Block>;
  readonly #placed = new Map<string, PlacedBlock>();

  constructor(blocks: readonly Block[]) {
    this.#blocks = new Map(blocks.map((block) => [block.key, block]));
  }

  of(key: string, enclosing: readonly string[]): PlacedBlock {
    const cached = this.#placed.get(key);
    if (cached) return cached;
    const block = this.#blocks.get(key);
    if (!block) throw new Error(`${enclosing.at(-1)}: ${key} is declared nowhere`);
    if (enclosing.includes(key)) throw new Error(`${key}: a block cannot contain itself`);
    const fields: PlacedField[] = [];
    const end = this.#place(block.members, { at: 0, fields, enclosing: [...enclosing, key], choices: [] });
    const names = fields.map(({ name }) => name);
    if (names.includes('size'))
      throw new Error(`${key}: SIZE is the constant for the size of the block; give the field another name`);
    const duplicate = names.find((name, k) => names.indexOf(name) !== k);
    if (duplicate !== undefined) throw new Error(`${key}: ${duplicate} is declared twice`);
    const open = fields.slice(0, -1).find(({ count }) => count === 0);
    if (open) throw new Error(`${key}: ${open.name} has no length; only the last field may be open`);
    const placed = { ...block, fields, size: Math.ceil(end / 2) };
    this.#placed.set(key, placed);
    return placed;
  }

  /** Places members in sequence; returns their end, in i32 numbers. */
  #place(members: readonly Member[], { at: start, fields, enclosing, choices }: Place): number {
    let at = start;
    for (const member of members) {
      if (member.kind === 'alternatives') {
        const from = alignToNumber(at);
        const ends = member.members.map((each, option) =>
          this.#place(each, { at: from, fields, enclosing, choices: [...choices, { alternatives: member, option }] }),
        );
        at = Math.max(...ends);
        continue;
      }
      const count = member.count ?? 1;
      if (member.type === 'i32') {
        fields.push({ ...member, offset: at, stride: 1, choices });
        at += count;
        continue;
      }
      at = alignToNumber(at);
      const stride = member.type === 'f64' ? 1 : this.of(member.type, enclosing).size;
      fields.push({ ...member, offset: at / 2, stride, choices });
      at += 2 * stride * count;
    }
    return at;
  }
}

/** The target of placement: the start in i32 numbers, the list of placed fields, and the enclosing blocks and unions. */
interface Place {
  readonly at: number;
  readonly fields: PlacedField[];
  readonly enclosing: readonly string[];
  readonly choices: readonly Choice[];
}

/** The position rounded up to the next start of an f64, in i32 numbers. */
function alignToNumber(at: number): number {
  return at + (at & 1);
}
