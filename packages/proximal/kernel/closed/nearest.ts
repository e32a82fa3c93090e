// The nearest points of two segments, and of a box and a point, used by the closed forms of the distance and of the Boolean query. Segments are in
// world axes relative to A's origin: spheres need no rotation, and capsules only their axes. A box and a point are in the box's axes.

import * as Query from '../blocks/query.ts';
import * as ShapeBlock from '../blocks/shape-block.ts';
import { clamp } from '../port/clamp.ts';
import { ld, st } from '../port/memory.ts';
import { crossComponent, rotatedComponent } from '../rotation.ts';
import { KIND_SEGMENT } from '../shapes/kinds.ts';
import { APART, MEET, UNDECIDED } from './answer.ts';

/** As in minkowski.ts: lengths whose products neither over- nor underflow. */
const SMALLEST: f64 = 1.0e-70;
const LARGEST: f64 = 1.0e70;
/** Two numbers below LARGEST whose product is above this are both above 1e-140. */
const LEAST_PRODUCT: f64 = 1.0e-70;

// @inline
export function lengthSquared(quaternion: i32): f64 {
  const x: f64 = ld(quaternion);
  const y: f64 = ld(quaternion + 1);
  const z: f64 = ld(quaternion + 2);
  const w: f64 = ld(quaternion + 3);
  return x * x + y * y + z * z + w * w;
}

/** An upper bound on the largest coordinate, not below the bound of `measurePair`, without a square root. */
// @inline
export function largestOf(x: f64, y: f64, z: f64, a: i32, b: i32): f64 {
  return Math.abs(x) + Math.abs(y) + Math.abs(z) + (ShapeBlock.radiusAboutOrigin(a) + ShapeBlock.radiusAboutOrigin(b));
}

/**
 * Whether quaternions of these squared lengths, and lengths up to `largest`, are in range: neither they nor their products have
 * lost digits to under- or overflow. False for NaN.
 */
// @inline
export function areInRange(squaredA: f64, squaredB: f64, largest: f64): bool {
  return squaredA + squaredB + largest < LARGEST && squaredA * squaredB > LEAST_PRODUCT && largest > SMALLEST;
}

/**
 * The Boolean query, from the vector between the nearest points and the smallest ⟨x, z⟩ over all points z of the cores'
 * difference: MEET if the cores are within `limit`, APART if they are farther apart than `limit` + `floor`, otherwise UNDECIDED.
 */
function compare(x: f64, y: f64, z: f64, least: f64, limit: f64, floor: f64): i32 {
  const squared: f64 = x * x + y * y + z * z;
  const far: f64 = limit + floor;
  // ⟨x, z⟩ / |x| > `far`, without a square root.
  const isApart: bool = least > 0.0 && least * least > far * far * squared;
  return squared <= limit * limit ? MEET : isApart ? APART : UNDECIDED;
}

// @inline
export function setVector(at: i32, x: f64, y: f64, z: f64): void {
  st(at, x);
  st(at + 1, y);
  st(at + 2, z);
}

/** The body's z axis in the world; `scale` is two over the squared length of its quaternion. */
// @inline
function axisX(pose: i32, scale: f64): f64 {
  return scale * (ld(pose + 3) * ld(pose + 5) + ld(pose + 4) * ld(pose + 6));
}

// @inline
function axisY(pose: i32, scale: f64): f64 {
  return scale * (ld(pose + 4) * ld(pose + 5) - ld(pose + 3) * ld(pose + 6));
}

// @inline
function axisZ(pose: i32, scale: f64): f64 {
  return 1.0 - scale * (ld(pose + 3) * ld(pose + 3) + ld(pose + 4) * ld(pose + 4));
}

/** Half the length of a segment; 0 for a point. */
// @inline
function extentOf(record: i32): f64 {
  return ShapeBlock.kind(record) === KIND_SEGMENT ? ShapeBlock.data(record, 0) : 0.0;
}

/**
 * The segments s u and t + q v; one of them may be a point. Writes the vector x from B's nearest point to A's to `nearest`, the
 * smallest ⟨x, z⟩ over all points z of the difference to `coreLower`, and the squared sine between the segments to `sine`. Returns
 * the result of `compare`.
 */
