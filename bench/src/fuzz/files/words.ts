// Numbers and names that may break readers.
import type { Rng } from 'proximal/math';

/** The longest text that mutations produce, in characters: much longer than any valid document, and still quick to read. */
export const longestText = 2 ** 20;

export function pick<T>(rng: Rng, list: readonly T[]): T {
  return list[rng.index(list.length)];
}

export function chance(rng: Rng, share: number): boolean {
  return rng.uniform() < share;
}

/** Texts in place of numbers. */
const oddNumbers: readonly string[] = [
  ...'0 -0 1 -1 2 3 0.5 1e-9 1e5 1e9 1e16 1e20 1e154 1e155 1e300 1e308 -1e308 1.7976931348623157e308'.split(' '),
  ...'1e309 1e999 -1e999 5e-324 1e-160 1e-310 1e-400 127 255 256 65535 65536 2147483647 2147483648'.split(' '),
  ...'4294967295 4294967296 9007199254740993 NaN nan Infinity -inf inf 0x10 1_000 1,5 1e 1e+ . - + --1 e true'.split(
    ' ',
  ),
  '',
  '9'.repeat(400),
  `0.${'0'.repeat(320)}1`,
  `1${'0'.repeat(308)}`,
];

/** Texts in place of names: properties of built-in objects, paths, control sequences, formulas. */
const oddNames: readonly string[] = [
  ...'__proto__ constructor prototype toString valueOf hasOwnProperty length then toJSON $ world name'.split(' '),
  ...'../../secret /dev/zero file:///dev/zero http://127.0.0.1:9/x package://a/b data:,x C:\\x robot.xml part.xml circle.xml'.split(
    ' ',
  ),
  '',
  ' ',
  '\n',
  '\0',
  '\u001b[31m',
  '\u202e',
  '\ud800',
  '\udc00x',
  '😀',
  '=1+1',
  '%s%n',
  '<',
  '&amp;',
  ']]>',
];

export function oddNumber(rng: Rng): string {
  return pick(rng, oddNumbers);
}

export function oddName(rng: Rng): string {
  return chance(rng, 0.02) ? 'x'.repeat(10 ** (1 + rng.index(5))) : pick(rng, oddNames);
}

/** A number of repetitions: usually a few, sometimes very many. */
export function repetitions(rng: Rng, limit: number): number {
  return chance(rng, 0.03) ? Math.floor(limit ** rng.uniform(0.5, 1)) : 1 + rng.index(3);
}

/** A number in common notation. */
export function plainNumber(rng: Rng, low: number, high: number): string {
  return String(Math.round(1000 * rng.uniform(low, high)) / 1000);
}

export function plainNumbers(rng: Rng, count: number, low: number, high: number): string {
  return Array.from({ length: count }, () => plainNumber(rng, low, high)).join(' ');
}
