// The triangle of the basis, projected along the ray: the corner that a new vertex replaces, and the weights of the point on the
// ray, by signed areas (Thirugnanam and Sreenath, Sec. III-F.2). The corners are in counter-clockwise order around the ray.
import * as Query from '../blocks/query.ts';
import { ld } from '../port/memory.ts';
import * as Growth from './blocks/growth.ts';
import * as GrowthVertex from './blocks/growth-vertex.ts';

const INFINITE: f64 = 1.0e308 * 10.0;
/** An interpolated direction may give a corner collinear with the others: flatter triangles are not used. */
const FLATTEST: f64 = 1.0e-10;
/** Rounds of iterative refinement of the weights: each reduces the error by the same factor. */
const ROUNDS: i32 = 3;
/**
 * A triangle is a sliver if twice its area, seen along the ray, is at most this fraction of the sum of its corners' squared distances from the
 * ray, or if the squared sine of its first corner is at most this.
 */
const SHARP: f64 = 1.0e-4;

/**
 * Twice the area that the ray spans with an edge, seen along the ray. The weight of a corner is proportional to the area of the
 * opposite edge.
 */
function areaAcross(from: i32, to: i32): f64 {
  return (
    GrowthVertex.across(from, 0) * GrowthVertex.across(to, 1) -
    GrowthVertex.across(from, 1) * GrowthVertex.across(to, 0)
  );
}

function squaredAcross(vertex: i32): f64 {
  const x: f64 = GrowthVertex.across(vertex, 0);
  const y: f64 = GrowthVertex.across(vertex, 1);
  return x * x + y * y;
}

/** Whether the ray passes through the triangle, with its corners in counter-clockwise order. */
export function isAroundRay(a: i32, b: i32, c: i32): bool {
  return areaAcross(a, b) > 0.0 && areaAcross(b, c) > 0.0 && areaAcross(c, a) > 0.0;
}

/**
 * The weights of the point where the ray passes through the triangle, or, if it does not, of the edges' point nearest to the ray. Returns how far
 * along the ray that is (18).
 */
export function setBasisWeights(g: i32): f64 {
  const a: i32 = Growth.basis(g, 0);
  const b: i32 = Growth.basis(g, 1);
  const c: i32 = Growth.basis(g, 2);
  const areaA: f64 = areaAcross(b, c);
  const areaB: f64 = areaAcross(c, a);
  const areaC: f64 = areaAcross(a, b);
  if (!(areaA > 0.0 && areaB > 0.0 && areaC > 0.0)) return setEdgeWeights(g, INFINITE, 0.0);
  const whole: f64 = areaA + areaB + areaC;
  const inverse: f64 = 1.0 / whole;
  const reached: f64 = setWeights(g, inverse * areaA, inverse * areaB, inverse * areaC);
  // The areas of a sliver have lost digits, and its long edges amplify the error.
  if (whole > SHARP * (squaredAcross(a) + squaredAcross(b) + squaredAcross(c))) return reached;
  return refineWeights(g, reached, 0.0);
}

/**
 * For a ray that meets an edge, or misses it by rounding: uses the nearest point of the nearest edge, if its squared distance is
 * below `squared`. Otherwise the weights stay unchanged, with the distance `reached` along the ray.
 */
function setEdgeWeights(g: i32, squared: f64, reached: f64): f64 {
  const a: i32 = Growth.basis(g, 0);
  const b: i32 = Growth.basis(g, 1);
  const c: i32 = Growth.basis(g, 2);
  const parameterC: f64 = edgeParameter(b, c);
  const parameterA: f64 = edgeParameter(c, a);
  const parameterB: f64 = edgeParameter(a, b);
  const offA: f64 = squaredDistanceToRay(b, c, parameterC);
  const offB: f64 = squaredDistanceToRay(c, a, parameterA);
  const offC: f64 = squaredDistanceToRay(a, b, parameterB);
  if (!(Math.min(offA, Math.min(offB, offC)) < squared)) return reached;
  if (offA <= offB && offA <= offC) return setWeights(g, 0.0, 1.0 - parameterC, parameterC);
  if (offB <= offC) return setWeights(g, parameterA, 0.0, 1.0 - parameterA);
  return setWeights(g, 1.0 - parameterB, parameterB, 0.0);
}

