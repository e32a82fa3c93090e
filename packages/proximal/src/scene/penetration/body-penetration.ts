import { checkOptions, wrongType } from '../../check/argument.ts';
import { length, readVector, scale, type Vec3 } from '../../math/vec3.ts';
import { type Placed, readPlaced } from '../../scene/cast/motion.ts';
import { HeightField } from '../../scene/nonconvex/height-field.ts';
import { rotateBackInto, rotateInto } from '../axis.ts';
import type { Volume } from '../volume.ts';
import { depthOf, searchDeep } from './lower-bound.ts';
import { type ConvexPiece, isPieceOf } from './piece.ts';
import { SolidBodyPair } from './solid-pair.ts';
import { SeparationSearch } from './upper-bound.ts';

/** The penetration depth of two bodies, between two bounds. */
export interface BodyPenetration {
  /** `'overlapping'` if the bodies have a common point, `'separated'` if not, `'unknown'` if no translation was found or lengths are out of range. */
  readonly status: 'overlapping' | 'separated' | 'unknown';
  /**
   * A lower bound of the depth, in meters: no shorter translation of B separates the bodies. 0 for separated bodies.
   */
  readonly lower: number;
  /** An upper bound of the depth, in meters: B moved by `upper · direction` does not meet A. 0 for separated bodies, infinite if unknown. */
  readonly upper: number;
  /** The unit vector along which B leaves A, in world coordinates; zero unless the status is `'overlapping'`. */
  readonly direction: Vec3;
  /** The proof of the lower bound, with a warm start for the next query of the bodies; null for separated bodies and lengths out of range. */
  readonly proof: BodyPenetrationProof | null;
}

/** The proof of a lower bound: two convex sets inside the bodies, which every translation that separates the bodies must separate. */
export interface BodyPenetrationProof {
  readonly pieceA: ConvexPiece;
  readonly pieceB: ConvexPiece;
  /** A point of both bodies that is deep in them, in A's frame; null if none was found. A warm start only, not part of the proof. */
  readonly deepPoint: Vec3 | null;
}

/** The bounds that a result of `bodyPenetration` proves. Lengths are in meters. */
export interface BodyPenetrationCertificate {
  /** The depth of the two convex pieces; 0 if they are not inside the bodies, or if the result is `'separated'`. */
  readonly lower: number;
  /** The length of the translation, 0 for separated bodies; infinite if the bodies are not proven to be separated after it. */
  readonly upper: number;
  /** The rounding error of the lower bound that `valid` allows. */
  readonly allowance: number;
  /** Whether the status and both bounds of the result are proven. */
  readonly valid: boolean;
}

const where = 'bodyPenetration';

/**
 * The depth of two bodies as solids: the length of the shortest translation of B after which the bodies have no common point, between a lower and an
 * upper bound. Closed meshes are solids, so a body inside a closed mesh overlaps it even if it touches no triangle; open meshes are sheets. The
 * translation is tested by the exact Boolean query.
 * @param a a bounded convex shape, a compound or a triangle mesh, as a body of a scene or with a pose
 * @param b likewise
 * @param warmStart the last result of the same bodies: faster if they have moved little
 * @example
 * ```ts
 * const { vertices, triangles } = triangulate(box(1, 1, 1));
 * const crate = { shape: triangleMesh(vertices, triangles), pose: {} };
 * const { lower, upper, direction } = bodyPenetration(crate, { shape: sphere(0.5), pose: { position: [0, 0, 1] } });
 * // lower ≤ 0.5 ≤ upper, direction [0, 0, 1]
 * ```
 */
export function bodyPenetration(a: Placed, b: Placed, warmStart?: BodyPenetration): BodyPenetration {
  const pair = readPair(where, a, b);
  if (warmStart !== undefined) checkResult(where, 'warmStart', warmStart);
  if (!isInRange(pair)) return { status: 'unknown', lower: 0, upper: Infinity, direction: [0, 0, 0], proof: null };
  if (!pair.meets([0, 0, 0], 0)) return { status: 'separated', lower: 0, upper: 0, direction: [0, 0, 0], proof: null };
  const { bound, point, directions } = searchDeep(pair, warmStart?.proof?.deepPoint ?? null);
  const lower = bound?.lower ?? 0;
  const hasDirection = warmStart !== undefined && warmStart.upper > 0 && warmStart.upper < Infinity;
  const last = hasDirection ? [rotateBackInto(pair.poseA, warmStart.direction)] : [];
  const { upper, direction } = new SeparationSearch(pair, lower).run([...last, ...directions], last.length > 0);
  const pieces = bound ?? { pieceA: { kind: 'part', part: 0 } as const, pieceB: { kind: 'part', part: 0 } as const };
  const isFound = upper < Infinity;
  return {
    status: isFound ? 'overlapping' : 'unknown',
    lower: Math.min(lower, upper),
    upper,
    direction: isFound ? rotateInto(pair.poseA, direction) : [0, 0, 0],
    proof: { pieceA: pieces.pieceA, pieceB: pieces.pieceB, deepPoint: point },
  };
}

