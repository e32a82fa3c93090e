// A snapshot of 1.1 MB that referred to one block 20,000 times took more than 4 GB, and one of nested brackets overflowed the stack.
import { describe, expect, it } from 'vitest';
import { pack, unpack } from '../../src/check/packed.ts';
import { largest, seal, toAscii } from '../../src/check/sealed.ts';
import { Scene } from '../../src/scene/index.ts';
import { Simulator } from '../../src/sim/index.ts';

const simulators = { letters: 'proxisim', version: 1, what: '', source: '' };
const scenes = { letters: 'proximal', version: 1, what: '', source: '' };
const refuse = (why: string): Error => new RangeError(why);

/** The format of `pack`, with the given JSON text and the given block after it. */
function packedText(text: string, block: Uint8Array): Uint8Array {
  const ascii = toAscii(text);
  const start = 8 + 8 * Math.ceil(ascii.length / 8);
  const bytes = new Uint8Array(start + block.length);
  new DataView(bytes.buffer).setUint32(0, ascii.length, true);
  bytes.set(ascii, 8);
  bytes.set(block, start);
  return bytes;
}

describe('a block', () => {
  it('with many references is rejected at the second one, before it is copied again', () => {
    const name = (kind: string) => JSON.stringify({ $: kind, at: 0, size: 262_144 });
    for (const kind of ['numbers', 'bytes']) {
      const text = `[${Array.from({ length: 20_000 }, () => name(kind)).join(',')}]`;
      const bytes = packedText(text, new Uint8Array(262_144));
      expect(() => unpack(bytes, refuse)).toThrow('its blocks are not in the order of their references');
      expect(() => Simulator.restore(seal(simulators, bytes))).toThrow(/^Simulator\.restore: bytes are not a valid/);
    }
  });

  it('without a reference is rejected', () => {
    expect(() => unpack(packedText('[1]', new Uint8Array(64)), refuse)).toThrow(
      'it has 64 bytes that are not referenced',
    );
  });

  it('that overlaps another is rejected', () => {
    const text = JSON.stringify([
      { $: 'numbers', at: 0, size: 16 },
      { $: 'numbers', at: 8, size: 16 },
    ]);
    expect(() => unpack(packedText(text, new Uint8Array(24)), refuse)).toThrow(
      'its blocks are not in the order of their references',
    );
  });
});

describe('nested brackets', () => {
  const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

  it('more than 64 deep are rejected in simulators and scenes', () => {
    for (const depth of [65, 1000, 1_000_000]) {
      const why = /its content is nested more than 64 deep/;
      expect(() => Simulator.restore(seal(simulators, packedText(deep(depth), new Uint8Array(0))))).toThrow(why);
      expect(() => Scene.restore(seal(scenes, toAscii(deep(depth))))).toThrow(why);
      const object = `{"shapes":[${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}],"bodies":[]}`;
      expect(() => Scene.restore(seal(scenes, toAscii(object)))).toThrow(why);
    }
  });

  it('count neither within strings nor side by side', () => {
    const data = { name: `"\\${'['.repeat(200)}`, lists: Array.from({ length: 200 }, () => [[1]]) };
    expect(unpack(pack(data), refuse)).toEqual(data);
  });
});

it('content beyond the limit is not written', () => {
  const content = { length: largest + 1 } as Uint8Array;
  expect(() => seal(scenes, content)).toThrow(`more than ${largest} bytes`);
});
