// Proves that a motion is free, or finds a contact, by subdividing its time: see sweep.ts for the bounds.
import { moveConfiguration } from '../dynamics/configuration.ts';
import { MOTION_SCREW, MOTION_SLIDE } from '../dynamics/joints/joint.ts';
import type { Model } from '../dynamics/model.ts';
import type { PairTests } from './pair-tests.ts';
import type { SolidPair } from './pairs.ts';
import type { Stance } from './stance.ts';
import type { Sweep } from './sweep.ts';

/** The outcomes of a search, and of the test of one pair in one interval. */
export const FREE = 0;
export const CONTACT = 1;
export const UNKNOWN = 2;

/** Numbers of an entry of a proof: from, to, pair, part, normal (3), bound. */
export const entrySize = 8;
/** The part of an entry for all parts of a mesh without a separate entry. */
export const otherParts = -1;

/** The limits of a search. */
export interface SearchLimits {
  /** Intervals shorter than this fraction of the motion are not examined: the search ends. */
  readonly leastInterval: number;
  /** The largest number of intervals. */
  readonly maxIntervals: number;
  /** The time of a contact is located within this fraction of the motion. */
  readonly timeTolerance: number;
}

/** A gap must exceed the padding by this fraction of the largest coordinates, which covers the rounding errors of positions. */
const relativeRounding = 1e-10;

/**
 * A gap counts as proven if it exceeds the padding by more than this length, in meters. The size of the cell does not include coordinates of
 * joints without limits, so they are added; adding angles as well only makes the result larger.
 * @param size of the cell, in meters
 * @param velocity of the motion at its start, for a unit of time
 * @param acceleration of a curve; null for a straight motion
 */
export function roundingOf(
  model: Model,
  size: number,
  start: Float64Array,
  velocity: Float64Array,
  acceleration: Float64Array | null,
): number {
  const { quaternions } = model.tree;
  let extent = size;
  for (let k = 0; k < start.length; k++)
    if (!quaternions.some((at) => k >= at && k < at + 4)) extent += Math.abs(start[k]);
  for (let k = 0; k < velocity.length; k++) extent += Math.abs(velocity[k]);
  if (acceleration) for (let k = 0; k < acceleration.length; k++) extent += Math.abs(acceleration[k]);
  return relativeRounding * extent;
}

/**
 * In intervals longer than this fraction of the motion, GJK does not search for a better plane if the stored plane separates the pair in the
 * middle: few planes prove such a long interval.
 */
const longInterval = 0.4;

/** Searches motions of one cell, in memory that is reused. */
export class MotionSearch {
  /**
   * The motion is proven free from 0 to this time. A search that does not locate the first contact sets a meaningful value only if it
   * returns FREE.
   */
  freeUntil = 0;
  /** The time of the contact that was found, and its pair; NaN and null if there is none. */
  contactTime = Number.NaN;
  contactPair: SolidPair | null = null;
  /** The last pair that was left undecided in an interval, and its gap in the middle of the interval, in meters. */
  openPair: SolidPair | null = null;
  openGap = 0;
  /** The number of intervals that were examined. */
  intervals = 0;
  /** Entries of the proof. */
  entries = new Float64Array(64 * entrySize);
  entryCount = 0;
  readonly q: Float64Array;
  /** The velocity of a straight motion, or the velocity at the start of a curve, for a unit of time. */
  readonly velocity: Float64Array;
  /** The acceleration of a curve. */
  readonly acceleration: Float64Array;
  /** Whether the velocity changes by `acceleration`. */
  isCurved = false;
  /** Scratch: a displacement or a velocity. */
  private readonly scratch: Float64Array;
  /** Whether every coordinate of a straight motion is linear in time. */
  private readonly isLinear: boolean;
  /** The two ends of each pending interval. */
  private spans = new Float64Array(256);
  /** For each of these intervals, the start and the length of its list of pairs in `active`. */
  private lists = new Int32Array(256);
  /** The lists of pairs that are not proven yet. */
  private active = new Int32Array(4096);
  private activeCount = 0;
  private isRecording = false;
  private padding = 0;
  /** A gap must exceed this length to count as proven, in meters. */
  private requiredGap = 0;
  private from = 0;
  private to = 0;

  constructor(
    private readonly model: Model,
    private readonly stance: Stance,
    private readonly tests: PairTests,
    private readonly sweep: Sweep,
    private readonly pairs: readonly SolidPair[],
    /** The size of the cell, in meters. */
    private readonly size: number,
  ) {
    this.q = new Float64Array(model.nq);
    this.velocity = new Float64Array(model.nv);
    this.acceleration = new Float64Array(model.nv);
    this.scratch = new Float64Array(model.nv);
    const { motion } = model.tree;
    this.isLinear = motion.every((kind) => kind === MOTION_SCREW || kind === MOTION_SLIDE) && !model.tree.hasMimic;
  }

