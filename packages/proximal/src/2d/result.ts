import { wrongType } from '../check/argument.ts';
import { PlaneQuery } from '../engine/2d-layout.ts';
import { TERMINATION_CONVERGED } from '../engine/layout.ts';
import { type Status, statuses, type Termination, terminations } from '../engine/status.ts';
import type { Vec2 } from '../math/vec2.ts';
import { copyOf, hasProof } from '../query/result.ts';
import type { GrowthResult } from './growth.ts';
import type { PenetrationResult } from './penetration-result.ts';

/** The proof of the bounds, together with the result's normal. It can be checked with the two support functions alone: see `certify`. */
export interface Proof {
  /** Up to three vectors in A's frame, of any length, two numbers each; the rest is zero. */
  readonly directions: number[];
  /** The three convex weights; zero for unused directions. */
  readonly weights: number[];
}

/** The fields that all results share. */
export interface Outcome {
  /** Iterations of the algorithm. */
  iterations: number;
  /** Number of support points of the pair: each calls both support functions once. */
  supportCalls: number;
  /** Whether the gap between the bounds is within the tolerance, or overlap is proven. */
  converged: boolean;
  status: Status;
  termination: Termination;
  readonly proof: Proof;
}

/** The result of a distance query, with its proof. Lengths in meters; points and normal in world coordinates. */
export interface DistanceResult extends Outcome {
  /**
   * The distance between the shapes; 0 if they overlap, and 0 up to the tolerance if they touch. From `signedDistance`, negative if
   * they overlap. NaN is possible if a custom shape returns NaN, or if lengths are outside 1e-25 m to 1e30 m.
   */
  distance: number;
  /** A proven lower bound on the distance, up to rounding (the `allowance` of `certify`). */
  lower: number;
  /** A proven upper bound on the distance. */
  upper: number;
  /** The point of A nearest to B, on A's surface. For overlapping shapes, a point common to both; see also `signedDistance`. */
  pointA: Vec2;
  /** The point of B nearest to A: `pointA + distance · normal`. */
  pointB: Vec2;
  /** Unit vector from A to B; zero for overlapping shapes, except from `signedDistance`. */
  normal: Vec2;
  /** `pointA` in A's own frame, at full precision for bodies at any distance from the world's origin. */
  localA: Vec2;
  /** `pointB` in B's own frame. */
  localB: Vec2;
}

/** The result of any query of a pair of shapes that has a proof. */
export type AnyResult = DistanceResult | PenetrationResult | GrowthResult;

/** Throws unless the value is the result of a query. */
export function checkResult(where: string, result: AnyResult): void {
  if (isGrowth(result) || hasProof(result, 2, [...vectors, 'localA', 'localB'])) return;
  const remedy =
    'give a result of distance(), signedDistance(), penetration() or growthDistance() for the same shapes and poses';
  throw wrongType(where, 'result', result, remedy);
}

/** The vectors of every result. */
const vectors = ['pointA', 'pointB', 'normal'];

function isGrowth(result: AnyResult): result is GrowthResult {
  if (!hasProof(result, 2, [...vectors, 'contact']) || !('growth' in result)) return false;
  const { centerA, centerB } = result.proof;
  return centerA?.length === 2 && centerB?.length === 2;
}

/** An empty result for a query to fill. */
export function createResult(): DistanceResult {
  // NaN marks the fields as floating-point for the JavaScript engine, because queries write fractions.
  return {
    distance: Number.NaN,
    lower: Number.NaN,
    upper: Infinity,
    pointA: [Number.NaN, Number.NaN],
    pointB: [Number.NaN, Number.NaN],
    normal: [Number.NaN, Number.NaN],
    localA: [Number.NaN, Number.NaN],
    localB: [Number.NaN, Number.NaN],
    iterations: 0,
    supportCalls: 0,
    converged: false,
    status: 'unknown',
    termination: 'limit',
    proof: {
      directions: [Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN],
      weights: [Number.NaN, Number.NaN, Number.NaN],
    },
  };
}

/** Copies the kernel's result out of its memory. Allocates nothing. Vectors are written out, because every query runs this. */
export function readResult(f64: Float64Array, i32: Int32Array, w: number, result: DistanceResult): void {
  result.distance = PlaneQuery.distance(f64, w);
  result.lower = PlaneQuery.lower(f64, w);
  result.upper = PlaneQuery.upper(f64, w);
  readWitnesses(f64, w, result);
  readOutcome(f64, i32, w, result);
}

/** Copies the points and the normal. */
export function readWitnesses(
  f64: Float64Array,
  w: number,
  { pointA, pointB, normal, localA, localB }: DistanceResult | PenetrationResult,
): void {
  pointA[0] = PlaneQuery.pointA(f64, w, 0);
  pointA[1] = PlaneQuery.pointA(f64, w, 1);
  pointB[0] = PlaneQuery.pointB(f64, w, 0);
  pointB[1] = PlaneQuery.pointB(f64, w, 1);
  normal[0] = PlaneQuery.normal(f64, w, 0);
  normal[1] = PlaneQuery.normal(f64, w, 1);
  localA[0] = PlaneQuery.localA(f64, w, 0);
  localA[1] = PlaneQuery.localA(f64, w, 1);
  localB[0] = PlaneQuery.localB(f64, w, 0);
  localB[1] = PlaneQuery.localB(f64, w, 1);
}

/** The fields that results of distance and growth queries share. */
export function readOutcome(f64: Float64Array, i32: Int32Array, w: number, result: Outcome): void {
  const { weights, directions } = result.proof;
  const termination = PlaneQuery.termination(i32, w);
  result.iterations = PlaneQuery.iterations(i32, w);
  result.supportCalls = PlaneQuery.supportCalls(i32, w);
  result.status = statuses[PlaneQuery.status(i32, w)];
  result.termination = terminations[termination];
  result.converged = termination === TERMINATION_CONVERGED;
  weights[0] = PlaneQuery.proofWeights(f64, w, 0);
  weights[1] = PlaneQuery.proofWeights(f64, w, 1);
  weights[2] = PlaneQuery.proofWeights(f64, w, 2);
  directions[0] = PlaneQuery.proofDirections(f64, w, 0);
  directions[1] = PlaneQuery.proofDirections(f64, w, 1);
  directions[2] = PlaneQuery.proofDirections(f64, w, 2);
  directions[3] = PlaneQuery.proofDirections(f64, w, 3);
  directions[4] = PlaneQuery.proofDirections(f64, w, 4);
  directions[5] = PlaneQuery.proofDirections(f64, w, 5);
}

export function readVec2(f64: Float64Array, at: number, out: Vec2 | Float64Array): void {
  out[0] = f64[at];
  out[1] = f64[at + 1];
}

/**
 * A deep copy of a result, for example of `pair.result`, which the pair's next query overwrites.
 * @example
 * ```ts
 * const before = copyResult(pair.distance(poseA, poseB));
 * ```
 */
export function copyResult<Result extends AnyResult>(result: Result): Result {
  checkResult('copyResult', result);
  return copyOf(result);
}
