// Growth distance, after Thirugnanam and Sreenath: by which factor α both shapes, scaled about their centres, just touch. With p from
// A's centre to B's, α A meets α B if and only if p/α lies in D̃ = (A − cA) − (B − cB), so that 1/α = β is where the ray along p
// leaves D̃ (Prop. 1). Each method finds that point in its own way; what is before and after is the same for all.
import {
  DISTANCE,
  FLOOR,
  ITERATIONS_INT,
  LOCAL_A,
  LOCAL_B,
  LOWER,
  POINT_A,
  ROTATION,
  ROTATION_A,
  STATUS_INT,
  STATUS_OVERLAPPING,
  STATUS_SEPARATED,
  STATUS_TOUCHING,
  STATUS_UNKNOWN,
  SUPPORT_CALLS_INT,
  TERMINATION_CONVERGED,
  TERMINATION_INT,
  TERMINATION_STALLED,
  TRANSLATION,
  UPPER,
} from '../layout.ts';
import { isInRange, measurePair } from '../minkowski.ts';
import { ld, ldi, st, sti } from '../port/memory.ts';
import { relativePose, rotate } from '../rotation.ts';
import { setNormal, writeWorld } from '../witness.ts';
import { solveCones } from './conic.ts';
import { expandInside } from './expanding.ts';
import { walkFacets } from './facets.ts';
import {
  GROWTH_ACROSS,
  GROWTH_ALGORITHM_INT,
  GROWTH_BOOLEAN_INT,
  GROWTH_CENTER_A,
  GROWTH_CENTER_B,
  GROWTH_CONIC,
  GROWTH_CONTACT,
  GROWTH_EXPANDING,
  GROWTH_FACETS,
  GROWTH_INNER,
  GROWTH_LENGTH,
  GROWTH_NEWTON,
  GROWTH_OUTER,
  GROWTH_RAY,
  GROWTH_RAY_METHOD,
  GROWTH_WEIGHTS,
} from './layout.ts';
import { descendDual } from './newton.ts';
import { followRay } from './ray.ts';

const INFINITE: f64 = 1.0e308 * 10.0;

/**
 * Answers the query in workspace `w` with the growth block `g`: DISTANCE, LOWER and UPPER hold the growth. `room` is a
 * block that the method may use as it likes: as many numbers as it asks for in the registry (src/proximity/growth-algorithms.ts), and at
 * least POLYTOPE_SIZE. 0, and no answer, if a pose is none.
 */
export function growthDistance(w: i32, g: i32, room: i32): i32 {
  if (relativePose(w) === 0) return 0;
  sti(2 * w + SUPPORT_CALLS_INT, 0);
  sti(2 * w + ITERATIONS_INT, 0);
  setNormal(w, 0.0, 0.0, 0.0);
  for (let k: i32 = 0; k < 3; k += 1) st(g + GROWTH_WEIGHTS + k, 0.0);
  sti(2 * g + GROWTH_BOOLEAN_INT, 0);
  const isKnown: bool = isInRange(w);
  const hasRay: bool = setRay(w, g);
  // With one centre on the other, the rounding of the difference knows nothing of how far apart the bodies are.
  measurePair(w);
  if (!isKnown) forgetGrowth(w, g);
  else if (hasRay) {
    sti(2 * w + TERMINATION_INT, followMethod(w, g, room));
    writeBounds(w, g);
  } else {
    // Equal centres: no growth at all is needed.
    for (let k: i32 = 0; k < 3; k += 1) {
      st(w + LOCAL_A + k, ld(g + GROWTH_CENTER_A + k));
      st(w + LOCAL_B + k, ld(g + GROWTH_CENTER_B + k));
    }
    st(w + DISTANCE, 0.0);
    st(w + LOWER, 0.0);
    st(w + UPPER, 0.0);
    sti(2 * w + TERMINATION_INT, TERMINATION_CONVERGED);
  }
  writePoints(w, g);
  writeStatus(w);
  return 1;
}

/**
 * Whether the shapes touch or overlap: 1, or 0 with a plane between them that leaves more than rounding (Sec. III-F.4). By the ray
 * method. −1 if a pose is none.
 */
export function growthCollide(w: i32, g: i32): i32 {
  if (relativePose(w) === 0) return -1;
  sti(2 * w + SUPPORT_CALLS_INT, 0);
  sti(2 * w + ITERATIONS_INT, 0);
  setNormal(w, 0.0, 0.0, 0.0);
  // A common centre is a common point; and where nothing can be proven, the answer is the cautious one.
  if (!isInRange(w) || !setRay(w, g)) return 1;
  measurePair(w);
  sti(2 * g + GROWTH_BOOLEAN_INT, 1);
  followRay(w, g);
  return ld(g + GROWTH_OUTER) < ld(g + GROWTH_LENGTH) - ld(w + FLOOR) ? 0 : 1;
}

