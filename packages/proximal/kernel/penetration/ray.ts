// The ray-boundary query (Gao, see incremental.ts, Alg. 1): the distance that B must move along a direction to separate the shapes. It is the
// distance at which the ray from the origin in that direction leaves the Minkowski difference of the whole shapes, swept balls
// included.

import * as Query from '../blocks/query.ts';
import {
  STATUS_OVERLAPPING,
  STATUS_SEPARATED,
  STATUS_TOUCHING,
  STATUS_UNKNOWN,
  TERMINATION_CONVERGED,
  TERMINATION_LIMIT,
  TERMINATION_STALLED,
} from '../constants.ts';
import { hasHalfspace, solveHalfspace } from '../halfspace.ts';
import { isInRange, measurePair } from '../minkowski.ts';
import { ld } from '../port/memory.ts';
import { relativePose, rotate, rotateBack } from '../rotation.ts';
import { search } from '../search.ts';
import { setNormal } from '../witness.ts';
import {
  clearPortal,
  findPortal,
  PORTAL_FOUND,
  PORTAL_IS_POINT,
  portalOfTetrahedron,
  supportGrown,
  supportPortal,
  updatePortal,
} from './mpr.ts';

const INFINITE: f64 = 1.0e308 * 10.0;

/**
 * Computes the distance along the unit vector `guess`, in world coordinates: the bounds `lower` and `upper`, with `distance` = `upper`, and the
 * normal of D where the ray leaves it. The distances are 0 if the shapes are apart. Returns 0, without a result, if a pose is invalid.
 */
export function rayBoundary(w: i32): i32 {
  if (relativePose(w) === 0) return 0;
  measurePair(w);
  const gap: f64 = Query.gap(w);
  const worldX: f64 = Query.guess(w, 0);
  const worldY: f64 = Query.guess(w, 1);
  const worldZ: f64 = Query.guess(w, 2);
  rotateBack(w + Query.ROTATION_A, worldX, worldY, worldZ, w + Query.GUESS);
  const x: f64 = Query.guess(w, 0);
  const y: f64 = Query.guess(w, 1);
  const z: f64 = Query.guess(w, 2);
  setNormal(w, 0.0, 0.0, 0.0);
  writeResult(w, 0.0, 0.0, STATUS_SEPARATED, TERMINATION_CONVERGED);
  if (!isInRange(w)) writeResult(w, 0.0, INFINITE, STATUS_UNKNOWN, TERMINATION_STALLED);
  else if (hasHalfspace(w)) exitHalfspace(w, x, y, z);
  else if (!searchProvesApart(w)) {
    Query.setGap(w, gap);
    followPortals(w, x, y, z);
  }
  Query.setGuess(w, 0, worldX);
  Query.setGuess(w, 1, worldY);
  Query.setGuess(w, 2, worldZ);
  rotate(
    w + Query.ROTATION_A,
    Query.localNormal(w, 0),
    Query.localNormal(w, 1),
    Query.localNormal(w, 2),
    w + Query.NORMAL,
  );
  return 1;
}

function writeResult(w: i32, lower: f64, upper: f64, status: i32, termination: i32): void {
  Query.setLower(w, Math.min(lower, upper));
  Query.setUpper(w, upper);
  // The upper bound, which separates the shapes, is the result.
  Query.setDistance(w, upper);
  Query.setStatus(w, status);
  Query.setTermination(w, termination);
}

/** Runs GJK: whether it proves the shapes apart. If the cores overlap, GJK usually ends with a tetrahedron around the origin. */
function searchProvesApart(w: i32): bool {
  Query.setIsBoolean(w, 0);
  Query.setGap(w, Query.floor(w));
  Query.setBelow(w, -INFINITE);
  Query.setAbove(w, Query.floor(w));
  search(w);
  return Query.coreLower(w) - Query.radii(w) > Query.floor(w);
}

/** A half-space is left through its plane, or never. Writes no result if the shapes are apart. */
function exitHalfspace(w: i32, x: f64, y: f64, z: f64): void {
  Query.setSupportCalls(w, 0);
  const termination: i32 = solveHalfspace(w, 0);
  const depth: f64 = Query.radii(w) - Query.coreLower(w);
  const along: f64 = Query.localNormal(w, 0) * x + Query.localNormal(w, 1) * y + Query.localNormal(w, 2) * z;
  if (depth < -Query.floor(w)) return;
  const travel: f64 = along > 0.0 ? Math.max(0.0, depth) / along : INFINITE;
  writeResult(w, travel, travel, depth > Query.gap(w) ? STATUS_OVERLAPPING : STATUS_TOUCHING, termination);
}

/** Alg. 1, until the distances along the ray to the portal's plane, |p_k|, and to the nearest support plane, |q_k|, meet, or a limit is reached. */
function followPortals(w: i32, x: f64, y: f64, z: f64): void {
  const radius: f64 = Query.radii(w);
  const gap: f64 = Query.gap(w);
  const mostIterations: i32 = Query.iterations(w) + Query.maxIterations(w);
  let found: i32 = PORTAL_FOUND;
  let upper: f64 = INFINITE;
  let lower: f64 = 0.0;
  let termination: i32 = TERMINATION_STALLED;
  if (Query.vertexCount(w) !== 4 || !portalOfTetrahedron(w, x, y, z)) {
    clearPortal(w);
    const first: i32 = Query.portal(w, 0);
    supportGrown(w, first, x, y, z, radius);
    upper = x * ld(first) + y * ld(first + 1) + z * ld(first + 2);
    setNormal(w, x, y, z);
    found = findPortal(w, x, y, z, radius, false);
  }
  if (found === PORTAL_IS_POINT) {
    lower = upper;
    termination = TERMINATION_CONVERGED;
  }
  let isOpen: bool = found === PORTAL_FOUND;
  while (isOpen && supportPortal(w, radius)) {
    const along: f64 = Query.portalNormal(w, 0) * x + Query.portalNormal(w, 1) * y + Query.portalNormal(w, 2) * z;
    const plane: f64 = Query.portalSupport(w) / along;
    lower = Math.max(lower, Query.portalDistance(w) / along);
    if (along > 0.0 && plane < upper) {
      upper = plane;
      setNormal(w, Query.portalNormal(w, 0), Query.portalNormal(w, 1), Query.portalNormal(w, 2));
    }
    if (upper - lower <= gap) termination = TERMINATION_CONVERGED;
    else if (Query.iterations(w) >= mostIterations) termination = TERMINATION_LIMIT;
    isOpen = termination === TERMINATION_STALLED && Query.portalSupport(w) - Query.portalDistance(w) > 0.0;
    if (isOpen) updatePortal(w, x, y, z);
  }
  writeResult(w, lower, upper, upper > gap ? STATUS_OVERLAPPING : STATUS_TOUCHING, termination);
}
