// Detection of a step's contacts: near pairs of bodies from the broad phase, and the contacts of each pair, in three passes. The first
// decides for each pair whether its contacts are reused or searched. The second searches the contacts of the pairs that a batch in the kernel
// supports (`isBatchable`). The third searches the contacts of the other pairs, and copies all contacts to the contact set, in the order of the
// pairs.
import { createResult } from '../proximity/result.ts';
import type { Body } from '../scene/body.ts';
import * as Row from '../scene/contact-row.ts';
import { ContactSearch, type ContactSettings } from '../scene/contact-search.ts';
import { ManifoldBatch } from '../scene/manifold-batch.ts';
import type { Scene } from '../scene/scene.ts';
import { Seams } from '../scene/seams.ts';
import { CandidateList } from './candidate-list.ts';
import { type CandidatePair, unstored, untouchable } from './candidate-pair.ts';
import { ContactSet } from './contact-set.ts';
import { LookAhead } from './look-ahead.ts';
import type { ShapeOwner } from './member.ts';
import type { SimulatorSettings } from './options.ts';
import type { CommonLaw } from './pair-law.ts';
import { maxPoints, PersistentManifolds } from './persistent-manifold.ts';
import { type Sleep, sleeps } from './sleep.ts';

// The source of a pair's contacts.
/** The pair has no contacts. */
const noContacts = 0;
/** Contacts of an earlier step, moved with the bodies. */
const reused = 1;
/** The batch in the kernel. */
const batched = 2;
/** A search of this pair alone. */
const searched = 3;

export class ContactDetection {
  /** The contacts of the last call of `find`. */
  readonly contacts = new ContactSet();
  private readonly candidates: CandidateList;
  /** The candidates with a body that may move; valid while `sleep.revision` and `candidates.revision` equal the next two fields. */
  private watched: readonly CandidatePair[] = [];
  private revision = -1;
  private listRevision = -1;
  /** The number of pairs of parts whose contacts were searched in this step. */
  private searches = 0;
  /** The query options of the current pair. */
  private readonly query: { -readonly [Field in keyof Required<ContactSettings>]: Required<ContactSettings>[Field] };
  private readonly search = new ContactSearch(createResult());
  private readonly lookAhead: LookAhead;
  private readonly seams: Seams;
  /** The pairs of this step. */
  private pairs: readonly CandidatePair[] = [];
  /** The static surfaces near each body that may move, listed when the first contacts with such a surface are searched, for one list of pairs. */
  private readonly surfacesAround = new Map<Body, Body[]>();
  /** The pairs of the step in which these surfaces were listed. */
  private pairsOfSurfaces: readonly CandidatePair[] | null = null;
  private readonly manifolds = new PersistentManifolds();
  private readonly batch = new ManifoldBatch();
  /** For each pair the source of its contacts. */
  private sources = new Uint8Array(0);
  /** For each pair the index of its first contact among the reused contacts, or of its first row in the batch. */
  private firsts = new Int32Array(0);
  /** For each pair the number of its reused contacts, or of its rows in the batch, one for each pair of parts. */
  private spans = new Int32Array(0);
  /** For each pair its `manifold`. */
  private stored = new Int32Array(0);
  /** The law of all contacts in this step, if it does not depend on the bodies. */
  private law: CommonLaw | null = null;

  constructor(
    owners: ReadonlyMap<Body, ShapeOwner>,
    private readonly settings: SimulatorSettings,
    /** Called for each pair of parts; may throw. */
    private readonly poll: () => void = () => {},
    private readonly sleep: Sleep | null = null,
  ) {
    const { margin, collision } = settings;
    const byGrowth = collision === 'growth';
    const mayConsider = (): boolean => this.mayConsider();
    this.query = {
      margin,
      upTo: margin,
      maxPoints: maxPoints,
      certified: false,
      byGrowth,
      merged: true,
      ahead: 0,
      seams: null,
      mayConsider,
    };
    this.seams = new Seams(settings.allowedPenetration);
    this.lookAhead = new LookAhead(owners, settings);
    const enter = (pair: CandidatePair): void => this.openManifold(pair);
    this.candidates = new CandidateList(owners, settings, poll, enter, (pair) => this.closeManifold(pair));
  }

  /** Finds all contacts between bodies that may touch, of which at least one can move. They are ordered by bodies, then by parts. */
  find(scene: Scene): void {
    const { contacts, settings, candidates, lookAhead } = this;
    contacts.clear();
    this.searches = 0;
    contacts.leftOut.contacts = 0;
    lookAhead.measure();
    candidates.find(scene, lookAhead);
    contacts.leftOut.pairs = candidates.leftOut;
    const hasSleepers = this.sleep?.hasSleepers ?? false;
    const pairs = this.sleep && hasSleepers ? this.watchedPairs(this.sleep) : candidates.pairs;
    const { store } = scene.bodyIndex;
    this.manifolds.begin(store.poses);
    this.pairs = pairs;
    this.law = settings.commonLaw();
    this.plan(pairs, hasSleepers);
    this.batch.run(store, this.poll);
    for (let k = 0; k < pairs.length; k++) {
      this.addContacts(pairs[k], k);
      if (contacts.count > 2 * settings.maxContacts) contacts.keepDeepest(settings.maxContacts);
    }
    if (contacts.count > settings.maxContacts) contacts.keepDeepest(settings.maxContacts);
    contacts.impulses.fill(0, 0, 3 * contacts.count);
  }

