// Broken files, each with its message: the file, the position, the fault and the remedy.
import { describe, expect, it } from 'vitest';
import * as io from '../../src/io/index.ts';
import { type FileData, FileError, readMesh } from '../../src/io/index.ts';
import { gltfRows } from './broken-gltf-rows.ts';
import { corners, rows, stl } from './broken-rows.ts';
import { cubeGltf, makeGltf, withData } from './samples.ts';

describe('a broken file', () => {
  it.each([...rows, ...gltfRows].map((row, k) => [k, ...row] as const))('%i: %s', (_, name, data, message, options) => {
    let caught: unknown;
    try {
      readMesh(data, { name, ...options });
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(FileError);
    expect((caught as FileError).message.slice(0, message.length)).toBe(message);
    expect((caught as FileError).file).toBe(name);
    expect((caught as FileError).name).toBe('FileError');
  });

  it('has its position in fields of the error', () => {
    const positionOf = (data: FileData, name: string): Partial<FileError> => {
      try {
        readMesh(data, { name });
      } catch (error) {
        const { line, column, offset, path } = error as FileError;
        return { line, column, offset, path } as Partial<FileError>;
      }
      return {};
    };
    const none = { line: undefined, column: undefined, offset: undefined, path: undefined };
    expect(positionOf('v 1 2 x', 'a.obj')).toEqual({ ...none, line: 1, column: 7 });
    expect(positionOf(stl.subarray(0, 90), 'a.stl')).toEqual({ ...none, offset: 80 });
    expect(positionOf('{"asset":{"version":"1.0"}}', 'a.gltf')).toEqual({ ...none, path: 'asset.version' });
    expect(positionOf('#', 'a.obj')).toEqual(none);
  });

  it('has a default name', () => {
    expect(() => io.readObj('v')).toThrow('<obj>:1:2: x is missing');
    expect(() => io.readStl(new Uint8Array(3))).toThrow('<stl>: byte 3: the file has 3 bytes');
    expect(() => io.readPly('')).toThrow('<ply>:1:1: the file does not begin');
    expect(() => io.readGltf('')).toThrow('<gltf>: the file is empty');
    expect(() => io.readMesh('')).toThrow('<mesh>: the file is empty');
  });
});

describe('hostile files', () => {
  // Small files that would take hours or gigabytes if the reader trusted their counts.
  const triangle = { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' };
  it('many nodes with a mesh of many primitives without triangles', () => {
    const document = withData(cubeGltf());
    document.meshes[0].primitives = Array(50_000).fill({ attributes: {}, mode: 0 });
    document.nodes = Array(50_000).fill({ mesh: 0 });
    document.scenes = [{ nodes: [...document.nodes.keys()] }];
    expect(() => readMesh(makeGltf(document))).toThrow('the scene has no triangles');
  });

  it('many nodes with a large mesh', () => {
    const document = withData(cubeGltf());
    document.meshes[0].primitives = Array(20_000).fill({ attributes: { POSITION: 0 }, indices: 1 });
    document.nodes = Array(60_000).fill({ mesh: 0 });
    document.scenes = [{ nodes: [...document.nodes.keys()] }];
    const options = { maxTriangles: 1_000_000 };
    expect(() => readMesh(makeGltf(document), options)).toThrow(/triangles are more than 1000000/);
  });

  it('many accessors on the same bytes', () => {
    const buffer = new Uint8Array(12 * 100_000);
    const document = withData(cubeGltf(), buffer);
    document.bufferViews = [{ buffer: 0, byteLength: buffer.length }];
    document.accessors = Array.from({ length: 1000 }, () => ({ ...triangle, count: 99_999 }));
    document.meshes[0].primitives = document.accessors.map((_: unknown, POSITION: number) => ({
      attributes: { POSITION },
    }));
    expect(() => readMesh(makeGltf(document))).toThrow(
      /accessors\[200\]\.count: 20099799 vertices are more than 20000000/,
    );
  });

  it('a long line, a long word, a long name', () => {
    expect(() => readMesh(`v ${'x'.repeat(1e6)}`, { name: 'a.obj' })).toThrow(/^a.obj:1:3: x is "x{40}…"; it must/);
    expect(() => readMesh('x'.repeat(1e6), { format: 'obj' })).toThrow(/"x{40}…" is not a statement/);
    const [mesh] = io.readObj(`o ${'é'.repeat(1e6)}\n${corners}f 1 2 3`);
    expect(mesh.name.length).toBeLessThanOrEqual(256);
    expect(() => readMesh(`${corners}f ${' '.repeat(1e6)}`)).toThrow('the face ends here');
    expect(() => readMesh(`${corners}f ${'\\\n'.repeat(5e5)}`)).toThrow('the face ends here');
  });
});
