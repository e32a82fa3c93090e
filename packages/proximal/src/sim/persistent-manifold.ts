// Reuses the contacts of two bodies that hardly move relative to each other: the contacts move with the bodies until the next search. Bodies that
// were found apart are searched again only when they could have come within the search range. The manifolds of all pairs are rows of one array, which
// every step traverses.

import { grown } from '../math/grown.ts';
import { rotate, rotationRows } from '../math/linear/quaternion.ts';
import type { Body } from '../scene/body.ts';
import { ContactBuffer } from '../scene/contact-buffer.ts';
import * as Row from '../scene/contact-row.ts';
import { poseStride } from '../scene/store.ts';

/** The largest number of points of a manifold. */
export const mostPoints = 4;

/**
 * After this number of steps the contacts of bodies that have moved are searched again. Otherwise the errors of moved gaps would remain when the
 * bodies come to rest.
 */
const maxAge = 60;
/** The number of steps that replaces `maxAge` for bodies that overlap by more than is allowed: the position correction uses their gaps. */
const maxOverlapAge = 4;
/** Motion below this fraction of the allowed motion counts as rest. */
const restFraction = 0.01;

// The layout of a manifold's row: the contacts of a pair's last search, in the bodies' frames.
/** 1 if B is the larger body. */
const isSwapped = 0;
/** A bound on the distances of the smaller body's points from its origin, in meters. */
const extent = 1;
/** The smaller bounding radius, in meters. */
const size = 2;
/** Steps since the last search. */
const age = 3;
/** A lower bound of the bodies' distance at the last search, in meters; −∞ if none is known. */
const clearance = 4;
/** 0 before the first search, and for bodies of several parts. */
const isKnown = 5;
const count = 6;
/** α of the growth distance; NaN where the signed distance was used. */
const growth = 7;
/** The pose of the smaller body relative to the larger one at the last search. */
const relative = 8;
/** The normal in A's axes. */
const localNormal = 15;
/** For each contact its id and its points on A and on B, in the frames of A and B. */
const points = 18;
const pointSize = 7;
/** The slots of A and B in the scene. */
const slotA = points + pointSize * mostPoints;
const slotB = slotA + 1;
const rowSize = slotB + 1;

export class PersistentManifolds {
  private rows = new Float64Array(64 * rowSize);
  /** The poses of all slots. */
  private poses = new Float64Array(0);
  private used = 0;
  private readonly free: number[] = [];
  /** The contacts that `follows` has moved since `begin`, in world coordinates. */
  readonly moved = new ContactBuffer();

  /** A row for the manifold of two bodies. */
  open(a: Body, b: Body): number {
    if (this.free.length === 0 && (this.used + 1) * rowSize > this.rows.length)
      this.rows = grown(this.rows, 2 * this.rows.length);
    const row = rowSize * (this.free.pop() ?? this.used++);
    const isLargerB = extentOf(a) < extentOf(b);
    const { rows } = this;
    rows.fill(0, row, row + rowSize);
    rows[row + isSwapped] = isLargerB ? 1 : 0;
    rows[row + extent] = extentOf(isLargerB ? a : b);
    rows[row + size] = Math.min(a.volume.radius, b.volume.radius);
    rows[row + clearance] = -Infinity;
    rows[row + slotA] = a.slot;
    rows[row + slotB] = b.slot;
    return row;
  }

  /** Frees the row for another pair. */
  close(row: number): void {
    this.free.push(row / rowSize);
  }

  /** Closes all rows. */
  clear(): void {
    this.used = 0;
    this.free.length = 0;
  }

  slotOfA(row: number): number {
    return this.rows[row + slotA];
  }

  slotOfB(row: number): number {
    return this.rows[row + slotB];
  }

  /** The number of a manifold's points. */
  sizeOf(row: number): number {
    return this.rows[row + count];
  }

  /** Begins a step. @param poses those of all slots, as in `BodyStore.poses` */
  begin(poses: Float64Array<ArrayBuffer>): void {
    this.poses = poses;
    this.moved.count = 0;
  }

