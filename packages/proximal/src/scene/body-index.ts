// The bodies of a scene, its broad phase and its near pairs, updated together.

import { areNear, type BroadPhase, type PairSink, type Ray } from '../broad/broad-phase.ts';
import { BruteForce } from '../broad/brute.ts';
import { SlotList } from '../broad/slot-list.ts';
import { SweepAndPrune } from '../broad/sweep.ts';
import { DynamicTree } from '../broad/tree.ts';
import type { Vec3 } from '../math/vec3.ts';
import { rotatedZ } from './axis.ts';
import type { Body } from './body.ts';
import { BodyPair } from './body-pair.ts';
import { DeepestPairs } from './deepest-pairs.ts';
import type { SceneSettings } from './options.ts';
import { PairTable } from './pair-table.ts';
import { BodyStore } from './store.ts';

/** The number of pairs from the broad phase between two calls of `poll`. */
export const pollInterval = 4096;

/** Thrown while pairs are added if the broad phase finds more pairs than the scene keeps. */
const tooManyPairs = new Error('more pairs than the scene keeps');

const broadPhases = { tree: DynamicTree, sweep: SweepAndPrune, brute: BruteForce } as const;

export class BodyIndex implements PairSink {
  readonly store = new BodyStore();
  readonly table = new PairTable();
  /** The half-spaces, which have no box. */
  private readonly planes = new Set<number>();
  private broad: BroadPhase;
  private hasRemoved = false;
  /** The largest number of pairs to keep. The pairs whose boxes overlap deepest are kept. */
  maxPairs = Infinity;
  /** The number of near pairs that the last update found but did not keep. */
  leftOut = 0;
  /** Called repeatedly in a long update; may throw to stop it. The next update then starts over. */
  poll: (() => void) | null = null;
  /** Whether an update is in progress, or the last one threw an error. The next update then makes a new broad phase. */
  private hasFailed = false;
  /** Whether the last update kept only the deepest pairs. The next update then makes a new broad phase. */
  private isPartial = false;
  private deepest: DeepestPairs | null = null;
  private offerCount = 0;
  /** Bodies that moved, without half-spaces. */
  private readonly bounded = new SlotList();
  /** For `bodiesNear`: the slots that the broad phase finds near a box. */
  private readonly found = new SlotList();
  private readonly box = new Float64Array(6);

  constructor(readonly settings: SceneSettings) {
    this.broad = new broadPhases[settings.broadPhase](this.store, settings.margin);
  }

  add(body: Body): void {
    body.slot = this.store.add(body);
  }

  remove(body: Body): void {
    this.broad.remove(body.slot);
    this.planes.delete(body.slot);
    this.store.remove(body.slot);
    this.hasRemoved = true;
  }

  /** Calls `change`, which gives the body another shape, and drops the body's pairs. */
  exchange(body: Body, change: () => void): void {
    const { slot } = body;
    this.store.release(slot);
    this.broad.remove(slot);
    this.planes.delete(slot);
    change();
    this.store.place(slot, body);
    const { table } = this;
    for (let row = table.count - 1; row >= 0; row--) {
      if (table.first(row) === slot || table.second(row) === slot) table.remove(row);
    }
  }

  /** Updates boxes, broad phase and pairs, if bodies changed. */
  update(): void {
    const { store } = this;
    if (store.moved.count === 0 && !this.hasRemoved && !this.hasFailed) return;
    if (this.hasFailed || this.isPartial) this.startOver();
    this.hasFailed = true;
    store.measure();
    this.isPartial = this.leftOut > 0 || !this.findPairs();
    if (this.isPartial) this.findDeepest();
    this.refresh();
    store.settle();
    store.recycle();
    this.hasRemoved = false;
    this.hasFailed = false;
  }

  /** Adds the pairs that the broad phase reports. @returns false if there are more than the scene keeps */
  private findPairs(): boolean {
    try {
      this.broad.update(this.offerPlanes(), this);
      return true;
    } catch (error) {
      if (error !== tooManyPairs) throw error;
      this.startOver();
      return false;
    }
  }

