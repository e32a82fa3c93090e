// Detection of a step's contacts: near pairs of bodies from the broad phase, and the contacts of each pair. The search writes the
// contacts of a pair to a buffer, from which they are copied to the contact set.
import { createResult } from '../proximity/result.ts';
import type { Body } from '../scene/body.ts';
import { type BodyPair, stride } from '../scene/body-pair.ts';
import { ContactSearch, type ContactSettings } from '../scene/contact-search.ts';
import type { Scene } from '../scene/scene.ts';
import { ContactSet } from './contact-set.ts';
import { LookAhead } from './look-ahead.ts';
import type { Owner, ShapeOwner } from './member.ts';
import type { SimulatorSettings } from './options.ts';
import { PersistentManifold } from './persistent-manifold.ts';
import { type Sleep, sleeps } from './sleep.ts';
import { frictionOf, mayTouch } from './touch-filter.ts';

export class ContactDetection {
  /** The contacts of the last call of `find`. */
  readonly contacts = new ContactSet();
  /** The near pairs in the scene's order; the first `visits` are those of the current step. */
  private readonly visited: BodyPair[] = [];
  private visits = 0;
  /** The same pairs sorted by the ids of their bodies, without duplicates; valid if `isSorted`. */
  private near: BodyPair[] = [];
  private isSorted = false;
  /** The near pairs with a body that may move, for `revision` of the set of sleepers. */
  private watched: readonly BodyPair[] = [];
  private revision = -1;
  /** The number of pairs of parts that were examined in this step. */
  private looks = 0;
  /** Pairs of fast bodies beyond the scene's margin, which the scene does not keep: those of the last step and of this one. */
  private distant = new Map<number, BodyPair>();
  private kept = new Map<number, BodyPair>();
  /** The properties of a pair are stored in it, and are valid if they were made for this object. */
  private owner = {};
  /** The query options of the current pair. */
  private readonly query: { -readonly [Field in keyof ContactSettings]: ContactSettings[Field] };
  private readonly search = new ContactSearch(createResult());
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

  /** Finds all contacts between bodies that may touch, where one of the two can move. They are ordered by bodies, then by parts. */
  find(scene: Scene): void {
    const { contacts, settings, visited, lookAhead } = this;
    contacts.clear();
    this.visits = 0;
    this.looks = 0;
    contacts.leftOut.pairs = 0;
    contacts.leftOut.contacts = 0;
    lookAhead.measure();
    scene.visitNear(settings.margin, this.visit);
    contacts.leftOut.pairs += scene.bodyIndex.leftOut;
    for (const body of lookAhead.fast) {
      this.poll();
      if (this.visits < settings.maxPairs) scene.visitAround(body, lookAhead.reachAround(body), this.visit);
      else contacts.leftOut.pairs++;
    }
    [this.distant, this.kept] = [this.kept, this.distant];
    this.kept.clear();
    if (visited.length > this.visits) {
      visited.length = this.visits;
      this.isSorted = false;
    }
    // The pairs are sorted only if they are not those of the last step. Pairs of fast bodies were visited twice.
    if (!this.isSorted) {
      this.near = [...visited].sort(byIds).filter((pair, k, all) => k === 0 || byIds(all[k - 1], pair) !== 0);
      this.revision = -1;
    }
    this.isSorted = true;
    const pairs = this.sleep?.hasSleepers ? this.watchedPairs(this.sleep) : this.near;
    for (let k = 0; k < pairs.length; k++) {
      this.findBetween(pairs[k]);
      if (contacts.count > 2 * settings.maxContacts) contacts.keepDeepest(settings.maxContacts);
    }
    if (contacts.count > settings.maxContacts) contacts.keepDeepest(settings.maxContacts);
    contacts.impulses.fill(0, 0, 3 * contacts.count);
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
    const { ownerA, ownerB, canTouch } = this.propertiesOf(pair);
    const isA = sleeps(ownerA);
    if (!canTouch || isA === sleeps(ownerB) || !sleep.wakesSleepers(isA ? b : a)) return;
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
    this.contacts.leftOut.pairs++;
    return false;
  }

  private readonly visit = (found: BodyPair): void => {
    const { visited, visits } = this;
    if (visits >= this.settings.maxPairs) {
      this.contacts.leftOut.pairs++;
      return;
    }
    const pair = this.settings.contactReuse > 0 && !found.isNear ? this.keepDistant(found) : found;
    if (visits === visited.length || visited[visits] !== pair) {
      visited[visits] = pair;
      this.isSorted = false;
    }
    this.visits++;
  };

