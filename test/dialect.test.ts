// The kernel is one source for two languages. Every row breaks one rule of their common dialect, and the named check must
// report it: `source` checks the text (tools/src/dialect.ts), `compiled` the code that asc compiles from it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kernelFolder } from '../tools/src/compile-kernel.ts';
import { checkCompiled } from '../tools/src/compiled-guard.ts';
import { kernelToCpp } from '../tools/src/cpp/translate.ts';
import { checkDialect, kernelSources } from '../tools/src/dialect.ts';

const port = { 'port/memory.ts': readFileSync(join(kernelFolder, 'port/memory.ts'), 'utf8') };

interface Row {
  readonly code: string;
  readonly source?: RegExp;
  readonly compiled?: RegExp;
}

/** Statements inside a function of an i32 `n`, an f64 `x` and a bool `b`. */
const statements: readonly Row[] = [
  // The two languages compute differently.
  {
    code: 'const k: i32 = n / 2;',
    source: /:18 \/ on i32: .*quotient\(\)/,
    compiled: /integer division: .*quotient\(\)/,
  },
  { code: 'const k: i32 = 7 / 2;', source: /:18 \/ on i32: .*quotient\(\)/ }, // asc folds constants before the check
  {
    code: 'const y: f64 = n * 0.5;',
    source: /:18 i32 \* f64: .*toFloat\(\)/,
    compiled: /an i32 is combined with an f64: .*toFloat\(\)/,
  },
  { code: 'const k: i32 = x as i32;', source: /:18 as: .*toInt\(\)/, compiled: /float to integer: .*toInt\(\)/ },
  { code: 'const k: i32 = <i32>x;', source: /:18 <T>: .*toInt\(\)/, compiled: /float to integer: .*toInt\(\)/ },
  { code: 'if (n < x) return x;', source: /:7 i32 < f64: .*toFloat\(\)/, compiled: /an i32 is combined with an f64/ },
  {
    code: 'const y: f64 = x + n;',
    source: /:18 f64 \+ i32: .*toFloat\(\)/,
    compiled: /an i32 is combined with an f64/,
  },
  { code: 'x += n;', source: /:3 f64 \+ i32: .*toFloat\(\)/, compiled: /an i32 is combined with an f64/ },
  { code: 'x = n;', source: /:7 i32 where f64 is wanted: .*toFloat\(\)/, compiled: /an i32 is combined with an f64/ },
  { code: 'x = b ? x : n;', source: /:7 f64 \?: i32: .*toFloat\(\)/, compiled: /an i32 is combined with an f64/ },
  {
    code: 'x = Math.sqrt(n);',
    source: /:17 i32 where f64 is wanted: .*toFloat\(\)/,
    compiled: /an i32 is combined with an f64/,
  },
  {
    code: 'x = helper(n, n);',
    source: /:14 i32 where f64 is wanted: .*toFloat\(\)/,
    compiled: /an i32 is combined with an f64/,
  },
  { code: 'n = n % 4;', source: /:7 %: .*quotient/, compiled: /integer remainder: .*quotient/ },
  { code: 'n %= 4;', source: /:3 %: .*quotient/, compiled: /integer remainder: .*quotient/ },
  { code: 'x = x % 4.0;', source: /:7 %: / },
  {
    code: 'x = x ** 2.0;',
    source: /:7 \*\*: .*multiply/,
    compiled: /calls ~lib\/math\/NativeMath\.pow: .*elementary\.ts/,
  },
  { code: 'n = n >>> 1;', source: /:7 >>>: .*use >>/, compiled: /unsigned arithmetic: .*>>/ },
  { code: 'n >>>= 1;', source: /:3 >>>: .*use >>/, compiled: /unsigned arithmetic: .*>>/ },
  { code: 'n = 0x80000000;', source: /:7 0x80000000: beyond 2³¹ − 1/ },
  { code: 'const m: u32 = 1;', source: /:9 m: annotate it as f64, i32 or bool/ },
  { code: 'const m: i64 = 1; if (m < 2) return x;', source: /:9 m: annotate it/, compiled: /a 64-bit integer/ },
  {
    code: 'const y: f32 = 1.0; if (y < y) return x;',
    source: /:9 y: annotate it/,
    compiled: /a 32-bit float: .*use f64/,
  },

  // Conditions: the truth values of NaN and integers differ between the languages.
  { code: 'if (x) return x;', source: /:7 f64 as a condition: .* !== 0\.0/, compiled: /an f64 as a condition/ },
  { code: 'if (n) return x;', source: /:7 i32 as a condition: .* !== 0$/ },
  { code: 'while (n & 1) n += 1;', source: /:10 i32 as a condition/ },
  { code: 'do n += 1; while (n);', source: /:21 i32 as a condition/ },
  { code: 'for (; n; ) n -= 1;', source: /:10 i32 as a condition/ },
  { code: 'x = n ? 1.0 : 2.0;', source: /:7 i32 as a condition/ },
  { code: 'if (b && n) return x;', source: /:12 i32 as a condition/ },
  { code: 'if (n || b) return x;', source: /:7 i32 as a condition/ },
  { code: 'if (!n) return x;', source: /:8 i32 as a condition/ },
  { code: 'if (n == 1) return x;', source: /:7 ==: write ===/ },
  { code: 'if (n != 1) return x;', source: /:7 !=: write !==/ },
  { code: 'switch (x) { case 1.0: return x; }', source: /:11 f64 where i32 is wanted/ },

  // Literals and annotations: asc infers i32 where TypeScript infers number.
  { code: 'const k = 0;', source: /:9 k: annotate it as f64, i32 or bool/ },
  { code: 'const y: number = 0.0;', source: /:9 y: annotate it/ },
  { code: 'const y: f64 = 1;', source: /:18 float literal without a point: write 1\.0/ },
  { code: 'x = 2 * x;', source: /:7 float literal without a point: write 2\.0/ },
  { code: 'x = x < -1 ? x : x;', source: /:7 float literal without a point: write 1\.0/ },
  { code: 'x = 5.;', source: /:7 5\.: write float literals with a digit on both sides/ },
  { code: 'n = 1.0;', source: /:7 f64 where i32 is wanted: .*toInt/ },
  { code: 'n = n + b;', source: /:7 i32 \+ bool: / },
  { code: 'x = x | 0;', source: /:7 f64 where i32 is wanted: .*toInt/ },
  { code: 'b = b & b;', source: /:7 bool where i32 is wanted/ },
  { code: 'x = x << 1;', source: /:7 f64 where i32 is wanted/ },
  { code: 'x = ~x;', source: /:8 f64 where i32 is wanted/ },
  { code: 'x = +x;', source: /:7 unary \+/ },

  // Functions and members that the dialect does not have, and wrong numbers of arguments.
  {
    code: 'x = Math.exp(x);',
    source: /:7 Math\.exp: .*elementary\.ts/,
    compiled: /calls ~lib\/math\/NativeMath\.exp: .*elementary\.ts/,
  },
  { code: 'x = Math.round(x);', source: /:7 Math\.round: /, compiled: /calls ~lib\/math\/NativeMath\.round/ },
  { code: 'x = Math.trunc(x);', source: /:7 Math\.trunc: /, compiled: /uses ~lib\/math\/NativeMath\.trunc/ },
  { code: 'x = Math.PI;', source: /:7 member access: .*Math/ },
  { code: 'x = Math.min(x);', source: /:7 1 arguments for 2 parameters/ },
  { code: 'b = isNaN(x);', source: /:7 isNaN: not a function of the kernel/ },
  { code: 'x = load<f64>(8);', source: /:11 type argument/, compiled: /direct memory access: use ld\(\)/ },
  { code: 'store<f64>(8, x);', source: /:8 type argument/, compiled: /direct memory access: use ld\(\)/ },
  { code: 'x = f64x2.extract_lane(f64x2.splat(x), 0);', source: /:7 member access/ },
  { code: 'x = missing;', source: /:7 missing: declared nowhere in the kernel/ },

  // No exceptions, no allocation, no objects, no function values, and no other syntax.
  { code: "throw new Error('no');", source: /:3 throw: .*status/, compiled: /a trap \(throw, assert\): .*status/ },
  { code: 'try { n = 1; } catch { n = 2; }', source: /:3 try: / },
  { code: 'const list: f64[] = [1.0, 2.0];', source: /:23 array: /, compiled: /data segment|calls ~lib\/rt/ },
  { code: 'const point: Point = { x: 1.0 };', source: /:24 object: / },
  { code: "const text: string = 'text';", source: /:24 string: /, compiled: /data segment: / },
  { code: 'const text: string = `text`;', source: /:24 string: /, compiled: /data segment: / },
  { code: 'const [y] = pair;', source: /:9 destructuring/ },
  {
    code: 'const twice = (y: f64): f64 => 2.0 * y; x = twice(x);',
    source: /:17 closure: /,
    compiled: /a function as a value/,
  },
  { code: 'function inner(): void {}', source: /:3 closure: / },
  { code: 'const f: i32 = helper;', source: /:18 helper: a function is not a value here/ },
  { code: 'for (const k of n) n += k;', source: /:3 for … of/ },
  { code: 'for (const k in n) n += 1;', source: /:3 for … in/ },
  { code: 'var k: i32 = 1;', source: /:3 var: write const or let/ },
  { code: 'outer: while (n < 3) n += 1;', source: /:3 label/ },
  { code: 'n = (n += 1, n);', source: /:8 comma/ },
  { code: 'x = x!;', source: /:7 !: / },
  { code: 'b ||= true;', source: /:3 \|\|=: write an if/ },
  { code: 'n = n ?? 1;', source: /:7 \?\?: / },
  { code: 'x = eval(n', source: /syntax: / },
];

