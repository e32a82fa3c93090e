// The weights of a simplex's nearest point, the proof, and the witness points in the bodies' frames and in the world.
import { ld, st } from '../port/memory.ts';
import * as PlaneQuery from './blocks/plane-query.ts';
import * as PlaneVertex from './blocks/plane-vertex.ts';

/** Convex weights of the simplex's point that is nearest to the origin: barycentric coordinates, (6) of Zhang et al. 2020. */
export function setSimplexWeights(w: i32): void {
  const count: i32 = PlaneQuery.vertexCount(w);
  const newest: i32 = PlaneQuery.simplex(w, 0);
  const older: i32 = PlaneQuery.simplex(w, 1);
  let second: f64 = 0.0;
  if (count === 2) {
    const ex: f64 = ld(older) - ld(newest);
    const ey: f64 = ld(older + 1) - ld(newest + 1);
    second = -(ld(newest) * ex + ld(newest + 1) * ey) / (ex * ex + ey * ey);
    if (!(second > 0.0)) second = 0.0;
    if (second > 1.0) second = 1.0;
  } else if (count === 3) {
    setTriangleWeights(w);
    return;
  }
  PlaneQuery.setProofWeights(w, 0, count > 0 ? 1.0 - second : 0.0);
  PlaneQuery.setProofWeights(w, 1, second);
  PlaneQuery.setProofWeights(w, 2, 0.0);
}

/**
 * The weights of the origin in a triangle that contains it. On a sliver the coordinates (6) are quotients of small differences,
 * and combine to a point with an error along its length; moving weight along the longest side corrects it.
 */
function setTriangleWeights(w: i32): void {
  const newest: i32 = PlaneQuery.simplex(w, 0);
  const older: i32 = PlaneQuery.simplex(w, 1);
  const last: i32 = PlaneQuery.simplex(w, 2);
  const sigmaNewest: f64 = cross(older, last);
  const sigmaOlder: f64 = cross(last, newest);
  const sigmaLast: f64 = cross(newest, older);
  const sum: f64 = sigmaNewest + sigmaOlder + sigmaLast;
  const second: f64 = sum !== 0.0 ? Math.max(0.0, Math.min(sigmaOlder / sum, 1.0)) : 0.0;
  const third: f64 = sum !== 0.0 ? Math.max(0.0, Math.min(sigmaLast / sum, 1.0 - second)) : 0.0;
  PlaneQuery.setProofWeights(w, 0, 1.0 - second - third);
  PlaneQuery.setProofWeights(w, 1, second);
  PlaneQuery.setProofWeights(w, 2, third);
  if (!(combinedDistance(w) > 0.25 * PlaneQuery.floor(w))) return;
  const first: f64 = lengthSquared(newest, older);
  const next: f64 = lengthSquared(older, last);
  const closing: f64 = lengthSquared(last, newest);
  const longest: i32 = first >= next && first >= closing ? 0 : next >= closing ? 1 : 2;
  // Near a corner this side may have no weight left to move, so the other sides follow. No move increases the distance from the
  // origin.
  moveAlong(w, longest);
  moveAlong(w, longest === 2 ? 0 : longest + 1);
  moveAlong(w, longest === 0 ? 2 : longest - 1);
  moveAlong(w, longest);
}

/** Moves weight along the side after the k-th vertex until the combined point is nearest to the origin, or a weight is zero. */
function moveAlong(w: i32, k: i32): void {
  const other: i32 = k === 2 ? 0 : k + 1;
  const from: i32 = PlaneQuery.simplex(w, k);
  const to: i32 = PlaneQuery.simplex(w, other);
  const squared: f64 = lengthSquared(from, to);
  if (!(squared > 0.0)) return;
  const ex: f64 = ld(to) - ld(from);
  const ey: f64 = ld(to + 1) - ld(from + 1);
  const weight: f64 = PlaneQuery.proofWeights(w, k);
  const otherWeight: f64 = PlaneQuery.proofWeights(w, other);
  const amount: f64 = -(ex * combined(w, 0) + ey * combined(w, 1)) / squared;
  const moved: f64 = Math.max(-otherWeight, Math.min(weight, amount));
  PlaneQuery.setProofWeights(w, k, weight - moved);
  PlaneQuery.setProofWeights(w, other, otherWeight + moved);
}

