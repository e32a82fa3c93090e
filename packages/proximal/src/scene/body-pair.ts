import { GUESS_DIRECTION } from '../engine/layout.ts';
import { ManifoldPair } from '../engine/manifold-layout.ts';
import { Pair } from '../proximity/pair.ts';
import { type PenetrationSettings, readPenetrationSettings } from '../proximity/penetration-options.ts';
import type { Subject } from '../proximity/query.ts';
import { createResult, type DistanceResult } from '../proximity/result.ts';
import type { Shape } from '../shapes/shape.ts';
import type { Body } from './body.ts';
import { DepthBound } from './deep-overlap.ts';
import { distanceByTree, nearestByGrid, partsCollide } from './nearest-parts.ts';
import { TreeStart } from './nonconvex/mesh-search.ts';
import { signedPartDistance } from './part-distance.ts';
import { forEachPartPair, partOf } from './part-pairs.ts';
import type { Volume } from './volume.ts';

/** The signed distance of two bodies. */
export interface BodyDistance {
  readonly a: Body;
  readonly b: Body;
  /** Indices of the parts that are nearest or overlap deepest; 0 for a convex body. */
  readonly partA: number;
  readonly partB: number;
  /** The signed distance, in meters. For overlapping bodies it is minus the depth of the deepest pair of parts. */
  readonly distance: number;
  /** Whether the distance is at most the margin of the query. */
  readonly collides: boolean;
  /**
   * Whether `distance` is the depth of a single pair of parts, so that moving by it need not separate the bodies. True for overlaps with
   * triangle meshes and height fields, and for overlaps of several parts.
   */
  readonly local: boolean;
  /** The result for the two parts, with its proof. Overwritten by the next query of the pair. */
  readonly result: DistanceResult;
}

/** The body nearest to a given one. */
export interface NearestBody extends BodyDistance {
  /** The body that is not the given one: `a` or `b`. */
  readonly other: Body;
}

/** The settings of penetration depths. All pairs share them, so the kernel's settings are rarely rewritten. */
export function depthSettings(certified: boolean): PenetrationSettings {
  settings[Number(certified)] ??= readPenetrationSettings('Pair.setPenetration', { certified }, true);
  return settings[Number(certified)];
}

const settings: PenetrationSettings[] = [];

interface PartPair {
  readonly pair: Pair;
  /** The number of the last query that used the pair. */
  usedIn: number;
}

/** Larger than any part index. */
export const stride = 2 ** 26;

/**
 * Two bodies, where `a` has the lower id, and the warm starts of their queries. The scene keeps a pair while the boxes of its
 * bodies are near. When they separate, or a shape changes, the pair is dropped; a new one is made when they come near again.
 * Pairs found beyond the scene's margin are not kept.
 * @example
 * ```ts
 * for (const pair of scene.pairs()) console.log(pair.a.name, pair.b.name, pair.distance().distance);
 * ```
 */
export class BodyPair {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'BodyPair';

  /** The geometries that the warm starts belong to. */
  private volumeA: Volume;
  private volumeB: Volume;
  private convexPair: Pair | null = null;
  /** Warm starts by the indices of the two parts. Warm starts that a query did not use are dropped. */
  private parts: Map<number, PartPair> | null = null;
  private queries = 0;
  /** The number of `parts` that the last query has used. */
  private used = 0;
  /** The warm start of searches in trees of triangles, made by the first one. */
  private madeTreeStart: TreeStart | null = null;
  private madeDepthBound: DepthBound | null = null;
  private treeResult: DistanceResult | null = null;
  /** The pairs whose depths are not certified. */
  private uncertified: WeakSet<Pair> | null = null;
  /** The pairs whose growth distances are computed to full precision. */
  private sharp: WeakSet<Pair> | null = null;
  private isResumed = false;
  /** The warm start of batches while there is no `Pair`: a direction, and whether the last query found an overlap. */
  private readonly start = { isKnown: false, hasOverlapped: false, x: 0, y: 0, z: 0 };
  /** Data that a simulator attaches to the pair; `leave` is called when the pair is no longer near. @internal */
  simulatorData: { leave(): void } | null = null;

  /** @internal */
  constructor(
    readonly a: Body,
    readonly b: Body,
    /** Whether the scene keeps the pair. */
    private isKept: boolean,
  ) {
    this.volumeA = a.volume;
    this.volumeB = b.volume;
  }

  /**
   * Whether the scene keeps the pair: false after the bodies separated, or one was removed or got another shape, and always for
   * pairs beyond the scene's margin. Queries of such a pair still work.
   */
  get isNear(): boolean {
    return this.isKept && this.a.scene !== null && this.b.scene !== null;
  }

  /** The warm-started pair of the two shapes; null unless both bodies are convex. */
  get pair(): Pair | null {
    const { volume: va } = this.a;
    const { volume: vb } = this.b;
    if (va.assembly || vb.assembly) return null;
    this.dropStale();
    this.convexPair ??= this.makePair(va.bounds, vb.bounds);
    return this.convexPair;
  }