  /**
   * If the bodies have moved by at most `fraction` of the smaller one's size since the last search, appends the contacts, moved with the
   * bodies, to `moved`. The position correction uses the gaps, so bodies that overlap by more than `allowance` are searched again sooner. Call it
   * once per step. @returns whether the contacts were appended
   */
  follows(row: number, fraction: number, allowance: number): boolean {
    const { rows } = this;
    rows[row + age]++;
    if (rows[row + isKnown] === 0) return false;
    const motion = this.measureMotion(row);
    if (motion > fraction) return false;
    const { moved } = this;
    const first = moved.count;
    const deepest = this.follow(row);
    if (motion <= restFraction * fraction || rows[row + age] <= (deepest <= allowance ? maxAge : maxOverlapAge))
      return true;
    moved.count = first;
    return false;
  }

  /** Whether the bodies are proven to be farther apart than `reach`, in meters, because they have moved by less than their distance. */
  isApart(row: number, reach: number): boolean {
    const { rows } = this;
    const distance = rows[row + clearance];
    if (!(distance > reach)) return false;
    return distance - this.measureMotion(row) * rows[row + size] > reach;
  }

  /** Motion of the bodies since the last search, relative to the smaller one's size: an upper bound for all points. */
  private measureMotion(row: number): number {
    const { rows } = this;
    this.relate(row, now, 0);
    const old = row + relative;
    let shift = 0;
    for (let k = 0; k < 3; k++) shift += (now[k] - rows[old + k]) * (now[k] - rows[old + k]);
    // Twice the sine of half the angle between the two orientations, from the product of the quaternions.
    const w = rows[old + 3] * now[3] + rows[old + 4] * now[4] + rows[old + 5] * now[5] + rows[old + 6] * now[6];
    const turn = 2 * Math.sqrt(Math.max(0, 1 - w * w));
    return (Math.sqrt(shift) + turn * rows[row + extent]) / rows[row + size];
  }

  /** Stores that a search found no contacts. @param distance a lower bound of the distance, in meters; −∞ if none is known */
  storeSeparation(row: number, distance: number): void {
    this.rows[row + isKnown] = 0;
    this.rows[row + clearance] = distance;
    if (distance > 0) this.rememberPoses(row);
  }

  /**
   * Stores the result of a search: `found` rows of a `ContactBuffer` from `first` on.
   * @param isConvex false for bodies of several parts, whose contacts are not kept
   */
  storeContacts(row: number, from: Float64Array, first: number, found: number, isConvex: boolean): void {
    const { rows, poses } = this;
    const a = poseStride * rows[row + slotA];
    const b = poseStride * rows[row + slotB];
    this.rememberPoses(row);
    rows[row + age] = 0;
    rows[row + clearance] = -Infinity;
    rows[row + isKnown] = isConvex ? 1 : 0;
    if (!isConvex) return;
    rows[row + count] = found;
    rows[row + growth] = from[first + Row.GROWTH];
    turnBack(poses, a, from, first + Row.NORMAL, rows, row + localNormal);
    for (let k = 0; k < found; k++) {
      const at = row + points + pointSize * k;
      const contact = first + Row.SIZE * k;
      rows[at] = from[contact + Row.ID];
      toBody(poses, a, from, contact + Row.POINT_A, rows, at + 1);
      toBody(poses, b, from, contact + Row.POINT_B, rows, at + 4);
    }
  }

  private rememberPoses(row: number): void {
    this.relate(row, this.rows, row + relative);
  }

  /** Writes the pose of the smaller body relative to the larger one. */
  private relate(row: number, out: Float64Array, to: number): void {
    const { rows, poses } = this;
    const a = poseStride * rows[row + slotA];
    const b = poseStride * rows[row + slotB];
    if (rows[row + isSwapped] === 0) relate(poses, a, b, out, to);
    else relate(poses, b, a, out, to);
  }

