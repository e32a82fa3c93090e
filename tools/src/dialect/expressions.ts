// Types of kernel expressions. TypeScript has one `number`; AssemblyScript has f64 and i32, converts silently and divides them differently.
// The dialect allows no conversion: both sides of an operator have the same type.
import type { ESTree } from 'rolldown/utils';
import type { Meaning, Type } from './modules.ts';
import { mathFunctions, mathRefusal, refusedOperators, refusedSyntax } from './rules.ts';

export interface Context {
  report(node: ESTree.Span, message: string): void;
  lookUp(name: string): Meaning | undefined;
  /** The meaning of a member such as `Query.distance`; undefined if it is not a name in a file imported as a whole. */
  lookUpMember(node: ESTree.Node): { readonly name: string; readonly meaning: Meaning | undefined } | undefined;
  /** Whether the expression is a module-level constant, which asc must evaluate at compile time. */
  readonly isConstant: boolean;
}

const comparisons = new Set(['<', '<=', '>', '>=', '===', '!==']);
const bitwise = new Set(['|', '&', '^', '<<', '>>']);

/** Reports a violation unless `node` has the type `wanted`. */
export function expectType(node: ESTree.Expression, wanted: Type, context: Context): void {
  const found = typeOf(node, context);
  if (!differ(found, wanted)) return;
  context.report(
    node,
    literalRemedy(node, found, wanted) ?? `${found} where ${wanted} is wanted: ${convert(found, wanted)}`,
  );
}

/** Reports a violation unless `node` is a bool: a comparison, a call or variable declared `bool`, or a combination of them. */
export function expectCondition(node: ESTree.Expression, context: Context): void {
  const found = typeOf(node, context);
  if (!differ(found, 'bool')) return;
  // The truth values of NaN, −0 and integers differ between the languages; the truth values of comparisons do not.
  const zero = found === 'f64' ? '0.0' : '0';
  context.report(node, `${found} as a condition: write a comparison such as … !== ${zero}`);
}

export function typeOf(node: ESTree.Expression, context: Context): Type {
  switch (node.type) {
    case 'Literal':
      return typeOfLiteral(node, context);
    case 'Identifier':
      return typeOfName(node, context);
    case 'UnaryExpression':
      return typeOfUnary(node, context);
    case 'BinaryExpression':
      if (node.left.type === 'PrivateIdentifier') return refuse(node, refusedOperators['in'], context);
      return operate(node, node.operator, node.left, node.right, context);
    case 'UpdateExpression':
      return typeOfTarget(node.argument, context);
    case 'AssignmentExpression':
      return typeOfAssignment(node, context);
    case 'LogicalExpression':
      if (node.operator === '??') return refuse(node, refusedOperators['??'], context);
      expectCondition(node.left, context);
      expectCondition(node.right, context);
      return 'bool';
    case 'ConditionalExpression':
      expectCondition(node.test, context);
      return typeOfBoth(node, '?:', node.consequent, node.alternate, context);
    case 'CallExpression':
      return typeOfCall(node, context);
    case 'MemberExpression':
      return typeOfMember(node, context);
    default:
      return refuse(node, refusedSyntax[node.type], context);
  }
}

function refuse(node: ESTree.Node, reason: string | undefined, context: Context): Type {
  context.report(node, reason ?? `${node.type}: not part of the dialect`);
  return 'unknown';
}

function typeOfLiteral(node: ESTree.Expression & { type: 'Literal' }, context: Context): Type {
  if (typeof node.value === 'boolean') return 'bool';
  if (typeof node.value === 'string') return refuse(node, refusedSyntax.TemplateLiteral, context);
  if (typeof node.value !== 'number')
    return refuse(node, 'null, bigint or regular expression: the types are f64, i32 and bool', context);
  const raw = node.raw ?? '';
  if (/^\d+\.\d+(e[+-]?\d+)?$|^\d+e[+-]?\d+$/i.test(raw)) return 'f64';
  if (raw.includes('.'))
    return refuse(node, `${raw}: write float literals with a digit on both sides of the point`, context);
  // AssemblyScript would wrap it or use 64 bits; JavaScript keeps its value.
  if (node.value > 2 ** 31 - 1)
    return refuse(node, `${raw}: beyond 2³¹ − 1; write the negative number with the same bits`, context);
  return 'i32';
}

function typeOfName(node: ESTree.Node & { type: 'Identifier' }, context: Context): Type {
  const meaning = context.lookUp(node.name);
  if (meaning?.kind === 'value') return meaning.type;
  if (meaning?.kind === 'file') return refuse(node, `${node.name}: a block is not a value here; name a field`, context);
  if (meaning)
    return refuse(node, `${node.name}: a function is not a value here; call it, or switch on a kind`, context);
  if (node.name === 'Infinity' || node.name === 'NaN') return 'f64';
  return refuse(node, `${node.name}: declared nowhere in the kernel; globals differ between the targets`, context);
}

function typeOfMember(node: ESTree.MemberExpression, context: Context): Type {
  const member = context.lookUpMember(node);
  if (!member) return refuse(node, refusedSyntax.MemberExpression, context);
  if (member.meaning?.kind === 'value') return member.meaning.type;
  if (!member.meaning) return refuse(node, `${member.name}: not declared`, context);
  return refuse(node, `${member.name}: a function is not a value here; call it`, context);
}

