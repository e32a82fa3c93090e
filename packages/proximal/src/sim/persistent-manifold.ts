// Reuses the contacts of two bodies that hardly move relative to each other: they move with the bodies until they are searched again.
// Bodies that were found apart are not searched again until they could have come within reach.
import { rotate, rotationRows } from '../math/linear/quaternion.ts';
import type { Body } from '../scene/body.ts';
import { ContactBuffer } from '../scene/contact-buffer.ts';
import * as Row from '../scene/contact-row.ts';

/** Numbers of a point: its positions on A and on B in body coordinates. */
const width = 6;

/**
 * After this many steps the contacts of bodies that have moved are searched again; otherwise bodies that come to rest would keep
 * the errors of gaps that were moved along.
 */
const longest = 60;
/** The same for bodies that overlap by more than is allowed, whose positions are corrected by the gaps. */
const shortest = 4;
/** Motion below this share of the allowed motion counts as rest. */
const still = 0.01;

/** The contacts of a pair's last search, stored in the bodies' frames. */
export class PersistentManifold {
  /** The contacts in world coordinates, updated by `follows`. */
  readonly contacts: ContactBuffer;
  /** False before the first search, and for bodies of several parts. */
  private isKnown = false;
  /** For each contact its points on A and on B, in the frames of A and B. */
  private readonly local: Float64Array;
  /** The normal in A's axes. */
  private readonly localNormal = new Float64Array(3);
  /** The pose of the smaller body relative to the larger one at the last search. */
  private readonly relative = new Float64Array(7);
  /** The same at the current step. */
  private readonly now = new Float64Array(7);
  private readonly larger: Body;
  private readonly smaller: Body;
  /** The largest distance of the smaller body's points from its origin, in meters. */
  private readonly extent: number;
  /** The smaller bounding radius, in meters. */
  private readonly size: number;
  /** Steps since the last search. */
  private age = 0;
  /** A lower bound of the bodies' distance at the last search, in meters; −∞ if none is known. */
  private clearance = -Infinity;

  constructor(
    private readonly a: Body,
    private readonly b: Body,
    most: number,
  ) {
    this.contacts = new ContactBuffer(most);
    this.local = new Float64Array(width * most);
    const isTurned = extentOf(a) < extentOf(b);
    this.larger = isTurned ? b : a;
    this.smaller = isTurned ? a : b;
    this.extent = extentOf(this.smaller);
    this.size = Math.min(a.volume.bounds.boundingRadius, b.volume.bounds.boundingRadius);
  }

  /**
   * Moves the points along with the bodies if these have moved by less than a share of the smaller one's size since the last
   * search. Corrections of positions use these gaps, so bodies that overlap by more than `allowance` are soon searched again. Call it
   * once per step.
   */
  follows(share: number, allowance: number): boolean {
    this.age++;
    if (!this.isKnown) return false;
    const moved = this.measureMotion();
    if (moved > share) return false;
    this.follow();
    return moved <= still * share || this.age <= (this.deepest() <= allowance ? longest : shortest);
  }

  /** Whether the bodies are proven to be farther apart than `reach`, in meters, since they have moved by less than their distance. */
  isApart(reach: number): boolean {
    if (!(this.clearance > reach)) return false;
    return this.clearance - this.measureMotion() * this.size > reach;
  }

  /** Motion of the bodies since the last search, relative to the smaller one's size: an upper bound for all points. */
  private measureMotion(): number {
    const { relative, now } = this;
    relate(this.larger.current, this.smaller.current, now);
    let shift = 0;
    for (let k = 0; k < 3; k++) shift += (now[k] - relative[k]) * (now[k] - relative[k]);
    // Twice the sine of half the angle between the two orientations, from the product of the quaternions.
    const w = relative[3] * now[3] + relative[4] * now[4] + relative[5] * now[5] + relative[6] * now[6];
    const turn = 2 * Math.sqrt(Math.max(0, 1 - w * w));
    return (Math.sqrt(shift) + turn * this.extent) / this.size;
  }

  private deepest(): number {
    let most = 0;
    const { count, rows } = this.contacts;
    for (let k = 0; k < count; k++) most = Math.max(most, -rows[Row.SIZE * k + Row.GAP]);
    return most;
  }

