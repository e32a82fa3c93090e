// The separating axis test of two boxes. They are apart if and only if one of fifteen directions separates them: the normals of
// their six faces, and the nine directions perpendicular to an edge of each (Gottschalk, Lin and Manocha 1996).
import * as Query from '../blocks/query.ts';
import * as ShapeBlock from '../blocks/shape-block.ts';
import { ld } from '../port/memory.ts';
import { APART, MEET, UNDECIDED } from './answer.ts';

/**
 * A direction separates the boxes if the distance of the centers along it exceeds the sum of the boxes' extents; the difference is
 * the excess. For edges u and v the direction u × v is shorter than 1, and the excess is scaled by its length. Comparing the scaled
 * excess with the whole margin is conservative: it leaves more cases to GJK. The rounding error is not scaled, so the limit
 * is the margin plus one and a half floors instead of one. Exactly parallel edges, u × v = 0, are skipped.
 */
export function boxesMeet(w: i32, recordA: i32, recordB: i32, margin: f64): i32 {
  const a: i32 = recordA + ShapeBlock.DATA;
  const b: i32 = recordB + ShapeBlock.DATA;
  const r: i32 = w + Query.ROTATION;
  const floor: f64 = Query.floor(w);
  const limit: f64 = margin + 1.5 * floor;
  const ax: f64 = ld(a);
  const ay: f64 = ld(a + 1);
  const az: f64 = ld(a + 2);
  const bx: f64 = ld(b);
  const by: f64 = ld(b + 1);
  const bz: f64 = ld(b + 2);
  const tx: f64 = Query.translation(w, 0);
  const ty: f64 = Query.translation(w, 1);
  const tz: f64 = Query.translation(w, 2);
  const xx: f64 = Math.abs(ld(r));
  const xy: f64 = Math.abs(ld(r + 1));
  const xz: f64 = Math.abs(ld(r + 2));
  const yx: f64 = Math.abs(ld(r + 3));
  const yy: f64 = Math.abs(ld(r + 4));
  const yz: f64 = Math.abs(ld(r + 5));
  const zx: f64 = Math.abs(ld(r + 6));
  const zy: f64 = Math.abs(ld(r + 7));
  const zz: f64 = Math.abs(ld(r + 8));
  const faceX: f64 = Math.abs(tx) - (ax + bx * xx + by * xy + bz * xz);
  const faceY: f64 = Math.abs(ty) - (ay + bx * yx + by * yy + bz * yz);
  const faceZ: f64 = Math.abs(tz) - (az + bx * zx + by * zy + bz * zz);
  if (faceX > limit || faceY > limit || faceZ > limit) return APART;
  const sideX: f64 = Math.abs(tx * ld(r) + ty * ld(r + 3) + tz * ld(r + 6)) - (bx + ax * xx + ay * yx + az * zx);
  const sideY: f64 = Math.abs(tx * ld(r + 1) + ty * ld(r + 4) + tz * ld(r + 7)) - (by + ax * xy + ay * yy + az * zy);
  const sideZ: f64 = Math.abs(tx * ld(r + 2) + ty * ld(r + 5) + tz * ld(r + 8)) - (bz + ax * xz + ay * yz + az * zz);
  if (sideX > limit || sideY > limit || sideZ > limit) return APART;
  let isOverlapProven: bool =
    faceX < -floor && faceY < -floor && faceZ < -floor && sideX < -floor && sideY < -floor && sideZ < -floor;
  for (let j: i32 = 0; j < 3; j += 1) {
    // The edge j of B, its next two axes, and their extents.
    const k: i32 = j === 2 ? 0 : j + 1;
    const l: i32 = j === 0 ? 2 : j - 1;
    const bk: f64 = ld(b + k);
    const bl: f64 = ld(b + l);
    const ux: f64 = ld(r + j);
    const uy: f64 = ld(r + 3 + j);
    const uz: f64 = ld(r + 6 + j);
    const sx: f64 = Math.abs(ux);
    const sy: f64 = Math.abs(uy);
    const sz: f64 = Math.abs(uz);
    const ofX: f64 = bk * Math.abs(ld(r + l)) + bl * Math.abs(ld(r + k));
    const ofY: f64 = bk * Math.abs(ld(r + 3 + l)) + bl * Math.abs(ld(r + 3 + k));
    const ofZ: f64 = bk * Math.abs(ld(r + 6 + l)) + bl * Math.abs(ld(r + 6 + k));
    const edgeX: f64 = Math.abs(tz * uy - ty * uz) - (ay * sz + az * sy + ofX);
    const edgeY: f64 = Math.abs(tx * uz - tz * ux) - (az * sx + ax * sz + ofY);
    const edgeZ: f64 = Math.abs(ty * ux - tx * uy) - (ax * sy + ay * sx + ofZ);
    if (edgeX > limit || edgeY > limit || edgeZ > limit) return APART;
    isOverlapProven =
      isOverlapProven &&
      (edgeX < -floor || sy + sz === 0.0) &&
      (edgeY < -floor || sx + sz === 0.0) &&
      (edgeZ < -floor || sx + sy === 0.0);
  }
  return isOverlapProven ? MEET : UNDECIDED;
}
