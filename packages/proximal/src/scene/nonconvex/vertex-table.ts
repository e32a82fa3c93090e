// The triangles at each vertex of a mesh. Vertices with equal coordinates count as one, because files may repeat them for each triangle.
import type { PartList } from '../../shapes/assembly.ts';

export class VertexTable {
  /** For each corner of each triangle the number of its vertex, the same for equal coordinates. */
  readonly numbers: Uint32Array;
  /** The triangles at vertex k are the entries `starts[k]` to `starts[k + 1]` − 1 of `triangles`. */
  private readonly starts: Uint32Array;
  private readonly triangles: Uint32Array;

  constructor(vertices: Float64Array, triangles: Uint32Array) {
    const numbersByPosition = new Map<string, number>();
    const numbersByVertex = new Int32Array(vertices.length / 3).fill(-1);
    this.numbers = triangles.map((vertex) => {
      if (numbersByVertex[vertex] < 0) {
        const position = vertices.subarray(3 * vertex, 3 * vertex + 3).join(' ');
        if (!numbersByPosition.has(position)) numbersByPosition.set(position, numbersByPosition.size);
        numbersByVertex[vertex] = numbersByPosition.get(position) as number;
      }
      return numbersByVertex[vertex];
    });
    this.starts = new Uint32Array(numbersByPosition.size + 1);
    for (const number of this.numbers) this.starts[number + 1]++;
    for (let k = 0; k < numbersByPosition.size; k++) this.starts[k + 1] += this.starts[k];
    this.triangles = new Uint32Array(this.numbers.length);
    const next = this.starts.slice();
    this.numbers.forEach((number, k) => {
      this.triangles[next[number]++] = Math.floor(k / 3);
    });
  }

  /** Adds the triangles at a vertex to a list. */
  collectAround(vertex: number, out: PartList): void {
    for (let k = this.starts[vertex]; k < this.starts[vertex + 1]; k++) out.push(this.triangles[k]);
  }
}
