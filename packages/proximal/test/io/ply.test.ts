import { describe, expect, it } from 'vitest';
import { readMesh, readPly } from '../../src/io/index.ts';
import { cube, cubeCorners, cubePly, encode, makePly, plyTypes } from './samples.ts';

const formats = ['ascii', 'binary_little_endian', 'binary_big_endian'] as const;
const whole = Object.keys(plyTypes).filter((type) => type !== 'float' && type !== 'double');

describe.each(formats)('readPly, %s', (format) => {
  it('reads the cube among other elements and properties', () => {
    for (const lineEnd of ['\n', '\r\n']) {
      expect(readPly(makePly(cubePly(format), lineEnd), { name: 'cube.ply' })).toEqual([cube]);
    }
    expect(readMesh(makePly(cubePly(format)), { name: 'cube' })).toEqual([cube]);
  });

  it('reads coordinates of every type', () => {
    for (const type of Object.keys(plyTypes)) {
      expect(readPly(makePly(cubePly(format, type)))[0].vertices, type).toEqual(cube.vertices);
    }
  });

  it('reads lists of every pair of types', () => {
    for (const length of whole) {
      for (const index of whole) {
        const mesh = readPly(makePly(cubePly(format, 'double', length, index)))[0];
        expect(mesh.triangles, `${length} ${index}`).toEqual(cube.triangles);
      }
    }
  });

  it('reads the other names of types and lists', () => {
    const names: Record<string, string> = { float: 'float32', uchar: 'uint8', int: 'int32', short: 'int16' };
    const text = new TextDecoder('latin1').decode(makePly(cubePly(format)));
    const renamed = text
      .replaceAll(/^property .*$/gm, (line) => line.replaceAll(/\b(float|uchar|int|short)\b/g, (name) => names[name]))
      .replace('vertex_indices', 'vertex_index');
    const [mesh] = readPly(Uint8Array.from(renamed, (letter) => letter.charCodeAt(0)));
    expect(mesh.triangles).toEqual(cube.triangles);
  });

  it('reads faces before vertices, and clouds of points', () => {
    const { elements } = cubePly(format);
    expect(readPly(makePly({ format, elements: [...elements].reverse() }))[0].triangles).toEqual(cube.triangles);
    const [cloud] = readPly(makePly({ format, elements: elements.filter(({ name }) => name !== 'face') }));
    expect(cloud).toEqual({ name: '', vertices: cube.vertices, triangles: new Uint32Array() });
  });

  it('reads triangle strips', () => {
    const [mesh] = readPly(
      makePly({
        format,
        elements: [
          { name: 'vertex', properties: ['float x', 'float y', 'float z'], rows: cubeCorners },
          {
            name: 'tristrips',
            properties: ['list int int vertex_indices'],
            rows: [[[0, 1, 2, 3, -1, 4, 5, 6, 6, 7, 7, 3]], [[]]],
          },
        ],
      }),
    );
    expect(Array.from(mesh.triangles)).toEqual([0, 1, 2, 2, 1, 3, 4, 5, 6]);
  });
});

describe('readPly', () => {
  it('skips unused properties without parsing them, so that nan is allowed there', () => {
    const text = new TextDecoder().decode(makePly(cubePly('ascii'))).replaceAll(' 0.5\n', ' nan\n');
    expect(readPly(text)[0].vertices).toEqual(cube.vertices);
  });

  it('skips any number of elements without properties', () => {
    const text = new TextDecoder().decode(makePly(cubePly('ascii')));
    const odd = text.replace('element edge', 'element nothing 999999999999\nelement edge');
    expect(readPly(odd)[0].vertices).toEqual(cube.vertices);
    expect(readPly(encode(odd))[0].triangles).toEqual(cube.triangles);
  });
});
