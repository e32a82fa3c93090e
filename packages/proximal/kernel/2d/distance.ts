// The distance query, the distance alone (clearance) and the Boolean query in 2D: GJK, or for half-planes the height, then the result.

import * as ShapeBlock from '../blocks/shape-block.ts';
import {
  STATUS_OVERLAPPING,
  STATUS_SEPARATED,
  STATUS_TOUCHING,
  STATUS_UNKNOWN,
  TERMINATION_LIMIT,
  TERMINATION_UP_TO,
} from '../constants.ts';
import { ld, st } from '../port/memory.ts';
import { writeCommon, writeCommonRow } from './answer.ts';
import * as PlaneQuery from './blocks/plane-query.ts';
import { BATCH_ROWS } from './constants.ts';
import { expand } from './expand.ts';
import { clearancePlain, collidePlain, distancePlain, gjk, isPlain } from './gjk.ts';
import { FOR_COLLISION, FOR_DISTANCE } from './gjk-steps.ts';
import { hasHalfplane, heightOverLine } from './halfplane.ts';
import { areReady, copyPoses, normalizePoses } from './pose.ts';
import { combinedDistance, keepProof, setSimplexWeights, writeWitness, writeWorld } from './witness.ts';

const INFINITE: f64 = 1.0e308 * 10.0;

/** Computes the distance query in workspace `w`. Returns 1, or 0 if a pose is invalid. */
export function distance(w: i32): i32 {
  if (!normalizePoses(w)) return 0;
  if (isPlain(w)) PlaneQuery.setTermination(w, distancePlain(w, w + PlaneQuery.POSE_A, w + PlaneQuery.POSE_B));
  else if (hasHalfplane(w)) {
    PlaneQuery.setTermination(w, heightOverLine(w, true));
    writeContactResult(w, false);
    return 1;
  } else PlaneQuery.setTermination(w, gjk(w, FOR_DISTANCE, 0.0));
  if (!writeCommon(w)) writeContactResult(w, readNearest(w));
  return 1;
}

/**
 * Computes a row of a batch: the records are in the workspace, and the poses anywhere. Writes the numbers of the result to the columns described in
 * answer.ts, and the integers to the workspace. Returns 0 if a pose is invalid, and nothing is written.
 */
export function distanceRow(w: i32, poseA: i32, poseB: i32, numbers: i32, points: i32): i32 {
  const isFast: bool = areReady(poseA, poseB) && isPlain(w);
  if (isFast) {
    PlaneQuery.setTermination(w, distancePlain(w, poseA, poseB));
    if (writeCommonRow(w, poseA, poseB, numbers, points)) return 1;
  }
  copyPoses(w, poseA, poseB);
  if (isFast) writeContactResult(w, readNearest(w));
  else if (distance(w) === 0) return 0;
  st(numbers, PlaneQuery.distance(w));
  st(numbers + BATCH_ROWS, PlaneQuery.lower(w));
  st(numbers + 2 * BATCH_ROWS, PlaneQuery.upper(w));
  for (let k: i32 = 0; k < 10; k += 2) {
    st(points + k * BATCH_ROWS, PlaneQuery.pointA(w, k));
    st(points + k * BATCH_ROWS + 1, PlaneQuery.pointA(w, k + 1));
  }
  return 1;
}

/**
 * Only the distance, or NaN for an invalid pose. It is the upper bound, as in `distance`, or the lower bound if the
 * search ended before the bounds met.
 */
export function clearance(w: i32): f64 {
  if (!normalizePoses(w)) return 0.0 / 0.0;
  if (isPlain(w)) return clearancePlain(w);
  distance(w);
  const termination: i32 = PlaneQuery.termination(w);
  const isEarly: bool = termination === TERMINATION_UP_TO || termination === TERMINATION_LIMIT;
  return ld(w + (isEarly ? PlaneQuery.LOWER : PlaneQuery.DISTANCE));
}

