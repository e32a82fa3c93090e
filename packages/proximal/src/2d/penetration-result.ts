import { PlaneQuery } from '../engine/2d-layout.ts';
import type { Vec2 } from '../math/vec2.ts';
import { createResult, type Outcome, readOutcome, readWitnesses } from './result.ts';

/** The result of a penetration query, with its proof. Lengths in meters; points and normal in world coordinates. */
export interface PenetrationResult extends Outcome {
  /** Moving B by `depth · normal` separates the shapes. 0 if they are already separated; NaN if it is unknown: see `DistanceResult`. */
  depth: number;
  /** A lower bound on the depth: no shorter translation separates the shapes. 0 if no bound is known: see `local`. */
  lower: number;
  /** An upper bound on the depth, equal to `depth`: a translation of B by this along the normal separates the shapes. */
  upper: number;
  /** The point of A deepest inside B along the normal, on A's surface. */
  pointA: Vec2;
  /** The point of B deepest inside A: `pointA − depth · normal`. For separated shapes, both points are from the last iteration. */
  pointB: Vec2;
  /** Unit vector along which B leaves A; for separated shapes, the normal of a line between them. */
  normal: Vec2;
  /** `pointA` in A's own frame, at full precision for bodies at any distance from the world's origin. */
  localA: Vec2;
  /** `pointB` in B's own frame. */
  localB: Vec2;
  /**
   * Whether the gap between the bounds is within the tolerance; for a local result, whether its direction and depth have
   * converged to the tolerance. True for separated shapes.
   */
  converged: boolean;
  /** Whether the depth is not proven to be the global minimum over directions: a local minimum, or for `'mpr'` the depth along the normal of the portal. */
  local: boolean;
}

/** An empty result for a query to fill. */
export function createPenetrationResult(): PenetrationResult {
  const { distance, ...fields } = createResult();
  return { depth: distance, ...fields, local: false };
}

/** Copies the kernel's result, a signed distance, out of its memory. Allocates nothing. */
export function readPenetration(f64: Float64Array, i32: Int32Array, w: number, result: PenetrationResult): void {
  // A depth is never negative, and zero never has a sign.
  result.depth = Math.max(0, -PlaneQuery.distance(f64, w));
  result.lower = Math.max(0, -PlaneQuery.upper(f64, w));
  result.upper = Math.max(0, -PlaneQuery.lower(f64, w));
  result.local = PlaneQuery.local(i32, w) === 1;
  readWitnesses(f64, w, result);
  readOutcome(f64, i32, w, result);
  result.converged = result.converged || result.status === 'separated';
}
