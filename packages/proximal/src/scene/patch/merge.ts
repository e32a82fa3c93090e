// Merges coplanar manifolds: a body on coplanar triangles gets the points that it would have on a single face. Reduces patches: contacts
// with nearly equal normals, as between curved surfaces.

import { SlotList } from '../../broad/slot-list.ts';
import { cross, dot, length, perpendicular, type Vec3 } from '../../math/vec3.ts';
import type { ContactBuffer } from '../contact-buffer.ts';
import * as Row from '../contact-row.ts';
import { Patch } from './polygon.ts';
import { reduce } from './reduce.ts';

/** Normals are equal if they differ by less than this, and planes if their offsets differ by less than this times a length that the caller gives. */
const planeTolerance = 1e-9;

/** Contacts whose normals differ by less than this, in radians, are one patch. */
const patchAngle = 0.1;
/** Patches of at most this many points are not reduced. */
const maxUnreduced = 4;
/**
 * The slopes by which bodies may tilt against each other in a step: from 1e-3, well above the tilt of a body at rest, to 0.3, which is 18 rad/s at
 * 60 Hz.
 */
const slopes: readonly number[] = [1e-3, 0.03, 0.1, 0.3];
/** The directions of the tilt, as unit vectors in the contact plane. */
const sides: readonly (readonly [number, number])[] = [
  [1, 0],
  [Math.SQRT1_2, Math.SQRT1_2],
  [0, 1],
  [-Math.SQRT1_2, Math.SQRT1_2],
  [-1, 0],
  [-Math.SQRT1_2, -Math.SQRT1_2],
  [0, -1],
  [Math.SQRT1_2, -Math.SQRT1_2],
];
/** Gaps are equal if they differ by less than this times the bodies' size. */
const equalGap = 1e-8;

/** A set of rows whose memory is reused. */
class RowSet {
  size = 0;
  private flags: Uint8Array<ArrayBuffer> = new Uint8Array(64);

  /** Empties the set, for rows below `count`. */
  clear(count: number): void {
    if (count > this.flags.length) this.flags = new Uint8Array(2 * count);
    else this.flags.fill(0, 0, count);
    this.size = 0;
  }

  has(row: number): boolean {
    return this.flags[row] === 1;
  }

  add(row: number): void {
    if (this.flags[row] === 0) this.size++;
    this.flags[row] = 1;
  }
}

/** The rows of the current patch. */
const patch = /* @__PURE__ */ new SlotList();
/** The rows of the points in the current plane. */
const members = /* @__PURE__ */ new SlotList();
/** The coordinates of these points in the plane. */
const candidates = /* @__PURE__ */ new Patch();
/** The order of these points along the plane's first axis. */
const sorted = /* @__PURE__ */ new SlotList();
/** The corners of the convex hull of these points. */
const hull = /* @__PURE__ */ new SlotList();
/** Rows whose plane or patch has been found. */
const isDone = /* @__PURE__ */ new RowSet();
/** Rows that are kept. */
const isKept = /* @__PURE__ */ new RowSet();

// Scratch of `findCandidates`: the normal of the plane, its two axes, and a vector in it.
const normal: Vec3 = [0, 0, 0];
const along: Vec3 = [0, 0, 0];
const across: Vec3 = [0, 0, 0];
const offset: Vec3 = [0, 0, 0];

/** Whether two rows have equal normals and their points on A (`isOnA`) or on B are in one plane perpendicular to them. */
export function isCoplanar({ rows }: ContactBuffer, p: number, q: number, isOnA: boolean, size: number): boolean {
  const point = isOnA ? Row.POINT_A : Row.POINT_B;
  let squared = 0;
  let height = 0;
  for (let axis = 0; axis < 3; axis++) {
    const normal = rows[Row.SIZE * p + Row.NORMAL + axis];
    const difference = normal - rows[Row.SIZE * q + Row.NORMAL + axis];
    squared += difference * difference;
    height += normal * (rows[Row.SIZE * p + point + axis] - rows[Row.SIZE * q + point + axis]);
  }
  return !(Math.sqrt(squared) > planeTolerance) && Math.abs(height) <= planeTolerance * size;
}

/**
 * Keeps at most `maxPoints` points in all manifolds of a plane together.
 * @param isOnA whether the plane is on A's surface, otherwise on B's
 * @param scale the length to which the tolerance `planeTolerance` refers: the bodies' size, or a multiple of it if the plane may be tilted
 * @param spread only points whose gaps differ from that of the first merged point by at most this are merged: the other surface may be curved
 * @param part if the body on the surface has several parts, the field of a row with the part (`Row.PART_A` or `Row.PART_B`): only points
 *   of the same part are merged, because other parts may be at other heights above the surface. Null: points of all parts are merged
 */