  /** Keeps the deepest pairs. Pairs already in the table keep their warm starts. The next update starts over. */
  private findDeepest(): void {
    const { table, store } = this;
    const deepest = new DeepestPairs(this.maxPairs, store.ids);
    this.deepest = deepest;
    try {
      this.broad.update(this.offerPlanes(), this);
    } finally {
      this.deepest = null;
    }
    deepest.select();
    const { first, second, count } = deepest;
    const selected = new Set<number>();
    for (let k = 0; k < count; k++) selected.add(first[k] * store.size + second[k]);
    for (let row = table.count - 1; row >= 0; row--)
      if (!selected.has(table.first(row) * store.size + table.second(row))) table.remove(row);
    for (let k = 0; k < count; k++) table.add(first[k], second[k]);
    this.leftOut = deepest.leftOut;
  }

  /** A new broad phase, which reports all pairs again. */
  private startOver(): void {
    const { store, settings } = this;
    const broad = new broadPhases[settings.broadPhase](store, settings.margin);
    for (let slot = 0; slot < store.size; slot++) if (store.bodies[slot]) store.touch(slot);
    this.planes.clear();
    this.broad = broad;
  }

  /** Receives a pair from the broad phase: slots of two bodies, in any order. */
  offer(slot: number, other: number): void {
    if (++this.offerCount % pollInterval === 0) this.poll?.();
    if (!this.isPossible(slot, other)) return;
    const { ids } = this.store;
    const [a, b] = ids[slot] < ids[other] ? [slot, other] : [other, slot];
    if (this.deepest) this.offerDeepest(this.deepest, a, b);
    else if (this.table.count < this.maxPairs || this.table.find(a, b) >= 0) this.table.add(a, b);
    else throw tooManyPairs;
  }

  private offerDeepest(deepest: DeepestPairs, a: number, b: number): void {
    const { bodies, isUnbounded, boxes } = this.store;
    if (!this.isWithin(a, b, this.settings.margin)) return;
    if (this.settings.filter && !this.settings.filter(bodies[a] as Body, bodies[b] as Body)) return;
    const hasPlane = isUnbounded[a] + isUnbounded[b] > 0;
    deepest.offer(a, b, hasPlane ? Infinity : overlapOf(boxes, 6 * a, 6 * b));
  }

  /** The bodies that groups and masks let `body` meet and whose boxes come within `maxDistance` of its box, in order of ids. */
  bodiesNear(body: Body, maxDistance: number): Body[] {
    return this.select(body, maxDistance, false);
  }

  /** @param isBeyond whether to leave out the bodies of near pairs, and of pairs that the filter has refused */
  private select({ slot: own }: Body, maxDistance: number, isBeyond: boolean): Body[] {
    const { store, found, box, table } = this;
    for (let k = 0; k < 6; k++) box[k] = store.boxes[6 * own + k];
    found.clear();
    this.broad.query(box, maxDistance, found);
    for (const plane of this.planes) found.push(plane);
    const bodies: Body[] = [];
    for (let k = 0; k < found.count; k++) {
      const slot = found.slots[k];
      if (slot === own || !this.isPossible(own, slot) || !this.isWithin(own, slot, maxDistance)) continue;
      if (isBeyond) {
        const isFirst = store.ids[own] < store.ids[slot];
        const row = isFirst ? table.find(own, slot) : table.find(slot, own);
        if (row >= 0 && (row < table.nearCount || table.refused[row] === 1)) continue;
      }
      bodies.push(store.bodies[slot] as Body);
    }
    // Sorting allocates memory.
    return bodies.length > 1 ? bodies.sort(byId) : bodies;
  }

  /** Whether groups and masks let two bodies collide, and they are neither both static nor both half-spaces. */
  doMasksAllow(a: Body, b: Body): boolean {
    return this.isPossible(a.slot, b.slot);
  }

  /**
   * Calls `visit` with every pair of `body` and a body with its box within `maxDistance` that is allowed but not a near pair. The lower id is first,
   * and the pairs are in the order of ids.
   */
  visitBeyond(body: Body, maxDistance: number, visit: (a: Body, b: Body) => void): void {
    const { filter } = this.settings;
    for (const other of this.select(body, maxDistance, true)) {
      const [a, b] = body.id < other.id ? [body, other] : [other, body];
      if (filter?.(a, b) ?? true) visit(a, b);
    }
  }

