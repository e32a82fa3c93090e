// What every kind of shape says about a side: bends, free vectors, regularity.
import { ld, st, sti } from '../port/memory.ts';
import {
  SIDE_BEND,
  SIDE_DIRECTION,
  SIDE_FIRST,
  SIDE_FREE,
  SIDE_FREE_COUNT_INT,
  SIDE_LOOSE,
  SIDE_POINT,
  SIDE_REGULAR_INT,
  SIDE_SECOND,
  SIDE_TIGHT,
} from './layout.ts';
import { dot } from './tangent.ts';

/** How near to its end a point of an edge counts as being there, relative to the edge. */
export const BORDER: f64 = 1.0e-9;

/** A corner: no bend, nothing free. */
export function clearSide(side: i32): void {
  setBend(side, 0.0, 0.0, 0.0);
  sti(2 * side + SIDE_FREE_COUNT_INT, 0);
  sti(2 * side + SIDE_REGULAR_INT, 1);
}

export function setBend(side: i32, firstFirst: f64, firstSecond: f64, secondSecond: f64): void {
  st(side + SIDE_BEND, firstFirst);
  st(side + SIDE_BEND + 1, firstSecond);
  st(side + SIDE_BEND + 2, secondSecond);
}

/** The core's point, by its coordinates across the direction and along it. */
export function setPoint(side: i32, first: f64, second: f64, along: f64): void {
  for (let k: i32 = 0; k < 3; k += 1) {
    st(
      side + SIDE_POINT + k,
      first * ld(side + SIDE_FIRST + k) + second * ld(side + SIDE_SECOND + k) + along * ld(side + SIDE_DIRECTION + k),
    );
  }
}

/** Adds `scale` · x xᵀ to the Hessian. */
export function addBend(side: i32, scale: f64, x: f64, y: f64, z: f64): void {
  const a: f64 = dot(side + SIDE_FIRST, x, y, z);
  const b: f64 = dot(side + SIDE_SECOND, x, y, z);
  setBend(
    side,
    ld(side + SIDE_BEND) + scale * a * a,
    ld(side + SIDE_BEND + 1) + scale * a * b,
    ld(side + SIDE_BEND + 2) + scale * b * b,
  );
}

/** Adds diag(x, y, z) to the Hessian. */
export function addDiagonal(side: i32, x: f64, y: f64, z: f64): void {
  const e: i32 = side + SIDE_FIRST;
  const f: i32 = side + SIDE_SECOND;
  setBend(
    side,
    ld(side + SIDE_BEND) + x * ld(e) * ld(e) + y * ld(e + 1) * ld(e + 1) + z * ld(e + 2) * ld(e + 2),
    ld(side + SIDE_BEND + 1) + x * ld(e) * ld(f) + y * ld(e + 1) * ld(f + 1) + z * ld(e + 2) * ld(f + 2),
    ld(side + SIDE_BEND + 2) + x * ld(f) * ld(f) + y * ld(f + 1) * ld(f + 1) + z * ld(f + 2) * ld(f + 2),
  );
}

/** Makes (x, y, z) free vector number `place`. */
export function setFree(side: i32, place: i32, x: f64, y: f64, z: f64): void {
  st(side + SIDE_FREE + 3 * place, x);
  st(side + SIDE_FREE + 3 * place + 1, y);
  st(side + SIDE_FREE + 3 * place + 2, z);
  sti(2 * side + SIDE_FREE_COUNT_INT, place + 1);
}

/** Whether an edge or face that is perpendicular to the direction but for `angle` counts, with the point inside it or not. */
export function isTied(side: i32, angle: f64, isInside: bool): bool {
  return angle <= ld(side + SIDE_TIGHT) || (isInside && angle <= ld(side + SIDE_LOOSE));
}
