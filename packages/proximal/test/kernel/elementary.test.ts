// The elementary functions against an independent reference in 256-bit fixed-point arithmetic, their special cases
// against `Math`, and the two targets against each other.
import { beforeAll, describe, expect, test } from 'vitest';
import { compileKernel } from '../../../../tools/src/compile-kernel.ts';
import * as elementary from '../../kernel/elementary.ts';

type Name = keyof typeof elementary;
type Arguments = readonly [number] | readonly [number, number];
type Call = (...args: readonly number[]) => number;

const names: readonly Name[] = ['exp', 'log', 'pow', 'sin', 'cos', 'atan2', 'acos'];
const binaryFunctions: readonly Name[] = ['pow', 'atan2'];
/** Error bounds in units in the last place; kernel/elementary.ts derives them. */
const errorBounds: Record<Name, number> = {
  exp: 0.8,
  log: 0.51,
  pow: 0.85,
  sin: 0.85,
  cos: 0.85,
  atan2: 0.55,
  acos: 0.55,
};

// ── The reference: fixed-point numbers in units of 2⁻²⁵⁶ ────────────────────────────────────────────────────────────────

const fraction = 256n;
const one = 1n << fraction;

function multiply(a: bigint, b: bigint): bigint {
  return (a * b) >> fraction;
}

function divide(a: bigint, b: bigint): bigint {
  return (a << fraction) / b;
}

/** The integer nearest to a/b. */
function nearest(a: bigint, b: bigint): bigint {
  return a < 0n ? -nearest(-a, b) : (2n * a + b) / (2n * b);
}

/** The sum of first·factorⁿ/(2n + 1). */
function oddSeries(first: bigint, factor: bigint): bigint {
  let sum = 0n;
  let power = first;
  for (let n = 0n; power > 2n || power < -2n; n++) {
    sum += power / (2n * n + 1n);
    power = multiply(power, factor);
  }
  return sum;
}

/** The series that starts with `first`; each term is the previous one times factor/ratio(n). */
function factorialSeries(first: bigint, factor: bigint, ratio: (n: bigint) => bigint): bigint {
  let sum = first;
  let term = first;
  for (let n = 1n; term > 2n || term < -2n; n++) {
    term = multiply(term, factor) / ratio(n);
    sum += term;
  }
  return sum;
}

const inverseTangent = (t: bigint): bigint => oddSeries(t, -multiply(t, t));
const inverseHyperbolicTangent = (t: bigint): bigint => oddSeries(t, multiply(t, t));
/** π by Machin's formula (1706). */
const pi = 16n * inverseTangent(one / 5n) - 4n * inverseTangent(one / 239n);
const ln2 = 2n * inverseHyperbolicTangent(one / 3n);

/** A real number: `digits`·2^`exponent`. */
interface Real {
  readonly digits: bigint;
  readonly exponent: number;
}

const view = new DataView(new ArrayBuffer(8));

function bitsOf(x: number): bigint {
  view.setFloat64(0, x);
  return view.getBigInt64(0);
}

/** The exact value of a double; an infinity counts as 2¹⁰²⁴. */
function toReal(x: number): Real {
  const bits = BigInt.asUintN(63, bitsOf(x));
  const exponent = Number(bits >> 52n);
  const digits = (bits & ((1n << 52n) - 1n)) + (exponent > 0 ? 1n << 52n : 0n);
  return { digits: x < 0 ? -digits : digits, exponent: Math.max(exponent, 1) - 1075 };
}

function shifted(digits: bigint, by: number): bigint {
  return by >= 0 ? digits << BigInt(by) : digits >> BigInt(-by);
}

function fixed(x: number): bigint {
  const { digits, exponent } = toReal(x);
  return shifted(digits, exponent + Number(fraction));
}

function lengthOf(digits: bigint): number {
  return digits.toString(2).replace('-', '').length;
}

function squareRoot(a: bigint): bigint {
  let root = 1n << BigInt((lengthOf(a << fraction) + 1) >> 1);
  for (;;) {
    const better = (root + (a << fraction) / root) >> 1n;
    if (better >= root) return root;
    root = better;
  }
}

