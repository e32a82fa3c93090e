// The distance query: poses in, GJK, then the answer with its bounds, witness points, status and proof.
import { contactStatus } from './contact-status.ts';
import { frankWolfe } from './gjk/frank-wolfe.ts';
import { forgetAnswer, gjk } from './gjk/gjk.ts';
import { hasHalfspace, heightOverPlane } from './halfspace.ts';
import {
  ACTIVE_SET_INT,
  ACTIVE_SET_POINT,
  CORE_LOWER,
  CORE_UPPER,
  DISTANCE,
  DOWN_TO,
  EPSILON,
  FLOOR,
  GAP,
  ITERATIONS_INT,
  LOCAL_A,
  LOCAL_B,
  LOCAL_NORMAL,
  LOWER,
  NEAREST,
  NORMAL,
  POINT_A,
  POINT_B,
  POSE_A,
  POSE_B,
  PROOF_DIRECTIONS,
  PROOF_WEIGHTS,
  RADII,
  RECORD_A_INT,
  RECORD_B_INT,
  RECORD_RADIUS,
  ROTATION,
  ROTATION_A,
  ROTATION_B,
  SIMPLEX,
  STATUS_INT,
  STATUS_OVERLAPPING,
  STATUS_SEPARATED,
  SUPPORT_CALLS_INT,
  TERMINATION_INT,
  TERMINATION_STALLED,
  UP_TO,
  UPPER,
  VERTEX_A,
  VERTEX_B,
  VERTEX_COUNT_INT,
  VERTEX_DIRECTION,
  VERTEX_STRIDE,
  WEIGHTS,
} from './layout.ts';
import { measurePair } from './minkowski.ts';
import { ld, ldi, st, sti } from './port/memory.ts';
import { relativePose, rotate, rotateBack } from './rotation.ts';

/** Answers the query in workspace `w`. */
export function distance(w: i32): void {
  sti(2 * w + SUPPORT_CALLS_INT, 0);
  sti(2 * w + ITERATIONS_INT, 0);
  relativePose(w);
  measurePair(w);
  const planar: bool = hasHalfspace(w);
  sti(2 * w + TERMINATION_INT, planar ? heightOverPlane(w) : search(w));
  const iterations: i32 = ldi(2 * w + ITERATIONS_INT);
  const lower: f64 = ld(w + CORE_LOWER) - ld(w + RADII);
  const upper: f64 = ld(w + CORE_UPPER) - ld(w + RADII);
  // Where the bounds meet, rounding may have put them in the wrong order.
  st(w + LOWER, Math.max(0.0, Math.min(lower, upper)));
  st(w + UPPER, Math.max(0.0, upper));
  // Without a single vertex nothing is known: not a number, rather than a number that someone may act on.
  st(w + DISTANCE, ldi(2 * w + VERTEX_COUNT_INT) > 0 ? Math.max(0.0, upper) : upper - upper);
  keepProof(w);
  writeWitness(w, upper > 0.0);
  if (!planar) writeNormal(w);
  // The status comes last: settling a doubtful one uses the simplex again.
  if (lower > ld(w + FLOOR)) sti(2 * w + STATUS_INT, STATUS_SEPARATED);
  else sti(2 * w + STATUS_INT, contactStatus(w));
  if (ldi(2 * w + STATUS_INT) === STATUS_OVERLAPPING) {
    setNormal(w, 0.0, 0.0, 0.0);
    st(w + DISTANCE, 0.0);
  }
  writeWorld(w);
  sti(2 * w + ITERATIONS_INT, iterations);
}

/**
 * Outside this range of lengths products of four of them leave that of doubles, and nothing could be proven. The layers above
 * promise micrometres to thousands of kilometres; this only keeps a wrong answer from being given beyond.
 */
const SMALLEST: f64 = 1.0e-70;
const LARGEST: f64 = 1.0e70;

function isInRange(w: i32): bool {
  const largest: f64 = ld(w + FLOOR) / (32.0 * EPSILON);
  return largest === 0.0 || (largest > SMALLEST && largest < LARGEST);
}

function search(w: i32): i32 {
  if (!isInRange(w)) {
    forgetAnswer(w);
    return TERMINATION_STALLED;
  }
  return ldi(2 * w + ACTIVE_SET_INT) === ACTIVE_SET_POINT ? frankWolfe(w) : gjk(w);
}

/**
 * Whether the shapes come within `margin` of each other: 1, or 0 with a separating direction whose gap exceeds it by more
 * than rounding (Alg. 2). Where neither can be proven, as with a broken custom shape, the answer is the cautious one.
 */
export function collide(w: i32, margin: f64): i32 {
  sti(2 * w + SUPPORT_CALLS_INT, 0);
  sti(2 * w + ITERATIONS_INT, 0);
  relativePose(w);
  measurePair(w);
  st(w + GAP, ld(w + FLOOR));
  st(w + DOWN_TO, margin);
  st(w + UP_TO, margin + ld(w + FLOOR));
  if (hasHalfspace(w)) heightOverPlane(w);
  else search(w);
  return ld(w + CORE_LOWER) - ld(w + RADII) > margin + ld(w + FLOOR) ? 0 : 1;
}