  /** The pair of two convex bodies, with the warm start of batches. */
  private makePair(a: Shape, b: Shape): Pair {
    const pair = new Pair(a, b);
    const { isKnown, hasOverlapped, x, y, z } = this.start;
    if (!isKnown) return pair;
    this.certify(pair, false);
    startFrom(pair.penetrationSubject, hasOverlapped, x, y, z);
    return pair;
  }

  /**
   * Writes to a row of a batch the warm start of an uncertified signed distance.
   * @param part the pair of two parts; null for two convex bodies
   * @internal
   */
  readStart(part: Pair | null, f64: Float64Array, i32: Int32Array, at: number): void {
    if (!part) this.dropStale();
    const { start } = this;
    const pair = part ?? this.convexPair;
    if (pair) this.certify(pair, false);
    const memory = pair?.penetrationSubject.memory;
    const hasOverlapped = pair ? pair.penetrationSubject.hasOverlapped : start.hasOverlapped;
    ManifoldPair.setHasOverlapped(i32, at, hasOverlapped ? 1 : 0);
    ManifoldPair.setDirection(f64, at, 0, memory ? memory[0] : start.x);
    ManifoldPair.setDirection(f64, at, 1, memory ? memory[1] : start.y);
    ManifoldPair.setDirection(f64, at, 2, memory ? memory[2] : start.z);
  }

  /** Stores the warm start that a batch has left in its row. @internal */
  keepStart(part: Pair | null, f64: Float64Array, i32: Int32Array, at: number): void {
    const hasOverlapped = ManifoldPair.hasOverlapped(i32, at) === 1;
    const x = ManifoldPair.direction(f64, at, 0);
    const y = ManifoldPair.direction(f64, at, 1);
    const z = ManifoldPair.direction(f64, at, 2);
    const pair = part ?? this.convexPair;
    if (pair) startFrom(pair.penetrationSubject, hasOverlapped, x, y, z);
    else this.setStart(true, hasOverlapped, x, y, z);
  }

  private setStart(isKnown: boolean, hasOverlapped: boolean, x: number, y: number, z: number): void {
    const { start } = this;
    start.isKnown = isKnown;
    start.hasOverlapped = hasOverlapped;
    start.x = x;
    start.y = y;
    start.z = z;
  }

  /** The signed distance of the two bodies at their current poses. `collides` is true if the distance is at most `margin`. */
  distance(margin = 0): BodyDistance {
    // Without a limit the result is never null.
    return this.distanceUpTo(Infinity, margin) as BodyDistance;
  }

  /** The signed distance, or null if it is proven to exceed `upTo`. @internal */
  distanceUpTo(upTo: number, margin: number): BodyDistance | null {
    const { a, b, pair } = this;
    if (pair) {
      const result = pair.signedDistance(a.current, b.current);
      return result.distance > upTo ? null : this.distanceOf(0, 0, result, margin);
    }
    return this.nearestParts(upTo, margin);
  }

  /** Whether the bodies are within `margin` of each other at their current poses. */
  collide(margin = 0): boolean {
    this.dropStale();
    return partsCollide(this.a, this.b, margin, this.treeStart);
  }

  /** Marks the bodies as no longer near, and drops the warm starts. @internal */
  forget(): void {
    this.isKept = false;
    this.simulatorData?.leave();
    this.dropWarmStarts();
  }

  /** Drops the warm starts. @internal */
  dropWarmStarts(): void {
    this.convexPair = null;
    this.setStart(false, false, 0, 0, 0);
    this.parts = null;
    this.used = 0;
    this.madeTreeStart?.forget();
    this.madeDepthBound?.forget();
  }

  /** The bound of the depth of two surfaces, from an earlier search for their contacts. @internal */
  get depthBound(): DepthBound {
    this.dropStale();
    this.madeDepthBound ??= new DepthBound();
    return this.madeDepthBound;
  }

  private get treeStart(): TreeStart {
    this.madeTreeStart ??= new TreeStart();
    return this.madeTreeStart;
  }

  /** Drops the warm starts if a body's shape has changed. */
  private dropStale(): void {
    const { volume: va } = this.a;
    const { volume: vb } = this.b;
    if (va === this.volumeA && vb === this.volumeB) return;
    this.volumeA = va;
    this.volumeB = vb;
    this.dropWarmStarts();
  }

  /** Starts a query of parts: see `partPair`. @internal */
  begin(): void {
    this.queries++;
    this.used = 0;
  }

  /** The warm-started pair of two parts. @internal */
  partPair(partA: number, partB: number): Pair {
    const key = partA * stride + partB;
    this.dropStale();
    this.parts ??= new Map();
    let entry = this.parts.get(key);
    if (!entry) {
      const [a, b] = [partOf(this.a, partA), partOf(this.b, partB)];
      entry = { pair: new Pair(a.shape, b.shape), usedIn: 0 };
      this.parts.set(key, entry);
    }
    if (entry.usedIn !== this.queries) this.used++;
    entry.usedIn = this.queries;
    return entry.pair;
  }