function typeOfUnary(node: ESTree.UnaryExpression, context: Context): Type {
  const { operator, argument } = node;
  if (operator === '!') {
    expectCondition(argument, context);
    return 'bool';
  }
  if (operator === '~') {
    expectType(argument, 'i32', context);
    return 'i32';
  }
  if (operator === '-') {
    if (argument.type === 'Literal' && argument.value === 2 ** 31) return 'i32';
    return numeric(argument, typeOf(argument, context), context);
  }
  return refuse(node, refusedOperators[operator === '+' ? 'unary +' : operator], context);
}

/** The type of `left operator right`. */
function operate(
  node: ESTree.Node,
  operator: string,
  left: ESTree.Expression,
  right: ESTree.Expression,
  context: Context,
): Type {
  const refusal = refusedOperators[operator];
  if (refusal) return refuse(node, refusal, context);
  if (bitwise.has(operator)) {
    // JavaScript would truncate a double to its low 32 bits.
    expectType(left, 'i32', context);
    expectType(right, 'i32', context);
    return 'i32';
  }
  const type = typeOfBoth(node, operator, left, right, context);
  if (operator === '===' || operator === '!==') return 'bool';
  numeric(node, type, context);
  if (comparisons.has(operator)) return 'bool';
  if (operator !== '/' || type !== 'i32') return type;
  return refuse(node, '/ on i32: JavaScript keeps the fraction; use quotient() from port/memory.ts', context);
}

/** The common type of two operands or branches. */
function typeOfBoth(
  node: ESTree.Node,
  operator: string,
  left: ESTree.Expression,
  right: ESTree.Expression,
  context: Context,
): Type {
  const first = typeOf(left, context);
  const second = typeOf(right, context);
  if (!differ(first, second)) return first === 'unknown' ? second : first;
  const remedy =
    literalRemedy(left, first, second) ??
    literalRemedy(right, second, first) ??
    `${first} ${operator} ${second}: AssemblyScript would convert silently; ${convert(first, second)}`;
  return refuse(node, remedy, context);
}

function typeOfTarget(target: ESTree.AssignmentTarget, context: Context): Type {
  if (target.type !== 'Identifier') return refuse(target, refusedSyntax[target.type], context);
  return typeOfName(target, context);
}

function typeOfAssignment(node: ESTree.AssignmentExpression, context: Context): Type {
  const { left, right } = node;
  const operator = node.operator.slice(0, -1);
  if (operator === '&&' || operator === '||') return refuse(node, `${node.operator}: write an if`, context);
  if (left.type !== 'Identifier') return typeOfTarget(left, context);
  if (operator !== '') return operate(node, operator, left, right, context);
  const type = typeOfName(left, context);
  expectType(right, type, context);
  return type;
}

function typeOfCall(node: ESTree.CallExpression, context: Context): Type {
  if (context.isConstant)
    context.report(node, 'call in a module-level constant: asc would compute it at start; write the number');
  if (node.typeArguments) context.report(node.typeArguments, 'type argument: the types are f64, i32 and bool');
  const callee = signatureOf(node.callee, context);
  if (!callee) return 'unknown';
  if (node.arguments.length !== callee.parameters.length) {
    context.report(
      node,
      `${node.arguments.length} arguments for ${callee.parameters.length} parameters: pass every one`,
    );
  }
  for (const [position, argument] of node.arguments.entries()) {
    if (argument.type === 'SpreadElement') refuse(argument, refusedSyntax.SpreadElement, context);
    else expectType(argument, callee.parameters[position] ?? 'unknown', context);
  }
  return callee.result;
}

function signatureOf(
  callee: ESTree.Expression,
  context: Context,
): { parameters: readonly Type[]; result: Type } | undefined {
  if (callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'Math') {
    const name = callee.property.type === 'Identifier' ? callee.property.name : '';
    const count = mathFunctions.get(name);
    if (count !== undefined) return { parameters: Array<Type>(count).fill('f64'), result: 'f64' };
    context.report(callee, `Math.${name}: ${mathRefusal}`);
    return undefined;
  }
  const member = context.lookUpMember(callee);
  if (member) {
    if (member.meaning?.kind === 'function') return member.meaning;
    context.report(callee, `${member.name}: not a function`);
    return undefined;
  }
  if (callee.type !== 'Identifier') {
    refuse(callee, refusedSyntax[callee.type], context);
    return undefined;
  }
  const meaning = context.lookUp(callee.name);
  if (meaning?.kind === 'function') return meaning;
  if (meaning?.kind !== 'value' || meaning.type !== 'unknown') {
    context.report(callee, `${callee.name}: not a function of the kernel; globals differ between the targets`);
  }
  return undefined;
}

function differ(first: Type, second: Type): boolean {
  return first !== second && first !== 'unknown' && second !== 'unknown';
}

function numeric(node: ESTree.Node, type: Type, context: Context): Type {
  if (type !== 'bool' && type !== 'void') return type;
  return refuse(node, `arithmetic on ${type}: write a ternary of numbers`, context);
}

/** An f64 literal must be written `1.0`: `1` would be right in most places, but `let x = 1` would be an i32. */
function literalRemedy(node: ESTree.Expression, found: Type, wanted: Type): string | undefined {
  const literal = node.type === 'UnaryExpression' ? node.argument : node;
  if (literal.type !== 'Literal' || found !== 'i32' || wanted !== 'f64') return undefined;
  return `float literal without a point: write ${String(literal.value)}.0`;
}

function convert(found: Type, wanted: Type): string {
  if (found === 'bool' || wanted === 'bool') return 'write a comparison or a ternary';
  if (found === 'void' || wanted === 'void') return 'it has no value';
  return 'convert with toFloat() or toInt() from port/memory.ts';
}
