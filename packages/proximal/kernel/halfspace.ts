// A half-space z ≤ 0 against a bounded shape: no iteration is needed, because the normal of its boundary plane is the separating
// direction. The support set of the half-space along this direction is the whole plane, represented by the projection of the other
// shape's support point.

import * as Query from './blocks/query.ts';
import * as ShapeBlock from './blocks/shape-block.ts';
import * as Vertex from './blocks/vertex.ts';
import { TERMINATION_CONVERGED, TERMINATION_STALLED } from './constants.ts';
import { clearResult } from './gjk/gjk.ts';
import { supportDifference } from './minkowski.ts';
import { ld } from './port/memory.ts';
import { rotateBack } from './rotation.ts';
import { KIND_HALFSPACE } from './shapes/kinds.ts';

export function hasHalfspace(w: i32): bool {
  return isHalfspace(Query.recordA(w)) || isHalfspace(Query.recordB(w));
}

function isHalfspace(record: i32): bool {
  return ShapeBlock.kind(record) === KIND_HALFSPACE;
}

/**
 * Writes the same results as `gjk`, except that `coreLower` = `coreUpper` = the signed height of the other shape's core over the
 * plane, which is negative inside. Exactly one of the two shapes is a half-space. If the other shape reaches inside, the witness
 * points are its deepest point and that point's projection onto the plane; with `isCommon` 1, both are the deepest point.
 */
export function solveHalfspace(w: i32, isCommon: i32): i32 {
  clearResult(w);
  Query.setIterations(w, 1);
  const isPlaneOfA: bool = isHalfspace(Query.recordA(w));
  const r: i32 = w + Query.ROTATION;
  // The normal from A to B: out of A's half-space, or into B's.
  const dx: f64 = isPlaneOfA ? 0.0 : -ld(r + 2);
  const dy: f64 = isPlaneOfA ? 0.0 : -ld(r + 5);
  const dz: f64 = isPlaneOfA ? 1.0 : -ld(r + 8);
  supportDifference(w, 0, dx, dy, dz);
  const vertex: i32 = Query.simplex(w, 0);
  // B's point in A's frame, and the other shape's point relative to the plane's origin, in A's axes.
  const bx: f64 = Vertex.a(vertex, 0) - Vertex.difference(vertex, 0);
  const by: f64 = Vertex.a(vertex, 1) - Vertex.difference(vertex, 1);
  const bz: f64 = Vertex.a(vertex, 2) - Vertex.difference(vertex, 2);
  const px: f64 = isPlaneOfA ? bx : Vertex.a(vertex, 0) - Query.translation(w, 0);
  const py: f64 = isPlaneOfA ? by : Vertex.a(vertex, 1) - Query.translation(w, 1);
  const pz: f64 = isPlaneOfA ? bz : Vertex.a(vertex, 2) - Query.translation(w, 2);
  const height: f64 = isPlaneOfA ? pz : -(px * dx + py * dy + pz * dz);
  if (!(height - height === 0.0)) return TERMINATION_STALLED;
  const gap: f64 = isCommon === 1 ? Math.max(0.0, height) : height;
  if (isPlaneOfA) {
    Vertex.setA(vertex, 0, bx);
    Vertex.setA(vertex, 1, by);
    Vertex.setA(vertex, 2, bz - gap);
  } else {
    rotateBack(r, px + gap * dx, py + gap * dy, pz + gap * dz, vertex + Vertex.B);
  }
  Vertex.setDifference(vertex, 0, -gap * dx);
  Vertex.setDifference(vertex, 1, -gap * dy);
  Vertex.setDifference(vertex, 2, -gap * dz);
  for (let k: i32 = 0; k < 3; k += 1) Query.setNearest(w, k, Vertex.difference(vertex, k));
  Query.setWeights(w, 0, 1.0);
  Query.setVertexCount(w, 1);
  Query.setCoreLower(w, height);
  Query.setCoreUpper(w, height);
  Query.setLocalNormal(w, 0, dx);
  Query.setLocalNormal(w, 1, dy);
  Query.setLocalNormal(w, 2, dz);
  return TERMINATION_CONVERGED;
}