/**
 * Checks a result of `bodyPenetration` again, without its searches: whether the bodies have a common point, that the pieces are inside the bodies,
 * how deep they overlap, and that the translation separates the bodies.
 * @example
 * ```ts
 * certifyBodyPenetration(a, b, bodyPenetration(a, b)).valid; // true
 * ```
 */
export function certifyBodyPenetration(a: Placed, b: Placed, result: BodyPenetration): BodyPenetrationCertificate {
  const caller = 'certifyBodyPenetration';
  const pair = readPair(caller, a, b);
  checkResult(caller, 'result', result);
  const { status, lower, upper, direction, proof } = result;
  const allowance = 8 * pair.gap;
  const haveCommonPoint = isInRange(pair) && pair.meets([0, 0, 0], 0);
  if (status === 'separated') {
    const valid = isInRange(pair) && !haveCommonPoint && lower === 0 && upper === 0;
    return { lower: 0, upper: valid ? 0 : Infinity, allowance, valid };
  }
  const provenLower = isInRange(pair) && proof ? provenLowerBound(pair, proof) : 0;
  const provenUpper = isInRange(pair) ? provenUpperBound(pair, rotateBackInto(pair.poseA, direction), upper) : Infinity;
  const valid =
    status === 'overlapping' &&
    haveCommonPoint &&
    lower >= 0 &&
    lower <= provenLower + allowance &&
    provenUpper <= upper &&
    lower <= upper;
  return { lower: provenLower, upper: provenUpper, allowance, valid };
}

/** The depth of the pieces of a proof; 0 if a piece is not inside its body. */
function provenLowerBound(pair: SolidBodyPair, { pieceA, pieceB }: BodyPenetrationProof): number {
  const { volumeA, volumeB, a, b } = pair;
  const containsBallOf =
    (solid: typeof a) =>
    (center: Vec3, radius: number): boolean =>
      solid.balls(Float64Array.from(center)).radius[0] >= radius - pair.gap;
  if (!isPieceOf(pieceA, volumeA, containsBallOf(a)) || !isPieceOf(pieceB, volumeB, containsBallOf(b))) return 0;
  return depthOf(pair, pieceA, pieceB).lower;
}

/** The length of a translation if it separates the bodies, otherwise infinite. */
function provenUpperBound(pair: SolidBodyPair, direction: Vec3, upper: number): number {
  if (!(Math.abs(length(direction) - 1) < 1e-12) || !(upper < Infinity)) return Infinity;
  return pair.meets(scale(direction, upper), 0) ? Infinity : upper;
}

function readPair(name: string, a: Placed, b: Placed): SolidBodyPair {
  const [p, q] = [readPlaced(name, 'a', a), readPlaced(name, 'b', b)];
  checkVolume(name, 'a', p.volume);
  checkVolume(name, 'b', q.volume);
  return new SolidBodyPair(p.volume, p.start, q.volume, q.start);
}

function checkVolume(name: string, argument: string, { assembly, bounds, geometry }: Volume): void {
  const remedy =
    'give a bounded convex shape, a compound or a triangle mesh; use BodyPair.distance() for the depth in a half-space or height field';
  if (!bounds.isBounded || assembly instanceof HeightField)
    throw wrongType(name, `${argument}.shape`, geometry, remedy);
}

const fields = ['status', 'lower', 'upper', 'direction', 'proof'];

function checkResult(name: string, argument: string, result: BodyPenetration): void {
  checkOptions(name, argument, result, fields);
  if (typeof result !== 'object' || result === null || !('direction' in result) || !('upper' in result))
    throw wrongType(name, argument, result, 'give a result of bodyPenetration');
  readVector(name, `${argument}.direction`, result.direction);
}

/** Whether lengths are in the range of the queries. */
function isInRange({ relative, gap, volumeA, volumeB }: SolidBodyPair): boolean {
  const sizes = [volumeA.radiusAboutOrigin, volumeB.radiusAboutOrigin, length([relative[0], relative[1], relative[2]])];
  return sizes.every((x) => x < 1e60) && gap > 1e-60;
}
