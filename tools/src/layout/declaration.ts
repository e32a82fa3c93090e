// Declarations of memory layouts: a `layout.ts` of the kernel has one interface for each block of memory.
//   distance: f64            one number
//   normal: [f64, 3]         three numbers
//   vertices: [Vertex, 4]    an array of four blocks
//   data: [f64, 0]           an array of unspecified length, at the end
//   either: { … } | { … }    a union: alternatives at the same address, whose fields belong to the block itself
import { posix } from 'node:path';
import { type ESTree, parseSync } from 'rolldown/utils';
import { importedPath, nameOf } from '../dialect/modules.ts';

export interface Field {
  readonly kind: 'field';
  readonly name: string;
  /** The comment above the field; empty if there is none. */
  readonly doc: string;
  /** A number's type, or the key of another block. */
  readonly type: string;
  /** The length of an array, 0 if unspecified; undefined for a single value. */
  readonly count: number | undefined;
}

export interface Alternatives {
  readonly kind: 'alternatives';
  readonly members: readonly (readonly Member[])[];
}

export type Member = Field | Alternatives;

export interface Block {
  /** The file that declares it, and its name there: `mesh/layout.ts#MeshRay`. */
  readonly key: string;
  readonly path: string;
  readonly name: string;
  readonly doc: string;
  readonly members: readonly Member[];
}

/** Files that declare blocks; they are never compiled into the kernel. */
export function isLayout(path: string): boolean {
  return posix.basename(path) === 'layout.ts';
}

/** The blocks of one `layout.ts`. Throws if it contains anything else. */
export function parseLayout(path: string, text: string): Block[] {
  return new LayoutFile(path, text).blocks();
}

class LayoutFile {
  readonly #path: string;
  readonly #text: string;
  readonly #program: ReturnType<typeof parseSync>;
  /** The keys of blocks from other files, by the name under which this file imports them. */
  readonly #imported = new Map<string, string>();

  constructor(path: string, text: string) {
    this.#path = path;
    this.#text = text;
    this.#program = parseSync(path, text, { lang: 'ts' });
    const [error] = this.#program.errors;
    if (error) throw new Error(`${path}: ${error.message}`);
  }

  blocks(): Block[] {
    const { body } = this.#program.program;
    for (const node of body) if (node.type === 'ImportDeclaration') this.#import(node);
    return body.filter((node) => node.type !== 'ImportDeclaration').map((node) => this.#block(node));
  }

  #import(node: ESTree.ImportDeclaration): void {
    for (const specifier of node.specifiers) {
      if (specifier.type !== 'ImportSpecifier') this.#fail(specifier, 'import blocks by name');
      const file = importedPath(this.#path, node);
      this.#imported.set(specifier.local.name, `${file}#${nameOf(specifier.imported)}`);
    }
  }

  #block(node: ESTree.Statement): Block {
    const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : null;
    if (declaration?.type !== 'TSInterfaceDeclaration') this.#fail(node, 'only exported interfaces declare blocks');
    const { name } = declaration.id;
    const members = this.#members(declaration.body.body);
    return { key: `${this.#path}#${name}`, path: this.#path, name, doc: this.#docOf(node), members };
  }

  #members(signatures: readonly ESTree.TSSignature[]): Member[] {
    return signatures.map((signature) => {
      const type = signature.type === 'TSPropertySignature' ? signature.typeAnnotation?.typeAnnotation : undefined;
      if (signature.type !== 'TSPropertySignature' || signature.key.type !== 'Identifier' || !type)
        this.#fail(signature, 'a field has a name and a type');
      if (type.type === 'TSUnionType') return this.#alternatives(type);
      const doc = this.#docOf(signature);
      return { kind: 'field', name: signature.key.name, doc, ...this.#typeAndCount(type) };
    });
  }

  #alternatives(node: ESTree.TSUnionType): Alternatives {
    const members = node.types.map((each) => {
      if (each.type !== 'TSTypeLiteral') this.#fail(each, 'alternatives are { … } | { … }');
      return this.#members(each.members);
    });
    return { kind: 'alternatives', members };
  }

  #typeAndCount(node: ESTree.TSType): { type: string; count: number | undefined } {
    if (node.type !== 'TSTupleType') return { type: this.#type(node), count: undefined };
    const [type, count] = node.elementTypes;
    const literal =
      count?.type === 'TSLiteralType' && count.literal.type === 'Literal' ? count.literal.value : undefined;
    if (node.elementTypes.length !== 2 || typeof literal !== 'number' || !Number.isInteger(literal) || literal < 0)
      this.#fail(node, 'an array is [type, count]');
    return { type: this.#type(type as ESTree.TSType), count: literal };
  }

  #type(node: ESTree.TSType): string {
    if (node.type !== 'TSTypeReference' || node.typeName.type !== 'Identifier')
      this.#fail(node, 'a type is f64, i32 or a block');
    const { name } = node.typeName;
    if (name === 'f64' || name === 'i32') return name;
    return this.#imported.get(name) ?? `${this.#path}#${name}`;
  }

  /** The text of the comment right above a node. */
  #docOf({ start }: ESTree.Span): string {
    const comment = this.#program.comments.find(
      ({ type, value, end }) =>
        type === 'Block' && value.startsWith('*') && this.#text.slice(end, start).trim() === '' && end <= start,
    );
    return comment ? `/*${comment.value}*/` : '';
  }

  #fail({ start }: ESTree.Span, message: string): never {
    throw new Error(`${this.#path}:${this.#text.slice(0, start).split('\n').length} ${message}`);
  }
}
