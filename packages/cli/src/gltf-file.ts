// Parts as glTF 2.0: a node, a mesh and a colored material for each, in .glb or, with the numbers embedded, in .gltf.
import type { Mesh } from 'proximal/io';
import { partColor } from './part-colors.ts';

/** Coordinates are in the frame of the parts, in single precision. */
export function writeGltf(parts: readonly Mesh[], isBinary: boolean): string | Uint8Array {
  const blocks: Buffer[] = [];
  let size = 0;
  const views: object[] = [];
  const add = (numbers: Float32Array | Uint32Array, target: number): number => {
    const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    views.push({ buffer: 0, byteOffset: size, byteLength: bytes.length, target });
    blocks.push(bytes);
    size += bytes.length;
    return views.length - 1;
  };
  const accessors = parts.flatMap(({ vertices, triangles }) => {
    const positions = Float32Array.from(vertices);
    const bound = (pick: (...numbers: number[]) => number): number[] =>
      [0, 1, 2].map((axis) =>
        positions.reduce((best, x, k) => (k % 3 === axis ? pick(best, x) : best), positions[axis]),
      );
    return [
      {
        // 34962 and 34963 are ARRAY_BUFFER and ELEMENT_ARRAY_BUFFER, 5126 and 5125 are float and unsigned int.
        bufferView: add(positions, 34962),
        componentType: 5126,
        count: vertices.length / 3,
        type: 'VEC3',
        min: bound(Math.min),
        max: bound(Math.max),
      },
      { bufferView: add(triangles, 34963), componentType: 5125, count: triangles.length, type: 'SCALAR' },
    ];
  });
  const document = {
    asset: { version: '2.0', generator: 'proximal decompose' },
    scene: 0,
    scenes: [{ nodes: parts.map((_, k) => k) }],
    nodes: parts.map(({ name }, k) => ({ name, mesh: k })),
    meshes: parts.map(({ name }, k) => ({
      name,
      primitives: [{ attributes: { POSITION: 2 * k }, indices: 2 * k + 1, material: k }],
    })),
    materials: parts.map((_, k) => ({
      pbrMetallicRoughness: { baseColorFactor: [...partColor(k), 1], metallicFactor: 0, roughnessFactor: 0.8 },
    })),
    accessors,
    bufferViews: views,
  };
  const data = Buffer.concat(blocks);
  if (isBinary) return container({ ...document, buffers: [{ byteLength: data.length }] }, data);
  const uri = `data:application/octet-stream;base64,${data.toString('base64')}`;
  return `${JSON.stringify({ ...document, buffers: [{ byteLength: data.length, uri }] })}\n`;
}

/** A .glb: a header, a chunk of JSON padded with spaces, and a chunk of numbers. */
function container(document: object, data: Buffer): Uint8Array {
  const text = Buffer.from(JSON.stringify(document));
  const json = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
  const header = (...words: number[]): Buffer => {
    const bytes = Buffer.alloc(4 * words.length);
    words.forEach((word, k) => {
      bytes.writeUInt32LE(word, 4 * k);
    });
    return bytes;
  };
  const total = 12 + 8 + json.length + 8 + data.length;
  return Buffer.concat([
    header(0x46546c67, 2, total),
    header(json.length, 0x4e4f534a),
    json,
    header(data.length, 0x004e4942),
    data,
  ]);
}
