// Kernel functions in C++. The dialect is small and typed, so every construct has one counterpart.
import type { ESTree } from 'rolldown/utils';
import { declaredType, type Module } from '../dialect/modules.ts';
import { literalOf } from './constants.ts';
import { conflict, type Effects, effectsOf } from './effects.ts';
import { cppTypes, type Modules, originOf, originOfReference, qualified } from './names.ts';

const operators: Readonly<Record<string, string>> = { '===': '==', '!==': '!=' };

/** Information about other files that the translation of a file needs. */
export interface TranslationContext {
  readonly modules: Modules;
  readonly functions: ReadonlyMap<string, Effects>;
}

export function signatureOf(node: ESTree.Function): string {
  const parameters = node.params.map((parameter) => {
    if (parameter.type !== 'Identifier') throw new Error('a parameter without a name is not part of the dialect');
    return `${cppTypes[declaredType(parameter.typeAnnotation)]} ${local(parameter.name)}`;
  });
  return `static ${cppTypes[declaredType(node.returnType)]} ${node.id?.name}(${parameters.join(', ')})`;
}

export function definitionOf(node: ESTree.Function, module: Module, context: TranslationContext): string {
  return new FunctionTranslation(module, context).translate(node);
}

/** Local names get a suffix, so that none is a C++ keyword or hides a function. */
function local(name: string): string {
  return `${name}_`;
}

class FunctionTranslation {
  readonly #module: Module;
  readonly #context: TranslationContext;
  /** The local names of the blocks around the current statement, innermost last. */
  readonly #scopes: Set<string>[] = [];
  #temporaries = 0;

  constructor(module: Module, context: TranslationContext) {
    this.#module = module;
    this.#context = context;
  }

  translate(node: ESTree.Function): string {
    const names = node.params.map((parameter) => (parameter.type === 'Identifier' ? parameter.name : ''));
    return `${signatureOf(node)} ${this.#block(node.body?.body ?? [], names)}`;
  }

  #block(statements: readonly ESTree.Statement[], names: readonly string[] = []): string {
    this.#scopes.push(new Set(names));
    const lines = statements.map((statement) => this.#statement(statement));
    this.#scopes.pop();
    return `{\n${lines.join('\n')}\n}`;
  }