function sine(angle: bigint): bigint {
  return factorialSeries(angle, -multiply(angle, angle), (n) => 2n * n * (2n * n + 1n));
}

function cosine(angle: bigint): bigint {
  return factorialSeries(one, -multiply(angle, angle), (n) => 2n * n * (2n * n - 1n));
}

/** sin(x + quarterTurns·π/2). */
function phaseShiftedSine(x: number, quarterTurns: bigint): bigint {
  const count = nearest(2n * fixed(x), pi);
  const rest = fixed(x) - (count * pi) / 2n;
  const quadrant = BigInt.asUintN(2, count + quarterTurns);
  const value = quadrant % 2n === 0n ? sine(rest) : cosine(rest);
  return quadrant < 2n ? value : -value;
}

function exponential(x: bigint): Real {
  const count = nearest(x, ln2);
  return { digits: factorialSeries(one, x - count * ln2, (n) => n), exponent: Number(count - fraction) };
}

function logarithm(x: number): bigint {
  const { digits, exponent } = toReal(x);
  const length = lengthOf(digits);
  const scaled = shifted(digits, Number(fraction) - length); // from 1/2 to 1
  const halve = 2n * multiply(scaled, scaled) < one;
  const significand = halve ? 2n * scaled : scaled;
  const artanh = inverseHyperbolicTangent(divide(significand - one, significand + one));
  return 2n * artanh + BigInt(exponent + length - (halve ? 1 : 0)) * ln2;
}

/** The angle of a vector from a guess with 50 bits: after rotating the vector by the guess, the remaining angle is tiny. */
function angle(y: bigint, x: bigint, guess: number): bigint {
  const sin = phaseShiftedSine(guess, 0n);
  const cos = phaseShiftedSine(guess, 1n);
  return fixed(guess) + inverseTangent(divide(y * cos - x * sin, x * cos + y * sin));
}

const references: Record<Name, (x: number, y: number) => Real> = {
  exp: (x) => exponential(fixed(x)),
  log: (x) => real(logarithm(x)),
  pow: (x, y) => {
    const { digits, exponent } = toReal(y);
    return exponential(shifted(logarithm(x) * digits, exponent));
  },
  sin: (x) => real(phaseShiftedSine(x, 0n)),
  cos: (x) => real(phaseShiftedSine(x, 1n)),
  atan2: (y, x) => {
    const [a, b] = [toReal(y), toReal(x)];
    const unit = Math.min(a.exponent, b.exponent);
    return real(angle(shifted(a.digits, a.exponent - unit), shifted(b.digits, b.exponent - unit), Math.atan2(y, x)));
  },
  acos: (x) => real(angle(squareRoot(one - multiply(fixed(x), fixed(x))), fixed(x), Math.acos(x))),
};

function real(digits: bigint): Real {
  return { digits, exponent: -Number(fraction) };
}

/** The distance of a double from a real number, in units in the last place of the real number. */
function ulps(computed: number, { digits, exponent }: Real): number {
  const unit = Math.max(lengthOf(digits) + exponent - 53, -1074) - 40;
  const actual = toReal(computed);
  const difference = shifted(actual.digits, actual.exponent - unit) - shifted(digits, exponent - unit);
  return Math.abs(Number(difference)) / 2 ** 40;
}

// ── Arguments ───────────────────────────────────────────────────────────────────────────────────────────────────

type Random = () => number;

/** Uniform in [0, 1): a hashed counter, two words per double. */
function randomFrom(seed: number): Random {
  let state = seed;
  const word = (): number => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  return () => ((word() >>> 5) * 2 ** 26 + (word() >>> 6)) / 2 ** 53;
}

const between = (random: Random, low: number, high: number): number => low + (high - low) * random();
const withRandomSign = (random: Random, x: number): number => (random() < 0.5 ? x : -x);
/** A random significand with a random exponent: it may be denormal. */
const spread = (random: Random, low: number, high: number): number => {
  const exponent = Math.floor(between(random, low, high));
  return (1 + random()) * 2 ** Math.max(exponent, -1000) * 2 ** Math.min(exponent + 1000, 0);
};
const nearOne = (random: Random): number => 1 + withRandomSign(random, spread(random, -54, -2));

