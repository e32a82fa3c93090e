// Checks that the kernel's sources stay in the dialect in which TypeScript and AssemblyScript have the same meaning. Only listed syntax is
// allowed, so that new syntax is rejected until it is checked for both languages. This finds errors that are no longer visible in compiled code
// (`if (x)`, an exported bool, a division of constants, code that is not called yet); compiled-guard.ts checks the compiled code.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ESTree } from 'rolldown/utils';
import { kernelFolder } from './compile-kernel.ts';
import { type Context, expectCondition, expectType, typeOf } from './dialect/expressions.ts';
import {
  declaredType,
  importedPath,
  type Meaning,
  type Module,
  memberOf,
  nameOf,
  parseModule,
  resolveName,
  type Type,
} from './dialect/modules.ts';
import { refusedSyntax } from './dialect/rules.ts';
import { isLayout } from './layout/declaration.ts';
import { isGenerated } from './layout/generate.ts';

/** Source texts by path relative to the kernel folder. Of the files in `port/` only the signatures are used. */
export type KernelSources = Readonly<Record<string, string>>;

/** The kernel's sources, without files for only one of the languages. */
export function kernelSources(): KernelSources {
  const paths = readdirSync(kernelFolder, { recursive: true, encoding: 'utf8' }).map((path) =>
    path.replaceAll('\\', '/'),
  );
  const shared = paths.filter((path) => path.endsWith('.ts') && !/\.(d|wasm)\.ts$/.test(path)).sort();
  return Object.fromEntries(shared.map((path) => [path, readFileSync(join(kernelFolder, path), 'utf8')]));
}

/** Returns the violations, each as `gjk/gjk.ts:12:5 what: remedy`. */
export function checkDialect(sources: KernelSources = kernelSources()): string[] {
  const modules = new Map(Object.entries(sources).map(([path, text]) => [path, parseModule(path, text)]));
  return [...modules.values()]
    .filter(({ path }) => !path.startsWith('port/') && !isLayout(path))
    .flatMap((module) => new ModuleCheck(module, sources[module.path] ?? '', modules).run());
}

class ModuleCheck {
  readonly #module: Module;
  readonly #text: string;
  readonly #modules: ReadonlyMap<string, Module>;
  readonly #violations: string[] = [];
  /** The local variables of the blocks around the current statement, innermost last. */
  readonly #scopes: Map<string, Type>[] = [];
  #result: Type = 'void';

  constructor(module: Module, text: string, modules: ReadonlyMap<string, Module>) {
    this.#module = module;
    this.#text = text;
    this.#modules = modules;
  }

