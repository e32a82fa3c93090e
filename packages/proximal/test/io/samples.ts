// Small valid files for the tests of the readers; the fuzzer damages them.
import type { Mesh } from '../../src/io/index.ts';

export const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
export const join = (...parts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]));

/** A cube of side 1: corner k has the bits of k as x y z; six quads, counter-clockwise seen from outside. */
export const cubeCorners = Array.from({ length: 8 }, (_, k) => [k & 1, (k >> 1) & 1, k >> 2]);
export const cubeQuads = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
];
export const cubeTriangles = cubeQuads.flatMap(([a, b, c, d]) => [
  [a, b, c],
  [a, c, d],
]);
export const cube: Mesh = {
  name: 'cube',
  vertices: Float64Array.from(cubeCorners.flat()),
  triangles: Uint32Array.from(cubeTriangles.flat()),
};

/** Volume by the divergence theorem: 1 for the cube with any order of its vertices, −1 if it is inside out. */
export function volume({ vertices, triangles }: Mesh): number {
  let sum = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) =>
      vertices.subarray(3 * triangles[k + corner], 3 * triangles[k + corner] + 3),
    );
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

export const cubeObj = `# a cube
mtllib cube.mtl
o cube
${cubeCorners.map((corner) => `v ${corner.join(' ')}`).join('\n')}
vt 0 0
vn 0 0 1
usemtl red
s off
${cubeQuads.map((quad) => `f ${quad.map((k) => k + 1).join(' ')}`).join('\n')}
`;

export const fancyObj =
  'o left\r\nv -0.5 1e-3 .25 1 0.5 0\r\nv 1. +2 -3e+1 1\r\nv 4.5 \\\r\n 5 6 # a comment\r\n\r\ng side A\r\nf -3//1 -2/2 \\\r\n -1/1/1\r\n' +
  'o right\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0.123456789012345678\nf 4 5 7 6\nl 4 5\np 1\n';

type Write = (view: DataView, at: number, value: number, little: boolean) => void;
export const plyTypes: Record<string, [bytes: number, write: Write]> = {
  char: [1, (view, at, value) => view.setInt8(at, value)],
  uchar: [1, (view, at, value) => view.setUint8(at, value)],
  short: [2, (view, at, value, little) => view.setInt16(at, value, little)],
  ushort: [2, (view, at, value, little) => view.setUint16(at, value, little)],
  int: [4, (view, at, value, little) => view.setInt32(at, value, little)],
  uint: [4, (view, at, value, little) => view.setUint32(at, value, little)],
  float: [4, (view, at, value, little) => view.setFloat32(at, value, little)],
  double: [8, (view, at, value, little) => view.setFloat64(at, value, little)],
};

export interface PlyDescription {
  readonly format: 'ascii' | 'binary_little_endian' | 'binary_big_endian';
  readonly elements: readonly {
    readonly name: string;
    /** A property is `type name` or `list lengthType type name`. */
    readonly properties: readonly string[];
    /** For each property a number or a list. */
    readonly rows: readonly (readonly (number | readonly number[])[])[];
  }[];
}

export function makePly({ format, elements }: PlyDescription, lineEnd = '\n'): Uint8Array {
  const lines = ['ply', `format ${format} 1.0`, 'comment made by a test'];
  for (const { name, properties, rows } of elements) {
    lines.push(`element ${name} ${rows.length}`, ...properties.map((property) => `property ${property}`));
  }
  const header = encode([...lines, 'end_header', ''].join(lineEnd));
  if (format === 'ascii') {
    const rows = elements.flatMap((element) => element.rows);
    const text = rows.map((row) => row.map((v) => (typeof v === 'number' ? v : [v.length, ...v].join(' '))).join(' '));
    return join(header, encode([...text, ''].join(lineEnd)));
  }
  const body: number[] = [];
  const put = (type: string, value: number): void => {
    const [bytes, write] = plyTypes[type];
    const view = new DataView(new ArrayBuffer(bytes));
    write(view, 0, value, format === 'binary_little_endian');
    body.push(...new Uint8Array(view.buffer));
  };
  for (const { properties, rows } of elements) {
    for (const row of rows) {
      for (const [k, value] of row.entries()) {
        const words = properties[k].split(' ');
        if (typeof value === 'number') put(words[0], value);
        else {
          put(words[1], value.length);
          for (const one of value) put(words[2], one);
        }
      }
    }
  }
  return join(header, Uint8Array.from(body));
}

