// Mesh files: OBJ and STL by the library's writers, PLY, glTF and COLLADA by small writers in this file.
import { convex } from 'proximal';
import { type Mesh, type FileFormat as MeshFormat, readMesh, writeObj, writeStl } from 'proximal/io';
import type { Rng } from 'proximal/math';
import { encode, join, mutateBytes, mutateText } from './bytes.ts';
import { tryRead, tryUse } from './errors.ts';
import { type FileFormat, FuzzFailure } from './format.ts';
import { jsonOf, mutateJson, printJson } from './json.ts';
import { chance, longestText, oddName, oddNumber, pick, repetitions } from './words.ts';

/** Three faces of the unit cube, or triangles of consecutive random vertices. */
function meshOf(rng: Rng): Mesh {
  const isBox = chance(rng, 0.5);
  const count = isBox ? 8 : 3 + rng.index(6);
  const vertices = Float64Array.from({ length: 3 * count }, (_, k) =>
    isBox ? (Math.floor(k / 3) >> (k % 3)) & 1 : Math.fround(rng.uniform(-1, 1)),
  );
  const corners = isBox ? [0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4] : [];
  const triangles = Uint32Array.from(
    isBox ? corners : Array.from({ length: 3 * count }, (_, k) => (Math.floor(k / 3) + (k % 3)) % count),
  );
  return { name: 'm', vertices, triangles };
}

function objOf(rng: Rng): string {
  const text = writeObj([meshOf(rng), meshOf(rng)].slice(rng.index(2)));
  const more = [
    'vt 0 0\nvn 0 0 1\nf 1/1/1 2//1 -1/1\n',
    'g a b\nusemtl c\ns off\n',
    'l 1 2\np 1\n',
    'f 1 2 \\\n 3\n',
    'f 1 3 2 1\nf 1 2 3 1 3 2\n',
    'v 1 2 3 0.5 0 1\n',
  ];
  return text + more.filter(() => chance(rng, 0.3)).join('');
}

const plyFormats = ['ascii', 'binary_little_endian', 'binary_big_endian'] as const;

function plyOf(rng: Rng): { head: string[]; body: Uint8Array } {
  const { vertices, triangles } = meshOf(rng);
  const format = pick(rng, plyFormats);
  const [count, faces] = [vertices.length / 3, triangles.length / 3];
  const number = pick(rng, ['float', 'double', 'float32', 'float64']);
  const head = ['ply', `format ${format} 1.0`, 'comment made by a fuzzer', `element vertex ${count}`];
  head.push(...['x', 'y', 'z'].map((name) => `property ${number} ${name}`), 'property uchar red');
  head.push(`element face ${faces}`, 'property list uchar int vertex_indices', 'end_header');
  if (format === 'ascii') {
    const rows = Array.from({ length: count }, (_, k) => `${vertices.slice(3 * k, 3 * k + 3).join(' ')} 7`);
    for (let k = 0; k < faces; k++) rows.push(`3 ${triangles.slice(3 * k, 3 * k + 3).join(' ')}`);
    return { head, body: encode(`${rows.join('\n')}\n`) };
  }
  const isLittle = format === 'binary_little_endian';
  const width = /double|64/.test(number) ? 8 : 4;
  const body = new DataView(new ArrayBuffer(count * (3 * width + 1) + faces * 13));
  let at = 0;
  vertices.forEach((x, k) => {
    if (width === 8) body.setFloat64(at, x, isLittle);
    else body.setFloat32(at, x, isLittle);
    at += width + (k % 3 === 2 ? 1 : 0);
  });
  triangles.forEach((index, k) => {
    if (k % 3 === 0) body.setUint8(at++, 3);
    body.setInt32(at, index, isLittle);
    at += 4;
  });
  return { head, body: new Uint8Array(body.buffer) };
}

