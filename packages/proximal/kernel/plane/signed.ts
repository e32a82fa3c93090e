// The signed distance: GJK where the cores are apart, the expanding polygon where they overlap; continuous in between.

import * as ShapeBlock from '../blocks/shape-block.ts';
import { STATUS_OVERLAPPING, STATUS_SEPARATED, STATUS_TOUCHING, STATUS_UNKNOWN } from '../constants.ts';
import { ld, ldi, st, sti } from '../port/memory.ts';
import { readNearest } from './distance.ts';
import { expand } from './expand.ts';
import { FOR_SIGN, gjk } from './gjk.ts';
import { hasHalfplane, heightOverLine } from './halfplane.ts';
import {
  CORE_LOWER,
  CORE_UPPER,
  DISTANCE,
  FLOOR,
  GAP,
  LOCAL_NORMAL,
  LOWER,
  PLACES_INT,
  PROOF_WEIGHTS,
  RADII,
  RECORD_A_INT,
  RECORD_B_INT,
  STATUS_INT,
  TERMINATION_INT,
  UPPER,
  VERTEX_COUNT_INT,
} from './layout.ts';
import { hasPoses } from './pose.ts';
import { keepProof, writeWitness, writeWorld } from './witness.ts';

const INFINITE: f64 = 1.0e308 * 10.0;

/** Answers the query in workspace `w`: bounds and distance are negative where the shapes overlap. 0 where a pose is none, else 1. */
export function signedDistance(w: i32): i32 {
  if (!hasPoses(w)) return 0;
  sti(2 * w + TERMINATION_INT, hasHalfplane(w) ? heightOverLine(w, false) : search(w));
  const radii: f64 = ld(w + RADII);
  const lower: f64 = ld(w + CORE_LOWER) - radii;
  const upper: f64 = ld(w + CORE_UPPER) - radii;
  const count: i32 = ldi(2 * w + VERTEX_COUNT_INT);
  st(w + LOWER, Math.min(lower, upper));
  st(w + UPPER, upper);
  keepProof(w);
  // Bounds that meet may leave the distance outside by rounding.
  const inside: f64 = Math.max(Math.min(lower, upper), Math.min(upper, alongNormal(w) - radii));
  st(w + DISTANCE, count > 0 ? inside : lower - lower);
  writeWitness(w, ShapeBlock.radius(ldi(2 * w + RECORD_A_INT)), ShapeBlock.radius(ldi(2 * w + RECORD_B_INT)));
  writeWorld(w);
  sti(2 * w + STATUS_INT, count > 0 ? statusOf(lower, upper, ld(w + GAP), ld(w + FLOOR)) : STATUS_UNKNOWN);
  return 1;
}

function search(w: i32): i32 {
  const termination: i32 = gjk(w, FOR_SIGN, 0.0);
  readNearest(w);
  // Apart, or touching with both bounds at hand. (The lower one is not a number if a broken shape's is the last point.)
  const lower: f64 = ld(w + CORE_LOWER);
  const isApart: bool = lower !== -INFINITE && ld(w + CORE_UPPER) > ld(w + FLOOR);
  const isDone: bool = ldi(2 * w + VERTEX_COUNT_INT) === 0 || isApart || lower > -INFINITE;
  return isDone ? termination : expand(w, INFINITE);
}

/** How far B's core point is from A's along the normal. */
function alongNormal(w: i32): f64 {
  let sum: f64 = 0.0;
  const count: i32 = ldi(2 * w + VERTEX_COUNT_INT);
  for (let k: i32 = 0; k < count; k += 1) {
    const vertex: i32 = ldi(2 * w + PLACES_INT + k);
    const along: f64 = ld(w + LOCAL_NORMAL) * ld(vertex) + ld(w + LOCAL_NORMAL + 1) * ld(vertex + 1);
    sum -= ld(w + PROOF_WEIGHTS + k) * along;
  }
  return sum;
}

function statusOf(lower: f64, upper: f64, gap: f64, floor: f64): i32 {
  if (lower > floor) return STATUS_SEPARATED;
  if (upper < -gap) return STATUS_OVERLAPPING;
  return lower >= -2.0 * gap && upper <= gap + floor ? STATUS_TOUCHING : STATUS_UNKNOWN;
}
