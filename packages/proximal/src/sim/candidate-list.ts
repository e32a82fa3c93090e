// The pairs of bodies between which a step searches contacts, ordered by the ids of the bodies. The list of the last step is updated: pairs that
// are no longer near are dropped, and new pairs are merged in.

import { grown } from '../math/grown.ts';
import type { Body } from '../scene/body.ts';
import { BodyPair, stride } from '../scene/body-pair.ts';
import type { Scene } from '../scene/scene.ts';
import { byIds, CandidatePair, near } from './candidate-pair.ts';
import type { LookAhead } from './look-ahead.ts';
import type { ShapeOwner } from './member.ts';
import type { SimulatorSettings } from './options.ts';

export class CandidateList {
  /** The candidates, each once. */
  pairs: CandidatePair[] = [];
  /** For each candidate its `manifold`. */
  manifolds = new Int32Array(0);
  /** The number of near pairs that were left out because of `maxPairs`. A fast body whose distant pairs were not searched counts as one pair. */
  leftOut = 0;
  /** Incremented when `pairs` changes. */
  revision = 0;
  /** Candidates of this search that are not in `pairs`. */
  private readonly fresh: CandidatePair[] = [];
  /** The number of candidates of this search that are in `pairs`. */
  private foundAgain = 0;
  private visits = 0;
  /** Counts the searches. */
  private searches = 0;
  /** The search that made `pairs`. */
  private madeIn = 0;
  /**
   * Pairs beyond the scene's margin, which the scene does not keep: pairs of fast bodies, and pairs within a larger margin of the settings. The pairs
   * of the last search, and the pairs of this search.
   */
  private distantBefore = new Map<number, BodyPair>();
  private distantNow = new Map<number, BodyPair>();
  /** The scene whose near pairs at revision `nearRevision` are exactly `pairs`; null if there is none. */
  private nearPairsOf: Scene | null = null;
  private nearRevision = -1;
  /** A `BodyPair` stores its candidate, which is valid only if its `list` is this object. */
  private identity = {};

  constructor(
    private readonly owners: ReadonlyMap<Body, ShapeOwner>,
    private readonly settings: SimulatorSettings,
    private readonly poll: () => void,
    /** Called with each pair that enters the list: sets its `manifold`. */
    private readonly enter: (pair: CandidatePair) => void,
    /** Called with each pair that leaves the list: frees its `manifold`. */
    private readonly leave: (pair: CandidatePair) => void,
  ) {}

  /** Finds the near pairs of a scene, and for fast bodies the pairs within `LookAhead.rangeAround`. */
  find(scene: Scene, lookAhead: LookAhead): void {
    const { settings, fresh } = this;
    scene.update();
    if (this.isUnchanged(scene, lookAhead)) return;
    this.nearPairsOf = null;
    this.searches++;
    this.visits = 0;
    this.leftOut = 0;
    this.foundAgain = 0;
    fresh.length = 0;
    if (this.keepsNear(scene)) this.visitNew(scene);
    else this.visitAll(scene);
    this.leftOut += scene.bodyIndex.leftOut;
    for (const body of lookAhead.fast) {
      this.poll();
      if (this.visits < settings.maxPairs) scene.visitBeyond(body, lookAhead.rangeAround(body), this.visitDistant);
      else this.leftOut++;
    }
    [this.distantBefore, this.distantNow] = [this.distantNow, this.distantBefore];
    this.distantNow.clear();
    if (fresh.length > 0 || this.foundAgain < this.pairs.length) this.merge();
    this.madeIn = this.searches;
    const areNearPairs = settings.margin <= scene.margin && lookAhead.fast.length === 0 && this.leftOut === 0;
    this.nearPairsOf = areNearPairs ? scene : null;
    this.nearRevision = scene.bodyIndex.table.revision;
  }

  /** Whether the last search found exactly the near pairs of the scene, and these have not changed since. */
  private isUnchanged(scene: Scene, { fast }: LookAhead): boolean {
    const { table, leftOut } = scene.bodyIndex;
    return this.nearPairsOf === scene && fast.length === 0 && leftOut === 0 && this.nearRevision === table.revision;
  }

  /** Whether the candidates are all near pairs of the scene, apart from pairs of fast bodies. */
  private keepsNear({ margin, bodyIndex }: Scene): boolean {
    const { settings } = this;
    return settings.margin <= margin && bodyIndex.leftOut === 0 && bodyIndex.table.nearCount <= settings.maxPairs;
  }