/** A COLLADA document of short lines, which are mutated one by one. */
function daeOf(rng: Rng): string {
  const { vertices, triangles } = meshOf(rng);
  const count = vertices.length / 3;
  const faces = triangles.length / 3;
  const corners = triangles.join(' ');
  const primitive = pick(rng, [
    `<triangles count="${faces}">\n<input semantic="VERTEX" source="#v" offset="0"/>\n<p>${corners}</p>\n</triangles>`,
    `<polylist count="${faces}">\n<input semantic="VERTEX" source="#v" offset="0"/>\n<vcount>${'3 '.repeat(faces)}</vcount>\n<p>${corners}</p>\n</polylist>`,
    `<polygons>\n<input semantic="VERTEX" source="#v" offset="0"/>\n<p>${triangles.slice(0, 3 + 3 * rng.index(2)).join(' ')}</p>\n</polygons>`,
    `<tristrips>\n<input semantic="VERTEX" source="#v" offset="0"/>\n<p>${corners}</p>\n</tristrips>`,
  ]);
  const transforms = [
    '<matrix>1 0 0 0 0 1 0 0 0 0 1 2 0 0 0 1</matrix>',
    '<translate>1 2 3</translate>',
    '<rotate>0 0 1 90</rotate>',
    '<scale>1 -1 2</scale>',
  ];
  return [
    '<?xml version="1.0"?>',
    '<COLLADA version="1.4.1">',
    `<asset><unit meter="${pick(rng, ['1', '0.01', '0.0254'])}"/><up_axis>${pick(rng, ['X_UP', 'Y_UP', 'Z_UP'])}</up_axis></asset>`,
    '<library_geometries><geometry id="g"><mesh>',
    `<source id="s"><float_array id="a" count="${3 * count}">${vertices.join(' ')}</float_array>`,
    `<technique_common><accessor source="#a" count="${count}" stride="3"/></technique_common></source>`,
    '<vertices id="v"><input semantic="POSITION" source="#s"/></vertices>',
    primitive,
    '</mesh></geometry></library_geometries>',
    '<library_nodes><node id="n"><instance_geometry url="#g"/></node></library_nodes>',
    '<library_visual_scenes><visual_scene id="w"><node name="a">',
    ...transforms.filter(() => chance(rng, 0.4)),
    '<instance_geometry url="#g"/>',
    ...(chance(rng, 0.3) ? ['<instance_node url="#n"/>'] : []),
    '</node></visual_scene></library_visual_scenes>',
    '<scene><instance_visual_scene url="#w"/></scene>',
    '</COLLADA>',
    '',
  ].join('\n');
}

const daeWords = [
  '<node>',
  '</node>',
  '<instance_node url="#n"/>',
  '<p>',
  '</p>',
  '<ph/>',
  '&lt;',
  'stride="1"',
  '1e308',
];

function gltfOf(rng: Rng): { document: object; buffer: Uint8Array } {
  const { vertices, triangles } = meshOf(rng);
  const positions = new Uint8Array(Float32Array.from(vertices).buffer);
  const indices = new Uint8Array(Uint16Array.from(triangles).buffer);
  const buffer = join(positions, indices, new Uint8Array((4 - (indices.length % 4)) % 4));
  const [count, size] = [vertices.length / 3, triangles.length];
  const sparse = { count: 1, indices: { bufferView: 1, componentType: 5123 }, values: { bufferView: 0 } };
  const document = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [
      { name: 'base', children: [1, 2], translation: [1, 2, 3] },
      { name: 'one', mesh: 0, rotation: [0, 0, 0, 1], scale: [2, 2, 2] },
      { mesh: 0, matrix: [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1] },
    ],
    meshes: [{ name: 'm', primitives: [{ attributes: { POSITION: 0 }, indices: 1, mode: pick(rng, [4, 5, 6]) }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count, type: 'VEC3', ...(chance(rng, 0.2) ? { sparse } : {}) },
      { bufferView: 1, byteOffset: 0, componentType: 5123, count: size, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: positions.length },
      { buffer: 0, byteOffset: positions.length, byteLength: indices.length },
    ],
    buffers: [{ byteLength: buffer.length }],
  };
  return { document, buffer };
}

function gltfFile(rng: Rng, mutations: number): Uint8Array {
  const { document, buffer } = gltfOf(rng);
  const isBinary = chance(rng, 0.5);
  if (!isBinary) {
    const uri = `data:application/octet-stream;base64,${Buffer.from(buffer).toString('base64')}`;
    Object.assign((document as { buffers: object[] }).buffers[0], { uri });
  }
  let json = jsonOf(document);
  const inBytes = mutations > 0 && chance(rng, 0.3) ? 1 : 0;
  for (let k = inBytes; k < mutations; k++) json = mutateJson(json, rng);
  const text = encode(printJson(json));
  const bytes = isBinary ? glb(text, buffer) : text;
  return inBytes ? mutateBytes(bytes, rng) : bytes;
}

/** The binary container (GLB) around a text and a buffer. */
function glb(text: Uint8Array, buffer: Uint8Array): Uint8Array {
  const json = join(text, encode(' '.repeat((4 - (text.length % 4)) % 4)));
  const words = (...values: readonly number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer);
  const head = words(0x46546c67, 2, 28 + json.length + buffer.length, json.length, 0x4e4f534a);
  return join(head, json, words(buffer.length, 0x004e4942), buffer);
}

