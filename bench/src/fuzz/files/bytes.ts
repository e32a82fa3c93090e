// Mutations of arbitrary bytes, and of texts as bytes: encodings, line ends, truncation.
import type { Rng } from 'proximal/math';
import { chance, oddNumber, pick } from './words.ts';

export function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function join(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const integers = [
  0, 1, 2, 3, 4, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 0x7fc00000,
];
const doubles = [Number.NaN, Infinity, -Infinity, -0, 5e-324, 1e308, -1e308, 1e155, 1e16, 2 ** 53];

type Mutation = (bytes: Uint8Array, rng: Rng) => Uint8Array;

function patched(bytes: Uint8Array, rng: Rng, width: number, write: (view: DataView, at: number) => void): Uint8Array {
  if (bytes.length < width) return bytes;
  const copy = bytes.slice();
  const at = rng.index(bytes.length - width + 1);
  write(new DataView(copy.buffer), chance(rng, 0.5) ? at - (at % width) : at);
  return copy;
}

/** The start and end of a short range. */
function shortRange(bytes: Uint8Array, rng: Rng): [start: number, end: number] {
  const start = rng.index(bytes.length + 1);
  return [start, Math.min(bytes.length, start + 1 + rng.index(chance(rng, 0.25) ? 64 : 8))];
}

const mutations: readonly Mutation[] = [
  (bytes, rng) => patched(bytes, rng, 1, (view, at) => view.setUint8(at, view.getUint8(at) ^ (1 << rng.index(8)))),
  (bytes, rng) => patched(bytes, rng, 1, (view, at) => view.setUint8(at, rng.index(256))),
  (bytes, rng) => patched(bytes, rng, 4, (view, at) => view.setUint32(at, pick(rng, integers), chance(rng, 0.7))),
  (bytes, rng) => patched(bytes, rng, 8, (view, at) => view.setFloat64(at, pick(rng, doubles), true)),
  (bytes, rng) => bytes.slice(0, rng.index(bytes.length + 1)),
  (bytes, rng) => {
    const [start, end] = shortRange(bytes, rng);
    return join(bytes.subarray(0, start), bytes.subarray(end));
  },
  (bytes, rng) => {
    const [start, end] = shortRange(bytes, rng);
    return join(bytes.subarray(0, end), bytes.subarray(start));
  },
  (bytes, rng) => {
    const [start] = shortRange(bytes, rng);
    const noise = Uint8Array.from({ length: 1 + rng.index(8) }, () => rng.index(256));
    return join(bytes.subarray(0, start), noise, bytes.subarray(start));
  },
  (bytes, rng) => {
    const [start] = shortRange(bytes, rng);
    return withOtherNumber(bytes, start, oddNumber(rng));
  },
];

export function mutateBytes(bytes: Uint8Array, rng: Rng): Uint8Array {
  return pick(rng, mutations)(bytes, rng);
}

/** Replaces the digits and points of the next number of a text, from an index on, or appends the number if there is none. */
export function withOtherNumber(bytes: Uint8Array, from: number, number: string): Uint8Array {
  const isDigit = (code: number): boolean => code >= 48 && code <= 57;
  let start = from;
  while (start < bytes.length && !isDigit(bytes[start])) start++;
  let end = start;
  while (end < bytes.length && (isDigit(bytes[end]) || bytes[end] === 46)) end++;
  return join(bytes.subarray(0, start), encode(number), bytes.subarray(end));
}

function utf16(text: string, isLittle: boolean): Uint8Array {
  const bytes = new Uint8Array(2 * text.length + 2);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0xfeff, isLittle);
  for (let k = 0; k < text.length; k++) view.setUint16(2 * k + 2, text.charCodeAt(k), isLittle);
  return bytes;
}

/** A text as bytes: with a byte order mark or in UTF-16, with a null byte, other line ends or white space, truncated, or with mutated bytes. */
export function mutateText(text: string, rng: Rng): Uint8Array {
  const at = rng.index(text.length + 1);
  switch (rng.index(8)) {
    case 0:
      return encode(`\uFEFF${text}`);
    case 1:
      return utf16(text, chance(rng, 0.5));
    case 2:
      return encode(`${text.slice(0, at)}\0${text.slice(at)}`);
    case 3:
      return encode(text.replaceAll('\n', '\r\n'));
    case 4:
      return encode(text.replaceAll(' ', pick(rng, ['\t', '\u00a0', '  ', '\r', '\f'])));
    case 5:
      return encode(text.slice(0, at));
    default:
      return mutateBytes(encode(text), rng);
  }
}
