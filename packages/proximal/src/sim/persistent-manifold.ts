// Reuses the contacts of two bodies that hardly move relative to each other: the contacts move with the bodies until the next search. Bodies that
// were found apart are searched again only when they could have come within the search range. The manifolds of all pairs are rows of one array, which
// every step traverses.

import { grown } from '../math/grown.ts';
import { rotate, rotationRows } from '../math/linear/quaternion.ts';
import type { Body } from '../scene/body.ts';
import { ContactBuffer } from '../scene/contact-buffer.ts';
import * as Row from '../scene/contact-row.ts';
import { poseStride } from '../scene/store.ts';
import type { CandidatePair } from './candidate-pair.ts';
import type { ContactSet } from './contact-set.ts';
import type { CommonLaw } from './pair-law.ts';

/** The largest number of points of a manifold. */
export const maxPoints = 4;

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
/** 1 if the row has the contacts of a search. 0 before the first search, after a search without contacts, and for bodies of several parts. */
const hasContacts = 5;
/** The number of contacts. */
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
const slotA = points + pointSize * maxPoints;
const slotB = slotA + 1;
/** The ids of A and B, the members that move them (−1 for none), and the friction of their models. */
const ids = slotB + 1;
const movers = ids + 2;
const modelFriction = movers + 2;
/** 1 if their models give them no friction torques. */
const isPlain = modelFriction + 1;
/** 1 if both bodies are convex; the contacts of others are not kept. */
const isConvex = isPlain + 1;
const rowSize = isConvex + 1;

export class PersistentManifolds {
  private rows = new Float64Array(64 * rowSize);
  /** The poses of all slots. */
  private poses = new Float64Array(0);
  private used = 0;
  private readonly free: number[] = [];
  /** The contacts that `moveContacts` has moved since `begin`, in world coordinates. */
  readonly moved = new ContactBuffer();

