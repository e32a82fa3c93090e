// The sides of curved cores, from the closed forms of their Hessians.

import * as ShapeBlock from '../blocks/shape-block.ts';
import { addCoreHessian, bilinear, clearHessian } from '../growth/hessian.ts';
import { ld } from '../port/memory.ts';
import * as Side from './blocks/side.ts';
import { addBend, BORDER, isTied, setBend, setFree } from './side.ts';

/** A coordinate of a direction that is as good as zero, relative to its length. */
const ZERO: f64 = 1.0e-9;

/** A strictly convex core: its Hessian, and nothing free. */
export function strictSide(record: i32, side: i32): void {
  const d: i32 = side + Side.DIRECTION;
  const e: i32 = side + Side.FIRST;
  const f: i32 = side + Side.SECOND;
  const hessian: i32 = side + Side.SIZE;
  clearHessian(hessian);
  addCoreHessian(record, ld(d), ld(d + 1), ld(d + 2), hessian);
  setBend(
    side,
    bilinear(hessian, ld(e), ld(e + 1), ld(e + 2), ld(e), ld(e + 1), ld(e + 2)),
    bilinear(hessian, ld(e), ld(e + 1), ld(e + 2), ld(f), ld(f + 1), ld(f + 2)),
    bilinear(hessian, ld(f), ld(f + 1), ld(f + 2), ld(f), ld(f + 1), ld(f + 2)),
  );
}

/**
 * A superellipsoid: where a coordinate is zero and its exponent below 2, or both are on the axis, a second derivative is infinite or
 * depends on the way there, and the side is not regular. Data: rx, ry, rz, p, q.
 */
export function superellipsoidSide(record: i32, side: i32): void {
  strictSide(record, side);
  const d: i32 = side + Side.DIRECTION;
  const p: f64 = ShapeBlock.data(record, 3);
  const q: f64 = ShapeBlock.data(record, 4);
  const isX: bool = Math.abs(ld(d)) > ZERO;
  const isY: bool = Math.abs(ld(d + 1)) > ZERO;
  const isZ: bool = Math.abs(ld(d + 2)) > ZERO;
  const isFlat: bool = isX || isY ? p < 2.0 && !(isX && isY) : q < 2.0 || (q === 2.0 && p !== 2.0);
  if (isFlat || (q < 2.0 && !isZ)) Side.setRegular(side, 0);
}

/**
 * The hull of two discs: along a rim h = R |(dx, dy)| ± h dz. The whole disc is farthest along the axis, a line of the side across
 * it, whose points bend by how far they are from the axis. Data: bottom radius, top radius, half the height.
 */
export function frustumSide(record: i32, side: i32): void {
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
  if (radius > 0.0) addBend(side, radius / (across * across * across), -y, x, 0.0);
}
