// The results of the common cases, computed in local variables: separated shapes, shapes without swept radii that touch along a
// support line, and clear overlap. distance.ts writes the results of all other cases; for these cases it would give the same results
// up to rounding.

import * as ShapeBlock from '../blocks/shape-block.ts';
import { STATUS_OVERLAPPING, STATUS_SEPARATED, STATUS_TOUCHING } from '../constants.ts';
import { ld, st, toFloat } from '../port/memory.ts';
import * as PlaneQuery from './blocks/plane-query.ts';
import * as PlaneVertex from './blocks/plane-vertex.ts';
import { BATCH_ROWS } from './constants.ts';

// The numbers of a result, `distance` … `localB`, are columns of a batch (see batch.ts): `numbers` is the address of the row's distance,
// `points` the address of its pointA, and `step` the number of rows. In a workspace there is one row.

/** Writes the result of a query in the workspace, with its proof, in one of the cases of this file; otherwise returns false. */
export function writeCommon(w: i32): bool {
  const poseA: i32 = w + PlaneQuery.POSE_A;
  const poseB: i32 = w + PlaneQuery.POSE_B;
  const numbers: i32 = w + PlaneQuery.DISTANCE;
  const points: i32 = w + PlaneQuery.POINT_A;
  return (
    writeApart(w, poseA, poseB, numbers, points, 1, true) || writeInside(w, poseA, poseB, numbers, points, 1, true)
  );
}

/** The same for a row of a batch, without the proof. The status is written to the workspace. */
export function writeCommonRow(w: i32, poseA: i32, poseB: i32, numbers: i32, points: i32): bool {
  return (
    writeApart(w, poseA, poseB, numbers, points, BATCH_ROWS, false) ||
    writeInside(w, poseA, poseB, numbers, points, BATCH_ROWS, false)
  );
}

/**
 * Writes the result if GJK's final simplex is a vertex or an edge, and the last support point proves that the shapes are separated or,
 * without swept radii, that they touch; otherwise returns false and writes nothing.
 */