export function mergeCoplanar(
  found: ContactBuffer,
  isOnA: boolean,
  scale: number,
  maxPoints: number,
  spread = Infinity,
  part: number | null = null,
): void {
  isDone.clear(found.count);
  isKept.clear(found.count);
  for (let first = 0; first < found.count; first++) {
    if (isDone.has(first)) continue;
    findMembers(found, first, isOnA, scale, spread, part);
    keepWidest(found, planeTolerance * scale, maxPoints);
  }
  dropOthers(found);
}

/**
 * Keeps the points of each patch that touch first when one body is tilted against the other, by one of `slopes` in one of the directions. A
 * small rigid motion changes the gaps of points with one normal by a linear function of their position in the plane, so the other points
 * touch later. Patches of at most `maxUnreduced` points keep all of them.
 */
export function reducePatches(found: ContactBuffer, size: number): void {
  if (found.count <= maxUnreduced) return;
  isDone.clear(found.count);
  isKept.clear(found.count);
  while (isDone.size < found.count) {
    findPatch(found, firstDeepest(found, equalGap * size));
    if (patch.count > maxUnreduced) keepTouchingFirst(found, equalGap * size);
    else for (let k = 0; k < patch.count; k++) isKept.add(patch.slots[k]);
  }
  dropOthers(found);
}

/** Keeps the points of the patch that touch first. */
function keepTouchingFirst({ rows }: ContactBuffer, tolerance: number): void {
  const first = Row.SIZE * patch.slots[0];
  const normal: Vec3 = [rows[first + Row.NORMAL], rows[first + Row.NORMAL + 1], rows[first + Row.NORMAL + 2]];
  const along = perpendicular(normal);
  const across = cross(normal, along);
  candidates.count = 0;
  for (let k = 0; k < patch.count; k++) {
    const row = Row.SIZE * patch.slots[k];
    const offset: Vec3 = [0, 0, 0];
    for (let axis = 0; axis < 3; axis++)
      offset[axis] = rows[row + Row.POINT_A + axis] - rows[first + Row.POINT_A + axis];
    const at = candidates.add(dot(offset, along), dot(offset, across), rows[row + Row.ID]);
    candidates.gaps[at] = rows[row + Row.GAP];
  }
  for (const slope of slopes)
    for (const [u, v] of sides) isKept.add(patch.slots[firstTouching(slope * u, slope * v, tolerance)]);
}

/** The candidate with the smallest gap after a tilt by the slopes u and v along the two axes; among equal gaps, the one with the lowest id. */
function firstTouching(u: number, v: number, tolerance: number): number {
  const { gaps, labels, count } = candidates;
  let least = Infinity;
  for (let k = 0; k < count; k++) least = Math.min(least, gaps[k] + u * candidates.u[k] + v * candidates.v[k]);
  let best = -1;
  for (let k = 0; k < count; k++) {
    if (gaps[k] + u * candidates.u[k] + v * candidates.v[k] > least + tolerance) continue;
    if (best < 0 || labels[k] < labels[best]) best = k;
  }
  return best;
}

/** The first of the deepest points that are in no patch yet. */
function firstDeepest({ rows, count }: ContactBuffer, tolerance: number): number {
  let least = Infinity;
  for (let k = 0; k < count; k++) if (!isDone.has(k)) least = Math.min(least, rows[Row.SIZE * k + Row.GAP]);
  let first = 0;
  while (isDone.has(first) || rows[Row.SIZE * first + Row.GAP] > least + tolerance) first++;
  return first;
}

/** Lists the points that are in no patch yet and have nearly the normal of point `first`. */
function findPatch({ rows, count }: ContactBuffer, first: number): void {
  patch.clear();
  for (let k = 0; k < count; k++) {
    if (isDone.has(k)) continue;
    let squared = 0;
    for (let axis = Row.NORMAL; axis < Row.NORMAL + 3; axis++)
      squared += (rows[Row.SIZE * k + axis] - rows[Row.SIZE * first + axis]) ** 2;
    if (squared > patchAngle * patchAngle) continue;
    patch.push(k);
    isDone.add(k);
  }
}

/** Keeps at most `maxPoints` members: the deepest, and those that span the largest area with it. */
function keepWidest(found: ContactBuffer, within: number, maxPoints: number): void {
  findCandidates(found);
  findHull(within);
  reduce(candidates, maxPoints, hull);
  for (let k = 0; k < hull.count; k++) isKept.add(members.slots[hull.slots[k]]);
}

/** Drops the rows that are not kept. */
function dropOthers(found: ContactBuffer): void {
  let count = 0;
  for (let k = 0; k < found.count; k++) if (isKept.has(k)) found.copy(k, count++);
  found.count = count;
}

/** Lists the points from row `first` on that are in no plane yet and belong to manifolds in the plane of row `first`: see `mergeCoplanar`. */
function findMembers(
  found: ContactBuffer,
  first: number,
  isOnA: boolean,
  size: number,
  spread: number,
  part: number | null,
): void {
  const { rows } = found;
  members.clear();
  for (let from = first; from < found.count; ) {
    const end = found.endOfManifold(from);
    const isOther = part !== null && rows[Row.SIZE * from + part] !== rows[Row.SIZE * first + part];
    const isMember = !isOther && !isDone.has(from) && isCoplanar(found, first, from, isOnA, size);
    for (; from < end; from++) {
      const difference = rows[Row.SIZE * from + Row.GAP] - rows[Row.SIZE * first + Row.GAP];
      if (!isMember || isDone.has(from) || Math.abs(difference) > spread) continue;
      members.push(from);
      isDone.add(from);
    }
  }
}

