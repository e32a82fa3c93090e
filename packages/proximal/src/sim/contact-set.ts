// The contacts of a step in flat arrays, which all steps reuse: pairs and points need no objects.
import { writeFrame } from '../contact/frames.ts';
import type { Body } from '../scene/body.ts';
import * as Row from '../scene/contact-row.ts';
import type { ShapeOwner } from './member.ts';
import type { ContactSurface } from './surfaces.ts';

/** A contact counts as closed if its gap is at most this fraction of the smaller body's bounding radius. */
const closedFraction = 1e-7;

/** The largest number of values per contact in one array: a frame has nine. */
const maxWidth = 9;

/** A point of contact in a step. World coordinates, meters. */
export interface SimulatedContact {
  readonly a: Body;
  readonly b: Body;
  /** Indices of the touching parts; 0 for a convex body. */
  readonly partA: number;
  readonly partB: number;
  /** Identifies the contact in successive steps: the key is the same while the same vertices or edges touch. */
  readonly key: string;
  readonly point: readonly number[];
  /** Unit vector from A to B. */
  readonly normal: readonly number[];
  /** The gap when the step finds its contacts: before the bodies move or, with `integrator: 'midpoint'`, halfway. Negative in penetration. */
  readonly gap: number;
  readonly friction: number;
  /** Compliance, torsional and rolling friction; null if there are none. */
  readonly surface: ContactSurface | null;
  /** The impulse of A on B in the step, in N·s, in world coordinates. */
  readonly impulse: Float64Array;
  /** With `collision: 'growth'`: α, below 1 where the bodies overlap; null where the signed distance was used. */
  readonly growth: number | null;
}

/** The bodies of a contact; their owners are undefined for bodies of the static environment. */
export interface ContactBodies {
  readonly a: Body;
  readonly b: Body;
  readonly ownerA: ShapeOwner | undefined;
  readonly ownerB: ShapeOwner | undefined;
}

export class ContactSet {
  /** The number of active contacts. */
  count = 0;
  /** The number of pairs of bodies and of parts that were skipped because of `maxPairs`, and of contacts because of `maxContacts`. */
  readonly leftOut = { pairs: 0, contacts: 0 };
  /** The number of contacts that the step has set aside and not restored: after the step, they are stored after the others. */
  inactiveCount = 0;
  /**
   * 1 for each contact that is set aside: the step has rows for it, but it has no impulse. Valid if `asideCount` is above 0, until `moveAside`.
   */
  isAside = new Uint8Array(0);
  asideCount = 0;
  /** The bodies of each contact. */
  readonly bodies: ContactBodies[] = [];
  /** Compliance, torsional and rolling friction of each contact; null if it has none. */
  readonly surface: (ContactSurface | null)[] = [];
  /** Persistent contact keys: the bodies' ids, the parts, and the point's id within its manifold. Five numbers per contact. */
  keys = new Float64Array(0);
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

  /** Scratch for `moveLast`: the order of the contacts, and the numbers of an array before they are moved. */
  private order = new Int32Array(0);
  private old = new Float64Array(0);
  /** The active contacts as objects; null until they are first needed. */
  private listed: readonly SimulatedContact[] | null = null;

  /** Removes all contacts. */
  clear(): void {
    this.count = 0;
    this.inactiveCount = 0;
    this.asideCount = 0;
    this.listed = null;
  }

  /** Appends the contacts of `count` rows of a `ContactBuffer` whose gaps are at most `maxGap`. */
  add(rows: Float64Array, first: number, count: number, maxGap = Infinity): void {
    for (let row = first; row < first + Row.SIZE * count; row += Row.SIZE)
      if (!(rows[row + Row.GAP] > maxGap)) this.append(rows, row);
  }

  /** Appends the contact of a row. */
  private append(rows: Float64Array, row: number): void {
    if (this.count === this.gaps.length) this.grow();
    const at = this.count++;
    this.keys[5 * at + 2] = rows[row + Row.PART_A];
    this.keys[5 * at + 3] = rows[row + Row.PART_B];
    this.keys[5 * at + 4] = rows[row + Row.ID];
    for (let axis = 0; axis < 3; axis++)
      this.points[3 * at + axis] = (rows[row + Row.POINT_A + axis] + rows[row + Row.POINT_B + axis]) / 2;
    this.placeFrame(rows[row + Row.NORMAL], rows[row + Row.NORMAL + 1], rows[row + Row.NORMAL + 2], 9 * at);
    this.gaps[at] = rows[row + Row.GAP];
    this.growth[at] = rows[row + Row.GROWTH];
  }

  /** Writes the frame of a normal. The contacts of a manifold have the same normal: the tangents are copied from the preceding contact. */
  private placeFrame(x: number, y: number, z: number, at: number): void {
    const { frames } = this;
    if (at === 0 || frames[at - 3] !== x || frames[at - 2] !== y || frames[at - 1] !== z) {
      writeFrame(x, y, z, frames, at);
      return;
    }
    for (let k = at; k < at + 6; k++) frames[k] = frames[k - 9];
    // The normal is not copied: 0 and −0 compare equal, and its signs must be kept.
    frames[at + 6] = x;
    frames[at + 7] = y;
    frames[at + 8] = z;
  }

