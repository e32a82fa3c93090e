// The support point of a whole shape: the support point of its core, moved outward by the radius of the ball swept over the core.

import * as ShapeBlock from './blocks/shape-block.ts';
import { restartClimbs } from './climb.ts';
import { ld, st } from './port/memory.ts';
import { supportCore } from './shapes/dispatch/support.ts';

/**
 * The squares of directions between SHORT and LONG are in the range of doubles, also if the directions are scaled by a shape's
 * size. Shorter directions are multiplied by LONGER, longer ones by SHORTER.
 */
const SHORT: f64 = 1.0e-100;
const LONG: f64 = 1.0e100;
const LONGER: f64 = 1.0e200;
const SHORTER: f64 = 1.0e-200;

/** The farthest point of the whole shape, swept radius included. A zero direction gives a point of the core. */
export function supportShape(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  supportCore(record, dx, dy, dz, out);
  const radius: f64 = ShapeBlock.radius(record);
  const length: f64 = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (radius > 0.0 && length > 0.0) {
    const scale: f64 = radius / length;
    st(out, ld(out) + scale * dx);
    st(out + 1, ld(out + 1) + scale * dy);
    st(out + 2, ld(out + 2) + scale * dz);
  }
}

/** `supportShape` for `count` directions in a row, of any length: directions whose squares would over- or underflow are scaled. */
export function supportMany(record: i32, directions: i32, count: i32, out: i32): void {
  restartClimbs();
  for (let k: i32 = 0; k < 3 * count; k += 3) {
    const dx: f64 = ld(directions + k);
    const dy: f64 = ld(directions + k + 1);
    const dz: f64 = ld(directions + k + 2);
    const largest: f64 = Math.max(Math.abs(dx), Math.max(Math.abs(dy), Math.abs(dz)));
    const scale: f64 = largest < SHORT ? LONGER : largest > LONG ? SHORTER : 1.0;
    supportShape(record, scale * dx, scale * dy, scale * dz, out + k);
  }
}
