// The distance of two ellipsoids, of their inner cores, or of one and a point, by Newton's method on the direction. Let n be a unit vector, s the
// support point of D along it and δ = −⟨n, s⟩ the distance of the support plane, which bounds the distance from below; s itself is a point of D
// and bounds it from above. Both meet where s = −δ n. The tangential part of s, F = s + δ n, has the derivative H + δ I with the Hessian H of
// D's support value, so the step is −(H + δ I)⁻¹ F. The matrix is positive definite while a plane separates the cores, and the step then
// increases δ if it is short enough. The proof needs one support point, because D is strictly convex.

import * as Query from '../blocks/query.ts';
import * as ShapeBlock from '../blocks/shape-block.ts';
import * as Vertex from '../blocks/vertex.ts';
import {
  ACTIVE_SET_SIMPLEX,
  CRITERION_BOUNDS,
  MOMENTUM_AUTO,
  MOMENTUM_POLYAK,
  TERMINATION_CONVERGED,
  TERMINATION_STALLED,
  TERMINATION_UP_TO,
  TRACE_OFF,
} from '../constants.ts';
import { copyVertex, supportVertex } from '../minkowski.ts';
import { ld, st } from '../port/memory.ts';
import { KIND_ELLIPSOID, KIND_INNER_ELLIPSOID, KIND_POINT } from '../shapes/kinds.ts';
import { gjk } from './gjk.ts';

/** The largest number of support points; four usually suffice. */
const MOST_STEPS: i32 = 24;
/** The largest number of times that a step is halved. */
const MOST_CUTS: i32 = 4;
const CONTINUE: i32 = -1;
const INFINITE: f64 = 1.0e308 * 10.0;

/** Whether the query in progress is a distance of two such cores, with no algorithm, criterion, trace or bound on the distance requested. */
export function areEllipsoids(w: i32): bool {
  const a: i32 = ShapeBlock.kind(Query.recordA(w));
  const b: i32 = ShapeBlock.kind(Query.recordB(w));
  if (!(isEllipsoid(a) && (isEllipsoid(b) || b === KIND_POINT)) && !(a === KIND_POINT && isEllipsoid(b))) return false;
  return (
    Query.isBoolean(w) === 0 &&
    Query.above(w) === INFINITE &&
    Query.wantedMomentum(w) === MOMENTUM_AUTO &&
    Query.criterion(w) === CRITERION_BOUNDS &&
    Query.activeSet(w) === ACTIVE_SET_SIMPLEX &&
    Query.trace(w) === TRACE_OFF
  );
}

function isEllipsoid(kind: i32): bool {
  return kind === KIND_ELLIPSOID || kind === KIND_INNER_ELLIPSOID;
}

/**
 * Writes the same results as `gjk`, from the start direction. If its support plane does not separate the cores, GJK looks for one that does, or
 * proves contact. TERMINATION_STALLED, with the number of iterations, if neither succeeds.
 */
export function ellipsoidDistance(w: i32): i32 {
  const x: f64 = Query.start(w, 0);
  const y: f64 = Query.start(w, 1);
  const z: f64 = Query.start(w, 2);
  let iterations: i32 = 0;
  Query.setCoreLower(w, -INFINITE);
  if (!sample(w, x, y, z)) {
    const found: i32 = findPlane(w, x, y, z);
    if (found !== TERMINATION_UP_TO) return found;
    iterations = Query.iterations(w);
    Query.setCoreLower(w, -INFINITE);
    if (!sample(w, -Query.nearest(w, 0), -Query.nearest(w, 1), -Query.nearest(w, 2))) return TERMINATION_STALLED;
  }
  writeSquares(w);
  const limit: i32 = Query.limit(w);
  const most: i32 = iterations + MOST_STEPS < limit ? iterations + MOST_STEPS : limit;
  let termination: i32 = CONTINUE;
  while (termination === CONTINUE) {
    iterations += 1;
    if (Query.coreUpper(w) - Query.radii(w) <= Query.below(w)) termination = finishInContact(w);
    else if (iterations >= most) termination = TERMINATION_STALLED;
    else if (isNear(w)) termination = finish(w);
    else if (!step(w)) termination = TERMINATION_STALLED;
  }
  Query.setIterations(w, iterations);
  return termination;
}

/** Runs GJK until a plane separates the cores (TERMINATION_UP_TO), or until it proves contact. */
function findPlane(w: i32, x: f64, y: f64, z: f64): i32 {
  const above: f64 = Query.above(w);
  const momentum: i32 = Query.momentumKind(w);
  Query.setIsBoolean(w, 1);
  Query.setAbove(w, Query.floor(w) - Query.radii(w));
  Query.setMomentumKind(w, MOMENTUM_POLYAK);
  const termination: i32 = gjk(w, x, y, z);
  Query.setIsBoolean(w, 0);
  Query.setAbove(w, above);
  Query.setMomentumKind(w, momentum);
  return termination;
}

