// Moves constant parts of an address into the load instruction. asc compiles `ld(w + NEAREST + 1)` to two additions, a shift and a load; in
// `load<f64>(w << 3, (NEAREST + 1) << 3)` the constant is the instruction's immediate offset, and `w << 3` is computed once for all loads of a
// function. Addresses and offsets are positive and far below 2³¹, so that no sum wraps and both forms read the same address.
import { type ESTree, parseSync } from 'rolldown/utils';

/** The instruction of each access in `port/memory.ts`, and the logarithm of its size. */
const accesses: Readonly<Record<string, { readonly code: string; readonly shift: number }>> = {
  ld: { code: 'load<f64>', shift: 3 },
  st: { code: 'store<f64>', shift: 3 },
  ldi: { code: 'load<i32>', shift: 2 },
  sti: { code: 'store<i32>', shift: 2 },
};

/** The names of constants. */
const constantName = /^[A-Z][A-Z0-9_]*$/;

/** Rewrites the memory accesses of one kernel source for AssemblyScript. */
export function foldOffsets(path: string, text: string): string {
  const { program } = parseSync(path, text, { lang: 'ts', preserveParens: false });
  const calls: ESTree.CallExpression[] = [];
  collectAccesses(program, calls);
  return render({ start: 0, end: text.length }, text, calls);
}

/** All accesses, outer ones before those inside them. */
function collectAccesses(node: unknown, calls: ESTree.CallExpression[]): void {
  if (typeof node !== 'object' || node === null) return;
  const call = node as ESTree.CallExpression;
  if (call.type === 'CallExpression' && call.callee.type === 'Identifier' && call.callee.name in accesses) {
    calls.push(call);
  }
  for (const child of Object.values(node)) collectAccesses(child, calls);
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The text of a range, with every access in it rewritten. */
function render({ start, end }: Range, text: string, calls: readonly ESTree.CallExpression[]): string {
  let rendered = '';
  let at = start;
  for (const call of calls) {
    if (call.start < at || call.end > end) continue;
    rendered += text.slice(at, call.start) + renderAccess(call, text, calls);
    at = call.end;
  }
  return rendered + text.slice(at, end);
}

function renderAccess(call: ESTree.CallExpression, text: string, calls: readonly ESTree.CallExpression[]): string {
  const [address, value] = call.arguments as ESTree.Expression[];
  const { name } = call.callee as ESTree.IdentifierReference;
  const { code, shift } = accesses[name];
  const inside = (node: Range): string => render(node, text, calls.slice(calls.indexOf(call) + 1));
  const stored = value ? `, ${inside(value)}` : '';
  const terms = termsOf(address);
  // Parentheses are not part of a node's text.
  const constants = terms.filter(isConstant).map(inside);
  const variables = terms.filter((term) => !isConstant(term)).map((term) => `(${inside(term)})`);
  if (constants.length === 0 || variables.length === 0) return `${name}(${inside(address)}${stored})`;
  return `${code}(<usize>(${variables.join(' + ')}) << ${shift}${stored}, (${constants.join(' + ')}) << ${shift})`;
}

/** The summands of a chain of additions. */
function termsOf(expression: ESTree.Expression): ESTree.Expression[] {
  if (expression.type !== 'BinaryExpression' || expression.operator !== '+') return [expression];
  return [...termsOf(expression.left as ESTree.Expression), ...termsOf(expression.right)];
}

function isConstant(term: ESTree.Expression): boolean {
  if (term.type === 'Literal') return typeof term.value === 'number';
  return term.type === 'Identifier' && constantName.test(term.name);
}
