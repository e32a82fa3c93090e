// The bodies of a scene as arrays, with one row per body in the layouts of the kernel and the broad phases.
import { SlotList } from '../broad/slot-list.ts';
import type { Engine } from '../engine/engine.ts';
import type { QueryFrame } from '../engine/engine-memory.ts';
import { SceneBody } from '../engine/layout.ts';
import type { ShapeRecord } from '../engine/record.ts';
import { activeEngine } from '../engine/target.ts';
import { grown } from '../math/grown.ts';
import type { Body } from './body.ts';
import { type OrientedBoxRow, writeOrientedBox } from './oriented.ts';

/** The largest number of bodies in a kernel call. */
const chunk = 512;
/** Coordinates of larger magnitude count as infinite. The product of two smaller coordinates is finite. */
const largestCoordinate = 1e150;

/** The distance between the poses of successive slots in `poses`. */
export const poseStride: number = SceneBody.SIZE;

/** The tables of a scene's bodies. A body's index in them is its slot. Slots of removed bodies are used again after the next update. */
export class BodyStore {
  readonly bodies: (Body | null)[] = [];
  /** The number of slots in use or free for reuse. */
  size = 0;
  /** For each slot the address of the shape's record and the body's pose: see kernel/scene/near.ts. */
  rows = new Float64Array(0);
  /** For each slot the address of the record of the body's oriented box, and that box's pose. */
  orientedRows = new Float64Array(0);
  /** A view of `rows` as integers. */
  private rowIntegers = new Int32Array(0);
  /** A view of `orientedRows` as integers. */
  private orientedIntegers = new Int32Array(0);
  /**
   * The box around each body's `volume.bounds` in world axes: the least coordinates, then the largest; ±`largestCoordinate` along axes with larger
   * coordinates, and along all axes for half-spaces.
   */
  boxes = new Float64Array(0);
  /** The displacement of each box's lower corner in its last update, in meters: three numbers; 0 for a new shape and along unbounded axes. */
  displacement = new Float64Array(0);
  /** The body's id, which orders pairs. */
  ids = new Float64Array(0);
  isStatic = new Uint8Array(0);
  isAlive = new Uint8Array(0);
  groups = new Int32Array(0);
  masks = new Int32Array(0);
  /** 1 for half-spaces: their boxes are unbounded, and they are not in the broad phases. */
  isUnbounded = new Uint8Array(0);
  /** The bodies that moved since the last update, each once. */
  readonly moved = new SlotList();
  private isMoved = new Uint8Array(0);
  /** Free slots. */
  private readonly free: number[] = [];
  /** Slots that become free at the next update. */
  private readonly retired: number[] = [];
  /** The distinct records of all bodies. */
  private readonly records: ShapeRecord[] = [];
  /** The index of each record in `records`, and the number of bodies that use it. */
  private readonly recordNumbers = new Map<ShapeRecord, { readonly number: number; users: number }>();
  /** The addresses of the records in the memory of `engine`. */
  private addresses: Int32Array = new Int32Array(0);
  private engine: Engine | null = null;
  /** The engine's count of evictions when the records were last placed. */
  private evictions = -1;
  /** The custom support functions of the records. */
  private hosts: QueryFrame['hosts'] = null;
  /** For each slot the index of its shape's record. */
  private shapeNumbers = new Int32Array(0);
  /** For each slot the index of its oriented box's record; −1 for none. */
  private orientedNumbers = new Int32Array(0);

  add(body: Body): number {
    // Allocations come first: a failure then leaves the store unchanged.
    const { bounds, oriented } = body.volume;
    for (const shape of [bounds, oriented]) shape?.record;
    if (this.free.length === 0 && this.size >= this.isMoved.length) this.grow();
    const slot = this.free.pop() ?? this.size++;
    this.bodies[slot] = body;
    this.ids[slot] = body.id;
    this.isStatic[slot] = body.static ? 1 : 0;
    this.isAlive[slot] = 1;
    this.groups[slot] = body.group;
    this.masks[slot] = body.mask;
    this.place(slot, body);
    return slot;
  }

