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
  PlaneQuery.setTermination(w, hasHalfplane(w) ? heightOverLine(w, false) : search(w));
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
  PlaneQuery.setStatus(w, count > 0 ? statusOf(lower, upper, PlaneQuery.gap(w), PlaneQuery.floor(w)) : STATUS_UNKNOWN);
  return 1;
}

function search(w: i32): i32 {
  const termination: i32 = gjk(w, FOR_SIGN, 0.0);
  readNearest(w);
  // Separated, or touching with both bounds known. (The lower one is NaN after an invalid support point.)
  const lower: f64 = PlaneQuery.coreLower(w);
  const isApart: bool = lower !== -INFINITE && PlaneQuery.coreUpper(w) > PlaneQuery.floor(w);
  const isDone: bool = PlaneQuery.vertexCount(w) === 0 || isApart || lower > -INFINITE;
  return isDone ? termination : expand(w, INFINITE);
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

function statusOf(lower: f64, upper: f64, gap: f64, floor: f64): i32 {
  if (lower > floor) return STATUS_SEPARATED;
  if (upper < -gap) return STATUS_OVERLAPPING;
  return lower >= -2.0 * gap && upper <= gap + floor ? STATUS_TOUCHING : STATUS_UNKNOWN;
}
