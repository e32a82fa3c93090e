// Penetration depth from a direction near the answer (Gao, "Efficient Incremental Penetration Depth Estimation between Convex
// Geometries"). The depth is the least |v| over the boundary of the Minkowski difference D (9): a difference-of-convex problem (11),
// solved by SQP. Each step linearises the boundary where the ray leaves it, by the portal's plane, and projects the origin onto that
// (Alg. 3). The shortcut (Alg. 4, 5) takes the portal's normal for the next ray as soon as the support plane along it is nearer than
// the portal already is along the old one: |z_k| ≤ |p_k|.
//
// What is returned is the upper bound |z_k|: along its normal the shapes part, whatever the other directions have to offer.
import { acceptCandidate, nearestOnSimplex } from '../gjk/simplex.ts';
import {
  CANDIDATE_CORNER_INT,
  CORE_LOWER,
  DEPTH_INCREMENTAL,
  DEPTH_MPR,
  GAP,
  ITERATIONS_INT,
  LOCAL_NORMAL,
  MAX_ITERATIONS_INT,
  PORTAL_DISTANCE,
  PORTAL_INT,
  PORTAL_NORMAL,
  PORTAL_SUPPORT,
  SIMPLEX,
  TERMINATION_CONVERGED,
  TERMINATION_LIMIT,
  TERMINATION_STALLED,
  TRACE_PORTAL,
  VERTEX_COUNT_INT,
  VERTEX_STRIDE,
  WEIGHTS,
} from '../layout.ts';
import { copyVertex } from '../minkowski.ts';
import { ld, ldi, st, sti } from '../port/memory.ts';
import { setNormal } from '../witness.ts';
import { glide, isSmooth } from './glide.ts';
import {
  clearPortal,
  findPortal,
  isThroughPortal,
  PORTAL_FOUND,
  PORTAL_LOST,
  portalOfTetrahedron,
  rayAtPortal,
  supportGrown,
  supportPortal,
  turnPortal,
  updatePortal,
} from './mpr.ts';
import { showStep } from './show.ts';

const INFINITE: f64 = 1.0e308 * 10.0;

/**
 * Follows the direction to a depth that is the least near it. The cores overlap: GJK has proven it. Leaves what EPA leaves, but no
 * bound from below; TERMINATION_STALLED and nothing if rounding does not let it.
 */
export function descend(w: i32, method: i32, startX: f64, startY: f64, startZ: f64): i32 {
  const length: f64 = Math.sqrt(startX * startX + startY * startY + startZ * startZ);
  if (!(length > 0.0 && length < INFINITE)) return TERMINATION_STALLED;
  let x: f64 = startX / length;
  let y: f64 = startY / length;
  let z: f64 = startZ / length;
  const most: i32 = ldi(2 * w + ITERATIONS_INT) + ldi(2 * w + MAX_ITERATIONS_INT);
  const gap: f64 = ld(w + GAP);
  if (method === DEPTH_INCREMENTAL && isSmooth(w)) {
    if (glide(w, x, y, z) === TERMINATION_CONVERGED) return TERMINATION_CONVERGED;
    // Its samples have taken the place of GJK's tetrahedron.
    sti(2 * w + VERTEX_COUNT_INT, 0);
  }
  let found: i32 = firstPortal(w, x, y, z);
  let upper: f64 = INFINITE;
  while (found === PORTAL_FOUND) {
    if (!supportPortal(w, 0.0)) return TERMINATION_STALLED;
    const portal: f64 = ld(w + PORTAL_DISTANCE);
    const support: f64 = ld(w + PORTAL_SUPPORT);
    const ray: f64 = rayAtPortal(w, x, y, z);
    const nx: f64 = ld(w + PORTAL_NORMAL);
    const ny: f64 = ld(w + PORTAL_NORMAL + 1);
    const nz: f64 = ld(w + PORTAL_NORMAL + 2);
    if (support < upper) {
      upper = support;
      setNormal(w, nx, ny, nz);
    }
    showStep(w, TRACE_PORTAL, 0.0, upper);
    const isReached: bool = support - portal <= gap;
    // Sec. III-D: the new direction is the old one, and the bounds along it meet; or it passes through the same portal.
    const isMinimum: bool = isReached && (ray - portal <= gap || isThroughPortal(w, nx, ny, nz));
    if ((isMinimum && support - upper <= gap) || (isReached && method === DEPTH_MPR))
      return settle(w, upper, TERMINATION_CONVERGED);
    if (ldi(2 * w + ITERATIONS_INT) >= most) return settle(w, upper, TERMINATION_LIMIT);
    if (isMinimum) {
      // A plane seen on the way was nearer than this minimum: there is another one beside it.
      x = ld(w + LOCAL_NORMAL);
      y = ld(w + LOCAL_NORMAL + 1);
      z = ld(w + LOCAL_NORMAL + 2);
      found = freshPortal(w, x, y, z);
    } else if (isReached || (method === DEPTH_INCREMENTAL && support <= ray)) {
      x = nx;
      y = ny;
      z = nz;
      found = turnPortal(w, x, y, z, 0.0);
    } else {
      updatePortal(w, x, y, z);
    }
  }
  if (found === PORTAL_LOST) return TERMINATION_STALLED;
  // The ray leaves D at a corner where the plane across it supports D: that is a minimum.
  const first: i32 = ldi(2 * w + PORTAL_INT);
  setNormal(w, x, y, z);
  copyVertex(first, w + SIMPLEX);
  st(w + WEIGHTS, 1.0);
  sti(2 * w + VERTEX_COUNT_INT, 1);
  return finish(w, x * ld(first) + y * ld(first + 1) + z * ld(first + 2), TERMINATION_CONVERGED);
}

function firstPortal(w: i32, x: f64, y: f64, z: f64): i32 {
  if (ldi(2 * w + VERTEX_COUNT_INT) === 4 && portalOfTetrahedron(w, x, y, z)) return PORTAL_FOUND;
  return freshPortal(w, x, y, z);
}

function freshPortal(w: i32, x: f64, y: f64, z: f64): i32 {
  clearPortal(w);
  supportGrown(w, ldi(2 * w + PORTAL_INT), x, y, z, 0.0);
  return findPortal(w, x, y, z, 0.0);
}

/** Makes the portal the simplex, with the weights of its point nearest to the origin. */
function settle(w: i32, depth: f64, termination: i32): i32 {
  const candidate: i32 = ldi(2 * w + CANDIDATE_CORNER_INT);
  const last: i32 = w + SIMPLEX + 3 * VERTEX_STRIDE;
  if (candidate !== last) copyVertex(last, candidate);
  sti(2 * w + VERTEX_COUNT_INT, 3);
  nearestOnSimplex(w, 3, true);
  acceptCandidate(w);
  return finish(w, depth, termination);
}

function finish(w: i32, depth: f64, termination: i32): i32 {
  st(w + CORE_LOWER, -depth);
  return termination;
}
