// The contacts of a step in a few arrays, which all steps reuse, so that no objects are made for pairs or points.
import { writeFrame } from '../contact/frames.ts';
import type { Body } from '../scene/body.ts';
import * as Row from '../scene/contact-row.ts';
import type { ShapeOwner } from './member.ts';
import type { ContactSurface } from './surfaces.ts';

/** A contact counts as closed if its gap is below this share of the smaller body's bounding radius. */
const closed = 1e-7;

/** A point of contact in a step. World coordinates, meters. */
export interface SimulatedContact {
  readonly a: Body;
  readonly b: Body;
  /** Indices of the touching parts; 0 for a convex body. */
  readonly partA: number;
  readonly partB: number;
  /** Identifies the contact in successive steps; it changes only if other vertices or edges touch. */
  readonly key: string;
  readonly point: readonly number[];
  /** Unit vector from A to B. */
  readonly normal: readonly number[];
  /** The gap at the beginning of the step, negative in penetration. */
  readonly gap: number;
  readonly friction: number;
  /** Compliance, torsional and rolling friction; null if there are none. */
  readonly surface: ContactSurface | null;
  /** The impulse of A on B in the step, in N·s, in world coordinates. */
  readonly impulse: Float64Array;
  /** With `collision: 'growth'`: α, below 1 where the bodies overlap; null where the signed distance was used. */
  readonly growth: number | null;
}

export class ContactSet {
  /** The number of active contacts. */
  count = 0;
  /** The number of pairs of bodies and of parts that were skipped because of `maxPairs`, and of contacts because of `maxContacts`. */
  readonly leftOut = { pairs: 0, contacts: 0 };
  /** The number of inactive contacts, which are stored after the active ones and ignored by the step. */
  inactiveCount = 0;
  /** The bodies of each contact; their owners are undefined for bodies of the static environment. */
  readonly a: Body[] = [];
  readonly b: Body[] = [];
  readonly ownerA: (ShapeOwner | undefined)[] = [];
  readonly ownerB: (ShapeOwner | undefined)[] = [];
  /** Compliance, torsional and rolling friction of each contact; null if it has none. */
  readonly surface: (ContactSurface | null)[] = [];
  /** Persistent contact keys: the bodies' ids, the parts, and the point's id within its manifold. Five numbers per contact. */
  names = new Float64Array(0);
  /** The members of A and B, −1 for static bodies: two per contact. */
  pairs = new Int32Array(0);
  /** Three numbers per contact, in world coordinates. */
  points = new Float64Array(0);
  /** The tangents and the normal, t1, t2, n: nine numbers per contact. */
  frames = new Float64Array(0);
  /** In meters; negative in penetration. */
  gaps = new Float64Array(0);
  /** The smaller body's bounding radius, in meters. */
  sizes = new Float64Array(0);
  /** Coefficients of friction and of restitution. */
  friction = new Float64Array(0);
  restitution = new Float64Array(0);
  /** Impulses of A on B, in world coordinates: three numbers per contact, in N s. */
  impulses = new Float64Array(0);
  /** α of the growth distance; NaN where the signed distance was used. */
  growth = new Float64Array(0);

  /** Scratch of `deactivate`. */
  private order = new Int32Array(0);
  /** The active contacts as objects; null until they are first needed. */
  private listed: readonly SimulatedContact[] | null = null;

  /** Removes all contacts. */
  clear(): void {
    this.count = 0;
    this.inactiveCount = 0;
    this.listed = null;
  }

  /** Appends the contacts of `count` rows of a `ContactBuffer` whose gaps are at most `most`. */
  add(rows: Float64Array, first: number, count: number, most = Infinity): void {
    for (let row = first; row < first + Row.SIZE * count; row += Row.SIZE)
      if (!(rows[row + Row.GAP] > most)) this.append(rows, row);
  }

  /** Appends the contact of a row. */
  private append(rows: Float64Array, row: number): void {
    if (this.count === this.gaps.length) this.grow();
    const at = this.count++;
    this.names[5 * at + 2] = rows[row + Row.PART_A];
    this.names[5 * at + 3] = rows[row + Row.PART_B];
    this.names[5 * at + 4] = rows[row + Row.ID];
    for (let axis = 0; axis < 3; axis++)
      this.points[3 * at + axis] = (rows[row + Row.POINT_A + axis] + rows[row + Row.POINT_B + axis]) / 2;
    const normal = row + Row.NORMAL;
    writeFrame(rows[normal], rows[normal + 1], rows[normal + 2], this.frames, 9 * at);
    this.gaps[at] = rows[row + Row.GAP];
    this.growth[at] = rows[row + Row.GROWTH];
  }

  /** Keeps the `most` contacts with the smallest gaps, in their order. Of equal gaps the first are kept. */
  keepDeepest(most: number): void {
    const { gaps, count } = this;
    const order = Uint32Array.from({ length: count }, (_, k) => k).sort((p, q) => gaps[p] - gaps[q] || p - q);
    const isLeftOut = new Uint8Array(count);
    for (let k = most; k < count; k++) isLeftOut[order[k]] = 1;
    this.deactivate(isLeftOut);
    this.leftOut.contacts += this.inactiveCount;
    this.inactiveCount = 0;
  }

  /** The index after the last contact of the manifold that begins at `from`: contacts of the same parts with the same normal. */
  endOfManifold(from: number): number {
    const { names, frames } = this;
    const last = from < this.count ? this.count : this.count + this.inactiveCount;
    let to = from + 1;
    while (
      to < last &&
      compareManifolds(names, 5 * from, 5 * to) === 0 &&
      frames[9 * to + 6] === frames[9 * from + 6] &&
      frames[9 * to + 7] === frames[9 * from + 7] &&
      frames[9 * to + 8] === frames[9 * from + 8]
    )
      to++;
    return to;
  }

