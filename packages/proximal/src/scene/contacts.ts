// Contacts of a scene as objects: one manifold for each pair of convex parts within `upTo` of each other.
import { checkNumber, checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { Body } from './body.ts';
import type { BodyPair } from './body-pair.ts';
import type { ContactBuffer } from './contact-buffer.ts';
import * as Row from './contact-row.ts';
import type { ContactSettings } from './contact-search.ts';

/** Options of `scene.contacts`. */
export interface SceneContactOptions {
  /** The largest gap of a point, in meters; points with a larger gap are left out. Default: the scene's margin. */
  readonly margin?: number;
  /**
   * The largest distance of two bodies, or of two parts of nonconvex bodies, that have a manifold, in meters. `margin` limits the gaps of the
   * points of a manifold. At most `margin`: larger values count as `margin`. Default: `margin`.
   */
  readonly upTo?: number;
  /**
   * The largest number of points of a manifold, 1 to 4: the deepest first, then the points that span the largest area. `Infinity`
   * gives the whole polygon. Default 4.
   */
  readonly maxPoints?: number;
  /**
   * Whether to prove that each depth is the smallest over all directions. Otherwise a pair that was queried before starts from its last
   * normal, which is faster, and its result is marked `local`. Default true.
   */
  readonly certified?: boolean;
}

/** One point of a contact, in world coordinates and meters. */
export interface ContactPoint {
  /** Identifies the point in successive queries: it changes only if other vertices or edges touch. Unique within its manifold. */
  readonly id: number;
  /** The points on the surfaces of A and B: `pointB − pointA` is `gap` times the normal. */
  readonly pointA: Vec3;
  readonly pointB: Vec3;
  /** The signed gap, in meters; negative if the bodies overlap. */
  readonly gap: number;
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
  /** True if the depth is not proven to be the smallest, or if it is the depth at a single triangle of a mesh or column of a height field. */
  readonly local: boolean;
  readonly points: readonly ContactPoint[];
  /** The growth α, if the contact was computed by growth distance. */
  readonly growth?: number;
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
  const largestGap = options?.margin ?? margin;
  const remedy = 'give a length in meters, finite and not negative';
  checkNumber(where, 'options.margin', largestGap, remedy, 0);
  const upTo = checkNumber(where, 'options.upTo', options?.upTo ?? largestGap, remedy, 0);
  return { margin: largestGap, upTo: Math.min(upTo, largestGap), maxPoints, certified };
}

/** Contacts as objects. */
export function manifoldsOf({ a, b }: BodyPair, found: ContactBuffer): Manifold[] {
  const { rows } = found;
  const manifolds: Manifold[] = [];
  for (let from = 0; from < found.count; ) {
    const row = Row.SIZE * from;
    const end = found.endOfManifold(from);
    const distance = rows[row + Row.DISTANCE];
    const growth = rows[row + Row.GROWTH];
    const points: ContactPoint[] = [];
    for (; from < end; from++) points.push(pointOf(rows, Row.SIZE * from));
    manifolds.push({
      a,
      b,
      partA: rows[row + Row.PART_A],
      partB: rows[row + Row.PART_B],
      normal: vectorAt(rows, row + Row.NORMAL),
      distance,
      depth: Math.max(0, -distance),
      local: rows[row + Row.LOCAL] === 1,
      points,
      ...(Number.isNaN(growth) ? {} : { growth }),
    });
  }
  return manifolds;
}

function pointOf(rows: Float64Array, row: number): ContactPoint {
  const [pointA, pointB] = [vectorAt(rows, row + Row.POINT_A), vectorAt(rows, row + Row.POINT_B)];
  return { id: rows[row + Row.ID], pointA, pointB, gap: rows[row + Row.GAP] };
}

function vectorAt(rows: Float64Array, at: number): Vec3 {
  return [rows[at], rows[at + 1], rows[at + 2]];
}