/** Writes the result if `writeCommon` does not apply. `isOffNormal`: the upper bound is not along the normal. */
function writeContactResult(w: i32, isOffNormal: bool): void {
  const radii: f64 = PlaneQuery.radii(w);
  const coreUpper: f64 = PlaneQuery.coreUpper(w);
  const lower: f64 = PlaneQuery.coreLower(w) - radii;
  const upper: f64 = coreUpper - radii;
  const positiveUpper: f64 = upper > 0.0 ? upper : 0.0;
  // Bounds that meet may be in the wrong order by rounding.
  const orderedLower: f64 = lower < positiveUpper ? lower : positiveUpper;
  PlaneQuery.setLower(w, orderedLower > 0.0 ? orderedLower : 0.0);
  PlaneQuery.setUpper(w, positiveUpper);
  // Without a vertex nothing is known: the result is NaN.
  PlaneQuery.setDistance(w, PlaneQuery.vertexCount(w) > 0 ? positiveUpper : coreUpper - coreUpper);
  keepProof(w);
  const radiusA: f64 = ShapeBlock.radius(PlaneQuery.recordA(w));
  const radiusB: f64 = ShapeBlock.radius(PlaneQuery.recordB(w));
  // In contact, the point that divides the segment between the cores' points in the ratio of the radii is in both shapes.
  const coreDistance: f64 = coreUpper > 0.0 ? coreUpper : 0.0;
  const factor: f64 = upper > 0.0 ? 1.0 : radii > 0.0 ? coreDistance / radii : 0.0;
  writeWitness(w, factor * radiusA, factor * radiusB);
  const status: i32 = lower > PlaneQuery.floor(w) ? STATUS_SEPARATED : contactStatus(w, lower, upper);
  PlaneQuery.setStatus(w, status);
  if (status === STATUS_OVERLAPPING) {
    PlaneQuery.setLocalNormal(w, 0, 0.0);
    PlaneQuery.setLocalNormal(w, 1, 0.0);
  }
  if (status === STATUS_OVERLAPPING || (status === STATUS_TOUCHING && isOffNormal)) PlaneQuery.setDistance(w, 0.0);
  writeWorld(w);
}

/**
 * Reads bounds on the cores' distance, the normal and the weights of the nearest point from GJK's final state. Returns whether
 * the weights combine to a point farther away than d indicates; the upper bound is then that point's distance, which is not along
 * the normal.
 */
export function readNearest(w: i32): bool {
  const count: i32 = PlaneQuery.vertexCount(w);
  const dx: f64 = PlaneQuery.nearestDirection(w, 0);
  const dy: f64 = PlaneQuery.nearestDirection(w, 1);
  const norm: f64 = Math.sqrt(dx * dx + dy * dy);
  // The origin is a point of the simplex: d is zero, or the triangle contains it.
  const isInside: bool = count === 3 || norm === 0.0;
  const scale: f64 = 1.0 / norm;
  const upper: f64 = count === 0 ? INFINITE : isInside ? 0.0 : PlaneQuery.nearestProduct(w) * scale;
  PlaneQuery.setCoreLower(w, count === 0 || isInside ? -INFINITE : PlaneQuery.supportProduct(w) * scale);
  PlaneQuery.setCoreUpper(w, upper);
  // The normal from A to B, along d; zero if the nearest point is within rounding of the origin, unless a support line along d was computed.
  const hasNormal: bool =
    count > 0 && !isInside && (upper > PlaneQuery.floor(w) || PlaneQuery.supportProduct(w) > -INFINITE);
  PlaneQuery.setLocalNormal(w, 0, hasNormal ? dx * scale : 0.0);
  PlaneQuery.setLocalNormal(w, 1, hasNormal ? dy * scale : 0.0);
  setSimplexWeights(w);
  const combined: f64 = combinedDistance(w);
  const isOffNormal: bool = combined > Math.abs(upper) + PlaneQuery.floor(w);
  if (isOffNormal) PlaneQuery.setCoreUpper(w, combined);
  return isOffNormal;
}

