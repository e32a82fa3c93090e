// A half-space z ≤ 0 against a bounded shape: no iteration is needed, the plane's normal is the direction. The support set
// of the half-space along it is the whole plane; the point below (or beside) the other shape's stands for it.
import { forgetAnswer } from './gjk/gjk.ts';
import {
  CORE_LOWER,
  CORE_UPPER,
  ITERATIONS_INT,
  KIND_HALFSPACE,
  LOCAL_NORMAL,
  NEAREST,
  RECORD_A_INT,
  RECORD_B_INT,
  RECORD_KIND_INT,
  ROTATION,
  SIMPLEX,
  TERMINATION_CONVERGED,
  TERMINATION_STALLED,
  TRANSLATION,
  VERTEX_A,
  VERTEX_B,
  VERTEX_COUNT_INT,
  VERTEX_DIFFERENCE,
  WEIGHTS,
} from './layout.ts';
import { supportDifference } from './minkowski.ts';
import { ld, ldi, st, sti } from './port/memory.ts';
import { rotateBack } from './rotation.ts';

export function hasHalfspace(w: i32): bool {
  return isHalfspace(ldi(2 * w + RECORD_A_INT)) || isHalfspace(ldi(2 * w + RECORD_B_INT));
}

function isHalfspace(record: i32): bool {
  return ldi(2 * record + RECORD_KIND_INT) === KIND_HALFSPACE;
}

/**
 * Leaves what `gjk` leaves, but CORE_LOWER = CORE_UPPER = the signed height of the other shape's core over the plane, which
 * is negative inside. One of the two shapes is a half-space, not both. Inside, the points are the deepest and the one above it on
 * the plane, or, if a `common` one is wanted, the deepest for both.
 */
export function heightOverPlane(w: i32, common: bool): i32 {
  forgetAnswer(w);
  sti(2 * w + ITERATIONS_INT, 1);
  const planeIsA: bool = isHalfspace(ldi(2 * w + RECORD_A_INT));
  const r: i32 = w + ROTATION;
  // From A to B: out of A's plane, or into B's.
  const dx: f64 = planeIsA ? 0.0 : -ld(r + 2);
  const dy: f64 = planeIsA ? 0.0 : -ld(r + 5);
  const dz: f64 = planeIsA ? 1.0 : -ld(r + 8);
  supportDifference(w, 0, dx, dy, dz);
  const vertex: i32 = w + SIMPLEX;
  // B's point in A's frame, and the other shape's height over the plane.
  const bx: f64 = ld(vertex + VERTEX_A) - ld(vertex + VERTEX_DIFFERENCE);
  const by: f64 = ld(vertex + VERTEX_A + 1) - ld(vertex + VERTEX_DIFFERENCE + 1);
  const bz: f64 = ld(vertex + VERTEX_A + 2) - ld(vertex + VERTEX_DIFFERENCE + 2);
  const ox: f64 = planeIsA ? bx : ld(vertex + VERTEX_A) - ld(w + TRANSLATION);
  const oy: f64 = planeIsA ? by : ld(vertex + VERTEX_A + 1) - ld(w + TRANSLATION + 1);
  const oz: f64 = planeIsA ? bz : ld(vertex + VERTEX_A + 2) - ld(w + TRANSLATION + 2);
  const height: f64 = planeIsA ? oz : -(ox * dx + oy * dy + oz * dz);
  if (!(height - height === 0.0)) return TERMINATION_STALLED;
  const gap: f64 = common ? Math.max(0.0, height) : height;
  if (planeIsA) {
    st(vertex + VERTEX_A, bx);
    st(vertex + VERTEX_A + 1, by);
    st(vertex + VERTEX_A + 2, bz - gap);
  } else {
    rotateBack(r, ox + gap * dx, oy + gap * dy, oz + gap * dz, vertex + VERTEX_B);
  }
  st(vertex + VERTEX_DIFFERENCE, -gap * dx);
  st(vertex + VERTEX_DIFFERENCE + 1, -gap * dy);
  st(vertex + VERTEX_DIFFERENCE + 2, -gap * dz);
  for (let k: i32 = 0; k < 3; k += 1) st(w + NEAREST + k, ld(vertex + VERTEX_DIFFERENCE + k));
  st(w + WEIGHTS, 1.0);
  sti(2 * w + VERTEX_COUNT_INT, 1);
  st(w + CORE_LOWER, height);
  st(w + CORE_UPPER, height);
  st(w + LOCAL_NORMAL, dx);
  st(w + LOCAL_NORMAL + 1, dy);
  st(w + LOCAL_NORMAL + 2, dz);
  return TERMINATION_CONVERGED;
}
