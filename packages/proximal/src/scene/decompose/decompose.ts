// Convex decomposition with a proof. Like CoACD (Wei et al. 2022), the method bounds the distance of the parts from the solid, not their volume. It
// does not search for cutting planes: it covers small cells by convex parts that may overlap, whose faces have any direction. The bound of each part
// is proven while the part grows.
import { checkInteger, checkNumber, checkOptions, outOfRange, wrongType } from '../../check/argument.ts';
import { hypot } from '../../math/hypot.ts';
import { identity } from '../../math/pose.ts';
import { type Compound, compound } from '../../scene/nonconvex/compound.ts';
import { TriangleMesh, triangleMesh } from '../../scene/nonconvex/triangle-mesh.ts';
import { type Convex, convex } from '../../shapes/convex.ts';
import type { PointsLike } from '../../shapes/points.ts';
import { CellMaker } from './cell.ts';
import { Cover } from './cover.ts';
import { DistanceTree } from './distance-tree.ts';
import { MeshSolid } from './mesh-solid.ts';
import { outerPart } from './outer-hull.ts';
import { HullPart } from './part.ts';
import { type DecompositionProof, proofOf, uncoveredBy } from './proof.ts';
import { repairedSurface } from './repair.ts';

/** A mesh: the result of `triangleMesh`, or vertices and triangles as the readers of `proximal/io` return them. */
export type MeshLike = TriangleMesh | { readonly vertices: PointsLike; readonly triangles: ArrayLike<number> };

/** The progress of a decomposition. */
export interface DecomposeProgress {
  /** From 0 to 1, never decreasing; an estimate. */
  readonly fraction: number;
  /** The parts so far. Decreases if parts are removed, or the search restarts with another limit of the error. */
  readonly parts: number;
}

/** Options of `decompose`. */
export interface DecomposeOptions {
  /** The largest number of parts, 1 to 1024. Default 32. If they are too few for `tolerance`, `error` is larger. */
  readonly maxParts?: number;
  /**
   * The largest `error`, in meters, unless `maxParts` or `maxVertices` is too small for it. Values below 1e-6 of the mesh's diagonal are raised to
   * it. Default: a hundredth of the diagonal.
   */
  readonly tolerance?: number;
  /**
   * The largest number of vertices of a part, 8 or more. Parts with more vertices are replaced by larger parts with fewer vertices. Default: no
   * limit.
   */
  readonly maxVertices?: number;
  /** `'both'` (the default) keeps closed cavities empty; `'outside'` fills them. */
  readonly preserve?: 'outside' | 'both';
  /** An `AbortSignal`: when it is aborted, its reason is thrown. It is read before every call of `onProgress`. */
  readonly signal?: { throwIfAborted(): void };
  /** Called often. If it throws, the decomposition ends with this error. */
  readonly onProgress?: (progress: DecomposeProgress) => void;
}

/** A convex decomposition of a solid. */
export interface Decomposition {
  readonly parts: readonly Convex[];
  /** The parts as one body. */
  readonly compound: Compound;
  /** An upper bound of the distance of the parts' points from the solid, in meters, proven by branch and bound. */
  readonly error: number;
  /** An upper bound of the distance of the solid's points from the parts, in meters. Without rounding it would be zero. */
  readonly uncovered: number;
  readonly proof: DecompositionProof;
  /** Messages about repairs of the mesh, shells that stay open, and an `error` above the tolerance. */
  readonly notices: readonly string[];
}

/** The smallest and the largest diagonal of a mesh, in meters: volumes and their products are then within the range of numbers. */
const [smallest, largest] = [1e-50, 1e50];
/** The largest number of triangles: a decomposition needs less than 1 kB of memory for each. */
const maxTriangles = 4_000_000;
/** The largest error of a cell's hull, as a fraction of the attempt's limit: less than 1, so that parts can grow beyond one cell. */
const cellFraction = 0.6;
/**
 * The largest error of a growing part, as a fraction of the tolerance. The final bound, with the resolution of bounds, is then within the
 * tolerance.
 */
