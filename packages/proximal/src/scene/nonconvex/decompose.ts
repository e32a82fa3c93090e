import { checkInteger, checkNumber, checkOptions, wrongType } from '../../check/argument.ts';
import { hypot } from '../../math/hypot.ts';
import { identity } from '../../math/pose.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { type Convex, convex } from '../../shapes/convex.ts';
import type { PointsLike } from '../../shapes/points.ts';
import { boundaryConcavity } from './boundary-concavity.ts';
import { type Compound, compound } from './compound.ts';
import { interiorConcavity } from './interior-concavity.ts';
import { triangleMesh } from './triangle-mesh.ts';

/** Options of `decompose`. */
export interface DecomposeOptions {
  /** The largest number of parts. Default 16. */
  readonly maxParts?: number;
  /** Stop when `error` is at most this, in meters. Default: a hundredth of the mesh's diagonal. */
  readonly tolerance?: number;
  /** Called before every cut with the number of parts and the present error, in meters. */
  readonly onProgress?: (parts: number, error: number) => void;
}

/** A convex decomposition of a mesh. */
export interface Decomposition {
  readonly parts: readonly Convex[];
  /** The parts as one body. */
  readonly compound: Compound;
  /**
   * The largest distance from the mesh, in meters, of a point that is in a part but not inside the closed mesh; points in a
   * closed cavity count as outside. Every point of the mesh is in a part. This is a proven upper bound, by branch and bound over
   * the parts' faces and interiors. It is close to the exact value, or to `tolerance` if that is larger, unless the limit of work
   * is reached.
   */
  readonly error: number;
}

/** A part of the decomposition: triangles as nine numbers each, and their hull. */
interface Piece {
  readonly triangles: Float64Array;
  readonly hull: Convex;
  /** The bound on the distance of its surface from the mesh. */
  readonly surface: number;
  /** The larger of `surface` and the bound for points in its interior. */
  readonly error: number;
}

/** Boxes examined inside a part: to decide which part to cut, and to prove the final error. */
const fewBoxes = 400;
const manyBoxes = 16_000;

/** The number of points used to compare candidate cuts. */
const judges = 400;
/** Cut positions tried along each axis. */
const candidates = 7;

/**
 * Convex parts that cover a mesh: the part with the largest error is cut by the plane for which the two hulls have the least volume, until
 * the error is small enough or `maxParts` is reached. The mesh may be open; then no point is inside.
 * @param vertices in meters: flat numbers x y z x y z …, or a list of points
 * @param triangles vertex indices, three for each triangle
 * @example
 * ```ts
 * const { compound, error } = decompose(mug.vertices, mug.triangles, { maxParts: 24 });
 * scene.add(compound, {});
 * ```
 */
export function decompose(
  vertices: PointsLike,
  triangles: ArrayLike<number>,
  options?: DecomposeOptions,
): Decomposition {
  const where = 'decompose';
  checkOptions(where, 'options', options, ['maxParts', 'tolerance', 'onProgress']);
  const { onProgress } = options ?? {};
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw wrongType(where, 'options.onProgress', onProgress, 'give a function, or leave it out');
  const mesh = triangleMesh(vertices, triangles);
  const { min, max } = mesh.boundingBox();
  const diagonal = hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  const maxParts = checkInteger(where, 'options.maxParts', options?.maxParts ?? 16, 1, 1024);
  const tolerance = options?.tolerance ?? 0.01 * diagonal;
  checkNumber(where, 'options.tolerance', tolerance, 'give a length in meters, finite and not negative', 0);
  const resolution = Math.max(tolerance / 4, 0.004 * diagonal);
  const outside = boundaryConcavity(mesh, resolution);
  const inside = interiorConcavity(mesh, tolerance, resolution);
  const pieceOf = (soup: Float64Array): Piece => {
    const hull = convex(soup);
    const surface = outside(hull);
    return { triangles: soup, hull, surface, error: Math.max(surface, inside(hull, fewBoxes).lower) };
  };
  const pieces = [pieceOf(mesh.soup())];
  while (pieces.length < maxParts) {
    const worst = pieces.reduce((p, q) => (q.error > p.error ? q : p));
    onProgress?.(pieces.length, worst.error);
    if (worst.error <= tolerance) break;
    const halves = cutBest(worst.triangles);
    if (!halves) break;
    pieces.splice(pieces.indexOf(worst), 1, ...halves.map(pieceOf));
  }
  const parts = pieces.map(({ hull }) => hull);
  const error = Math.max(...pieces.map(({ hull, surface }) => Math.max(surface, inside(hull, manyBoxes).upper)));
  return { parts, compound: compound(parts.map((shape) => ({ shape, pose: identity() }))), error };
}

