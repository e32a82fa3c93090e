// The nearest points of the two bodies, and the normal between them, from the simplex that a search has left.
import {
  CORE_UPPER,
  FLOOR,
  LOCAL_A,
  LOCAL_B,
  LOCAL_NORMAL,
  NEAREST,
  NORMAL,
  POINT_A,
  POINT_B,
  POSE_A,
  POSE_B,
  PROOF_DIRECTIONS,
  PROOF_WEIGHTS,
  RECORD_A_INT,
  RECORD_B_INT,
  RECORD_RADIUS,
  ROTATION,
  ROTATION_A,
  ROTATION_B,
  SIMPLEX,
  VERTEX_A,
  VERTEX_B,
  VERTEX_COUNT_INT,
  VERTEX_DIRECTION,
  VERTEX_STRIDE,
  WEIGHTS,
} from './layout.ts';
import { ld, ldi, st } from './port/memory.ts';
import { rotate, rotateBack } from './rotation.ts';

/** Below this radius one over it is infinite. */
const THINNEST: f64 = 1.0e-300;

export function hasNoNormal(w: i32): bool {
  return ld(w + LOCAL_NORMAL) === 0.0 && ld(w + LOCAL_NORMAL + 1) === 0.0 && ld(w + LOCAL_NORMAL + 2) === 0.0;
}

export function setNormal(w: i32, x: f64, y: f64, z: f64): void {
  st(w + LOCAL_NORMAL, x);
  st(w + LOCAL_NORMAL + 1, y);
  st(w + LOCAL_NORMAL + 2, z);
}

/**
 * Witness points in each body's frame, and the normal. Apart: the cores' points, each moved outwards by its radius along
 * the normal. In contact: one common point, which divides the segment between the cores' points in the ratio of the radii.
 */
export function writeWitnesses(w: i32, apart: bool): void {
  let ax: f64 = 0.0;
  let ay: f64 = 0.0;
  let az: f64 = 0.0;
  let bx: f64 = 0.0;
  let by: f64 = 0.0;
  let bz: f64 = 0.0;
  const count: i32 = ldi(2 * w + VERTEX_COUNT_INT);
  for (let k: i32 = 0; k < count; k += 1) {
    const weight: f64 = ld(w + WEIGHTS + k);
    const vertex: i32 = w + SIMPLEX + k * VERTEX_STRIDE;
    ax += weight * ld(vertex + VERTEX_A);
    ay += weight * ld(vertex + VERTEX_A + 1);
    az += weight * ld(vertex + VERTEX_A + 2);
    bx += weight * ld(vertex + VERTEX_B);
    by += weight * ld(vertex + VERTEX_B + 1);
    bz += weight * ld(vertex + VERTEX_B + 2);
  }
  const radiusA: f64 = ld(ldi(2 * w + RECORD_A_INT) + RECORD_RADIUS);
  const radiusB: f64 = ld(ldi(2 * w + RECORD_B_INT) + RECORD_RADIUS);
  const radii: f64 = radiusA + radiusB;
  const x: f64 = ld(w + NEAREST);
  const y: f64 = ld(w + NEAREST + 1);
  const z: f64 = ld(w + NEAREST + 2);
  const norm: f64 = ld(w + CORE_UPPER);
  // A half-space has set its own already, and where the cores meet x is too short to tell.
  if (norm > ld(w + FLOOR) && hasNoNormal(w)) setNormal(w, -x / norm, -y / norm, -z / norm);
  // x points from B's core to A's, so A's surface is against it and B's along it.
  const share: f64 = apart ? 1.0 / norm : radii > THINNEST ? 1.0 / radii : 0.0;
  const shareA: f64 = share * radiusA;
  const shareB: f64 = share * radiusB;
  st(w + LOCAL_A, ax - shareA * x);
  st(w + LOCAL_A + 1, ay - shareA * y);
  st(w + LOCAL_A + 2, az - shareA * z);
  rotateBack(w + ROTATION, shareB * x, shareB * y, shareB * z, w + LOCAL_B);
  st(w + LOCAL_B, bx + ld(w + LOCAL_B));
  st(w + LOCAL_B + 1, by + ld(w + LOCAL_B + 1));
  st(w + LOCAL_B + 2, bz + ld(w + LOCAL_B + 2));
}