/** Mutates lines of words: changes a word, removes a line, inserts one, or repeats one many times. */
function mutateLines(lines: string[], rng: Rng, vocabulary: readonly string[]): void {
  const at = rng.index(lines.length);
  const words = lines[at].split(' ');
  const other = chance(rng, 0.6) ? oddNumber(rng) : chance(rng, 0.7) ? pick(rng, vocabulary) : oddName(rng);
  switch (rng.index(6)) {
    case 0:
      lines.splice(at, 1);
      return;
    case 1: {
      const again = Math.min(repetitions(rng, 20_000), Math.ceil(longestText / (lines[at].length + 1)));
      lines.splice(at, 0, ...Array.from({ length: again }, () => lines[at]));
      return;
    }
    case 2:
      lines.splice(
        rng.index(lines.length),
        0,
        [pick(rng, vocabulary), other, other, other].slice(0, 1 + rng.index(4)).join(' '),
      );
      return;
    default:
      words.splice(rng.index(words.length), rng.index(3), other);
      lines[at] = words.join(' ');
  }
}

function mutateLinesOf(text: string, rng: Rng, mutations: number, vocabulary: readonly string[]): Uint8Array {
  if (mutations > 0 && chance(rng, 0.3))
    return chance(rng, 0.5) ? mutateText(text, rng) : mutateBytes(encode(text), rng);
  const lines = text.split('\n');
  for (let k = 0; k < mutations && lines.length > 0; k++) mutateLines(lines, rng, vocabulary);
  return encode(lines.join('\n'));
}

const objWords = ['v', 'f', 'o', 'g', 'vt', 'vn', 'l', 'p', '#', '\\', '1/1/1', '//', '-1', 'curv', 'usemtl'];
const stlWords = ['solid', 'facet', 'normal', 'outer', 'loop', 'vertex', 'endloop', 'endfacet', 'endsolid'];
const plyWords = [
  'element',
  'vertex',
  'face',
  'property',
  'list',
  'uchar',
  'int',
  'double',
  'tristrips',
  'end_header',
  'comment',
  'format',
];

function plyFile(rng: Rng, mutations: number): Uint8Array {
  const { head, body } = plyOf(rng);
  if (mutations > 0 && chance(rng, 0.4)) return mutateBytes(join(encode(`${head.join('\n')}\n`), body), rng);
  for (let k = 0; k < mutations && head.length > 0; k++) mutateLines(head, rng, plyWords);
  return join(encode(`${head.join('\n')}\n`), body);
}

/** Checks the result of `readMesh`: at least one mesh, short names, finite vertices, indices in range, and a size proportional to the bytes. */
function checkMeshes(meshes: readonly Mesh[], bytes: Uint8Array): void {
  let numbers = 0;
  for (const { name, vertices, triangles } of meshes) {
    const count = vertices.length / 3;
    numbers += vertices.length + triangles.length;
    if (typeof name !== 'string' || name.length > 256) throw new FuzzFailure('mesh', 'an invalid name');
    if (!Number.isInteger(count) || count === 0 || triangles.length % 3 !== 0)
      throw new FuzzFailure('mesh', 'wrong lengths');
    if (!vertices.every(Number.isFinite)) throw new FuzzFailure('NaN', 'a vertex is not finite');
    if (!triangles.every((index) => index < count)) throw new FuzzFailure('mesh', 'an index is out of range');
  }
  if (meshes.length === 0) throw new FuzzFailure('mesh', 'no mesh, and no error');
  if (numbers > 64 * bytes.length + 64) throw new FuzzFailure('mesh', `${numbers} numbers from ${bytes.length} bytes`);
}

function mesh(format: MeshFormat, title: string, make: FileFormat['make']): FileFormat {
  const name = `mesh.${format}`;
  return {
    name: format,
    title,
    ending: format,
    make,
    async use(bytes) {
      const meshes = await tryRead('file', name, () => readMesh(bytes, { name, format }));
      if (meshes === null) return false;
      checkMeshes(meshes, bytes);
      for (const { vertices } of meshes.slice(0, 2)) {
        const hull = tryUse(() => convex(vertices));
        if (hull && ![...hull.support([0.6, 0, 0.8])].every(Number.isFinite))
          throw new FuzzFailure('NaN', 'a support point of the hull is not finite');
      }
      return true;
    },
  };
}

export const meshFormats: readonly FileFormat[] = [
  mesh('obj', 'OBJ', (rng, mutations) => mutateLinesOf(objOf(rng), rng, mutations, objWords)),
  mesh('stl', 'STL, text and binary', (rng, mutations) => {
    if (chance(rng, 0.6)) return mutateLinesOf(writeStl(meshOf(rng), { binary: false }), rng, mutations, stlWords);
    let bytes = writeStl(meshOf(rng));
    for (let k = 0; k < mutations; k++) bytes = mutateBytes(bytes, rng);
    return bytes;
  }),
  mesh('ply', 'PLY, text and binary', plyFile),
  mesh('gltf', 'glTF and GLB', gltfFile),
  mesh('dae', 'COLLADA', (rng, mutations) => mutateLinesOf(daeOf(rng), rng, mutations, daeWords)),
];