  /** The bodies whose boxes, enlarged by `radius`, intersect a ray, and all half-spaces, in order of ids. */
  bodiesAlong(ray: Ray, radius: number): Body[] {
    const out = new SlotList();
    this.broad.ray(ray, radius, out);
    for (const plane of this.planes) out.push(plane);
    return this.bodiesOf(out);
  }

  /** The bodies whose boxes come within `maxDistance` of a box, and all half-spaces, in order of ids. */
  bodiesWithin(box: ArrayLike<number>, maxDistance: number): Body[] {
    const out = new SlotList();
    this.broad.query(box, maxDistance, out);
    for (const plane of this.planes) out.push(plane);
    return this.bodiesOf(out);
  }

  /** The public object of a near pair, given by its row in the table. */
  bodyPairAt(row: number): BodyPair {
    const { table, store } = this;
    const existing = table.bodyPairs[row];
    if (existing) return existing;
    const pair = new BodyPair(store.bodies[table.first(row)] as Body, store.bodies[table.second(row)] as Body, true);
    table.bodyPairs[row] = pair;
    return pair;
  }

  /** The pair of two bodies: the scene's pair if they are near, otherwise a temporary one. */
  pairOf(body: Body, other: Body): BodyPair {
    const [a, b] = body.id < other.id ? [body, other] : [other, body];
    const row = this.table.find(a.slot, b.slot);
    return row >= 0 && row < this.table.nearCount ? this.bodyPairAt(row) : new BodyPair(a, b, false);
  }

  /** Whether group, mask and the scene's filter allow the pair. */
  isAllowed(body: Body, other: Body): boolean {
    const [a, b] = body.id < other.id ? [body, other] : [other, body];
    if (!this.isPossible(a.slot, b.slot)) return false;
    const row = this.table.find(a.slot, b.slot);
    if (row >= 0 && row < this.table.nearCount) return true;
    if (row >= 0 && this.table.refused[row] === 1) return false;
    return this.settings.filter?.(a, b) ?? true;
  }

  /** Makes the next update, after a body has moved, apply the filter to two bodies again. */
  refilter(body: Body, other: Body): void {
    const [a, b] = body.id < other.id ? [body, other] : [other, body];
    const row = this.table.find(a.slot, b.slot);
    if (row >= 0) this.table.refused[this.table.separate(row)] = 0;
  }

  private bodiesOf({ slots, count }: SlotList): Body[] {
    const bodies: Body[] = [];
    for (let k = 0; k < count; k++) bodies.push(this.store.bodies[slots[k]] as Body);
    return bodies.sort(byId);
  }

  private isPossible(slot: number, other: number): boolean {
    const { isStatic, isUnbounded, groups, masks } = this.store;
    if (isStatic[slot] + isStatic[other] === 2 || isUnbounded[slot] + isUnbounded[other] === 2) return false;
    return (groups[slot] & masks[other]) !== 0 && (groups[other] & masks[slot]) !== 0;
  }

  /** Offers the pairs of a half-space and a near body. @returns the bodies that moved, without half-spaces */
  private offerPlanes(): SlotList {
    const { store, planes } = this;
    const { moved, isUnbounded } = store;
    let hasMovedPlane = false;
    for (let k = 0; k < moved.count; k++) {
      if (isUnbounded[moved.slots[k]] === 0) continue;
      planes.add(moved.slots[k]);
      hasMovedPlane = true;
    }
    if (planes.size === 0) return moved;
    const { bounded } = this;
    bounded.clear();
    for (let k = 0; k < moved.count; k++) if (isUnbounded[moved.slots[k]] === 0) bounded.push(moved.slots[k]);
    for (const plane of planes) {
      if (!hasMovedPlane) for (let k = 0; k < bounded.count; k++) this.offerPlane(plane, bounded.slots[k]);
      else
        for (let slot = 0; slot < store.size; slot++)
          if (store.bodies[slot] && isUnbounded[slot] === 0) this.offerPlane(plane, slot);
    }
    return bounded;
  }

