// Signed distance and penetration depth: GJK where the cores are apart, however much the balls swept over them overlap, and EPA
// where the cores themselves do; continuous in between.
import { boxDepth, hasBoxes } from '../closed/box-depth.ts';
import { hasHalfspace, heightOverPlane } from '../halfspace.ts';
import {
  ABOVE,
  BELOW,
  BOOLEAN_INT,
  CORE_LOWER,
  CORE_UPPER,
  DEPTH_AUTO,
  DEPTH_EPA,
  DEPTH_INCREMENTAL,
  DEPTH_MPR,
  DISTANCE,
  FLOOR,
  GAP,
  GUESS,
  HAS_POLYTOPE_INT,
  ITERATIONS_INT,
  LOCAL_INT,
  LOCAL_NORMAL,
  LOWER,
  NEAREST,
  POINT_A,
  PORTAL_SUPPORT,
  RADII,
  RECORD_A_INT,
  RECORD_B_INT,
  RECORD_CENTER,
  RECORD_INRADIUS,
  ROTATION,
  START,
  STATUS_INT,
  STATUS_OVERLAPPING,
  STATUS_SEPARATED,
  STATUS_TOUCHING,
  STATUS_UNKNOWN,
  SUPPORT_CALLS_INT,
  TERMINATION_CONVERGED,
  TERMINATION_INT,
  TERMINATION_LIMIT,
  TERMINATION_STALLED,
  TRACE_STEP,
  TRANSLATION,
  UPPER,
  VERTEX_COUNT_INT,
  WANTED_CERTIFIED_INT,
  WANTED_DEPTH_INT,
  WANTED_POLYTOPE_INT,
  WANTED_TRACE_INT,
  WEIGHTS,
} from '../layout.ts';
import { isInRange, measurePair } from '../minkowski.ts';
import { ld, ldi, st, sti } from '../port/memory.ts';
import { relativePose, rotate } from '../rotation.ts';
import { search } from '../search.ts';
import { hasNoNormal, keepProof, setNormal, writeSignedWitnesses, writeWorld } from '../witness.ts';
import { expand, takeSimplex } from './epa.ts';
import { descend } from './incremental.ts';
import { takeInnerCores } from './inner-core.ts';
import { clearPortal, supportPortal, turnOver } from './mpr.ts';

const INFINITE: f64 = 1.0e308 * 10.0;
/** A vector that is shorter has no direction: its squares have lost digits. */
const SHORTEST: f64 = 1.0e-150;

/**
 * Answers the query in workspace `w`, with `p` as the room for a polytope. Bounds and distance are negative where the shapes
 * overlap. If the distance of separated shapes does not matter, `isFar` ends the search with the first plane between them.
 * 0, and no answer, if a pose is none.
 */
export function penetration(w: i32, p: i32, isFar: i32): i32 {
  if (relativePose(w) === 0) return 0;
  takeInnerCores(w);
  measurePair(w);
  sti(2 * w + BOOLEAN_INT, 0);
  st(w + ABOVE, isFar === 1 ? ld(w + FLOOR) : INFINITE);
  st(w + BELOW, -INFINITE);
  setNormal(w, 0.0, 0.0, 0.0);
  sti(2 * w + LOCAL_INT, 0);
  sti(2 * w + HAS_POLYTOPE_INT, 0);
  sti(2 * w + TERMINATION_INT, measure(w, p));
  const radii: f64 = ld(w + RADII);
  const upper: f64 = ld(w + CORE_UPPER) - radii;
  // Where the bounds meet, rounding may have put them in the wrong order.
  const lower: f64 = Math.min(ld(w + CORE_LOWER) - radii, upper);
  st(w + LOWER, lower);
  st(w + UPPER, upper);
  const isKnown: bool = ldi(2 * w + VERTEX_COUNT_INT) > 0;
  // Apart, the points found are the distance; otherwise what is proven to separate the shapes counts.
  const signed: f64 = lower > 0.0 ? upper : lower;
  st(w + DISTANCE, isKnown ? signed : signed - signed);
  keepProof(w);
  writeSignedWitnesses(w, signed + radii);
  writeWorld(w);
  sti(
    2 * w + STATUS_INT,
    isKnown ? statusOf(lower, upper, ld(w + GAP), ld(w + FLOOR), ldi(2 * w + LOCAL_INT) === 1) : STATUS_UNKNOWN,
  );
  return 1;
}