  /** Moves the marked contacts behind the others and excludes them. Both groups stay ordered by key. */
  deactivate(isInactive: Uint8Array): void {
    const total = this.count + this.inactiveCount;
    if (total > this.order.length) this.order = new Int32Array(2 * total);
    const { names, order } = this;
    let count = 0;
    for (let k = 0; k < total; k++) if (isInactive[k] === 0) order[count++] = k;
    let end = count;
    for (let k = 0; k < total; k++) if (isInactive[k] !== 0) order[end++] = k;
    sortByKey(names, order.subarray(0, count));
    sortByKey(names, order.subarray(count, total));
    this.permute(order, total);
    this.count = count;
    this.inactiveCount = total - count;
    this.listed = null;
  }

  /** Moves contact `order[k]` to place `k`. */
  private permute(order: Int32Array, total: number): void {
    let from = 0;
    while (from < total && order[from] === from) from++;
    let to = total;
    while (to > from && order[to - 1] === to - 1) to--;
    if (from === to) return;
    const { names, pairs, points, frames, gaps, sizes, friction, restitution, impulses, growth } = this;
    for (const array of [names, pairs, points, frames, gaps, sizes, friction, restitution, impulses, growth]) {
      const width = array.length / gaps.length;
      const old = array.slice(width * from, width * to);
      for (let k = from; k < to; k++)
        for (let m = 0; m < width; m++) array[width * k + m] = old[width * (order[k] - from) + m];
    }
    const { a, b, ownerA, ownerB, surface } = this;
    for (const list of [a, b, ownerA, ownerB, surface] as unknown[][]) {
      const old = list.slice(from, to);
      for (let k = from; k < to; k++) list[k] = old[order[k] - from];
    }
  }

  /** Copies of the contacts as objects; the next step does not change them. */
  list(): readonly SimulatedContact[] {
    this.listed ??= this.describe();
    return this.listed;
  }

  private describe(): SimulatedContact[] {
    const { a, b, names, points, frames, gaps, friction, surface, impulses, growth } = this;
    return Array.from({ length: this.count }, (_, k) => ({
      a: a[k],
      b: b[k],
      partA: names[5 * k + 2],
      partB: names[5 * k + 3],
      key: names.subarray(5 * k, 5 * k + 5).join(' '),
      point: Array.from(points.subarray(3 * k, 3 * k + 3)),
      normal: Array.from(frames.subarray(9 * k + 6, 9 * k + 9)),
      gap: gaps[k],
      friction: friction[k],
      surface: surface[k],
      impulse: impulses.slice(3 * k, 3 * k + 3),
      growth: Number.isNaN(growth[k]) ? null : growth[k],
    }));
  }

  /** The deepest penetration, in meters. */
  get penetration(): number {
    let most = 0;
    for (let k = 0; k < this.count; k++) most = Math.max(most, -this.gaps[k]);
    return most;
  }

  private grow(): void {
    const capacity = Math.max(16, 2 * this.count);
    const enlarge = (old: Float64Array, width: number): Float64Array<ArrayBuffer> => {
      const larger = new Float64Array(width * capacity);
      larger.set(old);
      return larger;
    };
    const pairs = new Int32Array(2 * capacity);
    pairs.set(this.pairs);
    // Replace all arrays together: if an allocation fails, none is replaced.
    Object.assign(this, {
      names: enlarge(this.names, 5),
      pairs,
      points: enlarge(this.points, 3),
      frames: enlarge(this.frames, 9),
      gaps: enlarge(this.gaps, 1),
      sizes: enlarge(this.sizes, 1),
      friction: enlarge(this.friction, 1),
      restitution: enlarge(this.restitution, 1),
      impulses: enlarge(this.impulses, 3),
      growth: enlarge(this.growth, 1),
    });
  }
}

/** Whether the points of a contact touch. */
export function isClosed({ gaps, sizes }: ContactSet, k: number): boolean {
  return gaps[k] <= closed * sizes[k];
}

/**
 * Sorts ascending indices of contacts by bodies, then by parts; contacts of the same parts keep their order. Usually they are in order, or two
 * lists that are.
 */
function sortByKey(names: Float64Array, contacts: Int32Array): void {
  const end = contacts.length;
  const middle = endOfRun(names, contacts, 0);
  if (middle >= end) return;
  if (endOfRun(names, contacts, middle) < end) {
    contacts.sort((p, q) => compareManifolds(names, 5 * p, 5 * q) || p - q);
    return;
  }
  const first = contacts.slice(0, middle);
  for (let left = 0, right = middle, to = 0; left < middle; to++) {
    const isRight = right < end && compareManifolds(names, 5 * contacts[right], 5 * first[left]) < 0;
    contacts[to] = isRight ? contacts[right++] : first[left++];
  }
}

/** The end of the ordered contacts that begin at `from`. */
function endOfRun(names: Float64Array, contacts: Int32Array, from: number): number {
  let k = from + 1;
  while (k < contacts.length && compareManifolds(names, 5 * contacts[k - 1], 5 * contacts[k]) <= 0) k++;
  return k;
}

/** The order of two manifolds: by bodies, then by parts. */
function compareManifolds(names: Float64Array, p: number, q: number): number {
  for (let k = 0; k < 4; k++) if (names[p + k] !== names[q + k]) return names[p + k] - names[q + k];
  return 0;
}
