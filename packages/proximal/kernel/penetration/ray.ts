// The ray-boundary query (Gao, Alg. 1): how far B has to move along a direction until the shapes part, which is where the ray from
// the origin in that direction leaves the Minkowski difference of the whole shapes, swept balls included.
import { hasHalfspace, heightOverPlane } from '../halfspace.ts';
import {
  ABOVE,
  BELOW,
  BOOLEAN_INT,
  CORE_LOWER,
  DISTANCE,
  FLOOR,
  GAP,
  GUESS,
  ITERATIONS_INT,
  LOCAL_NORMAL,
  LOWER,
  MAX_ITERATIONS_INT,
  NORMAL,
  PORTAL_DISTANCE,
  PORTAL_INT,
  PORTAL_NORMAL,
  PORTAL_SUPPORT,
  RADII,
  ROTATION_A,
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
  UPPER,
  VERTEX_COUNT_INT,
} from '../layout.ts';
import { isInRange, measurePair } from '../minkowski.ts';
import { ld, ldi, st, sti } from '../port/memory.ts';
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
 * Answers with DISTANCE between LOWER and UPPER, all along the unit vector GUESS, which is in world coordinates, and the normal of D
 * where the ray leaves it. 0, and no answer, if a pose is none.
 */
export function rayBoundary(w: i32): i32 {
  if (relativePose(w) === 0) return 0;
  measurePair(w);
  const gap: f64 = ld(w + GAP);
  const worldX: f64 = ld(w + GUESS);
  const worldY: f64 = ld(w + GUESS + 1);
  const worldZ: f64 = ld(w + GUESS + 2);
  rotateBack(w + ROTATION_A, worldX, worldY, worldZ, w + GUESS);
  const x: f64 = ld(w + GUESS);
  const y: f64 = ld(w + GUESS + 1);
  const z: f64 = ld(w + GUESS + 2);
  setNormal(w, 0.0, 0.0, 0.0);
  answer(w, 0.0, 0.0, STATUS_SEPARATED, TERMINATION_CONVERGED);
  if (!isInRange(w)) answer(w, 0.0, INFINITE, STATUS_UNKNOWN, TERMINATION_STALLED);
  else if (hasHalfspace(w)) leavePlane(w, x, y, z);
  else if (!isApart(w)) {
    st(w + GAP, gap);
    leave(w, x, y, z);
  }
  st(w + GUESS, worldX);
  st(w + GUESS + 1, worldY);
  st(w + GUESS + 2, worldZ);
  rotate(w + ROTATION_A, ld(w + LOCAL_NORMAL), ld(w + LOCAL_NORMAL + 1), ld(w + LOCAL_NORMAL + 2), w + NORMAL);
  return 1;
}

function answer(w: i32, lower: f64, upper: f64, status: i32, termination: i32): void {
  st(w + LOWER, Math.min(lower, upper));
  st(w + UPPER, upper);
  // What parts the shapes is the answer.
  st(w + DISTANCE, upper);
  sti(2 * w + STATUS_INT, status);
  sti(2 * w + TERMINATION_INT, termination);
}

/** Where the cores overlap, GJK leaves a tetrahedron around the origin. */
function isApart(w: i32): bool {
  sti(2 * w + BOOLEAN_INT, 0);
  st(w + GAP, ld(w + FLOOR));
  st(w + BELOW, -INFINITE);
  st(w + ABOVE, ld(w + FLOOR));
  search(w);
  return ld(w + CORE_LOWER) - ld(w + RADII) > ld(w + FLOOR);
}

/** A half-space is left through its plane, or never. */
function leavePlane(w: i32, x: f64, y: f64, z: f64): void {
  sti(2 * w + SUPPORT_CALLS_INT, 0);
  const termination: i32 = heightOverPlane(w, false);
  const depth: f64 = ld(w + RADII) - ld(w + CORE_LOWER);
  const along: f64 = ld(w + LOCAL_NORMAL) * x + ld(w + LOCAL_NORMAL + 1) * y + ld(w + LOCAL_NORMAL + 2) * z;
  if (depth < -ld(w + FLOOR)) return;
  const way: f64 = along > 0.0 ? Math.max(0.0, depth) / along : INFINITE;
  answer(w, way, way, depth > ld(w + GAP) ? STATUS_OVERLAPPING : STATUS_TOUCHING, termination);
}

/** Alg. 1, until the portal and the support plane meet on the ray: |p_k| and |q_k|. */
function leave(w: i32, x: f64, y: f64, z: f64): void {
  const radius: f64 = ld(w + RADII);
  const gap: f64 = ld(w + GAP);
  const most: i32 = ldi(2 * w + ITERATIONS_INT) + ldi(2 * w + MAX_ITERATIONS_INT);
  let found: i32 = PORTAL_FOUND;
  let upper: f64 = INFINITE;
  let lower: f64 = 0.0;
  let termination: i32 = TERMINATION_STALLED;
  if (ldi(2 * w + VERTEX_COUNT_INT) !== 4 || !portalOfTetrahedron(w, x, y, z)) {
    clearPortal(w);
    const first: i32 = ldi(2 * w + PORTAL_INT);
    supportGrown(w, first, x, y, z, radius);
    upper = x * ld(first) + y * ld(first + 1) + z * ld(first + 2);
    setNormal(w, x, y, z);
    found = findPortal(w, x, y, z, radius);
  }
  if (found === PORTAL_IS_POINT) {
    lower = upper;
    termination = TERMINATION_CONVERGED;
  }
  let isOpen: bool = found === PORTAL_FOUND;
  while (isOpen && supportPortal(w, radius)) {
    const along: f64 = ld(w + PORTAL_NORMAL) * x + ld(w + PORTAL_NORMAL + 1) * y + ld(w + PORTAL_NORMAL + 2) * z;
    const plane: f64 = ld(w + PORTAL_SUPPORT) / along;
    lower = Math.max(lower, ld(w + PORTAL_DISTANCE) / along);
    if (along > 0.0 && plane < upper) {
      upper = plane;
      setNormal(w, ld(w + PORTAL_NORMAL), ld(w + PORTAL_NORMAL + 1), ld(w + PORTAL_NORMAL + 2));
    }
    if (upper - lower <= gap) termination = TERMINATION_CONVERGED;
    else if (ldi(2 * w + ITERATIONS_INT) >= most) termination = TERMINATION_LIMIT;
    isOpen = termination === TERMINATION_STALLED && ld(w + PORTAL_SUPPORT) - ld(w + PORTAL_DISTANCE) > 0.0;
    if (isOpen) updatePortal(w, x, y, z);
  }
  answer(w, lower, upper, upper > gap ? STATUS_OVERLAPPING : STATUS_TOUCHING, termination);
}