/** The cube as PLY, with unrelated properties and elements around it. */
export function cubePly(
  format: PlyDescription['format'],
  number = 'float',
  length = 'uchar',
  index = 'int',
): PlyDescription {
  return {
    format,
    elements: [
      { name: 'camera', properties: ['list uchar float view', 'int id'], rows: [[[1.5, 2], 7]] },
      {
        name: 'vertex',
        properties: [
          'uchar red',
          `${number} x`,
          `${number} y`,
          'list uchar short tags',
          `${number} z`,
          'float quality',
        ],
        rows: cubeCorners.map(([x, y, z], k) => [k, x, y, k % 2 ? [1, -2] : [], z, 0.5]),
      },
      {
        name: 'face',
        properties: ['uchar flags', `list ${length} ${index} vertex_indices`, 'list uchar float texcoord'],
        rows: cubeQuads.map((quad) => [1, quad, [0.5, 0.25]]),
      },
      { name: 'edge', properties: ['int vertex1', 'int vertex2'], rows: [[0, 1]] },
    ],
  };
}

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
export const floats = (...values: readonly number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);

// biome-ignore lint/suspicious/noExplicitAny: tests damage documents in every way
export type Json = any;

/** The cube as a glTF document with one buffer: positions at 0, indices (uint16) behind them. */
export function cubeGltf(): Json {
  return {
    asset: { version: '2.0', generator: 'a test' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [
      { name: 'base', children: [1], translation: [1, 2, 3] },
      { name: 'cube', mesh: 0, rotation: [0, 0, 0, 1], scale: [2, 2, 2] },
    ],
    meshes: [{ name: 'box', primitives: [{ attributes: { POSITION: 0 }, indices: 1, mode: 4, material: 0 }] }],
    materials: [{}],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 8, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] },
      { bufferView: 1, byteOffset: 0, componentType: 5123, count: 36, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: 96, target: 34962 },
      { buffer: 0, byteOffset: 96, byteLength: 72, target: 34963 },
    ],
    buffers: [{ byteLength: 168 }],
  };
}

export const cubeBuffer = join(floats(...cube.vertices), new Uint8Array(Uint16Array.from(cube.triangles).buffer));

export function withData(document: Json, buffer = cubeBuffer): Json {
  document.buffers[0].uri = `data:application/octet-stream;base64,${base64(buffer)}`;
  document.buffers[0].byteLength = buffer.length;
  return document;
}

export const makeGltf = (document: Json): Uint8Array => encode(JSON.stringify(document));

export function makeGlb(document: Json | Uint8Array, buffer = cubeBuffer): Uint8Array {
  const json = document instanceof Uint8Array ? document : makeGltf(document);
  const padded = join(json, encode(' '.repeat((4 - (json.length % 4)) % 4)));
  const length = 28 + padded.length + buffer.length;
  const words = (...values: readonly number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer);
  return join(
    words(0x46546c67, 2, length, padded.length, 0x4e4f534a),
    padded,
    words(buffer.length, 0x004e4942),
    buffer,
  );
}

/** Strided positions in shorts (normalized), a sparse accessor, a strip and a fan, and a mirrored node. */
export function fancyGltf(): Json {
  const shorts = (values: readonly number[]): Uint8Array => new Uint8Array(Int16Array.from(values).buffer);
  const strided = shorts(cubeCorners.flatMap(([x, y, z]) => [x * 32767, y * 32767, z * 32767, 99]));
  const buffer = join(
    strided,
    Uint8Array.of(3, 0, 7, 0),
    floats(0, 0, 2, 1, 1, 3),
    Uint8Array.of(0, 2, 3, 1, 0, 0, 0, 0),
  );
  return withData(
    {
      asset: { version: '2.0' },
      extensionsUsed: ['KHR_mesh_quantization'],
      extensionsRequired: ['KHR_mesh_quantization'],
      nodes: [
        { children: [1, 2] },
        { mesh: 0 },
        { mesh: 0, matrix: [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1] },
      ],
      meshes: [
        {
          primitives: [
            { attributes: { POSITION: 0 }, indices: 2, mode: 6 },
            { attributes: { POSITION: 0 }, mode: 5 },
            { attributes: { POSITION: 1 }, indices: 2, mode: 6 },
            { attributes: { POSITION: 0 }, mode: 1 },
          ],
        },
      ],
      accessors: [
        { bufferView: 0, componentType: 5122, normalized: true, count: 8, type: 'VEC3' },
        {
          componentType: 5126,
          count: 8,
          type: 'VEC3',
          sparse: {
            count: 2,
            indices: { bufferView: 1, componentType: 5123 },
            values: { bufferView: 1, byteOffset: 4 },
          },
        },
        { bufferView: 1, byteOffset: 28, componentType: 5121, count: 4, type: 'SCALAR' },
      ],
      bufferViews: [
        { buffer: 0, byteLength: 64, byteStride: 8 },
        { buffer: 0, byteOffset: 64, byteLength: 36 },
      ],
      buffers: [{}],
    },
    buffer,
  );
}