/** Doubles of at most 2⁵³ that come closest to multiples of π/2, found with continued fractions. */
const closeToMultiplesOfHalfPi = [
  45.553093477052, 91.106186954104, 14461176.67027838, 28922353.34055676, 563416747700.2246, 205097628711448.4,
  1426668733016935.2, 3067449762708522.5, 6134899525417045,
];

const argumentMakers: Record<Name, readonly ((random: Random) => Arguments)[]> = {
  exp: [
    (r) => [between(r, -745.13, 709.78)],
    (r) => [withRandomSign(r, spread(r, -60, 9))],
    (r) => [between(r, -745.13, -708)],
  ],
  log: [(r) => [spread(r, -1074, 1023)], (r) => [between(r, 0.5, 2)], (r) => [nearOne(r)]],
  pow: [
    (r) => [r() + 2 ** -60, between(r, 0.1, 20)],
    (r) => powerArguments(spread(r, -1074, 1023), r),
    (r) => powerArguments(spread(r, -3, 2), r),
    (r) => powerArguments(nearOne(r), r),
    (r) => [spread(r, -1074, 1023), withRandomSign(r, spread(r, -60, -1))],
  ],
  sin: angles(),
  cos: angles(),
  atan2: [
    (r) => [between(r, -1, 1), between(r, -1, 1)],
    (r) => [withRandomSign(r, spread(r, -40, 40)), withRandomSign(r, spread(r, -40, 40))],
    (r) => {
      const size = spread(r, -1060, 1000);
      return [size * between(r, -2, 2), size * between(r, -2, 2)];
    },
  ],
  acos: [
    (r) => [between(r, -1, 1)],
    (r) => [withRandomSign(r, 1 - spread(r, -53, -3))],
    (r) => [withRandomSign(r, spread(r, -60, -1))],
  ],
};

/** An exponent that keeps the power within the range of doubles. */
function powerArguments(x: number, random: Random): Arguments {
  const y = between(random, -1074, 1024) / (Math.log2(x) || 1);
  return [x, y];
}

function angles(): readonly ((random: Random) => Arguments)[] {
  return [
    (r) => [between(r, -10, 10)],
    (r) => [withRandomSign(r, spread(r, -40, 53))],
    (r) => [between(r, -(2 ** 53), 2 ** 53)],
    (r) => [Math.floor(spread(r, 0, 52)) * (Math.PI / 2)],
    (r) => [withRandomSign(r, closeToMultiplesOfHalfPi[Math.floor(r() * closeToMultiplesOfHalfPi.length)] ?? 0)],
  ];
}

function argumentsOf(name: Name, random: Random): Arguments {
  const choice = argumentMakers[name];
  const make = choice[Math.floor(random() * choice.length)];
  if (!make) throw new Error('no such kind');
  return make(random);
}

function anyDouble(random: Random): number {
  view.setUint32(0, random() * 2 ** 32);
  view.setUint32(4, random() * 2 ** 32);
  return view.getFloat64(0);
}

const special = [
  0,
  5e-324,
  1.5e-310,
  2 ** -1022,
  2 ** -60,
  0.1,
  0.5,
  1 - 2 ** -53,
  1,
  1 + 2 ** -52,
  1.5,
  2,
  3,
  4,
  5,
  101.5,
]
  .concat([
    708.5,
    709.782712893384,
    709.7827128933841,
    710,
    745.1332191019411,
    745.1332191019412,
    746,
    1e5 + 1,
    2 ** 31,
  ])
  .concat([2 ** 53 - 1, 2 ** 53, 1e17, 1e200, 2 ** 1023, Number.MAX_VALUE, Number.POSITIVE_INFINITY, Number.NaN])
  .flatMap((x) => [x, -x]);

function specialArguments(name: Name): readonly Arguments[] {
  return special.flatMap((x): Arguments[] => (binaryFunctions.includes(name) ? special.map((y) => [x, y]) : [[x]]));
}

