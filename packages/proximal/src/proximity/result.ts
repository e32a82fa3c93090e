import { Query } from '../engine/layout.ts';
import { type Status, statuses, type Termination, terminations } from '../engine/status.ts';
import type { Vec3 } from '../math/vec3.ts';

export { type Status, statuses, type Termination, terminations } from '../engine/status.ts';

/** The proof of the bounds, which can be checked with the two support functions alone: see `certify`. */
export interface Proof {
  /**
   * Up to four directions in A's frame, of any length, three numbers each; the rest is zero. They are the directions of A's support points,
   * and the opposite ones those of B's.
   */
  readonly directions: Float64Array;
  /**
   * Directions of B's support points in B's frame, if they are not opposite to `directions`; otherwise null. Results of `Pair.penetration`
   * have them if the query continues from support points of the last query, because the bodies may have turned since.
   */
  directionsB: Float64Array | null;
  /** The four convex weights; zero for unused directions. */
  readonly weights: Float64Array;
  /** EPA's polytope, if `keepProof` is set and the cores overlap: it contains the origin and is inside the Minkowski difference of the cores. */
  polytope: Polytope | null;
  /**
   * Whether the cores of ellipsoids are reduced, as in penetration queries: a ball of the smallest radius of curvature is moved
   * from the core to the swept radius.
   */
  inner: boolean;
}

/** A closed surface of triangles whose corners are support points of the Minkowski difference A − B of the cores. */
export interface Polytope {
  /** The direction of each corner in A's frame, three numbers each. */
  readonly directions: Float64Array;
  /** The corners of each triangle, counter-clockwise seen from outside. */
  readonly triangles: Uint32Array;
}

/** The fields that all results of two shapes share. */
export interface CommonResult<AnyProof = Proof> {
  /** `pointA` in A's own frame, at full precision for bodies at any distance from the world's origin. */
  localA: Vec3;
  /** `pointB` in B's own frame. */
  localB: Vec3;
  /** Iterations of all algorithms used. */
  iterations: number;
  /** Number of support points of the pair: each calls both support functions once. */
  supportCalls: number;
  status: Status;
  termination: Termination;
  readonly proof: AnyProof;
}

/** The fields that the kernel writes to the same offsets for every query. */
interface PlacedResult extends CommonResult<unknown> {
  pointA: Vec3;
  pointB: Vec3;
  normal: Vec3;
}

/** The result of a distance query, with its proof. Lengths in meters; points and normal in world coordinates. */
export interface DistanceResult extends CommonResult {
  /**
   * The distance between the shapes; 0 if they overlap, or from `signedDistance`, minus the depth. NaN if it is unknown: a custom
   * shape returned only NaN, or lengths are above 1e70 m or below 1e-70 m.
   */
  distance: number;
  /** A proven lower bound on the distance, up to rounding (the `allowance` of `certify`). */
  lower: number;
  /** A proven upper bound on the distance. */
  upper: number;
  /**
   * The point of A nearest to B, on A's surface. For overlapping shapes, a point common to both, or from `signedDistance`, the
   * point of A deepest inside B.
   */
  pointA: Vec3;
  /** The point of B nearest to A: `pointA + distance · normal`. */
  pointB: Vec3;
  /** Unit vector from A to B; zero for overlapping shapes, except from `signedDistance`. */
  normal: Vec3;
  /** Whether the gap between the bounds is within the tolerance, or overlap is proven. */
  converged: boolean;
  /**
   * Only from `signedDistance` with `certified: false`: the depth is a local minimum over directions, and a smaller one may
   * exist. `upper` is then not proven to be near `distance`.
   */
  local: boolean;
}

/** An empty result for a query to fill. A whole object literal, because the free functions make one in every call. */
export function createResult(): DistanceResult {
  return {
    distance: Number.NaN,
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

/** Copies the kernel's result out of its memory. Allocates nothing. */
export function readResult(f64: Float64Array, i32: Int32Array, w: number, result: DistanceResult): void {
  result.distance = Query.distance(f64, w);
  result.lower = Query.lower(f64, w);
  result.upper = Query.upper(f64, w);
  readCommonFields(f64, i32, w, result);
  readProof(f64, w, result.proof);
  result.converged = result.termination === 'converged';
  result.local = false;
}

/** Reads the fields that all queries share: points, normal, counters, status and termination. */
export function readCommonFields(f64: Float64Array, i32: Int32Array, w: number, result: PlacedResult): void {
  readVec3(f64, w + Query.POINT_A, result.pointA);
  readVec3(f64, w + Query.POINT_B, result.pointB);
  readVec3(f64, w + Query.NORMAL, result.normal);
  readVec3(f64, w + Query.LOCAL_A, result.localA);
  readVec3(f64, w + Query.LOCAL_B, result.localB);
  result.iterations = Query.iterations(i32, w);
  result.supportCalls = Query.supportCalls(i32, w);
  result.status = statuses[Query.status(i32, w)];
  result.termination = terminations[Query.termination(i32, w)];
}

/** Reads the directions and weights of the final simplex, and resets the fields that `readDepthFields` sets. */
export function readProof(f64: Float64Array, w: number, proof: Proof): void {
  const { weights, directions } = proof;
  proof.directionsB = null;
  proof.polytope = null;
  proof.inner = false;
  readFour(f64, w + Query.PROOF_WEIGHTS, weights, 0);
  readFour(f64, w + Query.PROOF_DIRECTIONS, directions, 0);
  readFour(f64, w + Query.PROOF_DIRECTIONS + 4, directions, 4);
  readFour(f64, w + Query.PROOF_DIRECTIONS + 8, directions, 8);
}

function readFour(f64: Float64Array, at: number, out: Float64Array, to: number): void {
  out[to] = f64[at];
  out[to + 1] = f64[at + 1];
  out[to + 2] = f64[at + 2];
  out[to + 3] = f64[at + 3];
}

export function readVec3(f64: Float64Array, at: number, out: Vec3): void {
  out[0] = f64[at];
  out[1] = f64[at + 1];
  out[2] = f64[at + 2];
}