/**
 * Witness points of shapes at the signed distance of the cores, which is negative where those overlap: the points that the simplex
 * combines, each moved out by its radius along the normal; A's is then −(signed distance) · normal away from B's. What the
 * tolerance leaves of that to the simplex's own points is shared between them.
 */
export function writeSignedWitnesses(w: i32, cores: f64): void {
  let ax: f64 = 0.0;
  let ay: f64 = 0.0;
  let az: f64 = 0.0;
  let bx: f64 = 0.0;
  let by: f64 = 0.0;
  let bz: f64 = 0.0;
  let x: f64 = 0.0;
  let y: f64 = 0.0;
  let z: f64 = 0.0;
  const count: i32 = ldi(2 * w + VERTEX_COUNT_INT);
  for (let k: i32 = 0; k < count; k += 1) {
    const weight: f64 = ld(w + WEIGHTS + k);
    const vertex: i32 = w + SIMPLEX + k * VERTEX_STRIDE;
    x += weight * ld(vertex);
    y += weight * ld(vertex + 1);
    z += weight * ld(vertex + 2);
    ax += weight * ld(vertex + VERTEX_A);
    ay += weight * ld(vertex + VERTEX_A + 1);
    az += weight * ld(vertex + VERTEX_A + 2);
    bx += weight * ld(vertex + VERTEX_B);
    by += weight * ld(vertex + VERTEX_B + 1);
    bz += weight * ld(vertex + VERTEX_B + 2);
  }
  const radiusA: f64 = ld(ldi(2 * w + RECORD_A_INT) + RECORD_RADIUS);
  const radiusB: f64 = ld(ldi(2 * w + RECORD_B_INT) + RECORD_RADIUS);
  const nx: f64 = ld(w + LOCAL_NORMAL);
  const ny: f64 = ld(w + LOCAL_NORMAL + 1);
  const nz: f64 = ld(w + LOCAL_NORMAL + 2);
  const restX: f64 = 0.5 * (-cores * nx - x);
  const restY: f64 = 0.5 * (-cores * ny - y);
  const restZ: f64 = 0.5 * (-cores * nz - z);
  st(w + LOCAL_A, ax + radiusA * nx + restX);
  st(w + LOCAL_A + 1, ay + radiusA * ny + restY);
  st(w + LOCAL_A + 2, az + radiusA * nz + restZ);
  rotateBack(w + ROTATION, radiusB * nx + restX, radiusB * ny + restY, radiusB * nz + restZ, w + LOCAL_B);
  st(w + LOCAL_B, bx - ld(w + LOCAL_B));
  st(w + LOCAL_B + 1, by - ld(w + LOCAL_B + 1));
  st(w + LOCAL_B + 2, bz - ld(w + LOCAL_B + 2));
}

/** The weights and directions that anyone can check, saved from the simplex; those of unused vertices are zero. */
export function keepProof(w: i32): void {
  const count: i32 = ldi(2 * w + VERTEX_COUNT_INT);
  for (let k: i32 = 0; k < 4; k += 1) {
    const direction: i32 = w + SIMPLEX + k * VERTEX_STRIDE + VERTEX_DIRECTION;
    const to: i32 = w + PROOF_DIRECTIONS + 3 * k;
    if (k < count) {
      st(w + PROOF_WEIGHTS + k, ld(w + WEIGHTS + k));
      st(to, ld(direction));
      st(to + 1, ld(direction + 1));
      st(to + 2, ld(direction + 2));
    } else {
      st(w + PROOF_WEIGHTS + k, 0.0);
      st(to, 0.0);
      st(to + 1, 0.0);
      st(to + 2, 0.0);
    }
  }
}

/** Points and normal in world coordinates. */
export function writeWorld(w: i32): void {
  toWorld(w + LOCAL_A, w + ROTATION_A, w + POSE_A, w + POINT_A);
  toWorld(w + LOCAL_B, w + ROTATION_B, w + POSE_B, w + POINT_B);
  rotate(w + ROTATION_A, ld(w + LOCAL_NORMAL), ld(w + LOCAL_NORMAL + 1), ld(w + LOCAL_NORMAL + 2), w + NORMAL);
}

function toWorld(local: i32, rotation: i32, pose: i32, out: i32): void {
  rotate(rotation, ld(local), ld(local + 1), ld(local + 2), out);
  st(out, ld(out) + ld(pose));
  st(out + 1, ld(out + 1) + ld(pose + 1));
  st(out + 2, ld(out + 2) + ld(pose + 2));
}
