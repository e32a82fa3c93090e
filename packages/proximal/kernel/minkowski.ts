// The pair as one convex set: the Minkowski difference of the cores, D = A − (R B + t), in A's frame.
// The shapes are min{|x| : x ∈ D} − rA − rB apart.
import {
  EPSILON,
  FLOOR,
  GAP,
  RADII,
  RECORD_A_INT,
  RECORD_B_INT,
  RECORD_BOUND,
  RECORD_RADIUS,
  RECORD_REACH,
  RELATIVE_TOLERANCE,
  ROTATION,
  SIMPLEX,
  SUPPORT_CALLS_INT,
  TOLERANCE,
  TRANSLATION,
  VERTEX_A,
  VERTEX_B,
  VERTEX_DIFFERENCE,
  VERTEX_DIRECTION,
  VERTEX_STRIDE,
} from './layout.ts';
import { ld, ldi, st, sti } from './port/memory.ts';
import { supportCore } from './support/dispatch.ts';

/** Doubles above this stand for "unbounded". */
const HUGE: f64 = 1.0e300;

/**
 * Outside this range of lengths products of four of them leave that of doubles, and nothing could be proven. The layers above
 * promise micrometres to thousands of kilometres; this only keeps a wrong answer from being given beyond.
 */
const SMALLEST: f64 = 1.0e-70;
const LARGEST: f64 = 1.0e70;

/** Whether the largest coordinate of the pair, without a square that could underflow, is one to go on with. Points in one place are. */
export function isInRange(w: i32): bool {
  const x: f64 = Math.abs(ld(w + TRANSLATION));
  const y: f64 = Math.abs(ld(w + TRANSLATION + 1));
  const z: f64 = Math.abs(ld(w + TRANSLATION + 2));
  const reachA: f64 = ld(ldi(2 * w + RECORD_A_INT) + RECORD_REACH);
  const reachB: f64 = ld(ldi(2 * w + RECORD_B_INT) + RECORD_REACH);
  const largest: f64 = Math.max(Math.max(x, y), Math.max(z, Math.max(reachA, reachB)));
  return largest === 0.0 || (largest > SMALLEST && largest < LARGEST);
}

/** Reads radii, sizes and tolerances of the two records into the workspace. */
export function measurePair(w: i32): void {
  const a: i32 = ldi(2 * w + RECORD_A_INT);
  const b: i32 = ldi(2 * w + RECORD_B_INT);
  const size: f64 = smallerSize(a, b);
  // The largest coordinate that enters a difference sets the rounding error of all of them.
  const x: f64 = ld(w + TRANSLATION);
  const y: f64 = ld(w + TRANSLATION + 1);
  const z: f64 = ld(w + TRANSLATION + 2);
  const largest: f64 = Math.sqrt(x * x + y * y + z * z) + ld(a + RECORD_REACH) + ld(b + RECORD_REACH);
  const floor: f64 = 32.0 * EPSILON * largest;
  st(w + FLOOR, floor);
  st(w + GAP, Math.max(Math.max(ld(w + TOLERANCE), ld(w + RELATIVE_TOLERANCE) * size), floor));
  st(w + RADII, ld(a + RECORD_RADIUS) + ld(b + RECORD_RADIUS));
}

/** The bounding radius of the smaller body that has a size: the scale of everything relative. */
export function smallerSize(a: i32, b: i32): f64 {
  const boundA: f64 = ld(a + RECORD_BOUND);
  const boundB: f64 = ld(b + RECORD_BOUND);
  let size: f64 = HUGE;
  if (boundA > 0.0 && boundA < size) size = boundA;
  if (boundB > 0.0 && boundB < size) size = boundB;
  return size >= HUGE ? 1.0 : size;
}

/** Support of D along (dx, dy, dz) as a vertex of the simplex. */
export function supportDifference(w: i32, slot: i32, dx: f64, dy: f64, dz: f64): void {
  supportVertex(w, w + SIMPLEX + slot * VERTEX_STRIDE, dx, dy, dz);
}

/** Support of D along (dx, dy, dz), of any length: A's farthest point along it minus B's farthest against it. */
export function supportVertex(w: i32, vertex: i32, dx: f64, dy: f64, dz: f64): void {
  const r: i32 = w + ROTATION;
  supportCore(ldi(2 * w + RECORD_A_INT), dx, dy, dz, vertex + VERTEX_A);
  supportCore(
    ldi(2 * w + RECORD_B_INT),
    -(ld(r) * dx + ld(r + 3) * dy + ld(r + 6) * dz),
    -(ld(r + 1) * dx + ld(r + 4) * dy + ld(r + 7) * dz),
    -(ld(r + 2) * dx + ld(r + 5) * dy + ld(r + 8) * dz),
    vertex + VERTEX_B,
  );
  const bx: f64 = ld(vertex + VERTEX_B);
  const by: f64 = ld(vertex + VERTEX_B + 1);
  const bz: f64 = ld(vertex + VERTEX_B + 2);
  const t: i32 = w + TRANSLATION;
  st(vertex + VERTEX_DIFFERENCE, ld(vertex + VERTEX_A) - (ld(r) * bx + ld(r + 1) * by + ld(r + 2) * bz + ld(t)));
  st(
    vertex + VERTEX_DIFFERENCE + 1,
    ld(vertex + VERTEX_A + 1) - (ld(r + 3) * bx + ld(r + 4) * by + ld(r + 5) * bz + ld(t + 1)),
  );
  st(
    vertex + VERTEX_DIFFERENCE + 2,
    ld(vertex + VERTEX_A + 2) - (ld(r + 6) * bx + ld(r + 7) * by + ld(r + 8) * bz + ld(t + 2)),
  );
  st(vertex + VERTEX_DIRECTION, dx);
  st(vertex + VERTEX_DIRECTION + 1, dy);
  st(vertex + VERTEX_DIRECTION + 2, dz);
  sti(2 * w + SUPPORT_CALLS_INT, ldi(2 * w + SUPPORT_CALLS_INT) + 1);
}

/** Written out: a loop costs several times as much. */
export function copyVertex(from: i32, to: i32): void {
  st(to, ld(from));
  st(to + 1, ld(from + 1));
  st(to + 2, ld(from + 2));
  st(to + 3, ld(from + 3));
  st(to + 4, ld(from + 4));
  st(to + 5, ld(from + 5));
  st(to + 6, ld(from + 6));
  st(to + 7, ld(from + 7));
  st(to + 8, ld(from + 8));
  st(to + 9, ld(from + 9));
  st(to + 10, ld(from + 10));
  st(to + 11, ld(from + 11));
}