  /**
   * Searches the motion from `start` with the velocity `velocity` for a unit of time.
   * @param order the pairs, the likeliest contacts first
   * @param locatesFirst whether to locate the first contact; otherwise the search ends at any contact
   * @param isRecording whether to write the entries of a proof
   * @param isCurved whether the velocity changes by `acceleration`
   * @returns FREE, CONTACT, or UNKNOWN if the limits end the search before a decision
   */
  run(
    start: Float64Array,
    order: Int32Array,
    padding: number,
    limits: SearchLimits,
    locatesFirst: boolean,
    isRecording: boolean,
    isCurved = false,
  ): number {
    this.isCurved = isCurved;
    this.begin(start, order, padding, isRecording);
    let head = 0;
    let tail = 1;
    while (locatesFirst ? tail > 0 : head < tail) {
      const at = locatesFirst ? --tail : head++;
      this.from = this.spans[2 * at];
      this.to = this.spans[2 * at + 1];
      const listStart = this.lists[2 * at];
      const listCount = this.lists[2 * at + 1];
      const isAtContact = this.to === this.contactTime;
      this.freeUntil = this.from;
      if (isAtContact && this.to - this.from <= limits.timeTolerance) return CONTACT;
      if (this.to - this.from < limits.leastInterval || this.intervals >= limits.maxIntervals)
        return this.contactPair ? CONTACT : UNKNOWN;
      const middle = (this.from + this.to) / 2;
      this.placeAt(start, middle);
      this.center(middle);
      const listed = this.activeCount;
      const hit = this.examine(listStart, listCount);
      const openCount = this.activeCount - listed;
      if (hit >= 0) {
        this.contactPair = this.pairs[hit];
        this.contactTime = middle;
        if (!locatesFirst) return CONTACT;
        // Drop all pending intervals: they are later than the contact.
        tail = this.add(0, this.from, middle, listed, openCount);
        continue;
      }
      if (openCount === 0) continue;
      if (locatesFirst) {
        tail = this.add(tail, middle, this.to, listed, openCount);
        tail = this.add(tail, this.from, middle, listed, openCount);
      } else {
        tail = this.add(tail, this.from, middle, listed, openCount);
        tail = this.add(tail, middle, this.to, listed, openCount);
      }
    }
    this.freeUntil = this.contactPair ? this.contactTime : 1;
    return this.contactPair ? CONTACT : FREE;
  }

  private begin(start: Float64Array, order: Int32Array, padding: number, isRecording: boolean): void {
    this.sweep.begin(this.velocity);
    this.isRecording = isRecording;
    this.padding = padding;
    const acceleration = this.isCurved ? this.acceleration : null;
    this.requiredGap = padding + roundingOf(this.model, this.size, start, this.velocity, acceleration);
    this.intervals = 0;
    this.entryCount = 0;
    this.contactTime = Number.NaN;
    this.contactPair = null;
    this.openPair = null;
    this.freeUntil = 0;
    this.activeCount = 0;
    for (let k = 0; k < order.length; k++) this.appendActive(order[k]);
    this.add(0, 0, 1, 0, order.length);
  }

  /** Writes the configuration at a time to `q`. */
  configurationAt(start: Float64Array, time: number): void {
    const { q, velocity, acceleration, scratch } = this;
    if (this.isCurved) {
      for (let k = 0; k < scratch.length; k++) scratch[k] = time * (velocity[k] + (time / 2) * acceleration[k]);
      moveConfiguration(this.model, start, scratch, q);
      return;
    }
    if (this.isLinear) {
      for (let k = 0; k < q.length; k++) q[k] = start[k] + time * velocity[k];
      return;
    }
    for (let k = 0; k < scratch.length; k++) scratch[k] = time * velocity[k];
    moveConfiguration(this.model, start, scratch, q);
  }

  /** Prepares the bounds of `sweep` around the current stance, the middle of the interval. */
  private center(middle: number): void {
    const { sweep, velocity, acceleration, scratch } = this;
    const delta = (this.to - this.from) / 2;
    if (!this.isCurved) {
      sweep.center(velocity, null, delta);
      return;
    }
    for (let k = 0; k < scratch.length; k++) scratch[k] = velocity[k] + middle * acceleration[k];
    sweep.center(scratch, acceleration, delta);
  }

  private placeAt(start: Float64Array, time: number): void {
    this.intervals++;
    this.configurationAt(start, time);
    this.stance.take(this.q);
  }

