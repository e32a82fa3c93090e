// Signed distance and penetration depth: by GJK if the cores are apart, even if the swept balls overlap, and by EPA, the incremental
// method or MPR if the cores overlap; half-spaces and overlapping boxes have closed forms. The result is continuous in between.

import * as LastOverlap from '../blocks/last-overlap.ts';
import * as Query from '../blocks/query.ts';
import * as ShapeBlock from '../blocks/shape-block.ts';
import { boxDepth, hasBoxes } from '../closed/box-depth.ts';
import {
  DEPTH_AUTO,
  DEPTH_EPA,
  DEPTH_INCREMENTAL,
  DEPTH_MPR,
  STATUS_OVERLAPPING,
  STATUS_SEPARATED,
  STATUS_TOUCHING,
  STATUS_UNKNOWN,
  TERMINATION_CONVERGED,
  TERMINATION_LIMIT,
  TERMINATION_STALLED,
  TRACE_STEP,
} from '../constants.ts';
import { hasHalfspace, solveHalfspace } from '../halfspace.ts';
import { isInRange, measurePair } from '../minkowski.ts';
import { relativePose, rotate } from '../rotation.ts';
import { prepareSearch, search } from '../search.ts';
import { hasNoNormal, keepProof, setNormal, writeSignedWitnesses, writeWorld } from '../witness.ts';
import { expand, simplexFromFace } from './epa.ts';
import { descend } from './incremental.ts';
import { useInnerCores } from './inner-core.ts';
import { clearPortal, flipPortal, supportPortal } from './mpr.ts';
import { keepPortal, keepTetrahedron, restoreTetrahedron } from './resume.ts';

const INFINITE: f64 = 1.0e308 * 10.0;
/** A vector that is shorter has no direction: its squares have lost digits. */
const SHORTEST: f64 = 1.0e-150;

/**
 * Computes the query in workspace `w`, with EPA's workspace `p`. Bounds and distance are negative if the shapes overlap. If `isSeparationEnough` is
 * 1, the search ends with the first plane that separates the shapes by more than rounding: their distance does not matter. Returns 0, without a
 * result, if a pose is invalid.
 */
export function penetration(w: i32, p: i32, isSeparationEnough: i32): i32 {
  if (relativePose(w) === 0) return 0;
  useInnerCores(w);
  measurePair(w);
  Query.setIsBoolean(w, 0);
  Query.setAbove(w, isSeparationEnough === 1 ? Query.floor(w) : INFINITE);
  Query.setBelow(w, -INFINITE);
  setNormal(w, 0.0, 0.0, 0.0);
  Query.setLocal(w, 0);
  Query.setHasPolytope(w, 0);
  Query.setHasDirectionsB(w, 0);
  Query.setTermination(w, measure(w, p));
  const radii: f64 = Query.radii(w);
  const upper: f64 = Query.coreUpper(w) - radii;
  // Bounds that meet may be in the wrong order by rounding.
  const lower: f64 = Math.min(Query.coreLower(w) - radii, upper);
  Query.setLower(w, lower);
  Query.setUpper(w, upper);
  const isKnown: bool = Query.vertexCount(w) > 0;
  // If the shapes are apart, the distance of the points found; otherwise minus the depth that is proven to separate them.
  const signed: f64 = lower > 0.0 ? upper : lower;
  Query.setDistance(w, isKnown ? signed : signed - signed);
  keepProof(w);
  writeSignedWitnesses(w, signed + radii);
  writeWorld(w);
  Query.setStatus(
    w,
    isKnown ? statusOf(lower, upper, Query.gap(w), Query.floor(w), Query.local(w) === 1) : STATUS_UNKNOWN,
  );
  return 1;
}

/** Writes bounds on the signed distance of the cores, the simplex that attains it, and the normal. Returns the termination. */
function measure(w: i32, p: i32): i32 {
  if (hasHalfspace(w) && isInRange(w)) {
    Query.setSupportCalls(w, 0);
    Query.setIterations(w, 0);
    return solveHalfspace(w, 0);
  }
  if (Query.wantedDepth(w) === DEPTH_AUTO && measureBoxes(w)) return TERMINATION_CONVERGED;
  if (Query.isResumable(w) === 1) {
    const resumed: i32 = resumeOverlap(w);
    if (resumed !== TERMINATION_STALLED) return resumed;
  }
  const termination: i32 = search(w);
  // If GJK separates the pair, it has both bounds; if it ends without them, EPA continues from its simplex.
  const isApart: bool =
    (Query.coreLower(w) > 0.0 || (termination === TERMINATION_CONVERGED && Query.coreLower(w) > -INFINITE)) &&
    Query.coreUpper(w) > SHORTEST;
  if (Query.vertexCount(w) === 0) return termination;
  if (!isApart) return measureOverlap(w, p);
  if (hasNoNormal(w)) {
    const norm: f64 = Query.coreUpper(w);
    setNormal(w, -Query.nearest(w, 0) / norm, -Query.nearest(w, 1) / norm, -Query.nearest(w, 2) / norm);
  }
  return termination;
}