/** Declarations at module level. */
const declarations: readonly Row[] = [
  {
    code: 'let count: i32 = 0;\nexport function next(): i32 { count += 1; return count; }',
    source: /:2:1 module-level let: .*workspace/,
    compiled: /^count in broken\.ts: a mutable global/,
  },
  { code: 'var count: i32 = 0;', source: /:2:1 module-level var/ },
  {
    code: 'const root: f64 = Math.sqrt(2.0);\nexport function get(): f64 { return root; }',
    source: /:2:19 call in a module-level constant/,
    compiled: /^root in broken\.ts: a mutable global, or a const computed at start/,
  },
  { code: 'const half: f64 = 1;', source: /:2:19 float literal without a point/ },
  { code: 'const half: i32 = 7 / 2;', source: /:2:19 \/ on i32/ },
  { code: 'const half = 0.5;', source: /:2:7 half: annotate it/ },
  {
    code: 'export function f(x: f64 = 1.0): f64 { return x; }',
    source: /:2:19 default parameter/,
    compiled: /^f in broken\.ts: a default parameter/,
  },
  { code: 'export function f(x?: f64): void {}', source: /:2:19 optional parameter/ },
  { code: 'export function f(...x: f64[]): void {}', source: /:2:19 rest or destructured parameter/ },
  { code: 'export function f(x): void {}', source: /:2:19 x: annotate it/ },
  { code: 'export function f() {}', source: /:2:8 f: annotate the result/ },
  { code: 'export function f(x: f64): i32 { return x; }', source: /:2:41 f64 where i32 is wanted: .*toInt/ },
  { code: 'export function f<T>(x: f64): f64 { return x; }', source: /:2:18 type parameter/ },
  { code: 'export async function f(): void {}', source: /:2:8 async function or generator/ },
  { code: 'export declare function f(): void;', source: /:2:8 declare: / },
  {
    code: "@external('env', 'now') declare function now(): f64;\nexport function f(): f64 { return now(); }",
    source: /:2:\d+ (syntax|declare)/,
    compiled: /an imported function; only port\/ calls functions of the host/,
  },
  { code: 'export default function f(): void {}', source: /:2:1 default export/ },
  { code: 'enum Kind { Box }', source: /:2:1 enum: .*constants/ },
  { code: 'class Box {}', source: /:2:1 class: / },
  { code: 'interface Box { x: f64 }', source: /:2:1 interface: / },
  { code: 'type Real = f64;', source: /:2:1 type alias: / },
  { code: "import type { ldi } from './port/memory.ts';", source: /:2:1 import type/ },
  { code: "import { type ldi } from './port/memory.ts';", source: /:2:10 import type/ },
  { code: "import * as port from './port/memory.ts';", source: /:2:8 default or namespace import/ },
  { code: "import './port/memory.ts';", source: /:2:1 import without names/ },
  { code: "import { readFileSync } from 'node:fs';", source: /:2:30 node:fs: not a file of the kernel/ },
  { code: "import { ldi } from './port/memory.js';", source: /:2:21 .*not a file of the kernel/ },
  { code: "import { nothing } from './port/memory.ts';", source: /:2:10 nothing: not declared in port\/memory\.ts/ },
  { code: "export { ldi } from './port/memory.ts';", source: /:2:1 export … from/ },
  { code: "export * from './port/memory.ts';", source: /:2:1 export … from/ },
  { code: 'toInt(1.0);', source: /:2:1 statement at module level/ },
  // Columns count UTF-16 code units, not bytes.
  { code: '/* ½ ≤ 𝑥² */ let y: f64 = 0.0;', source: /:2:15 module-level let/ },
];

