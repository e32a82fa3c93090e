// A half-plane y ≤ 0 against a bounded shape: no iteration is needed, because the normal of its boundary line is the separating
// direction. The support set of the half-plane along this direction is the whole line, represented by the projection of the other
// shape's support point.

import * as ShapeBlock from '../blocks/shape-block.ts';
import { TERMINATION_CONVERGED, TERMINATION_STALLED } from '../constants.ts';
import { ld } from '../port/memory.ts';
import * as PlaneQuery from './blocks/plane-query.ts';
import * as PlaneVertex from './blocks/plane-vertex.ts';
import { KIND_HALFPLANE } from './constants.ts';
import { supportDifference } from './expand.ts';
import { isInRange, measurePair, relativePose } from './pose.ts';

const INFINITE: f64 = 1.0e308 * 10.0;

function isHalfplane(record: i32): bool {
  return ShapeBlock.kind(record) === KIND_HALFPLANE;
}

export function hasHalfplane(w: i32): bool {
  return isHalfplane(PlaneQuery.recordA(w)) || isHalfplane(PlaneQuery.recordB(w));
}

/**
 * Writes the signed height of the other shape's core over the line to `coreLower` and `coreUpper`, the normal, and one vertex with the
 * two nearest points. With `isCommon`, both points are the other shape's point if it is inside the half-plane. Returns the termination.
 */
export function heightOverLine(w: i32, isCommon: bool): i32 {
  relativePose(w);
  measurePair(w);
  PlaneQuery.setSupportCalls(w, 0);
  PlaneQuery.setIterations(w, 1);
  PlaneQuery.setCoreLower(w, -INFINITE);
  PlaneQuery.setCoreUpper(w, INFINITE);
  PlaneQuery.setVertexCount(w, 0);
  if (!isInRange(w)) return TERMINATION_STALLED;
  const isLineOfA: bool = isHalfplane(PlaneQuery.recordA(w));
  const cosine: f64 = PlaneQuery.rotation(w, 0);
  const sine: f64 = PlaneQuery.rotation(w, 1);
  const shiftX: f64 = PlaneQuery.translation(w, 0);
  const shiftY: f64 = PlaneQuery.translation(w, 1);
  // The normal from A to B: out of A's half-plane, or into B's.
  const dx: f64 = isLineOfA ? 0.0 : sine;
  const dy: f64 = isLineOfA ? 1.0 : -cosine;
  const vertex: i32 = PlaneQuery.vertices(w, 0);
  supportDifference(w, vertex, dx, dy);
  const a: i32 = PlaneVertex.pointA(vertex);
  const b: i32 = PlaneVertex.pointB(vertex);
  // The other shape's point in A's axes, relative to a point of the line.
  const x: f64 = isLineOfA ? cosine * ld(b) - sine * ld(b + 1) + shiftX : ld(a) - shiftX;
  const y: f64 = isLineOfA ? sine * ld(b) + cosine * ld(b + 1) + shiftY : ld(a + 1) - shiftY;
  const height: f64 = isLineOfA ? y : -(x * dx + y * dy);
  if (!(height - height === 0.0)) return TERMINATION_STALLED;
  const toLine: f64 = isCommon ? Math.max(0.0, height) : height;
  if (isLineOfA) {
    PlaneVertex.setScratchA(vertex, 0, x);
    PlaneVertex.setScratchA(vertex, 1, y - toLine);
    PlaneVertex.setPointA(vertex, vertex + PlaneVertex.SCRATCH_A);
  } else {
    const bx: f64 = x + toLine * dx;
    const by: f64 = y + toLine * dy;
    PlaneVertex.setScratchB(vertex, 0, cosine * bx + sine * by);
    PlaneVertex.setScratchB(vertex, 1, cosine * by - sine * bx);
    PlaneVertex.setPointB(vertex, vertex + PlaneVertex.SCRATCH_B);
  }
  PlaneQuery.setSimplex(w, 0, vertex);
  PlaneQuery.setVertexCount(w, 1);
  PlaneQuery.setProofWeights(w, 0, 1.0);
  PlaneQuery.setProofWeights(w, 1, 0.0);
  PlaneQuery.setProofWeights(w, 2, 0.0);
  PlaneQuery.setCoreLower(w, height);
  PlaneQuery.setCoreUpper(w, height);
  PlaneQuery.setLocalNormal(w, 0, dx);
  PlaneQuery.setLocalNormal(w, 1, dy);
  return TERMINATION_CONVERGED;
}
