import { GrowingVertices } from './growing.ts';
import { checkMeshes, type Mesh } from './mesh.ts';

/**
 * Joins vertices with exactly equal coordinates (0 equals −0): touching triangles then share them. `readStl` and `readGltf` do
 * this automatically. Vertices that no triangle uses are dropped: a cloud of points becomes empty.
 * @example
 * ```ts
 * const connected = weldMesh(readPly(bytes)[0]);
 * ```
 */
export function weldMesh(mesh: Mesh): Mesh {
  const [{ name, vertices, triangles }] = checkMeshes('weldMesh', mesh);
  const welder = new Welder(vertices.length / 3);
  const welded = new Uint32Array(triangles.length);
  for (const [k, index] of triangles.entries()) {
    welded[k] = welder.add(vertices[3 * index], vertices[3 * index + 1], vertices[3 * index + 2]);
  }
  return { name, vertices: welder.vertices.finish(), triangles: welded };
}

/**
 * Random words for every value of each of the 24 bytes of a vertex. Tabulation hashing: no file can be prepared whose
 * vertices collide, and linear probing takes constant time on average (Pătrașcu and Thorup 2012). The meshes do not
 * depend on the words.
 */
let words: Int32Array | undefined;
const coordinates = new Float64Array(3);
const coordinateBytes = new Uint8Array(coordinates.buffer);

/** Numbers vertices in order of appearance; equal coordinates get the same number. */
export class Welder {
  readonly vertices: GrowingVertices;
  /** A hash table with open addressing, at most half full: vertex index plus one, or 0. */
  private table = new Int32Array(64);

  constructor(maxVertices: number) {
    this.vertices = new GrowingVertices(maxVertices);
    words ??= Int32Array.from({ length: 24 * 256 }, () => Math.floor(Math.random() * 2 ** 32) | 0);
  }

  /** The index of the vertex, or −1 if the limit is reached. */
  add(x: number, y: number, z: number): number {
    // −0 + 0 = 0.
    const [px, py, pz] = [x + 0, y + 0, z + 0];
    const { table, vertices } = this;
    const { array } = vertices;
    const mask = table.length - 1;
    let slot = hash(px, py, pz) & mask;
    for (; table[slot] !== 0; slot = (slot + 1) & mask) {
      const at = 3 * (table[slot] - 1);
      if (array[at] === px && array[at + 1] === py && array[at + 2] === pz) return table[slot] - 1;
    }
    if (!vertices.add(px, py, pz)) return -1;
    const count = vertices.length / 3;
    table[slot] = count;
    if (2 * count > table.length) this.grow();
    return count - 1;
  }

  private grow(): void {
    const table = new Int32Array(2 * this.table.length);
    const mask = table.length - 1;
    const { array, length } = this.vertices;
    for (let k = 0; k < length / 3; k++) {
      let slot = hash(array[3 * k], array[3 * k + 1], array[3 * k + 2]) & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = k + 1;
    }
    this.table = table;
  }
}

function hash(x: number, y: number, z: number): number {
  const table = words as Int32Array;
  coordinates[0] = x;
  coordinates[1] = y;
  coordinates[2] = z;
  let code = 0;
  for (let k = 0; k < 24; k++) code ^= table[256 * k + coordinateBytes[k]];
  return code;
}