  /** Writes the interval number `at`, and returns the next number. */
  private add(at: number, from: number, to: number, listStart: number, listCount: number): number {
    if (2 * at + 2 > this.spans.length) {
      this.spans = doubled(this.spans);
      const lists = new Int32Array(2 * this.lists.length);
      lists.set(this.lists);
      this.lists = lists;
    }
    this.spans[2 * at] = from;
    this.spans[2 * at + 1] = to;
    this.lists[2 * at] = listStart;
    this.lists[2 * at + 1] = listCount;
    return at + 1;
  }

  private appendActive(index: number): void {
    if (this.activeCount === this.active.length) {
      const active = new Int32Array(2 * this.active.length);
      active.set(this.active);
      this.active = active;
    }
    this.active[this.activeCount++] = index;
  }

  /**
   * Examines the pairs of a list, and appends those that are not proven apart to `active`; after a contact also the rest of the list. Returns the
   * pair that touches in the middle, or −1.
   */
  private examine(listStart: number, listCount: number): number {
    for (let k = listStart; k < listStart + listCount; k++) {
      const index = this.active[k];
      const pair = this.pairs[index];
      const entries = this.entryCount;
      const outcome = pair.hasParts ? this.examineParts(pair) : this.examinePair(pair, 0);
      if (outcome === FREE) continue;
      this.entryCount = entries;
      this.appendActive(index);
      if (outcome === UNKNOWN) continue;
      for (let next = k + 1; next < listStart + listCount; next++) this.appendActive(this.active[next]);
      return index;
    }
    return -1;
  }

  /** FREE if two convex solids are proven apart in the interval, CONTACT if they touch in its middle, UNKNOWN if it must be divided. */
  private examinePair(pair: SolidPair, part: number): number {
    const { tests, sweep, requiredGap } = this;
    tests.byBounds(pair);
    const byBounds = tests.gap[0];
    if (byBounds > requiredGap && byBounds - sweep.shift(pair) > requiredGap)
      return this.record(pair, part, byBounds - sweep.shift(pair));
    if (tests.recall(pair)) {
      sweep.bound(pair, requiredGap);
      if (sweep.least[0] > requiredGap) return this.record(pair, part, sweep.least[0]);
      if (tests.gap[0] > requiredGap && this.to - this.from > longInterval) return this.leaveOpen(pair);
    }
    if (!tests.byDistance(pair, this.padding)) return CONTACT;
    sweep.bound(pair, requiredGap);
    if (sweep.least[0] > requiredGap) return this.record(pair, part, sweep.least[0]);
    return this.leaveOpen(pair);
  }

  private leaveOpen(pair: SolidPair): number {
    this.openPair = pair;
    this.openGap = this.tests.gap[0];
    return UNKNOWN;
  }

  /** Like `examinePair`, for a mesh or height field: examines the parts that the solid a can reach, and records an entry for all others. */
  private examineParts(pair: SolidPair): number {
    const { tests, sweep, requiredGap } = this;
    const shift = sweep.shift(pair);
    tests.byBounds(pair);
    if (tests.gap[0] - shift > requiredGap) return this.record(pair, otherParts, tests.gap[0] - shift);
    const near = tests.partsNear(pair, shift + requiredGap);
    let outcome = FREE;
    for (let k = 0; k < near.count; k++) {
      const part = near.slots[k];
      const each = this.examinePair(pair.partPair(part), part);
      if (each === CONTACT) return CONTACT;
      if (each === UNKNOWN) outcome = UNKNOWN;
    }
    if (outcome !== FREE) return outcome;
    // The entry for the other parts says that their boxes do not meet a's box; a zero normal marks it.
    tests.normal.fill(0);
    return this.record(pair, otherParts, requiredGap);
  }

  private record(pair: SolidPair, part: number, bound: number): number {
    if (!this.isRecording) return FREE;
    const { normal } = this.tests;
    if ((this.entryCount + 1) * entrySize > this.entries.length) this.entries = doubled(this.entries);
    const { entries } = this;
    const at = entrySize * this.entryCount++;
    entries[at] = this.from;
    entries[at + 1] = this.to;
    entries[at + 2] = pair.index;
    entries[at + 3] = part;
    const { rotation } = this.stance.data;
    const r = 9 * pair.base;
    for (let k = 0; k < 3; k++) {
      entries[at + 4 + k] =
        pair.base < 0
          ? normal[k]
          : rotation[r + k] * normal[0] + rotation[r + 3 + k] * normal[1] + rotation[r + 6 + k] * normal[2];
    }
    entries[at + 7] = bound;
    return FREE;
  }
}

function doubled(array: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * array.length);
  larger.set(array);
  return larger;
}
