import { describe, expect, it } from 'vitest';
import { FileError, readGltf, readMesh } from '../../src/io/index.ts';
import {
  cube,
  cubeBuffer,
  cubeGltf,
  fancyGltf,
  floats,
  type Json,
  join,
  makeGlb,
  makeGltf,
  volume,
  withData,
} from './samples.ts';

/** A document with one primitive and its accessors, each in a buffer view of its own. */
function document(primitive: Json, accessors: readonly [Json, Uint8Array][], more: Json = {}): Json {
  let at = 0;
  const bufferViews = accessors.map(([, bytes]) => {
    const view = { buffer: 0, byteOffset: at, byteLength: bytes.length };
    at += bytes.length;
    return view;
  });
  return withData(
    {
      asset: { version: '2.0' },
      meshes: [{ primitives: [primitive] }],
      accessors: accessors.map(([accessor], bufferView) => ({ bufferView, ...accessor })),
      bufferViews,
      buffers: [{}],
      ...more,
    },
    join(...accessors.map(([, bytes]) => bytes)),
  );
}

const square = floats(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0);
const positions = (count: number): Json => ({ componentType: 5126, count, type: 'VEC3' });

describe('readGltf', () => {
  it('reads .glb and .gltf, and applies the transforms of the nodes', () => {
    const external = cubeGltf();
    external.buffers[0].uri = 'cube%20data.bin';
    const requested: string[] = [];
    const resolve = (uri: string): Uint8Array => {
      requested.push(uri);
      return cubeBuffer;
    };
    for (const meshes of [
      readGltf(makeGlb(cubeGltf())),
      readGltf(makeGltf(withData(cubeGltf()))),
      readGltf(JSON.stringify(withData(cubeGltf()), null, 2)),
      readGltf(makeGltf(external), { resolve }),
      readMesh(makeGlb(cubeGltf())),
      readMesh(makeGltf(withData(cubeGltf()))),
      readMesh(makeGltf(external), { resolve, name: 'cube.gltf' }),
    ]) {
      expect(meshes.length).toBe(1);
      expect(meshes[0].name).toBe('cube');
      expect(volume(meshes[0])).toBeCloseTo(8, 12);
      expect(meshes[0].vertices.length).toBe(24);
      for (const [k, value] of meshes[0].vertices.entries()) {
        expect([1 + (k % 3), 3 + (k % 3)]).toContain(value);
      }
    }
    expect(requested).toEqual(['cube data.bin', 'cube data.bin']);
  });

  it('reads quantized, strided and sparse accessors, strips and fans', () => {
    const meshes = readGltf(makeGltf(fancyGltf()), { name: 'fancy.gltf' });
    expect(meshes.map(({ name }) => name)).toEqual(['fancy', 'fancy']);
    const [mesh] = meshes;
    // A fan of 2 and a strip of 6 triangles; the sparse fan 0 2 3 1 has only zeros and (0, 0, 2).
    expect(mesh.triangles.length / 3).toBe(2 + 6 + 2);
    expect(Array.from(mesh.vertices.subarray(0, 12))).toEqual([0, 0, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0]);
    expect(Array.from(mesh.vertices.subarray(-3))).toEqual([0, 0, 2]);
  });

  it('reverses the triangles of a mirrored node, so that they still face outward', () => {
    const mirrored = cubeGltf();
    mirrored.nodes[1].scale = [-2, 2, 2];
    expect(volume(readGltf(makeGlb(mirrored))[0])).toBeCloseTo(8, 12);
  });

  it.each([
    ['bytes', 5120, Int8Array, 127],
    ['unsigned bytes', 5121, Uint8Array, 255],
    ['shorts', 5122, Int16Array, 32767],
    ['unsigned shorts', 5123, Uint16Array, 65535],
    ['unsigned ints', 5125, Uint32Array, 4294967295],
  ])('reads positions in %s', (_, componentType, array, one) => {
    const read = (normalized: boolean): number[] => {
      const values = new array([0, 0, 0, one, 0, 0, 0, one, 1]);
      const accessor = { componentType, count: 3, type: 'VEC3', normalized };
      const bytes = new Uint8Array(values.buffer);
      return Array.from(readGltf(makeGltf(document({ attributes: { POSITION: 0 } }, [[accessor, bytes]])))[0].vertices);
    };
    expect(read(true)).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 1 / one]);
    expect(read(false)).toEqual([0, 0, 0, one, 0, 0, 0, one, 1]);
  });

  it.each([
    ['bytes', 5121, Uint8Array],
    ['shorts', 5123, Uint16Array],
    ['ints', 5125, Uint32Array],
  ])('reads indices in %s, in every mode of triangles', (_, componentType, array) => {
    const read = (mode: number, ...indices: number[]): number[] => {
      const accessor = { componentType, count: indices.length, type: 'SCALAR' };
      const bytes = new Uint8Array(new array(indices).buffer);
      const primitive = { attributes: { POSITION: 0 }, indices: 1, mode };
      return Array.from(
        readGltf(
          makeGltf(
            document(primitive, [
              [positions(4), square],
              [accessor, bytes],
            ]),
          ),
        )[0].triangles,
      );
    };
    expect(read(4, 0, 1, 2, 1, 3, 2)).toEqual([0, 1, 2, 1, 3, 2]);
    // Vertices are numbered in order of appearance; the triangles are 0 1 2 and 1 3 2.
    expect(read(5, 0, 1, 2, 3)).toEqual([0, 1, 2, 1, 3, 2]);
    expect(read(6, 0, 1, 3, 2)).toEqual([0, 1, 2, 0, 2, 3]);
  });

  it('merges the vertices that two primitives share', () => {
    const more = {
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }, { attributes: { POSITION: 1 } }] }],
    };
    const other = floats(1, 0, 0, 1, 1, 0, 0, 1, 0);
    const [mesh] = readGltf(
      makeGltf(
        document(
          {},
          [
            [positions(3), square],
            [positions(3), other],
          ],
          more,
        ),
      ),
    );
    expect([mesh.vertices.length / 3, mesh.triangles.length / 3]).toEqual([4, 2]);
  });

  it('applies scale, rotation and translation in the order of the format', () => {
    const half = Math.SQRT1_2;
    // A quarter turn about z after scaling, then the shift: (1, 0, 0) → (2, 0, 0) → (0, 2, 0) → (10, 2, 0).
    const nodes = [{ mesh: 0, translation: [10, 0, 0], rotation: [0, 0, half, half], scale: [2, 1, 1] }];
    const [mesh] = readGltf(makeGltf(document({ attributes: { POSITION: 0 } }, [[positions(3), square]], { nodes })));
    expect(mesh.vertices[3]).toBeCloseTo(10, 14);
    expect(mesh.vertices[4]).toBeCloseTo(2, 14);
  });

  it('reads a chain of 100,000 nodes', () => {
    const nodes: Json[] = Array.from({ length: 100_000 }, (_, k) => ({ children: [k + 1], translation: [1, 0, 0] }));
    nodes.push({ mesh: 0 });
    const [mesh] = readGltf(makeGltf(document({ attributes: { POSITION: 0 } }, [[positions(3), square]], { nodes })));
    expect(mesh.vertices[0]).toBe(100_000);
  });

  it('names the cause if resolve throws', () => {
    const external = cubeGltf();
    external.buffers[0].uri = 'missing.bin';
    const cause = new Error('no such file');
    const resolve = (): never => {
      throw cause;
    };
    try {
      readGltf(makeGltf(external), { name: 'robot.gltf', resolve });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(FileError);
      expect(error).toMatchObject({
        cause,
        path: 'buffers[0].uri',
        message: 'robot.gltf: buffers[0].uri: options.resolve threw for "missing.bin": no such file',
      });
    }
  });

  it('reads all meshes of a document without nodes and scenes', () => {
    const plain = { ...cubeGltf(), nodes: undefined, scenes: undefined, scene: undefined };
    const [mesh] = readGltf(makeGlb(plain));
    expect(volume(mesh)).toBe(1);
    expect(new Set(mesh.triangles).size).toBe(cube.vertices.length / 3);
  });
});