/** The squared distance of the ray from a point of an edge. */
function squaredDistanceToRay(from: i32, to: i32, parameter: f64): f64 {
  const x: f64 = (1.0 - parameter) * GrowthVertex.across(from, 0) + parameter * GrowthVertex.across(to, 0);
  const y: f64 = (1.0 - parameter) * GrowthVertex.across(from, 1) + parameter * GrowthVertex.across(to, 1);
  return x * x + y * y;
}

/** The weight of the second end in the point of an edge that is nearest to the ray. */
function edgeParameter(from: i32, to: i32): f64 {
  const px: f64 = GrowthVertex.across(from, 0);
  const py: f64 = GrowthVertex.across(from, 1);
  const ex: f64 = GrowthVertex.across(to, 0) - px;
  const ey: f64 = GrowthVertex.across(to, 1) - py;
  const squared: f64 = ex * ex + ey * ey;
  // Coincident ends: either is the point.
  if (!(squared > 0.0)) return 0.0;
  return Math.max(0.0, Math.min(1.0, -(px * ex + py * ey) / squared));
}

function setWeights(g: i32, weightA: f64, weightB: f64, weightC: f64): f64 {
  Growth.setWeights(g, 0, weightA);
  Growth.setWeights(g, 1, weightB);
  Growth.setWeights(g, 2, weightC);
  return (
    weightA * GrowthVertex.along(Growth.basis(g, 0)) +
    weightB * GrowthVertex.along(Growth.basis(g, 1)) +
    weightC * GrowthVertex.along(Growth.basis(g, 2))
  );
}

/**
 * The fourth vertex replaces the corner (26) such that the ray still passes through the triangle. Returns the distance of the new
 * triangle along the ray.
 */
export function enterBasis(w: i32, g: i32, isStuck: bool): f64 {
  exchange(g, cornerToReplace(w, g, isStuck));
  return setBasisWeights(g);
}

/** Like `enterBasis`, but only if the new triangle is ahead of `inner` and not flat; otherwise the triangle stays the same. */
export function enterAhead(w: i32, g: i32, inner: f64): f64 {
  const corner: i32 = cornerToReplace(w, g, false);
  exchange(g, corner);
  const reached: f64 = setBasisWeights(g);
  if (reached > inner && !isFlat(g)) return reached;
  exchange(g, corner);
  return setBasisWeights(g);
}

function exchange(g: i32, corner: i32): void {
  const next: i32 = Growth.basis(g, 3);
  Growth.setBasis(g, 3, Growth.basis(g, corner));
  Growth.setBasis(g, corner, next);
}

/** Whether the triangle is too flat for reliable signs. */
export function isFlat(g: i32): bool {
  const a: i32 = Growth.basis(g, 0);
  const b: i32 = Growth.basis(g, 1);
  const c: i32 = Growth.basis(g, 2);
  return !(areaOf(a, b, c) > FLATTEST * (squaredAcross(a) + squaredAcross(b) + squaredAcross(c)));
}

/** The corner that the next vertex replaces, such that the ray passes through the new triangle. */
function cornerToReplace(w: i32, g: i32, isStuck: bool): i32 {
  const a: i32 = Growth.basis(g, 0);
  const b: i32 = Growth.basis(g, 1);
  const c: i32 = Growth.basis(g, 2);
  const next: i32 = Growth.basis(g, 3);
  const sideA: f64 = areaAcross(next, a);
  const sideB: f64 = areaAcross(next, b);
  const sideC: f64 = areaAcross(next, c);
  // Near zero, the signs are determined by rounding.
  const rounding: f64 = 0.125 * Query.floor(w);
  const size: f64 = sizeAcross(next);
  const offA: f64 = rounding * (size + sizeAcross(a));
  const offB: f64 = rounding * (size + sizeAcross(b));
  const offC: f64 = rounding * (size + sizeAcross(c));
  if (sideA > offA && sideB < -offB) return 2;
  if (sideB > offB && sideC < -offC) return 0;
  if (sideC > offC && sideA < -offA) return 1;
  return cornerToReplaceAtEdge(w, g, isStuck);
}