/** The two sides of the best of a few axis-aligned planes; null if none has triangles on both sides. */
function cutBest(soup: Float64Array): [Float64Array, Float64Array] | null {
  const every = Math.max(1, Math.floor(soup.length / 3 / judges));
  const some: Vec3[] = [];
  for (let k = 0; k < soup.length; k += 3 * every) some.push([soup[k], soup[k + 1], soup[k + 2]]);
  let best: { axis: number; height: number } | null = null;
  let least = Infinity;
  for (let axis = 0; axis < 3; axis++) {
    for (const height of heightsOf(some, axis)) {
      // Corners on the plane belong to both sides.
      const volume = (side: number): number => convex(some.filter((p) => side * (p[axis] - height) <= 0)).volume;
      const both = volume(1) + volume(-1);
      if (both >= least) continue;
      least = both;
      best = { axis, height };
    }
  }
  if (!best) return null;
  return [cut(soup, best.axis, best.height, 1), cut(soup, best.axis, best.height, -1)];
}

/** A few heights of corners along an axis, without the least and the largest, so that notches are cut where they begin. */
function heightsOf(points: readonly Vec3[], axis: number): number[] {
  const all = [...new Set(points.map((place) => place[axis]))].sort((p, q) => p - q).slice(1, -1);
  if (all.length <= candidates) return all;
  return Array.from({ length: candidates }, (_, k) => all[Math.floor(((k + 0.5) * all.length) / candidates)]);
}

/** The triangles clipped to one side of a plane: `side` · (x − height) ≤ 0. */
function cut(soup: Float64Array, axis: number, height: number, side: 1 | -1): Float64Array {
  const out: number[] = [];
  for (let at = 0; at < soup.length; at += 9) {
    const heights = [0, 3, 6].map((k) => side * (soup[at + k + axis] - height));
    // A triangle in the plane belongs to the side of the solid behind it; a triangle that only touches the plane belongs to its
    // own side.
    const isFlat = heights.every((h) => h === 0);
    if (isFlat ? side * facing(soup, at, axis) > 0 : heights.every((h) => h <= 0)) {
      for (let k = 0; k < 9; k++) out.push(soup[at + k]);
    } else if (heights.some((h) => h < 0)) {
      cutOne(soup, at, axis, height, heights, out);
    }
  }
  return Float64Array.from(out);
}

/** Positive if a triangle faces along an axis, negative if against it. */
function facing(soup: Float64Array, at: number, axis: number): number {
  const [p, q] = [(axis + 1) % 3, (axis + 2) % 3];
  const side = (k: number, n: number): number => soup[at + 3 * k + n] - soup[at + n];
  return side(1, p) * side(2, q) - side(1, q) * side(2, p) < 0 ? -1 : 1;
}

/** Adds the part of one triangle below the plane, as one or two triangles. */
function cutOne(soup: Float64Array, at: number, axis: number, height: number, heights: number[], out: number[]): void {
  const polygon: number[][] = [];
  for (let k = 0; k < 3; k++) {
    const next = (k + 1) % 3;
    const here = [...soup.subarray(at + 3 * k, at + 3 * k + 3)];
    const [p, q] = [heights[k], heights[next]];
    if (p <= 0) polygon.push(here);
    if (p * q < 0) {
      const crossing = here.map((x, n) => x + (p / (p - q)) * (soup[at + 3 * next + n] - x));
      crossing[axis] = height;
      polygon.push(crossing);
    }
  }
  for (let k = 1; k + 1 < polygon.length; k++) out.push(...polygon[0], ...polygon[k], ...polygon[k + 1]);
}
