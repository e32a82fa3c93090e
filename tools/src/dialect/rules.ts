// Syntax that the kernel's dialect refuses, and why: JavaScript and AssemblyScript interpret it differently, asc cannot compile it, it needs
// allocation, exceptions or a runtime, or the kernel does not need it.
import type { ESTree } from 'rolldown/utils';

/** Reasons with remedies, by the type of the syntax node. Nodes that are neither listed nor checked are refused too. */
export const refusedSyntax: Partial<Record<ESTree.Node['type'], string>> = {
  ArrayExpression: 'array: it would allocate; keep the numbers in the workspace, through ld() and st()',
  ArrowFunctionExpression: 'closure: a function is not a value here; write a named function and a switch on a kind',
  AwaitExpression: 'await: the kernel is synchronous',
  ChainExpression: 'optional chaining: nothing is ever null here',
  ClassDeclaration: 'class: a record is a block of numbers in memory; write functions of its address',
  ClassExpression: 'class: a record is a block of numbers in memory; write functions of its address',
  DebuggerStatement: 'debugger: remove it',
  ExportAllDeclaration: 'export … from: asc fails on it; import, then export',
  ExportDefaultDeclaration: 'default export: export by name',
  ForInStatement: 'for … in: there are no objects; loop with an i32 index',
  ForOfStatement: 'for … of: there are no iterables; loop with an i32 index',
  FunctionDeclaration: 'closure: declare functions at module level',
  FunctionExpression: 'closure: a function is not a value here; write a named function and a switch on a kind',
  ImportExpression: 'import(): import by name at the top of the file',
  LabeledStatement: 'label: leave a nested loop by returning from a function',
  MemberExpression: 'member access: there are no objects, and of Math only sqrt abs min max floor ceil can be called',
  NewExpression: 'new: it would allocate; use the workspace that the caller passes',
  ObjectExpression: 'object: it would allocate; keep the numbers in the workspace, through ld() and st()',
  SequenceExpression: 'comma: write one statement each',
  SpreadElement: 'spread: pass the arguments one by one',
  TaggedTemplateExpression: 'string: the kernel has only numbers; return a status code',
  TemplateLiteral: 'string: the kernel has only numbers; return a status code',
  ThisExpression: 'this: there are no objects; pass the address of the record',
  ThrowStatement: 'throw: WebAssembly would trap instead; return a status code',
  TryStatement: 'try: WebAssembly has no exceptions here; return a status code',
  TSAsExpression:
    'as: AssemblyScript converts the value, and TypeScript only changes its type; use toInt() or toFloat() of port/memory.ts',
  TSDeclareFunction: 'declare: only port/ declares functions of the host',
  TSEnumDeclaration: 'enum: TypeScript makes an object of it; write module-level constants of type i32',
  TSInstantiationExpression: 'type argument: the types are f64, i32 and bool',
  TSInterfaceDeclaration: 'interface: there are no objects; declare blocks of memory in a layout.ts',
  TSModuleDeclaration: 'namespace: each file is one module; declare at its top level',
  TSNonNullExpression: '!: nothing is ever null here',
  TSSatisfiesExpression: 'satisfies: asc does not support it',
  TSTypeAliasDeclaration: 'type alias: the types are f64, i32 and bool',
  TSTypeAssertion:
    '<T>: AssemblyScript converts the value, and TypeScript only changes its type; use toInt() or toFloat() of port/memory.ts',
  YieldExpression: 'yield: the kernel is synchronous',
};

/** Operators, with the `=` of a compound assignment removed. */
export const refusedOperators: Readonly<Record<string, string>> = {
  '%': '%: JavaScript computes it with doubles; use n - product(quotient(n, m), m), or n & (m - 1) for a power of two',
  '**': '**: its last bit depends on the engine; multiply, or use elementary.ts',
  '>>>': '>>>: unsigned in JavaScript, signed i32 in AssemblyScript; use >> and mask with &',
  '==': '==: write ===',
  '!=': '!=: write !==',
  '??': '??: nothing is ever null here',
  in: 'in: there are no objects',
  instanceof: 'instanceof: there are no objects',
  typeof: 'typeof: every type is declared',
  delete: 'delete: there are no objects',
  void: 'void: write the expression as a statement',
  'unary +': 'unary +: it does nothing to a number; remove it',
};

/** The functions of `Math` that the kernel may call, with their numbers of arguments: each is one WebAssembly instruction. */
export const mathFunctions: ReadonlyMap<string, number> = new Map([
  ['sqrt', 1],
  ['abs', 1],
  ['min', 2],
  ['max', 2],
  ['floor', 1],
  ['ceil', 1],
]);

export const mathRefusal =
  'of Math only sqrt abs min max floor ceil are allowed; elementary.ts has exp log pow sin cos atan2 acos, and floor and ceil replace other roundings';