function sizeAcross(vertex: i32): f64 {
  return Math.abs(GrowthVertex.across(vertex, 0)) + Math.abs(GrowthVertex.across(vertex, 1));
}

/**
 * If the ray meets an edge or a corner, it passes through several of the new triangles, up to rounding. The largest triangle is
 * the most accurate; if it makes no progress, the farthest along the ray is used. The distance of the ray from a triangle is
 * measured to its edges, not to their lines, because the lines of a needle's edges extend beyond its tip.
 */
function cornerToReplaceAtEdge(w: i32, g: i32, isFarthest: bool): i32 {
  const allowed: f64 = 0.125 * Query.floor(w);
  let corner: i32 = 0;
  let least: f64 = INFINITE;
  let best: f64 = -INFINITE;
  for (let k: i32 = 0; k < 3; k += 1) {
    exchange(g, k);
    const squaredDistance: f64 = Math.max(
      squaredDistanceOfTriangle(Growth.basis(g, 0), Growth.basis(g, 1), Growth.basis(g, 2)),
      allowed * allowed,
    );
    const score: f64 = isFarthest
      ? setBasisWeights(g)
      : areaOf(Growth.basis(g, 0), Growth.basis(g, 1), Growth.basis(g, 2));
    exchange(g, k);
    if (squaredDistance < least || (squaredDistance === least && score > best)) {
      corner = k;
      least = squaredDistance;
      best = score;
    }
  }
  return corner;
}

/** Twice the area of a triangle, seen along the ray. */
function areaOf(a: i32, b: i32, c: i32): f64 {
  return areaAcross(a, b) + areaAcross(b, c) + areaAcross(c, a);
}

/** The squared distance of the ray from a triangle; 0 if the ray passes through it. */
function squaredDistanceOfTriangle(a: i32, b: i32, c: i32): f64 {
  if (areaAcross(a, b) >= 0.0 && areaAcross(b, c) >= 0.0 && areaAcross(c, a) >= 0.0) return 0.0;
  return Math.min(
    squaredDistanceToRay(a, b, edgeParameter(a, b)),
    Math.min(squaredDistanceToRay(b, c, edgeParameter(b, c)), squaredDistanceToRay(c, a, edgeParameter(c, a))),
  );
}

/** Sets the next direction to λ (24), the normal of the basis triangle, scaled to 1 along the ray. False if its component there is not positive. */
export function setBasisDirection(g: i32): bool {
  const a: i32 = Growth.basis(g, 0);
  const b: i32 = Growth.basis(g, 1);
  const c: i32 = Growth.basis(g, 2);
  const px: f64 = ld(b) - ld(a);
  const py: f64 = ld(b + 1) - ld(a + 1);
  const pz: f64 = ld(b + 2) - ld(a + 2);
  const qx: f64 = ld(c) - ld(a);
  const qy: f64 = ld(c + 1) - ld(a + 1);
  const qz: f64 = ld(c + 2) - ld(a + 2);
  const x: f64 = py * qz - pz * qy;
  const y: f64 = pz * qx - px * qz;
  const z: f64 = px * qy - py * qx;
  const pp: f64 = px * px + py * py + pz * pz;
  const qq: f64 = qx * qx + qy * qy + qz * qz;
  if (x * x + y * y + z * z > SHARP * pp * qq) return setDirection(g, x, y, z);
  const rx: f64 = ld(c) - ld(b);
  const ry: f64 = ld(c + 1) - ld(b + 1);
  const rz: f64 = ld(c + 2) - ld(b + 2);
  const rr: f64 = rx * rx + ry * ry + rz * rz;
  // The normal of a sliver is computed from the two shorter edges, and made orthogonal to the longest.
  if (pp >= qq && pp >= rr) return setSharpDirection(g, qx, qy, qz, rx, ry, rz, px, py, pz);
  if (qq >= rr) return setSharpDirection(g, px, py, pz, rx, ry, rz, qx, qy, qz);
  return setSharpDirection(g, px, py, pz, qx, qy, qz, rx, ry, rz);
}

