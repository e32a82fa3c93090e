import * as ShapeBlock from '../blocks/shape-block.ts';
import * as Side from '../derivatives/blocks/side.ts';
import { addRankOne, BORDER, isTied, setFree } from '../derivatives/side.ts';
import { addCone, addPlane, centerOf, recordOf, rowStride, setAlpha, setOnCore } from '../growth/conic-rows.ts';
import { ld, st } from '../port/memory.ts';

/**
 * The hull of two discs perpendicular to z, at −h and +h: cylinder, cone and frustum. Data: bottom radius, top radius, h.
 * Along the axis the whole disc is farthest, and its center is returned.
 */
export function supportFrustum(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  const bottom: f64 = ShapeBlock.data(record, 0);
  const top: f64 = ShapeBlock.data(record, 1);
  const halfLength: f64 = ShapeBlock.data(record, 2);
  const across: f64 = Math.sqrt(dx * dx + dy * dy);
  const isTop: bool = (top - bottom) * across + 2.0 * halfLength * dz >= 0.0;
  const radius: f64 = isTop ? top : bottom;
  const scale: f64 = across > 0.0 ? radius / across : 0.0;
  // The radius over a small length may overflow where the point does not.
  const isLarge: bool = scale > 1e300;
  st(out, isLarge ? radius * (dx / across) : scale * dx);
  st(out + 1, isLarge ? radius * (dy / across) : scale * dy);
  st(out + 2, isTop ? halfLength : -halfLength);
}

/**
 * For a rim of radius R at ±h the support value is R |(dx, dy)| ± h dz. Along the axis the support set is a whole disc.
 * Perpendicular to the lateral surface it is a line, and R is the point's distance from the axis if the point is inside the line. Data:
 * bottom radius, top radius, h.
 */
export function fillFrustumSide(record: i32, side: i32): void {
  const bottom: f64 = ShapeBlock.data(record, 0);
  const top: f64 = ShapeBlock.data(record, 1);
  const half: f64 = ShapeBlock.data(record, 2);
  const x: f64 = Side.direction(side, 0);
  const y: f64 = Side.direction(side, 1);
  const z: f64 = Side.direction(side, 2);
  const px: f64 = Side.point(side, 0);
  const py: f64 = Side.point(side, 1);
  const across: f64 = Math.sqrt(x * x + y * y);
  const arm: f64 = Math.sqrt(px * px + py * py);
  const disc: f64 = half > 0.0 ? (z > 0.0 ? top : bottom) : Math.max(top, bottom);
  const isOnDisc: bool = arm < disc * (1.0 - BORDER);
  if (disc > 0.0 && isTied(side, across, isOnDisc)) {
    setFree(side, 0, 1.0, 0.0, 0.0);
    setFree(side, 1, 0.0, 1.0, 0.0);
    if (!isOnDisc) Side.setRegular(side, 0);
    return;
  }
  const slant: f64 = Math.sqrt((top - bottom) * (top - bottom) + 4.0 * half * half);
  const slope: f64 = (top - bottom) * across + 2.0 * half * z;
  const isOnLine: bool = Math.abs(Side.point(side, 2)) < half * (1.0 - BORDER);
  let radius: f64 = slope >= 0.0 ? top : bottom;
  if (half > 0.0 && across > 0.0 && isTied(side, Math.abs(slope) / slant, isOnLine)) {
    setFree(side, 0, ((top - bottom) * x) / across, ((top - bottom) * y) / across, 2.0 * half);
    if (isOnLine) radius = arm;
    else Side.setRegular(side, 0);
  }
  if (radius > 0.0) addRankOne(side, radius / (across * across * across), -y, x, 0.0);
}

/** Writes the half-spaces of both ends: α (h ∓ c_z) ∓ v_z ≥ 0. */
export function writeFrustumPlanes(w: i32, g: i32, work: i32, body: i32): void {
  const halfLength: f64 = ShapeBlock.data(recordOf(w, body), 2);
  const z: f64 = ld(centerOf(g, body) + 2);
  const upper: i32 = addPlane(work);
  setOnCore(w, g, work, body, upper, 0.0, 0.0, -1.0);
  setAlpha(upper, halfLength - z);
  const lower: i32 = addPlane(work);
  setOnCore(w, g, work, body, lower, 0.0, 0.0, 1.0);
  setAlpha(lower, halfLength + z);
}

/** Writes the second-order cone of the lateral surface, whose radius is ρ + k z: (α ρ + k (v_z + α c_z), v_xy + α c_xy) ∈ Q. */
export function writeFrustumCones(w: i32, g: i32, work: i32, body: i32): void {
  const data: i32 = recordOf(w, body) + ShapeBlock.DATA;
  const c: i32 = centerOf(g, body);
  const bottom: f64 = ld(data);
  const top: f64 = ld(data + 1);
  const slope: f64 = (top - bottom) / (2.0 * ld(data + 2));
  const first: i32 = addCone(work, 3);
  const stride: i32 = rowStride(work);
  setOnCore(w, g, work, body, first, 0.0, 0.0, slope);
  setAlpha(first, 0.5 * (bottom + top) + slope * ld(c + 2));
  setOnCore(w, g, work, body, first + stride, 1.0, 0.0, 0.0);
  setAlpha(first + stride, ld(c));
  setOnCore(w, g, work, body, first + 2 * stride, 0.0, 1.0, 0.0);
  setAlpha(first + 2 * stride, ld(c + 1));
}
