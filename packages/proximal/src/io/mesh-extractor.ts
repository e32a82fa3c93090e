import type { Mesh } from './mesh.ts';

/**
 * Extracts meshes from shared vertices: each mesh gets the vertices that its triangles use, in the file's order. Unused vertices are
 * dropped, because they are not part of the surface and would change its hull.
 */
export class MeshExtractor {
  /** For each vertex its new number plus one, or 0; all 0 between two calls of `extract`. */
  private readonly numbers: Uint32Array;

  constructor(private readonly vertices: Float64Array) {
    this.numbers = new Uint32Array(vertices.length / 3);
  }

  /** Takes O(n log n) time for n triangles, independent of the number of vertices. */
  extract(name: string, corners: Uint32Array): Mesh {
    const { numbers } = this;
    const used = this.collect(corners);
    const vertices = new Float64Array(3 * used.length);
    for (let k = 0; k < used.length; k++) {
      numbers[used[k]] = k + 1;
      vertices[3 * k] = this.vertices[3 * used[k]];
      vertices[3 * k + 1] = this.vertices[3 * used[k] + 1];
      vertices[3 * k + 2] = this.vertices[3 * used[k] + 2];
    }
    const triangles = new Uint32Array(corners.length);
    for (let k = 0; k < corners.length; k++) triangles[k] = numbers[corners[k]] - 1;
    for (let k = 0; k < used.length; k++) numbers[used[k]] = 0;
    return { name, vertices, triangles };
  }

  /** The vertices that are used, in ascending order. Leaves their numbers nonzero. */
  private collect(corners: Uint32Array): Uint32Array {
    const { numbers } = this;
    let [distinct, lowest, highest] = [0, numbers.length, 0];
    for (let k = 0; k < corners.length; k++) {
      const vertex = corners[k];
      if (numbers[vertex] !== 0) continue;
      numbers[vertex] = 1;
      distinct++;
      if (vertex < lowest) lowest = vertex;
      if (vertex > highest) highest = vertex;
    }
    const used = new Uint32Array(distinct);
    let next = 0;
    if (highest - lowest < 8 * distinct) {
      for (let vertex = lowest; vertex <= highest; vertex++) if (numbers[vertex] !== 0) used[next++] = vertex;
      return used;
    }
    for (let k = 0; k < corners.length; k++) {
      if (numbers[corners[k]] !== 1) continue;
      numbers[corners[k]] = 2;
      used[next++] = corners[k];
    }
    return used.sort();
  }
}
