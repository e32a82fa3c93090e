// The signed distance: by GJK if the cores are apart, by the expanding polygon if they overlap, and for half-planes by the height. GJK and
// the polygon agree where the cores touch.

import * as ShapeBlock from '../blocks/shape-block.ts';
import { STATUS_OVERLAPPING, STATUS_SEPARATED, STATUS_TOUCHING, STATUS_UNKNOWN } from '../constants.ts';
import { ld } from '../port/memory.ts';
import * as PlaneQuery from './blocks/plane-query.ts';
import { readNearest } from './distance.ts';
import { expand } from './expand.ts';
import { gjk } from './gjk.ts';
import { FOR_SIGN } from './gjk-steps.ts';
import { hasHalfplane, heightOverLine } from './halfplane.ts';
import { normalizePoses } from './pose.ts';
import { keepProof, writeWitness, writeWorld } from './witness.ts';

const INFINITE: f64 = 1.0e308 * 10.0;

/**
 * Computes the signed distance in workspace `w`: bounds and distance are negative if the shapes overlap. Returns 0 for an invalid
 * pose, otherwise 1.
 */
export function signedDistance(w: i32): i32 {
  if (!normalizePoses(w)) return 0;
  PlaneQuery.setLocal(w, 0);
  PlaneQuery.setTermination(w, hasHalfplane(w) ? heightOverLine(w, false) : measure(w));
  writeSigned(w);
  return 1;
}

/** Writes the result from the bounds on the cores' signed distance, the simplex with its weights, and the normal. */
export function writeSigned(w: i32): void {
  const radii: f64 = PlaneQuery.radii(w);
  const lower: f64 = PlaneQuery.coreLower(w) - radii;
  const upper: f64 = PlaneQuery.coreUpper(w) - radii;
  const count: i32 = PlaneQuery.vertexCount(w);
  PlaneQuery.setLower(w, Math.min(lower, upper));
  PlaneQuery.setUpper(w, upper);
  keepProof(w);
  // If the bounds nearly coincide, rounding may leave the distance outside them.
  const inside: f64 = Math.max(Math.min(lower, upper), Math.min(upper, alongNormal(w) - radii));
  // Without a valid support point, `lower` is NaN or infinite, and the distance NaN.
  PlaneQuery.setDistance(w, count > 0 ? inside : lower - lower);
  writeWitness(w, ShapeBlock.radius(PlaneQuery.recordA(w)), ShapeBlock.radius(PlaneQuery.recordB(w)));
  writeWorld(w);
  PlaneQuery.setStatus(w, count > 0 ? statusOf(w, lower, upper) : STATUS_UNKNOWN);
}

function measure(w: i32): i32 {
  const termination: i32 = searchCores(w);
  return isMeasured(w) ? termination : expand(w, INFINITE);
}

/** Runs GJK. Returns its termination. */
export function searchCores(w: i32): i32 {
  const termination: i32 = gjk(w, FOR_SIGN, 0.0);
  readNearest(w);
  return termination;
}

/** Whether GJK has measured the signed distance: the cores are apart, or touch with both bounds known. Otherwise they overlap. */
export function isMeasured(w: i32): bool {
  // The lower bound is NaN after an invalid support point.
  const lower: f64 = PlaneQuery.coreLower(w);
  const areApart: bool = lower !== -INFINITE && PlaneQuery.coreUpper(w) > PlaneQuery.floor(w);
  return PlaneQuery.vertexCount(w) === 0 || areApart || lower > -INFINITE;
}

/** The distance from A's core point to B's along the normal. */
function alongNormal(w: i32): f64 {
  let sum: f64 = 0.0;
  const count: i32 = PlaneQuery.vertexCount(w);
  for (let k: i32 = 0; k < count; k += 1) {
    const vertex: i32 = PlaneQuery.simplex(w, k);
    const along: f64 = PlaneQuery.localNormal(w, 0) * ld(vertex) + PlaneQuery.localNormal(w, 1) * ld(vertex + 1);
    sum -= PlaneQuery.proofWeights(w, k) * along;
  }
  return sum;
}

/** A local result has no lower bound on the depth, but its method starts from cores that overlap: its depth decides. */
function statusOf(w: i32, lower: f64, upper: f64): i32 {
  const gap: f64 = PlaneQuery.gap(w);
  const floor: f64 = PlaneQuery.floor(w);
  if (lower > floor) return STATUS_SEPARATED;
  const isLocal: bool = PlaneQuery.local(w) === 1;
  if (upper < -gap || (isLocal && upper <= 0.0 && lower < -gap)) return STATUS_OVERLAPPING;
  return lower >= -2.0 * gap && upper <= gap + floor ? STATUS_TOUCHING : STATUS_UNKNOWN;
}
