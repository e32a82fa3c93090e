// The proof of a closed form: directions along which the cores' support points are corners around their nearest points, and the
// weights that combine these. A coordinate of a nearest point along an edge of its core says how much of either end it is;
// there are three of them for a box, and one for each segment. From the corner at all the low ends, one coordinate after the
// other goes to its high end, the largest first: the weights are the steps between them (Kuhn's simplex).
import {
  CORE_UPPER,
  KIND_BOX,
  KIND_SEGMENT,
  NEAREST,
  POSE_A,
  POSE_B,
  PROOF_DIRECTIONS,
  PROOF_WEIGHTS,
  RECORD_A_INT,
  RECORD_B_INT,
  RECORD_DATA,
  RECORD_KIND_INT,
  ROTATION,
  SIMPLEX,
  STATUS_OVERLAPPING,
} from '../layout.ts';
import { ld, ldi, st } from '../port/memory.ts';
import { relativeRotation, turnBack, turnScale } from '../rotation.ts';
import { setNormal } from '../witness.ts';
import { CORE_A, CORE_B, lengthSquared, setVector } from './nearest.ts';

/** Three coordinates from 0 to 1, and for each the direction in A's frame that leads to its high end and touches no other. */
const COORDINATES: i32 = SIMPLEX + 6;
const DIRECTIONS: i32 = SIMPLEX + 9;
/** A coordinate that there is none of, or that has had its turn. */
const NONE: f64 = -1.0;

/** Completes the answer of distanceClosed for a single query: proof, normal and NEAREST in A's frame. */
export function proveClosed(w: i32, status: i32): void {
  const squaredA: f64 = lengthSquared(w + POSE_A + 3);
  const squaredB: f64 = lengthSquared(w + POSE_B + 3);
  const scaleA: f64 = turnScale(squaredA);
  relativeRotation(w, w + POSE_A + 3, w + POSE_B + 3, 0.5 * scaleA * turnScale(squaredB));
  turnBack(w + POSE_A + 3, scaleA, ld(w + NEAREST), ld(w + NEAREST + 1), ld(w + NEAREST + 2), w + NEAREST);
  const x: f64 = -ld(w + NEAREST);
  const y: f64 = -ld(w + NEAREST + 1);
  const z: f64 = -ld(w + NEAREST + 2);
  const scale: f64 = status === STATUS_OVERLAPPING ? 0.0 : 1.0 / ld(w + CORE_UPPER);
  setNormal(w, scale * x, scale * y, scale * z);
  chooseCoordinates(w);
  let dx: f64 = 0.0;
  let dy: f64 = 0.0;
  let dz: f64 = 0.0;
  let isPoint: bool = true;
  for (let k: i32 = 0; k < 3; k += 1) {
    if (ld(w + COORDINATES + k) < 0.0) continue;
    isPoint = false;
    dx -= ld(w + DIRECTIONS + 3 * k);
    dy -= ld(w + DIRECTIONS + 3 * k + 1);
    dz -= ld(w + DIRECTIONS + 3 * k + 2);
  }
  // Two points are their own support points along any direction.
  if (isPoint) combine(w, x, y, z);
  else combine(w, dx, dy, dz);
}

function chooseCoordinates(w: i32): void {
  const a: i32 = ldi(2 * w + RECORD_A_INT);
  const b: i32 = ldi(2 * w + RECORD_B_INT);
  const kindA: i32 = ldi(2 * a + RECORD_KIND_INT);
  const kindB: i32 = ldi(2 * b + RECORD_KIND_INT);
  const r: i32 = w + ROTATION;
  for (let k: i32 = 0; k < 3; k += 1) {
    st(w + COORDINATES + k, NONE);
    // A box's own axes; B is asked for its farthest point against a direction.
    if (kindA === KIND_BOX) {
      setVector(w + DIRECTIONS + 3 * k, k === 0 ? 1.0 : 0.0, k === 1 ? 1.0 : 0.0, k === 2 ? 1.0 : 0.0);
      st(w + COORDINATES + k, coordinate(ld(w + CORE_A + k), ld(a + RECORD_DATA + k)));
    } else if (kindB === KIND_BOX) {
      setVector(w + DIRECTIONS + 3 * k, -ld(r + k), -ld(r + 3 + k), -ld(r + 6 + k));
      st(w + COORDINATES + k, coordinate(ld(w + CORE_B + k), ld(b + RECORD_DATA + k)));
    }
  }
  // Segments along u, which is A's z axis, and v: u − ⟨u, v⟩ v is across v. A point has no axis to be across of.
  const cosine: f64 = kindA === KIND_SEGMENT && kindB === KIND_SEGMENT ? ld(r + 8) : 0.0;
  if (kindA === KIND_SEGMENT) {
    setVector(w + DIRECTIONS, -cosine * ld(r + 2), -cosine * ld(r + 5), 1.0 - cosine * ld(r + 8));
    st(w + COORDINATES, coordinate(ld(w + CORE_A + 2), ld(a + RECORD_DATA)));
  }
  if (kindB === KIND_SEGMENT) {
    setVector(w + DIRECTIONS + 3, -ld(r + 2), -ld(r + 5), cosine - ld(r + 8));
    st(w + COORDINATES + 1, coordinate(ld(w + CORE_B + 2), ld(b + RECORD_DATA)));
  }
}

/** From −extent to +extent, as a number from 0 to 1. */
function coordinate(x: f64, extent: f64): f64 {
  return extent > 0.0 ? Math.max(0.0, Math.min(1.0, 0.5 + (0.5 * x) / extent)) : 1.0;
}

/** From the direction to the low ends. What has no weight is zero. */
function combine(w: i32, firstX: f64, firstY: f64, firstZ: f64): void {
  let x: f64 = firstX;
  let y: f64 = firstY;
  let z: f64 = firstZ;
  let last: f64 = 1.0;
  for (let corner: i32 = 0; corner < 4; corner += 1) {
    let next: i32 = 0;
    for (let k: i32 = 1; k < 3; k += 1) if (ld(w + COORDINATES + k) > ld(w + COORDINATES + next)) next = k;
    const reached: f64 = Math.max(0.0, ld(w + COORDINATES + next));
    const weight: f64 = last - reached;
    const used: f64 = weight > 0.0 ? 1.0 : 0.0;
    st(w + PROOF_WEIGHTS + corner, weight);
    setVector(w + PROOF_DIRECTIONS + 3 * corner, used * x, used * y, used * z);
    x += 2.0 * ld(w + DIRECTIONS + 3 * next);
    y += 2.0 * ld(w + DIRECTIONS + 3 * next + 1);
    z += 2.0 * ld(w + DIRECTIONS + 3 * next + 2);
    st(w + COORDINATES + next, NONE);
    last = reached;
  }
}
