// Compares all pairs of bodies: the reference for the other broad phases.

import { areNear, type Boxes, type BroadPhase, meetsRay, type PairSink, type Ray } from './broad-phase.ts';
import type { SlotList } from './slot-list.ts';

export class BruteForce implements BroadPhase {
  /** All slots, in the order in which they were added. */
  protected readonly slots = new Set<number>();

  constructor(
    protected readonly store: Boxes,
    protected readonly margin: number,
  ) {}

  update(moved: SlotList, sink: PairSink): void {
    for (let k = 0; k < moved.count; k++) this.slots.add(moved.slots[k]);
    const list = [...this.slots];
    const { boxes } = this.store;
    for (let k = 0; k < list.length; k++) {
      for (let n = 0; n < k; n++) {
        if (areNear(boxes, 6 * list[k], boxes, 6 * list[n], this.margin)) sink.offer(list[k], list[n]);
      }
    }
  }

  remove(slot: number): void {
    this.slots.delete(slot);
  }

  hasParted(a: number, b: number): boolean {
    const { boxes } = this.store;
    return !areNear(boxes, 6 * a, boxes, 6 * b, this.margin);
  }

  query(box: ArrayLike<number>, maxDistance: number, out: SlotList): void {
    for (const slot of this.slots) if (areNear(box, 0, this.store.boxes, 6 * slot, maxDistance)) out.push(slot);
  }

  ray(ray: Ray, radius: number, out: SlotList): void {
    for (const slot of this.slots) if (meetsRay(ray, this.store.boxes, 6 * slot, radius)) out.push(slot);
  }
}
