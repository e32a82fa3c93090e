import { Growth, GrowthVertex, Query } from '../engine/layout.ts';
import type { Vec3 } from '../math/vec3.ts';
import { type CommonResult, readCommonFields, readVec3 } from './result.ts';

/**
 * The proof of the bounds on a growth, which can be checked with the two support functions alone: see `certify`. The normal
 * proves the lower bound. The upper bound comes from up to three pairs of points whose combination lies on the ray between the
 * centers.
 */
export interface GrowthProof {
  /** The points about which the shapes were scaled, each in its shape's frame. */
  readonly centerA: Vec3;
  readonly centerB: Vec3;
  /**
   * Convex weights of the three pairs; all zero if there is no such proof: for the algorithms `'incremental'` and `'conic'`, for
   * equal centers, and for coordinates beyond the range of the kernel.
   */
  readonly weights: Float64Array;
  /** For each pair, the direction whose support point is A's point: three numbers in A's frame, of any length. */
  readonly directionsA: Float64Array;
  /** For each pair, the direction whose support point is B's point: three numbers in B's frame, of any length. */
  readonly directionsB: Float64Array;
  /** 1 for a pair of points in the inner balls of the shapes; the directions are then vectors from the centers to these points. */
  readonly inner: Uint8Array;
}

/**
 * The factor by which two shapes must be scaled until they just touch, with its proof. Points and normal are in world
 * coordinates, in meters.
 */
export interface GrowthResult extends CommonResult<GrowthProof> {
  /** Both shapes, scaled by this about their centers, touch. Below 1 the unscaled shapes overlap; above 1 they are apart. */
  growth: number;
  /** Proven bounds on the growth. */
  lower: number;
  upper: number;
  /** The points of the unscaled shapes that coincide after scaling. */
  pointA: Vec3;
  pointB: Vec3;
  /** The point where the scaled shapes touch. */
  contact: Vec3;
  /** Unit normal of the contact plane, from A to B; zero for equal centers, or if no lower bound is proven. */
  normal: Vec3;
  /**
   * Whether the gap between the bounds is within the tolerance or rounding. If 1 is between the bounds, the status is `'touching'`,
   * or `'unknown'` if not converged.
   */
  converged: boolean;
}

/** An empty result for a query to fill. */
export function createGrowthResult(): GrowthResult {
  return {
    growth: Number.NaN,
    lower: 0,
    upper: Infinity,
    pointA: [0, 0, 0],
    pointB: [0, 0, 0],
    contact: [0, 0, 0],
    normal: [0, 0, 0],
    localA: [0, 0, 0],
    localB: [0, 0, 0],
    iterations: 0,
    supportCalls: 0,
    converged: false,
    status: 'unknown',
    termination: 'limit',
    proof: {
      centerA: [0, 0, 0],
      centerB: [0, 0, 0],
      weights: new Float64Array(3),
      directionsA: new Float64Array(9),
      directionsB: new Float64Array(9),
      inner: new Uint8Array(3),
    },
  };
}

/** Checks the fields and array lengths of a 3D growth result. A distance result and a 2D result have others. */
export function isGrowthResult<Value>(value: Value): value is Value & GrowthResult {
  const result = value as GrowthResult | null;
  return (
    typeof result === 'object' &&
    typeof result?.growth === 'number' &&
    result.proof?.weights?.length === 3 &&
    result.proof.directionsA?.length === 9 &&
    result.proof.directionsB?.length === 9 &&
    [result.pointA, result.pointB, result.normal, result.localA, result.localB, result.contact].every(
      (point) => point?.length === 3,
    )
  );
}

/** Copies the kernel's result out of its memory. Allocates nothing. */
export function readGrowthResult(f64: Float64Array, i32: Int32Array, w: number, g: number, result: GrowthResult): void {
  result.growth = Query.distance(f64, w);
  result.lower = Query.lower(f64, w);
  result.upper = Query.upper(f64, w);
  readCommonFields(f64, i32, w, result);
  readVec3(f64, g + Growth.CONTACT, result.contact);
  result.converged = result.termination === 'converged';
  readGrowthProof(f64, i32, g, result.proof);
}

/** Resets the bounds and the status to unknown, for shapes whose size is not finite: products of coordinates may overflow. */
export function withdrawBounds(result: GrowthResult): void {
  result.lower = 0;
  result.upper = Infinity;
  result.status = 'unknown';
  result.termination = 'stalled';
  result.converged = false;
}

function readGrowthProof(f64: Float64Array, i32: Int32Array, g: number, proof: GrowthProof): void {
  readVec3(f64, g + Growth.CENTER_A, proof.centerA);
  readVec3(f64, g + Growth.CENTER_B, proof.centerB);
  readPoint(f64, i32, g, 0, proof);
  readPoint(f64, i32, g, 1, proof);
  readPoint(f64, i32, g, 2, proof);
}

function readPoint(f64: Float64Array, i32: Int32Array, g: number, k: number, proof: GrowthProof): void {
  const weight = Growth.weights(f64, g, k);
  proof.weights[k] = weight;
  // With weight 0 the basis in the kernel's memory may be left from another query. The proof's directions have no meaning then.
  if (weight === 0) return;
  const vertex = Growth.basis(i32, g, k);
  proof.inner[k] = GrowthVertex.inner(i32, vertex);
  copyThree(f64, vertex + GrowthVertex.TOWARD_A, proof.directionsA, 3 * k);
  copyThree(f64, vertex + GrowthVertex.TOWARD_B, proof.directionsB, 3 * k);
}

function copyThree(from: Float64Array, fromIndex: number, to: Float64Array, toIndex: number): void {
  to[toIndex] = from[fromIndex];
  to[toIndex + 1] = from[fromIndex + 1];
  to[toIndex + 2] = from[fromIndex + 2];
}
