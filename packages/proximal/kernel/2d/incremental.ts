// The penetration depth from a direction near the answer, in the plane: see ../penetration/incremental.ts, with chords instead of triangles. Each
// step of the SQP projects the origin onto the line of the portal where the ray leaves the Minkowski difference D (Alg. 3). The shortcut (Alg. 4, 5) uses
// the portal's normal as the next ray as soon as the support line along it is nearer than the portal is along the old ray: |z_k| ≤ |p_k|.
//
// The result is the upper bound |z_k|: moving by it along its normal separates the shapes; other directions may be shorter.

import * as ShapeBlock from '../blocks/shape-block.ts';
import {
  DEPTH_INCREMENTAL,
  DEPTH_MPR,
  TERMINATION_CONVERGED,
  TERMINATION_LIMIT,
  TERMINATION_STALLED,
  TRACE_PORTAL,
} from '../constants.ts';
import { ld } from '../port/memory.ts';
import * as PlaneOverlap from './blocks/plane-overlap.ts';
import * as PlaneQuery from './blocks/plane-query.ts';
import * as PlaneVertex from './blocks/plane-vertex.ts';
import { KIND_ELLIPSE } from './constants.ts';
import {
  CANDIDATE,
  findPortal,
  finish,
  heightOf,
  isThroughPortal,
  PORTAL_FOUND,
  PORTAL_LOST,
  portalOfTriangle,
  redirectPortal,
  supportPortal,
  traceStep,
  updatePortal,
} from './portal.ts';
import { resumePortal } from './resume.ts';
import { descendBySecants } from './secant.ts';

const INFINITE: f64 = 1.0e308 * 10.0;

/**
 * Finds a local minimum of the depth from a direction; with DEPTH_MPR, the portal of this direction. The cores must overlap. Writes the same
 * results as EPA, except the lower bound on the depth, `coreUpper`. Returns TERMINATION_STALLED without a result if the direction has no length or
 * rounding prevents a result.
 */
export function descend(w: i32, method: i32, startX: f64, startY: f64): i32 {
  const length: f64 = Math.sqrt(startX * startX + startY * startY);
  if (!(length > 0.0 && length < INFINITE)) return TERMINATION_STALLED;
  let x: f64 = startX / length;
  let y: f64 = startY / length;
  const mostIterations: i32 = PlaneQuery.iterations(w) + PlaneQuery.maxIterations(w);
  const gap: f64 = PlaneQuery.gap(w);
  if (method === DEPTH_INCREMENTAL && PlaneQuery.asPublished(w) === 0 && areEllipses(w)) {
    if (descendBySecants(w, x, y) === TERMINATION_CONVERGED) return TERMINATION_CONVERGED;
    // The samples of the secant method have overwritten GJK's triangle.
    PlaneQuery.setVertexCount(w, 0);
  }
  // MPR stays as published.
  const isNear: bool = method !== DEPTH_MPR && PlaneQuery.asPublished(w) === 0;
  let found: i32 = firstPortal(w, x, y, isNear);
  let upper: f64 = INFINITE;
  while (found === PORTAL_FOUND) {
    if (!supportPortal(w)) return TERMINATION_STALLED;
    const candidate: i32 = PlaneQuery.simplex(w, CANDIDATE);
    const nx: f64 = PlaneVertex.direction(candidate, 0);
    const ny: f64 = PlaneVertex.direction(candidate, 1);
    const ahead: f64 = nx * x + ny * y;
    if (!(ahead > 0.0)) return TERMINATION_STALLED;
    const end: i32 = PlaneQuery.simplex(w, 0);
    const portal: f64 = nx * ld(end) + ny * ld(end + 1);
    const support: f64 = heightOf(candidate);
    const ray: f64 = portal / ahead;
    if (support < upper) {
      upper = support;
      PlaneQuery.setLocalNormal(w, 0, nx);
      PlaneQuery.setLocalNormal(w, 1, ny);
    }
    traceStep(w, TRACE_PORTAL, upper);
    const isReached: bool = support - portal <= gap;
    // Sec. III-D: the new direction equals the old one, and the bounds along it meet; or it passes through the same portal.
    const isMinimum: bool = isReached && (ray - portal <= gap || isThroughPortal(w, nx, ny));
    if ((isMinimum && support - upper <= gap) || (isReached && method === DEPTH_MPR))
      return finish(w, upper, TERMINATION_CONVERGED);
    if (PlaneQuery.iterations(w) >= mostIterations) return finish(w, upper, TERMINATION_LIMIT);
    if (isMinimum) {
      // An earlier support line was nearer than this minimum: there is another, smaller minimum nearby.
      x = PlaneQuery.localNormal(w, 0);
      y = PlaneQuery.localNormal(w, 1);
      found = findPortal(w, x, y, isNear);
    } else if (isReached || (method === DEPTH_INCREMENTAL && support <= ray)) {
      x = nx;
      y = ny;
      found = redirectPortal(w, x, y, isNear);
    } else updatePortal(w, x, y);
  }
  if (found === PORTAL_LOST) return TERMINATION_STALLED;
  // The ray leaves D at a point where the line perpendicular to the ray supports D: that is a minimum.
  PlaneQuery.setLocalNormal(w, 0, x);
  PlaneQuery.setLocalNormal(w, 1, y);
  const point: i32 = PlaneQuery.simplex(w, CANDIDATE);
  PlaneQuery.setSimplex(w, 0, point);
  PlaneQuery.setSimplex(w, 1, point);
  return finish(w, heightOf(point), TERMINATION_CONVERGED);
}

/** Whether the support points of both cores depend continuously on the direction. */
function areEllipses(w: i32): bool {
  const isEllipse: bool = ShapeBlock.kind(PlaneQuery.recordA(w)) === KIND_ELLIPSE;
  return isEllipse && ShapeBlock.kind(PlaneQuery.recordB(w)) === KIND_ELLIPSE;
}

function firstPortal(w: i32, x: f64, y: f64, isNear: bool): i32 {
  if (PlaneQuery.isResumable(w) === 1 && PlaneOverlap.hasPortal(PlaneQuery.lastOverlap(w)) === 1) {
    if (resumePortal(w, x, y) === PORTAL_FOUND) return PORTAL_FOUND;
  } else if (PlaneQuery.vertexCount(w) === 3 && portalOfTriangle(w, x, y)) return PORTAL_FOUND;
  return findPortal(w, x, y, isNear);
}