/**
 * Whether the bounds meet, also along the normal of the result, which points from s to the origin. This normal differs from n by an angle
 * of about |F| / δ. The support plane along it is nearer to the origin by the square of the angle times half of a radius of curvature.
 */
function isNear(w: i32): bool {
  const gap: f64 = Query.gap(w);
  const lower: f64 = Query.coreLower(w);
  const angle: f64 = Query.slope(w) / lower;
  const radius: f64 = ShapeBlock.bound(Query.recordA(w)) + ShapeBlock.bound(Query.recordB(w));
  return Query.coreUpper(w) - lower <= gap && angle * angle * radius <= gap;
}

/** Computes the lower bound along the normal of the result. Continues with Newton's step if it is too low. */
function finish(w: i32): i32 {
  const vertex: i32 = Query.simplex(w, 0);
  const x: f64 = ld(vertex);
  const y: f64 = ld(vertex + 1);
  const z: f64 = ld(vertex + 2);
  const norm: f64 = Query.coreUpper(w);
  const next: i32 = Query.simplex(w, 1);
  supportVertex(w, next, -x, -y, -z);
  const lower: f64 = (x * ld(next) + y * ld(next + 1) + z * ld(next + 2)) / norm;
  if (!(norm - lower <= Query.gap(w))) return step(w) ? CONTINUE : TERMINATION_STALLED;
  Query.setCoreLower(w, lower);
  writeResult(w, x, y, z);
  return TERMINATION_CONVERGED;
}

/** The swept balls overlap, which the first vertex proves. As in `gjk`, there is no lower bound then. */
function finishInContact(w: i32): i32 {
  const vertex: i32 = Query.simplex(w, 0);
  Query.setCoreLower(w, -INFINITE);
  writeResult(w, ld(vertex), ld(vertex + 1), ld(vertex + 2));
  return TERMINATION_CONVERGED;
}

function writeResult(w: i32, x: f64, y: f64, z: f64): void {
  Query.setNearest(w, 0, x);
  Query.setNearest(w, 1, y);
  Query.setNearest(w, 2, z);
  Query.setVertexCount(w, 1);
  Query.setWeights(w, 0, 1.0);
  Query.setWeights(w, 1, 0.0);
  Query.setWeights(w, 2, 0.0);
  Query.setWeights(w, 3, 0.0);
}

/**
 * Computes the support point along a direction. It becomes the first vertex if its plane separates the cores, and either is farther than that of
 * the last vertex or leaves less than half of |F|: near the optimum, rounding hides the progress of the plane. Otherwise the result is false.
 */
function sample(w: i32, dx: f64, dy: f64, dz: f64): bool {
  const scale: f64 = 1.0 / Math.sqrt(dx * dx + dy * dy + dz * dz);
  const nx: f64 = scale * dx;
  const ny: f64 = scale * dy;
  const nz: f64 = scale * dz;
  const next: i32 = Query.simplex(w, 1);
  supportVertex(w, next, nx, ny, nz);
  const x: f64 = ld(next);
  const y: f64 = ld(next + 1);
  const z: f64 = ld(next + 2);
  const lower: f64 = -(nx * x + ny * y + nz * z);
  const fx: f64 = x + lower * nx;
  const fy: f64 = y + lower * ny;
  const fz: f64 = z + lower * nz;
  const slope: f64 = Math.sqrt(fx * fx + fy * fy + fz * fz);
  const last: f64 = Query.coreLower(w);
  if (!(lower > Query.floor(w) && (lower > last || slope < 0.5 * Query.slope(w)))) return false;
  copyVertex(next, Query.simplex(w, 0));
  Query.setSlope(w, slope);
  Query.setCoreLower(w, lower);
  Query.setCoreUpper(w, Math.sqrt(x * x + y * y + z * z));
  return true;
}

/** The matrix Σ = R diag(r²) Rᵀ of B's semi-axes r in A's frame, zero for a point: six numbers, xx xy xz yy yz zz. */
function writeSquares(w: i32): void {
  const out: i32 = w + Query.SQUARES;
  const record: i32 = Query.recordB(w);
  const isPoint: bool = ShapeBlock.kind(record) === KIND_POINT;
  const x: f64 = isPoint ? 0.0 : ShapeBlock.data(record, 0);
  const y: f64 = isPoint ? 0.0 : ShapeBlock.data(record, 1);
  const z: f64 = isPoint ? 0.0 : ShapeBlock.data(record, 2);
  const r: i32 = w + Query.ROTATION;
  const ax: f64 = x * ld(r);
  const ay: f64 = y * ld(r + 1);
  const az: f64 = z * ld(r + 2);
  const bx: f64 = x * ld(r + 3);
  const by: f64 = y * ld(r + 4);
  const bz: f64 = z * ld(r + 5);
  const cx: f64 = x * ld(r + 6);
  const cy: f64 = y * ld(r + 7);
  const cz: f64 = z * ld(r + 8);
  st(out, ax * ax + ay * ay + az * az);
  st(out + 1, ax * bx + ay * by + az * bz);
  st(out + 2, ax * cx + ay * cy + az * cz);
  st(out + 3, bx * bx + by * by + bz * bz);
  st(out + 4, bx * cx + by * cy + bz * cz);
  st(out + 5, cx * cx + cy * cy + cz * cz);
}

