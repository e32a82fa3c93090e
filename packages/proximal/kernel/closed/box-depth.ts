// The depth of a box and a box, segment or point that overlap; segments and points are degenerate boxes. Every face of their Minkowski difference
// is spanned by two edges, so the normal of the nearest face is among fifteen directions: the normals of the six faces, and the
// nine directions perpendicular to an edge of each box. boxes.ts only tests whether one of these separates the boxes.

import * as Query from '../blocks/query.ts';
import * as ShapeBlock from '../blocks/shape-block.ts';
import { ld } from '../port/memory.ts';
import { KIND_BOX, KIND_POINT } from '../shapes/kinds.ts';
import { setNormal } from '../witness.ts';

const INFINITE: f64 = 1.0e308 * 10.0;

/** Whether one of the cores is a box, and the other a box, a segment or a point. */
export function hasBoxes(w: i32): bool {
  const a: i32 = ShapeBlock.kind(Query.recordA(w));
  const b: i32 = ShapeBlock.kind(Query.recordB(w));
  return a <= KIND_BOX && b <= KIND_BOX && (a === KIND_BOX || b === KIND_BOX);
}

/**
 * Writes bounds on the depth of the cores, −`coreUpper` and −`coreLower`, and the normal. Returns false if the cores are apart or
 * just touch, or if the bounds differ by more than the gap because of rounding; the written values are then not valid.
 */
export function boxDepth(w: i32): bool {
  Query.setCoreLower(w, -INFINITE);
  Query.setCoreUpper(w, -INFINITE);
  // A segment has no faces, and the faces of the box suffice: if the difference has no volume, its normal is a face normal of the
  // box.
  const hasFacesA: bool = ShapeBlock.kind(Query.recordA(w)) === KIND_BOX;
  const hasFacesB: bool = ShapeBlock.kind(Query.recordB(w)) === KIND_BOX;
  for (let k: i32 = 0; k < 3 && hasFacesA; k += 1) if (!tryFaceOfA(w, k)) return false;
  for (let k: i32 = 0; k < 3 && hasFacesB; k += 1) if (!tryFaceOfB(w, k)) return false;
  let slack: f64 = 0.0;
  for (let i: i32 = 0; i < 3; i += 1) {
    const halfA: f64 = extentOf(Query.recordA(w), i);
    for (let j: i32 = 0; j < 3 && halfA > 0.0; j += 1) {
      const halfB: f64 = extentOf(Query.recordB(w), j);
      const first: f64 = Query.rotation(w, 3 * (i === 2 ? 0 : i + 1) + j);
      const second: f64 = Query.rotation(w, 3 * (i === 0 ? 2 : i - 1) + j);
      const squared: f64 = first * first + second * second;
      // Nearly parallel edges span a strip between two other faces. Its normal n = c₁ n₁ + c₂ n₂ has c₁ + c₂ ≥ 1, so its distance from the
      // origin is less than that of the nearer of those two faces by at most the strip's width. If the width, √`squared` times the shorter
      // edge, is at most a quarter of the gap, the strip is not tested, and the bound is relaxed by that quarter.
      const shorterEdge: f64 = 2.0 * Math.min(halfA, halfB);
      if (squared * shorterEdge * shorterEdge <= 0.0625 * Query.gap(w) * Query.gap(w)) slack = 0.25 * Query.gap(w);
      else if (halfB > 0.0 && !tryEdges(w, i, j, first, second, squared)) return false;
    }
  }
  const depth: f64 = -Query.coreLower(w);
  Query.setCoreUpper(w, Query.coreUpper(w) + slack);
  return depth > Query.floor(w) && depth + Query.coreUpper(w) <= Query.gap(w);
}

/** Half the length of a core along its own axis. */
function extentOf(record: i32, axis: i32): f64 {
  const kind: i32 = ShapeBlock.kind(record);
  if (kind === KIND_BOX) return ShapeBlock.data(record, axis);
  return kind === KIND_POINT || axis < 2 ? 0.0 : ShapeBlock.data(record, 0);
}

