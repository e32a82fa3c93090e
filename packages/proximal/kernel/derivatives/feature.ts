// The exact local geometry of a shape at its support feature along the outward normal: the Hessian of the support function, and the
// vectors along which the feature is flat. It is called a side (`Side` in layout.ts), because the derivative of a pair needs one for each
// of the two shapes. Most kinds of shapes have a function that computes it; `differenceSide` and `strictSide` serve the others.

import * as ShapeBlock from '../blocks/shape-block.ts';
import { bilinear, clearHessian } from '../growth/hessian.ts';
import { ld } from '../port/memory.ts';
import { addCoreHessian } from '../shapes/dispatch/hessian.ts';
import { fillCoreSide } from '../shapes/dispatch/side.ts';
import * as Side from './blocks/side.ts';
import { supportBeside } from './gaussian.ts';
import { addDiagonal, addRankOne, setHessian } from './side.ts';
import { dotAt } from './tangent.ts';

/** Step of the finite differences for a Hessian: the error for a smooth shape is about its square. */
const STEP: f64 = 1.0e-5;

/** Fills the side of a whole shape, swept ball included. Direction, vectors, point (of the core) and angles are given. */
export function shapeSide(record: i32, side: i32): void {
  fillCoreSide(record, side);
  addBall(side, ShapeBlock.radius(record));
}

/** Adds the Hessian of a ball: r (I − d dᵀ). */
export function addBall(side: i32, radius: f64): void {
  if (!(radius > 0.0)) return;
  const d: i32 = side + Side.DIRECTION;
  addDiagonal(side, radius, radius, radius);
  addRankOne(side, -radius, ld(d), ld(d + 1), ld(d + 2));
}

/** For a kind without its own side or Hessian: central differences of the support point. */
export function differenceSide(record: i32, side: i32): void {
  const out: i32 = side + Side.SCRATCH;
  supportBeside(record, side, STEP, 0.0, out);
  let firstFirst: f64 = dotAt(side + Side.FIRST, out);
  let secondFirst: f64 = dotAt(side + Side.SECOND, out);
  supportBeside(record, side, -STEP, 0.0, out);
  firstFirst -= dotAt(side + Side.FIRST, out);
  secondFirst -= dotAt(side + Side.SECOND, out);
  supportBeside(record, side, 0.0, STEP, out);
  let firstSecond: f64 = dotAt(side + Side.FIRST, out);
  let secondSecond: f64 = dotAt(side + Side.SECOND, out);
  supportBeside(record, side, 0.0, -STEP, out);
  firstSecond -= dotAt(side + Side.FIRST, out);
  secondSecond -= dotAt(side + Side.SECOND, out);
  const scale: f64 = 0.5 / STEP;
  setHessian(side, scale * firstFirst, 0.5 * scale * (firstSecond + secondFirst), scale * secondSecond);
}

/** For a strictly convex kind with a Hessian but without a function for its features: its Hessian, and no free vectors. */
export function strictSide(record: i32, side: i32): void {
  const d: i32 = side + Side.DIRECTION;
  const e: i32 = side + Side.FIRST;
  const f: i32 = side + Side.SECOND;
  const hessian: i32 = side + Side.SIZE;
  clearHessian(hessian);
  addCoreHessian(record, ld(d), ld(d + 1), ld(d + 2), hessian);
  setHessian(
    side,
    bilinear(hessian, ld(e), ld(e + 1), ld(e + 2), ld(e), ld(e + 1), ld(e + 2)),
    bilinear(hessian, ld(e), ld(e + 1), ld(e + 2), ld(f), ld(f + 1), ld(f + 2)),
    bilinear(hessian, ld(f), ld(f + 1), ld(f + 2), ld(f), ld(f + 1), ld(f + 2)),
  );
}
