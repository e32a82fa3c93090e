// Tests whether two solids are separated at one configuration: by bounding volumes, by the stored separating plane, and by GJK.

import { SlotList } from '../broad/slot-list.ts';
import { composeInto, inverseInto } from '../math/pose.ts';
import type { DistanceResult } from '../proximity/result.ts';
import { boundsAt } from '../scene/bounds-at.ts';
import { separated, undecided } from '../scene/field/clearance.ts';
import { volumeOf } from '../scene/volume.ts';
import type { SolidPair } from './pairs.ts';
import type { Solid } from './solid.ts';
import type { Stance } from './stance.ts';

/** Tests of pairs at the configuration of a stance. They write `normal` or `gap`, or both. */
export class PairTests {
  /** The unit normal of the plane that the last test used, from a to b, in world axes. */
  readonly normal = new Float64Array(3);
  /** The gap along that normal between the two solids, or between their bounding volumes: a lower bound of the distance, in meters. */
  readonly gap = new Float64Array(1);
  private readonly local = new Float64Array(3);
  private readonly value = new Float64Array(1);
  private readonly near = new SlotList();
  private readonly relative = new Float64Array(7);
  private readonly bounds = new Float64Array(6);

  constructor(readonly stance: Stance) {}

  /** Bounds the gap by the ball around a, and the box, ball or half-space around b. */
  byBounds({ a, b, ia, ib }: SolidPair): void {
    const { normal, gap } = this;
    const { centers } = this.stance;
    const { box } = b;
    const x = centers[3 * ia];
    const y = centers[3 * ia + 1];
    const z = centers[3 * ia + 2];
    if (box) {
      nearestOnBox(box, centers, 3 * ia, normal);
      normal[0] -= x;
      normal[1] -= y;
      normal[2] -= z;
      normalize(normal, gap);
      if (gap[0] < a.ballRadius) depthInBox(box, centers, 3 * ia, gap);
      gap[0] -= a.ballRadius;
      return;
    }
    const { plane } = b.support;
    if (plane) {
      this.alongPlane(plane, b);
      gap[0] -= normal[0] * x + normal[1] * y + normal[2] * z + a.ballRadius;
      return;
    }
    normal[0] = centers[3 * ib] - x;
    normal[1] = centers[3 * ib + 1] - y;
    normal[2] = centers[3 * ib + 2] - z;
    normalize(normal, gap);
    gap[0] = gap[0] - a.ballRadius - b.ballRadius;
  }

  /** Sets the normal to the normal of a half-space, and the gap to the height of its plane along the normal. */
  private alongPlane(plane: Float64Array, b: Solid): void {
    const { normal, gap, local } = this;
    for (let k = 0; k < 3; k++) {
      normal[k] = -plane[k];
      local[k] = plane[k];
    }
    b.support.measure(local, 0, gap, 0);
    gap[0] = -gap[0];
  }

  /** The gap along `normal`, by the support functions. */
  alongNormal({ a, b }: SolidPair): void {
    const { value, gap } = this;
    this.extent(a, 1);
    const ofA = value[0];
    this.extent(b, -1);
    gap[0] = -ofA - value[0];
  }

  /** Writes the support value of a solid along ± `normal` to `value`. */
  private extent({ joint, support }: Solid, sign: number): void {
    const { local, normal, value } = this;
    const x = sign * normal[0];
    const y = sign * normal[1];
    const z = sign * normal[2];
    if (joint < 0) {
      local[0] = x;
      local[1] = y;
      local[2] = z;
      support.measure(local, 0, value, 0);
      return;
    }
    const { position, data } = this.stance;
    const { rotation } = data;
    const r = 9 * joint;
    local[0] = rotation[r] * x + rotation[r + 3] * y + rotation[r + 6] * z;
    local[1] = rotation[r + 1] * x + rotation[r + 4] * y + rotation[r + 7] * z;
    local[2] = rotation[r + 2] * x + rotation[r + 5] * y + rotation[r + 8] * z;
    support.measure(local, 0, value, 0);
    value[0] += x * position[3 * joint] + y * position[3 * joint + 1] + z * position[3 * joint + 2];
  }

  /** Sets `normal` to the stored direction of the pair. Returns false if there is none. */
  recall({ direction, base }: SolidPair): boolean {
    const { normal } = this;
    const x = direction[0];
    const y = direction[1];
    const z = direction[2];
    if (x === 0 && y === 0 && z === 0) return false;
    if (base < 0) {
      normal[0] = x;
      normal[1] = y;
      normal[2] = z;
      return true;
    }
    const { rotation } = this.stance.data;
    const r = 9 * base;
    for (let k = 0; k < 3; k++)
      normal[k] = rotation[r + 3 * k] * x + rotation[r + 3 * k + 1] * y + rotation[r + 3 * k + 2] * z;
    return true;
  }

  /** Stores `normal` as the direction of the pair, in the frame of its base. */
  remember({ direction, base }: SolidPair): void {
    const { normal } = this;
    const { rotation } = this.stance.data;
    const r = 9 * base;
    for (let k = 0; k < 3; k++) {
      direction[k] =
        base < 0
          ? normal[k]
          : rotation[r + k] * normal[0] + rotation[r + 3 + k] * normal[1] + rotation[r + 6 + k] * normal[2];
    }
  }