/** Exported from an entry file, the interface between JavaScript and WebAssembly. */
const entries: readonly Row[] = [
  { code: 'export function f(b: bool): void {}', source: /:2:17 exported bool in f: .*i32/ },
  { code: 'export function f(): bool { return true; }', source: /:2:17 exported bool in f: .*i32/ },
  { code: 'function f(): bool { return true; }\nexport { f };', source: /:3:10 exported bool in f: .*i32/ },
  { code: 'export const size: i32 = 3;', source: /:2:14 exported constant size/ },
];

const imports = "import { ld, quotient, st, toFloat, toInt } from './port/memory.ts';";
const inFunction = (code: string): string =>
  `${imports}
function helper(y: f64, k: i32): f64 { return y * toFloat(k); }
function inside(n: i32, x: f64, b: bool): f64 {
  ${code}
  return helper(x, n);
}
export function use(n: i32, x: f64): f64 { return inside(n, x, n < 3); }
`;

const cases: readonly (Row & { readonly path: string; readonly text: string })[] = [
  ...statements.map((row) => ({ ...row, path: 'broken.ts', text: inFunction(row.code) })),
  ...declarations.map((row) => ({ ...row, path: 'broken.ts', text: `${imports}\n${row.code}` })),
  ...entries.map((row) => ({ ...row, path: '2d/exports.ts', text: `\n${row.code}` })),
];

