// The answer for shapes that are apart, the common case: all of it in local variables, without a branch on how many vertices the
// simplex has. The other cases take the longer way (distance.ts), which this one equals but for rounding.
import { RECORD_RADIUS, STATUS_SEPARATED } from '../layout.ts';
import { ld, ldi, st, sti, toFloat } from '../port/memory.ts';
import {
  DISTANCE,
  FLOOR,
  LOCAL_A,
  LOCAL_B,
  LOCAL_NORMAL,
  LOWER,
  NEAREST_DIRECTION,
  NEAREST_PRODUCT,
  NORMAL,
  PLACES_INT,
  POINT_A,
  POINT_B,
  POSE_A,
  POSE_B,
  PROOF_DIRECTIONS,
  PROOF_WEIGHTS,
  RADII,
  RECORD_A_INT,
  RECORD_B_INT,
  ROTATION,
  STATUS_INT,
  SUPPORT_PRODUCT,
  UPPER,
  VERTEX_COUNT_INT,
  VERTEX_DIRECTION,
  VERTEX_POINT_A_INT,
  VERTEX_POINT_B_INT,
} from './layout.ts';

/** Answers from what GJK left if that proves the shapes apart; otherwise returns false and writes nothing. */
export function answerSeparated(w: i32): bool {
  const count: i32 = ldi(2 * w + VERTEX_COUNT_INT);
  if (count !== 1 && count !== 2) return false;
  const nx: f64 = ld(w + NEAREST_DIRECTION);
  const ny: f64 = ld(w + NEAREST_DIRECTION + 1);
  const scale: f64 = 1.0 / Math.sqrt(nx * nx + ny * ny);
  const radii: f64 = ld(w + RADII);
  const proven: f64 = ld(w + SUPPORT_PRODUCT) * scale - radii;
  if (!(proven > ld(w + FLOOR))) return false;
  const upper: f64 = ld(w + NEAREST_PRODUCT) * scale - radii;
  st(w + DISTANCE, upper);
  // Where the bounds meet, rounding may have put them in the wrong order.
  st(w + LOWER, proven < upper ? proven : upper);
  st(w + UPPER, upper);
  sti(2 * w + STATUS_INT, STATUS_SEPARATED);

  // Of a single vertex, the edge to itself: no length, and a weight of 0/1 for its other end.
  const newest: i32 = ldi(2 * w + PLACES_INT);
  const older: i32 = newest + (ldi(2 * w + PLACES_INT + 1) - newest) * (count - 1);
  const isEdge: f64 = toFloat(count - 1);
  const vx: f64 = ld(newest);
  const vy: f64 = ld(newest + 1);
  const ex: f64 = ld(older) - vx;
  const ey: f64 = ld(older + 1) - vy;
  let share: f64 = -(vx * ex + vy * ey) / (ex * ex + ey * ey + (1.0 - isEdge));
  if (share < 0.0) share = 0.0;
  if (share > 1.0) share = 1.0;
  const rest: f64 = 1.0 - share;
  st(w + PROOF_WEIGHTS, rest);
  st(w + PROOF_WEIGHTS + 1, share);
  st(w + PROOF_WEIGHTS + 2, 0.0);
  st(w + PROOF_DIRECTIONS, ld(newest + VERTEX_DIRECTION));
  st(w + PROOF_DIRECTIONS + 1, ld(newest + VERTEX_DIRECTION + 1));
  st(w + PROOF_DIRECTIONS + 2, isEdge * ld(older + VERTEX_DIRECTION));
  st(w + PROOF_DIRECTIONS + 3, isEdge * ld(older + VERTEX_DIRECTION + 1));
  st(w + PROOF_DIRECTIONS + 4, 0.0);
  st(w + PROOF_DIRECTIONS + 5, 0.0);

  // From A to B, against n; the cores' points, each moved out by its radius along it.
  const normalX: f64 = -nx * scale;
  const normalY: f64 = -ny * scale;
  const cosine: f64 = ld(w + ROTATION);
  const sine: f64 = ld(w + ROTATION + 1);
  const radiusA: f64 = ld(ldi(2 * w + RECORD_A_INT) + RECORD_RADIUS);
  const radiusB: f64 = ld(ldi(2 * w + RECORD_B_INT) + RECORD_RADIUS);
  const a: i32 = ldi(2 * newest + VERTEX_POINT_A_INT);
  const olderA: i32 = ldi(2 * older + VERTEX_POINT_A_INT);
  const ax: f64 = rest * ld(a) + share * ld(olderA) + radiusA * normalX;
  const ay: f64 = rest * ld(a + 1) + share * ld(olderA + 1) + radiusA * normalY;
  const b: i32 = ldi(2 * newest + VERTEX_POINT_B_INT);
  const olderB: i32 = ldi(2 * older + VERTEX_POINT_B_INT);
  const bx: f64 = rest * ld(b) + share * ld(olderB) - radiusB * (cosine * normalX + sine * normalY);
  const by: f64 = rest * ld(b + 1) + share * ld(olderB + 1) - radiusB * (cosine * normalY - sine * normalX);
  st(w + LOCAL_NORMAL, normalX);
  st(w + LOCAL_NORMAL + 1, normalY);
  st(w + LOCAL_A, ax);
  st(w + LOCAL_A + 1, ay);
  st(w + LOCAL_B, bx);
  st(w + LOCAL_B + 1, by);

  const cosA: f64 = ld(w + POSE_A + 2);
  const sinA: f64 = ld(w + POSE_A + 3);
  const cosB: f64 = ld(w + POSE_B + 2);
  const sinB: f64 = ld(w + POSE_B + 3);
  st(w + POINT_A, cosA * ax - sinA * ay + ld(w + POSE_A));
  st(w + POINT_A + 1, sinA * ax + cosA * ay + ld(w + POSE_A + 1));
  st(w + POINT_B, cosB * bx - sinB * by + ld(w + POSE_B));
  st(w + POINT_B + 1, sinB * bx + cosB * by + ld(w + POSE_B + 1));
  st(w + NORMAL, cosA * normalX - sinA * normalY);
  st(w + NORMAL + 1, sinA * normalX + cosA * normalY);
  return true;
}
