// The shapes of a batch of queries, in 3D and 2D.
import { outOfRange, wrongType } from '../check/argument.ts';
import type { Engine } from '../engine/engine.ts';
import type { QueryFrame } from '../engine/engine-memory.ts';
import type { Host, ShapeRecord } from '../engine/record.ts';

/** The fields of a shape that a batch reads. */
export interface BatchShape {
  readonly record: ShapeRecord;
  readonly isBounded: boolean;
}

/** The shapes of a batch and their addresses in the kernel's memory, kept for the next batch with the same list. */
export class BatchShapes {
  /** Whether a shape has a support function outside the kernel. */
  readonly hasHosts: boolean;
  readonly isBounded: boolean;
  private readonly isFrozen: boolean;
  /** A copy, because the list's owner may change it. */
  private readonly shapes: readonly BatchShape[];
  private readonly records: readonly ShapeRecord[];
  private engine: Engine<unknown> | null = null;
  private evictions = -1;
  private addresses: Int32Array = new Int32Array(0);
  private hosts: ReadonlyMap<number, Host> | null = null;

  constructor(shapes: readonly BatchShape[]) {
    this.shapes = [...shapes];
    this.isFrozen = Object.isFrozen(shapes);
    this.records = shapes.map(({ record }) => record);
    this.hasHosts = this.records.some(({ hosts }) => hosts.length > 0);
    this.isBounded = shapes.every(({ isBounded }) => isBounded);
  }

  get count(): number {
    return this.shapes.length;
  }

  /** Whether the list, for which this object was made, still has the same shapes. A frozen list cannot change. */
  isUnchanged(list: readonly BatchShape[]): boolean {
    if (this.isFrozen) return true;
    const { shapes } = this;
    if (list.length !== shapes.length) return false;
    for (let k = 0; k < shapes.length; k++) if (list[k] !== shapes[k]) return false;
    return true;
  }

  isUnbounded(body: number): boolean {
    return !this.shapes[body].isBounded;
  }

  /** The records' addresses, safe from eviction until the query frame is left. */
  place(engine: Engine<unknown>, frame: QueryFrame): Int32Array {
    if (this.engine === engine && this.evictions === engine.memory.evictions) {
      engine.memory.holdAll(frame, this.records, this.hosts);
      return this.addresses;
    }
    this.addresses = engine.memory.placeAll(frame, this.records);
    this.hosts = frame.hosts;
    this.engine = engine;
    this.evictions = engine.memory.evictions;
    return this.addresses;
  }
}

/** The lists of shapes of earlier batches. */
export type CheckedLists = WeakMap<readonly BatchShape[], BatchShapes>;

/** Checks a list of shapes, unless it was checked before and has not changed. */
export function readShapes(
  where: string,
  lists: CheckedLists,
  shapes: readonly BatchShape[],
  check: (where: string, argument: string, value: unknown) => void,
): BatchShapes {
  if (!Array.isArray(shapes)) throw wrongType(where, 'bodies.shapes', shapes, 'give a list of shapes');
  const cached = lists.get(shapes);
  if (cached?.isUnchanged(shapes)) return cached;
  for (let k = 0; k < shapes.length; k++) check(where, `bodies.shapes[${k}]`, shapes[k]);
  const list = new BatchShapes(shapes);
  lists.set(shapes, list);
  return list;
}

/**
 * Throws unless `poses` has `numbers` numbers for each shape, and all pairs are valid.
 * @param unbounded the plural name of unbounded shapes, for messages
 */
export function checkPairs(
  where: string,
  shapes: BatchShapes,
  poses: Float64Array,
  numbers: number,
  pairs: Uint32Array,
  unbounded: string,
): void {
  const { count } = shapes;
  if (!(poses instanceof Float64Array) || poses.length !== numbers * count) {
    const remedy = `give a Float64Array of ${numbers * count}, ${numbers === 4 ? 'four' : 'seven'} numbers for each shape`;
    throw wrongType(where, 'bodies.poses', poses, remedy);
  }
  if (!(pairs instanceof Uint32Array) || pairs.length % 2 !== 0) {
    throw wrongType(where, 'pairs', pairs, 'give a Uint32Array with two body indices for each pair');
  }
  for (let k = 0; k < pairs.length; k++) {
    if (pairs[k] >= count) throw outOfRange(where, `pairs[${k}]`, pairs[k], `there are ${count} bodies`);
  }
  if (shapes.isBounded) return;
  for (let k = 0; k < pairs.length; k += 2) {
    if (shapes.isUnbounded(pairs[k]) && shapes.isUnbounded(pairs[k + 1]))
      throw outOfRange(where, `pairs[${k}]`, pairs[k], `both bodies are ${unbounded}: give one bounded shape`);
  }
}
