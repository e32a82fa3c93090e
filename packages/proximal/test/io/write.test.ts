import { describe, expect, it } from 'vitest';
import { type Mesh, mergeMeshes, readMesh, readObj, readStl, writeObj, writeStl } from '../../src/io/index.ts';
import type { Rng } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import { cube, volume } from './samples.ts';

/** A mesh whose coordinates span most of the exponents of double (or single) precision, and which uses every vertex. */
function randomMesh(rng: Rng, name: string, single = false): Mesh {
  const count = 3 + rng.index(20);
  const vertices = Float64Array.from({ length: 3 * count }, () => {
    const value = rng.normal() * 10 ** (single ? rng.uniform(-30, 30) : rng.uniform(-300, 300));
    return single ? Math.fround(value) : value;
  });
  const triangles = Array.from({ length: count }, (_, k) => [k, (k + 1) % count, rng.index(count)]);
  return { name, vertices, triangles: Uint32Array.from(triangles.flat()) };
}

/** The coordinates of the corners of all triangles. */
const corners = ({ vertices, triangles }: Mesh): number[] =>
  Array.from(triangles).flatMap((index) => Array.from(vertices.subarray(3 * index, 3 * index + 3)));

describe('writing and reading', () => {
  it('keeps every bit through OBJ', () => {
    forAll({ seed: 3, cases: 100 }, (rng) => {
      const meshes = [randomMesh(rng, 'a b'), randomMesh(rng, 'second')];
      expect(readObj(writeObj(meshes))).toEqual(meshes);
    });
    expect(readMesh(writeObj({ ...cube, vertices: cube.vertices.map((x) => x || -0) }))[0].vertices[0]).toBe(-0);
  });

  it('keeps every bit of double precision through ASCII STL, and of single precision through binary STL', () => {
    forAll({ seed: 4, cases: 100 }, (rng) => {
      const [mesh, single] = [randomMesh(rng, 'a b'), randomMesh(rng, 'single', true)];
      expect(corners(readStl(writeStl(mesh, { binary: false }))[0])).toEqual(corners(mesh));
      expect(corners(readStl(writeStl(single))[0])).toEqual(corners(single));
      const both = readStl(writeStl([single, single]))[0];
      expect(corners(both)).toEqual([...corners(single), ...corners(single)]);
    });
  });

  it('writes unit normals that point outward', () => {
    const view = new DataView(writeStl(cube).buffer);
    for (let k = 0; k < 12; k++) {
      const at = 84 + 50 * k;
      const normal = [0, 4, 8].map((offset) => view.getFloat32(at + offset, true));
      const corner = [12, 16, 20].map((offset) => view.getFloat32(at + offset, true) - 0.5);
      expect(Math.hypot(...normal)).toBe(1);
      expect(normal.reduce((sum, value, axis) => sum + value * corner[axis], 0)).toBe(0.5);
    }
  });

  it('replaces line breaks in names by spaces', () => {
    const mesh = { ...cube, name: 'two\nlines\r\nv 1 2 3' };
    expect(readObj(writeObj(mesh))[0]).toEqual({ ...cube, name: 'two lines v 1 2 3' });
    expect(readStl(writeStl(mesh, { binary: false }))[0].name).toBe('two lines v 1 2 3');
  });

  it('merges meshes', () => {
    const merged = mergeMeshes([cube, cube], 'both');
    expect([merged.name, merged.vertices.length, volume(merged)]).toEqual(['both', 48, 2]);
    expect(mergeMeshes([])).toEqual({ name: '', vertices: new Float64Array(), triangles: new Uint32Array() });
  });
});
