// The triangles at each vertex of a mesh. Vertices with equal coordinates count as one, because files may repeat them for each triangle.

export class VertexTable {
  /** A number for each corner of each triangle; equal for equal coordinates. */
  readonly numbers: Uint32Array;
  /** The triangles at vertex k are entries `starts[k]` to `starts[k + 1]` − 1 of `around`. */
  private readonly starts: Uint32Array;
  private readonly around: Uint32Array;

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
    this.around = new Uint32Array(this.numbers.length);
    const next = this.starts.slice();
    this.numbers.forEach((number, k) => {
      this.around[next[number]++] = Math.floor(k / 3);
    });
  }

  visitAround(vertex: number, visit: (triangle: number) => void): void {
    for (let k = this.starts[vertex]; k < this.starts[vertex + 1]; k++) visit(this.around[k]);
  }
}
