// The bodies of a scene in the plane as arrays, with the boxes for the broad phase.

import type { Shape } from '../../2d/shapes/shape.ts';
import { supportBatch } from '../../2d/shapes/shape.ts';
import type { Boxes } from '../../broad/broad-phase.ts';
import { SlotList } from '../../broad/slot-list.ts';
import { grown } from '../../math/grown.ts';
import { hypot } from '../../math/hypot.ts';
import type { Body } from './body.ts';

/** Boxes are enlarged by this times the coordinates, so that the boxes of touching shapes overlap despite rounding. */
const rounding = 64 * Number.EPSILON;
/** Upper coordinates above this, and NaN, are replaced by it; lower ones by its negative. */
const largestCoordinate = 1e150;

/** The bodies of a scene. A body's index in the arrays is its slot; slots of removed bodies are used again. */
export class BodyStore implements Boxes {
  readonly bodies: (Body | null)[] = [];
  /** The box of each bounded body: the least x y z, then the largest. z is 0. */
  boxes: Float64Array<ArrayBuffer> = new Float64Array(6 * 16);
  /** The displacement of each box's lower corner in its last update, in meters: three numbers each, 0 for a new body. */
  displacement: Float64Array<ArrayBuffer> = new Float64Array(3 * 16);
  /** The bodies that were added or moved since the last update, each once. */
  readonly moved = new SlotList();
  private isMoved: Uint8Array<ArrayBuffer> = new Uint8Array(16);
  private readonly free: number[] = [];

  /** Takes a free slot. */
  reserve(): number {
    const slot = this.free.pop() ?? this.bodies.length;
    if (slot === this.bodies.length) this.bodies.push(null);
    if (slot >= this.isMoved.length) {
      this.boxes = grown(this.boxes, 12 * slot);
      this.displacement = grown(this.displacement, 6 * slot);
      this.isMoved = grown(this.isMoved, 2 * slot);
    }
    return slot;
  }

  place(body: Body): void {
    const { slot } = body;
    this.bodies[slot] = body;
    this.touch(slot);
    this.measure(slot);
    this.displacement.fill(0, 3 * slot, 3 * slot + 3);
  }

  remove(slot: number): void {
    this.bodies[slot] = null;
    this.free.push(slot);
  }

  touch(slot: number): void {
    if (this.isMoved[slot] === 1) return;
    this.isMoved[slot] = 1;
    this.moved.push(slot);
  }

  /** Updates the boxes of the bodies that moved. `moved` keeps only bounded bodies that are still in the scene. */
  update(): void {
    const { moved } = this;
    let count = 0;
    for (let k = 0; k < moved.count; k++) {
      const slot = moved.slots[k];
      this.isMoved[slot] = 0;
      const body = this.bodies[slot];
      if (!body?.shape.isBounded) continue;
      this.measure(slot);
      moved.slots[count++] = slot;
    }
    moved.count = count;
  }

  private measure(slot: number): void {
    const body = this.bodies[slot];
    if (!body?.shape.isBounded) return;
    const [x, y] = [this.boxes[6 * slot], this.boxes[6 * slot + 1]];
    writeBox(body.shape, body.current, this.boxes, 6 * slot);
    this.displacement[3 * slot] = this.boxes[6 * slot] - x;
    this.displacement[3 * slot + 1] = this.boxes[6 * slot + 1] - y;
  }
}

/** Writes the box around a bounded shape at a pose of four numbers, slightly enlarged for rounding. */
export function writeBox(shape: Shape, pose: Float64Array, out: Float64Array, at: number): void {
  const [x, y, cosine, sine] = pose;
  // The world's directions +x, +y, −x and −y in the body's frame.
  const points = supportBatch(shape, Float64Array.of(cosine, -sine, sine, cosine, -cosine, sine, -sine, -cosine));
  const slack = rounding * (Math.abs(x) + Math.abs(y) + hypot(...shape.center) + sizeOf(shape));
  const rotatedX = (k: number): number => cosine * points[2 * k] - sine * points[2 * k + 1];
  const rotatedY = (k: number): number => sine * points[2 * k] + cosine * points[2 * k + 1];
  out[at] = -bounded(slack - rotatedX(2) - x);
  out[at + 1] = -bounded(slack - rotatedY(3) - y);
  out[at + 2] = 0;
  out[at + 3] = bounded(x + rotatedX(0) + slack);
  out[at + 4] = bounded(y + rotatedY(1) + slack);
  out[at + 5] = 0;
}

function bounded(coordinate: number): number {
  return coordinate < largestCoordinate ? coordinate : largestCoordinate;
}

/** The bounding radius; 0 if it is infinite: for a custom shape with unknown sizes, or after an overflow. */
function sizeOf({ boundingRadius }: Shape): number {
  return Number.isFinite(boundingRadius) ? boundingRadius : 0;
}