/** The distance of the simplex's weighted combination from the origin. */
export function combinedDistance(w: i32): f64 {
  const x: f64 = combined(w, 0);
  const y: f64 = combined(w, 1);
  return Math.sqrt(x * x + y * y);
}

/** A coordinate of the simplex's weighted combination. */
function combined(w: i32, axis: i32): f64 {
  const count: i32 = PlaneQuery.vertexCount(w);
  let sum: f64 = 0.0;
  for (let k: i32 = 0; k < count; k += 1) sum += PlaneQuery.proofWeights(w, k) * ld(PlaneQuery.simplex(w, k) + axis);
  return sum;
}

function lengthSquared(p: i32, q: i32): f64 {
  const x: f64 = ld(q) - ld(p);
  const y: f64 = ld(q + 1) - ld(p + 1);
  return x * x + y * y;
}

function cross(p: i32, q: i32): f64 {
  return ld(p) * ld(q + 1) - ld(p + 1) * ld(q);
}

/** Writes the directions of the proof, and the cores' points that the weights combine to. */
export function keepProof(w: i32): void {
  const count: i32 = PlaneQuery.vertexCount(w);
  let ax: f64 = 0.0;
  let ay: f64 = 0.0;
  let bx: f64 = 0.0;
  let by: f64 = 0.0;
  for (let k: i32 = 0; k < 3; k += 1) {
    const to: i32 = w + PlaneQuery.PROOF_DIRECTIONS + 2 * k;
    if (k < count) {
      const vertex: i32 = PlaneQuery.simplex(w, k);
      const weight: f64 = PlaneQuery.proofWeights(w, k);
      const a: i32 = PlaneVertex.pointA(vertex);
      const b: i32 = PlaneVertex.pointB(vertex);
      ax += weight * ld(a);
      ay += weight * ld(a + 1);
      bx += weight * ld(b);
      by += weight * ld(b + 1);
      st(to, PlaneVertex.direction(vertex, 0));
      st(to + 1, PlaneVertex.direction(vertex, 1));
    } else {
      st(to, 0.0);
      st(to + 1, 0.0);
    }
  }
  PlaneQuery.setLocalA(w, 0, ax);
  PlaneQuery.setLocalA(w, 1, ay);
  PlaneQuery.setLocalB(w, 0, bx);
  PlaneQuery.setLocalB(w, 1, by);
}

/** Moves the cores' points along the normal, A's forward and B's back, to the shapes' surfaces or to a common point. */
export function writeWitness(w: i32, forward: f64, back: f64): void {
  const nx: f64 = PlaneQuery.localNormal(w, 0);
  const ny: f64 = PlaneQuery.localNormal(w, 1);
  const cosine: f64 = PlaneQuery.rotation(w, 0);
  const sine: f64 = PlaneQuery.rotation(w, 1);
  PlaneQuery.setLocalA(w, 0, PlaneQuery.localA(w, 0) + forward * nx);
  PlaneQuery.setLocalA(w, 1, PlaneQuery.localA(w, 1) + forward * ny);
  PlaneQuery.setLocalB(w, 0, PlaneQuery.localB(w, 0) - back * (cosine * nx + sine * ny));
  PlaneQuery.setLocalB(w, 1, PlaneQuery.localB(w, 1) - back * (cosine * ny - sine * nx));
}

export function writeWorld(w: i32): void {
  toWorld(w + PlaneQuery.LOCAL_A, w + PlaneQuery.POSE_A, w + PlaneQuery.POINT_A);
  toWorld(w + PlaneQuery.LOCAL_B, w + PlaneQuery.POSE_B, w + PlaneQuery.POINT_B);
  const nx: f64 = PlaneQuery.localNormal(w, 0);
  const ny: f64 = PlaneQuery.localNormal(w, 1);
  const cosine: f64 = PlaneQuery.poseA(w, 2);
  const sine: f64 = PlaneQuery.poseA(w, 3);
  PlaneQuery.setNormal(w, 0, cosine * nx - sine * ny);
  PlaneQuery.setNormal(w, 1, sine * nx + cosine * ny);
}

function toWorld(local: i32, pose: i32, out: i32): void {
  const x: f64 = ld(local);
  const y: f64 = ld(local + 1);
  const cosine: f64 = ld(pose + 2);
  const sine: f64 = ld(pose + 3);
  st(out, cosine * x - sine * y + ld(pose));
  st(out + 1, sine * x + cosine * y + ld(pose + 1));
}