/** Bounds on the signed distance of the cores, the simplex that attains it, and the normal. Returns why it ended. */
function measure(w: i32, p: i32): i32 {
  if (hasHalfspace(w) && isInRange(w)) {
    sti(2 * w + SUPPORT_CALLS_INT, 0);
    sti(2 * w + ITERATIONS_INT, 0);
    return heightOverPlane(w, false);
  }
  if (ldi(2 * w + WANTED_DEPTH_INT) === DEPTH_AUTO && measureBoxes(w)) return TERMINATION_CONVERGED;
  const termination: i32 = search(w);
  // Of a pair that GJK can separate it knows both bounds. Where it comes to an end without them, EPA goes on from its simplex.
  const isApart: bool =
    (ld(w + CORE_LOWER) > 0.0 || (termination === TERMINATION_CONVERGED && ld(w + CORE_LOWER) > -INFINITE)) &&
    ld(w + CORE_UPPER) > SHORTEST;
  if (ldi(2 * w + VERTEX_COUNT_INT) === 0) return termination;
  if (!isApart) return measureOverlap(w, p);
  if (hasNoNormal(w)) {
    const norm: f64 = ld(w + CORE_UPPER);
    setNormal(w, -ld(w + NEAREST) / norm, -ld(w + NEAREST + 1) / norm, -ld(w + NEAREST + 2) / norm);
  }
  return termination;
}

/** Boxes that overlap have a closed form. The points are where the ray along the normal leaves their difference. */
function measureBoxes(w: i32): bool {
  const isShown: bool = ldi(2 * w + WANTED_TRACE_INT) === TRACE_STEP;
  if (!hasBoxes(w) || isShown || ldi(2 * w + WANTED_POLYTOPE_INT) === 1 || !isInRange(w)) return false;
  if (boxDepth(w) && leaveAlongNormal(w)) return true;
  setNormal(w, 0.0, 0.0, 0.0);
  return false;
}

/** Finds the triangle of the cores' difference that the ray along the normal leaves through. */
function leaveAlongNormal(w: i32): bool {
  const lower: f64 = ld(w + CORE_LOWER);
  const upper: f64 = ld(w + CORE_UPPER);
  const x: f64 = ld(w + LOCAL_NORMAL);
  const y: f64 = ld(w + LOCAL_NORMAL + 1);
  const z: f64 = ld(w + LOCAL_NORMAL + 2);
  sti(2 * w + SUPPORT_CALLS_INT, 0);
  sti(2 * w + ITERATIONS_INT, 0);
  sti(2 * w + VERTEX_COUNT_INT, 0);
  if (descend(w, DEPTH_MPR, x, y, z) !== TERMINATION_CONVERGED) return false;
  setNormal(w, x, y, z);
  st(w + CORE_LOWER, lower);
  st(w + CORE_UPPER, upper);
  return true;
}

/** The depth of cores that overlap. */
function measureOverlap(w: i32, p: i32): i32 {
  const known: f64 = depthOfBalls(w);
  const isGuessed: bool = ld(w + GUESS) !== 0.0 || ld(w + GUESS + 1) !== 0.0 || ld(w + GUESS + 2) !== 0.0;
  let method: i32 = ldi(2 * w + WANTED_DEPTH_INT);
  if (method === DEPTH_AUTO) method = isGuessed ? DEPTH_INCREMENTAL : DEPTH_EPA;
  const needsPolytope: bool = ldi(2 * w + WANTED_CERTIFIED_INT) === 1 || ldi(2 * w + WANTED_POLYTOPE_INT) === 1;
  if (method === DEPTH_EPA || needsPolytope) return expandAndPolish(w, p, known);
  // Only a tetrahedron around the origin proves that there is an inside to leave; without one, EPA says what there is.
  if (ldi(2 * w + VERTEX_COUNT_INT) < 4 && !isInsideTriangle(w)) return expandAndPolish(w, p, known);
  const iterations: i32 = ldi(2 * w + ITERATIONS_INT);
  const termination: i32 = descend(w, method, ld(w + START), ld(w + START + 1), ld(w + START + 2));
  if (termination !== TERMINATION_STALLED) {
    st(w + CORE_UPPER, Math.max(ld(w + CORE_LOWER), -known));
    // Bounds that meet leave nothing to other directions.
    if (ld(w + CORE_UPPER) - ld(w + CORE_LOWER) > ld(w + GAP)) sti(2 * w + LOCAL_INT, 1);
    return termination;
  }
  // Its portals have taken the place of the simplex.
  setNormal(w, 0.0, 0.0, 0.0);
  search(w);
  sti(2 * w + ITERATIONS_INT, ldi(2 * w + ITERATIONS_INT) + iterations);
  return expandAndPolish(w, p, known);
}

