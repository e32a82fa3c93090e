// Finds the contacts of two bodies: one manifold for each two convex parts that touch. All arrays are reused from pair to pair.
import type { Body } from './body.ts';
import type { BodyPair } from './body-pair.ts';
import { ContactBuffer } from './contact-buffer.ts';
import * as Row from './contact-row.ts';
import { type ContactMeasure, canGrow, growthContact } from './growth-contact.ts';
import { Surface } from './nonconvex/surface.ts';
import { NearParts, PosedPart } from './part-pairs.ts';
import { aheadId, PatchFinder } from './patch/manifold.ts';
import { isCoplanar, mergeCoplanar } from './patch/merge.ts';
import { SlotList } from './store.ts';
import { isSurfaceTo, partContact, planeAhead } from './surface-contact.ts';

export interface ContactSettings {
  readonly margin: number;
  readonly upTo: number;
  readonly maxPoints: number;
  readonly certified: boolean;
  /** Whether normals and gaps come from the growth distance, for parts that have one. */
  readonly byGrowth?: boolean;
  /** Whether `maxPoints` applies to all triangles of a plane together, and to all parts of an assembly on a half-space. */
  readonly merged?: boolean;
  /** Planes of triangles up to this distance ahead of a body are included, in meters: the distance that bodies move. Default 0. */
  readonly ahead?: number;
  /** Called before two parts are considered; false excludes them. */
  readonly mayLook?: () => boolean;
}

/** A part nearer to a plane than this times its size does not count as in front of it. */
const before = 1e-6;

/** Parts on a half-space are one face up to this times the tilt of coplanar triangles: a body at rest tilts by the solver's tolerance. */
const flatness = 1000;

/** Whether a body is a half-space that the parts of another touch in one plane. */
function isPlaneTo({ volume }: Body, other: Body): boolean {
  return !volume.bounds.isBounded && other.volume.assembly !== null;
}

/** A search is not used again while it runs: support functions and `mayLook` may ask for other contacts. */
export class ContactSearch {
  private readonly found = new ContactBuffer();
  private readonly finder = new PatchFinder();
  private readonly nearParts = new NearParts();
  private readonly p = new PosedPart();
  private readonly q = new PosedPart();
  /** Near parts whose contact belongs to another triangle, two numbers each. */
  private readonly beside = new SlotList();
  private pair!: BodyPair;
  private settings!: ContactSettings;

  /** The contacts of two bodies, by parts, until the next search. */
  between(pair: BodyPair, settings: ContactSettings): ContactBuffer {
    const { found, beside } = this;
    const { a, b } = pair;
    this.pair = pair;
    this.settings = settings;
    found.count = 0;
    beside.clear();
    pair.begin();
    this.nearParts.forEachPair(a, b, settings.upTo, this.look);
    pair.end();
    const isPlane = isPlaneTo(a, b) || isPlaneTo(b, a);
    const isOnA = isPlane ? a.volume.assembly !== null : a.volume.assembly instanceof Surface;
    const isOnB = b.volume.assembly instanceof Surface;
    if (!settings.merged || !(isOnA || isOnB || isPlane)) return found;
    const size = Math.min(a.volume.bounds.boundingRadius, b.volume.bounds.boundingRadius);
    mergeCoplanar(found, isOnA, isPlane ? flatness * size : size, settings.maxPoints);
    for (let k = 0; k < beside.count; k += 2) this.addAhead(beside.slots[k], beside.slots[k + 1], size);
    return found;
  }

  private readonly look = (partA: number, partB: number): void => {
    const { pair, settings, p, q, beside } = this;
    if (settings.mayLook && !settings.mayLook()) return;
    p.set(pair.a, partA);
    q.set(pair.b, partB);
    const warm = pair.pair ?? pair.partPair(partA, partB);
    pair.certify(warm, settings.certified);
    const grown = settings.byGrowth && canGrow(p, q) ? growthContact(pair.sharpened(warm), p, q) : null;
    const measure: ContactMeasure | null = grown ?? partContact(warm, pair.a, partA, p, pair.b, partB, q);
    if (measure && (this.addManifold(partA, partB, measure) || !measure.isPatch)) return;
    if (!(this.ahead > 0)) return;
    beside.push(partA);
    beside.push(partB);
  };

  /** How far ahead of a body planes of triangles count. */
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
    const isKnown = normal[0] !== 0 || normal[1] !== 0 || normal[2] !== 0;
    if (!isKnown || !Number.isFinite(distance)) return false;
    const isPart = pair.a.volume.assembly?.isLocal || pair.b.volume.assembly?.isLocal;
    const first = found.count;
    this.finder.addPoints(this.p, this.q, measure, margin, merged && isPart ? Infinity : maxPoints, found);
    if (isPart) {
      // The depth of a column refers to its own prism; a face may be deeper beside it.
      distance = found.leastGap(first, isPatch ? Infinity : distance);
      local ||= distance < 0;
    }
    found.complete(first, partA, partB, normal, distance, local, measure.growth);
    return found.count > first;
  }

  /** Adds the plane of a triangle that a part may reach, unless the part is already over a triangle of that plane. */
  private addAhead(partA: number, partB: number, size: number): void {
    const { found, p, q } = this;
    const { a, b } = this.pair;
    p.set(a, partA);
    q.set(b, partB);
    const isOnA = isSurfaceTo(a, q);
    const plane = isOnA
      ? planeAhead(a, partA, q, 1, before * size, this.ahead)
      : planeAhead(b, partB, p, -1, before * size, this.ahead);
    if (!plane) return;
    const row = found.add(aheadId, plane.distance);
    found.rows.set(plane.pointA, row + Row.POINT_A);
    found.rows.set(plane.pointB, row + Row.POINT_B);
    found.complete(found.count - 1, partA, partB, plane.normal, plane.distance, true);
    const last = found.count - 1;
    let k = 0;
    while (k < last && !isCoplanar(found, k, last, isOnA, size)) k = found.endOfManifold(k);
    if (k < last) found.count--;
    else found.insertLast();
  }
}