/**
 * Writes the coordinates of the members to `candidates`. The first axis points to the member farthest from the first one, so that collinear points
 * are sorted along it.
 */
function findCandidates({ rows }: ContactBuffer): void {
  const first = Row.SIZE * members.slots[0] + Row.NORMAL;
  for (let k = 0; k < 3; k++) normal[k] = rows[first + k];
  perpendicular(normal, along);
  let farthest = 0;
  for (let k = 0; k < members.count; k++) {
    writeOffset(rows, k);
    const squared = dot(offset, offset);
    if (!(squared > farthest)) continue;
    farthest = squared;
    for (let axis = 0; axis < 3; axis++) along[axis] = offset[axis];
  }
  cross(normal, along, across);
  const size = length(across);
  if (size > 0) for (let k = 0; k < 3; k++) across[k] *= 1 / size;
  else perpendicular(normal, across);
  cross(across, normal, along);
  candidates.count = 0;
  for (let k = 0; k < members.count; k++) {
    const row = Row.SIZE * members.slots[k];
    writeOffset(rows, k);
    const at = candidates.add(dot(offset, along), dot(offset, across), rows[row + Row.ID]);
    candidates.gaps[at] = rows[row + Row.GAP];
  }
}

/** Writes the vector from the first member's point on A to the point on A of member `k` to `offset`. */
function writeOffset(rows: Float64Array, k: number): void {
  const from = Row.SIZE * members.slots[0] + Row.POINT_A;
  const to = Row.SIZE * members.slots[k] + Row.POINT_A;
  for (let axis = 0; axis < 3; axis++) offset[axis] = rows[to + axis] - rows[from + axis];
}

/** Writes the corners of the candidates' convex hull to `hull`, in order, and then the deepest point if it is deeper than all corners. */
function findHull(within: number): void {
  const { gaps, count } = candidates;
  sorted.fill(count);
  hull.fill(count);
  if (count < 3) {
    dropEqual(within);
    return;
  }
  hull.clear();
  sorted.sort(byPosition);
  addChain(within, 0, 1);
  addChain(within, count - 1, -1);
  const { slots } = sorted;
  if (hull.count === 0) hull.push(slots[count - 1]);
  dropEqual(within);
  let deepest = slots[count - 1];
  for (let k = count - 2; k >= 0; k--) if (gaps[slots[k]] < gaps[deepest]) deepest = slots[k];
  for (let k = 0; k < hull.count; k++) if (gaps[hull.slots[k]] <= gaps[deepest] + within) return;
  hull.push(deepest);
}

function byPosition(p: number, q: number): number {
  const { u, v, gaps } = candidates;
  if (u[p] !== u[q]) return u[p] < u[q] ? -1 : 1;
  if (v[p] !== v[q]) return v[p] < v[q] ? -1 : 1;
  return gaps[p] < gaps[q] ? -1 : Number(gaps[p] > gaps[q]);
}

/** Appends one side of the hull, without its last corner: from `first`, an end of the sorted points, by `step`, 1 or −1, to the other end. */
function addChain(within: number, first: number, step: 1 | -1): void {
  const start = hull.count;
  for (let n = 0, k = first; n < sorted.count; n++, k += step) {
    while (
      hull.count - start >= 2 &&
      !isLeft(hull.slots[hull.count - 2], hull.slots[hull.count - 1], sorted.slots[k], within)
    )
      hull.count--;
    hull.push(sorted.slots[k]);
  }
  hull.count--;
}

/** Whether p, q, r make a left turn with q farther than `within` from the line through p and r. */
function isLeft(p: number, q: number, r: number, within: number): boolean {
  const { u, v } = candidates;
  const du = u[r] - u[p];
  const dv = v[r] - v[p];
  const area = du * (v[q] - v[p]) - dv * (u[q] - u[p]);
  return -area > within * Math.sqrt(du * du + dv * dv);
}

/** Drops points of the hull that coincide with an earlier one. */
function dropEqual(within: number): void {
  let distinct = 0;
  for (let k = 0; k < hull.count; k++)
    if (!isNearAny(hull.slots[k], distinct, within)) hull.slots[distinct++] = hull.slots[k];
  hull.count = distinct;
}

/** Whether a point coincides with one of the first `count` points of the hull. */
function isNearAny(point: number, count: number, within: number): boolean {
  const { u, v } = candidates;
  for (let k = 0; k < count; k++) {
    const other = hull.slots[k];
    if (Math.abs(u[other] - u[point]) <= within && Math.abs(v[other] - v[point]) <= within) return true;
  }
  return false;
}
