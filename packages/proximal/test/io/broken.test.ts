// Broken files, each with the message it gives: the file, the place, what is wrong, and what to do.
import { describe, expect, it } from 'vitest';
import * as io from '../../src/io/index.ts';
import { type FileData, FileError, type ReadMeshOptions, readMesh } from '../../src/io/index.ts';
import { cubeGltf, cubePly, encode, type Json, join, makeGlb, makeGltf, makePly, withData } from './samples.ts';

const corners = 'v 0 0 0\nv 1 0 0\nv 0 1 0\n';
const ply = (text: string): string => `ply\nformat ascii 1.0\n${text}`;
const xyz = 'property float x\nproperty float y\nproperty float z\n';
const plyFaces = (rows: string, type = 'uchar int'): string =>
  ply(
    `element vertex 3\n${xyz}element face 1\nproperty list ${type} vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n${rows}`,
  );
const binaryPly = makePly(cubePly('binary_little_endian'));
const header = (text: string, body = 0): Uint8Array =>
  join(encode(`ply\nformat binary_big_endian 1.0\n${text}end_header\n`), new Uint8Array(body));
const stl = io.writeStl({
  name: '',
  vertices: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
  triangles: Uint32Array.of(0, 1, 2),
});
const facet = 'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n';
const change = (bytes: Uint8Array, at: number, ...values: number[]): Uint8Array => {
  const copy = bytes.slice();
  copy.set(values, at);
  return copy;
};
const bent = (bend: (document: Json) => void): Uint8Array => {
  const document = withData(cubeGltf());
  bend(document);
  return makeGltf(document);
};
const glb = makeGlb(cubeGltf());