/**
 * Boxes that overlap have a closed form. The witness points are taken where the ray along the normal leaves the boxes' Minkowski
 * difference. False if there is no closed form, or if a trace or EPA's polytope is wanted.
 */
function measureBoxes(w: i32): bool {
  const isTraced: bool = Query.wantedTrace(w) === TRACE_STEP;
  if (!hasBoxes(w) || isTraced || Query.wantedPolytope(w) === 1 || !isInRange(w)) return false;
  if (boxDepth(w) && findExit(w)) return true;
  setNormal(w, 0.0, 0.0, 0.0);
  return false;
}

/** Finds the triangle through which the ray along the normal leaves the cores' difference. */
function findExit(w: i32): bool {
  const lower: f64 = Query.coreLower(w);
  const upper: f64 = Query.coreUpper(w);
  const x: f64 = Query.localNormal(w, 0);
  const y: f64 = Query.localNormal(w, 1);
  const z: f64 = Query.localNormal(w, 2);
  Query.setSupportCalls(w, 0);
  Query.setIterations(w, 0);
  Query.setVertexCount(w, 0);
  if (descend(w, DEPTH_MPR, x, y, z) !== TERMINATION_CONVERGED) return false;
  setNormal(w, x, y, z);
  Query.setCoreLower(w, lower);
  Query.setCoreUpper(w, upper);
  return true;
}

/**
 * The method for cores that overlap: EPA if the depth must be proven to be minimal or the polytope is wanted, otherwise the requested
 * method. By default, it is the incremental method if a direction is known, and EPA if not.
 */
function methodOf(w: i32): i32 {
  if (Query.wantedCertified(w) === 1 || Query.wantedPolytope(w) === 1) return DEPTH_EPA;
  if (Query.wantedDepth(w) !== DEPTH_AUTO) return Query.wantedDepth(w);
  const isGuessed: bool = Query.guess(w, 0) !== 0.0 || Query.guess(w, 1) !== 0.0 || Query.guess(w, 2) !== 0.0;
  return isGuessed ? DEPTH_INCREMENTAL : DEPTH_EPA;
}

/**
 * The depth without GJK, if the points kept from the last overlap prove that the cores overlap, and the method is not EPA. Otherwise
 * TERMINATION_STALLED without a result.
 */
function resumeOverlap(w: i32): i32 {
  const method: i32 = methodOf(w);
  if (method === DEPTH_EPA || LastOverlap.hasPoints(Query.lastOverlap(w)) === 0 || !isInRange(w))
    return TERMINATION_STALLED;
  Query.setSupportCalls(w, 0);
  Query.setIterations(w, 0);
  prepareSearch(w);
  if (!restoreTetrahedron(w)) return TERMINATION_STALLED;
  Query.setVertexCount(w, 0);
  return measureLocally(w, method, depthOfBalls(w));
}

/** The depth of cores that overlap. */
function measureOverlap(w: i32, p: i32): i32 {
  const proven: f64 = depthOfBalls(w);
  const method: i32 = methodOf(w);
  const isResumable: bool = Query.isResumable(w) === 1;
  if (isResumable && Query.vertexCount(w) === 4) keepTetrahedron(w);
  if (method === DEPTH_EPA) {
    const termination: i32 = expandAndPolish(w, p, proven);
    if (isResumable && Query.vertexCount(w) === 3) keepPortal(w);
    return termination;
  }
  // Only a tetrahedron around the origin proves that the difference has an interior; otherwise EPA decides.
  if (Query.vertexCount(w) < 4 && !completeTetrahedron(w)) return expandAndPolish(w, p, proven);
  if (isResumable) keepTetrahedron(w);
  const iterations: i32 = Query.iterations(w);
  const termination: i32 = measureLocally(w, method, proven);
  if (termination !== TERMINATION_STALLED) return termination;
  // The portals of the incremental method have overwritten the simplex.
  setNormal(w, 0.0, 0.0, 0.0);
  search(w);
  Query.setIterations(w, Query.iterations(w) + iterations);
  return expandAndPolish(w, p, proven);
}

