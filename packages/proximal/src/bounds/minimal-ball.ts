// The smallest ball around a cloud. At most four points on its surface, its support, determine it (Welzl 1991). As in Gärtner's
// "Fast and robust smallest enclosing balls" (ESA 1999), each round adds the point that is farthest outside the ball of the
// present support. The ball of these at most five points is found by trying every subset of at most four that contains the new point. The radius
// of a subset's ball is the distance from its circumcenter to the farthest of the five points, which is a valid radius even for an
// ill-conditioned circumcenter. So the choice of the subset needs no tolerance, and degenerate subsets are never chosen.
import { cross, dot, scale, subtract, type Vec3 } from '../math/vec3.ts';
import { localCloud, toInput } from './cloud.ts';

export interface MinimalBall {
  readonly center: Vec3;
  readonly radius: number;
}

/** A ball: its center, its support points, and the squared distance of the center from the farthest of the points considered. */
interface Candidate {
  readonly center: Vec3;
  readonly squared: number;
  readonly support: readonly number[];
}

/** The relative rounding error of a squared distance. The search ends if no point is outside the ball by more than this. */
const squaredTolerance = 4 * 2 ** -52;
/** The search ends after this many rounds without a smaller ball. Only rounding can make the supports cycle. */
const maxStaleRounds = 64;

/**
 * The smallest ball around `points`, flat x y z x y z …, optimal to rounding. `radius` is the largest of the computed
 * distances √(dx² + dy² + dz²) from `center`: no computed distance exceeds it.
 * @example
 * ```ts
 * minimalBall(Float64Array.of(0, 0, 0, 2, 0, 0, 1, 0.5, 0)); // { center: [1, 0, 0], radius: 1 }
 * ```
 */
export function minimalBall(points: Float64Array): MinimalBall {
  const cloud = localCloud('minimalBall', points);
  const center = toInput(cloud, localCenter(cloud.xyz));
  // Division by a power of two keeps the bits and prevents under- and overflow.
  let squared = 0;
  for (let k = 0; k < points.length; k += 3) {
    const x = (points[k] - center[0]) / cloud.unit;
    const y = (points[k + 1] - center[1]) / cloud.unit;
    const z = (points[k + 2] - center[2]) / cloud.unit;
    squared = Math.max(squared, x * x + y * y + z * z);
  }
  return { center, radius: Math.sqrt(squared) * cloud.unit };
}

function localCenter(xyz: Float64Array): Vec3 {
  const first = farthest(xyz, [xyz[0], xyz[1], xyz[2]]).index;
  const second = farthest(xyz, pointAt(xyz, first)).index;
  let candidate = pivot(xyz, [first], second);
  let best = candidate.center;
  let bestSquared = Infinity;
  for (let stale = 0; stale < maxStaleRounds; stale++) {
    const { index, squared } = farthest(xyz, candidate.center);
    if (squared < bestSquared) {
      bestSquared = squared;
      best = candidate.center;
      stale = 0;
    }
    if (squared <= candidate.squared * (1 + squaredTolerance)) break;
    candidate = pivot(xyz, candidate.support, index);
  }
  return best;
}

function pointAt(xyz: Float64Array, index: number): Vec3 {
  return [xyz[3 * index], xyz[3 * index + 1], xyz[3 * index + 2]];
}

function farthest(xyz: Float64Array, center: Vec3): { index: number; squared: number } {
  let index = 0;
  let squared = -1;
  for (let k = 0; k < xyz.length; k += 3) {
    const x = xyz[k] - center[0];
    const y = xyz[k + 1] - center[1];
    const z = xyz[k + 2] - center[2];
    const current = x * x + y * y + z * z;
    if (current > squared) {
      squared = current;
      index = k / 3;
    }
  }
  return { index, squared };
}

/**
 * The smallest ball around a support of at most four points and the point `added` outside the support's ball. `added` is on the surface
 * of the new ball.
 */
function pivot(xyz: Float64Array, support: readonly number[], added: number): Candidate {
  const base = pointAt(xyz, added);
  const vectors = support.map((index) => subtract(pointAt(xyz, index), base));
  let best: Candidate = { center: base, squared: farthestOf(vectors, [0, 0, 0]), support: [added] };
  // Small subsets come first: of equal balls, the one with the fewest support points is kept.
  for (let size = 1; size <= 3; size++) {
    for (let subset = 1; subset < 1 << support.length; subset++) {
      const chosen = support.map((_, k) => k).filter((k) => (subset >> k) & 1);
      if (chosen.length !== size) continue;
      const offset = circumcenter(chosen.map((k) => vectors[k]));
      const squared = farthestOf(vectors, offset);
      if (!(squared < best.squared)) continue;
      const center: Vec3 = [base[0] + offset[0], base[1] + offset[1], base[2] + offset[2]];
      best = { center, squared, support: [added, ...chosen.map((k) => support[k])] };
    }
  }
  return best;
}

/** The squared distance from `center` to the farthest of the vectors and the origin; NaN if the center is NaN. */
function farthestOf(vectors: readonly Vec3[], center: Vec3): number {
  let squared = dot(center, center);
  for (const vector of vectors) {
    const difference = subtract(vector, center);
    squared = Math.max(squared, dot(difference, difference));
  }
  return squared;
}

/** The point in the span of one to three vectors as far from each as from the origin: v·c = ½ v·v for each v. */
function circumcenter(vectors: readonly Vec3[]): Vec3 {
  const center = solve(
    vectors,
    vectors.map((v) => dot(v, v) / 2),
  );
  // One step of iterative refinement: v·(½ v − c) is small where v·v and v·c cancel.
  const correction = solve(
    vectors,
    vectors.map((v) => dot(v, subtract(scale(v, 0.5), center))),
  );
  return [center[0] + correction[0], center[1] + correction[1], center[2] + correction[2]];
}

/** The vector in the span of the given a, b, c whose products with them are p, q, r; not finite if they are exactly dependent. */
function solve([a, b, c]: readonly Vec3[], [p, q, r]: readonly number[]): Vec3 {
  if (b === undefined) return scale(a, p / dot(a, a));
  const ab = cross(a, b);
  if (c === undefined) {
    const across = subtract(scale(b, p), scale(a, q));
    return scale(cross(across, ab), 1 / dot(ab, ab));
  }
  const bc = cross(b, c);
  const ca = cross(c, a);
  const volume = dot(a, bc);
  return [
    (p * bc[0] + q * ca[0] + r * ab[0]) / volume,
    (p * bc[1] + q * ca[1] + r * ab[1]) / volume,
    (p * bc[2] + q * ca[2] + r * ab[2]) / volume,
  ];
}
