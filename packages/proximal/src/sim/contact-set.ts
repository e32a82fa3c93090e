// The contacts of a step in a few arrays, which all steps reuse. The search writes the contacts of a pair to a buffer, from which
// they are copied, so that no objects are made for pairs or points.
import { writeFrame } from '../contact/frames.ts';
import type { Body } from '../scene/body.ts';
import type { BodyPair } from '../scene/body-pair.ts';
import type { ContactBuffer } from '../scene/contact-buffer.ts';
import * as Row from '../scene/contact-row.ts';
import { ContactSearch, type ContactSettings } from '../scene/contact-search.ts';
import type { Scene } from '../scene/scene.ts';
import { LookAhead } from './look-ahead.ts';
import type { Owner, ShapeOwner } from './member.ts';
import type { SimulatorSettings } from './options.ts';
import { PersistentManifold } from './persistent-manifold.ts';
import { type Sleep, sleeps } from './sleep.ts';
import { frictionOf, mayTouch } from './touch-filter.ts';

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
  aside = 0;
  /** The bodies of each contact; their owners are undefined for bodies of the static environment. */
  readonly a: Body[] = [];
  readonly b: Body[] = [];
  readonly ownerA: (Owner | undefined)[] = [];
  readonly ownerB: (Owner | undefined)[] = [];
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
  /** Coefficients of friction and of restitution. */
  friction = new Float64Array(0);
  restitution = new Float64Array(0);
  /** Impulses of A on B, in world coordinates: three numbers per contact, in N s. */
  impulses = new Float64Array(0);
  /** α of the growth distance; NaN where the signed distance was used. */
  growth = new Float64Array(0);

  /** The active contacts as objects; null until they are asked for. */
  private listed: readonly SimulatedContact[] | null = null;
  /** The near pairs in the scene's order; the first `visits` are those of the current step. */
  private readonly visited: BodyPair[] = [];
  private visits = 0;
  /** The same pairs sorted by the ids of their bodies, without duplicates; valid if `isSorted`. */
  private near: BodyPair[] = [];
  private isSorted = false;
  /** The near pairs of which one body may move, of a revision of the sleepers. */
  private watched: readonly BodyPair[] = [];
  private revision = -1;
  /** The number of pairs of parts that were examined in this step. */
  private looks = 0;
  /** Data of each pair. The scene discards a pair that separates, and with it its data. */
  private encounters = new WeakMap<BodyPair, Encounter>();
  /** The query options of the current pair. */
  private readonly query: { -readonly [Field in keyof ContactSettings]: ContactSettings[Field] };
  private readonly search = new ContactSearch();
  private readonly lookAhead: LookAhead;

  constructor(
    private readonly owners: ReadonlyMap<Body, ShapeOwner>,
    private readonly settings: SimulatorSettings,
    /** Called for each pair of parts; may throw. */
    private readonly poll: () => void = () => {},
    private readonly sleep: Sleep | null = null,
  ) {
    const { margin, collision } = settings;
    const byGrowth = collision === 'growth';
    const mayLook = (): boolean => this.mayLook();
    this.query = { margin, upTo: margin, maxPoints: 4, certified: false, byGrowth, merged: true, ahead: 0, mayLook };
    this.lookAhead = new LookAhead(owners, settings);
  }

  /** Removes all contacts. */
  clear(): void {
    this.count = 0;
    this.aside = 0;
    this.listed = null;
  }

  /** Finds all contacts between bodies that may touch, where one of the two can move. They are ordered by bodies, then by parts. */
  find(scene: Scene): void {
    const { settings, visited, lookAhead } = this;
    this.clear();
    this.visits = 0;
    this.looks = 0;
    this.leftOut.pairs = 0;
    this.leftOut.contacts = 0;
    lookAhead.measure();
    scene.visitNear(settings.margin, this.visit);
    this.leftOut.pairs += scene.bodyIndex.leftOut;
    for (const body of lookAhead.fast) {
      this.poll();
      if (this.visits < settings.maxPairs) scene.visitAround(body, lookAhead.reachAround(body), this.visit);
      else this.leftOut.pairs++;
    }
    if (visited.length > this.visits) {
      visited.length = this.visits;
      this.isSorted = false;
    }
    // Usually the pairs are those of the last step. Fast bodies were visited twice.
    if (!this.isSorted) {
      this.near = [...visited].sort(byIds).filter((pair, k, all) => k === 0 || byIds(all[k - 1], pair) !== 0);
      this.revision = -1;
    }
    this.isSorted = true;
    const pairs = this.sleep?.hasSleepers ? this.watchedPairs(this.sleep) : this.near;
    for (let k = 0; k < pairs.length; k++) {
      this.findBetween(pairs[k]);
      if (this.count > 2 * settings.maxContacts) this.keepDeepest(settings.maxContacts);
    }
    if (this.count > settings.maxContacts) this.keepDeepest(settings.maxContacts);
    this.impulses.fill(0, 0, 3 * this.count);
  }

  /** The pairs of which one body may move, after all sleepers that such a body touches have been woken. */
  private watchedPairs(sleep: Sleep): readonly BodyPair[] {
    for (;;) {
      if (this.revision !== sleep.revision)
        this.watched = this.near.filter(({ a, b }) => sleep.isWatched(a) || sleep.isWatched(b));
      this.revision = sleep.revision;
      for (const pair of this.watched) this.wakeBetween(pair, sleep);
      if (this.revision === sleep.revision) return this.watched;
    }
  }

  /** Wakes a sleeping body if one that is awake touches it. */
  private wakeBetween(pair: BodyPair, sleep: Sleep): void {
    const { a, b } = pair;
    const { ownerA, ownerB, canTouch } = this.encounterOf(pair);
    const isA = sleeps(ownerA);
    if (!canTouch || isA === sleeps(ownerB) || !sleep.stirs(isA ? b : a)) return;
    this.setReach(a, b);
    const sleeper = isA ? ownerA : ownerB;
    if (sleeper && this.search.between(pair, this.query).count > 0) sleep.wake(sleeper.member);
  }

  /** Sets how far apart the next search finds contacts. */
  private setReach(a: Body, b: Body): void {
    const reach = this.lookAhead.reachOf(a, b);
    this.query.margin = reach;
    this.query.upTo = reach;
    this.query.ahead = this.lookAhead.travelOf(a) + this.lookAhead.travelOf(b);
  }

  private mayLook(): boolean {
    this.poll();
    if (++this.looks <= this.settings.maxPairs) return true;
    this.leftOut.pairs++;
    return false;
  }

  /** Keeps the `most` contacts with the smallest gaps, in their order. Of equal gaps the first are kept. */
  private keepDeepest(most: number): void {
    const { gaps, count } = this;
    const order = Uint32Array.from({ length: count }, (_, k) => k).sort((p, q) => gaps[p] - gaps[q] || p - q);
    const isLeftOut = new Uint8Array(count);
    for (let k = most; k < count; k++) isLeftOut[order[k]] = 1;
    this.deactivate(isLeftOut);
    this.leftOut.contacts += this.aside;
    this.aside = 0;
  }

  private readonly visit = (pair: BodyPair): void => {
    const { visited, visits } = this;
    if (visits >= this.settings.maxPairs) {
      this.leftOut.pairs++;
      return;
    }
    if (visits === visited.length || visited[visits] !== pair) {
      visited[visits] = pair;
      this.isSorted = false;
    }
    this.visits++;
  };

  /** Clears all data kept between steps except the impulses. */
  forget(): void {
    this.encounters = new WeakMap();
  }

  private encounterOf(pair: BodyPair): Encounter {
    let found = this.encounters.get(pair);
    if (!found) {
      found = new Encounter(pair, this.owners, this.settings);
      this.encounters.set(pair, found);
    }
    return found;
  }

  private findBetween(pair: BodyPair): void {
    const { settings } = this;
    const { a, b } = pair;
    const { ownerA, ownerB, memberA, memberB, canTouch, modelFriction, carried } = this.encounterOf(pair);
    if (!canTouch || sleeps(ownerA) || sleeps(ownerB)) return;
    const from = this.count;
    this.setReach(a, b);
    if (carried && this.query.margin === settings.margin) this.carry(pair, carried);
    else this.add(this.search.between(pair, this.query));
    const friction = this.count > from ? (settings.friction?.(a, b) ?? modelFriction) : 0;
    const restitution = this.count > from ? settings.restitution(a, b) : 0;
    for (let k = from; k < this.count; k++) {
      this.a[k] = a;
      this.b[k] = b;
      this.ownerA[k] = ownerA;
      this.ownerB[k] = ownerB;
      this.names[5 * k] = a.id;
      this.names[5 * k + 1] = b.id;
      this.pairs[2 * k] = memberA;
      this.pairs[2 * k + 1] = memberB;
      this.friction[k] = friction;
      this.restitution[k] = restitution;
    }
  }

  /** The points of the last search, moved along with the bodies, or those of a new search. */
  private carry(pair: BodyPair, carried: PersistentManifold): void {
    const { contactReuse, allowedPenetration, margin } = this.settings;
    if (carried.follows(contactReuse, allowedPenetration)) {
      this.add(carried.contacts, margin);
      return;
    }
    const found = this.search.between(pair, this.query);
    carried.take(found);
    this.add(found);
  }

  /** Appends the contacts whose gaps are at most `most`. */
  private add({ count, rows }: ContactBuffer, most = Infinity): void {
    for (let k = 0; k < count; k++) if (!(rows[Row.SIZE * k + Row.GAP] > most)) this.append(rows, Row.SIZE * k);
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

  /** The index after the last contact of the two parts whose first contact is at `from`. */
  endOfManifold(from: number): number {
    const { names } = this;
    const last = from < this.count ? this.count : this.count + this.aside;
    let to = from + 1;
    while (to < last && compareManifolds(names, 5 * from, 5 * to) === 0) to++;
    return to;
  }

  /** Moves the marked contacts behind the others and excludes them. Both groups stay ordered by key. */
  deactivate(isInactive: Uint8Array): void {
    const total = this.count + this.aside;
    const order = Int32Array.from({ length: total }, (_, k) => k);
    const { names } = this;
    order.sort((p, q) => isInactive[p] - isInactive[q] || compareManifolds(names, 5 * p, 5 * q) || p - q);
    let aside = 0;
    for (let k = 0; k < total; k++) aside += isInactive[k];
    this.permute(order);
    this.count = total - aside;
    this.aside = aside;
    this.listed = null;
  }

  private permute(order: Int32Array): void {
    const { names, pairs, points, frames, gaps, friction, restitution, impulses, growth } = this;
    for (const array of [names, pairs, points, frames, gaps, friction, restitution, impulses, growth]) {
      const width = array.length / gaps.length;
      const old = array.slice(0, width * order.length);
      for (let k = 0; k < order.length; k++)
        for (let m = 0; m < width; m++) array[width * k + m] = old[width * order[k] + m];
    }
    const { a, b, ownerA, ownerB } = this;
    for (const list of [a, b, ownerA, ownerB] as unknown[][]) {
      const old = list.slice(0, order.length);
      for (let k = 0; k < order.length; k++) list[k] = old[order[k]];
    }
  }

  /** Copies of the contacts as objects; the next step does not change them. */
  list(): readonly SimulatedContact[] {
    this.listed ??= this.describe();
    return this.listed;
  }

  private describe(): SimulatedContact[] {
    const { a, b, names, points, frames, gaps, friction, impulses, growth } = this;
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
      friction: enlarge(this.friction, 1),
      restitution: enlarge(this.restitution, 1),
      impulses: enlarge(this.impulses, 3),
      growth: enlarge(this.growth, 1),
    });
  }
}

