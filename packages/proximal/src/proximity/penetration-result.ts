import { Query } from '../engine/layout.ts';
import type { Vec3 } from '../math/vec3.ts';
import { type CommonResult, type Proof, readCommonFields, readProof } from './result.ts';

/** The result of a penetration query, with its proof. Lengths in meters; points and normal in world coordinates. */
export interface PenetrationResult extends CommonResult {
  /** Moving B by `depth · normal` separates the shapes. 0 if they are already separated; NaN if it is unknown: see `DistanceResult`. */
  depth: number;
  /** A lower bound on the depth: no shorter translation separates the shapes. 0 if no bound was requested: see `local`. */
  lower: number;
  /** An upper bound on the depth, equal to `depth`: a translation of B by this along the normal separates the shapes. */
  upper: number;
  /** The point of A deepest inside B along the normal, on A's surface. */
  pointA: Vec3;
  /** The point of B deepest inside A: `pointA − depth · normal`. For separated shapes, both points are from the last iteration. */
  pointB: Vec3;
  /** Unit vector along which B leaves A; for separated shapes, the normal of a plane between them. */
  normal: Vec3;
  /**
   * Whether the gap between the bounds is within the tolerance; for a local result, whether its direction and depth have
   * converged to the tolerance. True for separated shapes.
   */
  converged: boolean;
  /** Whether the depth is not proven to be the global minimum over directions: a local one, or for `'mpr'` the depth along another normal. */
  local: boolean;
  /** The support points whose combination is `pointA − pointB`, up to the swept radii and the tolerance; see `keepProof`. */
  readonly proof: Proof;
}

/** An empty result for a query to fill. */
export function createPenetrationResult(): PenetrationResult {
  return {
    depth: Number.NaN,
    lower: 0,
    upper: Infinity,
    pointA: [0, 0, 0],
    pointB: [0, 0, 0],
    normal: [0, 0, 0],
    localA: [0, 0, 0],
    localB: [0, 0, 0],
    iterations: 0,
    supportCalls: 0,
    converged: false,
    local: false,
    status: 'unknown',
    termination: 'limit',
    proof: {
      directions: new Float64Array(12),
      directionsB: null,
      weights: new Float64Array(4),
      polytope: null,
      inner: false,
    },
  };
}

/** Copies the kernel's result, a signed distance, out of its memory. Allocates nothing. */
export function readPenetration(f64: Float64Array, i32: Int32Array, w: number, result: PenetrationResult): void {
  // A depth is never negative, and zero never has a sign.
  result.depth = Math.max(0, -Query.distance(f64, w));
  result.lower = Math.max(0, -Query.upper(f64, w));
  result.upper = Math.max(0, -Query.lower(f64, w));
  readCommonFields(f64, i32, w, result);
  readProof(f64, w, result.proof);
  result.converged = result.termination === 'converged' || result.status === 'separated';
}
