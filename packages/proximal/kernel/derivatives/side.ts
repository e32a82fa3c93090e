// The local geometry of a shape at its support feature: Hessian, free vectors, regularity.
import { ld } from '../port/memory.ts';
import * as Side from './blocks/side.ts';
import { dot } from './tangent.ts';

/** A point nearer to the end of an edge than this fraction of the edge's half length counts as at the end. */
export const BORDER: f64 = 1.0e-9;

/** A corner: zero Hessian, no free vectors. */
export function clearSide(side: i32): void {
  setHessian(side, 0.0, 0.0, 0.0);
  Side.setFreeCount(side, 0);
  Side.setRegular(side, 1);
}

export function setHessian(side: i32, firstFirst: f64, firstSecond: f64, secondSecond: f64): void {
  Side.setHessian(side, 0, firstFirst);
  Side.setHessian(side, 1, firstSecond);
  Side.setHessian(side, 2, secondSecond);
}

/** The core's point, by its coordinates across the direction and along it. */
export function setPoint(side: i32, first: f64, second: f64, along: f64): void {
  for (let k: i32 = 0; k < 3; k += 1) {
    Side.setPoint(
      side,
      k,
      first * Side.first(side, k) + second * Side.second(side, k) + along * Side.direction(side, k),
    );
  }
}

/** Adds `scale` · x xᵀ to the Hessian. */
export function addRankOne(side: i32, scale: f64, x: f64, y: f64, z: f64): void {
  const a: f64 = dot(side + Side.FIRST, x, y, z);
  const b: f64 = dot(side + Side.SECOND, x, y, z);
  setHessian(
    side,
    Side.hessian(side, 0) + scale * a * a,
    Side.hessian(side, 1) + scale * a * b,
    Side.hessian(side, 2) + scale * b * b,
  );
}

/** Adds diag(x, y, z) to the Hessian. */
export function addDiagonal(side: i32, x: f64, y: f64, z: f64): void {
  const e: i32 = side + Side.FIRST;
  const f: i32 = side + Side.SECOND;
  setHessian(
    side,
    Side.hessian(side, 0) + x * ld(e) * ld(e) + y * ld(e + 1) * ld(e + 1) + z * ld(e + 2) * ld(e + 2),
    Side.hessian(side, 1) + x * ld(e) * ld(f) + y * ld(e + 1) * ld(f + 1) + z * ld(e + 2) * ld(f + 2),
    Side.hessian(side, 2) + x * ld(f) * ld(f) + y * ld(f + 1) * ld(f + 1) + z * ld(f + 2) * ld(f + 2),
  );
}

/** Sets free vector number `index` to (x, y, z), the last one. */
export function setFree(side: i32, index: i32, x: f64, y: f64, z: f64): void {
  Side.setFree(side, 3 * index, x);
  Side.setFree(side, 3 * index + 1, y);
  Side.setFree(side, 3 * index + 2, z);
  Side.setFreeCount(side, index + 1);
}

/**
 * Whether an edge or face that deviates by `angle` from perpendicular to the direction counts as perpendicular; the angle may be
 * larger if the point is inside it.
 */
export function isTied(side: i32, angle: f64, isInside: bool): bool {
  return angle <= Side.tight(side) || (isInside && angle <= Side.loose(side));
}

/**
 * Adds a coordinate axis, along which an edge extends from −half to +half, as a free vector if it is perpendicular to the direction. The side is
 * not regular if the point is at an end of that edge.
 */
export function freeAxis(side: i32, axis: i32, half: f64): void {
  const isInside: bool = Math.abs(Side.point(side, axis)) < half * (1.0 - BORDER);
  if (!(half > 0.0) || !isTied(side, Math.abs(Side.direction(side, axis)), isInside)) return;
  const count: i32 = Side.freeCount(side);
  // At most two coordinates of a unit vector are small.
  if (count === 2) return;
  setFree(side, count, axis === 0 ? 1.0 : 0.0, axis === 1 ? 1.0 : 0.0, axis === 2 ? 1.0 : 0.0);
  if (!isInside) Side.setRegular(side, 0);
}
