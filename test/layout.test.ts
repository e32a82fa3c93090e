// The kernel's memory layouts: declared as interfaces (kernel/**/layout.ts), placed and turned into sources by tools/src/layout.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attach } from '../packages/proximal/kernel/port/memory.ts';
import { kernelFolder } from '../tools/src/compile-kernel.ts';
import { checkDialect, kernelSources } from '../tools/src/dialect.ts';
import { accessorsOf } from '../tools/src/layout/accessors.ts';
import { checkPlaces, checkReader } from '../tools/src/layout/check.ts';
import { blocksOf, constantsOf, hostSources, sourceFile, sourceOf } from '../tools/src/layout/generate.ts';
import { inlineBlocks, inlineHostBlocks } from '../tools/src/layout/inline.ts';
import type { PlacedBlock, PlacedField } from '../tools/src/layout/placement.ts';

const kernel = blocksOf(kernelSources());
const library = resolve(kernelFolder, '../src');

const example = `
/** A point. */
export interface Point { x: [f64, 3]; }
export interface Box {
  kind: i32;
  /** How far. */
  reach: f64;
  flags: [i32, 3];
  corners: [Point, 4];
  middle: Point;
  use: { radius: f64; id: i32 } | { axis: [f64, 2] };
  last: i32;
}`;
const layoutOf = (text: string) => blocksOf({ 'part/layout.ts': text });
const blocks = layoutOf(example);
const box = blocks.get('part/blocks/box.ts') as PlacedBlock;