  /** Wakes the sleeping bodies that a moving body touches, and returns the pairs with at least one body that may move. */
  private watchedPairs(sleep: Sleep): readonly CandidatePair[] {
    const { pairs, revision } = this.candidates;
    for (;;) {
      if (this.revision !== sleep.revision || this.listRevision !== revision)
        this.watched = pairs.filter(({ a, b }) => sleep.isWatched(a) || sleep.isWatched(b));
      this.revision = sleep.revision;
      this.listRevision = revision;
      for (const pair of this.watched) this.wakeBetween(pair, sleep);
      if (this.revision === sleep.revision) return this.watched;
    }
  }

  /** Wakes a sleeping body if a body that is awake touches it. */
  private wakeBetween({ pair, a, b, ownerA, ownerB, canTouch }: CandidatePair, sleep: Sleep): void {
    const doesASleep = sleeps(ownerA);
    if (!canTouch || doesASleep === sleeps(ownerB) || !sleep.wakesSleepers(doesASleep ? b : a)) return;
    this.setSearchRange(a, b);
    this.query.seams = null;
    const sleeper = doesASleep ? ownerA : ownerB;
    if (sleeper && this.search.between(pair, this.query).count > 0) sleep.wake(sleeper.member);
  }

  /** Sets the distance within which the next search finds contacts. */
  private setSearchRange(a: Body, b: Body): void {
    const range = this.lookAhead.rangeOf(a, b);
    this.query.margin = range;
    this.query.upTo = range;
    this.query.ahead = this.lookAhead.travelOf(a) + this.lookAhead.travelOf(b);
  }

  private listSurfaces(): void {
    const { surfacesAround } = this;
    this.pairsOfSurfaces = this.pairs;
    surfacesAround.clear();
    for (const pair of this.pairs) {
      const { mover, surface } = pair;
      if (!mover || !surface || !pair.canTouch) continue;
      const surfaces = surfacesAround.get(mover);
      if (surfaces) surfaces.push(surface);
      else surfacesAround.set(mover, [surface]);
    }
  }

  /** Sets the surfaces that may continue the surface of a pair. */
  private setSeams({ mover }: CandidatePair): void {
    if (mover && this.pairsOfSurfaces !== this.pairs) this.listSurfaces();
    const surfaces = mover ? this.surfacesAround.get(mover) : undefined;
    this.query.seams = surfaces && surfaces.length > 1 ? this.seams : null;
    this.seams.surfaces = surfaces ?? [];
  }

  private mayConsider(): boolean {
    this.poll();
    if (++this.searches <= this.settings.maxPairs) return true;
    this.contacts.leftOut.pairs++;
    return false;
  }

  /** Discards the contacts that would be reused: the next `find` searches all pairs again. */
  forget(): void {
    this.candidates.forget();
  }

  private openManifold(candidate: CandidatePair): void {
    const { canTouch, isReusable } = candidate;
    if (!canTouch) candidate.manifold = untouchable;
    else if (isReusable && this.settings.contactReuse > 0) candidate.manifold = this.manifolds.open(candidate);
  }

  private closeManifold(candidate: CandidatePair): void {
    if (candidate.manifold >= 0) this.manifolds.close(candidate.manifold);
    candidate.manifold = unstored;
  }

  /**
   * Decides the source of each pair's contacts, moves the reused contacts, and collects the pairs of the batch. Contacts are searched again if the
   * bodies have moved too far since the last search. Contacts of fast bodies are never reused, because their search range is larger than the margin.
   * Pairs that are proven to be farther apart than their search range have no contacts.
   */
  private plan(pairs: readonly CandidatePair[], hasSleepers: boolean): void {
    this.batch.clear();
    if (pairs.length > this.sources.length) {
      this.sources = new Uint8Array(2 * pairs.length);
      this.firsts = new Int32Array(2 * pairs.length);
      this.spans = new Int32Array(2 * pairs.length);
      this.stored = new Int32Array(2 * pairs.length);
    }
    const { sources } = this;
    const rows = this.candidates.manifolds;
    for (let k = 0; k < pairs.length; k++) {
      // Most pairs are decided by the manifold alone.
      const row = hasSleepers ? pairs[k].manifold : rows[k];
      this.stored[k] = row;
      if (row === untouchable || (hasSleepers && isAsleep(pairs[k]))) sources[k] = noContacts;
      else sources[k] = row >= 0 ? this.planReuse(row, k) : searched;
      if (sources[k] === searched) sources[k] = this.planSearch(pairs[k], k);
    }
  }

