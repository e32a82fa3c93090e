// A half-plane y ≤ 0 against a bounded shape: no iteration is needed, the line's normal is the direction. The support set of the
// half-plane along it is the whole line; the point below (or beside) the other shape's stands for it.

import * as ShapeBlock from '../blocks/shape-block.ts';
import { TERMINATION_CONVERGED, TERMINATION_STALLED } from '../constants.ts';
import { ld, ldi, st, sti } from '../port/memory.ts';
import { supportDifference } from './expand.ts';
import {
  CORE_LOWER,
  CORE_UPPER,
  ITERATIONS_INT,
  KIND_HALFPLANE,
  LOCAL_NORMAL,
  PLACES_INT,
  PROOF_WEIGHTS,
  RECORD_A_INT,
  RECORD_B_INT,
  ROTATION,
  SUPPORT_CALLS_INT,
  TRANSLATION,
  VERTEX_COUNT_INT,
  VERTEX_POINT_A_INT,
  VERTEX_POINT_B_INT,
  VERTEX_ROOM_A,
  VERTEX_ROOM_B,
  VERTICES,
} from './layout.ts';
import { isInRange, measurePair, relativePose } from './pose.ts';

const INFINITE: f64 = 1.0e308 * 10.0;

function isHalfplane(record: i32): bool {
  return ShapeBlock.kind(record) === KIND_HALFPLANE;
}

export function hasHalfplane(w: i32): bool {
  return isHalfplane(ldi(2 * w + RECORD_A_INT)) || isHalfplane(ldi(2 * w + RECORD_B_INT));
}

/**
 * Leaves the signed height of the other shape's core over the line as CORE_LOWER and CORE_UPPER, the normal, and one vertex: the
 * two nearest points, or inside the half-plane `isCommon` says whether the other shape's point is to stand for both.
 */
export function heightOverLine(w: i32, isCommon: bool): i32 {
  relativePose(w);
  measurePair(w);
  sti(2 * w + SUPPORT_CALLS_INT, 0);
  sti(2 * w + ITERATIONS_INT, 1);
  st(w + CORE_LOWER, -INFINITE);
  st(w + CORE_UPPER, INFINITE);
  sti(2 * w + VERTEX_COUNT_INT, 0);
  if (!isInRange(w)) return TERMINATION_STALLED;
  const lineIsA: bool = isHalfplane(ldi(2 * w + RECORD_A_INT));
  const cosine: f64 = ld(w + ROTATION);
  const sine: f64 = ld(w + ROTATION + 1);
  const shiftX: f64 = ld(w + TRANSLATION);
  const shiftY: f64 = ld(w + TRANSLATION + 1);
  // From A to B: out of A's line, or into B's.
  const dx: f64 = lineIsA ? 0.0 : sine;
  const dy: f64 = lineIsA ? 1.0 : -cosine;
  const vertex: i32 = w + VERTICES;
  supportDifference(w, vertex, dx, dy);
  const a: i32 = ldi(2 * vertex + VERTEX_POINT_A_INT);
  const b: i32 = ldi(2 * vertex + VERTEX_POINT_B_INT);
  // The other shape's point in A's frame, seen from a point of the line.
  const x: f64 = lineIsA ? cosine * ld(b) - sine * ld(b + 1) + shiftX : ld(a) - shiftX;
  const y: f64 = lineIsA ? sine * ld(b) + cosine * ld(b + 1) + shiftY : ld(a + 1) - shiftY;
  const height: f64 = lineIsA ? y : -(x * dx + y * dy);
  if (!(height - height === 0.0)) return TERMINATION_STALLED;
  const gap: f64 = isCommon ? Math.max(0.0, height) : height;
  if (lineIsA) {
    st(vertex + VERTEX_ROOM_A, x);
    st(vertex + VERTEX_ROOM_A + 1, y - gap);
    sti(2 * vertex + VERTEX_POINT_A_INT, vertex + VERTEX_ROOM_A);
  } else {
    const bx: f64 = x + gap * dx;
    const by: f64 = y + gap * dy;
    st(vertex + VERTEX_ROOM_B, cosine * bx + sine * by);
    st(vertex + VERTEX_ROOM_B + 1, cosine * by - sine * bx);
    sti(2 * vertex + VERTEX_POINT_B_INT, vertex + VERTEX_ROOM_B);
  }
  sti(2 * w + PLACES_INT, vertex);
  sti(2 * w + VERTEX_COUNT_INT, 1);
  st(w + PROOF_WEIGHTS, 1.0);
  st(w + PROOF_WEIGHTS + 1, 0.0);
  st(w + PROOF_WEIGHTS + 2, 0.0);
  st(w + CORE_LOWER, height);
  st(w + CORE_UPPER, height);
  st(w + LOCAL_NORMAL, dx);
  st(w + LOCAL_NORMAL + 1, dy);
  return TERMINATION_CONVERGED;
}