/**
 * A Newton step. The support value of an ellipsoid with the matrix Σ is h = √(nᵀ Σ n), with the Hessian (Σ − s sᵀ) / h for the point s = Σ n / h;
 * an inner core, the ellipsoid minus a ball, has this Hessian minus the ball's radius times I − n nᵀ. Steps are perpendicular to n, so a multiple of n nᵀ may be added, which
 * makes the matrix well-conditioned. False if no part of the step increases the lower bound.
 */
function step(w: i32): bool {
  const vertex: i32 = Query.simplex(w, 0);
  const nx: f64 = Vertex.direction(vertex, 0);
  const ny: f64 = Vertex.direction(vertex, 1);
  const nz: f64 = Vertex.direction(vertex, 2);
  const recordA: i32 = Query.recordA(w);
  const hasA: bool = ShapeBlock.kind(recordA) !== KIND_POINT;
  const ax: f64 = hasA ? ShapeBlock.data(recordA, 0) * ShapeBlock.data(recordA, 0) : 0.0;
  const ay: f64 = hasA ? ShapeBlock.data(recordA, 1) * ShapeBlock.data(recordA, 1) : 0.0;
  const az: f64 = hasA ? ShapeBlock.data(recordA, 2) * ShapeBlock.data(recordA, 2) : 0.0;
  const m: i32 = w + Query.SQUARES;
  const px: f64 = ax * nx;
  const py: f64 = ay * ny;
  const pz: f64 = az * nz;
  const qx: f64 = ld(m) * nx + ld(m + 1) * ny + ld(m + 2) * nz;
  const qy: f64 = ld(m + 1) * nx + ld(m + 3) * ny + ld(m + 4) * nz;
  const qz: f64 = ld(m + 2) * nx + ld(m + 4) * ny + ld(m + 5) * nz;
  const squaredA: f64 = px * nx + py * ny + pz * nz;
  const squaredB: f64 = qx * nx + qy * ny + qz * nz;
  // 1/h, and 1/h³, because the vectors p and q are h s.
  const a: f64 = squaredA > 0.0 ? 1.0 / Math.sqrt(squaredA) : 0.0;
  const b: f64 = squaredB > 0.0 ? 1.0 / Math.sqrt(squaredB) : 0.0;
  const aaa: f64 = a * a * a;
  const bbb: f64 = b * b * b;
  const lower: f64 = Query.coreLower(w);
  const balls: f64 = ballOf(recordA) + ballOf(Query.recordB(w));
  const diagonal: f64 = lower - balls;
  const along: f64 = a * squaredA + b * squaredB + balls;
  const xx: f64 = diagonal + a * ax + b * ld(m) - aaa * px * px - bbb * qx * qx + along * nx * nx;
  const yy: f64 = diagonal + a * ay + b * ld(m + 3) - aaa * py * py - bbb * qy * qy + along * ny * ny;
  const zz: f64 = diagonal + a * az + b * ld(m + 5) - aaa * pz * pz - bbb * qz * qz + along * nz * nz;
  const xy: f64 = b * ld(m + 1) - aaa * px * py - bbb * qx * qy + along * nx * ny;
  const xz: f64 = b * ld(m + 2) - aaa * px * pz - bbb * qx * qz + along * nx * nz;
  const yz: f64 = b * ld(m + 4) - aaa * py * pz - bbb * qy * qz + along * ny * nz;
  const fx: f64 = ld(vertex) + lower * nx;
  const fy: f64 = ld(vertex + 1) + lower * ny;
  const fz: f64 = ld(vertex + 2) + lower * nz;
  // The adjugate of the symmetric matrix.
  const cxx: f64 = yy * zz - yz * yz;
  const cxy: f64 = xz * yz - xy * zz;
  const cxz: f64 = xy * yz - xz * yy;
  const cyy: f64 = xx * zz - xz * xz;
  const cyz: f64 = xy * xz - xx * yz;
  const czz: f64 = xx * yy - xy * xy;
  let scale: f64 = -1.0 / (xx * cxx + xy * cxy + xz * cxz);
  const tx: f64 = cxx * fx + cxy * fy + cxz * fz;
  const ty: f64 = cxy * fx + cyy * fy + cyz * fz;
  const tz: f64 = cxz * fx + cyz * fy + czz * fz;
  for (let cut: i32 = 0; cut <= MOST_CUTS; cut += 1) {
    if (sample(w, nx + scale * tx, ny + scale * ty, nz + scale * tz)) return true;
    scale *= 0.5;
  }
  return false;
}

/** The radius of the ball by which an inner core is smaller than its ellipsoid; 0 for other cores. */
function ballOf(record: i32): f64 {
  return ShapeBlock.kind(record) === KIND_INNER_ELLIPSOID ? ShapeBlock.data(record, 3) : 0.0;
}
