import * as ShapeBlock from '../blocks/shape-block.ts';
import { freeAxis } from '../derivatives/side.ts';
import { st } from '../port/memory.ts';
import { withSign } from '../port/scan.ts';

/** The box centered at the origin. Data: the three half extents. */
export function supportBox(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  const hx: f64 = ShapeBlock.data(record, 0);
  const hy: f64 = ShapeBlock.data(record, 1);
  const hz: f64 = ShapeBlock.data(record, 2);
  // Adding zero makes a negative zero positive: ties go to the positive side.
  st(out, withSign(hx, dx + 0.0));
  st(out + 1, withSign(hy, dy + 0.0));
  st(out + 2, withSign(hz, dz + 0.0));
}

/** Adds the box's axes that are perpendicular to the direction to the free vectors of the side. Data: the three half extents. */
export function fillBoxSide(record: i32, side: i32): void {
  for (let axis: i32 = 0; axis < 3; axis += 1) freeAxis(side, axis, ShapeBlock.data(record, axis));
}