const growFraction = 0.985;
/** The resolution of bounds, as a fraction of the tolerance. */
const resolutionFraction = 0.012;
/** Bounds below this fraction of the tolerance are not refined. */
const unrefinedFraction = 0.25;
/**
 * The first limit of the error, as a fraction of the mesh's diagonal. If this limit is at most `maxLimitRatio` times the tolerance, the search begins
 * with the tolerance.
 */
const firstFraction = 0.016;
/** The least and the largest factor by which the limit grows after an attempt with too many parts, until an attempt succeeds. */
const [minGrowth, maxGrowth] = [1.35, 4];
/** The factor by which the limit grows while parts are removed within an attempt. */
const removalGrowth = 1.12;
/** The search ends if the limits of the last success and the last failure differ by at most this factor. */
const maxLimitRatio = 2;
/** Parts are removed with limits up to this multiple of the attempt's limit. If too many remain, the next attempt grows parts from larger cells. */
const maxWidening = 2;

/**
 * Convex parts that cover the solid inside a mesh, with a proof that they cover it and a bound of their distance from it. Triangles that
 * are oriented opposite to their neighbors, shells that face inward and small holes are repaired, with notices. A shell that stays open has
 * no inside: the parts cover its triangles. The same input gives the same parts on every machine.
 * @example
 * ```ts
 * const { compound, error } = decompose(mug, { maxParts: 32, tolerance: 0.004 });
 * world.add(compound, { mass: 0.3 });
 * ```
 */
export function decompose(mesh: MeshLike, options?: DecomposeOptions): Decomposition {
  const where = 'decompose';
  const surface = readMesh(where, mesh);
  const settings = readOptions(where, surface, options);
  const { maxVertices, tolerance, report, check } = settings;
  report({ fraction: 0, parts: 0 });
  const { solid, notices } = solidOf(surface, settings);
  report({ fraction: 0, parts: 0 });
  const tree = new DistanceTree(solid, resolutionFraction * tolerance, check);
  const cover = coverOf(new CellMaker(solid, tree), tree, settings, growFraction * tolerance);
  const parts = cover.parts.map((part) => (maxVertices === undefined ? part : outerPart(part, maxVertices)));
  report({ fraction: 0.95, parts: parts.length });
  const error = errorOf(parts, tree, tolerance);
  const proof = proofOf(cover.root, cover.cells, parts, cover.tolerance);
  const hulls = parts.map(({ vertices }) => convex(vertices));
  const uncovered = uncoveredBy(solid, hulls.map(partOf), proof, check);
  report({ fraction: 1, parts: parts.length });
  return {
    parts: hulls,
    compound: compound(hulls.map((shape) => ({ shape, pose: identity() }))),
    error,
    uncovered,
    proof,
    notices: error > tolerance ? [...notices, missedNotice(error, tolerance, parts.length)] : notices,
  };
}

/**
 * Checks a decomposition: recomputes both bounds, in meters, from the mesh, the options, the parts and the proof alone. `uncovered` is infinite if
 * the proof is invalid.
 * @param options as given to `decompose`
 * @example
 * ```ts
 * const { error, uncovered } = certifyDecomposition(mug, decompose(mug));
 * ```
 */
export function certifyDecomposition(
  mesh: MeshLike,
  decomposition: Pick<Decomposition, 'parts' | 'proof'>,
  options?: Pick<DecomposeOptions, 'preserve' | 'tolerance'>,
): { readonly error: number; readonly uncovered: number } {
  const where = 'certifyDecomposition';
  const surface = readMesh(where, mesh);
  const settings = readOptions(where, surface, options);
  const { tolerance, check } = settings;
  const { solid } = solidOf(surface, settings);
  const tree = new DistanceTree(solid, resolutionFraction * tolerance, check);
  const { parts, proof } = decomposition;
  const hulls = parts.map(partOf);
  const error = errorOf(hulls, tree, tolerance);
  return { error, uncovered: uncoveredBy(solid, hulls, proof, check) };
}