describe('the check of the source', () => {
  it.each(cases)('refuses $code', ({ path, text, source }) => {
    expect(source).toBeDefined();
    const violations = checkDialect({ ...port, [path]: text });
    for (const violation of violations) expect(violation).toMatch(new RegExp(`^${path}:\\d+:\\d+ `));
    expect(violations).toContainEqual(expect.stringMatching(source ?? ''));
  });

  it('resolves imports from other files', () => {
    const violations = checkDialect({
      ...port,
      'gjk/a.ts': 'export const SIZE: i32 = 3;\nexport function f(x: f64): bool { return x > 0.0; }\n',
      'b.ts': "import { f, SIZE } from './gjk/a.ts';\nexport function g(n: i32): f64 { return f(n) ? SIZE : 1.0; }\n",
    });
    expect(violations).toEqual([
      expect.stringMatching(/^b\.ts:2:43 i32 where f64 is wanted/),
      expect.stringMatching(/^b\.ts:2:41 i32 \?: f64/),
    ]);
  });

  it('resolves the fields of blocks', () => {
    const block = 'export const SIZE: i32 = 3;\nexport function reach(at: i32): f64 { return 1.0; }\n';
    const use = (head: string, code: string): string[] =>
      checkDialect({
        ...port,
        'blocks/box.ts': block,
        'b.ts': `${head}\nexport function g(n: i32): f64 { ${code} }\n`,
      });
    const whole = "import * as Box from './blocks/box.ts';";
    expect(use(whole, 'return Box.reach(n + Box.SIZE);')).toEqual([]);
    expect(use(whole, 'return Box.SIZE;')).toEqual([expect.stringMatching(/^b\.ts:2:\d+ i32 where f64 is wanted/)]);
    expect(use(whole, 'return Box.width(n);')).toEqual([
      expect.stringMatching(/width of blocks\/box\.ts: not a function/),
    ]);
    expect(use(whole, 'return Box.WIDTH;')).toEqual([expect.stringMatching(/WIDTH of blocks\/box\.ts: not declared/)]);
    expect(use(whole, 'return Box.reach;')).toEqual([expect.stringMatching(/a function is not a value here/)]);
    expect(use(whole, 'return Box.reach(1.0);')).toEqual([expect.stringMatching(/f64 where i32 is wanted/)]);
    expect(use(whole, 'return Box;')).toEqual([expect.stringMatching(/Box: a block is not a value here/)]);
    const part = "import { reach } from './blocks/box.ts';";
    expect(use(part, 'return reach(n);')).toEqual([expect.stringMatching(/part of a block: import it as a whole/)]);
  });

  it('accepts the dialect', () => {
    const legal = `${imports}
const TABLE: i32 = 4 * 16;
const MASK: i32 = 0x7fffffff;
const LEAST: i32 = -2147483648;
const SMALL: f64 = 1.0e-300;
const TINY: f64 = 1e-12 * SMALL;
function isLong(x: f64): bool {
  return x > 1.0 || !(x <= 0.5 && x !== x);
}
export function legal(n: i32, x: f64): f64 {
  let sum: f64 = -0.0;
  let k: i32 = (n | 1) & ~(MASK >> 2);
  const near: bool = isLong(x);
  for (let i: i32 = 0; i < n; i += 1) {
    if (i === 3) continue;
    else sum += i < 2 ? ld(TABLE + i) : Math.max(x, -Infinity);
  }
  while (k > 0 && !near) k -= quotient(k, 2) + 1;
  do k++;
  while (true && k < LEAST);
  switch (toInt(x)) {
    case TABLE:
      return sum / x;
    case -1: {
      const half: f64 = 0.5 * toFloat(n);
      sum *= half;
      break;
    }
    default:
      st(TABLE, NaN);
  }
  return near ? sum : TINY;
}
`;
    expect(checkDialect({ ...port, 'legal.ts': legal })).toEqual([]);
  });
});

