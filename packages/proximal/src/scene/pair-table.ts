// The pairs found by the broad phase, in the layout that the kernel reads (kernel/scene/near.ts). Near pairs (their tight boxes come within the
// scene's margin, and the filter accepts them) come first, so that a range of them is copied at once.

import { ScenePair } from '../engine/layout.ts';
import { grown } from '../math/grown.ts';
import type { BodyPair } from './body-pair.ts';

export class PairTable {
  /** The number of pairs. */
  count = 0;
  /** The number of near pairs, which come first. */
  nearCount = 0;
  /** Counts the changes of the set of near pairs. */
  revision = 0;
  /** The rows of the pairs, and a view of them as integers. */
  rows = new Float64Array(ScenePair.SIZE * 64);
  ints = new Int32Array(this.rows.buffer);
  /** 1 for a pair that the scene's filter refused when it came near. */
  refused = new Uint8Array(64);
  /** 1 for a near pair that is in the list of the simulator `listedBy`. */
  listed = new Uint8Array(64);
  /** The identity of the simulator's list to which `listed` belongs; null if there is none. */
  listedBy: object | null = null;
  /** The public objects of near pairs, created on demand. */
  readonly bodyPairs: (BodyPair | null)[] = [];
  /** For each row its position in the hash table. */
  private positions = new Int32Array(64);
  /** A hash table from the slots of a pair to its row + 1, with linear probing; 0 for an empty entry. */
  private index = new Int32Array(256);

  first(row: number): number {
    return ScenePair.a(this.ints, ScenePair.SIZE * row);
  }

  second(row: number): number {
    return ScenePair.b(this.ints, ScenePair.SIZE * row);
  }

  /**
   * The kernel's last answer: 1 if the bodies (of a nonconvex body, its box) come within the margin, or if neither this nor the opposite is
   * proven; 0 if they are proven not to; −1 before the first test.
   */
  answer(row: number): number {
    return ScenePair.answer(this.ints, ScenePair.SIZE * row);
  }

  /** The row of two slots, in this order, or −1. */
  find(a: number, b: number): number {
    const { index } = this;
    const mask = index.length - 1;
    for (let position = hash(a, b) & mask; index[position] !== 0; position = (position + 1) & mask) {
      const row = index[position] - 1;
      if (this.first(row) === a && this.second(row) === b) return row;
    }
    return -1;
  }

  /** Adds a pair, not yet near, unless the table contains it. */
  add(a: number, b: number): void {
    if (this.find(a, b) >= 0) return;
    if (this.count === this.refused.length) this.grow();
    const row = this.count++;
    ScenePair.setA(this.ints, ScenePair.SIZE * row, a);
    ScenePair.setB(this.ints, ScenePair.SIZE * row, b);
    this.bodyPairs[row] = null;
    this.refused[row] = 0;
    this.listed[row] = 0;
    this.clear(row);
    this.addEntry(row);
  }

  remove(row: number): void {
    const farRow = this.separate(row);
    const last = this.count - 1;
    this.swap(farRow, last);
    this.removeEntry(this.positions[last]);
    this.bodyPairs.length = last;
    this.count = last;
  }

  /** Marks a pair as near. Returns its new row. */
  approach(row: number): number {
    if (row < this.nearCount) return row;
    this.revision++;
    this.swap(row, this.nearCount);
    return this.nearCount++;
  }

  /** Marks a pair as not near and clears its warm start. Returns its new row. */
  separate(row: number): number {
    if (row >= this.nearCount) return row;
    this.revision++;
    const last = --this.nearCount;
    this.swap(row, last);
    this.clear(last);
    this.bodyPairs[last]?.forget();
    this.bodyPairs[last] = null;
    this.listed[last] = 0;
    return last;
  }

  /** Clears the separating direction of a pair and the result of its last Boolean test. */
  clear(row: number): void {
    ScenePair.setAnswer(this.ints, ScenePair.SIZE * row, -1);
    this.rows.fill(0, ScenePair.SIZE * row + ScenePair.DIRECTION, ScenePair.SIZE * (row + 1));
  }

  private swap(row: number, other: number): void {
    if (row === other) return;
    const { rows, bodyPairs, positions, refused, listed, index } = this;
    for (let k = 0; k < ScenePair.SIZE; k++) {
      const number = rows[ScenePair.SIZE * row + k];
      rows[ScenePair.SIZE * row + k] = rows[ScenePair.SIZE * other + k];
      rows[ScenePair.SIZE * other + k] = number;
    }
    const pair = bodyPairs[row];
    bodyPairs[row] = bodyPairs[other];
    bodyPairs[other] = pair;
    const state = refused[row];
    refused[row] = refused[other];
    refused[other] = state;
    const isListed = listed[row];
    listed[row] = listed[other];
    listed[other] = isListed;
    const position = positions[row];
    positions[row] = positions[other];
    positions[other] = position;
    index[positions[row]] = row + 1;
    index[positions[other]] = other + 1;
  }

  /** Adds a row to the hash table. */
  private addEntry(row: number): void {
    const { index, positions } = this;
    const mask = index.length - 1;
    let position = hash(this.first(row), this.second(row)) & mask;
    while (index[position] !== 0) position = (position + 1) & mask;
    index[position] = row + 1;
    positions[row] = position;
  }

  /** Deletes the entry at `hole` from the hash table, and moves later entries of its probe sequence up. */
  private removeEntry(hole: number): void {
    const { index, positions } = this;
    const mask = index.length - 1;
    let empty = hole;
    for (let position = (hole + 1) & mask; index[position] !== 0; position = (position + 1) & mask) {
      const row = index[position] - 1;
      const home = hash(this.first(row), this.second(row)) & mask;
      // An entry may move into the hole unless its home position is between the hole and its present position.
      if (((position - home) & mask) < ((position - empty) & mask)) continue;
      index[empty] = row + 1;
      positions[row] = empty;
      empty = position;
    }
    index[empty] = 0;
  }

  private grow(): void {
    const capacity = 2 * this.refused.length;
    // Rows contain doubles and integers; a copy as integers keeps all bits.
    const rows = new Float64Array(ScenePair.SIZE * capacity);
    const ints = new Int32Array(rows.buffer);
    ints.set(this.ints);
    // Assigned together: an allocation may fail, and must leave all arrays unchanged.
    Object.assign(this, {
      rows,
      ints,
      refused: grown(this.refused, capacity),
      listed: grown(this.listed, capacity),
      positions: grown(this.positions, capacity),
      index: new Int32Array(4 * capacity),
    });
    for (let row = 0; row < this.count; row++) this.addEntry(row);
  }
}

function hash(a: number, b: number): number {
  const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