  /** Visits the near pairs that are not listed yet. Pairs that are no longer near have been marked by `CandidatePair.leave`. */
  private visitNew({ bodyIndex }: Scene): void {
    const { table } = bodyIndex;
    if (table.listedBy !== this.identity) {
      this.unlist();
      table.listed.fill(0);
      table.listedBy = this.identity;
    }
    const { listed, nearCount } = table;
    this.visits = nearCount;
    this.foundAgain = nearCount;
    for (let row = 0; row < nearCount; row++) {
      if (listed[row] === 1) continue;
      listed[row] = 1;
      const candidate = this.candidateOf(bodyIndex.bodyPairAt(row));
      if (candidate.foundIn !== this.madeIn) {
        this.fresh.push(candidate);
        this.foundAgain--;
      }
      candidate.foundIn = near;
    }
  }

  /** Visits all pairs within the margin of the settings. */
  private visitAll(scene: Scene): void {
    const { table } = scene.bodyIndex;
    if (table.listedBy === this.identity) {
      this.unlist();
      table.listedBy = null;
    }
    scene.visitNear(this.settings.margin, this.visitNear);
  }

  /** Marks all candidates as found in the last search. */
  private unlist(): void {
    for (const candidate of this.pairs) if (candidate.foundIn === near) candidate.foundIn = this.madeIn;
  }

  /** Discards all candidates: the next search makes new candidates. */
  forget(): void {
    this.identity = {};
    this.nearPairsOf = null;
    this.distantBefore.clear();
  }

  private readonly visitNear = (pair: BodyPair): void => {
    if (pair.isNear) this.visit(pair);
    else this.visitDistant(pair.a, pair.b);
  };

  private visit(pair: BodyPair): void {
    if (!this.countVisit()) return;
    const candidate = this.candidateOf(pair);
    // The pair of two fast bodies is found twice.
    if (candidate.foundIn === this.searches) return;
    if (candidate.foundIn === this.madeIn) this.foundAgain++;
    else this.fresh.push(candidate);
    candidate.foundIn = this.searches;
  }

  /** Visits a pair that the scene does not store. With contact reuse, the pair object of the last step is used again, with its warm starts. */
  private readonly visitDistant = (a: Body, b: Body): void => {
    const key = a.id * stride + b.id;
    const old = this.settings.contactReuse > 0 ? this.distantBefore.get(key) : undefined;
    const pair = this.distantNow.get(key) ?? old ?? new BodyPair(a, b, false);
    this.distantNow.set(key, pair);
    this.visit(pair);
  };

  /** Counts a visit, or, after `maxPairs` visits, a pair that is left out. @returns false if the pair is left out */
  private countVisit(): boolean {
    if (this.visits >= this.settings.maxPairs) {
      this.leftOut++;
      return false;
    }
    this.visits++;
    return true;
  }

  private candidateOf(pair: BodyPair): CandidatePair {
    const { simulatorData } = pair;
    if (simulatorData instanceof CandidatePair && simulatorData.list === this.identity) return simulatorData;
    const candidate = new CandidatePair(pair, this.owners, this.identity);
    pair.simulatorData = candidate;
    return candidate;
  }

  /** Drops the pairs that were not found, and inserts the new pairs. If several new pairs have the same bodies, only the first is inserted. */
  private merge(): void {
    const { pairs, fresh, searches } = this;
    fresh.sort(byIds);
    const merged: CandidatePair[] = [];
    let next = 0;
    for (const candidate of pairs) {
      if (candidate.foundIn !== searches && candidate.foundIn !== near) {
        this.leave(candidate);
        continue;
      }
      while (next < fresh.length && byIds(fresh[next], candidate) < 0) this.insert(merged, fresh[next++]);
      this.append(merged, candidate);
    }
    while (next < fresh.length) this.insert(merged, fresh[next++]);
    this.pairs = merged;
    this.revision++;
  }

  private insert(merged: CandidatePair[], candidate: CandidatePair): void {
    if (merged.length > 0 && byIds(merged[merged.length - 1], candidate) === 0) return;
    this.enter(candidate);
    this.append(merged, candidate);
  }

  private append(merged: CandidatePair[], candidate: CandidatePair): void {
    if (merged.length === this.manifolds.length) this.manifolds = grown(this.manifolds, 2 * merged.length + 64);
    this.manifolds[merged.length] = candidate.manifold;
    merged.push(candidate);
  }
}