/** A local minimum of the depth from the start direction, and the bounds. TERMINATION_STALLED without a result if it fails by rounding. */
function measureLocally(w: i32, method: i32, proven: f64): i32 {
  const termination: i32 = descend(w, method, Query.start(w, 0), Query.start(w, 1), Query.start(w, 2));
  if (termination === TERMINATION_STALLED) return termination;
  Query.setCoreUpper(w, Math.max(Query.coreLower(w), -proven));
  // Bounds that meet prove a global minimum.
  if (Query.coreUpper(w) - Query.coreLower(w) > Query.gap(w)) Query.setLocal(w, 1);
  return termination;
}

/**
 * If GJK has ended with the origin inside a triangle, as for shapes that are symmetric to a plane, and the difference extends to both sides of it,
 * the support point on the second side completes a tetrahedron. False if not.
 */
function completeTetrahedron(w: i32): bool {
  if (Query.vertexCount(w) !== 3) return false;
  if (!(Query.weights(w, 0) > 0.0 && Query.weights(w, 1) > 0.0 && Query.weights(w, 2) > 0.0)) return false;
  clearPortal(w);
  if (!supportPortal(w, 0.0) || !(Query.portalSupport(w) > Query.floor(w))) return false;
  flipPortal(w);
  if (!supportPortal(w, 0.0) || !(Query.portalSupport(w) > Query.floor(w))) return false;
  Query.setVertexCount(w, 4);
  return true;
}

/**
 * EPA. If it reaches the limit of corners or iterations, as for a round body, whose depth is nearly the same in many directions, the incremental
 * method continues from the lowest support plane to the local minimum, and EPA's lower bound stays.
 */
function expandAndPolish(w: i32, p: i32, proven: f64): i32 {
  const termination: i32 = expand(w, p, proven);
  if (termination !== TERMINATION_LIMIT) return termination;
  const lower: f64 = Query.coreLower(w);
  const upper: f64 = Query.coreUpper(w);
  const x: f64 = Query.localNormal(w, 0);
  const y: f64 = Query.localNormal(w, 1);
  const z: f64 = Query.localNormal(w, 2);
  // The simplex is EPA's face, not a tetrahedron, so a new portal is searched.
  const polished: i32 = descend(w, DEPTH_INCREMENTAL, x, y, z);
  if (polished === TERMINATION_STALLED || Query.coreLower(w) < lower) {
    setNormal(w, x, y, z);
    Query.setHasDirectionsB(w, 0);
    simplexFromFace(w, p, false);
    Query.setCoreLower(w, lower);
  }
  Query.setCoreUpper(w, upper);
  return Query.coreUpper(w) - Query.coreLower(w) <= Query.gap(w) ? TERMINATION_CONVERGED : termination;
}

/** A lower bound on the cores' depth: the overlap of balls inside the two shapes, less the swept radii, or zero by the common point. */
function depthOfBalls(w: i32): f64 {
  const a: i32 = Query.recordA(w);
  const b: i32 = Query.recordB(w);
  rotate(
    w + Query.ROTATION,
    ShapeBlock.center(b, 0),
    ShapeBlock.center(b, 1),
    ShapeBlock.center(b, 2),
    w + Query.POINT_A,
  );
  const x: f64 = Query.pointA(w, 0) + Query.translation(w, 0) - ShapeBlock.center(a, 0);
  const y: f64 = Query.pointA(w, 1) + Query.translation(w, 1) - ShapeBlock.center(a, 1);
  const z: f64 = Query.pointA(w, 2) + Query.translation(w, 2) - ShapeBlock.center(a, 2);
  const inner: f64 = ShapeBlock.inradius(a) + ShapeBlock.inradius(b) - Query.radii(w);
  return Math.max(0.0, inner - Math.sqrt(x * x + y * y + z * z) - Query.floor(w));
}

/**
 * A local result has no lower bound on the depth, but its portals have proven that the shapes overlap. Its depth decides, so that a warm
 * query has the status of a cold one.
 */
function statusOf(lower: f64, upper: f64, gap: f64, floor: f64, isLocal: bool): i32 {
  if (lower > floor) return STATUS_SEPARATED;
  if (upper < -gap || (isLocal && upper <= 0.0 && lower < -gap)) return STATUS_OVERLAPPING;
  return lower >= -2.0 * gap && upper <= gap + floor ? STATUS_TOUCHING : STATUS_UNKNOWN;
}
