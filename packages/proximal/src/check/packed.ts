// A lossless binary form of plain data, without keys `$`, with arrays of numbers and bytes: JSON for the structure, followed by the bytes of the
// arrays (little-endian). JSON alone has no −0, infinities and NaN.
import { show } from './argument.ts';
import { parseAscii, toAscii } from './sealed.ts';

/** The layout: the length of the text (four bytes), the text, then the arrays, each part at a multiple of eight bytes. */
const textStart = 8;
const numbersWithoutJson = ['Infinity', '-Infinity', 'NaN', '-0'];

export function pack(value: unknown): Uint8Array {
  const blocks: Uint8Array[] = [];
  let size = 0;
  const replace = (_key: string, item: unknown): unknown => {
    if (item instanceof Float64Array || item instanceof Uint8Array) {
      const { buffer, byteOffset, byteLength } = item;
      const at = size;
      blocks.push(new Uint8Array(buffer, byteOffset, byteLength));
      size += padded(byteLength);
      return { $: item instanceof Float64Array ? 'numbers' : 'bytes', at, size: byteLength };
    }
    if (typeof item === 'number' && (!Number.isFinite(item) || Object.is(item, -0)))
      return { $: Object.is(item, -0) ? '-0' : String(item) };
    return item;
  };
  const text = toAscii(JSON.stringify(value, replace));
  const blockStart = textStart + padded(text.length);
  const bytes = new Uint8Array(blockStart + size);
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, textStart);
  let at = blockStart;
  for (const block of blocks) {
    bytes.set(block, at);
    at += padded(block.length);
  }
  return bytes;
}

/** @param refuse creates the error for bytes that `pack` did not write */
export function unpack(bytes: Uint8Array, refuse: (why: string) => Error): unknown {
  if (bytes.length < textStart) throw refuse('it is too short');
  // A copy, because a Float64Array must start at a multiple of eight bytes. `slice` of Node's Buffer does not copy.
  const whole = new Uint8Array(bytes);
  const length = new DataView(whole.buffer).getUint32(0, true);
  const blockStart = textStart + padded(length);
  if (blockStart > whole.length) throw refuse('its text is longer than its bytes');
  // The blocks are in the order of their references and each is referenced once, so the data cannot be larger than the bytes.
  let next = blockStart;
  const revive = (_key: string, item: unknown): unknown => {
    if (typeof item !== 'object' || item === null || !('$' in item)) return item;
    const { $: kind, at, size } = item as Record<string, unknown>;
    if (numbersWithoutJson.includes(kind as string)) return Number(kind);
    const [start, count] = [blockStart + (at as number), size as number];
    if (!isSize(at) || !isSize(size) || start + count > whole.length)
      throw refuse('it refers to numbers beyond its end');
    if (start !== next) throw refuse('its blocks are not in the order of their references');
    next += padded(count);
    if (kind === 'bytes') return whole.slice(start, start + count);
    if (kind !== 'numbers' || count % 8 !== 0) throw refuse(`it has a block of ${show(kind)}`);
    return new Float64Array(whole.buffer, start, count / 8).slice();
  };
  const value = parseAscii(whole.subarray(textStart, textStart + length), refuse, revive);
  if (next !== whole.length) throw refuse(`it has ${whole.length - next} bytes that are not referenced`);
  return value;
}

function isSize(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0;
}

function padded(length: number): number {
  return Math.ceil(length / 8) * 8;
}