  /** Sets whether a pair of parts certifies its depths. @internal */
  certify(pair: Pair, certified: boolean): void {
    // Setting it again would drop the warm start.
    if (certified === !this.uncertified?.has(pair)) return;
    pair.usePenetration(depthSettings(certified));
    this.uncertified ??= new WeakSet();
    if (certified) this.uncertified.delete(pair);
    else this.uncertified.add(pair);
  }

  /**
   * Sets the pair to compute growth distances to full precision, because the error of a normal is the square root of the tolerance.
   * @internal
   */
  sharpened(pair: Pair): Pair {
    if (this.sharp?.has(pair)) return pair;
    pair.setGrowth({ tolerance: 1e-14 });
    this.sharp ??= new WeakSet();
    this.sharp.add(pair);
    return pair;
  }

  /** Calls `visit` with this object, every warm-started pair, the key of its parts, and `to`. @internal */
  visitWarm<To>(visit: (of: BodyPair, key: number, pair: Pair, to: To) => void, to: To): void {
    const pair = this.start.isKnown ? this.pair : this.convexPair;
    if (pair) visit(this, 0, pair, to);
    if (this.parts) for (const [key, { pair }] of this.parts) visit(this, key, pair, to);
  }

  /** Whether a pair of parts certifies its depths. @internal */
  isCertified(pair: Pair): boolean {
    return !this.uncertified?.has(pair);
  }

  /** Begins to restore warm starts. `endResume` drops the warm starts if `resume` was not called in between. @internal */
  beginResume(): void {
    this.parts = null;
    this.isResumed = false;
  }

  /** The pair of two parts, whose warm start the caller restores. @internal */
  resume(partA: number, partB: number, certified: boolean, isSharp: boolean): Pair {
    const pair = this.pair ?? this.partPair(partA, partB);
    this.isResumed = true;
    this.certify(pair, certified);
    return isSharp ? this.sharpened(pair) : pair;
  }

  /** @internal */
  endResume(): void {
    if (!this.isResumed) this.dropWarmStarts();
  }

  /** Drops the warm starts that the query has not used. @internal */
  end(): void {
    const { parts } = this;
    if (!parts || this.used === parts.size) return;
    for (const [key, { usedIn }] of parts) if (usedIn !== this.queries) parts.delete(key);
  }

  /** The distance of two bodies at least one of which is an assembly; null if it is proven to exceed `upTo`. */
  private nearestParts(upTo: number, margin: number): BodyDistance | null {
    const { a, b } = this;
    this.dropStale();
    this.treeResult ??= createResult();
    const parts = distanceByTree(a, b, upTo, this.treeStart, this.treeResult);
    if (parts === undefined) return this.nearestOfAll(upTo, margin);
    if (!parts || this.treeResult.distance > upTo) return null;
    const found = this.distanceOf(...parts, this.treeResult, margin);
    return found.distance < 0 ? { ...found, local: true } : found;
  }

  /** `nearestParts` without a tree of triangles: the nearest of all near parts, or the deepest if any overlap. */
  private nearestOfAll(upTo: number, margin: number): BodyDistance | null {
    const { a, b } = this;
    const { assembly: ofA } = a.volume;
    const { assembly: ofB } = b.volume;
    let best: BodyDistance | null = null;
    let least = upTo;
    let overlaps = 0;
    this.begin();
    const query = (partA: number, partB: number): number => {
      const pair = this.partPair(partA, partB);
      const result = signedPartDistance(pair, a, partA, b, partB);
      if (result.status === 'overlapping') overlaps++;
      if (result.distance <= least) {
        least = result.distance;
        best = this.distanceOf(partA, partB, result, margin);
      }
      return result.distance;
    };
    const queryAll = (maxDistance: number): void => {
      // All candidates are visited again, so the count restarts.
      overlaps = 0;
      forEachPartPair(a, b, maxDistance, query);
    };
    const nearest = nearestByGrid(a, b, upTo);
    if (nearest) {
      // If the nearest parts are apart, they are the answer; otherwise the deepest of all overlapping parts is.
      if (!(query(...nearest) > 0)) queryAll(0);
    } else if (nearest === undefined) {
      // The distance of any two parts bounds the search.
      queryAll(Math.max(0, upTo === Infinity ? query(0, 0) : upTo));
    }
    this.end();
    const found = best as BodyDistance | null;
    if (!found || found.distance >= 0) return found;
    const isLocal = overlaps > 1 || (ofA?.isLocal ?? false) || (ofB?.isLocal ?? false);
    return { ...found, local: isLocal };
  }

  private distanceOf(partA: number, partB: number, result: DistanceResult, margin: number): BodyDistance {
    const { a, b } = this;
    const { distance } = result;
    return { a, b, partA, partB, distance, collides: distance <= margin, local: false, result };
  }
}

/** Sets the normal of the last penetration query, from which the next one starts. */
function startFrom(subject: Subject, hasOverlapped: boolean, x: number, y: number, z: number): void {
  const { memory, separation } = subject;
  if (!memory) return;
  memory[0] = x;
  memory[1] = y;
  memory[2] = z;
  separation[0] = x;
  separation[1] = y;
  separation[2] = z;
  subject.guessKind = GUESS_DIRECTION;
  subject.hasOverlapped = hasOverlapped;
}