describe('the check of the compiled code', () => {
  it.each(cases.filter(({ compiled }) => compiled))('refuses $code', async ({ path, text, compiled }) => {
    const violations = await checkCompiled(path, { [path]: text });
    expect(violations).toContainEqual(expect.stringMatching(compiled ?? ''));
  });

  it('names the function and its file, wherever the entry is', async () => {
    const overlay = {
      'gjk/deep.ts': 'export function half(n: i32): i32 { return n / 2; }\n',
      'broken.ts': "import { half } from './gjk/deep.ts';\nexport function f(n: i32): i32 { return half(n); }\n",
    };
    expect(await checkCompiled('broken.ts', overlay)).toEqual([
      'half in gjk/deep.ts: integer division: JavaScript keeps the fraction; use quotient() from port/memory.ts',
    ]);
  });

  it('lets port/ convert, divide and load', async () => {
    const text = `${imports}\nexport function f(n: i32): f64 { st(n, toFloat(quotient(toInt(ld(n)), 2))); return Math.floor(ld(n)); }`;
    expect(await checkCompiled('legal.ts', { 'legal.ts': text })).toEqual([]);
  });
});

describe('the kernel', () => {
  it('is in the dialect', () => {
    expect(Object.keys(kernelSources())).toContain('exports.ts');
    expect(checkDialect()).toEqual([]);
  });

  const entryFiles = Object.keys(kernelSources()).filter((path) => /(^|\/)exports\.ts$/.test(path));
  it.each(entryFiles)('%s compiles to instructions with the same result on both targets', async (entry) => {
    expect(await checkCompiled(entry)).toEqual([]);
  });

  it('is translated into names that C++ accepts', () => {
    const names = kernelToCpp(kernelSources()).match(/(?<=kernel::)\w+/g) ?? [];
    expect(names).toContain('gjk_gjk');
    expect(names.filter((name) => /^\d/.test(name))).toEqual([]);
  });
});