/** The weights and directions that anyone can check, saved from the simplex. */
function keepProof(w: i32): void {
  const count: i32 = ldi(2 * w + VERTEX_COUNT_INT);
  for (let k: i32 = 0; k < 4; k += 1) {
    const direction: i32 = w + SIMPLEX + k * VERTEX_STRIDE + VERTEX_DIRECTION;
    const to: i32 = w + PROOF_DIRECTIONS + 3 * k;
    st(w + PROOF_WEIGHTS + k, k < count ? ld(w + WEIGHTS + k) : 0.0);
    st(to, k < count ? ld(direction) : 0.0);
    st(to + 1, k < count ? ld(direction + 1) : 0.0);
    st(to + 2, k < count ? ld(direction + 2) : 0.0);
  }
}

function setNormal(w: i32, x: f64, y: f64, z: f64): void {
  st(w + LOCAL_NORMAL, x);
  st(w + LOCAL_NORMAL + 1, y);
  st(w + LOCAL_NORMAL + 2, z);
}

/** out = Σ weight · v over the simplex, v being the three numbers at `offset` of each vertex. */
function combineVertices(w: i32, offset: i32, out: i32): void {
  let x: f64 = 0.0;
  let y: f64 = 0.0;
  let z: f64 = 0.0;
  const count: i32 = ldi(2 * w + VERTEX_COUNT_INT);
  for (let k: i32 = 0; k < count; k += 1) {
    const weight: f64 = ld(w + WEIGHTS + k);
    const vertex: i32 = w + SIMPLEX + k * VERTEX_STRIDE + offset;
    x += weight * ld(vertex);
    y += weight * ld(vertex + 1);
    z += weight * ld(vertex + 2);
  }
  st(out, x);
  st(out + 1, y);
  st(out + 2, z);
}

/**
 * Witness points in each body's frame. Apart: the cores' points, each moved outwards by its radius along the normal.
 * In contact: one common point, which divides the segment between the cores' points in the ratio of the radii.
 */
function writeWitness(w: i32, apart: bool): void {
  const radiusA: f64 = ld(ldi(2 * w + RECORD_A_INT) + RECORD_RADIUS);
  const radiusB: f64 = ld(ldi(2 * w + RECORD_B_INT) + RECORD_RADIUS);
  const norm: f64 = ld(w + CORE_UPPER);
  const x: f64 = ld(w + NEAREST);
  const y: f64 = ld(w + NEAREST + 1);
  const z: f64 = ld(w + NEAREST + 2);
  combineVertices(w, VERTEX_A, w + LOCAL_A);
  combineVertices(w, VERTEX_B, w + LOCAL_B);
  let shareA: f64 = 0.0;
  let shareB: f64 = 0.0;
  if (apart) {
    shareA = radiusA / norm;
    shareB = radiusB / norm;
  } else if (radiusA + radiusB > 0.0) {
    shareA = radiusA / (radiusA + radiusB);
    shareB = radiusB / (radiusA + radiusB);
  }
  // x points from B's core to A's, so A's surface is against it and B's along it.
  st(w + LOCAL_A, ld(w + LOCAL_A) - shareA * x);
  st(w + LOCAL_A + 1, ld(w + LOCAL_A + 1) - shareA * y);
  st(w + LOCAL_A + 2, ld(w + LOCAL_A + 2) - shareA * z);
  rotateBack(w + ROTATION, x, y, z, w + POINT_B);
  st(w + LOCAL_B, ld(w + LOCAL_B) + shareB * ld(w + POINT_B));
  st(w + LOCAL_B + 1, ld(w + LOCAL_B + 1) + shareB * ld(w + POINT_B + 1));
  st(w + LOCAL_B + 2, ld(w + LOCAL_B + 2) + shareB * ld(w + POINT_B + 2));
}

/** From A to B against x; zero where x is too short to tell. */
function writeNormal(w: i32): void {
  const norm: f64 = ld(w + CORE_UPPER);
  if (norm > ld(w + FLOOR))
    setNormal(w, -ld(w + NEAREST) / norm, -ld(w + NEAREST + 1) / norm, -ld(w + NEAREST + 2) / norm);
  else setNormal(w, 0.0, 0.0, 0.0);
}

function writeWorld(w: i32): void {
  toWorld(w, LOCAL_A, ROTATION_A, POSE_A, POINT_A);
  toWorld(w, LOCAL_B, ROTATION_B, POSE_B, POINT_B);
  rotate(w + ROTATION_A, ld(w + LOCAL_NORMAL), ld(w + LOCAL_NORMAL + 1), ld(w + LOCAL_NORMAL + 2), w + NORMAL);
}

function toWorld(w: i32, local: i32, rotation: i32, pose: i32, out: i32): void {
  rotate(w + rotation, ld(w + local), ld(w + local + 1), ld(w + local + 2), w + out);
  st(w + out, ld(w + out) + ld(w + pose));
  st(w + out + 1, ld(w + out + 1) + ld(w + pose + 1));
  st(w + out + 2, ld(w + out + 2) + ld(w + pose + 2));
}
