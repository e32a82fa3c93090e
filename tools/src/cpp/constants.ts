// Evaluates the kernel's module-level constants, since C++ refuses constant expressions that overflow.
import type { ESTree } from 'rolldown/utils';
import type { Module, Type } from '../dialect/modules.ts';
import { declarationOf, type Modules, type Origin, originOfReference } from './names.ts';

type Operation = (a: number, b: number) => number;

/** Doubles are the same in both languages, and so are 32-bit integers below 2³¹. */
const operations: Readonly<Record<string, Operation>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '|': (a, b) => a | b,
  '&': (a, b) => a & b,
  '^': (a, b) => a ^ b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
};

export function constantValue(node: ESTree.Expression, module: Module, modules: Modules): number | boolean {
  const number = (part: ESTree.Expression): number => Number(constantValue(part, module, modules));
  if (node.type === 'Literal' && (typeof node.value === 'number' || typeof node.value === 'boolean')) return node.value;
  if (node.type === 'UnaryExpression' && node.operator === '-') return -number(node.argument);
  if (node.type === 'UnaryExpression' && node.operator === '~') return ~number(node.argument);
  if (node.type === 'Identifier' && node.name === 'Infinity') return Number.POSITIVE_INFINITY;
  if (node.type === 'Identifier' && node.name === 'NaN') return Number.NaN;
  const origin = originOfReference(modules, module, node);
  if (origin) return valueAt(origin, modules);
  const operation = node.type === 'BinaryExpression' ? operations[node.operator] : undefined;
  if (node.type === 'BinaryExpression' && node.left.type !== 'PrivateIdentifier' && operation)
    return operation(number(node.left), number(node.right));
  throw new Error(`${module.path}: a constant made by ${node.type}, which tools/src/cpp/constants.ts cannot evaluate`);
}

function valueAt(origin: Origin, modules: Modules): number | boolean {
  const home = modules.get(origin.path) as Module;
  for (const statement of home.body) {
    const declaration = declarationOf(statement);
    if (declaration.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declaration.declarations) {
      if (id.type === 'Identifier' && id.name === origin.name && init) return constantValue(init, home, modules);
    }
  }
  throw new Error(`${origin.path}: ${origin.name} is not a constant`);
}

/** A C++ literal with the same bits. */
export function literalOf(value: number | boolean, type: Type): string {
  if (typeof value === 'boolean') return String(value);
  if (type === 'i32') return value === -(2 ** 31) ? '(-2147483647 - 1)' : String(value);
  if (Number.isNaN(value)) return '__builtin_nan("")';
  if (!Number.isFinite(value)) return value > 0 ? '__builtin_inf()' : '-__builtin_inf()';
  // Seventeen digits identify a double; the sign of zero is kept.
  return Object.is(value, -0) ? '-0.0' : value.toExponential(16);
}
