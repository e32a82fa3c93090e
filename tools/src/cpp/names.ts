// Resolves the kernel's names, and maps them to C++: one namespace per file.
import type { ESTree } from 'rolldown/utils';
import { type Module, memberOf, type Type } from '../dialect/modules.ts';

export type Modules = ReadonlyMap<string, Module>;

/** A top-level name, with the file that declares it. */
export interface Origin {
  readonly path: string;
  readonly name: string;
}

/** The file and name of the declaration to which `name` refers at the top level of `module`. */
export function originOf(modules: Modules, module: Module, name: string): Origin {
  let origin: Origin = { path: module.path, name };
  for (let hops = 0; hops <= modules.size; hops += 1) {
    const meaning = modules.get(origin.path)?.names.get(origin.name);
    if (!meaning) throw new Error(`${module.path}: ${name} is declared nowhere in the kernel`);
    if (meaning.kind === 'file') throw new Error(`${module.path}: ${name} is a file`);
    if (meaning.kind !== 'import') return origin;
    origin = { path: meaning.path, name: meaning.name };
  }
  throw new Error(`${module.path}: ${name} is imported in a cycle`);
}

/** The origin of an identifier, or of a member such as `Query.distance`; undefined for other nodes. */
export function originOfReference(modules: Modules, module: Module, node: ESTree.Node): Origin | undefined {
  if (node.type === 'Identifier') return originOf(modules, module, node.name);
  const member = memberOf(node, module);
  return member && originOf(modules, modules.get(member.path) as Module, member.name);
}

/** The files of port/ that bench/native/kernel-port.hpp has in C++. The others are in the dialect and are translated. */
const handWritten = ['clamp', 'corners', 'memory', 'queries', 'rows', 'scan', 'side-by-side'];

export function isHandWritten(path: string): boolean {
  return handWritten.some((name) => path === `port/${name}.ts`);
}

/** `gjk/gjk.ts` → `gjk_gjk`, and `2d/gjk.ts` → `_2d_gjk`: no name begins with a digit. */
export function namespaceOf(path: string): string {
  return path
    .replace(/\.ts$/, '')
    .replaceAll(/\W/g, '_')
    .replace(/^(?=\d)/, '_');
}

export function qualified({ path, name }: Origin): string {
  return `kernel::${namespaceOf(path)}::${name}`;
}

export const cppTypes: Readonly<Record<Type, string>> = {
  f64: 'double',
  i32: 'std::int32_t',
  bool: 'bool',
  void: 'void',
  unknown: 'auto',
};

/** The declaration that a top-level statement makes, exported or not. */
export function declarationOf(statement: ESTree.Statement): ESTree.Statement {
  if (statement.type !== 'ExportNamedDeclaration') return statement;
  return (statement.declaration as ESTree.Statement | null) ?? statement;
}

/** Every node of a syntax tree, the given one first. */
export function* nodesOf(node: unknown): Generator<ESTree.Node> {
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node && typeof node.type === 'string') yield node as ESTree.Node;
  for (const child of Object.values(node)) yield* nodesOf(child);
}
