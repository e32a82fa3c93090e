import { describe, expect, it } from 'vitest';
import * as io from '../../src/io/index.ts';

describe('wrong arguments', () => {
  // biome-ignore lint/suspicious/noExplicitAny: the point is to pass what the types forbid
  const wrong = (value: unknown): any => value;
  const mesh: io.Mesh = { name: '', vertices: new Float64Array(9), triangles: new Uint32Array(3) };
  it.each<[() => unknown, typeof RangeError | typeof TypeError, string]>([
    [
      () => io.readMesh(wrong(5)),
      TypeError,
      'readMesh: data is 5; give the content of the file: a Uint8Array, an ArrayBuffer or',
    ],
    [() => io.readObj(wrong(undefined)), TypeError, 'readObj: data is undefined; give the content'],
    [() => io.readStl(wrong([1])), TypeError, 'readStl: data is [1]; give the content'],
    [() => io.readMesh('', wrong({ nam: 'a' })), TypeError, 'readMesh: options.nam is "a"; there is no such option'],
    [() => io.readMesh('', wrong({ name: 5 })), TypeError, "readMesh: options.name is 5; give the file's name"],
    [
      () => io.readMesh('', wrong({ format: 'fbx' })),
      TypeError,
      'readMesh: options.format is "fbx"; give one of obj, stl, ply',
    ],
    [
      () => io.readMesh('', { maxBytes: -1 }),
      RangeError,
      'readMesh: options.maxBytes is -1; give a whole number from 0',
    ],
    [() => io.readPly('', { maxVertices: 1.5 }), RangeError, 'readPly: options.maxVertices is 1.5; give a whole'],
    [() => io.readGltf('{}', wrong({ resolve: 5 })), TypeError, 'readGltf: options.resolve is 5; give a function'],
    [() => io.writeObj(wrong(null)), TypeError, 'writeObj: meshes is null; give a mesh'],
    [() => io.writeObj([mesh, wrong(7)]), TypeError, 'writeObj: meshes[1] is 7; give a mesh'],
    [() => io.writeObj({ ...mesh, name: wrong(7) }), TypeError, 'writeObj: meshes.name is 7; give a string'],
    [() => io.writeObj({ ...mesh, vertices: wrong([0]) }), TypeError, 'writeObj: meshes.vertices is [0]; give'],
    [() => io.writeObj({ ...mesh, triangles: wrong([0]) }), TypeError, 'writeObj: meshes.triangles is [0]'],
    [
      () => io.writeObj({ ...mesh, triangles: new Uint32Array(4) }),
      RangeError,
      'writeObj: meshes.triangles.length is 4; give',
    ],
    [
      () => io.writeObj({ ...mesh, vertices: Float64Array.of(0, NaN, 0) }),
      RangeError,
      'writeObj: meshes.vertices[1] is NaN',
    ],
    [
      () => io.writeObj({ ...mesh, triangles: Uint32Array.of(0, 1, 3) }),
      RangeError,
      'writeObj: meshes.triangles[2] is 3; give',
    ],
    [() => io.writeStl(mesh, wrong({ binary: 1 })), TypeError, 'writeStl: options.binary is 1; give true or false'],
    [
      () => io.writeStl({ ...mesh, vertices: new Float64Array(9).fill(1e39) }),
      RangeError,
      'writeStl: a coordinate is 1e+39',
    ],
    [() => io.mergeMeshes([wrong({})]), TypeError, 'mergeMeshes: meshes[0].name is undefined; give'],
    [() => io.weldMesh(wrong('')), TypeError, 'weldMesh: meshes is ""; give a mesh'],
  ])('%#', (call, kind, message) => {
    expect(call).toThrow(kind);
    expect(call).toThrow(message);
  });
});
