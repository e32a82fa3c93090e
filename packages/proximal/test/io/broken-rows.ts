// Broken OBJ, STL and PLY files, each with the beginning of its message.
import { type FileData, type ReadMeshOptions, writeStl } from '../../src/io/index.ts';
import { cubePly, encode, join, makePly } from './samples.ts';

export type Row = [name: string, data: FileData, message: string, options?: ReadMeshOptions];

export const corners = 'v 0 0 0\nv 1 0 0\nv 0 1 0\n';
const ply = (text: string): string => `ply\nformat ascii 1.0\n${text}`;
const xyz = 'property float x\nproperty float y\nproperty float z\n';
const plyFaces = (rows: string, type = 'uchar int'): string =>
  ply(
    `element vertex 3\n${xyz}element face 1\nproperty list ${type} vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n${rows}`,
  );
const binaryPly = makePly(cubePly('binary_little_endian'));
const header = (text: string, body = 0): Uint8Array =>
  join(encode(`ply\nformat binary_big_endian 1.0\n${text}end_header\n`), new Uint8Array(body));
export const stl = writeStl({
  name: '',
  vertices: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
  triangles: Uint32Array.of(0, 1, 2),
});
const facet = 'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n';
export const change = (bytes: Uint8Array, at: number, ...values: number[]): Uint8Array => {
  const copy = bytes.slice();
  copy.set(values, at);
  return copy;
};

export const rows: readonly Row[] = [
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
  ['cup.obj', `${corners}f 1 2 x`, 'cup.obj:4:7: the corner of the face is "x"; it must be a whole number'],
  ['cup.obj', `${corners}f 1 2 3.5`, 'cup.obj:4:7: the corner of the face is "3.5"; write v, v/vt, v//vn or v/vt/vn'],
  ['cup.obj', `${corners}f 1/2/3/4 2 3`, 'cup.obj:4:3: the corner of the face is "1/2/3/4"; write v, v/vt'],
  ['cup.obj', 'v 0 0', 'cup.obj:1:6: z is missing: the line ends before it; the file may be truncated'],
  ['cup.obj', 'v 0 0 nan', 'cup.obj:1:7: z is "nan"; it must be a finite number'],
  ['cup.obj', 'v 0 -inf 0', 'cup.obj:1:5: y is "-inf"; it must be a finite number'],
  ['cup.obj', 'v 1e999 0 0', 'cup.obj:1:3: x is "1e999"; it must be a finite number'],
  ['cup.obj', 'v 1,5 0 0', 'cup.obj:1:3: x is "1,5"; it must be a finite number'],
  ['cup.obj', 'v 0x10 0 0', 'cup.obj:1:3: x is "0x10"; it must'],
  ['cup.obj', 'v 1e 0 0', 'cup.obj:1:3: x is "1e"; it must'],
  ['cup.obj', `v ${'1'.repeat(5000)} 0 0`, 'cup.obj:1:3: a number of 5000 characters; write numbers with at most 1000'],
  ['cup.obj', 'v 1 2 3 4 5 6 7 8 9', 'cup.obj:1:19: a vertex has at most 8 numbers; "9" is one too many'],
  [
    'cup.obj',
    `${corners}w 1 2 3`,
    'cup.obj:4:1: "w" is not a statement of OBJ; the file is damaged, or not an OBJ file',
  ],
  ['é.obj', '# ééé\r\nv 0 0 0\r\nvv', 'é.obj:3:1: "vv" is not a statement of OBJ'],
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
  ['a.stl', facet, 'a.stl:9:1: the file ends where "facet" or "endsolid" is expected; it is truncated'],
  ['a.stl', facet.slice(0, 60), 'a.stl:5:10: y is missing: the line ends before it; the file may be truncated'],
  ['a.stl', `${facet}vertex 1 2 3`, 'a.stl:9:1: "vertex" is where "facet" or "endsolid" must be; the file is damaged'],
  ['a.stl', facet.replace('0 1 0', '0 nan 0'), 'a.stl:6:10: y is "nan"; it must be a finite number'],
  ['a.stl', facet.replace('endloop', 'vertex 1 1 1\nendloop'), 'a.stl:7:1: "vertex" is where "endloop" must be; the'],
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
  ['a.ply', 'ply\nformat ascii 2.0\n', 'a.ply:2:17: the version is not 1.0, the only version of PLY'],
  ['a.ply', ply('element vertex many\n'), 'a.ply:3:16: the number of "vertex" is "many"; it must be a whole number'],
  ['a.ply', ply('element vertex -1\n'), 'a.ply:3:16: the number of "vertex" is -1; the header is damaged'],
  ['a.ply', ply('property float x\n'), 'a.ply:3:1: a property precedes the first element; it must follow one'],
  ['a.ply', ply('element vertex 1\nproperty real x\n'), 'a.ply:4:10: the type is "real"; the types are char int8'],
  ['a.ply', ply('element vertex 1\nproperty float\n'), 'a.ply:4:15: the name of the property is missing'],
  [
    'a.ply',
    ply('element face 1\nproperty list float int a\n'),
    'a.ply:4:1: the length of a list has a type with fractions',
  ],
  ['a.ply', ply('elements 3\n'), 'a.ply:3:1: "elements" begins a line of the header; it must begin with format'],
  ['a.ply', ply('element a 1 2\n'), 'a.ply:3:13: "2" is not expected on this line of the header'],
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
    'a.ply:9:1: "0" follows the last element; the numbers',
  ],
  ['a.ply', ply(`element vertex 1\n${xyz}end_header\n0 nan 0\n`), 'a.ply:8:3: y is "nan"; it must be a finite number'],
  [
    'a.ply',
    plyFaces('3 0 1 3\n'),
    'a.ply:13:7: vertex index 3 is out of range: the file has 3 vertices, counted from 0 to 2',
  ],
  ['a.ply', plyFaces('3 0 1 -1\n'), 'a.ply:13:7: vertex index -1 is out of range'],
  ['a.ply', plyFaces('2 0 1\n'), 'a.ply:13:1: a face with 2 corners; it must have at least three'],
  ['a.ply', plyFaces('-3 0 1 2\n'), 'a.ply:13:1: the length of the list "vertex_indices" is -3; the file is damaged'],
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
    `a.ply: byte ${binaryPly.length - 21}: the file ends where the corner is expected; it is truncated`,
  ],
  ['a.ply', join(binaryPly, encode('rest')), `a.ply: byte ${binaryPly.length}: 4 bytes follow the last element`],
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
    'a.ply: byte 112: x is NaN; it must be a finite number',
  ],
  [
    'a.ply',
    'ply\nformat binary_little_endian 1.0\nelement vertex 1\nend_header\n',
    'a.ply: a binary PLY was given as a string; read',
  ],
];
