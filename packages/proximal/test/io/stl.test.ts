import { describe, expect, it } from 'vitest';
import { readMesh, readStl, weldMesh, writeStl } from '../../src/io/index.ts';
import { cube, encode, join, volume } from './samples.ts';

const text = writeStl(cube, { binary: false });
const binary = writeStl(cube);

describe('readStl', () => {
  it('reads both kinds, and welds the corners', () => {
    for (const data of [text, encode(text), binary, binary.buffer as ArrayBuffer]) {
      const [mesh, ...rest] = readStl(data, { name: 'part.stl' });
      expect(rest).toEqual([]);
      expect([mesh.vertices.length, mesh.triangles.length]).toEqual([24, 36]);
      expect(volume(mesh)).toBe(1);
    }
    expect(readStl(text)[0].name).toBe('cube');
    expect(readStl(binary, { name: 'a/b\\part.v2.stl' })[0].name).toBe('part.v2');
  });

  it('reads a binary file that begins with "solid"', () => {
    const misleading = binary.slice();
    misleading.fill(32, 0, 80);
    misleading.set(encode('solid cube facet normal'));
    expect(volume(readStl(misleading)[0])).toBe(1);
    // With padding, so that the length does not identify the format.
    expect(volume(readStl(join(misleading, encode('\n')))[0])).toBe(1);
  });

  it('reads a view into a larger buffer', () => {
    const larger = new Uint8Array(binary.length + 64);
    larger.set(binary, 7);
    expect(volume(readStl(larger.subarray(7, 7 + binary.length))[0])).toBe(1);
  });

  it.each([
    ['capital letters', text.toUpperCase()],
    ['\\r\\n', text.replaceAll('\n', '\r\n')],
    ['no indentation', text.replaceAll(/^ +/gm, '')],
    ['normals of nan', text.replaceAll(/normal .*/g, 'normal nan -nan(ind) inf')],
    ['no normals', text.replaceAll(/ normal .*/g, '')],
    ['a byte order mark', `\ufeff${text}`],
  ])('takes text with %s', (_, data) => {
    expect(volume(readStl(data)[0])).toBe(1);
  });

  it('makes a mesh of each solid', () => {
    const meshes = readStl(writeStl([cube, { ...cube, name: 'second one' }], { binary: false }));
    expect(meshes.map(({ name }) => name)).toEqual(['cube', 'second one']);
    expect(readStl(`solid\nendsolid\n${text}`).length).toBe(1);
  });

  it('welds 0 and −0, but no vertices that differ in the last bit', () => {
    const facet = (z: string): string =>
      `facet\nouter loop\nvertex 0 0 ${z}\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n`;
    const vertices = (...zs: string[]): number =>
      readStl(`solid\n${zs.map(facet).join('')}endsolid`)[0].vertices.length / 3;
    expect(vertices('0', '-0')).toBe(3);
    expect(vertices('1', '1.0000000000000002')).toBe(4);
  });

  it('welds many vertices', () => {
    const side = 60;
    const at = (i: number, j: number): number[] => [i / 7, j / 7, Math.fround(Math.sin(i * j))];
    const soup: number[] = [];
    for (let i = 0; i < side; i++) {
      for (let j = 0; j < side; j++) soup.push(...at(i, j), ...at(i + 1, j), ...at(i, j + 1));
    }
    const triangles = Uint32Array.from({ length: soup.length / 3 }, (_, k) => k);
    const mesh = weldMesh({ name: '', vertices: Float64Array.from(soup), triangles });
    expect(mesh.vertices.length / 3).toBe((side + 1) ** 2 - 1);
    expect(mesh.triangles.length).toBe(triangles.length);
    const corners = Array.from(mesh.triangles).flatMap((k) => Array.from(mesh.vertices.subarray(3 * k, 3 * k + 3)));
    expect(corners).toEqual(soup);
  });

  it('is detected from the content', () => {
    expect(volume(readMesh(binary)[0])).toBe(1);
    expect(volume(readMesh(text)[0])).toBe(1);
  });
});
