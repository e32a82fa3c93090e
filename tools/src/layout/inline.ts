// Inlines block accessors, `Query.distance(w)` → `ld(w + 137)`, and the values of block constants, so that the WebAssembly compiler and
// JavaScript bundlers see only the loads. Line numbers do not change.
import { posix } from 'node:path';
import { type ESTree, parseSync } from 'rolldown/utils';
import { nodesOf } from '../cpp/names.ts';
import { accessorsOf, expressionOf } from './accessors.ts';
import { constantsOf, isGenerated } from './generate.ts';
import type { PlacedBlock } from './placement.ts';

export type Blocks = ReadonlyMap<string, PlacedBlock>;

interface Edit extends ESTree.Span {
  readonly text: string;
}

/** @param path relative to the kernel folder; of a TypeScript source or of the JavaScript compiled from it */
export function inlineBlocks(path: string, text: string, blocks: Blocks): string {
  if (isGenerated(path)) return text;
  return new Inlining(path, text, blocks).run();
}

class Inlining {
  readonly #path: string;
  readonly #text: string;
  readonly #program: ESTree.Program;
  /** The blocks by the names they are imported as. */
  readonly #blocks = new Map<string, PlacedBlock>();
  readonly #extension: string;

  constructor(path: string, text: string, blocks: Blocks) {
    this.#path = path;
    this.#text = text;
    this.#extension = posix.extname(path);
    this.#program = parseSync(path, text, { lang: this.#extension === '.js' ? 'js' : 'ts' }).program;
    for (const [name, file] of this.#imports(({ type }) => type === 'ImportNamespaceSpecifier')) {
      const block = blocks.get(file);
      if (block) this.#blocks.set(name, block);
    }
  }

  run(): string {
    if (this.#blocks.size === 0) return this.#text;
    const edits: Edit[] = [];
    this.#collect(this.#program.body, edits);
    const body = this.#apply({ start: 0, end: this.#text.length }, edits);
    return this.#replaceImports(body);
  }

  /** Imported names with the paths of their files in the kernel. */
  *#imports(fits: (specifier: ESTree.ImportDeclarationSpecifier) => boolean): Generator<[string, string]> {
    for (const node of this.#program.body) {
      if (node.type !== 'ImportDeclaration') continue;
      const file = posix.join(posix.dirname(this.#path), node.source.value.replace(/\.js$/, '.ts'));
      for (const specifier of node.specifiers) if (fits(specifier)) yield [specifier.local.name, file];
    }
  }

  /** Collects the outermost replacements of a tree; each renders its own content. */
  #collect(tree: unknown, edits: Edit[]): void {
    if (typeof tree !== 'object' || tree === null) return;
    const edit = this.#edit(tree as ESTree.Node);
    if (edit) edits.push(edit);
    else for (const child of Object.values(tree)) this.#collect(child, edits);
  }

  #edit(node: ESTree.Node): Edit | undefined {
    const { start, end } = node;
    if (node.type === 'CallExpression') {
      const member = this.#member(node.callee);
      if (member) return { start, end, text: this.#call(member.block, member.name, node.arguments) };
    }
    const value = this.#constant(node);
    if (value !== undefined) return { start, end, text: String(value) };
    return this.#sum(node);
  }

  /** Folds `w + Query.POSE_A + 3` to one constant. */
  #sum(node: ESTree.Node): Edit | undefined {
    if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined;
    const { start, end, left, right } = node;
    if (left.type !== 'BinaryExpression' || left.operator !== '+') return undefined;
    const value = this.#constant(left.right);
    if (value === undefined || right.type !== 'Literal' || !/^\d+$/.test(right.raw ?? '')) return undefined;
    return { start, end, text: `${this.#render(left.left)} + ${value + Number(right.raw)}` };
  }

  #constant(node: ESTree.Node): number | undefined {
    const member = this.#member(node);
    return member && constantsOf(member.block).find(({ name }) => name === member.name)?.value;
  }

  #member(node: ESTree.Node): { readonly block: PlacedBlock; readonly name: string } | undefined {
    if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return undefined;
    const block = this.#blocks.get(node.object.name);
    return block && node.property.type === 'Identifier' ? { block, name: node.property.name } : undefined;
  }

  #call(block: PlacedBlock, name: string, values: readonly ESTree.Node[]): string {
    const accessor = accessorsOf(block).find((each) => each.name === name);
    if (!accessor) throw new Error(`${this.#path}: ${block.name} has no ${name}`);
    const expression = expressionOf(
      accessor,
      values.map((value) => this.#argument(value)),
    );
    return accessor.field.type === 'f64' || accessor.field.type === 'i32' ? expression : `(${expression})`;
  }

  #argument(node: ESTree.Node): string {
    const text = this.#render(node);
    return node.type === 'Identifier' || node.type === 'Literal' ? text : `(${text})`;
  }

  /** The text of a node, with all replacements in it. */
  #render(node: ESTree.Node): string {
    const edits: Edit[] = [];
    this.#collect(node, edits);
    return this.#apply(node, edits);
  }

  #apply({ start, end }: ESTree.Span, edits: readonly Edit[]): string {
    let text = '';
    let at = start;
    for (const edit of edits) {
      text += this.#text.slice(at, edit.start) + edit.text;
      at = edit.end;
    }
    return text + this.#text.slice(at, end);
  }

  /** Replaces the first import of a block by the imports that the inlined code needs, and the others by empty lines. */
  #replaceImports(text: string): string {
    const known = new Set([...this.#imports(() => true)].map(([name]) => name));
    const { program } = parseSync(this.#path, text, { lang: this.#extension === '.js' ? 'js' : 'ts' });
    const called = new Set<string>();
    for (const node of nodesOf(program.body))
      if (node.type === 'CallExpression' && node.callee.type === 'Identifier') called.add(node.callee.name);
    const missing = ['ld', 'ldi', 'st', 'sti'].filter((name) => called.has(name) && !known.has(name));
    const port = posix.relative(posix.dirname(this.#path), `port/memory${this.#extension}`);
    const file = port.startsWith('.') ? port : `./${port}`;
    let line = missing.length > 0 ? `import { ${missing.join(', ')} } from '${file}';` : '';
    return text.replaceAll(/^import \* as (\w+) from .*$/gm, (whole, name: string) => {
      if (!this.#blocks.has(name)) return whole;
      const replacement = line;
      line = '';
      return replacement;
    });
  }
}
