// The penetration depth in the plane: by GJK if the cores are apart, even if the swept discs overlap, and by EPA, the incremental method or MPR if
// the cores overlap. Half-planes need no search.

import * as ShapeBlock from '../blocks/shape-block.ts';
import { DEPTH_AUTO, DEPTH_EPA, DEPTH_INCREMENTAL, TERMINATION_STALLED } from '../constants.ts';
import * as PlaneOverlap from './blocks/plane-overlap.ts';
import * as PlaneQuery from './blocks/plane-query.ts';
import { KIND_CUSTOM } from './constants.ts';
import { expand } from './expand.ts';
import { SHORTEST } from './gjk-steps.ts';
import { hasHalfplane, heightOverLine } from './halfplane.ts';
import { descend } from './incremental.ts';
import { isInRange, measurePair, normalizePoses, relativePose } from './pose.ts';
import { keepPortal, keepTriangle, stillOverlaps } from './resume.ts';
import { isMeasured, searchCores, writeSigned } from './signed.ts';

const INFINITE: f64 = 1.0e308 * 10.0;

/**
 * Computes the query in workspace `w`: bounds and distance are negative if the shapes overlap, and −`distance` along the normal is then proven to
 * separate them. The search ends with the first line that separates the shapes by more than rounding. Returns 0 for an invalid pose, otherwise 1.
 */
export function penetration(w: i32): i32 {
  if (!normalizePoses(w)) return 0;
  relativePose(w);
  measurePair(w);
  PlaneQuery.setUpTo(w, PlaneQuery.floor(w));
  PlaneQuery.setLocal(w, 0);
  PlaneQuery.setTermination(w, hasHalfplane(w) ? heightOverLine(w, false) : measure(w));
  writeSigned(w);
  const lower: f64 = PlaneQuery.lower(w);
  if (PlaneQuery.vertexCount(w) > 0 && lower <= 0.0 && lower > -INFINITE) PlaneQuery.setDistance(w, lower);
  return 1;
}

/** Writes bounds on the signed distance of the cores, the simplex that attains it, and the normal. Returns the termination. */
function measure(w: i32): i32 {
  const method: i32 = methodOf(w);
  const isResumable: bool = PlaneQuery.isResumable(w) === 1;
  PlaneQuery.setSupportCalls(w, 0);
  PlaneQuery.setIterations(w, 0);
  if (isResumable && method !== DEPTH_EPA && isInRange(w) && stillOverlaps(w)) {
    PlaneQuery.setVertexCount(w, 0);
    const resumed: i32 = measureLocally(w, method);
    if (resumed !== TERMINATION_STALLED) return resumed;
  }
  const termination: i32 = runSearch(w);
  if (isMeasured(w)) return termination;
  // Only a triangle around the origin proves that the difference has an interior; otherwise EPA decides.
  const isTriangle: bool = PlaneQuery.vertexCount(w) === 3;
  if (isResumable) {
    if (isTriangle) keepTriangle(w);
    else PlaneOverlap.setHasPoints(PlaneQuery.lastOverlap(w), 0);
  }
  if (method === DEPTH_EPA || !isTriangle) return expandPolygon(w);
  const local: i32 = measureLocally(w, method);
  if (local !== TERMINATION_STALLED) return local;
  // The portals have overwritten the simplex.
  runSearch(w);
  return expandPolygon(w);
}

/** Runs GJK, and adds its counts to those of the methods before it. */
function runSearch(w: i32): i32 {
  const iterations: i32 = PlaneQuery.iterations(w);
  const calls: i32 = PlaneQuery.supportCalls(w);
  const termination: i32 = searchCores(w);
  PlaneQuery.setIterations(w, PlaneQuery.iterations(w) + iterations);
  PlaneQuery.setSupportCalls(w, PlaneQuery.supportCalls(w) + calls);
  return termination;
}

function expandPolygon(w: i32): i32 {
  const termination: i32 = expand(w, INFINITE);
  if (PlaneQuery.isResumable(w) === 1) keepPortal(w);
  return termination;
}

/**
 * The method for cores that overlap: EPA if the depth must be proven to be minimal, otherwise the requested method. By default, it is the incremental
 * method if a direction is known, and EPA if not.
 */
function methodOf(w: i32): i32 {
  if (PlaneQuery.wantedCertified(w) === 1) return DEPTH_EPA;
  if (PlaneQuery.wantedDepth(w) !== DEPTH_AUTO) return PlaneQuery.wantedDepth(w);
  return PlaneQuery.guess(w, 0) !== 0.0 || PlaneQuery.guess(w, 1) !== 0.0 ? DEPTH_INCREMENTAL : DEPTH_EPA;
}

/**
 * A local minimum of the depth from the guess, or from center to center without one, and the bounds. TERMINATION_STALLED without a result if the
 * direction has no length or rounding prevents a result.
 */
function measureLocally(w: i32, method: i32): i32 {
  const a: i32 = PlaneQuery.recordA(w);
  const b: i32 = PlaneQuery.recordB(w);
  const cosine: f64 = PlaneQuery.rotation(w, 0);
  const sine: f64 = PlaneQuery.rotation(w, 1);
  const bx: f64 = ShapeBlock.center(b, 0);
  const by: f64 = ShapeBlock.center(b, 1);
  const x: f64 = cosine * bx - sine * by + PlaneQuery.translation(w, 0) - ShapeBlock.center(a, 0);
  const y: f64 = sine * bx + cosine * by + PlaneQuery.translation(w, 1) - ShapeBlock.center(a, 1);
  const guessX: f64 = PlaneQuery.guess(w, 0);
  const guessY: f64 = PlaneQuery.guess(w, 1);
  const isGuess: bool = guessX * guessX + guessY * guessY > SHORTEST;
  const termination: i32 = descend(w, method, isGuess ? guessX : x, isGuess ? guessY : y);
  if (termination === TERMINATION_STALLED) return termination;
  if (PlaneQuery.isResumable(w) === 1) keepPortal(w);
  PlaneQuery.setCoreUpper(w, Math.max(PlaneQuery.coreLower(w), -depthOfDiscs(w, a, b, x, y)));
  // Bounds that meet prove a global minimum.
  if (PlaneQuery.coreUpper(w) - PlaneQuery.coreLower(w) > PlaneQuery.gap(w)) PlaneQuery.setLocal(w, 1);
  return termination;
}

/**
 * A lower bound on the depth of overlapping cores, at least 0: the overlap of the inscribed discs of the two shapes, whose centers differ by (x, y), minus
 * the swept radii. The discs of custom shapes are not verified.
 */
function depthOfDiscs(w: i32, a: i32, b: i32, x: f64, y: f64): f64 {
  if (ShapeBlock.kind(a) === KIND_CUSTOM || ShapeBlock.kind(b) === KIND_CUSTOM) return 0.0;
  const inner: f64 = ShapeBlock.inradius(a) + ShapeBlock.inradius(b) - PlaneQuery.radii(w);
  return Math.max(0.0, inner - Math.sqrt(x * x + y * y) - PlaneQuery.floor(w));
}