  run(): string[] {
    for (const error of this.#module.syntaxErrors) this.report(error, `syntax: ${error.message}`);
    for (const statement of this.#module.body) this.#topLevel(statement);
    return this.#violations;
  }

  report({ start }: { readonly start: number }, message: string): void {
    const before = this.#text.slice(0, start).split('\n');
    this.#violations.push(`${this.#module.path}:${before.length}:${(before.at(-1)?.length ?? 0) + 1} ${message}`);
  }

  lookUp(name: string): Meaning | undefined {
    for (const scope of [...this.#scopes].reverse()) {
      const type = scope.get(name);
      if (type) return { kind: 'value', type };
    }
    return resolveName(this.#modules, this.#module, name);
  }

  get #context(): Context {
    return {
      report: (node, message) => this.report(node, message),
      lookUp: (name) => this.lookUp(name),
      lookUpMember: (node) => {
        const member = memberOf(node, this.#module);
        const origin = member && this.#modules.get(member.path);
        if (!member || !origin) return undefined;
        return { name: `${member.name} of ${member.path}`, meaning: resolveName(this.#modules, origin, member.name) };
      },
      isConstant: this.#scopes.length === 0,
    };
  }

  #refuse(node: ESTree.Node): void {
    this.report(node, refusedSyntax[node.type] ?? `${node.type}: not part of the dialect`);
  }

  #topLevel(node: ESTree.Statement): void {
    if (node.type === 'ImportDeclaration') this.#import(node);
    else if (node.type === 'ExportNamedDeclaration') this.#export(node);
    else this.#declaration(node);
  }

  #declaration(node: ESTree.Statement): void {
    if (node.type === 'FunctionDeclaration') this.#function(node);
    else if (node.type === 'VariableDeclaration') {
      // A module variable would be shared by all workspaces, and boxed in JavaScript.
      if (node.kind !== 'const') this.report(node, `module-level ${node.kind}: keep state in the workspace`);
      this.#variables(node);
    } else if (refusedSyntax[node.type]) this.#refuse(node);
    else this.report(node, 'statement at module level: it would run at start; put it into a function');
  }

  #import(node: ESTree.ImportDeclaration): void {
    if (node.importKind === 'type') this.report(node, 'import type: the types f64, i32 and bool need no import');
    const path = importedPath(this.#module.path, node);
    const origin = this.#modules.get(path);
    if (!origin)
      this.report(node.source, `${node.source.value}: not a file of the kernel; it imports only its own, with .ts`);
    if (node.specifiers.length === 0) this.report(node, 'import without names: importing has no effect here');
    for (const specifier of node.specifiers) {
      if (specifier.type === 'ImportNamespaceSpecifier' && isGenerated(path)) continue;
      if (specifier.type !== 'ImportSpecifier')
        this.report(
          specifier,
          'default or namespace import: import by name; only sources in blocks/ are imported as a whole',
        );
      else if (isGenerated(path)) this.report(specifier, 'part of a block: import it as a whole, import * as …');
      else if (specifier.importKind === 'type') this.report(specifier, 'import type: the types need no import');
      else if (origin && !origin.names.has(nameOf(specifier.imported))) {
        this.report(specifier, `${nameOf(specifier.imported)}: not declared in ${path}`);
      }
    }
  }

  #export(node: ESTree.ExportNamedDeclaration): void {
    const { declaration } = node;
    if (declaration) {
      this.#declaration(declaration);
      const names = declaration.type === 'VariableDeclaration' ? declaration.declarations.map(({ id }) => id) : [];
      if (declaration.type === 'FunctionDeclaration' && declaration.id) names.push(declaration.id);
      for (const name of names) if (name.type === 'Identifier') this.#entryExport(name, name.name);
    } else if (node.source) this.report(node, 'export … from: asc fails on it; import, then export');
    else if (node.exportKind === 'type') this.report(node, 'export type: the types are f64, i32 and bool');
    else for (const specifier of node.specifiers) this.#entryExport(specifier, nameOf(specifier.local));
  }

  /** Exported booleans are true in JavaScript but 1 in WebAssembly; exported numbers are a `WebAssembly.Global` there. */
  #entryExport(node: ESTree.Node, name: string): void {
    if (!/(^|\/)exports\.ts$/.test(this.#module.path)) return;
    const meaning = this.lookUp(name);
    if (meaning?.kind === 'value' && meaning.type !== 'unknown') {
      this.report(node, `exported constant ${name}: WebAssembly exports an object for it; import it from its own file`);
    }
    if (meaning?.kind === 'function' && [...meaning.parameters, meaning.result].includes('bool')) {
      this.report(node, `exported bool in ${name}: it is 0 or 1 in WebAssembly; take and return i32`);
    }
  }

  #function(node: ESTree.Function): void {
    if (node.async || node.generator) this.report(node, 'async function or generator: the kernel is synchronous');
    if (node.typeParameters) this.report(node.typeParameters, 'type parameter: the types are f64, i32 and bool');
    if (declaredType(node.returnType) === 'unknown') {
      this.report(node, `${node.id?.name}: annotate the result as f64, i32, bool or void`);
    }
    this.#result = declaredType(node.returnType);
    const scope = new Map<string, Type>();
    for (const parameter of node.params) this.#parameter(parameter, scope);
    this.#inScope(node.body?.body ?? [], scope);
  }

  #parameter(node: ESTree.ParamPattern, scope: Map<string, Type>): void {
    if (node.type === 'AssignmentPattern')
      this.report(
        node,
        'default parameter: a WebAssembly function does not know how many arguments were passed; pass all of them',
      );
    else if (node.type === 'Identifier') {
      if (node.optional) this.report(node, 'optional parameter: undefined is not a number; pass every argument');
      scope.set(node.name, this.#annotated(node, node.typeAnnotation));
    } else this.report(node, 'rest or destructured parameter: name every one');
  }

  /** The declared type of a variable or parameter. */
  #annotated(node: ESTree.Span & { name: string }, annotation: ESTree.TSTypeAnnotation | null | undefined): Type {
    const type = declaredType(annotation);
    // AssemblyScript infers i32 from `let x = 0` where TypeScript infers number.
    if (type === 'unknown' || type === 'void') this.report(node, `${node.name}: annotate it as f64, i32 or bool`);
    return type;
  }

  #variables(node: ESTree.VariableDeclaration): void {
    if (node.kind === 'var') this.report(node, 'var: write const or let');
    if (node.declare) this.report(node, 'declare: only port/ declares functions of the host');
    for (const { id, init } of node.declarations) {
      if (id.type !== 'Identifier') {
        this.report(id, 'destructuring: there are no objects or arrays');
        continue;
      }
      const type = this.#annotated(id, id.typeAnnotation);
      if (init) expectType(init, type, this.#context);
      this.#scopes.at(-1)?.set(id.name, type);
    }
  }

  #inScope(statements: readonly ESTree.Statement[], scope: Map<string, Type> = new Map()): void {
    this.#scopes.push(scope);
    for (const statement of statements) this.#statement(statement);
    this.#scopes.pop();
  }

  #statement(node: ESTree.Statement): void {
    switch (node.type) {
      case 'EmptyStatement':
        break;
      case 'VariableDeclaration':
        this.#variables(node);
        break;
      case 'ExpressionStatement':
        typeOf(node.expression, this.#context);
        break;
      case 'BlockStatement':
        this.#inScope(node.body);
        break;
      case 'IfStatement':
        expectCondition(node.test, this.#context);
        this.#inScope(node.alternate ? [node.consequent, node.alternate] : [node.consequent]);
        break;
      case 'WhileStatement':
      case 'DoWhileStatement':
        expectCondition(node.test, this.#context);
        this.#inScope([node.body]);
        break;
      case 'ForStatement':
        this.#for(node);
        break;
      case 'SwitchStatement':
        expectType(node.discriminant, 'i32', this.#context);
        for (const { test } of node.cases) if (test) expectType(test, 'i32', this.#context);
        this.#inScope(node.cases.flatMap(({ consequent }) => consequent));
        break;
      case 'BreakStatement':
      case 'ContinueStatement':
        if (node.label) this.report(node, 'label: leave a nested loop by returning from a function');
        break;
      case 'ReturnStatement':
        if (node.argument) expectType(node.argument, this.#result, this.#context);
        break;
      default:
        this.#refuse(node);
    }
  }

  #for(node: ESTree.ForStatement): void {
    this.#scopes.push(new Map());
    if (node.init?.type === 'VariableDeclaration') this.#variables(node.init);
    else if (node.init) typeOf(node.init, this.#context);
    if (node.test) expectCondition(node.test, this.#context);
    if (node.update) typeOf(node.update, this.#context);
    this.#statement(node.body);
    this.#scopes.pop();
  }
}
