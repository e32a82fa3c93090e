// The impulses of the last step, for the warm start of the next one.

import type { Tape } from '../check/tape.ts';
import { copyNumbers } from '../math/copy-numbers.ts';
import { fromWorld } from './contact-rows.ts';
import type { ContactSet } from './contact-set.ts';
import type { JointRow } from './joint-rows.ts';
import type { StatePart } from './rollback.ts';

/** Numbers in a contact's key; the last is the point's id within its manifold. */
const width = 5;

export class ImpulseMemory implements StatePart {
  readonly isState = false;
  /** Keys of the contacts, manifold after manifold in the scene's order. */
  private keys = new Float64Array(0);
  /** Impulses of the contacts in world coordinates, so that they keep their direction when the contact's frame rotates. */
  private impulses = new Float64Array(0);
  /** The number of contacts. */
  private count = 0;
  /** Impulses of limits, friction and motors of joints, by their keys. */
  private joints = new Map<string, readonly number[]>();
  /** Impulses of the bilateral rows: loop closures, anchors and joints between bodies. */
  private bilateral = new Float64Array(0);

  get hasJoints(): boolean {
    return this.joints.size > 0;
  }

  /** The impulses of a limit, friction or motor of a joint in the last step; undefined if it had none. */
  ofJoint(key: string): readonly number[] | undefined {
    return this.joints.get(key);
  }

  /** Writes the stored impulses of these rows, and zeros for rows that the last step did not have. */
  recall(out: Float64Array, bilateral: number, contacts: ContactSet, joints: readonly JointRow[]): void {
    out.fill(0, 0, bilateral + 3 * (contacts.count + joints.length));
    if (this.bilateral.length === bilateral) out.set(this.bilateral);
    this.recallContacts(out, bilateral, contacts);
    for (const { key, row } of joints) {
      const impulse = this.joints.get(key);
      if (impulse) out.set(impulse, row);
    }
  }

  /** The stored contacts and the contacts of the new step are ordered by bodies, so they are merged in one pass. */
  private recallContacts(out: Float64Array, bilateral: number, contacts: ContactSet): void {
    const { keys, count } = this;
    let first = 0;
    for (let k = 0; k < contacts.count; k++) {
      const at = width * k;
      // Usually the contacts are the same as in the last step.
      if (k < count && isSame(keys, at, contacts.keys, at)) {
        fromWorld(contacts, k, this.impulses, 3 * k, out, bilateral + 3 * k);
        continue;
      }
      while (first < count && compare(keys, width * first, contacts.keys, at) < 0) first++;
      const previous = this.find(first, contacts.keys, at);
      if (previous >= 0) fromWorld(contacts, k, this.impulses, 3 * previous, out, bilateral + 3 * k);
    }
  }

  /**
   * The index of the contact with a key, searched from `first` on. If there is none, the index of a contact with the same bodies and point id between
   * other parts, because a contact may slide from one triangle to the next. −1 if no contact matches.
   */
  private find(first: number, other: Float64Array, at: number): number {
    const { keys, count } = this;
    let found = -1;
    for (let m = first; m < count && compare(keys, width * m, other, at) === 0; m++) {
      if (keys[width * m + 4] !== other[at + 4]) continue;
      if (isSame(keys, width * m, other, at)) return m;
      if (found < 0) found = m;
    }
    return found;
  }

  /** Stores the impulses of a step. The impulses of contacts are read from the contact set. */
  keep(impulses: Float64Array, bilateral: number, contacts: ContactSet, joints: readonly JointRow[]): void {
    const { count } = contacts;
    if (this.bilateral.length !== bilateral) this.bilateral = new Float64Array(bilateral);
    copyNumbers(impulses, this.bilateral, bilateral);
    this.reserve(count);
    copyNumbers(contacts.keys, this.keys, width * count);
    copyNumbers(contacts.impulses, this.impulses, 3 * count);
    this.count = count;
    this.joints.clear();
    for (const { key, row, torque } of joints)
      if (!torque) this.joints.set(key, Array.from(impulses.subarray(row, row + 3)));
  }