/**
 * The direction perpendicular to the edges p and q, made perpendicular to l, their sum or difference, along which an error of the
 * normal matters most.
 */
function setSharpDirection(
  g: i32,
  px: f64,
  py: f64,
  pz: f64,
  qx: f64,
  qy: f64,
  qz: f64,
  lx: f64,
  ly: f64,
  lz: f64,
): bool {
  const x: f64 = py * qz - pz * qy;
  const y: f64 = pz * qx - px * qz;
  const z: f64 = px * qy - py * qx;
  const tilt: f64 = (x * lx + y * ly + z * lz) / (lx * lx + ly * ly + lz * lz);
  return setDirection(g, x - tilt * lx, y - tilt * ly, z - tilt * lz);
}

/** Sets the next direction, scaled to 1 along the ray. False if its component along the ray is not positive. */
export function setDirection(g: i32, x: f64, y: f64, z: f64): bool {
  const ahead: f64 = x * Growth.ray(g, 0) + y * Growth.ray(g, 1) + z * Growth.ray(g, 2);
  const scale: f64 = 1.0 / ahead;
  Growth.setDirection(g, 0, scale * x);
  Growth.setDirection(g, 1, scale * y);
  Growth.setDirection(g, 2, scale * z);
  return ahead > 0.0;
}

/**
 * Corrects the weights until the combined point is at most `allowed` away from the ray, also for slivers, whose areas have lost
 * their digits. If that fails, a nearer point of an edge is used. Returns its distance along the ray, which was `before`.
 */
export function refineWeights(g: i32, before: f64, allowed: f64): f64 {
  const a: i32 = Growth.basis(g, 0) + GrowthVertex.ACROSS;
  const b: i32 = Growth.basis(g, 1) + GrowthVertex.ACROSS;
  const c: i32 = Growth.basis(g, 2) + GrowthVertex.ACROSS;
  const px: f64 = ld(b) - ld(a);
  const py: f64 = ld(b + 1) - ld(a + 1);
  const qx: f64 = ld(c) - ld(a);
  const qy: f64 = ld(c + 1) - ld(a + 1);
  const whole: f64 = px * qy - py * qx;
  let reached: f64 = before;
  let residualX: f64 = offsetFromRay(g, 0);
  let residualY: f64 = offsetFromRay(g, 1);
  let residual: f64 = residualX * residualX + residualY * residualY;
  // A triangle without area is not refined: it is equal to one of its edges.
  for (let round: i32 = 0; round < ROUNDS && residual > allowed * allowed && whole > 0.0; round += 1) {
    const weightA: f64 = Growth.weights(g, 0);
    const weightB: f64 = Growth.weights(g, 1);
    const weightC: f64 = Growth.weights(g, 2);
    const newB: f64 = weightB - (residualX * qy - residualY * qx) / whole;
    const newC: f64 = weightC - (px * residualY - py * residualX) / whole;
    const newA: f64 = 1.0 - newB - newC;
    if (!(newA > 0.0 && newB > 0.0 && newC > 0.0)) break;
    const corrected: f64 = setWeights(g, newA, newB, newC);
    residualX = offsetFromRay(g, 0);
    residualY = offsetFromRay(g, 1);
    const nextResidual: f64 = residualX * residualX + residualY * residualY;
    if (!(nextResidual < residual)) {
      // Nearly no area: the correction was only rounding error.
      setWeights(g, weightA, weightB, weightC);
      break;
    }
    residual = nextResidual;
    reached = corrected;
  }
  return residual > allowed * allowed ? setEdgeWeights(g, residual, reached) : reached;
}

/** The offset of the combined point from the ray, along one of the two perpendicular directions. */
function offsetFromRay(g: i32, axis: i32): f64 {
  return (
    Growth.weights(g, 0) * GrowthVertex.across(Growth.basis(g, 0), axis) +
    Growth.weights(g, 1) * GrowthVertex.across(Growth.basis(g, 1), axis) +
    Growth.weights(g, 2) * GrowthVertex.across(Growth.basis(g, 2), axis)
  );
}