  /**
   * Writes the points at the present poses: the gap is the distance between the positions on A and B along the normal, which rotates with
   * A. @returns the deepest penetration, in meters
   */
  private follow(row: number): number {
    const { rows: from, moved, poses } = this;
    const a = poseStride * from[row + slotA];
    const b = poseStride * from[row + slotB];
    rotationRows(poses, a + 3, turnA);
    rotationRows(poses, b + 3, turnB);
    for (let axis = 0; axis < 3; axis++) offset[axis] = along(turnA, 3 * axis, from, row + localNormal);
    let deepest = 0;
    for (let k = 0; k < from[row + count]; k++) {
      const at = row + points + pointSize * k;
      const to = moved.add(from[at], 0);
      const { rows } = moved;
      let gap = 0;
      for (let axis = 0; axis < 3; axis++) {
        const normal = offset[axis];
        const pointA = poses[a + axis] + along(turnA, 3 * axis, from, at + 1);
        const pointB = poses[b + axis] + along(turnB, 3 * axis, from, at + 4);
        rows[to + Row.NORMAL + axis] = normal;
        rows[to + Row.POINT_A + axis] = pointA;
        rows[to + Row.POINT_B + axis] = pointB;
        gap += (pointB - pointA) * normal;
      }
      rows[to + Row.GAP] = gap;
      rows[to + Row.GROWTH] = from[row + growth];
      deepest = Math.max(deepest, -gap);
    }
    return deepest;
  }
}

const now = /* @__PURE__ */ new Float64Array(7);
const turnA = /* @__PURE__ */ new Float64Array(9);
const turnB = /* @__PURE__ */ new Float64Array(9);
const offset = /* @__PURE__ */ new Float64Array(3);

/** A bound on the distances of a body's points from its origin; infinite for a half-space. */
function extentOf({ volume: { bounds, reach } }: Body): number {
  return bounds.isBounded ? reach : Infinity;
}

/** The pose at `b` in the axes of that at `a`. */
function relate(poses: Float64Array, a: number, b: number, out: Float64Array, to: number): void {
  for (let k = 0; k < 3; k++) offset[k] = poses[b + k] - poses[a + k];
  turnBack(poses, a, offset, 0, out, to);
  const x = -poses[a + 3];
  const y = -poses[a + 4];
  const z = -poses[a + 5];
  const w = poses[a + 6];
  const bx = poses[b + 3];
  const by = poses[b + 4];
  const bz = poses[b + 5];
  const bw = poses[b + 6];
  out[to + 3] = w * bx + x * bw + y * bz - z * by;
  out[to + 4] = w * by - x * bz + y * bw + z * bx;
  out[to + 5] = w * bz + x * by - y * bx + z * bw;
  out[to + 6] = w * bw - x * bx - y * by - z * bz;
}

/** A row of a rotation times a vector. */
function along(rotation: Float64Array, row: number, v: Float64Array, from: number): number {
  return rotation[row] * v[from] + rotation[row + 1] * v[from + 1] + rotation[row + 2] * v[from + 2];
}

/** A vector of the world's axes, at `from`, in those of the pose at `pose`. */
function turnBack(
  poses: Float64Array,
  pose: number,
  v: Float64Array,
  from: number,
  out: Float64Array,
  to: number,
): void {
  const x = -poses[pose + 3];
  const y = -poses[pose + 4];
  const z = -poses[pose + 5];
  rotate(x, y, z, poses[pose + 6], v[from], v[from + 1], v[from + 2], out, to);
}

/** A point of the world, at `from`, in the frame of the pose at `pose`. */
function toBody(
  poses: Float64Array,
  pose: number,
  worldPoints: Float64Array,
  from: number,
  out: Float64Array,
  to: number,
): void {
  for (let k = 0; k < 3; k++) offset[k] = worldPoints[from + k] - poses[pose + k];
  turnBack(poses, pose, offset, 0, out, to);
}
