// The proof of a closed form: directions whose support points are corners of the cores, and weights with which these corners
// combine to the nearest points. A coordinate of a nearest point along an edge of its core, from 0 to 1, is the weight of that
// edge's high end. There are three coordinates for a box and one for each segment. In descending order they are c₁ ≥ c₂ ≥ …. The
// first corner has the low end of every edge, and each next corner has the high end of one more edge, in this order. The weights
// are 1 − c₁, c₁ − c₂, …, and the last coordinate (Kuhn's simplex).

import * as Query from '../blocks/query.ts';
import * as ShapeBlock from '../blocks/shape-block.ts';
import { STATUS_OVERLAPPING } from '../constants.ts';
import { ld } from '../port/memory.ts';
import { quaternionScale, relativeRotation, rotateBackByQuaternion } from '../rotation.ts';
import { KIND_BOX, KIND_SEGMENT } from '../shapes/kinds.ts';
import { setNormal } from '../witness.ts';
import { lengthSquared, setVector } from './nearest.ts';

/** The value of a coordinate that does not exist or has been used. */
const NONE: f64 = -1.0;

/** Completes the result of `distanceClosed` for a single query: proof, normal and `nearest` in A's frame. */
export function proveClosed(w: i32, status: i32): void {
  const squaredA: f64 = lengthSquared(w + Query.POSE_A + 3);
  const squaredB: f64 = lengthSquared(w + Query.POSE_B + 3);
  const scaleA: f64 = quaternionScale(squaredA);
  relativeRotation(w, w + Query.POSE_A + 3, w + Query.POSE_B + 3, 0.5 * scaleA * quaternionScale(squaredB));
  rotateBackByQuaternion(
    w + Query.POSE_A + 3,
    scaleA,
    Query.nearest(w, 0),
    Query.nearest(w, 1),
    Query.nearest(w, 2),
    w + Query.NEAREST,
  );
  const x: f64 = -Query.nearest(w, 0);
  const y: f64 = -Query.nearest(w, 1);
  const z: f64 = -Query.nearest(w, 2);
  const scale: f64 = status === STATUS_OVERLAPPING ? 0.0 : 1.0 / Query.coreUpper(w);
  setNormal(w, scale * x, scale * y, scale * z);
  setCoordinatesAndDirections(w);
  let dx: f64 = 0.0;
  let dy: f64 = 0.0;
  let dz: f64 = 0.0;
  let arePoints: bool = true;
  for (let k: i32 = 0; k < 3; k += 1) {
    if (Query.coordinates(w, k) < 0.0) continue;
    arePoints = false;
    dx -= Query.directions(w, 3 * k);
    dy -= Query.directions(w, 3 * k + 1);
    dz -= Query.directions(w, 3 * k + 2);
  }
  // Two points are their own support points along any direction.
  if (arePoints) writeProof(w, x, y, z);
  else writeProof(w, dx, dy, dz);
}

function setCoordinatesAndDirections(w: i32): void {
  const a: i32 = Query.recordA(w);
  const b: i32 = Query.recordB(w);
  const kindA: i32 = ShapeBlock.kind(a);
  const kindB: i32 = ShapeBlock.kind(b);
  const r: i32 = w + Query.ROTATION;
  for (let k: i32 = 0; k < 3; k += 1) {
    Query.setCoordinates(w, k, NONE);
    // The directions are the axes of the box in A's frame. The axes of a box B are negated, because B's support point is taken against the
    // direction.
    if (kindA === KIND_BOX) {
      setVector(w + Query.DIRECTIONS + 3 * k, k === 0 ? 1.0 : 0.0, k === 1 ? 1.0 : 0.0, k === 2 ? 1.0 : 0.0);
      Query.setCoordinates(w, k, coordinate(Query.coreA(w, k), ShapeBlock.data(a, k)));
    } else if (kindB === KIND_BOX) {
      setVector(w + Query.DIRECTIONS + 3 * k, -ld(r + k), -ld(r + 3 + k), -ld(r + 6 + k));
      Query.setCoordinates(w, k, coordinate(Query.coreB(w, k), ShapeBlock.data(b, k)));
    }
  }
  // Let u be A's z axis and v B's. The direction for A, u − ⟨u, v⟩ v, is perpendicular to v and so leaves the end of B unchanged; the direction
  // for B is ⟨u, v⟩ u − v. If one core is a point, there is only one segment, and 0 replaces ⟨u, v⟩.
  const cosine: f64 = kindA === KIND_SEGMENT && kindB === KIND_SEGMENT ? ld(r + 8) : 0.0;
  if (kindA === KIND_SEGMENT) {
    setVector(w + Query.DIRECTIONS, -cosine * ld(r + 2), -cosine * ld(r + 5), 1.0 - cosine * ld(r + 8));
    Query.setCoordinates(w, 0, coordinate(Query.coreA(w, 2), ShapeBlock.data(a, 0)));
  }
  if (kindB === KIND_SEGMENT) {
    setVector(w + Query.DIRECTIONS + 3, -ld(r + 2), -ld(r + 5), cosine - ld(r + 8));
    Query.setCoordinates(w, 1, coordinate(Query.coreB(w, 2), ShapeBlock.data(b, 0)));
  }
}

/** Maps x from [−extent, extent] to [0, 1]; 1 if the extent is 0. */
function coordinate(x: f64, extent: f64): f64 {
  return extent > 0.0 ? Math.max(0.0, Math.min(1.0, 0.5 + (0.5 * x) / extent)) : 1.0;
}

/**
 * Writes the weights and directions of the proof; (`firstX`, `firstY`, `firstZ`) is the direction of the corner with all low ends. Directions of
 * weight 0 are zero.
 */
function writeProof(w: i32, firstX: f64, firstY: f64, firstZ: f64): void {
  let x: f64 = firstX;
  let y: f64 = firstY;
  let z: f64 = firstZ;
  let previous: f64 = 1.0;
  for (let corner: i32 = 0; corner < 4; corner += 1) {
    let next: i32 = 0;
    for (let k: i32 = 1; k < 3; k += 1) if (Query.coordinates(w, k) > Query.coordinates(w, next)) next = k;
    const current: f64 = Math.max(0.0, Query.coordinates(w, next));
    const weight: f64 = previous - current;
    Query.setProofWeights(w, corner, weight);
    const isUsed: bool = weight > 0.0;
    setVector(w + Query.PROOF_DIRECTIONS + 3 * corner, isUsed ? x : 0.0, isUsed ? y : 0.0, isUsed ? z : 0.0);
    x += 2.0 * Query.directions(w, 3 * next);
    y += 2.0 * Query.directions(w, 3 * next + 1);
    z += 2.0 * Query.directions(w, 3 * next + 2);
    Query.setCoordinates(w, next, NONE);
    previous = current;
  }
}