// @inline
function writeApart(w: i32, poseA: i32, poseB: i32, numbers: i32, points: i32, step: i32, hasProof: bool): bool {
  const count: i32 = PlaneQuery.vertexCount(w);
  if (count !== 1 && count !== 2) return false;
  const dx: f64 = PlaneQuery.nearestDirection(w, 0);
  const dy: f64 = PlaneQuery.nearestDirection(w, 1);
  const scale: f64 = 1.0 / Math.sqrt(dx * dx + dy * dy);
  const radii: f64 = PlaneQuery.radii(w);
  const lower: f64 = PlaneQuery.supportProduct(w) * scale - radii;
  const upper: f64 = PlaneQuery.nearestProduct(w) * scale - radii;
  const floor: f64 = PlaneQuery.floor(w);
  const isSeparated: bool = lower > floor;
  // No radii, and the conditions for touching in `contactStatus` of distance.ts.
  if (!isSeparated) {
    const gap: f64 = PlaneQuery.gap(w);
    if (!(radii === 0.0 && lower >= -gap && upper <= gap + floor && upper >= -gap)) return false;
  }

  // A single vertex is treated as an edge from the vertex to itself; its other end gets the weight 0. So one code serves both cases.
  const newest: i32 = PlaneQuery.simplex(w, 0);
  const older: i32 = newest + (PlaneQuery.simplex(w, 1) - newest) * (count - 1);
  const edgeCount: f64 = toFloat(count - 1);
  const vx: f64 = ld(newest);
  const vy: f64 = ld(newest + 1);
  const ex: f64 = ld(older) - vx;
  const ey: f64 = ld(older + 1) - vy;
  let weight: f64 = -(vx * ex + vy * ey) / (ex * ex + ey * ey + (1.0 - edgeCount));
  if (weight < 0.0) weight = 0.0;
  if (weight > 1.0) weight = 1.0;
  const newestWeight: f64 = 1.0 - weight;
  if (!isSeparated) {
    // On a sliver, the weights may combine to a point farther away than d indicates: see `readNearest`.
    const x: f64 = newestWeight * vx + weight * ld(older);
    const y: f64 = newestWeight * vy + weight * ld(older + 1);
    if (!(Math.sqrt(x * x + y * y) <= Math.abs(upper) + floor)) return false;
  }
  const most: f64 = isSeparated || upper > 0.0 ? upper : 0.0;
  // Bounds that meet may be in the wrong order by rounding.
  const least: f64 = lower < most ? lower : most;
  st(numbers, most);
  st(numbers + step, isSeparated || least > 0.0 ? least : 0.0);
  st(numbers + 2 * step, most);
  PlaneQuery.setStatus(w, isSeparated ? STATUS_SEPARATED : STATUS_TOUCHING);
  if (hasProof) {
    PlaneQuery.setProofWeights(w, 0, newestWeight);
    PlaneQuery.setProofWeights(w, 1, weight);
    PlaneQuery.setProofWeights(w, 2, 0.0);
    PlaneQuery.setProofDirections(w, 0, PlaneVertex.direction(newest, 0));
    PlaneQuery.setProofDirections(w, 1, PlaneVertex.direction(newest, 1));
    PlaneQuery.setProofDirections(w, 2, edgeCount * PlaneVertex.direction(older, 0));
    PlaneQuery.setProofDirections(w, 3, edgeCount * PlaneVertex.direction(older, 1));
    PlaneQuery.setProofDirections(w, 4, 0.0);
    PlaneQuery.setProofDirections(w, 5, 0.0);
  }

  // The normal from A to B, along d; each core's point is moved outward by its radius.
  const normalX: f64 = dx * scale;
  const normalY: f64 = dy * scale;
  const cosine: f64 = PlaneQuery.rotation(w, 0);
  const sine: f64 = PlaneQuery.rotation(w, 1);
  const radiusA: f64 = ShapeBlock.radius(PlaneQuery.recordA(w));
  const radiusB: f64 = ShapeBlock.radius(PlaneQuery.recordB(w));
  const a: i32 = PlaneVertex.pointA(newest);
  const olderA: i32 = PlaneVertex.pointA(older);
  const ax: f64 = newestWeight * ld(a) + weight * ld(olderA) + radiusA * normalX;
  const ay: f64 = newestWeight * ld(a + 1) + weight * ld(olderA + 1) + radiusA * normalY;
  const b: i32 = PlaneVertex.pointB(newest);
  const olderB: i32 = PlaneVertex.pointB(older);
  const bx: f64 = newestWeight * ld(b) + weight * ld(olderB) - radiusB * (cosine * normalX + sine * normalY);
  const by: f64 = newestWeight * ld(b + 1) + weight * ld(olderB + 1) - radiusB * (cosine * normalY - sine * normalX);
  // The guess of the pair's next query.
  if (hasProof) {
    PlaneQuery.setLocalNormal(w, 0, normalX);
    PlaneQuery.setLocalNormal(w, 1, normalY);
  }
  writePoints(poseA, poseB, points, step, ax, ay, bx, by);
  const cosA: f64 = ld(poseA + 2);
  const sinA: f64 = ld(poseA + 3);
  st(points + 4 * step, cosA * normalX - sinA * normalY);
  st(points + 4 * step + 1, sinA * normalX + cosA * normalY);
  return true;
}

/**
 * Writes the result if GJK's final triangle contains a ball of radius `gap` around the origin, which proves overlap, and its
 * weights combine to the origin up to rounding; otherwise returns false.
 */