  /** Stores that a search found no contacts. @param clearance a lower bound of the distance, in meters; −∞ if none is known */
  part(clearance: number): void {
    this.isKnown = false;
    this.clearance = clearance;
    if (clearance > 0) relate(this.larger.current, this.smaller.current, this.relative);
  }

  /** Stores the result of a search, but not that of bodies of several parts. */
  take({ count, rows }: ContactBuffer): void {
    const { a, b, contacts, local } = this;
    relate(this.larger.current, this.smaller.current, this.relative);
    this.age = 0;
    this.clearance = -Infinity;
    this.isKnown = !a.volume.assembly && !b.volume.assembly;
    if (!this.isKnown) return;
    contacts.count = count;
    for (let k = 0; k < Row.SIZE * count; k++) contacts.rows[k] = rows[k];
    turnBack(a.current, rows, Row.NORMAL, this.localNormal, 0);
    for (let k = 0; k < count; k++) {
      toBody(a.current, rows, Row.SIZE * k + Row.POINT_A, local, width * k);
      toBody(b.current, rows, Row.SIZE * k + Row.POINT_B, local, width * k + 3);
    }
  }

  /** Updates the points: the gap is the distance between the positions on A and B along the normal, which rotates with A. */
  private follow(): void {
    const { local, localNormal, contacts } = this;
    const { rows } = contacts;
    const a = this.a.current;
    const b = this.b.current;
    rotationRows(a, 3, turnA);
    rotationRows(b, 3, turnB);
    for (let k = 0; k < contacts.count; k++) {
      const row = Row.SIZE * k;
      let gap = 0;
      for (let axis = 0; axis < 3; axis++) {
        const normal = along(turnA, 3 * axis, localNormal, 0);
        const pointA = a[axis] + along(turnA, 3 * axis, local, width * k);
        const pointB = b[axis] + along(turnB, 3 * axis, local, width * k + 3);
        rows[row + Row.NORMAL + axis] = normal;
        rows[row + Row.POINT_A + axis] = pointA;
        rows[row + Row.POINT_B + axis] = pointB;
        gap += (pointB - pointA) * normal;
      }
      rows[row + Row.GAP] = gap;
    }
  }
}

const turnA = /* @__PURE__ */ new Float64Array(9);
const turnB = /* @__PURE__ */ new Float64Array(9);
const offset = /* @__PURE__ */ new Float64Array(3);

/** The largest distance of a body's point from its origin; infinite for a half-space. */
function extentOf({ volume: { bounds } }: Body): number {
  if (!bounds.isBounded) return Infinity;
  const [x, y, z] = bounds.center;
  return Math.sqrt(x * x + y * y + z * z) + bounds.boundingRadius;
}

/** The pose of B in A's axes. */
function relate(a: Float64Array, b: Float64Array, out: Float64Array): void {
  for (let k = 0; k < 3; k++) offset[k] = b[k] - a[k];
  turnBack(a, offset, 0, out, 0);
  const x = -a[3];
  const y = -a[4];
  const z = -a[5];
  const w = a[6];
  out[3] = w * b[3] + x * b[6] + y * b[5] - z * b[4];
  out[4] = w * b[4] - x * b[5] + y * b[6] + z * b[3];
  out[5] = w * b[5] + x * b[4] - y * b[3] + z * b[6];
  out[6] = w * b[6] - x * b[3] - y * b[4] - z * b[5];
}

/** A row of a rotation times a vector. */
function along(rotation: Float64Array, row: number, v: Float64Array, from: number): number {
  return rotation[row] * v[from] + rotation[row + 1] * v[from + 1] + rotation[row + 2] * v[from + 2];
}

/** A vector of the world's axes, at `from`, in the body's. */
function turnBack(q: Float64Array, v: Float64Array, from: number, out: Float64Array, to: number): void {
  rotate(-q[3], -q[4], -q[5], q[6], v[from], v[from + 1], v[from + 2], out, to);
}

/** A point of the world, at `from`, in the body's axes. */
function toBody(pose: Float64Array, points: Float64Array, from: number, out: Float64Array, to: number): void {
  for (let k = 0; k < 3; k++) offset[k] = points[from + k] - pose[k];
  turnBack(pose, offset, 0, out, to);
}
