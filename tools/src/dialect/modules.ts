// The kernel's files for the dialect check: syntax trees, and the meaning of every top-level name.
import { posix } from 'node:path';
import { type ESTree, parseSync } from 'rolldown/utils';

/** `unknown` is the type after a violation, or of errors that TypeScript reports; it is compatible with all types. */
export type Type = 'f64' | 'i32' | 'bool' | 'void' | 'unknown';

export type Meaning =
  | { readonly kind: 'value'; readonly type: Type }
  | { readonly kind: 'function'; readonly parameters: readonly Type[]; readonly result: Type }
  | { readonly kind: 'import'; readonly path: string; readonly name: string }
  /** A whole file: `import * as Query from './blocks/query.ts'`. */
  | { readonly kind: 'file'; readonly path: string };

export interface Module {
  readonly path: string;
  readonly body: readonly ESTree.Statement[];
  readonly names: ReadonlyMap<string, Meaning>;
  readonly syntaxErrors: readonly { readonly start: number; readonly message: string }[];
}

export const unknownMeaning: Meaning = { kind: 'value', type: 'unknown' };

export function parseModule(path: string, text: string): Module {
  const { program, errors } = parseSync(path, text, { lang: 'ts', preserveParens: false });
  const names = new Map<string, Meaning>();
  for (const statement of program.body) declareNames(path, statement, names);
  const syntaxErrors = errors.map(({ labels, message }) => ({ start: labels[0]?.start ?? 0, message }));
  return { path, body: program.body, names, syntaxErrors };
}

function declareNames(path: string, statement: ESTree.Statement, names: Map<string, Meaning>): void {
  switch (statement.type) {
    case 'ExportNamedDeclaration':
      if (statement.declaration) declareNames(path, statement.declaration, names);
      break;
    case 'ImportDeclaration':
      for (const specifier of statement.specifiers) {
        const file = importedPath(path, statement);
        const name = specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : '';
        const isFile = specifier.type === 'ImportNamespaceSpecifier';
        names.set(specifier.local.name, isFile ? { kind: 'file', path: file } : { kind: 'import', path: file, name });
      }
      break;
    case 'VariableDeclaration':
      for (const { id } of statement.declarations) {
        if (id.type === 'Identifier') names.set(id.name, { kind: 'value', type: declaredType(id.typeAnnotation) });
      }
      break;
    case 'FunctionDeclaration': {
      const parameters = statement.params.map((parameter) =>
        parameter.type === 'Identifier' ? declaredType(parameter.typeAnnotation) : 'unknown',
      );
      const result = declaredType(statement.returnType);
      if (statement.id) names.set(statement.id.name, { kind: 'function', parameters, result });
    }
  }
}

/** The imported file, relative to the kernel folder. */
export function importedPath(path: string, { source }: ESTree.ImportDeclaration): string {
  return posix.join(posix.dirname(path), source.value);
}

export function nameOf(name: ESTree.ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name;
}

export function declaredType(annotation: ESTree.TSTypeAnnotation | null | undefined): Type {
  const type = annotation?.typeAnnotation;
  if (type?.type === 'TSVoidKeyword') return 'void';
  if (type?.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return 'unknown';
  const { name } = type.typeName;
  return name === 'f64' || name === 'i32' || name === 'bool' ? name : 'unknown';
}

/** The file and the name in `Query.distance`, if `Query` is a whole file that `module` imports. */
export function memberOf(node: ESTree.Node, module: Module): { path: string; name: string } | undefined {
  if (node.type !== 'MemberExpression' || node.computed || node.object.type !== 'Identifier') return undefined;
  const meaning = module.names.get(node.object.name);
  if (meaning?.kind !== 'file' || node.property.type !== 'Identifier') return undefined;
  return { path: meaning.path, name: node.property.name };
}

/** The meaning of `name` in `module`, followed through its imports; undefined if it is declared nowhere. */
export function resolveName(modules: ReadonlyMap<string, Module>, module: Module, name: string): Meaning | undefined {
  let meaning = module.names.get(name);
  for (let hops = 0; meaning?.kind === 'import'; hops += 1) {
    // A missing file or name is reported at the import, a cycle of imports by TypeScript.
    const origin = modules.get(meaning.path)?.names.get(meaning.name);
    meaning = hops < modules.size && origin ? origin : unknownMeaning;
  }
  return meaning;
}
