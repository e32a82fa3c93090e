// The edges of triangles whose corners are numbers, equal for equal positions.

export class EdgeTable {
  private readonly stride: number;
  /** The number of each edge, by the numbers of its ends. */
  private readonly numbers = new Map<number, number>();
  /** For each edge, its first two triangles in the order of the faces; −1 if there is none. */
  readonly triangles: Int32Array;
  /** For each edge, the number of triangles. */
  readonly counts: Uint32Array;
  /**
   * For each edge, the number of triangles that traverse it from the smaller end to the larger, minus the number of triangles that traverse it
   * backward.
   */
  readonly balances: Int32Array;

  constructor(private readonly faces: Uint32Array) {
    let largestCorner = 0;
    for (const corner of faces) if (corner > largestCorner) largestCorner = corner;
    this.stride = largestCorner + 1;
    this.triangles = new Int32Array(2 * faces.length).fill(-1);
    this.counts = new Uint32Array(faces.length);
    this.balances = new Int32Array(faces.length);
    for (let side = 0; side < faces.length; side++) this.add(side);
  }

  private add(side: number): void {
    const [from, to] = this.endsOf(side);
    if (from === to) return;
    const key = Math.min(from, to) * this.stride + Math.max(from, to);
    let edge = this.numbers.get(key);
    if (edge === undefined) {
      edge = this.numbers.size;
      this.numbers.set(key, edge);
    }
    if (this.counts[edge] < 2) this.triangles[2 * edge + this.counts[edge]] = Math.floor(side / 3);
    this.counts[edge]++;
    this.balances[edge] += from < to ? 1 : -1;
  }

  /** The corners at the ends of a side: side k leads from corner k of the list of faces to the next corner of the same triangle. */
  endsOf(side: number): [from: number, to: number] {
    return [this.faces[side], this.faces[side % 3 === 2 ? side - 2 : side + 1]];
  }

  /** The edge of a side; −1 if its ends are equal. */
  edgeOf(side: number): number {
    const [from, to] = this.endsOf(side);
    return this.numbers.get(Math.min(from, to) * this.stride + Math.max(from, to)) ?? -1;
  }

  /**
   * Loops of corners around the holes, in the direction that closes them; null if, for an edge, the numbers of traversals in the two directions
   * differ by more than 1.
   */
  openLoops(): number[][] | null {
    const following = new Map<number, number[]>();
    for (const [key, edge] of this.numbers) {
      const balance = this.balances[edge];
      if (balance === 0) continue;
      if (Math.abs(balance) > 1) return null;
      const [low, high] = [Math.floor(key / this.stride), key % this.stride];
      const [from, to] = balance > 0 ? [high, low] : [low, high];
      const ends = following.get(from);
      if (ends) ends.push(to);
      else following.set(from, [to]);
    }
    const loops: number[][] = [];
    for (const [start, list] of following) {
      while (list.length > 0) {
        const loop = [start];
        for (let corner = list.pop() as number; corner !== start; ) {
          loop.push(corner);
          const next = following.get(corner)?.pop();
          // Every triangle enters each of its corners once and leaves it once, so an edge out of the corner remains.
          if (next === undefined) return null;
          corner = next;
        }
        loops.push(loop);
      }
    }
    return loops;
  }
}
