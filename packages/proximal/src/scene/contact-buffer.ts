// The contacts of two bodies, one row of numbers per point, in an array that is reused for every pair. The points of a manifold
// (of two parts) are in successive rows.

import { grown } from '../math/grown.ts';
import type { Vec3 } from '../math/vec3.ts';
import * as Row from './contact-row.ts';

export class ContactBuffer {
  count = 0;
  rows: Float64Array<ArrayBuffer>;

  constructor(capacity = 16) {
    this.rows = new Float64Array(capacity * Row.SIZE);
  }

  /** Appends a point. @returns the index of its row's first number */
  add(id: number, gap: number): number {
    const at = Row.SIZE * this.count++;
    // One row more, for `insertLast`.
    if (at + 2 * Row.SIZE > this.rows.length) this.rows = grown(this.rows, 2 * this.rows.length);
    this.rows[at + Row.ID] = id;
    this.rows[at + Row.GAP] = gap;
    return at;
  }

  /** The smallest of `limit` and the gaps of the points from `first` on. */
  leastGap(first: number, limit: number): number {
    let least = limit;
    for (let k = first; k < this.count; k++) least = Math.min(least, this.rows[Row.SIZE * k + Row.GAP]);
    return least;
  }

  /** Writes the data of one manifold to all of its points: the points with the index `first` or higher. */
  complete(
    first: number,
    partA: number,
    partB: number,
    normal: Readonly<Vec3>,
    distance: number,
    local: boolean,
    growth = Number.NaN,
  ): void {
    const { rows } = this;
    for (let row = Row.SIZE * first; row < Row.SIZE * this.count; row += Row.SIZE) {
      rows[row + Row.PART_A] = partA;
      rows[row + Row.PART_B] = partB;
      for (let axis = 0; axis < 3; axis++) rows[row + Row.NORMAL + axis] = normal[axis];
      rows[row + Row.DISTANCE] = distance;
      rows[row + Row.LOCAL] = local ? 1 : 0;
      rows[row + Row.GROWTH] = growth;
    }
  }

  copy(from: number, to: number): void {
    this.rows.copyWithin(Row.SIZE * to, Row.SIZE * from, Row.SIZE * (from + 1));
  }

  /** The index after the last point of the manifold that begins at `from`: points of the same parts with the same normal. */
  endOfManifold(from: number): number {
    let to = from + 1;
    while (to < this.count && this.compareParts(from, to) === 0 && this.hasNormalOf(from, to)) to++;
    return to;
  }

  private hasNormalOf(p: number, q: number): boolean {
    const { rows } = this;
    for (let k = Row.NORMAL; k < Row.NORMAL + 3; k++)
      if (rows[Row.SIZE * p + k] !== rows[Row.SIZE * q + k]) return false;
    return true;
  }

  /** Sorts the points by their parts, then by normals and ids. */
  sort(): void {
    const { rows, count } = this;
    const compare = (p: number, q: number): number => {
      let difference = this.compareParts(p, q);
      for (let k = Row.NORMAL; difference === 0 && k < Row.NORMAL + 3; k++)
        difference = rows[Row.SIZE * p + k] - rows[Row.SIZE * q + k];
      return difference || rows[Row.SIZE * p + Row.ID] - rows[Row.SIZE * q + Row.ID];
    };
    const order = Uint32Array.from({ length: count }, (_, k) => k).sort(compare);
    const old = rows.slice(0, Row.SIZE * count);
    order.forEach((from, to) => {
      rows.set(old.subarray(Row.SIZE * from, Row.SIZE * (from + 1)), Row.SIZE * to);
    });
  }

  /** Moves the last point to its place in the order of parts. */
  insertLast(): void {
    const { count } = this;
    let to = count - 1;
    this.copy(to, count);
    for (; to > 0 && this.compareParts(count, to - 1) < 0; to--) this.copy(to - 1, to);
    this.copy(count, to);
  }

  private compareParts(p: number, q: number): number {
    const { rows } = this;
    return rows[Row.SIZE * p] - rows[Row.SIZE * q] || rows[Row.SIZE * p + 1] - rows[Row.SIZE * q + 1];
  }
}