  /** Adds contacts with their impulses, in world coordinates; contacts that are stored already do not change. */
  insert(keys: Float64Array, impulses: Float64Array): void {
    const oldCount = this.count;
    const storedKeys = new Set(Array.from({ length: oldCount }, (_, k) => keyAt(this.keys, k)));
    const all = Array.from({ length: oldCount + impulses.length / 3 }, (_, k) => k);
    const isOld = (k: number): boolean => k < oldCount;
    const keyOf = (k: number): Float64Array => rowOf(isOld(k) ? this.keys : keys, width, isOld(k) ? k : k - oldCount);
    const order = all.filter((k) => isOld(k) || !storedKeys.has(keyAt(keys, k - oldCount)));
    order.sort((p, q) => compareParts(keyOf(p), keyOf(q)) || p - q);
    const sorted = {
      keys: order.flatMap((k) => [...keyOf(k)]),
      impulses: order.flatMap((k) => [...rowOf(isOld(k) ? this.impulses : impulses, 3, isOld(k) ? k : k - oldCount)]),
    };
    this.reserve(order.length);
    this.keys.set(sorted.keys);
    this.impulses.set(sorted.impulses);
    this.count = order.length;
  }

  /**
   * Replaces the indices of members in the keys of joints, and drops the impulses of bilateral rows.
   * @param newIndexOf the new index of a member; undefined if it was removed: then its impulses are dropped
   */
  renumber(newIndexOf: (index: number) => number | undefined): void {
    this.bilateral = new Float64Array(0);
    const joints = [...this.joints].flatMap(([key, impulse]) => {
      if (!/^\d/.test(key)) return [[key, impulse] as const];
      const at = key.indexOf(' ');
      const index = newIndexOf(Number(key.slice(0, at)));
      return index === undefined ? [] : [[`${index}${key.slice(at)}`, impulse] as const];
    });
    this.joints = new Map(joints);
  }

  clear(): void {
    this.bilateral = new Float64Array(0);
    this.count = 0;
    this.joints.clear();
  }

  save(tape: Tape): void {
    tape.put(this.count);
    tape.putAll(this.keys, width * this.count);
    tape.putAll(this.impulses, 3 * this.count);
    tape.put(this.bilateral.length);
    tape.putAll(this.bilateral);
    tape.put(this.joints.size);
    for (const [key, impulse] of this.joints) {
      tape.putValue(key);
      tape.putAll(impulse, 3);
    }
  }

  load(tape: Tape): void {
    const count = tape.take();
    this.reserve(count);
    this.count = count;
    tape.takeAll(this.keys, width * count);
    tape.takeAll(this.impulses, 3 * count);
    this.bilateral = Float64Array.from(tape.view(tape.take()));
    this.joints.clear();
    for (let remaining = tape.take(); remaining > 0; remaining--)
      this.joints.set(tape.takeValue() as string, [...tape.view(3)]);
  }

  toJSON(): MemoryJSON {
    const { keys, impulses } = this;
    const contacts = Array.from({ length: this.count }, (_, k) => {
      return [keyAt(keys, k), Array.from(rowOf(impulses, 3, k))] as const;
    });
    return { bilateral: Array.from(this.bilateral), contacts, joints: [...this.joints] };
  }

  /** Restores the data of `toJSON`, which the snapshot reader has checked. */
  restore({ bilateral, contacts, joints }: MemoryJSON): void {
    this.bilateral = Float64Array.from(bilateral);
    this.joints = new Map(joints);
    this.reserve(contacts.length);
    this.count = contacts.length;
    contacts.forEach(([key, impulse], k) => {
      this.keys.set(key.split(' ').map(Number), width * k);
      this.impulses.set(impulse, 3 * k);
    });
  }

  private reserve(count: number): void {
    if (width * count <= this.keys.length) return;
    // Allocate both arrays before storing either: an allocation may fail.
    const keys = new Float64Array(2 * width * count);
    this.impulses = new Float64Array(6 * count);
    this.keys = keys;
  }
}

function rowOf(values: Float64Array, size: number, row: number): Float64Array {
  return values.subarray(size * row, size * row + size);
}

function keyAt(keys: Float64Array, k: number): string {
  return rowOf(keys, width, k).join(' ');
}

/** By bodies, then by parts. */
function compareParts(p: Float64Array, q: Float64Array): number {
  return compare(p, 0, q, 0) || p[2] - q[2] || p[3] - q[3];
}

/** The order of pairs of bodies in a scene. */
function compare(p: Float64Array, i: number, q: Float64Array, j: number): number {
  return p[i] - q[j] || p[i + 1] - q[j + 1];
}

function isSame(p: Float64Array, i: number, q: Float64Array, j: number): boolean {
  return (
    p[i + 4] === q[j + 4] && p[i] === q[j] && p[i + 1] === q[j + 1] && p[i + 2] === q[j + 2] && p[i + 3] === q[j + 3]
  );
}

export interface MemoryJSON {
  readonly bilateral: readonly number[];
  readonly contacts: readonly (readonly [string, readonly number[]])[];
  readonly joints: readonly (readonly [string, readonly number[]])[];
}
