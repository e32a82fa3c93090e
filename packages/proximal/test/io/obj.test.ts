import { describe, expect, it } from 'vitest';
import { mergeMeshes, readObj } from '../../src/io/index.ts';
import { cube, cubeObj, encode, fancyObj, volume } from './samples.ts';

describe('readObj', () => {
  it('reads vertices and faces, from text and from bytes', () => {
    for (const data of [cubeObj, encode(cubeObj), encode(cubeObj).buffer as ArrayBuffer, `\ufeff${cubeObj}`]) {
      const [mesh, ...rest] = readObj(data);
      expect(rest).toEqual([]);
      expect(mesh).toEqual(cube);
    }
  });

  it.each([
    ['\\r\\n', (text: string) => text.replaceAll('\n', '\r\n')],
    ['\\r', (text: string) => text.replaceAll('\n', '\r')],
    ['tabs and trailing blanks', (text: string) => text.replaceAll(' ', '\t ').replaceAll('\n', ' \t\n')],
    ['no line end at the end', (text: string) => text.trimEnd()],
    ['faces before vertices', (text: string) => text.replace(/((?:^v .*\n)+)([\s\S]*)/m, '$2$1')],
    ['every line continued', (text: string) => text.replaceAll(/^([vf] \S+) /gm, '$1\\\n ')],
    ['a comment on every line', (text: string) => text.replaceAll(/^([vf].*)$/gm, '$1 # 1 2 3')],
    ['a comment that ends with a backslash', (text: string) => `# C:\\models\\\n${text}`],
    ['colors', (text: string) => text.replaceAll(/^(v .*)$/gm, '$1 0.5 0.25 1')],
    ['weights', (text: string) => text.replaceAll(/^(v .*)$/gm, '$1 1.0')],
  ])('reads a file with %s', (_, change) => {
    const mesh = mergeMeshes(readObj(change(cubeObj)));
    expect(mesh.vertices).toEqual(cube.vertices);
    expect(volume(mesh)).toBe(1);
  });

  it('accepts v, v/vt, v//vn, v/vt/vn and negative indices', () => {
    const corners = 'v 0 0 0\nv 1 0 0\nv 0 1 0\n';
    for (const face of [
      '1 2 3',
      '1/1 2/1 3/1',
      '1//1 2//1 3//1',
      '1/1/1 2/9/9 3/1/1',
      '1/ 2/ 3/',
      '-3 -2 -1',
      '+1 2// 3//-1',
    ]) {
      expect(Array.from(readObj(`${corners}f ${face}\n`)[0].triangles), face).toEqual([0, 1, 2]);
    }
    // Negative indices count from the last vertex so far.
    expect(Array.from(readObj(`${corners}f -3 -2 -1\nv 9 9 9\nf -4 -3 -1`)[0].triangles)).toEqual([0, 1, 2, 0, 1, 3]);
  });

  it('makes a mesh of each object and group that has faces, with the vertices it uses', () => {
    const [left, right] = readObj(fancyObj, { name: 'models/pair.obj' });
    expect(left).toEqual({
      name: 'left/side A',
      vertices: Float64Array.of(-0.5, 1e-3, 0.25, 1, 2, -30, 4.5, 5, 6),
      triangles: Uint32Array.of(0, 1, 2),
    });
    expect(right.name).toBe('right');
    expect(right.vertices.length).toBe(12);
    expect(right.vertices[11]).toBe(0.12345678901234568);
    expect(Array.from(right.triangles)).toEqual([0, 1, 3, 0, 3, 2]);
  });

  it('leaves out vertices that no face uses, and keeps the order of the others', () => {
    const text = `v 7 7 7\n${Array.from({ length: 40 }, (_, k) => `v ${k} 0 0`).join('\n')}\nf 40 2 20\n`;
    expect(readObj(text)[0]).toEqual({
      name: '',
      vertices: Float64Array.of(0, 0, 0, 18, 0, 0, 38, 0, 0),
      triangles: Uint32Array.of(2, 0, 1),
    });
  });

  it('reads a cloud of points', () => {
    const [cloud] = readObj('v 1 2 3\nv 4 5 6\n', { name: 'cloud.obj' });
    expect(cloud).toEqual({ name: 'cloud', vertices: Float64Array.of(1, 2, 3, 4, 5, 6), triangles: new Uint32Array() });
  });

  it('cuts a polygon with 100,000 corners into a fan', () => {
    const count = 100_000;
    const vertices = Array.from({ length: count }, (_, k) => `v ${k} ${k * k} 0`).join('\n');
    const face = Array.from({ length: count }, (_, k) => k + 1).join(' ');
    const [mesh] = readObj(`${vertices}\nf ${face}`);
    expect(mesh.triangles.length).toBe(3 * (count - 2));
    expect(Array.from(mesh.triangles.subarray(-3))).toEqual([0, count - 2, count - 1]);
  });

  it('rounds numbers correctly', () => {
    const numbers = [
      ...[
        '0.1',
        '-0',
        '1e22',
        '1e23',
        '123456789012345678',
        '9007199254740993',
        '9007199254740992.99',
        '5e-324',
        '4e-324',
      ],
      ...['2.2250738585072011e-308', '1.7976931348623157e308', '.5', '5.', '+7', '1E5', '1e-22', '1e+3', '0.3e-30'],
      ...[
        '179769313486231580793e288',
        '0.000000000000000000000000000000000000123',
        '1.00000000000000011102230246251565',
      ],
    ];
    let state = 1;
    const random = (): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32;
    };
    const view = new DataView(new ArrayBuffer(8));
    while (numbers.length < 9999) {
      view.setUint32(0, random() * 2 ** 32);
      view.setUint32(4, random() * 2 ** 32);
      const value = view.getFloat64(0);
      if (Number.isFinite(value)) numbers.push(String(value), (random() * 10).toFixed(Math.floor(random() * 20)));
    }
    numbers.length = 9999;
    const lines = Array.from({ length: 3333 }, (_, k) => `v ${numbers.slice(3 * k, 3 * k + 3).join(' ')}`);
    const { vertices } = readObj(lines.join('\n'))[0];
    for (const [k, text] of numbers.entries()) if (!Object.is(vertices[k], Number(text))) expect.unreachable(text);
    expect(vertices.length).toBe(9999);
  });
});