function missedNotice(error: number, tolerance: number, count: number): string {
  const [found, allowed] = [error, tolerance].map((x) => Number(x.toPrecision(3)));
  return `the error of ${found} m with ${count} parts exceeds the tolerance of ${allowed} m; allow more parts (maxParts), more vertices or a larger tolerance`;
}

/** The largest error bound of the parts. `isWithin` may prove that a part is within the limit of its growth where the bound of `excess` is larger. */
function errorOf(parts: readonly HullPart[], tree: DistanceTree, tolerance: number): number {
  const limit = growFraction * tolerance;
  return parts.reduce((largestError, part) => {
    const { upper } = tree.excess(part, unrefinedFraction * tolerance);
    return Math.max(largestError, upper > limit && tree.isWithin(part, limit) ? limit : upper);
  }, 0);
}

function partOf(hull: Convex): HullPart {
  return new HullPart(Float64Array.from(Array.from({ length: hull.vertexCount }, (_, k) => hull.vertex(k)).flat()));
}

function readMesh(where: string, mesh: MeshLike): TriangleMesh {
  if (mesh instanceof TriangleMesh) return mesh;
  if (typeof mesh !== 'object' || mesh === null || !('vertices' in mesh && 'triangles' in mesh))
    throw wrongType(where, 'mesh', mesh, 'give a mesh of triangleMesh, or { vertices, triangles }');
  return triangleMesh(mesh.vertices, mesh.triangles);
}

type Settings = Required<Pick<DecomposeOptions, 'maxParts' | 'preserve' | 'tolerance'>> & {
  readonly maxVertices: number | undefined;
  /** The diagonal of the mesh's bounding box, in meters. */
  readonly diagonal: number;
  readonly report: (progress: DecomposeProgress) => void;
  /** Reads the signal and repeats the last progress. */
  readonly check: () => void;
};

const optionNames = ['maxParts', 'tolerance', 'maxVertices', 'preserve', 'signal', 'onProgress'];

function readOptions(where: string, mesh: TriangleMesh, options: DecomposeOptions = {}): Settings {
  checkOptions(where, 'options', options, optionNames);
  const { min, max } = mesh.boundingBox();
  const diagonal = hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  if (!(diagonal >= smallest && diagonal <= largest)) {
    const remedy = `the diagonal of its bounding box is ${diagonal} m; give a mesh between ${smallest} and ${largest} m, in meters`;
    throw outOfRange(where, 'mesh', mesh, remedy);
  }
  if (mesh.partCount > maxTriangles)
    throw outOfRange(where, 'mesh', mesh, `it has ${mesh.partCount} triangles; simplify it to at most ${maxTriangles}`);
  const { maxParts = 32, maxVertices, preserve = 'both', tolerance = 0.01 * diagonal, signal, onProgress } = options;
  checkInteger(where, 'options.maxParts', maxParts, 1, 1024);
  if (maxVertices !== undefined) checkInteger(where, 'options.maxVertices', maxVertices, 8, 2 ** 32 - 1);
  checkNumber(where, 'options.tolerance', tolerance, 'give a length in meters, finite and above 0', Number.MIN_VALUE);
  if (preserve !== 'outside' && preserve !== 'both')
    throw outOfRange(where, 'options.preserve', preserve, "give 'outside' or 'both'");
  if (signal !== undefined && typeof signal?.throwIfAborted !== 'function')
    throw wrongType(where, 'options.signal', signal, 'give an AbortSignal');
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw wrongType(where, 'options.onProgress', onProgress, 'give a function, or leave it out');
  let last: DecomposeProgress = { fraction: 0, parts: 0 };
  const check = (): void => {
    signal?.throwIfAborted();
    onProgress?.(last);
  };
  const report = ({ fraction, parts }: DecomposeProgress): void => {
    // The fraction must not decrease if the search restarts with another limit of the error.
    last = { fraction: Math.max(last.fraction, fraction), parts };
    check();
  };
  // Below this tolerance, the rounding errors of hulls would not be negligible.
  return { maxParts, maxVertices, preserve, diagonal, tolerance: Math.max(tolerance, 1e-6 * diagonal), report, check };
}