// ── Tests ───────────────────────────────────────────────────────────────────────────────────────────────────────

const javascript = elementary as unknown as Record<Name, Call>;
let webassembly: Record<Name, Call>;

beforeAll(async () => {
  const list = names.join(', ');
  const overlay = { 'elementary-exports.ts': `import { ${list} } from './elementary.ts';\nexport { ${list} };\n` };
  const flags = ['-O3', '--converge', '--outFile', 'kernel.wasm'];
  const files = await compileKernel({ entry: 'elementary-exports.ts', overlay, flags });
  const module = new WebAssembly.Module(files.get('kernel.wasm') as BufferSource);
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 4096 });
  const instance = new WebAssembly.Instance(module, { env: { memory }, host: { support() {} } });
  webassembly = instance.exports as unknown as Record<Name, Call>;
});

describe.each(names)('%s', (name) => {
  const call = javascript[name];

  test('differs from the reference by less than its error bound', () => {
    const random = randomFrom(20);
    let worst = 0;
    let where: Arguments = [0];
    for (let n = 0; n < 5000; n++) {
      const args = argumentsOf(name, random);
      const error = ulps(call(...args), references[name](args[0], args[1] ?? 0));
      if (error <= worst) continue;
      worst = error;
      where = args;
    }
    expect(worst, `${name}(${where.join(', ')})`).toBeLessThan(errorBounds[name]);
  });

  test('has the special cases of Math', () => {
    for (const args of specialArguments(name)) {
      if ((name === 'sin' || name === 'cos') && Math.abs(args[0]) > 2 ** 53) continue;
      const actual = call(...args);
      const expected = (Math[name] as Call)(...args);
      const isExact = !Number.isFinite(expected) || expected === 0 || !Number.isFinite(actual) || actual === 0;
      // For results that are not special, `Math` itself is only approximate.
      const agrees = isExact ? Object.is(actual, expected) : Number(bitsOf(actual) - bitsOf(expected)) ** 2 <= 4;
      expect(agrees, `${name}(${args.join(', ')}) is ${actual}, by Math ${expected}`).toBe(true);
    }
  });

  test('is bitwise identical on both targets', () => {
    const compiled = webassembly[name];
    const random = randomFrom(21);
    const differing: string[] = [];
    const compare = (args: Arguments): void => {
      if (!Object.is(call(...args), compiled(...args))) differing.push(args.join(', '));
    };
    for (const args of specialArguments(name)) compare(args);
    for (let n = 0; n < 100_000; n++) compare(argumentsOf(name, random));
    // Random bit patterns, including infinities and NaN.
    for (let n = 0; n < 20_000; n++) compare([anyDouble(random), anyDouble(random)]);
    expect(differing.slice(0, 5)).toEqual([]);
  });
});

test('sine is odd and cosine is even, to the bit', () => {
  const random = randomFrom(22);
  for (let n = 0; n < 20_000; n++) {
    const [x] = argumentsOf('sin', random);
    if (!Object.is(elementary.sin(-x), -elementary.sin(x))) expect.fail(`sin(${x})`);
    if (!Object.is(elementary.cos(-x), elementary.cos(x))) expect.fail(`cos(${x})`);
  }
});

test('sin and cos of angles beyond 2⁵³ are NaN', () => {
  for (const x of [2 ** 53 + 2, 1e300, Number.POSITIVE_INFINITY, Number.NaN]) {
    expect(elementary.sin(x)).toBeNaN();
    expect(elementary.cos(-x)).toBeNaN();
  }
});

test('powers that are doubles are exact', () => {
  for (let k = -1074; k < 1024; k++)
    expect(elementary.pow(2, k)).toBe(2 ** Math.max(k, -1000) * 2 ** Math.min(k + 1000, 0));
  for (let base = 3n; base < 200n; base++) {
    for (let k = 1n; base ** k < 1n << 53n; k++) {
      expect(elementary.pow(-Number(base), Number(k))).toBe(Number((-base) ** k));
    }
  }
  expect(elementary.exp(0)).toBe(1);
  expect(elementary.log(1)).toBe(0);
  expect(elementary.acos(1)).toBe(0);
});