  /** A row for the manifold of two bodies. */
  open({ a, b, idA, idB, moverA, moverB, modelFriction: friction, modelTorques }: CandidatePair): number {
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
    rows[row + ids] = idA;
    rows[row + ids + 1] = idB;
    rows[row + movers] = moverA;
    rows[row + movers + 1] = moverB;
    rows[row + modelFriction] = friction;
    rows[row + isPlain] = modelTorques.torsionalFriction + modelTorques.rollingFriction === 0 ? 1 : 0;
    rows[row + isConvex] = a.volume.assembly || b.volume.assembly ? 0 : 1;
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

  /** Whether both bodies are convex. */
  isConvex(row: number): boolean {
    return this.rows[row + isConvex] === 1;
  }

  slotOfA(row: number): number {
    return this.rows[row + slotA];
  }

  slotOfB(row: number): number {
    return this.rows[row + slotB];
  }

  /**
   * Writes the bodies and coefficients of the contacts from index `from` on, unless the models of the bodies give friction torques.
   * @returns whether they were written; `bodies` and `surface` are left to the caller
   */
  describe(row: number, contacts: ContactSet, from: number, law: CommonLaw): boolean {
    const { rows } = this;
    if (rows[row + isPlain] === 0) return false;
    const friction = law.friction ?? rows[row + modelFriction];
    for (let k = from; k < contacts.count; k++) {
      contacts.keys[5 * k] = rows[row + ids];
      contacts.keys[5 * k + 1] = rows[row + ids + 1];
      contacts.pairs[2 * k] = rows[row + movers];
      contacts.pairs[2 * k + 1] = rows[row + movers + 1];
      contacts.sizes[k] = rows[row + size];
      contacts.friction[k] = friction;
      contacts.restitution[k] = law.restitution;
    }
    return true;
  }

  /** Begins a step. @param poses the poses of all slots, as in `BodyStore.poses` */
  begin(poses: Float64Array<ArrayBuffer>): void {
    this.poses = poses;
    this.moved.count = 0;
  }

  /**
   * If the bodies have moved by at most `fraction` of the smaller body's size since the last search, appends the contacts, moved with the
   * bodies, to `moved`. The position correction uses the gaps, so bodies that overlap by more than `allowance` are searched again sooner. Call it
   * once per step. @returns whether the contacts were appended
   */
  moveContacts(row: number, fraction: number, allowance: number): boolean {
    const { rows } = this;
    rows[row + age]++;
    if (rows[row + hasContacts] === 0) return false;
    const motion = this.measureMotion(row);
    if (motion > fraction) return false;
    const { moved } = this;
    const first = moved.count;
    const deepest = this.writeMoved(row);
    if (motion <= restFraction * fraction || rows[row + age] <= (deepest <= allowance ? maxAge : maxOverlapAge))
      return true;
    moved.count = first;
    return false;
  }

  /** Whether the bodies are proven to be farther apart than `maxDistance`, in meters, by their distance at the last search less their motion since. */
  isApart(row: number, maxDistance: number): boolean {
    const { rows } = this;
    const distance = rows[row + clearance];
    if (!(distance > maxDistance)) return false;
    return distance - this.measureMotion(row) * rows[row + size] > maxDistance;
  }

  /** Motion of the bodies since the last search, relative to the smaller one's size: an upper bound for all points. */
  private measureMotion(row: number): number {
    const { rows } = this;
    this.relate(row, currentPose, 0);
    const old = row + relative;
    let shift = 0;
    for (let k = 0; k < 3; k++) shift += (currentPose[k] - rows[old + k]) * (currentPose[k] - rows[old + k]);
    // The displacement of a point at distance 1 from the origin: twice the sine of half the angle between the orientations.
    const w =
      rows[old + 3] * currentPose[3] +
      rows[old + 4] * currentPose[4] +
      rows[old + 5] * currentPose[5] +
      rows[old + 6] * currentPose[6];
    const chord = 2 * Math.sqrt(Math.max(0, 1 - w * w));
    return (Math.sqrt(shift) + chord * rows[row + extent]) / rows[row + size];
  }

  /** Stores that a search found no contacts. @param distance a lower bound of the distance, in meters; −∞ if none is known */
  storeSeparation(row: number, distance: number): void {
    this.rows[row + hasContacts] = 0;
    this.rows[row + clearance] = distance;
    if (distance > 0) this.rememberPoses(row);
  }

  /** Stores the result of a search: `found` rows of a `ContactBuffer` from `first` on. Contacts of bodies of several parts are not kept. */
  storeContacts(row: number, from: Float64Array, first: number, found: number): void {
    const { rows, poses } = this;
    const a = poseStride * rows[row + slotA];
    const b = poseStride * rows[row + slotB];
    this.rememberPoses(row);
    rows[row + age] = 0;
    rows[row + clearance] = -Infinity;
    rows[row + hasContacts] = rows[row + isConvex];
    if (rows[row + isConvex] === 0) return;
    rows[row + count] = found;
    rows[row + growth] = from[first + Row.GROWTH];
    rotateToBody(poses, a, from, first + Row.NORMAL, rows, row + localNormal);
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
  private writeMoved(row: number): number {
    const { rows: from, moved, poses } = this;
    const a = poseStride * from[row + slotA];
    const b = poseStride * from[row + slotB];
    rotationRows(poses, a + 3, rotationA);
    rotationRows(poses, b + 3, rotationB);
    // Written out: a function would pass its three results through memory.
    const u = from[row + localNormal];
    const v = from[row + localNormal + 1];
    const w = from[row + localNormal + 2];
    const nx = rotationA[0] * u + rotationA[1] * v + rotationA[2] * w;
    const ny = rotationA[3] * u + rotationA[4] * v + rotationA[5] * w;
    const nz = rotationA[6] * u + rotationA[7] * v + rotationA[8] * w;
    let deepest = 0;
    for (let k = 0; k < from[row + count]; k++) {
      const at = row + points + pointSize * k;
      const to = moved.add(from[at], 0);
      const { rows } = moved;
      const x = from[at + 1];
      const y = from[at + 2];
      const z = from[at + 3];
      const ax = poses[a] + (rotationA[0] * x + rotationA[1] * y + rotationA[2] * z);
      const ay = poses[a + 1] + (rotationA[3] * x + rotationA[4] * y + rotationA[5] * z);
      const az = poses[a + 2] + (rotationA[6] * x + rotationA[7] * y + rotationA[8] * z);
      const p = from[at + 4];
      const q = from[at + 5];
      const r = from[at + 6];
      const bx = poses[b] + (rotationB[0] * p + rotationB[1] * q + rotationB[2] * r);
      const by = poses[b + 1] + (rotationB[3] * p + rotationB[4] * q + rotationB[5] * r);
      const bz = poses[b + 2] + (rotationB[6] * p + rotationB[7] * q + rotationB[8] * r);
      const gap = 0 + (bx - ax) * nx + (by - ay) * ny + (bz - az) * nz;
      rows[to + Row.GAP] = gap;
      rows[to + Row.POINT_A] = ax;
      rows[to + Row.POINT_A + 1] = ay;
      rows[to + Row.POINT_A + 2] = az;
      rows[to + Row.POINT_B] = bx;
      rows[to + Row.POINT_B + 1] = by;
      rows[to + Row.POINT_B + 2] = bz;
      rows[to + Row.NORMAL] = nx;
      rows[to + Row.NORMAL + 1] = ny;
      rows[to + Row.NORMAL + 2] = nz;
      rows[to + Row.GROWTH] = from[row + growth];
      deepest = Math.max(deepest, -gap);
    }
    return deepest;
  }
}

const currentPose = /* @__PURE__ */ new Float64Array(7);
const rotationA = /* @__PURE__ */ new Float64Array(9);
const rotationB = /* @__PURE__ */ new Float64Array(9);
const offset = /* @__PURE__ */ new Float64Array(3);

/** A bound on the distances of a body's points from its origin; infinite for a half-space. */
function extentOf({ volume: { bounds, radiusAboutOrigin } }: Body): number {
  return bounds.isBounded ? radiusAboutOrigin : Infinity;
}

/** Writes the pose at index `b` in the frame of the pose at index `a`. */
function relate(poses: Float64Array, a: number, b: number, out: Float64Array, to: number): void {
  for (let k = 0; k < 3; k++) offset[k] = poses[b + k] - poses[a + k];
  rotateToBody(poses, a, offset, 0, out, to);
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

/** Rotates the vector at index `from`, in world axes, to the axes of the pose at index `pose`. */
function rotateToBody(
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

/** Transforms the point at index `from`, in world coordinates, to the frame of the pose at index `pose`. */
function toBody(
  poses: Float64Array,
  pose: number,
  worldPoints: Float64Array,
  from: number,
  out: Float64Array,
  to: number,
): void {
  for (let k = 0; k < 3; k++) offset[k] = worldPoints[from + k] - poses[pose + k];
  rotateToBody(poses, pose, offset, 0, out, to);
}