/** Data that stays the same while two bodies are near. */
class Encounter {
  readonly ownerA: ShapeOwner | undefined;
  readonly ownerB: ShapeOwner | undefined;
  readonly memberA: number;
  readonly memberB: number;
  readonly canTouch: boolean;
  /** The models' friction coefficient, used if the options give none. */
  readonly modelFriction: number;
  /** Null for links of articulated members, which rotate about several joints: their contacts are searched in every step. */
  readonly carried: PersistentManifold | null;

  constructor({ a, b }: BodyPair, owners: ReadonlyMap<Body, ShapeOwner>, settings: SimulatorSettings) {
    this.ownerA = owners.get(a);
    this.ownerB = owners.get(b);
    this.memberA = moverOf(this.ownerA);
    this.memberB = moverOf(this.ownerB);
    const canMove = isDynamic(this.ownerA) || isDynamic(this.ownerB);
    this.canTouch = canMove && mayTouch(this.ownerA, this.ownerB);
    this.modelFriction = frictionOf(this.ownerA, this.ownerB);
    const isCarried = settings.contactReuse > 0 && isFree(this.ownerA) && isFree(this.ownerB);
    this.carried = isCarried ? new PersistentManifold(a, b, 4) : null;
  }
}

/** Whether the points of a contact touch. */
export function isClosed({ a, b, gaps }: ContactSet, k: number): boolean {
  return gaps[k] <= closed * Math.min(a[k].volume.bounds.boundingRadius, b[k].volume.bounds.boundingRadius);
}

/** By bodies, then by parts. */
function compareManifolds(names: Float64Array, p: number, q: number): number {
  for (let k = 0; k < 4; k++) if (names[p + k] !== names[q + k]) return names[p + k] - names[q + k];
  return 0;
}

function byIds(p: BodyPair, q: BodyPair): number {
  return p.a.id - q.a.id || p.b.id - q.b.id;
}

/** Whether impulses move a body. */
function isDynamic(owner: Owner | undefined): boolean {
  return owner !== undefined && owner.joint >= 0 && !owner.member.isKinematic;
}

/** The number of the member that moves a body, or −1. */
function moverOf(owner: Owner | undefined): number {
  return owner === undefined || owner.joint < 0 ? -1 : owner.member.index;
}

/** Whether a body is static or a free body. */
function isFree(owner: Owner | undefined): boolean {
  return owner === undefined || owner.joint < 0 || owner.member.free !== null;
}