// @inline
function writeInside(w: i32, poseA: i32, poseB: i32, numbers: i32, points: i32, step: i32, hasProof: bool): bool {
  if (PlaneQuery.vertexCount(w) !== 3) return false;
  const p: i32 = PlaneQuery.simplex(w, 0);
  const q: i32 = PlaneQuery.simplex(w, 1);
  const r: i32 = PlaneQuery.simplex(w, 2);
  const px: f64 = ld(p);
  const py: f64 = ld(p + 1);
  const qx: f64 = ld(q);
  const qy: f64 = ld(q + 1);
  const rx: f64 = ld(r);
  const ry: f64 = ld(r + 1);
  // The barycentric coordinates, (6) of Zhang et al. 2020. The origin's distance from the line of a side is |p × q| / |q − p|, which must
  // exceed the gap for each side.
  const sigmaP: f64 = qx * ry - qy * rx;
  const sigmaQ: f64 = rx * py - ry * px;
  const sigmaR: f64 = px * qy - py * qx;
  const gap: f64 = PlaneQuery.gap(w);
  const squared: f64 = gap * gap;
  const limitP: f64 = squared * ((rx - qx) * (rx - qx) + (ry - qy) * (ry - qy));
  const limitQ: f64 = squared * ((px - rx) * (px - rx) + (py - ry) * (py - ry));
  const limitR: f64 = squared * ((qx - px) * (qx - px) + (qy - py) * (qy - py));
  if (!(sigmaP * sigmaP > limitP && sigmaQ * sigmaQ > limitQ && sigmaR * sigmaR > limitR)) return false;
  const scale: f64 = 1.0 / (sigmaP + sigmaQ + sigmaR);
  const second: f64 = sigmaQ * scale;
  const third: f64 = sigmaR * scale;
  const first: f64 = 1.0 - second - third;
  const x: f64 = first * px + second * qx + third * rx;
  const y: f64 = first * py + second * qy + third * ry;
  const allowed: f64 = 0.25 * PlaneQuery.floor(w);
  // Weights of a sliver may be negative by rounding.
  if (!(x * x + y * y <= allowed * allowed && first >= 0.0 && second >= 0.0 && third >= 0.0)) return false;
  st(numbers, 0.0);
  st(numbers + step, 0.0);
  st(numbers + 2 * step, 0.0);
  PlaneQuery.setStatus(w, STATUS_OVERLAPPING);
  if (hasProof) {
    PlaneQuery.setProofWeights(w, 0, first);
    PlaneQuery.setProofWeights(w, 1, second);
    PlaneQuery.setProofWeights(w, 2, third);
    for (let k: i32 = 0; k < 2; k += 1) {
      PlaneQuery.setProofDirections(w, k, PlaneVertex.direction(p, k));
      PlaneQuery.setProofDirections(w, 2 + k, PlaneVertex.direction(q, k));
      PlaneQuery.setProofDirections(w, 4 + k, PlaneVertex.direction(r, k));
      PlaneQuery.setLocalNormal(w, k, 0.0);
    }
  }
  st(points + 4 * step, 0.0);
  st(points + 4 * step + 1, 0.0);
  const aP: i32 = PlaneVertex.pointA(p);
  const aQ: i32 = PlaneVertex.pointA(q);
  const aR: i32 = PlaneVertex.pointA(r);
  const bP: i32 = PlaneVertex.pointB(p);
  const bQ: i32 = PlaneVertex.pointB(q);
  const bR: i32 = PlaneVertex.pointB(r);
  writePoints(
    poseA,
    poseB,
    points,
    step,
    first * ld(aP) + second * ld(aQ) + third * ld(aR),
    first * ld(aP + 1) + second * ld(aQ + 1) + third * ld(aR + 1),
    first * ld(bP) + second * ld(bQ) + third * ld(bR),
    first * ld(bP + 1) + second * ld(bQ + 1) + third * ld(bR + 1),
  );
  return true;
}

/** The witness points, each in its body's frame and in the world. */
// @inline
function writePoints(poseA: i32, poseB: i32, points: i32, step: i32, ax: f64, ay: f64, bx: f64, by: f64): void {
  writePoint(poseA, points, points + 6 * step, ax, ay);
  writePoint(poseB, points + 2 * step, points + 8 * step, bx, by);
}

/** Writes a point of a body in the body's frame to `local` and in the world to `out`. */
// @inline
function writePoint(pose: i32, out: i32, local: i32, x: f64, y: f64): void {
  const cosine: f64 = ld(pose + 2);
  const sine: f64 = ld(pose + 3);
  st(local, x);
  st(local + 1, y);
  st(out, cosine * x - sine * y + ld(pose));
  st(out + 1, sine * x + cosine * y + ld(pose + 1));
}