type Row = [name: string, data: FileData, message: string, options?: ReadMeshOptions];
const rows: Row[] = [
  [
    'cup.obj',
    `${corners}f 1 2 9`,
    'cup.obj:4:7: face index 9 is out of range: the file has 3 vertices; count from 1 to 3',
  ],
  [
    'cup.obj',
    `${corners}f 1 2 0`,
    'cup.obj:4:7: face index 0 is out of range: the file has 3 vertices so far; count from 1',
  ],
  ['cup.obj', `${corners}f 1 -9 2`, 'cup.obj:4:5: face index -9 is out of range: the file has 3 vertices so far'],
  ['cup.obj', `${corners}f 1 2 99999999999999999999999`, 'cup.obj:4:7: face index beyond 2^53 is out of range'],
  [
    'cup.obj',
    'f 1 2 3',
    'cup.obj:1:7: face index 3 is out of range: the file has 0 vertices; the vertices may be missing',
  ],
  [
    'cup.obj',
    `${corners}f 1 2`,
    'cup.obj:4:6: the face ends here; a face has at least three corners, the file may be trunc',
  ],
  ['cup.obj', `${corners}f 1 2 x`, 'cup.obj:4:7: the corner of the face is "x"; a whole number must stand here'],
  ['cup.obj', `${corners}f 1 2 3.5`, 'cup.obj:4:7: the corner of the face is "3.5"; write v, v/vt, v//vn or v/vt/vn'],
  ['cup.obj', `${corners}f 1/2/3/4 2 3`, 'cup.obj:4:3: the corner of the face is "1/2/3/4"; write v, v/vt'],
  ['cup.obj', 'v 0 0', 'cup.obj:1:6: z is missing: the line ends before it; the file may be truncated'],
  ['cup.obj', 'v 0 0 nan', 'cup.obj:1:7: z is "nan"; a finite number must stand here'],
  ['cup.obj', 'v 0 -inf 0', 'cup.obj:1:5: y is "-inf"; a finite number must stand here'],
  ['cup.obj', 'v 1e999 0 0', 'cup.obj:1:3: x is "1e999"; a finite number must stand here'],
  ['cup.obj', 'v 1,5 0 0', 'cup.obj:1:3: x is "1,5"; a finite number must stand here'],
  ['cup.obj', 'v 0x10 0 0', 'cup.obj:1:3: x is "0x10"; a finite'],
  ['cup.obj', 'v 1e 0 0', 'cup.obj:1:3: x is "1e"; a finite'],
  ['cup.obj', `v ${'1'.repeat(5000)} 0 0`, 'cup.obj:1:3: a number of 5000 characters; write numbers with at most 1000'],
  ['cup.obj', 'v 1 2 3 4 5 6 7 8 9', 'cup.obj:1:19: a vertex has at most 8 numbers; "9" is too much'],
  ['cup.obj', `${corners}w 1 2 3`, 'cup.obj:4:1: "w" is no statement of OBJ; the file is damaged, or not an OBJ file'],
  ['é.obj', '# ééé\r\nv 0 0 0\r\nvv', 'é.obj:3:1: "vv" is no statement of OBJ'],
  [
    'cup.obj',
    `${corners}surf 0 1 0 1 1 2 3`,
    'cup.obj:4:1: surf is a curved surface, which is not read; export the model',
  ],
  ['cup.obj', '# nothing\n', 'cup.obj: the file has no vertices (v x y z); it is empty, or not an OBJ file'],
  ['cup.obj', '', 'cup.obj: the file is empty; export the model again'],
  ['cup.obj', Uint8Array.of(0xff, 0xfe, 0x76, 0), 'cup.obj:1:1: the text is UTF-16; save it as UTF-8 or ASCII'],
  [
    'cup.obj',
    corners,
    'cup.obj: the file has 24 bytes, more than 10; raise options.maxBytes if you trust it',
    { maxBytes: 10 },
  ],
  ['cup.obj', corners, 'cup.obj:3:2: 3 vertices are more than 2; raise options.maxVertices', { maxVertices: 2 }],
  ['cup.obj', `${corners}f 1 2 3 1 2`, 'cup.obj:4:2: 3 triangles are more than 2; raise', { maxTriangles: 2 }],
  [
    'cup.obj',
    `${corners}${'g a\nf 1 2 3\n'.repeat(3)}`,
    'cup.obj:8:1: 3 groups are more than 2; raise',
    { maxMeshes: 2 },
  ],
  [
    'cup.obj',
    `${corners}${'g a\nf 1 2 3\n'.repeat(3)}`,
    'cup.obj: 6 vertices are more than 5; raise',
    { maxVertices: 5 },
  ],

  ['a.stl', stl.subarray(0, 60), 'a.stl: byte 60: the file has 60 bytes, a binary STL at least 84, and a text begins'],
  ['a.stl', stl.subarray(0, 100), 'a.stl: byte 80: 1 triangles take 134 bytes, and the file has 100; it is truncated'],
  [
    'a.stl',
    join(stl, new Uint8Array(50)),
    'a.stl: byte 80: 1 triangles take 134 bytes, and the file has 184; it is damaged',
  ],
  [
    'a.stl',
    change(stl, 80, 255, 255, 255, 255),
    'a.stl: byte 80: 4294967295 triangles take 214748364834 bytes, and the',
  ],
  ['a.stl', change(stl, 80, 0), 'a.stl: byte 80: the file has 0 triangles; export the model again'],
  ['a.stl', change(stl, 98, 0xc0, 0x7f), 'a.stl: byte 96: the corner is (NaN, 0, 0); coordinates must be finite'],
  ['a.stl', change(stl, 98, 0x80, 0x7f), 'a.stl: byte 96: the corner is (Infinity, 0, 0); coordinates must be finite'],
  ['a.stl', 'not a mesh', 'a.stl:1:1: the text does not begin with "solid"; if the file is binary, read it as bytes'],
  ['a.stl', stl, 'a.stl: byte 80: 1 triangles are more than 0; raise options.maxTriangles', { maxTriangles: 0 }],
  ['a.stl', stl, 'a.stl: byte 120: 3 vertices are more than 2; raise options.maxVertices', { maxVertices: 2 }],
  ['a.stl', facet, 'a.stl:9:1: the file ends where "facet" or "endsolid" must stand; it is truncated'],
  ['a.stl', facet.slice(0, 60), 'a.stl:5:10: y is missing: the line ends before it; the file may be truncated'],
  ['a.stl', `${facet}vertex 1 2 3`, 'a.stl:9:1: "vertex" stands where "facet" or "endsolid" must; the file is damaged'],
  ['a.stl', facet.replace('0 1 0', '0 nan 0'), 'a.stl:6:10: y is "nan"; a finite number must stand here'],
  ['a.stl', facet.replace('endloop', 'vertex 1 1 1\nendloop'), 'a.stl:7:1: "vertex" stands where "endloop" must; the'],
  ['a.stl', 'solid a\nendsolid a\n', 'a.stl: the file has no facets; export the model again'],
  [
    'a.stl',
    'solid\nendsolid\n'.repeat(9),
    'a.stl:5:1: 3 solids are more than 2; raise options.maxMeshes',
    { maxMeshes: 2 },
  ],
  ['a.stl', `${facet}${facet.slice(8)}endsolid`, 'a.stl:9:1: 2 triangles are more than 1; raise', { maxTriangles: 1 }],

  ['a.ply', 'plyx', 'a.ply:1:1: the file does not begin with a line "ply"; it is damaged, or not a PLY file'],
  ['a.ply', 'ply\n', 'a.ply:2:1: the file ends before "end_header"; it is truncated'],
  ['a.ply', 'ply\nend_header\n', 'a.ply:2:11: the header ends without a line "format ascii 1.0" or binary_'],
  ['a.ply', 'ply\nformat text 1.0\n', 'a.ply:2:8: the format is "text"; it must be ascii, binary_little_endian or'],
  ['a.ply', 'ply\nformat ascii 2.0\n', 'a.ply:2:17: the version is not 1.0, the only one there is'],
  [
    'a.ply',
    ply('element vertex many\n'),
    'a.ply:3:16: the number of "vertex" is "many"; a whole number must stand here',
  ],
  ['a.ply', ply('element vertex -1\n'), 'a.ply:3:16: the number of "vertex" is -1; it is damaged'],
  ['a.ply', ply('property float x\n'), 'a.ply:3:1: a property stands before the first element; it must follow one'],
  ['a.ply', ply('element vertex 1\nproperty real x\n'), 'a.ply:4:10: the type is "real"; the types are char int8'],
  ['a.ply', ply('element vertex 1\nproperty float\n'), 'a.ply:4:15: the name of the property is missing'],
  [
    'a.ply',
    ply('element face 1\nproperty list float int a\n'),
    'a.ply:4:1: the length of a list has a type with fractions',
  ],
  ['a.ply', ply('elements 3\n'), 'a.ply:3:1: "elements" stands where a line of the header begins; it must be format'],
  ['a.ply', ply('element a 1 2\n'), 'a.ply:3:13: "2" is too much on this line of the header'],
  ['a.ply', ply('element face 0\nend_header\n'), 'a.ply: the header declares 0 elements "vertex"; there must be one'],
  ['a.ply', ply('element vertex 0\nend_header\n'), 'a.ply:3:1: the file has 0 vertices'],
  [
    'a.ply',
    ply('element vertex 1\nproperty float x\nend_header\n1\n'),
    'a.ply:3:1: the vertices have 0 properties "y"',
  ],
  [
    'a.ply',
    ply(`element vertex 999999999\n${xyz}end_header\n`),
    'a.ply:3:1: 999999999 vertices are more than 20000000',
  ],
  [
    'a.ply',
    ply(`element vertex 9999999\n${xyz}end_header\n0 0 0`),
    'a.ply:8:1: 9999999 rows of "vertex" take at least',
  ],
  [
    'a.ply',
    ply(`element vertex 2\n${xyz}end_header\n0 0 0\n0 0\n9 9`),
    'a.ply:9:4: z is missing: the line ends before it',
  ],
  ['a.ply', ply(`element vertex 1\n${xyz}end_header\n0 0 0 0`), 'a.ply:8:7: "0" is more than the header declares for'],
  [
    'a.ply',
    ply(`element vertex 1\n${xyz}end_header\n0 0 0\n0`),
    'a.ply:9:1: "0" stands behind the last element; the numbers',
  ],
  [
    'a.ply',
    ply(`element vertex 1\n${xyz}end_header\n0 nan 0\n`),
    'a.ply:8:3: y is "nan"; a finite number must stand here',
  ],
  [
    'a.ply',
    plyFaces('3 0 1 3\n'),
    'a.ply:13:7: vertex index 3 is out of range: the file has 3 vertices, counted from 0 to 2',
  ],
  ['a.ply', plyFaces('3 0 1 -1\n'), 'a.ply:13:7: vertex index -1 is out of range'],
  ['a.ply', plyFaces('2 0 1\n'), 'a.ply:13:1: a face with 2 corners; it must have at least three'],
  ['a.ply', plyFaces('-3 0 1 2\n'), 'a.ply:13:1: the length of the list "vertex_indices" is -3; it is damaged'],
  ['a.ply', plyFaces('99999999999 0 1 2\n'), 'a.ply:13:18: the corner is missing: the line ends before it'],
  ['a.ply', plyFaces('3 0 1 2', 'uchar float'), 'a.ply:7:1: "vertex_indices" has a type with fractions; it must be'],
  ['a.ply', plyFaces('3 0 1 2').replace('vertex_indices', 'v'), 'a.ply:7:1: "face" has no list "vertex_indices" or'],
  [
    'a.ply',
    plyFaces('5 0 1 2 0 1'),
    'a.ply:13:1: 3 triangles are more than 2; raise options.maxTr',
    { maxTriangles: 2 },
  ],
  [
    'a.ply',
    binaryPly.subarray(0, -20),
    `a.ply: byte ${binaryPly.length - 21}: the file ends where the corner must stand; it is truncated`,
  ],
  [
    'a.ply',
    join(binaryPly, encode('rest')),
    `a.ply: byte ${binaryPly.length}: 4 bytes are left behind the last element`,
  ],
  [
    'a.ply',
    header(`element vertex 4000000\n${xyz}`, 20),
    'a.ply: byte 118: 4000000 rows of "vertex" take at least 480000',
  ],
  [
    'a.ply',
    header(`element vertex 1\n${xyz}element a 9000000000\nproperty uchar b\n`, 20),
    'a.ply: byte 162: 9000000000 rows',
  ],
  [
    'a.ply',
    change(header(`element vertex 1\n${xyz}`, 12), 112, 0x7f, 0xc0),
    'a.ply: byte 112: x is NaN; a finite number',
  ],
  [
    'a.ply',
    'ply\nformat binary_little_endian 1.0\nelement vertex 1\nend_header\n',
    'a.ply: a binary PLY came as a string; read',
  ],

  ['a.glb', glb.subarray(0, 12), 'a.glb: byte 12: the file has 12 bytes, a GLB at least 20; it is truncated'],
  [
    'a.glb',
    glb.subarray(0, -1),
    `a.glb: byte 8: the header promises ${glb.length} bytes, and the file has ${glb.length - 1}`,
  ],
  [
    'a.glb',
    change(glb, 4, 1),
    'a.glb: byte 4: the version of the container is 1; only 2 is read, export the model as glTF 2.0',
  ],
  ['a.glb', change(glb, 12, 255, 255, 255, 255), 'a.glb: byte 12: a chunk of 4294967295 bytes, and '],
  ['a.glb', change(glb, 16, 0), 'a.glb: byte 16: the first chunk is no JSON; the file is damaged'],
  ['a.glb', change(glb, 20, 33), 'a.glb: byte 20: "!" stands where a value must; the JSON text is damaged'],
  [
    'a.glb',
    makeGlb({ ...cubeGltf(), buffers: [{ byteLength: 9999 }] }),
    'a.glb: buffers[0].byteLength: promises 9999 bytes, and',
  ],
  ['a.gltf', '{"asset":', 'a.gltf:1:10: the JSON text ends where a value must stand; the file is truncated'],
  ['a.gltf', '{\n "a": 01}', 'a.gltf:2:7: a number that is not written as JSON asks; the file is damaged'],
  ['a.gltf', '{"a": "b\\x"}', 'a.gltf:1:10: an unknown escape in a string'],
  ['a.gltf', '{"a": "b', 'a.gltf:1:7: the string does not end; the file is truncated'],
  ['a.gltf', '{"a" 1}', 'a.gltf:1:6: "1" stands where ":" must; the JSON text is damaged'],
  ['a.gltf', '{"a": 1} x', 'a.gltf:1:10: "x" stands where the end of the document must; the JSON text is damaged'],
  ['a.gltf', '['.repeat(100_000), 'a.gltf:1:129: more than 128 levels of nesting; it is not read'],
  ['a.gltf', `[${'0,'.repeat(2_000_001)}0]`, 'a.gltf:1:4000000: more than 2000000 values; it is not read'],
  ['a.gltf', '[]', 'a.gltf: the document: an array of length 0 stands where an object must'],
  ['a.gltf', '{}', 'a.gltf: asset: is missing; the file is not glTF'],
  ['a.gltf', '{"asset": {"version": "1.0"}}', 'a.gltf: asset.version: is "1.0"; only glTF 2.0 is read'],
  ['a.gltf', '{"asset": {"version": "2.0"}}', 'a.gltf: the scene has no triangles; export the model as a mesh'],
  ['a.gltf', makeGltf(cubeGltf()), 'a.gltf: buffers[0].uri: is missing, and the file has no binary chunk for it'],
  [
    'a.gltf',
    bent((d) => Object.assign(d.buffers[0], { uri: 'x.bin' })),
    'a.gltf: buffers[0].uri: is another file, "x.bin"; pass',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d.buffers[0], { uri: 'data:,abc' })),
    'a.gltf: buffers[0].uri: is a data URI without',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d.buffers[0], { uri: 'data:;base64,A*' })),
    'a.gltf: buffers[0].uri: character 14 of',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d.accessors[0], { count: 9 })),
    'a.gltf: accessors[0]: 9 elements end at byte 108 of a',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d.accessors[0], { count: 4e9 })),
    'a.gltf: accessors[0].count: 4000000000 vertices are',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d.accessors[0], { count: -1 })),
    'a.gltf: accessors[0].count: is -1; it must be a whole',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d.accessors[0], { count: '8' })),
    'a.gltf: accessors[0].count: is "8"; it must be a whole',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d.accessors[0], { byteOffset: -4 })),
    'a.gltf: accessors[0].byteOffset: is -4; it must',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d.accessors[0], { type: 'VEC2' })),
    'a.gltf: accessors[0].type: is "VEC2"; VEC3 must stand',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d.accessors[0], { componentType: 5 })),
    'a.gltf: accessors[0].componentType: is 5; the types',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d.accessors[0], { bufferView: 7 })),
    'a.gltf: accessors[0].bufferView: is 7, and the file',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d.accessors[0], { bufferView: undefined, count: 19_999_999 })),
    'a.gltf: accessors[0].count: is 19999999, without a bufferView to hold so many; the file is damaged',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d.accessors[1], { componentType: 5126, count: 18 })),
    'a.gltf: accessors[1].componentType',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d.accessors[1], { count: 35 })),
    'a.gltf: meshes[0].primitives[0]: 35 corners make no',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d.bufferViews[0], { byteStride: 8 })),
    'a.gltf: bufferViews[0].byteStride: is 8, and an',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d.bufferViews[0], { byteOffset: 100 })),
    'a.gltf: bufferViews[0].byteLength: bytes 100 to',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d.bufferViews[0], { extensions: { EXT_meshopt_compression: {} } })),
    'a.gltf: bufferViews[0].extensions.EXT_meshopt_compression: compressed data are not read; export the model without',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d.meshes[0].primitives[0], { extensions: { KHR_draco_mesh_compression: {} } })),
    'a.gltf: meshes[0].primitives[0].extensions.KHR_draco_mesh_compression: compressed data are not read; export the',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d.meshes[0].primitives[0], { mode: 7 })),
    'a.gltf: meshes[0].primitives[0].mode: is 7; it',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d.meshes[0].primitives[0], { mode: 0 })),
    'a.gltf: the scene has no triangles; export',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d, { extensionsRequired: ['X_y'] })),
    'a.gltf: extensionsRequired: "X_y" is not read; exp',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d.nodes[1], { children: [0] })),
    'a.gltf: nodes[1].children[0]: node 0 is reached twice: a',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d.nodes[0], { children: [1, 1] })),
    'a.gltf: nodes[0].children[1]: node 1 is reached twice',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d.nodes[0], { children: [2] })),
    'a.gltf: nodes[0].children[0]: is no node: the file has 2',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d.nodes[1], { mesh: 3 })),
    'a.gltf: nodes[1].mesh: is 3, and the file has 1 meshes, counted',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d.nodes[1], { rotation: [0, 0, 0, 0] })),
    'a.gltf: nodes[1].rotation: is no unit quatern',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d.nodes[1], { scale: [1, 1] })),
    'a.gltf: nodes[1].scale: is an array of length 2; it must',
  ],
  [
    'a.gltf',
    bent((d) => {
      for (const node of d.nodes) node.scale = [1e200, 1e200, 1e200];
    }),
    'a.gltf: meshes[0].primitives[0]: the node moves vertex 0 to infinity; its transform is damaged',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d.nodes[1], { matrix: Array(16).fill(1) })),
    'a.gltf: nodes[1].matrix: has a last row',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d, { nodes: {} })),
    'a.gltf: nodes: is an object with keys ""; it must be an array',
  ],
  [
    'a.gltf',
    bent((d) => Object.assign(d, { scene: 4 })),
    'a.gltf: scene: is 4, and the file has 1 scenes, counted from 0',
  ],
  [
    'a.gltf',
    bent((d) =>
      Object.assign(d, { scenes: undefined, scene: undefined, nodes: [{ children: [1] }, { children: [0] }] }),
    ),
    'a.gltf: nodes: every node is the child of another; the nodes must form a tree',
  ],
  [
    'a.gltf',
    bent((d) => d),
    'a.gltf: meshes[0].primitives[0]: 12 triangles are more than 11; raise',
    { maxTriangles: 11 },
  ],
  ['a.gltf', bent((d) => d), 'a.gltf: accessors[0].count: 8 vertices are more than 7; raise', { maxVertices: 7 }],
  ['a.gltf', bent((d) => d), 'a.gltf: nodes: 1 meshes are more than 0; raise options.maxMeshes', { maxMeshes: 0 }],

  [
    'cup.obj.gz',
    Uint8Array.of(0x1f, 0x8b, 8, 0),
    'cup.obj.gz: byte 0: the file is compressed (gzip or zip); decompress it',
  ],
  [
    'arm.dae',
    '<?xml version="1.0"?>\n<COLLADA>',
    'arm.dae: the format is unknown: it looks like XML, perhaps COLLADA; OBJ',
  ],
  [
    'thing',
    Uint8Array.of(1, 2, 3),
    'thing: the format is unknown: neither its content nor its name tells; OBJ, STL, PLY and',
  ],
];

