// The nearest points of two segments, and of a box and a point, which the closed forms of both queries stand on. All is in world axes
// around A's origin: spheres need no rotation at all, and capsules only their axes.
import { CORE_LOWER, KIND_SEGMENT, NEAREST, RECORD_DATA, RECORD_KIND_INT, SIMPLEX } from '../layout.ts';
import { clamp } from '../port/clamp.ts';
import { ld, ldi, st } from '../port/memory.ts';
import { turnBack } from '../rotation.ts';

/** The cores' nearest points, each in its body's frame. */
export const CORE_A: i32 = SIMPLEX;
export const CORE_B: i32 = SIMPLEX + 3;

/** Squared lengths of quaternions in between have lost no digits, and neither has the product of two. */
const SHORTEST: f64 = 1.0e-100;
const LONGEST: f64 = 1.0e100;
/** As in search.ts: lengths whose products stay within the doubles. */
const SMALLEST: f64 = 1.0e-70;
const LARGEST: f64 = 1.0e70;

// @inline
export function lengthSquared(quaternion: i32): f64 {
  const x: f64 = ld(quaternion);
  const y: f64 = ld(quaternion + 1);
  const z: f64 = ld(quaternion + 2);
  const w: f64 = ld(quaternion + 3);
  return x * x + y * y + z * z + w * w;
}

/** Whether quaternions of these squared lengths, and lengths up to `largest`, are ones to go on with. What is no number is not. */
// @inline
export function areInRange(squaredA: f64, squaredB: f64, largest: f64): bool {
  return (
    squaredA > SHORTEST &&
    squaredA < LONGEST &&
    squaredB > SHORTEST &&
    squaredB < LONGEST &&
    largest > SMALLEST &&
    largest < LARGEST
  );
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

/** Half the length of a segment; a point is one without any. */
// @inline
function extentOf(record: i32): f64 {
  return ldi(2 * record + RECORD_KIND_INT) === KIND_SEGMENT ? ld(record + RECORD_DATA) : 0.0;
}

/**
 * The segments s u and t + q v, of which one may be a point. Leaves x, from B's nearest point to A's, in NEAREST, and in CORE_LOWER the
 * smallest ⟨x, z⟩ over all points z of the difference. Returns the squared sine between them.
 */
export function betweenSegments(w: i32, a: i32, poseA: i32, scaleA: f64, b: i32, poseB: i32, scaleB: f64): f64 {
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
  const turned: f64 = 1.0 - cosine * cosine;
  const ofLines: f64 = turned > 0.0 ? (alongA - cosine * alongB) / turned : alongA;
  const q: f64 = clamp(clamp(ofLines, extentA) * cosine - alongB, extentB);
  const s: f64 = clamp(alongA + q * cosine, extentA);
  const x: f64 = s * ux - tx - q * vx;
  const y: f64 = s * uy - ty - q * vy;
  const z: f64 = s * uz - tz - q * vz;
  setVector(w + CORE_A, 0.0, 0.0, s);
  setVector(w + CORE_B, 0.0, 0.0, q);
  setVector(w + NEAREST, x, y, z);
  st(
    w + CORE_LOWER,
    -(x * tx + y * ty + z * tz) -
      extentA * Math.abs(x * ux + y * uy + z * uz) -
      extentB * Math.abs(x * vx + y * vy + z * vz),
  );
  return turned;
}

/**
 * A box and a point that is (x, y, z) away in world axes. Leaves the box's nearest point in `core`, the vector from the point to it,
 * in the box's axes, in NEAREST, and CORE_LOWER as above.
 */
export function nearestOfBox(w: i32, box: i32, pose: i32, scale: f64, x: f64, y: f64, z: f64, core: i32): void {
  const hx: f64 = ld(box + RECORD_DATA);
  const hy: f64 = ld(box + RECORD_DATA + 1);
  const hz: f64 = ld(box + RECORD_DATA + 2);
  turnBack(pose + 3, scale, x, y, z, core);
  const px: f64 = ld(core);
  const py: f64 = ld(core + 1);
  const pz: f64 = ld(core + 2);
  const qx: f64 = clamp(px, hx);
  const qy: f64 = clamp(py, hy);
  const qz: f64 = clamp(pz, hz);
  const dx: f64 = qx - px;
  const dy: f64 = qy - py;
  const dz: f64 = qz - pz;
  setVector(core, qx, qy, qz);
  setVector(w + NEAREST, dx, dy, dz);
  st(w + CORE_LOWER, -(dx * px + dy * py + dz * pz) - hx * Math.abs(dx) - hy * Math.abs(dy) - hz * Math.abs(dz));
}
