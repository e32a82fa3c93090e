// Contacts of a scene: one manifold for each touching pair of convex parts.
import { checkNumber, checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { Body } from './body.ts';
import type { BodyPair } from './body-pair.ts';
import { type ContactMeasure, canGrow, growthContact } from './growth-contact.ts';
import { Surface } from './nonconvex/surface.ts';
import { forEachPartPair, partOf, posed } from './part-pairs.ts';
import { aheadId, type ContactPoint, contactPoints } from './patch/manifold.ts';
import { isCoplanar, mergeCoplanar } from './patch/merge.ts';
import { isSurfaceTo, partContact, planeAhead } from './surface-contact.ts';

/** Options of contacts. */
export interface SceneContactOptions {
  /** Points with a larger gap are ignored, in meters. Default: the scene's margin. */
  readonly margin?: number;
  /**
   * Only bodies, or parts of them, with at most this distance have a manifold, in meters; `margin` applies to the points of a
   * manifold. Default and largest value: the margin.
   */
  readonly upTo?: number;
  /**
   * The largest number of points of a manifold, 1 to 4: the deepest first, then those that span the largest area. `Infinity`
   * gives the whole polygon. Default 4.
   */
  readonly maxPoints?: number;
  /**
   * Whether to prove that each depth is the smallest over all directions. Otherwise a known pair continues from its last normal,
   * which is faster, and its result is marked `local`. Default true.
   */
  readonly certified?: boolean;
}

/** The contact of two bodies, in world coordinates and meters. */
export interface Manifold {
  /** The body with the lower id. */
  readonly a: Body;
  readonly b: Body;
  /** Indices of the touching parts; 0 for a convex body. */
  readonly partA: number;
  readonly partB: number;
  /** Unit vector from A to B. */
  readonly normal: Vec3;
  /** The smallest gap; negative if the parts overlap. */
  readonly distance: number;
  /** The depth of the overlap; 0 if the parts only touch or are within the margin. */
  readonly depth: number;
  /** Whether the depth is not proven to be the smallest, or is that of one triangle or column. */
  readonly local: boolean;
  readonly points: readonly ContactPoint[];
  /** α of the growth distance, if the contact was found by it. */
  readonly growth?: number;
}

export interface ContactSettings {
  readonly margin: number;
  readonly upTo: number;
  readonly maxPoints: number;
  readonly certified: boolean;
  /** Whether normals and gaps come from the growth distance, for parts that have one. */
  readonly byGrowth?: boolean;
  /** Whether `maxPoints` applies to all triangles of a plane together. */
  readonly merged?: boolean;
  /** Planes of triangles up to this distance ahead of a body are included, in meters: the distance that bodies move. Default 0. */
  readonly ahead?: number;
  /** Called before two parts are considered; false excludes them. */
  readonly mayLook?: () => boolean;
}

export function readContactOptions(
  where: string,
  options: SceneContactOptions | undefined,
  margin: number,
): ContactSettings {
  checkOptions(where, 'options', options, ['margin', 'upTo', 'maxPoints', 'certified']);
  const { maxPoints = 4, certified = true } = options ?? {};
  if (typeof certified !== 'boolean') throw wrongType(where, 'options.certified', certified, 'give true or false');
  if (maxPoints !== Infinity && ![1, 2, 3, 4].includes(maxPoints))
    throw outOfRange(where, 'options.maxPoints', maxPoints, 'give 1, 2, 3, 4 or Infinity');
  const asked = options?.margin ?? margin;
  const remedy = 'give a length in meters, finite and not negative';
  checkNumber(where, 'options.margin', asked, remedy, 0);
  const upTo = checkNumber(where, 'options.upTo', options?.upTo ?? asked, remedy, 0);
  return { margin: asked, upTo: Math.min(upTo, asked), maxPoints, certified };
}

/** The manifolds of two bodies, by parts. */
export function contactsOf(pair: BodyPair, settings: ContactSettings): Manifold[] {
  const { upTo, certified, byGrowth = false, ahead = 0, mayLook } = settings;
  const [a, b] = [posed(pair.a), posed(pair.b)];
  const found: Manifold[] = [];
  /** Near parts whose contact belongs to another triangle. */
  const beside: (readonly [number, number])[] = [];
  pair.begin();
  forEachPartPair(a, b, upTo, (partA, partB) => {
    if (mayLook && !mayLook()) return;
    const [p, q] = [partOf(a, partA), partOf(b, partB)];
    const warm = pair.pair ?? pair.partPair(partA, partB);
    pair.certify(warm, certified);
    const grown = byGrowth && canGrow(p, q) ? growthContact(pair.sharpened(warm), p, q) : null;
    const result: ContactMeasure | null = grown ?? partContact(warm, a, partA, b, partB);
    const isTouched = result !== null && addManifold(found, pair, partA, partB, result, settings);
    const isBeside = result === null || result.isPatch === true;
    if (!isTouched && isBeside && ahead > 0) beside.push([partA, partB]);
  });
  pair.end();
  const [isOnA, isOnB] = [a.assembly instanceof Surface, b.assembly instanceof Surface];
  if (!settings.merged || !(isOnA || isOnB)) return found;
  const size = Math.min(a.bounds.boundingRadius, b.bounds.boundingRadius);
  mergeCoplanar(found, isOnA, size, settings.maxPoints);
  const kept = found.filter(({ points }) => points.length > 0);
  for (const [partA, partB] of beside) addAhead(kept, pair, partA, partB, ahead, size);
  return kept.sort((p, q) => p.partA - q.partA || p.partB - q.partB);
}

type Growing = { -readonly [Field in keyof Manifold]: Manifold[Field] };

/** Adds the manifold of two parts. @returns whether there is one */
function addManifold(
  found: Manifold[],
  pair: BodyPair,
  partA: number,
  partB: number,
  result: ContactMeasure,
  { margin, upTo, maxPoints, merged = false }: ContactSettings,
): boolean {
  const [a, b] = [posed(pair.a), posed(pair.b)];
  const slack = result.upper - result.lower;
  const touches = result.status === 'touching' || result.status === 'overlapping' || result.distance <= upTo + slack;
  const isKnown = result.normal.some((x) => x !== 0) && Number.isFinite(result.distance);
  if (!touches || !isKnown) return false;
  const isPart = (a.assembly?.isLocal ?? false) || (b.assembly?.isLocal ?? false);
  const most = merged && isPart ? Infinity : maxPoints;
  const { isPatch = false } = result;
  const points = contactPoints(partOf(a, partA), partOf(b, partB), result, margin, most, isPatch);
  if (points.length === 0) return false;
  // The depth of a column refers to its own prism; a face may be deeper beside it.
  const least = points.reduce((lowest, { gap }) => Math.min(lowest, gap), isPatch ? Infinity : result.distance);
  const distance = isPart ? least : result.distance;
  const manifold: Growing = {
    a: pair.a,
    b: pair.b,
    partA,
    partB,
    normal: [...result.normal],
    distance,
    depth: Math.max(0, -distance),
    local: result.local || (isPart && distance < 0),
    points,
  };
  if (result.growth !== undefined) manifold.growth = result.growth;
  found.push(manifold);
  return true;
}

/** A part nearer to a plane than this times its size does not count as in front of it. */
const before = 1e-6;

/** Adds the plane of a triangle that a part may reach, unless the part is already over a triangle of that plane. */
function addAhead(found: Manifold[], pair: BodyPair, partA: number, partB: number, ahead: number, size: number): void {
  const [a, b] = [posed(pair.a), posed(pair.b)];
  const isOnA = isSurfaceTo(a, partOf(b, partB));
  const plane = isOnA
    ? planeAhead(a, partA, partOf(b, partB), 1, before * size, ahead)
    : planeAhead(b, partB, partOf(a, partA), -1, before * size, ahead);
  if (!plane) return;
  const { normal, pointA, pointB, distance } = plane;
  const points = [{ id: aheadId, pointA, pointB, gap: distance }];
  const manifold: Manifold = { a: pair.a, b: pair.b, partA, partB, normal, distance, depth: 0, local: true, points };
  if (!found.some((other) => isCoplanar(other, manifold, isOnA, size))) found.push(manifold);
}