/** The solid inside the closed shells of a mesh, with the triangles of the open ones. */
function solidOf(
  mesh: TriangleMesh,
  { preserve, diagonal, check }: Settings,
): { solid: MeshSolid; notices: readonly string[] } {
  const { corners, closed, notices } = repairedSurface(mesh, diagonal, preserve === 'outside', check);
  check();
  return { solid: new MeshSolid(corners, closed), notices };
}

interface FoundCover {
  readonly parts: readonly HullPart[];
  readonly cells: Cover['cells'];
  readonly root: CellMaker['root'];
  readonly tolerance: number;
}

/**
 * Parts that cover the cells: at most `maxParts`, with a larger tolerance if necessary. The time of an attempt grows as the inverse square of
 * its limit of the error, so the first limit is not small. The limit then grows or decreases until an attempt fails at a limit near that of a
 * success, or succeeds with the tolerance.
 */
function coverOf(
  maker: CellMaker,
  tree: DistanceTree,
  { maxParts, diagonal, report }: Pick<Settings, 'maxParts' | 'diagonal' | 'report'>,
  tolerance: number,
): FoundCover {
  const { root } = maker;
  if (maxParts === 1) return { parts: [root.content], cells: [root], root, tolerance: 1e-9 * tolerance };
  const onProgress = (parts: number): void =>
    report({ fraction: parts === 0 ? 0 : 0.1 + 0.8 * Math.min(1, parts / maxParts), parts });
  // The largest limit at which the parts did not suffice, and the least at which they did.
  let [failed, succeeded] = [0, Infinity];
  let best: Cover | null = null;
  const start = firstFraction * diagonal;
  for (let limit = start > maxLimitRatio * tolerance ? start : tolerance; ; ) {
    const cells = maker.divide(cellFraction * limit, () => onProgress(0));
    const cover = new Cover(cells, tree, maker, limit, onProgress);
    const found = attempt(cover, maxParts, limit, succeeded);
    if (found.partRatio > 1 || found.limit > limit) failed = limit;
    if (found.partRatio <= 1) {
      best = cover;
      succeeded = found.limit;
    }
    if (best === null) limit *= Math.min(maxGrowth, Math.max(minGrowth, found.partRatio));
    else if (failed === 0 && succeeded > tolerance) limit = Math.max(tolerance, limit / 2);
    else if (failed > 0 && succeeded > maxLimitRatio * failed) limit = Math.sqrt(failed * succeeded);
    else {
      best.trim();
      return { parts: best.parts, cells: best.cells, root, tolerance: best.tolerance };
    }
  }
}

/**
 * Grows parts with `limit` and removes some until there are at most `maxParts`, with growing limits below `maxLimit`.
 * @returns the limit at which the attempt succeeded, or `limit`; and the estimated number of necessary parts divided by the allowed number: at most 1
 * if the attempt succeeded
 */
function attempt(
  cover: Cover,
  maxParts: number,
  limit: number,
  maxLimit: number,
): { readonly limit: number; readonly partRatio: number } {
  // Reducing removes about a third of the parts.
  const covered = cover.grow(1.6 * maxParts + 4);
  if (covered < 1) return { limit, partRatio: 1 / covered };
  // A part that alone covers many cells is never removed, so larger cells may be needed; for the largest limit the whole solid is one cell.
  for (let wider = limit; wider < Math.min(maxWidening * limit, maxLimit); wider *= removalGrowth) {
    cover.reduce(maxParts, wider);
    if (cover.parts.length <= maxParts) return { limit: wider, partRatio: cover.parts.length / maxParts };
  }
  return { limit, partRatio: cover.parts.length / maxParts };
}
