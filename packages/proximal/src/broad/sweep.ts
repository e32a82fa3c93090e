// Sweep and prune along one axis: bodies stay sorted by the lower bounds of their boxes, and only boxes within the margin of each other
// along the axis are compared. The order hardly changes between updates.

import { areNear, type PairSink } from './broad-phase.ts';
import { BruteForce } from './brute.ts';
import type { SlotList } from './slot-list.ts';

/** The axis is changed, and all bodies are sorted again, if the variance of the centers along another axis is this many times larger. */
const minVarianceRatio = 1.5;

/** Up to this many new bodies are inserted one by one; if there are more, all bodies are sorted again. */
const maxInserted = 16;

export class SweepAndPrune extends BruteForce {
  private order: number[] = [];
  private axis = 0;

  override update(moved: SlotList, sink: PairSink): void {
    const before = this.order.length;
    for (let k = 0; k < moved.count; k++) {
      const slot = moved.slots[k];
      if (this.slots.has(slot)) continue;
      this.slots.add(slot);
      this.order.push(slot);
    }
    this.sort(this.order.length - before);
    const { order, axis, margin } = this;
    const { boxes } = this.store;
    for (let k = 0; k < order.length; k++) {
      const a = 6 * order[k];
      for (let n = k + 1; n < order.length; n++) {
        const b = 6 * order[n];
        if (boxes[b + axis] - boxes[a + 3 + axis] > margin) break;
        if (areNear(boxes, a, boxes, b, margin)) sink.offer(order[k], order[n]);
      }
    }
  }

  override remove(slot: number): void {
    super.remove(slot);
    this.order = this.order.filter((other) => other !== slot);
  }

  /** Insertion sort, one step per swapped pair; a full sort if the axis changes or many bodies are new. */
  private sort(added: number): void {
    const { order } = this;
    const { boxes } = this.store;
    const axis = this.bestAxis();
    if (axis !== this.axis || added > maxInserted) {
      this.axis = axis;
      order.sort((a, b) => boxes[6 * a + axis] - boxes[6 * b + axis]);
      return;
    }
    for (let k = 1; k < order.length; k++) {
      const slot = order[k];
      const start = boxes[6 * slot + axis];
      let n = k - 1;
      while (n >= 0 && boxes[6 * order[n] + axis] > start) {
        order[n + 1] = order[n];
        n--;
      }
      order[n + 1] = slot;
    }
  }

  /** The axis along which the bodies are spread most, with a preference for the current axis. */
  private bestAxis(): number {
    const variances = [0, 1, 2].map((axis) => this.variance(axis));
    const best = variances.indexOf(Math.max(...variances));
    return variances[best] > minVarianceRatio * variances[this.axis] ? best : this.axis;
  }

  private variance(axis: number): number {
    const { boxes } = this.store;
    const { order } = this;
    let sum = 0;
    let squares = 0;
    for (const slot of order) {
      const middle = boxes[6 * slot + axis] / 2 + boxes[6 * slot + 3 + axis] / 2;
      sum += middle;
      squares += middle * middle;
    }
    const variance = squares / order.length - (sum / order.length) ** 2;
    return Number.isFinite(variance) ? variance : 0;
  }
}