describe('a broken file', () => {
  it.each(rows.map((row, k) => [k, ...row] as const))('%i: %s', (_, name, data, message, options) => {
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

  it('gives its place to a program', () => {
    const place = (data: FileData, name: string): Partial<FileError> => {
      try {
        readMesh(data, { name });
      } catch (error) {
        const { line, column, offset, path } = error as FileError;
        return { line, column, offset, path } as Partial<FileError>;
      }
      return {};
    };
    const none = { line: undefined, column: undefined, offset: undefined, path: undefined };
    expect(place('v 1 2 x', 'a.obj')).toEqual({ ...none, line: 1, column: 7 });
    expect(place(stl.subarray(0, 90), 'a.stl')).toEqual({ ...none, offset: 80 });
    expect(place('{"asset":{"version":"1.0"}}', 'a.gltf')).toEqual({ ...none, path: 'asset.version' });
    expect(place('#', 'a.obj')).toEqual(none);
  });

  it('has a name even if nobody gave one', () => {
    expect(() => io.readObj('v')).toThrow('<obj>:1:2: x is missing');
    expect(() => io.readStl(new Uint8Array(3))).toThrow('<stl>: byte 3: the file has 3 bytes');
    expect(() => io.readPly('')).toThrow('<ply>:1:1: the file does not begin');
    expect(() => io.readGltf('')).toThrow('<gltf>: the file is empty');
    expect(() => io.readMesh('')).toThrow('<mesh>: the file is empty');
  });
});

describe('hostile files', () => {
  // Each is small and would take hours or gigabytes, if the reader believed it.
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
    expect(() => readMesh(`v ${'x'.repeat(1e6)}`, { name: 'a.obj' })).toThrow(/^a.obj:1:3: x is "x{40}…"; a finite/);
    expect(() => readMesh('x'.repeat(1e6), { format: 'obj' })).toThrow(/"x{40}…" is no statement/);
    const [mesh] = io.readObj(`o ${'é'.repeat(1e6)}\n${corners}f 1 2 3`);
    expect(mesh.name.length).toBeLessThanOrEqual(256);
    expect(() => readMesh(`${corners}f ${' '.repeat(1e6)}`)).toThrow('the face ends here');
    expect(() => readMesh(`${corners}f ${'\\\n'.repeat(5e5)}`)).toThrow('the face ends here');
  });
});

