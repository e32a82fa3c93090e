// Checks the code that AssemblyScript compiles from the kernel. TypeScript has one number type and computes in doubles; AssemblyScript has
// f64 and i32 and converts between them silently. Where the two differ, the compiled code has an instruction that reveals it. So the kernel is
// compiled once without optimization; outside `port/` only instructions with the same result in both languages are allowed.
import { compileKernel } from './compile-kernel.ts';

/** The instructions allowed in kernel functions; all others are refused. */
const allowed = new Set(
  [
    'block loop if else end br br_if br_table return call drop select nop',
    'local.get local.set local.tee global.get global.set', // a mutable global is refused where it is defined
    'f64.const f64.add f64.sub f64.mul f64.div f64.neg f64.eq f64.ne f64.lt f64.le f64.gt f64.ge',
    'f64.sqrt f64.abs f64.min f64.max f64.floor f64.ceil',
    'i32.const i32.add i32.sub i32.mul i32.eqz i32.eq i32.ne i32.lt_s i32.le_s i32.gt_s i32.ge_s',
    'i32.and i32.or i32.xor i32.shl i32.shr_s',
  ].flatMap((line) => line.split(' ')),
);

/** The functions of `Math` that are one instruction each, and so give the same bits on both targets. */
const allowedInlined = /^~lib\/math\/NativeMath\.(sqrt|abs|min|max|floor|ceil)\|inlined\.\d+$/;

/** Why an instruction is refused, and what to write instead. The first matching pattern applies. */
const remedies: readonly (readonly [RegExp, string])[] = [
  [/^i32\.div/, 'integer division: JavaScript keeps the fraction; use quotient() from port/memory.ts'],
  [/^i32\.rem/, 'integer remainder: use a - product(quotient(a, b), b), with both from port/memory.ts'],
  [/^i(32|64)\.trunc/, 'float to integer: JavaScript keeps the fraction; use toInt() from port/memory.ts'],
  [
    /^f(32|64)\.convert/,
    'an i32 is combined with an f64: use toFloat() from port/memory.ts, and write float literals as 1.0',
  ],
  [/^i64\.reinterpret/, 'an f64 as a condition, or its bits: write a comparison such as x !== 0.0'],
  [/^i32\.(\w+_u|rot[lr])$/, 'unsigned arithmetic: i32 is signed in both languages; use >> and signed comparisons'],
  [/\.(load|store)|^memory\./, 'direct memory access: use ld(), st(), ldi() and sti() from port/memory.ts'],
  [/^v128\.|^[if]\d+x\d+\./, 'SIMD: JavaScript has none, and relaxed SIMD depends on the machine; write scalar f64'],
  [/^[if](32|64)\.(trunc|nearest)/, 'a rounding that the dialect does not have: use Math.floor or Math.ceil'],
  [/^i64\./, 'a 64-bit integer: JavaScript has none; the types are f64, i32 and bool'],
  [/^f32\.|f32/, 'a 32-bit float: JavaScript computes in doubles; use f64'],
  [/^unreachable$/, 'a trap (throw, assert): valid input never throws; return a status'],
  [/^call_indirect|^call_ref|^ref\./, 'a function as a value: dispatch on an integer kind with switch'],
];

/** The text of a violation, without its place. */
type Finding = string | undefined;

/**
 * Compiles `entry`, relative to the kernel folder, and returns one violation per forbidden construct in each function
 * outside `port/`. `overlay` replaces or adds sources, so that a test can break a rule without touching the tree.
 */
export async function checkCompiled(entry: string, overlay: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const files = await compileKernel({
    entry,
    overlay,
    flags: ['-O0', '--textFile', 'kernel.wat'],
    // Functions of `port/` must not be inlined, or their instructions would count as the caller's.
    rewrite: (text) => text.replaceAll(/@inline\b/g, ''),
  });
  return violationsIn(String(files.get('kernel.wat')));
}

function violationsIn(text: string): string[] {
  const violations = new Set<string>();
  let current = '';
  for (const line of text.split('\n')) {
    const item = /^ \((func|global|import|data|elem) ?(?:\$("[^"]*"|\S+))?(.*)$/.exec(line);
    if (item) {
      const [, kind = '', name = '', rest = ''] = item;
      if (kind === 'func') current = name;
      const finding = findingInItem(kind, name, rest);
      if (finding) violations.add(finding);
    } else if (line.startsWith('  ') && !isGlue(current)) {
      const finding = findingInInstruction(line.trim(), current.startsWith('port/'));
      if (finding) violations.add(`${place(current)}: ${finding}`);
    }
  }
  return [...violations];
}

/** Functions that AssemblyScript adds. Calls to its library are reported at the call, other additions at their cause. */
function isGlue(name: string): boolean {
  return name.startsWith('~') || name.endsWith('@varargs');
}

function findingInItem(kind: string, name: string, rest: string): Finding {
  if (kind === 'func' && name.endsWith('@varargs')) {
    return `${place(name)}: a default parameter: a WebAssembly function does not know how many arguments were passed; pass all of them`;
  }
  if (kind === 'data') return 'data segment: a string, array or object; the kernel keeps everything in the workspace';
  if (kind === 'elem' && rest.includes('$')) {
    const target = /\$([^\s)]+)/.exec(rest)?.[1] ?? '';
    return `${place(target)}: a function as a value (a closure?); dispatch on an integer kind with switch`;
  }
  if (kind === 'import' && rest.includes('(func') && !rest.includes('(func $port/')) {
    return `${rest.trim()}: an imported function; only port/ calls functions of the host`;
  }
  if (kind === 'global' && rest.startsWith(' (mut ') && !name.startsWith('port/')) {
    if (name === '~argumentsLength') return undefined; // comes with @varargs or a function value, both named above
    if (name.startsWith('~lib/')) return `mutable global ${name} of AssemblyScript's library: avoid what needs it`;
    return `${place(name)}: a mutable global, or a const computed at start; keep state in the workspace, constants literal`;
  }
  return undefined;
}

function findingInInstruction(line: string, isPort: boolean): Finding {
  if (line.startsWith('(local') || line === ')') return undefined;
  const [instruction = '', operand = ''] = line.split(' ');
  const target = operand.replace(/^\$"?/, '').replace(/"$/, '');
  if (instruction === 'call' && target.startsWith('~lib/')) return `calls ${libraryName(target)}`;
  if (instruction === 'block' && target.startsWith('~lib/') && !allowedInlined.test(target)) {
    return `uses ${libraryName(target)}`;
  }
  if (isPort || allowed.has(instruction)) return undefined; // `port/` is where the targets may differ
  const remedy = remedies.find(([pattern]) => pattern.test(instruction))?.[1];
  return remedy ?? `${instruction} is not among the instructions that both targets share`;
}

function libraryName(target: string): string {
  const name = target.replace(/\|inlined\.\d+$/, '');
  const remedy = name.startsWith('~lib/math/')
    ? "it may differ from JavaScript's in the last bit; use elementary.ts, and of Math only sqrt abs min max floor ceil"
    : 'the kernel has no runtime library; keep everything in the workspace';
  return `${name}: ${remedy}`;
}

/** `gjk/simplex/reduce` → `reduce in gjk/simplex.ts`. */
function place(name: string): string {
  const start = /^start:(.*)$/.exec(name);
  if (start) return `module level of ${start[1]}.ts`;
  const [, file, member] = /^(.*)\/([^/]+)$/.exec(name.replaceAll('"', '')) ?? [];
  return file === undefined ? name : `${member?.replace(/@varargs$|~anonymous.*$/, '')} in ${file}.ts`;
}