describe('a declared block', () => {
  it('places its fields in sequence', () => {
    expect(Object.fromEntries(constantsOf(box).map(({ name, value }) => [name, value]))).toEqual({
      KIND_INT: 0,
      REACH: 1,
      FLAGS_INT: 4,
      FLAGS_COUNT: 3,
      CORNERS: 4,
      CORNERS_COUNT: 4,
      MIDDLE: 16,
      RADIUS: 19,
      ID_INT: 40,
      AXIS: 19,
      AXIS_COUNT: 2,
      LAST_INT: 42,
      SIZE: 22,
    });
  });

  it('becomes a source in the dialect of the kernel, with its comments', () => {
    const text = sourceOf('part/blocks/box.ts', box);
    const port = { 'port/memory.ts': readFileSync(join(kernelFolder, 'port/memory.ts'), 'utf8') };
    expect(checkDialect({ ...port, 'part/blocks/box.ts': text })).toEqual([]);
    expect(text).toContain('/** How far. */\nexport function reach(at: i32): f64 { return ld(at + 1); }');
    expect(text).toContain('export function setFlags(at: i32, k: i32, x: i32): void { sti(2 * at + 4 + k, x); }');
    expect(text).toContain('export function corners(at: i32, k: i32): i32 { return at + 4 + k * 3; }');
  });

  it.each([
    ['export interface A { x: f64; x: i32; }', /x is declared twice/],
    ['export interface A { x: { y: f64 } | { y: i32 }; }', /y is declared twice/],
    [
      'export interface A { size: f64; }',
      /SIZE is the constant for the size of the block; give the field another name/,
    ],
    ['export interface A { x: f64; }\nexport interface A { y: f64; }', /A: two blocks have this name/],
    ['export interface A { b: B; }', /part\/layout\.ts#B is declared nowhere/],
    ['export interface A { b: B; }\nexport interface B { a: [A, 2]; }', /a block cannot contain itself/],
    ['export interface A { x: [f64, 0]; y: f64; }', /x has no length; only the last field may be open/],
    ['export interface A { x: [f64, -1]; }', /part\/layout\.ts:1 an array is \[type, count\]/],
    ['export interface A { x: [f64, 1.5]; }', /an array is \[type, count\]/],
    ['export interface A { x: f64[]; }', /a type is f64, i32 or a block/],
    ['export interface A { x: f32; }', /part\/layout\.ts#f32 is declared nowhere/],
    ['export interface A { x(): f64; }', /a field has a name and a type/],
    ['export interface A { x: f64 | i32; }', /alternatives are/],
    ['\ninterface A { x: f64; }', /part\/layout\.ts:2 only exported interfaces declare blocks/],
    ['export const SIZE: i32 = 3;', /only exported interfaces declare blocks/],
    ['export interface A { x: f64', /part\/layout\.ts: /],
  ])('is rejected as %s', (text, reason) => {
    expect(() => layoutOf(text)).toThrow(reason);
  });
});

describe('the check of offsets', () => {
  const moved = (name: string, offset: number): PlacedBlock => ({
    ...box,
    fields: box.fields.map((field) => (field.name === name ? { ...field, offset } : field)),
  });

  it('finds fields that overlap, except alternatives', () => {
    expect(checkPlaces(box)).toEqual([]);
    expect(checkPlaces(moved('reach', 0))).toEqual(['part/layout.ts#Box: kind and reach overlap']);
    expect(checkPlaces(moved('flags', 1))).toEqual(['part/layout.ts#Box: reach and flags overlap']);
    expect(checkPlaces(moved('middle', 15))).toEqual(['part/layout.ts#Box: corners and middle overlap']);
    expect(checkPlaces(moved('axis', 20))).toEqual(['part/layout.ts#Box: axis and last overlap']);
  });

  it('finds a field that exceeds its block', () => {
    expect(checkPlaces(moved('last', 44))).toEqual(['part/layout.ts#Box: last leaves the block']);
  });
});

describe.each([...kernel])('the block of %s', (path, block) => {
  it('has no fields that overlap', () => {
    expect(checkPlaces(block)).toEqual([]);
  });

  it('returns the values written to each of its fields', async () => {
    const at = 3;
    const memory = new ArrayBuffer(8 * (at + block.size));
    attach(memory);
    const source = await import(join(kernelFolder, path));
    const numbers = block.fields.filter(({ type }) => type === 'f64' || type === 'i32');
    // Only the first of alternatives, since the others share its memory.
    const fields = numbers.filter(({ choices }) => choices.every(({ option }) => option === 0));
    const cells = fields.flatMap((field) =>
      Array.from({ length: field.count ?? 1 }, (_, k) => ({
        field,
        place: field.count === undefined ? [at] : [at, k],
      })),
    );
    for (const [value, { field, place }] of cells.entries()) {
      const [, writer] = accessorsOf(block).filter((each) => each.field === field);
      source[writer.name](...place, value + 1);
    }
    const written = cells.map((_, value) => value + 1);
    expect(cells.map(({ field, place }) => source[field.name](...place))).toEqual(written);
    // The accessors outside the kernel find it there, too.
    const host = await import(join(library, 'engine/blocks', sourceFile(block.name)));
    const views = { f64: new Float64Array(memory), i32: new Int32Array(memory) };
    const viewOf = ({ type }: PlacedField) => (type === 'f64' ? views.f64 : views.i32);
    expect(cells.map(({ field, place }) => host[field.name](viewOf(field), ...place))).toEqual(written);
    for (const { field, place } of cells) {
      const [, writer] = accessorsOf(block).filter((each) => each.field === field);
      host[writer.name](viewOf(field), ...place, 0);
    }
    expect(cells.map(({ field, place }) => source[field.name](...place))).toEqual(written.map(() => 0));
  });

  it('has a source that agrees with its declaration', async () => {
    expect(readFileSync(join(kernelFolder, path), 'utf8')).toBe(sourceOf(path, block));
    for (const [file, text] of hostSources([block]))
      expect(readFileSync(join(library, 'engine/blocks', file), 'utf8')).toBe(text);
    expect(await import(join(kernelFolder, path))).toMatchObject(
      Object.fromEntries(constantsOf(block).map(({ name, value }) => [name, value])),
    );
  });
});

describe('sources that read a block', () => {
  const reader = (code: string): string[] =>
    checkReader('reader.ts', `import { Box, KIND } from '../engine/layout.ts';\n${code}`, blocks);

  it('may use its names', () => {
    expect(reader('read(f64, at + Box.CORNERS); Box.setKind(i32, Box.middle(at), KIND + rows[Box.SIZE * k]);')).toEqual(
      [],
    );
  });

  it.each(['Box.KIND', 'Box.WIDTH', 'Box.REACH_INT', 'Box.Reach'])('are rejected for the unknown name %s', (name) => {
    expect(reader(`read(f64, at + ${name});`)).toEqual([`reader.ts: Box has no ${name.slice(4)}`]);
  });

  it.each([
    'f64[at + Box.REACH]',
    'engine.f64[at + Box.CORNERS + 3 * k + 1]',
    'integers[Box.KIND_INT]',
    'i32[2 * at]',
    'engine.i32[2 * at + k]',
    'i32.subarray(2 * at, 2 * at + count)',
    'engine.i32.set(list, 2 * at)',
  ])('are rejected for %s, which has an accessor', (code) => {
    expect(reader(`const x = ${code};`)).toEqual([`reader.ts: ${code}: use the accessor of the field, or integersAt`]);
  });

  it('use only existing names and accessors in the library', () => {
    const files = readdirSync(library, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !/^engine.blocks/.test(file),
    );
    const violations = files.flatMap((file) => checkReader(file, readFileSync(join(library, file), 'utf8'), kernel));
    expect(violations).toEqual([]);
  });
});

describe('accessors outside the kernel', () => {
  it('have the names and places of the kernel, for a view of its memory', () => {
    const text = hostSources([box]).get('box.ts');
    expect(text).toContain(
      '/** How far. */\nexport function reach(f64: Float64Array, at: number): number { return f64[at + 1]; }',
    );
    expect(text).toContain(
      'export function setFlags(i32: Int32Array, at: number, k: number, x: number): void { (i32[2 * at + 4 + k] = x); }',
    );
    expect(text).toContain('export function corners(at: number, k: number): number { return at + 4 + k * 3; }');
  });

  const inline = (code: string): string => {
    const head = "import { Box as B, KIND } from '../engine/layout.js';";
    return inlineHostBlocks('reader.js', `${head}\n${code}`, blocks).slice(head.length + 1);
  };

  it.each([
    ['B.reach(f64, w)', 'f64[w + 1]'],
    ['B.kind(engine.i32, w)', 'engine.i32[2 * w]'],
    ['B.kind(new Int32Array(buffer), 0)', '(new Int32Array(buffer))[2 * 0]'],
    ['B.setFlags(i32, w + 8, 2, B.flags(i32, w, k + 1))', '(i32[2 * (w + 8) + 6] = (i32[2 * w + 4 + (k + 1)]))'],
    ['B.corners(B.kind(i32, w), 2)', '((i32[2 * w]) + 10)'],
    ['read(f64, w + B.CORNERS + 1, KIND)', 'read(f64, w + 5, KIND)'],
  ])('are inlined: %s', (source, expected) => {
    expect(inline(`${source};`)).toBe(`${expected};`);
  });
});

describe('inlined accessors', () => {
  const inline = (code: string): string => {
    const text = inlineBlocks('part/use.ts', `import * as Box from './blocks/box.ts';\n${code}`, blocks);
    return text.split('\n').slice(1).join('\n');
  };

  it.each([
    ['Box.reach(w)', 'ld(w + 1)'],
    ['Box.kind(w)', 'ldi(2 * w)'],
    ['Box.setKind(w, n + 1)', 'sti(2 * w, (n + 1))'],
    ['Box.flags(w + 8, k)', 'ldi(2 * (w + 8) + 4 + k)'],
    ['Box.setFlags(w, 2, Box.flags(w, k + 1))', 'sti(2 * w + 6, (ldi(2 * w + 4 + (k + 1))))'],
    ['Box.corners(w, 2)', '(w + 10)'],
    ['ld(Box.corners(Box.kind(w), k) + 1)', 'ld(((ldi(2 * w)) + 4 + k * 3) + 1)'],
    ['w + Box.MIDDLE + Box.SIZE', 'w + 16 + 22'],
    ['f(Box.kind(w) + Box.MIDDLE + 1)', 'f(ldi(2 * w) + 17)'],
    ['other(w + X)', 'other(w + X)'],
  ])('%s', (source, expected) => {
    expect(inline(`${source};`)).toBe(`${expected};`);
  });

  it('import exactly the functions that they call, and keep their line numbers', () => {
    const head = "import { st } from '../port/memory.js';\nimport * as Box from './blocks/box.js';\n";
    const text = inlineBlocks('part/use.js', `${head}st(Box.kind(w), Box.reach(w));`, blocks);
    expect(text).toBe(
      "import { st } from '../port/memory.js';\nimport { ld, ldi } from '../port/memory.js';\nst(ldi(2 * w), ld(w + 1));",
    );
  });

  it('are rejected for an unknown field', () => {
    expect(() => inline('Box.width(w);')).toThrow('part/use.ts: Box has no width');
  });
});
