// Valid files of every format, damaged at random: the result is a valid mesh or a FileError.
import { FileError, type Mesh, readMesh, writeObj, writeStl } from '../../src/io/index.ts';
import type { Rng } from '../../src/math/index.ts';
import {
  cube,
  cubeGltf,
  cubeObj,
  cubePly,
  encode,
  fancyGltf,
  fancyObj,
  join,
  makeGlb,
  makeGltf,
  makePly,
  withData,
} from './samples.ts';

export const samples: readonly (readonly [name: string, bytes: Uint8Array])[] = [
  ['cube.obj', encode(cubeObj)],
  ['fancy.obj', encode(fancyObj)],
  ['written.obj', encode(writeObj([cube, cube]))],
  ['text.stl', encode(writeStl([cube, cube], { binary: false }))],
  ['binary.stl', writeStl(cube)],
  ['text.ply', makePly(cubePly('ascii'))],
  ['little.ply', makePly(cubePly('binary_little_endian', 'double', 'uint', 'ushort'))],
  ['big.ply', makePly(cubePly('binary_big_endian'))],
  ['cube.glb', makeGlb(cubeGltf())],
  ['cube.gltf', makeGltf(withData(cubeGltf()))],
  ['fancy.gltf', makeGltf(fancyGltf())],
];

const numbers =
  `0 -0 1 -1 2 3 4 5 7 8 9 127 128 255 256 65535 65536 2147483647 2147483648 4294967295 4294967296 1e9 1e16 1e22
  1e23 1e308 1e309 -1e308 1e-400 99999999999999999999 nan inf -inf NaN Infinity 0x10 1.5 .5 5. . - + e 1e 5120 5126 true null
  "" [] {} [0] 0.1234567890123456789`.split(/\s+/);
const words =
  `v f o g vt # \\ / // 1/1/1 ply format ascii binary_little_endian binary_big_endian element vertex face property
  list uchar int float double end_header comment tristrips solid facet normal outer loop endloop endfacet endsolid glTF JSON
  { } [ ] : , " "mesh" "nodes" "children" "sparse" "count" "bufferView" "byteStride" "mode" VEC3 SCALAR data:;base64,`.split(
    /\s+/,
  );
const integers = [
  0, 1, 2, 3, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 0x7fc00000,
];

/** One change at a random position. */
export function mutate(bytes: Uint8Array, rng: Rng): Uint8Array {
  const at = rng.index(bytes.length + 1);
  const length = Math.min(bytes.length - at, 1 + rng.index(rng.index(4) === 0 ? 64 : 8));
  const [head, tail] = [bytes.subarray(0, at), bytes.subarray(at + length)];
  switch (rng.index(10)) {
    case 0: {
      const flipped = bytes.slice();
      for (let k = 0; k <= rng.index(4); k++)
        if (flipped.length) flipped[rng.index(flipped.length)] ^= 1 << rng.index(8);
      return flipped;
    }
    case 1:
      return head;
    case 2:
      return join(
        head,
        Uint8Array.from({ length }, () => rng.index(256)),
        bytes.subarray(at),
      );
    case 3:
      return join(head, tail);
    case 4:
      return join(head, bytes.subarray(at, at + length), bytes.subarray(at));
    case 5: {
      const other = samples[rng.index(samples.length)][1];
      const from = rng.index(other.length);
      return join(head, other.subarray(from, from + 1 + rng.index(64)), rng.index(2) ? tail : bytes.subarray(at));
    }
    case 6: {
      const changed = bytes.slice();
      const view = new DataView(changed.buffer);
      if (at + 4 <= changed.length) view.setUint32(at, integers[rng.index(integers.length)], rng.index(2) === 0);
      return changed;
    }
    case 7:
      return join(head, encode(` ${words[rng.index(words.length)]} `), rng.index(2) ? tail : bytes.subarray(at));
    default:
      return replaceNumber(bytes, at, numbers[rng.index(numbers.length)]);
  }
}

/** Replaces the next digits, or appends the number if none follow. */
function replaceNumber(bytes: Uint8Array, at: number, number: string): Uint8Array {
  const isDigit = (c: number): boolean => c >= 48 && c <= 57;
  let start = at;
  while (start < bytes.length && !isDigit(bytes[start])) start++;
  let end = start;
  while (end < bytes.length && isDigit(bytes[end])) end++;
  return join(bytes.subarray(0, start), encode(number), bytes.subarray(end));
}

/** A GLB with its lengths repaired, so that changes of the JSON text get past the container. */
function repaired(bytes: Uint8Array): Uint8Array {
  const text = new TextDecoder('latin1').decode(bytes);
  const [start, end] = [text.indexOf('{'), text.lastIndexOf('}') + 1];
  return start >= 0 && end > start ? makeGlb(bytes.subarray(start, end), bytes.slice(-168)) : bytes;
}

/** A random file: its name and its bytes. */
export function randomFile(rng: Rng): [name: string, bytes: Uint8Array] {
  const [name, sample] = samples[rng.index(samples.length)];
  let bytes = sample;
  for (let k = rng.index(3); k >= 0; k--) bytes = mutate(bytes, rng);
  if (name === 'cube.glb' && rng.index(2)) bytes = repaired(bytes);
  return [rng.index(8) === 0 ? 'unknown' : name, bytes];
}

/** Reads a file; returns whether it was read, and throws if the mesh is invalid or the message is unsuitable. */
export function probe(name: string, bytes: Uint8Array): 'mesh' | 'refused' {
  let meshes: Mesh[];
  try {
    meshes = readMesh(bytes, { name });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    if (!error.message.startsWith(name) || error.message.includes('undefined') || error.message.length > 400) {
      throw new Error(`a message that says too little or too much: ${error.message}`);
    }
    if (error.cause !== undefined || error.message.includes('memory')) throw new Error(error.message);
    return 'refused';
  }
  if (meshes.length === 0) throw new Error('no mesh, and no error');
  let numbers = 0;
  for (const { vertices, triangles, name: mesh } of meshes) {
    if (typeof mesh !== 'string' || mesh.length > 256) throw new Error('an invalid name');
    const count = vertices.length / 3;
    if (!Number.isInteger(count) || count === 0 || triangles.length % 3 !== 0) throw new Error('wrong lengths');
    if (!vertices.every(Number.isFinite)) throw new Error('a vertex is not finite');
    if (!triangles.every((index) => index < count)) throw new Error('an index is out of range');
    numbers += vertices.length + triangles.length;
  }
  // The count is bounded by the bytes, with a large factor, since in glTF a mesh may be used many times.
  if (numbers > 64 * bytes.length + 64) throw new Error(`${numbers} numbers from ${bytes.length} bytes`);
  return 'mesh';
}