export function betweenSegments(
  w: i32,
  a: i32,
  poseA: i32,
  scaleA: f64,
  b: i32,
  poseB: i32,
  scaleB: f64,
  limit: f64,
  floor: f64,
): i32 {
  const extentA: f64 = extentOf(a);
  const extentB: f64 = extentOf(b);
  const ux: f64 = axisX(poseA, scaleA);
  const uy: f64 = axisY(poseA, scaleA);
  const uz: f64 = axisZ(poseA, scaleA);
  const vx: f64 = axisX(poseB, scaleB);
  const vy: f64 = axisY(poseB, scaleB);
  const vz: f64 = axisZ(poseB, scaleB);
  const tx: f64 = ld(poseB) - ld(poseA);
  const ty: f64 = ld(poseB + 1) - ld(poseA + 1);
  const tz: f64 = ld(poseB + 2) - ld(poseA + 2);
  const alongA: f64 = ux * tx + uy * ty + uz * tz;
  const alongB: f64 = vx * tx + vy * ty + vz * tz;
  const cosine: f64 = ux * vx + uy * vy + uz * vz;
  const squaredSine: f64 = 1.0 - cosine * cosine;
  const ofLines: f64 = squaredSine > 0.0 ? (alongA - cosine * alongB) / squaredSine : alongA;
  const q: f64 = clamp(clamp(ofLines, extentA) * cosine - alongB, extentB);
  const s: f64 = clamp(alongA + q * cosine, extentA);
  const x: f64 = s * ux - tx - q * vx;
  const y: f64 = s * uy - ty - q * vy;
  const z: f64 = s * uz - tz - q * vz;
  const least: f64 =
    -(x * tx + y * ty + z * tz) -
    extentA * Math.abs(x * ux + y * uy + z * uz) -
    extentB * Math.abs(x * vx + y * vy + z * vz);
  setVector(w + Query.CORE_A, 0.0, 0.0, s);
  setVector(w + Query.CORE_B, 0.0, 0.0, q);
  setVector(w + Query.NEAREST, x, y, z);
  Query.setCoreLower(w, least);
  Query.setSine(w, squaredSine);
  return compare(x, y, z, least, limit, floor);
}

/**
 * A box and a point at (x, y, z) from its center in world axes. Writes the box's nearest point to `core`, the vector from the
 * point to it, in the box's axes, to `nearest`, and `coreLower` as in `betweenSegments`.
 */
export function nearestOfBox(
  w: i32,
  box: i32,
  pose: i32,
  scale: f64,
  x: f64,
  y: f64,
  z: f64,
  core: i32,
  limit: f64,
  floor: f64,
): i32 {
  const hx: f64 = ShapeBlock.data(box, 0);
  const hy: f64 = ShapeBlock.data(box, 1);
  const hz: f64 = ShapeBlock.data(box, 2);
  const ux: f64 = ld(pose + 3);
  const uy: f64 = ld(pose + 4);
  const uz: f64 = ld(pose + 5);
  const back: f64 = -ld(pose + 6);
  const cx: f64 = crossComponent(scale, uy, uz, y, z);
  const cy: f64 = crossComponent(scale, uz, ux, z, x);
  const cz: f64 = crossComponent(scale, ux, uy, x, y);
  const px: f64 = rotatedComponent(x, back, cx, uy, uz, cy, cz);
  const py: f64 = rotatedComponent(y, back, cy, uz, ux, cz, cx);
  const pz: f64 = rotatedComponent(z, back, cz, ux, uy, cx, cy);
  const qx: f64 = clamp(px, hx);
  const qy: f64 = clamp(py, hy);
  const qz: f64 = clamp(pz, hz);
  const dx: f64 = qx - px;
  const dy: f64 = qy - py;
  const dz: f64 = qz - pz;
  const least: f64 = -(dx * px + dy * py + dz * pz) - hx * Math.abs(dx) - hy * Math.abs(dy) - hz * Math.abs(dz);
  setVector(core, qx, qy, qz);
  setVector(w + Query.NEAREST, dx, dy, dz);
  Query.setCoreLower(w, least);
  return compare(dx, dy, dz, least, limit, floor);
}