  /** Sets a body's shape and marks it as moved. */
  place(slot: number, body: Body): void {
    const { bounds, oriented } = body.volume;
    this.isUnbounded[slot] = bounds.isBounded ? 0 : 1;
    this.shapeNumbers[slot] = this.use(bounds.record);
    this.orientedNumbers[slot] = oriented ? this.use(oriented.record) : -1;
    this.addresses = new Int32Array(0);
    this.boxes.fill(Number.NaN, 6 * slot, 6 * slot + 6);
    this.touch(slot);
  }

  /** Releases a body's shape. */
  release(slot: number): void {
    this.drop(this.shapeNumbers[slot]);
    if (this.orientedNumbers[slot] >= 0) this.drop(this.orientedNumbers[slot]);
  }

  remove(slot: number): void {
    this.release(slot);
    this.bodies[slot] = null;
    this.isAlive[slot] = 0;
    this.retired.push(slot);
  }

  /** Frees the slots of removed bodies. Called when no data refers to them any more. */
  recycle(): void {
    for (const slot of this.retired) this.free.push(slot);
    this.retired.length = 0;
  }

  touch(slot: number): void {
    if (this.isMoved[slot] === 1) return;
    this.isMoved[slot] = 1;
    this.moved.push(slot);
  }

  /** Drops removed bodies from `moved` and computes the boxes of the others. `moved` stays filled until `settle`. */
  measure(): void {
    this.dropRemoved();
    const { moved } = this;
    if (moved.count === 0) return;
    const engine = activeEngine();
    const frame = engine.enter();
    try {
      this.locate(engine, frame);
      const table = engine.memory.placeTable(frame, chunk * (SceneBody.SIZE + 6));
      for (let from = 0; from < moved.count; from += chunk) {
        const count = Math.min(chunk, moved.count - from);
        this.gather(engine, table, from, count);
        engine.kernel.boundsMany(frame.workspace, table, count, table + chunk * SceneBody.SIZE);
        this.readBoxes(engine.f64, table + chunk * SceneBody.SIZE, from, count);
      }
    } finally {
      engine.leave();
    }
  }

  settle(): void {
    const { slots, count } = this.moved;
    for (let k = 0; k < count; k++) this.isMoved[slots[k]] = 0;
    this.moved.clear();
  }

  /**
   * Writes all records' addresses into the rows, if they have changed. The records are protected from eviction until the query frame
   * is left.
   */
  locate(engine: Engine, frame: QueryFrame): void {
    const { memory } = engine;
    const arePlaced = engine === this.engine && this.addresses.length === this.records.length;
    if (arePlaced && memory.evictions === this.evictions) {
      memory.holdAll(frame, this.records, this.hosts);
      return;
    }
    const addresses = memory.placeAll(frame, this.records);
    this.evictions = memory.evictions;
    this.hosts = frame.hosts;
    const isSame =
      engine === this.engine &&
      addresses.length === this.addresses.length &&
      addresses.every((address, k) => address === this.addresses[k]);
    if (isSame) return;
    this.engine = engine;
    this.addresses = addresses;
    for (let slot = 0; slot < this.size; slot++) {
      if (!this.bodies[slot]) continue;
      SceneBody.setRecord(this.rowIntegers, SceneBody.SIZE * slot, addresses[this.shapeNumbers[slot]]);
      const oriented = this.orientedNumbers[slot];
      SceneBody.setRecord(this.orientedIntegers, SceneBody.SIZE * slot, oriented < 0 ? 0 : addresses[oriented]);
    }
  }

  /** The poses of all bodies at the last update. The pose of slot k begins at index `poseStride` k. */
  get poses(): Float64Array<ArrayBuffer> {
    return this.rows.subarray(SceneBody.POSE);
  }

  /** The first `size` numbers of `rows`, as integers. */
  integersOf(size: number): Int32Array {
    return this.rowIntegers.subarray(0, 2 * size);
  }

  private dropRemoved(): void {
    const { moved } = this;
    let alive = 0;
    for (let k = 0; k < moved.count; k++) {
      const slot = moved.slots[k];
      if (this.bodies[slot]) moved.slots[alive++] = slot;
      else this.isMoved[slot] = 0;
    }
    moved.count = alive;
  }

