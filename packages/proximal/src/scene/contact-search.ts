// Finds the contacts of two bodies: one manifold for each pair of convex parts within `upTo` of each other, or the contacts of two surfaces; and
// contacts with planes of triangles that a body may reach in the next step. All arrays are reused from pair to pair.

import { SlotList } from '../broad/slot-list.ts';
import type { SignedMeasure } from '../proximity/penetration.ts';
import type { Body } from './body.ts';
import type { BodyPair } from './body-pair.ts';
import { ContactBuffer } from './contact-buffer.ts';
import * as Row from './contact-row.ts';
import { type ContactMeasure, canGrow, growthContact } from './growth-contact.ts';
import { Surface } from './nonconvex/surface.ts';
import { NearParts, PosedPart } from './part-pairs.ts';
import { aheadId, PatchFinder } from './patch/manifold.ts';
import { isCoplanar, mergeCoplanar, reducePatches } from './patch/merge.ts';
import type { Seams } from './seams.ts';
import { isSurfaceTo, SurfaceContact } from './surface-contact.ts';
import { isSurfacePair, SurfacePair } from './surface-pair.ts';

export interface ContactSettings {
  /** Points of a manifold with a larger gap are left out, in meters. */
  readonly margin: number;
  /** Two parts have a manifold if their distance is at most this, in meters. At most `margin`. */
  readonly upTo: number;
  readonly maxPoints: number;
  readonly certified: boolean;
  /** Whether normals and gaps come from the growth distance, for parts that have one. */
  readonly byGrowth?: boolean;
  /**
   * Whether `maxPoints` applies to all coplanar triangles together, and to all parts of an assembly on a half-space together, instead
   * of to each pair of parts.
   */
  readonly merged?: boolean;
  /**
   * The look-ahead distance of speculative contacts, in meters: the distance that the bodies may move in a step. With `merged`, planes of
   * triangles within it get a contact. Default 0.
   */
  readonly ahead?: number;
  /** The places where one static surface continues another; null if there are none. */
  readonly seams?: Seams | null;
  /** Called before two parts are considered; if it returns false, the two parts are excluded. */
  readonly mayConsider?: () => boolean;
}

/** The plane of a triangle is ahead of a part, not in contact with it, if their distance exceeds this times the smaller body's bounding radius. */
const minRelativeGapAhead = 1e-6;

/**
 * For parts on a half-space, and for two surfaces, the offset tolerance of coplanar contacts is larger by this factor, because a body at rest is
 * tilted by the solver's tolerance.
 */
const tiltFactor = 1000;

/** Gaps of two surfaces that differ by less than this times the smaller body's bounding radius count as equal: faces that rest on each other. */
const equalGap = 1e-6;

/** The fraction of the search range that simulations use for two surfaces at rest: 5 mm with the default margin of 20 mm. */
const restingFraction = 0.25;

const always = (): boolean => true;

/** Whether a body is a half-space and the other an assembly, whose parts all touch it in one plane. */
function isPlaneTo({ volume }: Body, other: Body): boolean {
  return !volume.bounds.isBounded && other.volume.assembly !== null;
}

/** The field of a contact row with the index of the part that lies on a surface; null if the body of this part is convex. */
function partOfOther(isOnA: boolean, { volume }: Body): number | null {
  if (!volume.assembly) return null;
  return isOnA ? Row.PART_B : Row.PART_A;
}

/** Whether the distance field of one of the bodies proves that no two of their parts are within `maxDistance` of each other. */
function isClearOf(a: Body, b: Body, maxDistance: number): boolean {
  return (
    (a.volume.filter?.isClear(a.current, b, maxDistance) ?? false) ||
    (b.volume.filter?.isClear(b.current, a, maxDistance) ?? false)
  );
}

/** Not reentrant: support functions and `mayConsider` that search for other contacts need another instance. */
export class ContactSearch {
  private readonly found = new ContactBuffer();
  private readonly finder = new PatchFinder();
  private readonly nearParts = new NearParts();
  private readonly surfacePair = new SurfacePair();
  private readonly surfaceContact = new SurfaceContact();
  private readonly p = new PosedPart();
  private readonly q = new PosedPart();
  /** Pairs of near parts without a manifold, two part indices each: their planes may be ahead. */
  private readonly unmatched = new SlotList();
  private pair!: BodyPair;
  private settings!: ContactSettings;
  /** After a search that measured the distance of two convex bodies: a lower bound of it, in meters. Otherwise −∞. */
  clearance = -Infinity;

  /** @param measured receives the signed distance of convex parts, without its proof; if null, the result of their `Pair` receives it */
  constructor(private readonly measured: SignedMeasure | null = null) {}

