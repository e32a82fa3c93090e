// The answers of the common cases, for shapes that are apart and for those that clearly overlap: all in local variables, without a
// branch on how many vertices the simplex has. The others take the longer way (distance.ts), which these equal but for rounding.

import * as ShapeBlock from '../blocks/shape-block.ts';
import { STATUS_OVERLAPPING, STATUS_SEPARATED } from '../constants.ts';
import { ld, ldi, st, sti, toFloat } from '../port/memory.ts';
import {
  DISTANCE,
  FLOOR,
  GAP,
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
  const dx: f64 = ld(w + NEAREST_DIRECTION);
  const dy: f64 = ld(w + NEAREST_DIRECTION + 1);
  const scale: f64 = 1.0 / Math.sqrt(dx * dx + dy * dy);
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

  // From A to B, along d; the cores' points, each moved out by its radius along it.
  const normalX: f64 = dx * scale;
  const normalY: f64 = dy * scale;
  const cosine: f64 = ld(w + ROTATION);
  const sine: f64 = ld(w + ROTATION + 1);
  const radiusA: f64 = ShapeBlock.radius(ldi(2 * w + RECORD_A_INT));
  const radiusB: f64 = ShapeBlock.radius(ldi(2 * w + RECORD_B_INT));
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
  writePoints(w, ax, ay, bx, by);
  const cosA: f64 = ld(w + POSE_A + 2);
  const sinA: f64 = ld(w + POSE_A + 3);
  st(w + NORMAL, cosA * normalX - sinA * normalY);
  st(w + NORMAL + 1, sinA * normalX + cosA * normalY);
  return true;
}

/**
 * Answers if the triangle that GJK left holds a ball of the gap around the origin, which proves overlap, and its weights combine to
 * the origin; otherwise returns false and writes nothing that counts.
 */
export function answerInside(w: i32): bool {
  if (ldi(2 * w + VERTEX_COUNT_INT) !== 3) return false;
  const p: i32 = ldi(2 * w + PLACES_INT);
  const q: i32 = ldi(2 * w + PLACES_INT + 1);
  const r: i32 = ldi(2 * w + PLACES_INT + 2);
  const px: f64 = ld(p);
  const py: f64 = ld(p + 1);
  const qx: f64 = ld(q);
  const qy: f64 = ld(q + 1);
  const rx: f64 = ld(r);
  const ry: f64 = ld(r + 1);
  // The barycentric coordinates (6), and how far the origin is from each side's line: |p × q| / |q − p|.
  const sigmaP: f64 = qx * ry - qy * rx;
  const sigmaQ: f64 = rx * py - ry * px;
  const sigmaR: f64 = px * qy - py * qx;
  const gap: f64 = ld(w + GAP);
  const squared: f64 = gap * gap;
  const fromP: f64 = squared * ((rx - qx) * (rx - qx) + (ry - qy) * (ry - qy));
  const fromQ: f64 = squared * ((px - rx) * (px - rx) + (py - ry) * (py - ry));
  const fromR: f64 = squared * ((qx - px) * (qx - px) + (qy - py) * (qy - py));
  if (!(sigmaP * sigmaP > fromP && sigmaQ * sigmaQ > fromQ && sigmaR * sigmaR > fromR)) return false;
  const scale: f64 = 1.0 / (sigmaP + sigmaQ + sigmaR);
  const second: f64 = sigmaQ * scale;
  const third: f64 = sigmaR * scale;
  const first: f64 = 1.0 - second - third;
  const x: f64 = first * px + second * qx + third * rx;
  const y: f64 = first * py + second * qy + third * ry;
  const allowed: f64 = 0.25 * ld(w + FLOOR);
  // Negative weights are those of a sliver, by rounding.
  if (!(x * x + y * y <= allowed * allowed && first >= 0.0 && second >= 0.0 && third >= 0.0)) return false;
  st(w + DISTANCE, 0.0);
  st(w + LOWER, 0.0);
  st(w + UPPER, 0.0);
  sti(2 * w + STATUS_INT, STATUS_OVERLAPPING);
  st(w + PROOF_WEIGHTS, first);
  st(w + PROOF_WEIGHTS + 1, second);
  st(w + PROOF_WEIGHTS + 2, third);
  for (let k: i32 = 0; k < 2; k += 1) {
    st(w + PROOF_DIRECTIONS + k, ld(p + VERTEX_DIRECTION + k));
    st(w + PROOF_DIRECTIONS + 2 + k, ld(q + VERTEX_DIRECTION + k));
    st(w + PROOF_DIRECTIONS + 4 + k, ld(r + VERTEX_DIRECTION + k));
    st(w + LOCAL_NORMAL + k, 0.0);
    st(w + NORMAL + k, 0.0);
  }
  const aP: i32 = ldi(2 * p + VERTEX_POINT_A_INT);
  const aQ: i32 = ldi(2 * q + VERTEX_POINT_A_INT);
  const aR: i32 = ldi(2 * r + VERTEX_POINT_A_INT);
  const bP: i32 = ldi(2 * p + VERTEX_POINT_B_INT);
  const bQ: i32 = ldi(2 * q + VERTEX_POINT_B_INT);
  const bR: i32 = ldi(2 * r + VERTEX_POINT_B_INT);
  writePoints(
    w,
    first * ld(aP) + second * ld(aQ) + third * ld(aR),
    first * ld(aP + 1) + second * ld(aQ + 1) + third * ld(aR + 1),
    first * ld(bP) + second * ld(bQ) + third * ld(bR),
    first * ld(bP + 1) + second * ld(bQ + 1) + third * ld(bR + 1),
  );
  return true;
}

/** The witness points, each in its body's frame and in the world. */
// @inline
function writePoints(w: i32, ax: f64, ay: f64, bx: f64, by: f64): void {
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
}