  /**
   * Tests two convex solids by GJK. If their distance exceeds the padding, sets `normal` and stores it as the direction of the pair.
   * @returns whether their distance exceeds the padding
   */
  byDistance(pair: SolidPair, padding: number): boolean {
    const { a, b } = pair;
    const result = pair.pair.distance(this.stance.poseOf(a), this.stance.poseOf(b));
    if (!(result.distance > padding)) return false;
    this.useNormal(result, b);
    this.remember(pair);
    return true;
  }

  /** Sets `normal` to the normal of a result; for a half-space to its exact normal, because the support function is infinite in other directions. */
  useNormal({ normal: [x, y, z] }: DistanceResult, b: Solid): void {
    const { normal } = this;
    const { plane } = b.support;
    normal[0] = plane ? -plane[0] : x;
    normal[1] = plane ? -plane[1] : y;
    normal[2] = plane ? -plane[2] : z;
  }

  /** The parts of the mesh or height field b whose boxes, along the axes of b, are within `maxDistance` of a's box. */
  partsNear({ a, b }: SolidPair, maxDistance: number): SlotList {
    const { near, relative, bounds } = this;
    const { assembly, worldPose } = b;
    near.clear();
    inverseInto(worldPose, relative);
    composeInto(relative, this.stance.poseOf(a), relative);
    boundsAt(a.shape, relative, bounds);
    assembly?.collect(bounds, maxDistance, near);
    near.sort();
    return near;
  }

  /** Compares the distance of `a` with the padding by the distance field attached to the mesh or height field b: see `FieldFilter.compare`. */
  private byField({ a, b }: SolidPair, padding: number): number {
    const filter = b.assembly && volumeOf(b.assembly).filter;
    if (!filter) return undecided;
    const volume = { bounds: a.shape, assembly: null };
    return filter.compare(b.worldPose, { volume, current: this.stance.poseOf(a) }, padding);
  }

  /** The pair of `a` with the first part of a mesh or height field that touches it; `pair` itself if no part touches it. */
  partInContact(pair: SolidPair, padding: number): SolidPair {
    const near = this.partsNear(pair, padding);
    for (let k = 0; k < near.count; k++) {
      const each = pair.partPair(near.slots[k]);
      if (!this.isFree(each, padding)) return each;
    }
    return pair;
  }

  /**
   * Whether two solids are farther apart than the padding: bounds first, then the plane of the stored direction, then GJK. For a mesh or height
   * field, the distance field, if there is one, and the parts come after the bounds.
   */
  isFree(pair: SolidPair, padding: number): boolean {
    this.byBounds(pair);
    if (this.gap[0] > padding) return true;
    if (pair.hasParts) {
      const found = this.byField(pair, padding);
      return found === undecided ? this.partInContact(pair, padding) === pair : found === separated;
    }
    if (this.recall(pair)) {
      this.alongNormal(pair);
      if (this.gap[0] > padding) return true;
    }
    return this.byDistance(pair, padding);
  }
}

/**
 * Normalizes a vector and writes its length; a zero vector becomes the x axis. If squares overflow, the vector and the
 * length become 0: a valid lower bound. Numbers are
 * passed in arrays here and below, since V8 boxes arguments and results of functions that it does not inline.
 */
function normalize(v: Float64Array, length: Float64Array): void {
  const size = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  const scale = size > 0 ? 1 / size : 0;
  v[0] = size > 0 ? v[0] * scale : 1;
  v[1] *= scale;
  v[2] *= scale;
  length[0] = size < Infinity ? size : 0;
}

/** Writes the point of a box that is nearest to the point at index `at` of an array; the point itself if it is inside. */
function nearestOnBox(box: Float64Array, points: Float64Array, at: number, out: Float64Array): void {
  const dx = points[at] - box[0];
  const dy = points[at + 1] - box[1];
  const dz = points[at + 2] - box[2];
  out[0] = box[0];
  out[1] = box[1];
  out[2] = box[2];
  for (let k = 0; k < 3; k++) {
    const ax = box[3 + 3 * k];
    const ay = box[4 + 3 * k];
    const az = box[5 + 3 * k];
    const half = box[12 + k];
    const along = Math.max(-half, Math.min(half, dx * ax + dy * ay + dz * az));
    out[0] += along * ax;
    out[1] += along * ay;
    out[2] += along * az;
  }
}

/** Writes minus the distance of a point inside a box from its surface; no effect for a point outside. */
function depthInBox(box: Float64Array, points: Float64Array, at: number, out: Float64Array): void {
  const dx = points[at] - box[0];
  const dy = points[at + 1] - box[1];
  const dz = points[at + 2] - box[2];
  let depth = Infinity;
  for (let k = 0; k < 3; k++) {
    const along = dx * box[3 + 3 * k] + dy * box[4 + 3 * k] + dz * box[5 + 3 * k];
    depth = Math.min(depth, box[12 + k] - Math.abs(along));
  }
  if (depth > 0) out[0] = -depth;
}
