// Signed distance and penetration depth: GJK where the cores are apart, however much the balls swept over them overlap, and EPA
// where the cores themselves do; continuous in between.
import { hasHalfspace, heightOverPlane } from '../halfspace.ts';
import {
  ABOVE,
  BELOW,
  BOOLEAN_INT,
  CORE_LOWER,
  CORE_UPPER,
  DISTANCE,
  FLOOR,
  GAP,
  ITERATIONS_INT,
  LOCAL_INT,
  LOWER,
  NEAREST,
  RADII,
  STATUS_INT,
  STATUS_OVERLAPPING,
  STATUS_SEPARATED,
  STATUS_TOUCHING,
  STATUS_UNKNOWN,
  SUPPORT_CALLS_INT,
  TERMINATION_CONVERGED,
  TERMINATION_INT,
  UPPER,
  VERTEX_COUNT_INT,
} from '../layout.ts';
import { measurePair } from '../minkowski.ts';
import { ld, ldi, st, sti } from '../port/memory.ts';
import { relativePose } from '../rotation.ts';
import { search } from '../search.ts';
import { hasNoNormal, keepProof, setNormal, writeSignedWitnesses, writeWorld } from '../witness.ts';
import { expand } from './epa.ts';

const INFINITE: f64 = 1.0e308 * 10.0;

/**
 * Answers the query in workspace `w`, with `p` as the room for a polytope. Bounds and distance are negative where the shapes
 * overlap. If the distance of separated shapes does not matter, `isFar` ends the search with the first plane between them.
 * 0, and no answer, if a pose is none.
 */
export function penetration(w: i32, p: i32, isFar: i32): i32 {
  if (relativePose(w) === 0) return 0;
  measurePair(w);
  sti(2 * w + BOOLEAN_INT, 0);
  st(w + ABOVE, isFar === 1 ? ld(w + FLOOR) : INFINITE);
  st(w + BELOW, -INFINITE);
  setNormal(w, 0.0, 0.0, 0.0);
  sti(2 * w + LOCAL_INT, 0);
  sti(2 * w + TERMINATION_INT, measure(w, p));
  const radii: f64 = ld(w + RADII);
  const upper: f64 = ld(w + CORE_UPPER) - radii;
  // Where the bounds meet, rounding may have put them in the wrong order.
  const lower: f64 = Math.min(ld(w + CORE_LOWER) - radii, upper);
  st(w + LOWER, lower);
  st(w + UPPER, upper);
  const isKnown: bool = ldi(2 * w + VERTEX_COUNT_INT) > 0;
  // Apart, the points found are the distance; in contact, what is proven to separate the shapes counts.
  const signed: f64 = upper > 0.0 ? upper : lower;
  st(w + DISTANCE, isKnown ? signed : signed - signed);
  keepProof(w);
  writeSignedWitnesses(w, signed + radii);
  writeWorld(w);
  sti(2 * w + STATUS_INT, isKnown ? statusOf(lower, upper, ld(w + GAP), ld(w + FLOOR)) : STATUS_UNKNOWN);
  return 1;
}

/** Bounds on the signed distance of the cores, the simplex that attains it, and the normal. Returns why it ended. */
function measure(w: i32, p: i32): i32 {
  if (hasHalfspace(w)) {
    sti(2 * w + SUPPORT_CALLS_INT, 0);
    sti(2 * w + ITERATIONS_INT, 0);
    return heightOverPlane(w, false);
  }
  const termination: i32 = search(w);
  // Of a pair that GJK can separate it knows both bounds. Where it comes to an end without them, EPA goes on from its simplex.
  const isApart: bool =
    ld(w + CORE_LOWER) > 0.0 || (termination === TERMINATION_CONVERGED && ld(w + CORE_LOWER) > -INFINITE);
  if (ldi(2 * w + VERTEX_COUNT_INT) === 0) return termination;
  if (!isApart) return expand(w, p);
  if (hasNoNormal(w)) {
    const scale: f64 = -1.0 / ld(w + CORE_UPPER);
    setNormal(w, scale * ld(w + NEAREST), scale * ld(w + NEAREST + 1), scale * ld(w + NEAREST + 2));
  }
  return termination;
}

function statusOf(lower: f64, upper: f64, gap: f64, floor: f64): i32 {
  if (lower > floor) return STATUS_SEPARATED;
  if (upper < -gap) return STATUS_OVERLAPPING;
  return lower >= -2.0 * gap && upper <= gap + floor ? STATUS_TOUCHING : STATUS_UNKNOWN;
}