describe('wrong arguments', () => {
  // biome-ignore lint/suspicious/noExplicitAny: the point is to pass what the types forbid
  const wrong = (value: unknown): any => value;
  const mesh: io.Mesh = { name: '', vertices: new Float64Array(9), triangles: new Uint32Array(3) };
  it.each<[() => unknown, typeof RangeError | typeof TypeError, string]>([
    [
      () => readMesh(wrong(5)),
      TypeError,
      'readMesh: data is 5; give the content of the file: a Uint8Array, an ArrayBuffer or',
    ],
    [() => io.readObj(wrong(undefined)), TypeError, 'readObj: data is undefined; give the content'],
    [() => io.readStl(wrong([1])), TypeError, 'readStl: data is an array of length 1; give the content'],
    [() => readMesh('', wrong({ nam: 'a' })), TypeError, 'readMesh: options.nam is "a"; there is no such option'],
    [() => readMesh('', wrong({ name: 5 })), TypeError, "readMesh: options.name is 5; give the file's name"],
    [
      () => readMesh('', wrong({ format: 'dae' })),
      TypeError,
      'readMesh: options.format is "dae"; give one of obj, stl, ply',
    ],
    [() => readMesh('', { maxBytes: -1 }), RangeError, 'readMesh: options.maxBytes is -1; give a whole number from 0'],
    [() => io.readPly('', { maxVertices: 1.5 }), RangeError, 'readPly: options.maxVertices is 1.5; give a whole'],
    [() => io.readGltf('{}', wrong({ resolve: 5 })), TypeError, 'readGltf: options.resolve is 5; give a function'],
    [() => io.writeObj(wrong(null)), TypeError, 'writeObj: meshes is null; give a mesh'],
    [() => io.writeObj([mesh, wrong(7)]), TypeError, 'writeObj: meshes[1] is 7; give a mesh'],
    [() => io.writeObj({ ...mesh, name: wrong(7) }), TypeError, 'writeObj: meshes.name is 7; give a string'],
    [
      () => io.writeObj({ ...mesh, vertices: wrong([0]) }),
      TypeError,
      'writeObj: meshes.vertices is an array of length 1; give',
    ],
    [
      () => io.writeObj({ ...mesh, triangles: wrong([0]) }),
      TypeError,
      'writeObj: meshes.triangles is an array of length 1',
    ],
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