/**
 * Whether GJK has ended with the origin inside a triangle, as it does where the shapes are alike on both sides of a plane, and there is
 * something on both sides of it. The second side then makes it a tetrahedron.
 */
function isInsideTriangle(w: i32): bool {
  if (ldi(2 * w + VERTEX_COUNT_INT) !== 3) return false;
  if (!(ld(w + WEIGHTS) > 0.0 && ld(w + WEIGHTS + 1) > 0.0 && ld(w + WEIGHTS + 2) > 0.0)) return false;
  clearPortal(w);
  if (!supportPortal(w, 0.0) || !(ld(w + PORTAL_SUPPORT) > ld(w + FLOOR))) return false;
  turnOver(w);
  if (!supportPortal(w, 0.0) || !(ld(w + PORTAL_SUPPORT) > ld(w + FLOOR))) return false;
  sti(2 * w + VERTEX_COUNT_INT, 4);
  return true;
}

/**
 * EPA. Where a round body takes more corners than it has, because the depth is nearly the same in many directions, the lowest plane
 * that it has seen leads to the bottom of that valley, and the bound from below stays.
 */
function expandAndPolish(w: i32, p: i32, known: f64): i32 {
  const termination: i32 = expand(w, p, known);
  if (termination !== TERMINATION_LIMIT) return termination;
  const lower: f64 = ld(w + CORE_LOWER);
  const upper: f64 = ld(w + CORE_UPPER);
  const x: f64 = ld(w + LOCAL_NORMAL);
  const y: f64 = ld(w + LOCAL_NORMAL + 1);
  const z: f64 = ld(w + LOCAL_NORMAL + 2);
  // The kept face is the simplex, and no tetrahedron: the portal is found anew.
  const polished: i32 = descend(w, DEPTH_INCREMENTAL, x, y, z);
  if (polished === TERMINATION_STALLED || ld(w + CORE_LOWER) < lower) {
    setNormal(w, x, y, z);
    takeSimplex(w, p, false);
    st(w + CORE_LOWER, lower);
  }
  st(w + CORE_UPPER, upper);
  return ld(w + CORE_UPPER) - ld(w + CORE_LOWER) <= ld(w + GAP) ? TERMINATION_CONVERGED : termination;
}

/** Balls inside the two shapes that share more than that prove a depth of the cores; a common point proves zero. */
function depthOfBalls(w: i32): f64 {
  const a: i32 = ldi(2 * w + RECORD_A_INT);
  const b: i32 = ldi(2 * w + RECORD_B_INT);
  rotate(w + ROTATION, ld(b + RECORD_CENTER), ld(b + RECORD_CENTER + 1), ld(b + RECORD_CENTER + 2), w + POINT_A);
  const x: f64 = ld(w + POINT_A) + ld(w + TRANSLATION) - ld(a + RECORD_CENTER);
  const y: f64 = ld(w + POINT_A + 1) + ld(w + TRANSLATION + 1) - ld(a + RECORD_CENTER + 1);
  const z: f64 = ld(w + POINT_A + 2) + ld(w + TRANSLATION + 2) - ld(a + RECORD_CENTER + 2);
  const inner: f64 = ld(a + RECORD_INRADIUS) + ld(b + RECORD_INRADIUS) - ld(w + RADII);
  return Math.max(0.0, inner - Math.sqrt(x * x + y * y + z * z) - ld(w + FLOOR));
}

/** A local answer has no bound from below to tell how deep, but its portals have proven that the shapes overlap. */
function statusOf(lower: f64, upper: f64, gap: f64, floor: f64, isLocal: bool): i32 {
  if (lower > floor) return STATUS_SEPARATED;
  if (upper < -gap) return STATUS_OVERLAPPING;
  if (lower >= -2.0 * gap && upper <= gap + floor) return STATUS_TOUCHING;
  return isLocal && upper <= 0.0 ? STATUS_OVERLAPPING : STATUS_UNKNOWN;
}
