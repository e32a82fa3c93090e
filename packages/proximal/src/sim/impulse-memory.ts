// What the last step's impulses were, by contact: where the next solve starts.
import { fromWorld, type SimulatedContact } from './contact-rows.ts';
import type { JointRow } from './joint-rows.ts';

export class ImpulseMemory {
  /** Impulses in world coordinates, so that they keep their direction when the contact's frame turns. */
  private contacts = new Map<string, readonly number[]>();
  private joints = new Map<string, readonly number[]>();
  private bilateral: readonly number[] = [];

  /** Writes what is remembered of these rows; zero for the others. @returns whether anything was */
  recall(
    out: Float64Array,
    bilateral: number,
    contacts: readonly SimulatedContact[],
    joints: readonly JointRow[],
  ): boolean {
    let isKnown = false;
    out.fill(0);
    if (this.bilateral.length === bilateral) {
      out.set(this.bilateral);
      isKnown = bilateral > 0;
    }
    contacts.forEach((contact, k) => {
      const world = this.contacts.get(contact.key);
      if (!world) return;
      fromWorld(contact, world, out, bilateral + 3 * k);
      isKnown = true;
    });
    for (const { key, row } of joints) {
      const known = this.joints.get(key);
      if (!known) continue;
      out.set(known, row);
      isKnown = true;
    }
    return isKnown;
  }

  keep(
    impulses: Float64Array,
    bilateral: number,
    contacts: readonly SimulatedContact[],
    joints: readonly JointRow[],
  ): void {
    this.bilateral = Array.from(impulses.subarray(0, bilateral));
    this.contacts = new Map(contacts.map(({ key, impulse }) => [key, Array.from(impulse)]));
    this.joints = new Map(joints.map(({ key, row }) => [key, Array.from(impulses.subarray(row, row + 3))]));
  }

  clear(): void {
    this.bilateral = [];
    this.contacts.clear();
    this.joints.clear();
  }

  toJSON(): object {
    return { bilateral: this.bilateral, contacts: [...this.contacts], joints: [...this.joints] };
  }

  /** Takes what `toJSON` wrote and `snapshot.ts` has checked. */
  restore({ bilateral, contacts, joints }: MemoryJSON): void {
    this.bilateral = bilateral;
    this.contacts = new Map(contacts);
    this.joints = new Map(joints);
  }
}

export interface MemoryJSON {
  readonly bilateral: readonly number[];
  readonly contacts: readonly (readonly [string, readonly number[]])[];
  readonly joints: readonly (readonly [string, readonly number[]])[];
}