  /** The pair of the last step, with what is known of it, or this new one. */
  private keepDistant(found: BodyPair): BodyPair {
    const key = found.a.id * stride + found.b.id;
    const pair = this.kept.get(key) ?? this.distant.get(key) ?? found;
    this.kept.set(key, pair);
    return pair;
  }

  /** Discards the contacts that would be reused: the next `find` searches all pairs again. */
  forget(): void {
    this.owner = {};
    this.distant.clear();
  }

  private propertiesOf(pair: BodyPair): PairProperties {
    const { known } = pair;
    if (known instanceof PairProperties && known.owner === this.owner) return known;
    const made = new PairProperties(pair, this.owners, this.settings, this.owner);
    pair.known = made;
    return made;
  }

  private findBetween(pair: BodyPair): void {
    const { contacts, settings } = this;
    const { a, b } = pair;
    const { ownerA, ownerB, memberA, memberB, canTouch, modelFriction, manifold } = this.propertiesOf(pair);
    if (!canTouch || sleeps(ownerA) || sleeps(ownerB)) return;
    const from = contacts.count;
    this.setReach(a, b);
    if (manifold) this.reuse(pair, manifold);
    else contacts.add(this.search.between(pair, this.query));
    const friction = contacts.count > from ? (settings.friction?.(a, b) ?? modelFriction) : 0;
    const restitution = contacts.count > from ? settings.restitution(a, b) : 0;
    const surface = contacts.count > from ? settings.surface(a, b, contacts.count - from) : null;
    for (let k = from; k < contacts.count; k++) {
      contacts.a[k] = a;
      contacts.b[k] = b;
      contacts.ownerA[k] = ownerA;
      contacts.ownerB[k] = ownerB;
      contacts.names[5 * k] = a.id;
      contacts.names[5 * k + 1] = b.id;
      contacts.pairs[2 * k] = memberA;
      contacts.pairs[2 * k + 1] = memberB;
      contacts.friction[k] = friction;
      contacts.restitution[k] = restitution;
      contacts.surface[k] = surface;
    }
  }

  /**
   * Adds the points of the last search, moved along with the bodies, or those of a new search if the bodies moved too far. The points of
   * fast bodies are searched in every step, since their search reaches farther.
   */
  private reuse(pair: BodyPair, manifold: PersistentManifold): void {
    const { contactReuse, allowedPenetration, margin } = this.settings;
    if (manifold.isApart(this.query.margin)) return;
    const isSlow = this.query.margin === margin;
    if (isSlow && manifold.follows(contactReuse, allowedPenetration)) {
      this.contacts.add(manifold.contacts, margin);
      return;
    }
    const found = this.search.between(pair, this.query);
    this.contacts.add(found);
    if (found.count === 0) manifold.part(this.search.clearance);
    else if (isSlow) manifold.take(found);
  }
}

/** Properties of a pair of bodies that stay the same while the two are near. */
class PairProperties {
  readonly ownerA: ShapeOwner | undefined;
  readonly ownerB: ShapeOwner | undefined;
  readonly memberA: number;
  readonly memberB: number;
  readonly canTouch: boolean;
  /** The models' friction coefficient, used if the options give none. */
  readonly modelFriction: number;
  /** Contacts that move along with the bodies. Null for links of articulated members: their contacts are searched in every step. */
  readonly manifold: PersistentManifold | null;

  constructor(
    { a, b }: BodyPair,
    owners: ReadonlyMap<Body, ShapeOwner>,
    settings: SimulatorSettings,
    /** Of the contact detection that made it. */
    readonly owner: object,
  ) {
    this.ownerA = owners.get(a);
    this.ownerB = owners.get(b);
    this.memberA = moverOf(this.ownerA);
    this.memberB = moverOf(this.ownerB);
    const canMove = isDynamic(this.ownerA) || isDynamic(this.ownerB);
    this.canTouch = canMove && mayTouch(this.ownerA, this.ownerB);
    this.modelFriction = frictionOf(this.ownerA, this.ownerB);
    const isReused = settings.contactReuse > 0 && isFree(this.ownerA) && isFree(this.ownerB);
    this.manifold = isReused ? new PersistentManifold(a, b, 4) : null;
  }
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