/**
 * Whether the shapes come within `margin` of each other: 1, or 0 with a separating direction whose gap exceeds the margin by more
 * than rounding (Alg. 6), or −1 for an invalid pose. If nothing can be proven, as with an invalid custom shape, the result is the
 * conservative 1.
 */
export function collide(w: i32, margin: f64): i32 {
  if (!normalizePoses(w)) return -1;
  if (isPlain(w)) return collidePlain(w, margin);
  if (!hasHalfplane(w)) return gjk(w, FOR_COLLISION, margin);
  heightOverLine(w, true);
  return PlaneQuery.coreLower(w) > PlaneQuery.radii(w) + margin + PlaneQuery.floor(w) ? 0 : 1;
}

/**
 * Distinguishes touching from overlapping. For a distance of zero the origin may lie on the boundary of the Minkowski difference
 * or inside it. If the final triangle contains a ball of radius `gap` around the origin, the pair overlaps; otherwise the polygon expands
 * until it contains one, or a support line shows that the origin is no deeper than twice the gap: touching. The normal is then that
 * line's, unless GJK found one. If the bounds on the distance suffice, they decide; if nothing is proven, the status is unknown.
 */
function contactStatus(w: i32, lower: f64, upper: f64): i32 {
  const gap: f64 = PlaneQuery.gap(w);
  // Bounds that met at the gap may still have an upper bound above both floor and gap.
  if (PlaneQuery.vertexCount(w) === 0 || !(upper <= gap + PlaneQuery.floor(w))) return STATUS_UNKNOWN;
  if (upper < -gap) return STATUS_OVERLAPPING;
  if (lower >= -gap) return STATUS_TOUCHING;
  if (PlaneQuery.vertexCount(w) === 3 && isDeepInside(w, gap)) return STATUS_OVERLAPPING;
  // `expand` overwrites the normal and the weights. The proof remains the proof of the common point.
  const nx: f64 = PlaneQuery.localNormal(w, 0);
  const ny: f64 = PlaneQuery.localNormal(w, 1);
  const first: f64 = PlaneQuery.proofWeights(w, 0);
  const second: f64 = PlaneQuery.proofWeights(w, 1);
  const third: f64 = PlaneQuery.proofWeights(w, 2);
  expand(w, gap);
  PlaneQuery.setProofWeights(w, 0, first);
  PlaneQuery.setProofWeights(w, 1, second);
  PlaneQuery.setProofWeights(w, 2, third);
  if (-PlaneQuery.coreUpper(w) > gap) return STATUS_OVERLAPPING;
  if (!(-PlaneQuery.coreLower(w) <= 2.0 * gap)) return STATUS_UNKNOWN;
  if (nx !== 0.0 || ny !== 0.0) {
    PlaneQuery.setLocalNormal(w, 0, nx);
    PlaneQuery.setLocalNormal(w, 1, ny);
  }
  return STATUS_TOUCHING;
}

/** Whether GJK's final triangle contains a ball of this radius around the origin. */
function isDeepInside(w: i32, radius: f64): bool {
  const first: i32 = PlaneQuery.simplex(w, 0);
  const second: i32 = PlaneQuery.simplex(w, 1);
  const third: i32 = PlaneQuery.simplex(w, 2);
  return isBeyond(first, second, radius) && isBeyond(second, third, radius) && isBeyond(third, first, radius);
}

/** Whether the origin is farther than `radius` from the line through two vertices: (p × q)² > r² |q − p|². */
function isBeyond(p: i32, q: i32, radius: f64): bool {
  const ex: f64 = ld(q) - ld(p);
  const ey: f64 = ld(q + 1) - ld(p + 1);
  const cross: f64 = ld(p) * ey - ld(p + 1) * ex;
  return cross * cross > radius * radius * (ex * ex + ey * ey);
}