  private offerPlane(plane: number, slot: number): void {
    if (this.isWithin(plane, slot, this.settings.margin)) this.offer(plane, slot);
  }

  /**
   * Whether the tight boxes of two bodies come within `maxDistance`; for a half-space, whether the box comes within `maxDistance` of its
   * plane.
   */
  private isWithin(slot: number, other: number, maxDistance: number): boolean {
    const { boxes, isUnbounded } = this.store;
    if (isUnbounded[slot] === 1) return this.isNearPlane(slot, other, maxDistance);
    if (isUnbounded[other] === 1) return this.isNearPlane(other, slot, maxDistance);
    return areNear(boxes, 6 * slot, boxes, 6 * other, maxDistance);
  }

  /** Whether the box of `slot` comes within `maxDistance` of a half-space. */
  private isNearPlane(plane: number, slot: number, maxDistance: number): boolean {
    const { boxes, bodies } = this.store;
    const { current, volume } = bodies[plane] as Body;
    const normal = rotatedZ(current, planeNormal);
    let height = -volume.bounds.radius - maxDistance;
    for (let axis = 0; axis < 3; axis++) {
      const corner = boxes[6 * slot + axis + (normal[axis] > 0 ? 0 : 3)];
      height += normal[axis] * (corner - current[axis]);
    }
    // The tolerance covers rounding: bodies that rest on the plane are near it.
    return (
      height <= 1e-14 * (Math.abs(current[0]) + Math.abs(current[1]) + Math.abs(current[2]) + volume.bounds.radius)
    );
  }

  /** Sorts all pairs into near ones and others, and removes pairs that the broad phase has dropped. */
  private refresh(): void {
    const { table, store } = this;
    const { isAlive, boxes } = store;
    const { margin } = this.settings;
    const hasPlanes = this.planes.size > 0;
    const isNear = (a: number, b: number): boolean =>
      hasPlanes ? this.isWithin(a, b, margin) : areNear(boxes, 6 * a, boxes, 6 * b, margin);
    // Backward: a row that separates is swapped with the last near row, which has been visited.
    for (let row = table.nearCount - 1; row >= 0; row--) {
      const a = table.first(row);
      const b = table.second(row);
      if (isAlive[a] + isAlive[b] < 2 || !isNear(a, b)) table.separate(row);
    }
    // Forward: a row that comes near is swapped with the first row that is not near. A removed row is replaced by the last row,
    // which is visited next.
    for (let row = table.nearCount; row < table.count; ) {
      const a = table.first(row);
      const b = table.second(row);
      const isGone = isAlive[a] + isAlive[b] < 2;
      if (!isGone && isNear(a, b)) {
        this.admit(row, a, b);
        row++;
      } else if (isGone || this.hasParted(a, b)) {
        table.remove(row);
      } else {
        table.refused[row++] = 0;
      }
    }
  }

  private hasParted(a: number, b: number): boolean {
    const { isUnbounded } = this.store;
    return isUnbounded[a] + isUnbounded[b] > 0 || this.broad.hasParted(a, b);
  }

  private admit(row: number, a: number, b: number): void {
    const { table, store } = this;
    if (table.refused[row] === 1) return;
    const isPair = this.settings.filter?.(store.bodies[a] as Body, store.bodies[b] as Body) ?? true;
    if (isPair) table.approach(row);
    else table.refused[row] = 1;
  }
}

/** Scratch: the normal of a half-space. */
const planeNormal: Vec3 = [0, 0, 0];

function byId(a: Body, b: Body): number {
  return a.id - b.id;
}

/** The smallest overlap of two boxes along an axis; negative if the boxes are apart. */
function overlapOf(boxes: Float64Array, a: number, b: number): number {
  let least = Infinity;
  for (let axis = 0; axis < 3; axis++) {
    const low = Math.max(boxes[a + axis], boxes[b + axis]);
    const high = Math.min(boxes[a + 3 + axis], boxes[b + 3 + axis]);
    least = Math.min(least, high - low);
  }
  return least;
}