  /** The contacts of two bodies, in the order of their parts. The buffer is valid until the next search. */
  between(pair: BodyPair, settings: ContactSettings): ContactBuffer {
    const { found, unmatched } = this;
    const { a, b } = pair;
    this.pair = pair;
    this.settings = settings;
    found.count = 0;
    this.clearance = -Infinity;
    unmatched.clear();
    pair.begin();
    const areSurfaces = isSurfacePair(a, b);
    const { seams = null, mayConsider = always } = settings;
    if (areSurfaces) {
      const bound = settings.merged ? pair.depthBound : null;
      this.surfacePair.find(a, b, this.maxSurfaceGap(), bound, seams, mayConsider, found);
    } else if (!isClearOf(a, b, settings.upTo)) this.nearParts.forEachPair(a, b, settings.upTo, this.consider);
    pair.end();
    const isPlane = isPlaneTo(a, b) || isPlaneTo(b, a);
    const isOnA = isPlane ? a.volume.assembly !== null : a.volume.assembly instanceof Surface;
    const isOnB = b.volume.assembly instanceof Surface;
    const size = Math.min(a.volume.bounds.boundingRadius, b.volume.bounds.boundingRadius);
    if (areSurfaces) {
      if (settings.merged) reducePatches(found, size);
      mergeCoplanar(found, true, tiltFactor * size, settings.maxPoints, equalGap * size);
    }
    if (areSurfaces || !settings.merged || !(isOnA || isOnB || isPlane)) return found;
    const part = isPlane ? null : partOfOther(isOnA, isOnA ? b : a);
    mergeCoplanar(found, isOnA, isPlane ? tiltFactor * size : size, settings.maxPoints, Infinity, part);
    if (isPlane || part !== null) reducePatches(found, size);
    for (let k = 0; k < unmatched.count; k += 2) this.addAhead(unmatched.slots[k], unmatched.slots[k + 1], size, part);
    return found;
  }

  private readonly consider = (partA: number, partB: number): void => {
    const { pair, settings, p, q, unmatched } = this;
    if (settings.mayConsider && !settings.mayConsider()) return;
    p.set(pair.a, partA);
    q.set(pair.b, partB);
    const warm = pair.pair ?? pair.partPair(partA, partB);
    pair.certify(warm, settings.certified);
    const byGrowth = settings.byGrowth && canGrow(p, q) ? growthContact(pair.sharpened(warm), p, q) : null;
    const measure: ContactMeasure | null =
      byGrowth ?? this.surfaceContact.between(warm, pair.a, partA, p, pair.b, partB, q, this.measured, settings.seams);
    if (measure && pair.pair) this.clearance = measure.lower;
    if (measure && (this.addManifold(partA, partB, measure) || !measure.isPatch)) return;
    if (!(this.ahead > 0)) return;
    unmatched.push(partA);
    unmatched.push(partB);
  };

  /**
   * The largest gap of contacts between two surfaces, in meters. The number of near triangles grows with its square, so a simulation searches only a
   * part of the range for slow bodies.
   */
  private maxSurfaceGap(): number {
    const { upTo, merged } = this.settings;
    return merged ? Math.min(upTo, restingFraction * upTo + 2 * this.ahead) : upTo;
  }

  /** The look-ahead distance, in meters. */
  private get ahead(): number {
    return this.settings.ahead ?? 0;
  }

  /** Adds the manifold of the two parts. @returns whether there is one */
  private addManifold(partA: number, partB: number, measure: ContactMeasure): boolean {
    const { found, pair } = this;
    const { margin, upTo, maxPoints, merged } = this.settings;
    const { normal, status, isPatch } = measure;
    let { distance, local } = measure;
    const touches = status === 'touching' || status === 'overlapping';
    if (!touches && !(distance <= upTo + (measure.upper - measure.lower))) return false;
    const hasNormal = normal[0] !== 0 || normal[1] !== 0 || normal[2] !== 0;
    if (!hasNormal || !Number.isFinite(distance)) return false;
    const isPart = pair.a.volume.assembly?.isLocal || pair.b.volume.assembly?.isLocal;
    const first = found.count;
    this.finder.addPoints(this.p, this.q, measure, margin, merged && isPart ? Infinity : maxPoints, found);
    if (isPart) {
      // The distance is measured at one triangle or height-field column; a face of the other body may be deeper beside it.
      distance = found.leastGap(first, isPatch ? Infinity : distance);
      local ||= distance < 0;
    }
    found.complete(first, partA, partB, normal, distance, local, measure.growth);
    return found.count > first;
  }

  /**
   * Adds a contact with the plane of a triangle that a part may reach, unless the two bodies already have a contact in that plane.
   * @param part the field of the part that must be the same in that contact; null if the body on the surface is convex
   */
  private addAhead(partA: number, partB: number, size: number, part: number | null): void {
    const { found, p, q } = this;
    const { a, b } = this.pair;
    p.set(a, partA);
    q.set(b, partB);
    const isOnA = isSurfaceTo(a, q);
    const plane = isOnA
      ? this.surfaceContact.planeAhead(a, partA, q, 1, minRelativeGapAhead * size, this.ahead)
      : this.surfaceContact.planeAhead(b, partB, p, -1, minRelativeGapAhead * size, this.ahead);
    if (!plane) return;
    const row = found.add(aheadId, plane.distance);
    for (let axis = 0; axis < 3; axis++) {
      found.rows[row + Row.POINT_A + axis] = plane.pointA[axis];
      found.rows[row + Row.POINT_B + axis] = plane.pointB[axis];
    }
    found.complete(found.count - 1, partA, partB, plane.normal, plane.distance, true);
    const last = found.count - 1;
    let k = 0;
    const hasOtherPart = (index: number): boolean =>
      part !== null && found.rows[Row.SIZE * index + part] !== found.rows[Row.SIZE * last + part];
    while (k < last && (hasOtherPart(k) || !isCoplanar(found, k, last, isOnA, size))) k = found.endOfManifold(k);
    if (k < last) found.count--;
    else found.insertLast();
  }
}