/** Lengths beyond what can be proven: nothing is known. */
function forgetGrowth(w: i32, g: i32): void {
  for (let k: i32 = 0; k < 3; k += 1) {
    st(w + LOCAL_A + k, ld(g + GROWTH_CENTER_A + k));
    st(w + LOCAL_B + k, ld(g + GROWTH_CENTER_B + k));
  }
  st(w + LOWER, 0.0);
  st(w + UPPER, INFINITE);
  st(w + DISTANCE, INFINITE - INFINITE);
  sti(2 * w + TERMINATION_INT, TERMINATION_STALLED);
}

/** One line for each method. */
function followMethod(w: i32, g: i32, room: i32): i32 {
  switch (ldi(2 * g + GROWTH_ALGORITHM_INT)) {
    case GROWTH_RAY_METHOD:
      return followRay(w, g);
    case GROWTH_EXPANDING:
      return expandInside(w, g, room);
    case GROWTH_CONIC:
      return solveCones(w, g, room);
    case GROWTH_FACETS:
      return walkFacets(w, g, room);
    case GROWTH_NEWTON:
      return descendDual(w, g, room);
  }
  return TERMINATION_STALLED;
}

/** Sets the ray, and B's translation so that its centre is on A's. False if the centres are equal. */
function setRay(w: i32, g: i32): bool {
  const bx: f64 = ld(g + GROWTH_CENTER_B);
  const by: f64 = ld(g + GROWTH_CENTER_B + 1);
  const bz: f64 = ld(g + GROWTH_CENTER_B + 2);
  const ray: i32 = g + GROWTH_RAY;
  rotate(w + ROTATION, bx, by, bz, ray);
  for (let k: i32 = 0; k < 3; k += 1) {
    const shift: f64 = ld(g + GROWTH_CENTER_A + k) - ld(ray + k);
    st(ray + k, ld(w + TRANSLATION + k) - shift);
    st(w + TRANSLATION + k, shift);
  }
  const x: f64 = ld(ray);
  const y: f64 = ld(ray + 1);
  const z: f64 = ld(ray + 2);
  const length: f64 = Math.sqrt(x * x + y * y + z * z);
  st(g + GROWTH_LENGTH, length);
  if (!(length > 0.0)) return false;
  setAcross(g, x / length, y / length, z / length);
  return true;
}

/** The ray's unit vector and two across it: e = axis × u for the axis that the ray is least along, then u × e. */
function setAcross(g: i32, x: f64, y: f64, z: f64): void {
  st(g + GROWTH_RAY, x);
  st(g + GROWTH_RAY + 1, y);
  st(g + GROWTH_RAY + 2, z);
  const isX: bool = Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z);
  const isY: bool = !isX && Math.abs(y) <= Math.abs(z);
  const ex: f64 = isX ? 0.0 : isY ? z : -y;
  const ey: f64 = isX ? -z : isY ? 0.0 : x;
  const ez: f64 = isX ? y : isY ? -x : 0.0;
  const scale: f64 = 1.0 / Math.sqrt(ex * ex + ey * ey + ez * ez);
  const e: i32 = g + GROWTH_ACROSS;
  st(e, scale * ex);
  st(e + 1, scale * ey);
  st(e + 2, scale * ez);
  st(e + 3, scale * (y * ez - z * ey));
  st(e + 4, scale * (z * ex - x * ez));
  st(e + 5, scale * (x * ey - y * ex));
}

/** α = |p| / |β p|. The inner bound is attained, so it is the answer. */
function writeBounds(w: i32, g: i32): void {
  const length: f64 = ld(g + GROWTH_LENGTH);
  const inner: f64 = ld(g + GROWTH_INNER);
  // Where the bounds meet, rounding may have put them in the wrong order.
  st(w + LOWER, length / Math.max(inner, ld(g + GROWTH_OUTER)));
  st(w + UPPER, inner > 0.0 ? length / inner : INFINITE);
  st(w + DISTANCE, ld(w + UPPER));
}

/** z¹, z² and the normal in world coordinates, and the common image α (z¹ − p¹) + p¹. */
function writePoints(w: i32, g: i32): void {
  writeWorld(w);
  const growth: f64 = ld(w + DISTANCE);
  const out: i32 = g + GROWTH_CONTACT;
  rotate(
    w + ROTATION_A,
    (growth - 1.0) * (ld(w + LOCAL_A) - ld(g + GROWTH_CENTER_A)),
    (growth - 1.0) * (ld(w + LOCAL_A + 1) - ld(g + GROWTH_CENTER_A + 1)),
    (growth - 1.0) * (ld(w + LOCAL_A + 2) - ld(g + GROWTH_CENTER_A + 2)),
    out,
  );
  for (let k: i32 = 0; k < 3; k += 1) st(out + k, ld(out + k) + ld(w + POINT_A + k));
}

function writeStatus(w: i32): void {
  const isConverged: bool = ldi(2 * w + TERMINATION_INT) === TERMINATION_CONVERGED;
  let status: i32 = isConverged ? STATUS_TOUCHING : STATUS_UNKNOWN;
  if (ld(w + LOWER) > 1.0) status = STATUS_SEPARATED;
  else if (ld(w + UPPER) < 1.0) status = STATUS_OVERLAPPING;
  sti(2 * w + STATUS_INT, status);
}