  private planReuse(row: number, k: number): number {
    const { manifolds, settings } = this;
    const range = this.lookAhead.rangeBetween(manifolds.slotOfA(row), manifolds.slotOfB(row));
    if (manifolds.isApart(row, range)) return noContacts;
    if (range !== settings.margin) return searched;
    const first = manifolds.moved.count;
    if (!manifolds.moveContacts(row, settings.contactReuse, settings.allowedPenetration)) return searched;
    this.firsts[k] = first;
    this.spans[k] = manifolds.moved.count - first;
    return reused;
  }

  private planSearch(candidate: CandidatePair, k: number): number {
    const { batch, firsts, spans, lookAhead } = this;
    if (!candidate.isBatchable || this.settings.collision === 'growth') return searched;
    firsts[k] = batch.count;
    batch.add(candidate.pair, lookAhead.rangeOf(candidate.a, candidate.b), this.query.mayConsider);
    spans[k] = batch.count - firsts[k];
    return batched;
  }

  /** Adds the contacts of pair `k` to the set. */
  private addContacts(candidate: CandidatePair, k: number): void {
    const source = this.sources[k];
    if (source === noContacts) return;
    const { contacts, manifolds, settings } = this;
    const from = contacts.count;
    if (source === reused) {
      const first = Row.SIZE * this.firsts[k];
      contacts.add(manifolds.moved.rows, first, this.spans[k], settings.margin);
    } else if (source !== batched || !this.addBatched(this.stored[k], this.firsts[k], this.firsts[k] + this.spans[k])) {
      this.setSearchRange(candidate.a, candidate.b);
      this.setSeams(candidate);
      const { rows, count } = this.search.between(candidate.pair, this.query);
      contacts.add(rows, 0, count);
      this.storeContacts(this.stored[k], rows, 0, count, this.search.clearance);
    }
    if (contacts.count > from) this.describe(candidate, this.stored[k], from);
  }

  /** Adds the contacts of a pair's rows in the batch. @returns false if its poses are invalid */
  private addBatched(manifold: number, from: number, to: number): boolean {
    const { contacts, batch, manifolds } = this;
    const { contactRows } = batch;
    const before = contacts.count;
    for (let k = from; k < to; k++) if (batch.contactCountOf(k) < 0) return false;
    for (let k = from; k < to; k++) contacts.add(contactRows, batch.firstRowOf(k), batch.contactCountOf(k));
    if (manifold < 0) return true;
    const clearance = from < to && manifolds.isConvex(manifold) ? batch.lowerOf(from) : -Infinity;
    this.storeContacts(manifold, contactRows, batch.firstRowOf(from), contacts.count - before, clearance);
    return true;
  }

  /** Stores the contacts of a search for the next steps. @param row negative if the pair has no manifold */
  private storeContacts(row: number, rows: Float64Array, first: number, count: number, clearance: number): void {
    const { manifolds, lookAhead, settings } = this;
    if (row < 0) return;
    if (count === 0) manifolds.storeSeparation(row, clearance);
    else if (lookAhead.rangeBetween(manifolds.slotOfA(row), manifolds.slotOfB(row)) === settings.margin)
      manifolds.storeContacts(row, rows, first, count);
  }

  /** Writes the bodies and the coefficients of the contact law of all contacts from index `from` on. */
  private describe(candidate: CandidatePair, manifold: number, from: number): void {
    const { contacts, settings, manifolds, law } = this;
    // The data of a manifold are in the processor cache, while those of the bodies may not be.
    if (law !== null && manifold >= 0 && manifolds.describe(manifold, contacts, from, law)) {
      for (let k = from; k < contacts.count; k++) {
        contacts.bodies[k] = candidate;
        contacts.surface[k] = null;
      }
      return;
    }
    const { a, b, idA, idB, moverA, moverB } = candidate;
    const size = Math.min(a.volume.radius, b.volume.radius);
    const friction = settings.friction?.(a, b) ?? candidate.modelFriction;
    const restitution = settings.restitution(a, b);
    const surface = settings.surface(a, b, contacts.count - from, candidate.modelTorques);
    for (let k = from; k < contacts.count; k++) {
      contacts.bodies[k] = candidate;
      contacts.keys[5 * k] = idA;
      contacts.keys[5 * k + 1] = idB;
      contacts.pairs[2 * k] = moverA;
      contacts.pairs[2 * k + 1] = moverB;
      contacts.sizes[k] = size;
      contacts.friction[k] = friction;
      contacts.restitution[k] = restitution;
      contacts.surface[k] = surface;
    }
  }
}

/** Whether one of the bodies sleeps. */
function isAsleep({ ownerA, ownerB }: CandidatePair): boolean {
  return sleeps(ownerA) || sleeps(ownerB);
}