  /** Writes the poses of `count` moved bodies into their rows, and copies these rows to the kernel's memory. */
  private gather({ f64 }: Engine, table: number, from: number, count: number): void {
    const { rows, orientedRows, bodies, moved } = this;
    for (let k = 0; k < count; k++) {
      const slot = moved.slots[from + k];
      const { current, volume } = bodies[slot] as Body;
      const at = SceneBody.SIZE * slot;
      for (let n = 0; n < 7; n++) SceneBody.setPose(rows, at, n, current[n]);
      writeOrientedBox(volume.oriented as OrientedBoxRow | null, current, orientedRows, at + SceneBody.POSE);
      const to = table + SceneBody.SIZE * k;
      for (let n = 0; n < SceneBody.SIZE; n++) f64[to + n] = rows[at + n];
    }
  }

  private readBoxes(f64: Float64Array, at: number, from: number, count: number): void {
    const { boxes, displacement, moved, isUnbounded } = this;
    for (let k = 0; k < count; k++) {
      const slot = moved.slots[from + k];
      for (let axis = 0; axis < 3; axis++) {
        const low = f64[at + 6 * k + axis];
        const high = f64[at + 6 * k + 3 + axis];
        const to = 6 * slot + axis;
        const isBounded = low >= -largestCoordinate && high <= largestCoordinate && isUnbounded[slot] === 0;
        // A new body has no box yet: the displacement would be NaN, and is 0.
        const change = low - boxes[to];
        displacement[3 * slot + axis] = isBounded && change - change === 0 ? change : 0;
        boxes[to] = isBounded ? low : -largestCoordinate;
        boxes[to + 3] = isBounded ? high : largestCoordinate;
      }
    }
  }

  private use(record: ShapeRecord): number {
    const entry = this.recordNumbers.get(record);
    if (entry) {
      entry.users++;
      return entry.number;
    }
    const number = this.records.length;
    this.records.push(record);
    this.recordNumbers.set(record, { number, users: 1 });
    return number;
  }

  /** Counts one user less. A record without users is removed, and the last record takes its number. */
  private drop(number: number): void {
    const record = this.records[number];
    const entry = this.recordNumbers.get(record);
    if (!entry || --entry.users > 0) return;
    this.recordNumbers.delete(record);
    const last = this.records.length - 1;
    const moved = this.records[last];
    this.records.pop();
    if (number === last) return;
    this.records[number] = moved;
    this.recordNumbers.set(moved, { number, users: this.recordNumbers.get(moved)?.users ?? 0 });
    for (let slot = 0; slot < this.size; slot++) {
      if (this.shapeNumbers[slot] === last) this.shapeNumbers[slot] = number;
      if (this.orientedNumbers[slot] === last) this.orientedNumbers[slot] = number;
    }
    this.addresses = new Int32Array(0);
  }

  private grow(): void {
    const capacity = Math.max(64, 2 * this.isMoved.length);
    this.moved.reserve(capacity);
    const rows = grown(this.rows, SceneBody.SIZE * capacity);
    const orientedRows = grown(this.orientedRows, SceneBody.SIZE * capacity);
    // Assigned together: an allocation may fail, and must leave all arrays unchanged.
    Object.assign(this, {
      rows,
      orientedRows,
      rowIntegers: new Int32Array(rows.buffer),
      orientedIntegers: new Int32Array(orientedRows.buffer),
      boxes: grown(this.boxes, 6 * capacity),
      displacement: grown(this.displacement, 3 * capacity),
      ids: grown(this.ids, capacity),
      isStatic: grown(this.isStatic, capacity),
      isAlive: grown(this.isAlive, capacity),
      groups: grown(this.groups, capacity),
      masks: grown(this.masks, capacity),
      isUnbounded: grown(this.isUnbounded, capacity),
      isMoved: grown(this.isMoved, capacity),
      shapeNumbers: grown(this.shapeNumbers, capacity),
      orientedNumbers: grown(this.orientedNumbers, capacity),
    });
  }
}
