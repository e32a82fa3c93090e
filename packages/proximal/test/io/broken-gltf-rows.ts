// Broken glTF files, a compressed file, a broken COLLADA file and one of unknown format, each with the beginning of its message.
import { change, type Row } from './broken-rows.ts';
import { cubeGltf, type Json, makeGlb, makeGltf, withData } from './samples.ts';

const withChange = (edit: (document: Json) => void): Uint8Array => {
  const document = withData(cubeGltf());
  edit(document);
  return makeGltf(document);
};
const glb = makeGlb(cubeGltf());

export const gltfRows: readonly Row[] = [
  ['a.glb', glb.subarray(0, 12), 'a.glb: byte 12: the file has 12 bytes, a GLB at least 20; it is truncated'],
  [
    'a.glb',
    glb.subarray(0, -1),
    `a.glb: byte 8: the header declares ${glb.length} bytes, and the file has ${glb.length - 1}`,
  ],
  [
    'a.glb',
    change(glb, 4, 1),
    'a.glb: byte 4: the version of the container is 1; only 2 is read, export the model as glTF 2.0',
  ],
  ['a.glb', change(glb, 12, 255, 255, 255, 255), 'a.glb: byte 12: a chunk of 4294967295 bytes, and '],
  ['a.glb', change(glb, 16, 0), 'a.glb: byte 16: the first chunk is not JSON; the file is damaged'],
  ['a.glb', change(glb, 20, 33), 'a.glb: byte 20: "!" instead of a value; the JSON text is damaged'],
  [
    'a.glb',
    makeGlb({ ...cubeGltf(), buffers: [{ byteLength: 9999 }] }),
    'a.glb: buffers[0].byteLength: declares 9999 bytes, and',
  ],
  ['a.gltf', '{"asset":', 'a.gltf:1:10: the JSON text ends where a value is expected; the file is truncated'],
  ['a.gltf', '{\n "a": 01}', 'a.gltf:2:7: a number that is not valid JSON; the file is damaged'],
  ['a.gltf', '{"a": "b\\x"}', 'a.gltf:1:10: an unknown escape in a string'],
  ['a.gltf', '{"a": "b', 'a.gltf:1:7: the string does not end; the file is truncated'],
  ['a.gltf', '{"a" 1}', 'a.gltf:1:6: "1" instead of ":"; the JSON text is damaged'],
  ['a.gltf', '{"a": 1} x', 'a.gltf:1:10: "x" instead of the end of the document; the JSON text is damaged'],
  ['a.gltf', '['.repeat(100_000), 'a.gltf:1:129: more than 128 levels of nesting; such files are not read'],
  ['a.gltf', `[${'0,'.repeat(2_000_001)}0]`, 'a.gltf:1:4000000: more than 2000000 values; such files are not read'],
  ['a.gltf', '[]', 'a.gltf: the document: is []; it must be an object'],
  ['a.gltf', '{}', 'a.gltf: asset: is missing; the file is not glTF'],
  ['a.gltf', '{"asset": {"version": "1.0"}}', 'a.gltf: asset.version: is "1.0"; only glTF 2.0 is read'],
  ['a.gltf', '{"asset": {"version": "2.0"}}', 'a.gltf: the scene has no triangles; export the model as a mesh'],
  ['a.gltf', makeGltf(cubeGltf()), 'a.gltf: buffers[0].uri: is missing, and the file has no binary chunk for it'],
  [
    'a.gltf',
    withChange((d) => Object.assign(d.buffers[0], { uri: 'x.bin' })),
    'a.gltf: buffers[0].uri: is another file, "x.bin"; pass',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d.buffers[0], { uri: 'data:,abc' })),
    'a.gltf: buffers[0].uri: is a data URI without',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d.buffers[0], { uri: 'data:;base64,A*' })),
    'a.gltf: buffers[0].uri: character 14 of',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d.accessors[0], { count: 9 })),
    'a.gltf: accessors[0]: 9 elements end at byte 108 of a',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d.accessors[0], { count: 4e9 })),
    'a.gltf: accessors[0].count: 4000000000 vertices are',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d.accessors[0], { count: -1 })),
    'a.gltf: accessors[0].count: is -1; it must be a whole',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d.accessors[0], { count: '8' })),
    'a.gltf: accessors[0].count: is "8"; it must be a whole',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d.accessors[0], { byteOffset: -4 })),
    'a.gltf: accessors[0].byteOffset: is -4; it must',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d.accessors[0], { type: 'VEC2' })),
    'a.gltf: accessors[0].type: is "VEC2"; it must be VEC3',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d.accessors[0], { componentType: 5 })),
    'a.gltf: accessors[0].componentType: is 5; the types',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d.accessors[0], { bufferView: 7 })),
    'a.gltf: accessors[0].bufferView: is 7, and the file',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d.accessors[0], { bufferView: undefined, count: 19_999_999 })),
    'a.gltf: accessors[0].count: is 19999999, without a bufferView to hold so many; the file is damaged',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d.accessors[1], { componentType: 5126, count: 18 })),
    'a.gltf: accessors[1].componentType',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d.accessors[1], { count: 35 })),
    'a.gltf: meshes[0].primitives[0]: 35 corners make no',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d.bufferViews[0], { byteStride: 8 })),
    'a.gltf: bufferViews[0].byteStride: is 8, and an',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d.bufferViews[0], { byteOffset: 100 })),
    'a.gltf: bufferViews[0].byteLength: bytes 100 to',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d.bufferViews[0], { extensions: { EXT_meshopt_compression: {} } })),
    'a.gltf: bufferViews[0].extensions.EXT_meshopt_compression: compressed data are not read; export the model without',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d.meshes[0].primitives[0], { extensions: { KHR_draco_mesh_compression: {} } })),
    'a.gltf: meshes[0].primitives[0].extensions.KHR_draco_mesh_compression: compressed data are not read; export the',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d.meshes[0].primitives[0], { mode: 7 })),
    'a.gltf: meshes[0].primitives[0].mode: is 7; it',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d.meshes[0].primitives[0], { mode: 0 })),
    'a.gltf: the scene has no triangles; export',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d, { extensionsRequired: ['X_y'] })),
    'a.gltf: extensionsRequired: "X_y" is not read; exp',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d.nodes[1], { children: [0] })),
    'a.gltf: nodes[1].children[0]: node 0 is reached twice: a',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d.nodes[0], { children: [1, 1] })),
    'a.gltf: nodes[0].children[1]: node 1 is reached twice',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d.nodes[0], { children: [2] })),
    'a.gltf: nodes[0].children[0]: is not a node: the file has 2',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d.nodes[1], { mesh: 3 })),
    'a.gltf: nodes[1].mesh: is 3, and the file has 1 meshes, counted',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d.nodes[1], { rotation: [0, 0, 0, 0] })),
    'a.gltf: nodes[1].rotation: is not a unit quatern',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d.nodes[1], { scale: [1, 1] })),
    'a.gltf: nodes[1].scale: is [1, 1]; it must',
  ],
  [
    'a.gltf',
    withChange((d) => {
      for (const node of d.nodes) node.scale = [1e200, 1e200, 1e200];
    }),
    'a.gltf: meshes[0].primitives[0]: the node moves vertex 0 to infinity; its transform is damaged',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d.nodes[1], { matrix: Array(16).fill(1) })),
    'a.gltf: nodes[1].matrix: has a last row',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d, { nodes: {} })),
    'a.gltf: nodes: is an object with keys ""; it must be an array',
  ],
  [
    'a.gltf',
    withChange((d) => Object.assign(d, { scene: 4 })),
    'a.gltf: scene: is 4, and the file has 1 scenes, counted from 0',
  ],
  [
    'a.gltf',
    withChange((d) =>
      Object.assign(d, { scenes: undefined, scene: undefined, nodes: [{ children: [1] }, { children: [0] }] }),
    ),
    'a.gltf: nodes: every node is the child of another; the nodes must form a tree',
  ],
  [
    'a.gltf',
    withChange((d) => d),
    'a.gltf: meshes[0].primitives[0]: 12 triangles are more than 11; raise',
    { maxTriangles: 11 },
  ],
  ['a.gltf', withChange((d) => d), 'a.gltf: accessors[0].count: 8 vertices are more than 7; raise', { maxVertices: 7 }],
  [
    'a.gltf',
    withChange((d) => d),
    'a.gltf: nodes: 1 meshes are more than 0; raise options.maxMeshes',
    { maxMeshes: 0 },
  ],

  [
    'cup.obj.gz',
    Uint8Array.of(0x1f, 0x8b, 8, 0),
    'cup.obj.gz: byte 0: the file is compressed (gzip or zip); decompress it',
  ],
  ['arm.dae', '<?xml version="1.0"?>\n<COLLADA>', 'arm.dae:2:10: <COLLADA> is not closed; the file may be cut off'],
  [
    'thing',
    Uint8Array.of(1, 2, 3),
    'thing: the format is unknown: neither its content nor its name identifies it; OBJ, STL,',
  ],
];