  #body(node: ESTree.Statement): string {
    return this.#block(node.type === 'BlockStatement' ? node.body : [node]);
  }

  #statement(node: ESTree.Statement): string {
    switch (node.type) {
      case 'EmptyStatement':
        return ';';
      case 'VariableDeclaration':
        return this.#variables(node);
      case 'ExpressionStatement':
        return `${this.#expression(node.expression)};`;
      case 'BlockStatement':
        return this.#block(node.body);
      case 'IfStatement': {
        const otherwise = node.alternate ? ` else ${this.#body(node.alternate)}` : '';
        return `if (${this.#expression(node.test)}) ${this.#body(node.consequent)}${otherwise}`;
      }
      case 'WhileStatement':
        return `while (${this.#expression(node.test)}) ${this.#body(node.body)}`;
      case 'DoWhileStatement':
        return `do ${this.#body(node.body)} while (${this.#expression(node.test)});`;
      case 'ForStatement':
        return this.#for(node);
      case 'SwitchStatement':
        return this.#switch(node);
      case 'BreakStatement':
        return 'break;';
      case 'ContinueStatement':
        return 'continue;';
      case 'ReturnStatement':
        return node.argument ? `return ${this.#expression(node.argument)};` : 'return;';
      default:
        return this.#unknown(node);
    }
  }

  #variables({ kind, declarations }: ESTree.VariableDeclaration): string {
    const lines = declarations.map(({ id, init }) => {
      if (id.type !== 'Identifier') return this.#unknown(id);
      const value = init ? ` = ${this.#expression(init)}` : '';
      this.#scopes.at(-1)?.add(id.name);
      const type = cppTypes[declaredType(id.typeAnnotation)];
      return `${kind === 'const' ? 'const ' : ''}${type} ${local(id.name)}${value};`;
    });
    return lines.join('\n');
  }

  /** The initializer goes before the loop, in a block: it may declare variables of several types. */
  #for({ init, test, update, body }: ESTree.ForStatement): string {
    this.#scopes.push(new Set());
    let start = '';
    if (init?.type === 'VariableDeclaration') start = this.#variables(init);
    else if (init) start = `${this.#expression(init)};`;
    const head = `${test ? this.#expression(test) : ''}; ${update ? this.#expression(update) : ''}`;
    const loop = `{\n${start}\nfor (; ${head}) ${this.#body(body)}\n}`;
    this.#scopes.pop();
    return loop;
  }

  #switch({ discriminant, cases }: ESTree.SwitchStatement): string {
    const lines = cases.map(({ test, consequent }) => {
      const label = test ? `case ${this.#expression(test)}:` : 'default:';
      return `${label} ${this.#block(consequent)}`;
    });
    return `switch (${this.#expression(discriminant)}) {\n${lines.join('\n')}\n}`;
  }

  #expression(node: ESTree.Expression): string {
    switch (node.type) {
      case 'Literal':
        return literalOf(node.value as number | boolean, /[.e]/i.test(node.raw ?? '') ? 'f64' : 'i32');
      case 'Identifier':
        return this.#name(node.name);
      case 'UnaryExpression':
        return `(${node.operator}${this.#expression(node.argument)})`;
      case 'BinaryExpression': {
        const operator = operators[node.operator] ?? node.operator;
        const operands = [node.left as ESTree.Expression, node.right];
        return this.#inOrder(operands, ([left, right]) => `(${left} ${operator} ${right})`);
      }
      case 'LogicalExpression':
        return `(${this.#expression(node.left)} ${node.operator} ${this.#expression(node.right)})`;
      case 'ConditionalExpression':
        return `(${[node.test, node.consequent].map((part) => this.#expression(part)).join(' ? ')} : ${this.#expression(node.alternate)})`;
      case 'AssignmentExpression':
        return `${this.#target(node.left)} ${node.operator} ${this.#expression(node.right)}`;
      case 'UpdateExpression': {
        const target = this.#target(node.argument);
        return node.prefix ? `${node.operator}${target}` : `${target}${node.operator}`;
      }
      case 'CallExpression':
        return this.#call(node);
      case 'MemberExpression':
        return this.#member(node);
      default:
        return this.#unknown(node);
    }
  }

  #target(node: ESTree.Node): string {
    return node.type === 'Identifier' ? this.#name(node.name) : this.#unknown(node);
  }

  #call({ callee, arguments: all }: ESTree.CallExpression): string {
    const name = this.#expression(callee);
    return this.#inOrder(all as ESTree.Expression[], (values) => `${name}(${values.join(', ')})`);
  }

  /** `Query.SIZE`, or a function of Math. */
  #member(node: ESTree.MemberExpression): string {
    const origin = originOfReference(this.#context.modules, this.#module, node);
    if (origin) return qualified(origin);
    return node.property.type === 'Identifier' ? `kernel::math::${node.property.name}` : this.#unknown(node);
  }

  /** Evaluates from left to right, through temporaries (a statement expression of GCC and Clang) if the order matters. */
  #inOrder(parts: readonly ESTree.Expression[], combine: (values: string[]) => string): string {
    const values = parts.map((part) => this.#expression(part));
    const { modules, functions } = this.#context;
    const effects = parts.map((part) => effectsOf(part, this.#module, modules, functions));
    const mayReorder = effects.every((second, k) => effects.slice(0, k).every((first) => !conflict(first, second)));
    if (mayReorder) return combine(values);
    const names = values.map(() => `temporary${this.#temporaries++}`);
    const lines = values.map((value, k) => `const auto ${names[k]} = ${value};`);
    return `({ ${lines.join(' ')} ${combine(names)}; })`;
  }

  #name(name: string): string {
    if (this.#scopes.some((scope) => scope.has(name))) return local(name);
    if (name === 'Infinity' || name === 'NaN') return literalOf(Number(name), 'f64');
    return qualified(originOf(this.#context.modules, this.#module, name));
  }

  #unknown(node: ESTree.Node): never {
    throw new Error(`${this.#module.path}: ${node.type} has no translation into C++`);
  }
}
