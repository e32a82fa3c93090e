// Inlines block accessors, in the kernel `Query.distance(w)` → `ld(w + 137)` and outside `Query.distance(f64, w)` → `f64[w + 137]`, and the
// values of block constants, so that the WebAssembly compiler and JavaScript bundlers see only the loads. Line numbers do not change.
import { posix } from 'node:path';
import { type ESTree, parseSync } from 'rolldown/utils';
import { nodesOf } from '../cpp/names.ts';
import { nameOf } from '../dialect/modules.ts';
import { accessorsOf, type Expression, hostExpression, isNumber, kernelExpression } from './accessors.ts';
import { constantsOf, isGenerated } from './generate.ts';
import type { PlacedBlock } from './placement.ts';

export type Blocks = ReadonlyMap<string, PlacedBlock>;

interface Edit extends ESTree.Span {
  readonly text: string;
}

/** @param path relative to the kernel folder; of a TypeScript source or of the JavaScript compiled from it */
export function inlineBlocks(path: string, text: string, blocks: Blocks): string {
  if (isGenerated(path)) return text;
  const program = parse(path, text);
  const imported = new Map(
    importsOf(program).flatMap(({ specifier, source }) => {
      const block = blocks.get(posix.join(posix.dirname(path), source.replace(/\.js$/, '.ts')));
      return block && specifier.type === 'ImportNamespaceSpecifier' ? [[specifier.local.name, block] as const] : [];
    }),
  );
  if (imported.size === 0) return text;
  const localNames = new Set(importsOf(program).map(({ specifier }) => specifier.local.name));
  return replaceImports(path, new Inlining(path, text, imported, kernelExpression).run(program), imported, localNames);
}

/** Inlines in a compiled source of the library, which imports blocks by name from the engine. The imports stay. */
export function inlineHostBlocks(path: string, text: string, blocks: Blocks): string {
  const program = parse(path, text);
  const imported = hostBlocks(program, blocks);
  return imported.size > 0 ? new Inlining(path, text, imported, hostExpression).run(program) : text;
}

/** The blocks that a source of the library imports from a layout of the engine, by the names they have there. */
export function hostBlocks(program: ESTree.Program, blocks: Blocks): Map<string, PlacedBlock> {
  const byName = new Map([...blocks.values()].map((block) => [block.name, block]));
  return new Map(
    importsOf(program).flatMap(({ specifier, source }) => {
      if (specifier.type !== 'ImportSpecifier' || !/layout\.[jt]s$/.test(source)) return [];
      const block = byName.get(nameOf(specifier.imported));
      return block ? [[specifier.local.name, block] as const] : [];
    }),
  );
}

interface Import {
  readonly specifier: ESTree.ImportDeclarationSpecifier;
  readonly source: string;
}

function importsOf({ body }: ESTree.Program): Import[] {
  return body.flatMap((node) =>
    node.type === 'ImportDeclaration'
      ? node.specifiers.map((specifier) => ({ specifier, source: node.source.value }))
      : [],
  );
}

function parse(path: string, text: string): ESTree.Program {
  return parseSync(path, text, { lang: path.endsWith('.js') ? 'js' : 'ts' }).program;
}

class Inlining {
  readonly #path: string;
  readonly #text: string;
  /** The blocks by the names they are imported as. */
  readonly #blocks: ReadonlyMap<string, PlacedBlock>;
  readonly #expression: Expression;

  constructor(path: string, text: string, blocks: ReadonlyMap<string, PlacedBlock>, expression: Expression) {
    this.#path = path;
    this.#text = text;
    this.#blocks = blocks;
    this.#expression = expression;
  }

  run({ body }: ESTree.Program): string {
    const edits: Edit[] = [];
    this.#collect(body, edits);
    return this.#apply({ start: 0, end: this.#text.length }, edits);
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
    const texts = values.map((value) => this.#argument(value));
    const expression = this.#expression(accessor, texts);
    return isNumber(accessor) ? expression : `(${expression})`;
  }

  #argument(node: ESTree.Node): string {
    const text = this.#render(node);
    const isSimple = node.type === 'Identifier' || node.type === 'Literal' || node.type === 'MemberExpression';
    return isSimple ? text : `(${text})`;
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
}

/** Replaces the first import of a block by the imports that the inlined code needs, and the others by empty lines. */
function replaceImports(
  path: string,
  text: string,
  blocks: ReadonlyMap<string, PlacedBlock>,
  localNames: ReadonlySet<string>,
): string {
  const called = new Set<string>();
  for (const node of nodesOf(parse(path, text).body))
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier') called.add(node.callee.name);
  const missing = ['ld', 'ldi', 'st', 'sti'].filter((name) => called.has(name) && !localNames.has(name));
  const port = posix.relative(posix.dirname(path), `port/memory${posix.extname(path)}`);
  const file = port.startsWith('.') ? port : `./${port}`;
  let line = missing.length > 0 ? `import { ${missing.join(', ')} } from '${file}';` : '';
  return text.replaceAll(/^import \* as (\w+) from .*$/gm, (whole, name: string) => {
    if (!blocks.has(name)) return whole;
    const replacement = line;
    line = '';
    return replacement;
  });
}