  /** Keeps the `limit` contacts with the smallest gaps, in their order. Of equal gaps the first are kept. */
  keepDeepest(limit: number): void {
    const { gaps, count } = this;
    const order = Uint32Array.from({ length: count }, (_, k) => k).sort((p, q) => gaps[p] - gaps[q] || p - q);
    const isLeftOut = new Uint8Array(count);
    for (let k = limit; k < count; k++) isLeftOut[order[k]] = 1;
    this.moveLast(isLeftOut);
    this.leftOut.contacts += this.inactiveCount;
    this.inactiveCount = 0;
  }

  /** The index after the last contact of the manifold that begins at `from`: contacts of the same parts with the same normal. */
  endOfManifold(from: number): number {
    const { keys, frames, count } = this;
    let to = from + 1;
    while (
      to < count &&
      haveSameParts(keys, 5 * from, 5 * to) &&
      frames[9 * to + 6] === frames[9 * from + 6] &&
      frames[9 * to + 7] === frames[9 * from + 7] &&
      frames[9 * to + 8] === frames[9 * from + 8]
    )
      to++;
    return to;
  }

  /** Sets a manifold aside: the contacts from `from` to `to` − 1. */
  setAside(from: number, to: number): void {
    if (this.count > this.isAside.length) this.isAside = new Uint8Array(2 * this.count);
    if (this.asideCount === 0) this.isAside.fill(0, 0, this.count);
    this.isAside.fill(1, from, to);
    this.asideCount += to - from;
  }

  /** Restores a manifold that is set aside. */
  restore(from: number, to: number): void {
    this.isAside.fill(0, from, to);
    this.asideCount -= to - from;
  }

  /** Moves the contacts that are set aside after the others, and no longer counts them. */
  moveAside(): void {
    if (this.asideCount > 0) this.moveLast(this.isAside);
    this.asideCount = 0;
  }

  /** Moves the marked contacts after the others, and no longer counts them. Both groups keep their order. */
  private moveLast(isMarked: Uint8Array): void {
    const { count: total } = this;
    if (total > this.order.length) this.order = new Int32Array(2 * total);
    const { order } = this;
    let count = 0;
    for (let k = 0; k < total; k++) if (isMarked[k] === 0) order[count++] = k;
    let end = count;
    for (let k = 0; k < total; k++) if (isMarked[k] !== 0) order[end++] = k;
    this.permute(order, total);
    this.count = count;
    this.inactiveCount = total - count;
    this.listed = null;
  }

  /** Moves contact `order[k]` to index `k`. */
  private permute(order: Int32Array, total: number): void {
    let from = 0;
    while (from < total && order[from] === from) from++;
    let to = total;
    while (to > from && order[to - 1] === to - 1) to--;
    if (from === to) return;
    const { keys, pairs, points, frames, gaps, sizes, friction, restitution, impulses, growth } = this;
    if (this.old.length < maxWidth * (to - from)) this.old = new Float64Array(2 * maxWidth * (to - from));
    const { old } = this;
    for (const array of [keys, points, frames, gaps, sizes, friction, restitution, impulses, growth]) {
      const width = array.length / gaps.length;
      old.set(array.subarray(width * from, width * to));
      // Successive contacts mostly stay successive.
      for (let k = from, end = k; k < to; k = end) {
        end = k + 1;
        while (end < to && order[end] === order[end - 1] + 1) end++;
        const source = width * (order[k] - from);
        array.set(old.subarray(source, source + width * (end - k)), width * k);
      }
    }
    old.set(pairs.subarray(2 * from, 2 * to));
    for (let k = from; k < to; k++) {
      pairs[2 * k] = old[2 * (order[k] - from)];
      pairs[2 * k + 1] = old[2 * (order[k] - from) + 1];
    }
    const { bodies, surface } = this;
    for (const list of [bodies, surface] as unknown[][]) {
      const old = list.slice(from, to);
      for (let k = from; k < to; k++) list[k] = old[order[k] - from];
    }
  }

  /** Copies of the active contacts as objects; the next step does not change them. */
  list(): readonly SimulatedContact[] {
    this.listed ??= this.describe();
    return this.listed;
  }

  private describe(): SimulatedContact[] {
    const { bodies, keys, points, frames, gaps, friction, surface, impulses, growth } = this;
    return Array.from({ length: this.count }, (_, k) => ({
      a: bodies[k].a,
      b: bodies[k].b,
      partA: keys[5 * k + 2],
      partB: keys[5 * k + 3],
      key: `${keys[5 * k]} ${keys[5 * k + 1]} ${keys[5 * k + 2]} ${keys[5 * k + 3]} ${keys[5 * k + 4]}`,
      point: [points[3 * k], points[3 * k + 1], points[3 * k + 2]],
      normal: [frames[9 * k + 6], frames[9 * k + 7], frames[9 * k + 8]],
      gap: gaps[k],
      friction: friction[k],
      surface: surface[k],
      impulse: impulses.slice(3 * k, 3 * k + 3),
      growth: Number.isNaN(growth[k]) ? null : growth[k],
    }));
  }

  /** The deepest penetration, in meters. */
  get penetration(): number {
    let deepest = 0;
    for (let k = 0; k < this.count; k++) deepest = Math.max(deepest, -this.gaps[k]);
    return deepest;
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
      keys: enlarge(this.keys, 5),
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

/** Whether a contact is closed: touching or penetrating, up to rounding. */
export function isClosed({ gaps, sizes }: ContactSet, k: number): boolean {
  return gaps[k] <= closedFraction * sizes[k];
}

/** Whether two contacts are between the same parts of the same bodies. */
function haveSameParts(keys: Float64Array, p: number, q: number): boolean {
  for (let k = 0; k < 4; k++) if (keys[p + k] !== keys[q + k]) return false;
  return true;
}