function tryFaceOfA(w: i32, k: i32): bool {
  const row: i32 = w + Query.ROTATION + 3 * k;
  const b: i32 = Query.recordB(w);
  const extentB: f64 =
    extentOf(b, 0) * Math.abs(ld(row)) +
    extentOf(b, 1) * Math.abs(ld(row + 1)) +
    extentOf(b, 2) * Math.abs(ld(row + 2));
  const x: f64 = k === 0 ? 1.0 : 0.0;
  const y: f64 = k === 1 ? 1.0 : 0.0;
  const z: f64 = k === 2 ? 1.0 : 0.0;
  return tryNormal(w, x, y, z, 1.0, extentOf(Query.recordA(w), k) + extentB);
}

function tryFaceOfB(w: i32, k: i32): bool {
  const a: i32 = Query.recordA(w);
  const x: f64 = Query.rotation(w, k);
  const y: f64 = Query.rotation(w, 3 + k);
  const z: f64 = Query.rotation(w, 6 + k);
  const extentA: f64 = extentOf(a, 0) * Math.abs(x) + extentOf(a, 1) * Math.abs(y) + extentOf(a, 2) * Math.abs(z);
  return tryNormal(w, x, y, z, 1.0, extentOf(Query.recordB(w), k) + extentA);
}

/** Tests the direction perpendicular to edge i of A and the edge v = v_j of B, whose coordinates along A's next two axes are `first`, `second`. */
function tryEdges(w: i32, i: i32, j: i32, first: f64, second: f64, squared: f64): bool {
  const a: i32 = Query.recordA(w);
  const b: i32 = Query.recordB(w);
  const row: i32 = w + Query.ROTATION + 3 * i;
  const nextA: i32 = i === 2 ? 0 : i + 1;
  const lastA: i32 = i === 0 ? 2 : i - 1;
  const nextB: i32 = j === 2 ? 0 : j + 1;
  const lastB: i32 = j === 0 ? 2 : j - 1;
  // e_i × v has the coordinates −`second` and `first` along A's next two axes. Along B's other two axes, its coordinates are entries of row i, up
  // to their signs.
  const extents: f64 =
    extentOf(a, nextA) * Math.abs(second) +
    extentOf(a, lastA) * Math.abs(first) +
    extentOf(b, nextB) * Math.abs(ld(row + lastB)) +
    extentOf(b, lastB) * Math.abs(ld(row + nextB));
  const x: f64 = i === 0 ? 0.0 : i === 1 ? first : -second;
  const y: f64 = i === 1 ? 0.0 : i === 2 ? first : -second;
  const z: f64 = i === 2 ? 0.0 : i === 0 ? first : -second;
  return tryNormal(w, x, y, z, squared, extents);
}

/**
 * The overlap along (x, y, z), times its length √`squared`, is the sum of the boxes' extents minus the distance of their centers.
 * The rounding error is at most half the floor. Returns false if the overlap is not larger than this error. The smallest overlap so far
 * sets the bounds and the normal.
 */
function tryNormal(w: i32, x: f64, y: f64, z: f64, squared: f64, extents: f64): bool {
  const centerDistance: f64 = x * Query.translation(w, 0) + y * Query.translation(w, 1) + z * Query.translation(w, 2);
  const depth: f64 = extents - Math.abs(centerDistance);
  const least: f64 = depth - 0.5 * Query.floor(w);
  if (!(least > 0.0)) return false;
  const upper: f64 = Query.coreUpper(w);
  if (least * least >= upper * upper * squared) return true;
  const scale: f64 = 1.0 / Math.sqrt(squared);
  Query.setCoreUpper(w, -scale * least);
  if (-scale * depth > Query.coreLower(w)) {
    Query.setCoreLower(w, -scale * depth);
    const sign: f64 = centerDistance < 0.0 ? -scale : scale;
    setNormal(w, sign * x, sign * y, sign * z);
  }
  return true;
}
