// Penetration depth from a direction near the answer (Gao, "Efficient Incremental Penetration Depth Estimation between Convex
// Geometries"). The depth is the least |v| over the boundary of the Minkowski difference D (9): a difference-of-convex problem
// (11), solved by SQP. Each step linearizes the boundary where the ray leaves it, by the portal's plane, and projects the origin onto this plane
// (Alg. 3). The shortcut (Alg. 4, 5) uses the portal's normal as the next ray as soon as the support plane along it is
// nearer than the portal is along the old ray: |z_k| ≤ |p_k|.
//
// The result is the upper bound |z_k|: moving by it along its normal separates the shapes; other directions may be shorter.
import * as LastOverlap from '../blocks/last-overlap.ts';
import * as Query from '../blocks/query.ts';
import {
  DEPTH_INCREMENTAL,
  DEPTH_MPR,
  TERMINATION_CONVERGED,
  TERMINATION_LIMIT,
  TERMINATION_STALLED,
  TRACE_PORTAL,
} from '../constants.ts';
import { acceptCandidate, nearestOnSimplex } from '../gjk/simplex.ts';
import { copyVertex } from '../minkowski.ts';
import { ld } from '../port/memory.ts';
import { setNormal } from '../witness.ts';
import { PORTAL_CANDIDATE } from './constants.ts';
import {
  clearPortal,
  findPortal,
  isThroughPortal,
  PORTAL_FOUND,
  PORTAL_LOST,
  portalOfTetrahedron,
  rayAtPortal,
  redirectPortal,
  supportGrown,
  supportPortal,
  updatePortal,
} from './mpr.ts';
import { keepPortal, resumePortal } from './resume.ts';
import { areStrictlyConvex, descendBySecants } from './secant.ts';
import { traceStep } from './trace.ts';

const INFINITE: f64 = 1.0e308 * 10.0;

/**
 * Finds a local minimum of the depth from a direction; with DEPTH_MPR, the portal of this direction. The cores must overlap. Writes the same
 * results as EPA, except the lower bound on the depth, `coreUpper`. Returns TERMINATION_STALLED without a result if the direction has no length or
 * rounding prevents a result.
 */
export function descend(w: i32, method: i32, startX: f64, startY: f64, startZ: f64): i32 {
  const length: f64 = Math.sqrt(startX * startX + startY * startY + startZ * startZ);
  if (!(length > 0.0 && length < INFINITE)) return TERMINATION_STALLED;
  let x: f64 = startX / length;
  let y: f64 = startY / length;
  let z: f64 = startZ / length;
  const mostIterations: i32 = Query.iterations(w) + Query.maxIterations(w);
  const gap: f64 = Query.gap(w);
  if (method === DEPTH_INCREMENTAL && Query.asPublished(w) === 0 && areStrictlyConvex(w)) {
    if (descendBySecants(w, x, y, z) === TERMINATION_CONVERGED) return TERMINATION_CONVERGED;
    // The samples of the secant method have overwritten GJK's tetrahedron.
    Query.setVertexCount(w, 0);
  }
  // MPR stays as published: the witness points of closed forms depend on it.
  const isNear: bool = method !== DEPTH_MPR && Query.asPublished(w) === 0;
  let found: i32 = firstPortal(w, x, y, z, isNear);
  let upper: f64 = INFINITE;
  while (found === PORTAL_FOUND) {
    if (!supportPortal(w, 0.0)) return TERMINATION_STALLED;
    const portal: f64 = Query.portalDistance(w);
    const support: f64 = Query.portalSupport(w);
    const ray: f64 = rayAtPortal(w, x, y, z);
    const nx: f64 = Query.portalNormal(w, 0);
    const ny: f64 = Query.portalNormal(w, 1);
    const nz: f64 = Query.portalNormal(w, 2);
    if (support < upper) {
      upper = support;
      setNormal(w, nx, ny, nz);
    }
    traceStep(w, TRACE_PORTAL, 0.0, upper);
    const isReached: bool = support - portal <= gap;
    // Sec. III-D: the new direction equals the old one, and the bounds along it meet; or it passes through the same portal.
    const isMinimum: bool = isReached && (ray - portal <= gap || isThroughPortal(w, nx, ny, nz));
    if ((isMinimum && support - upper <= gap) || (isReached && method === DEPTH_MPR))
      return writePortalResult(w, upper, TERMINATION_CONVERGED);
    if (Query.iterations(w) >= mostIterations) return writePortalResult(w, upper, TERMINATION_LIMIT);
    if (isMinimum) {
      // An earlier support plane was nearer than this minimum: there is another, smaller minimum nearby.
      x = Query.localNormal(w, 0);
      y = Query.localNormal(w, 1);
      z = Query.localNormal(w, 2);
      found = newPortal(w, x, y, z, isNear);
    } else if (isReached || (method === DEPTH_INCREMENTAL && support <= ray)) {
      x = nx;
      y = ny;
      z = nz;
      found = redirectPortal(w, x, y, z, isNear);
    } else {
      updatePortal(w, x, y, z);
    }
  }
  if (found === PORTAL_LOST) return TERMINATION_STALLED;
  // The ray leaves D at a point where the plane perpendicular to the ray supports D: that is a minimum.
  const first: i32 = Query.portal(w, 0);
  setNormal(w, x, y, z);
  copyVertex(first, Query.simplex(w, 0));
  Query.setWeights(w, 0, 1.0);
  Query.setVertexCount(w, 1);
  return finish(w, x * ld(first) + y * ld(first + 1) + z * ld(first + 2), TERMINATION_CONVERGED);
}

function firstPortal(w: i32, x: f64, y: f64, z: f64, isNear: bool): i32 {
  if (Query.isResumable(w) === 1 && LastOverlap.hasPortal(Query.lastOverlap(w)) === 1) {
    if (resumePortal(w, x, y, z) === PORTAL_FOUND) return PORTAL_FOUND;
  } else if (Query.vertexCount(w) === 4 && portalOfTetrahedron(w, x, y, z)) return PORTAL_FOUND;
  return newPortal(w, x, y, z, isNear);
}

function newPortal(w: i32, x: f64, y: f64, z: f64, isNear: bool): i32 {
  clearPortal(w);
  supportGrown(w, Query.portal(w, 0), x, y, z, 0.0);
  return findPortal(w, x, y, z, 0.0, isNear);
}

/** Makes the portal the simplex, with the weights of its point nearest to the origin; a resumable query keeps it for the next one. */
function writePortalResult(w: i32, depth: f64, termination: i32): i32 {
  const candidate: i32 = Query.portal(w, PORTAL_CANDIDATE);
  const last: i32 = Query.simplex(w, 3);
  if (candidate !== last) copyVertex(last, candidate);
  if (Query.isResumable(w) === 1) keepPortal(w);
  Query.setVertexCount(w, 3);
  nearestOnSimplex(w, 3, 1);
  acceptCandidate(w);
  return finish(w, depth, termination);
}

function finish(w: i32, depth: f64, termination: i32): i32 {
  Query.setCoreLower(w, -depth);
  return termination;
}
