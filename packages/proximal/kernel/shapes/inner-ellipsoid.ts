import * as ShapeBlock from '../blocks/shape-block.ts';
import { addBall } from '../growth/hessian.ts';
import { ld, st } from '../port/memory.ts';
import { addEllipsoidHessian, supportEllipsoid } from './ellipsoid.ts';

/**
 * The inner core of an ellipsoid: the Minkowski sum of this set and a ball is the ellipsoid. The ball's radius is part of the record's
 * swept radius.
 * Data: the semi-axes, the ball's radius.
 */
export function supportInnerEllipsoid(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  supportEllipsoid(record, dx, dy, dz, out);
  const length: f64 = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const scale: f64 = length > 0.0 ? ShapeBlock.data(record, 3) / length : 0.0;
  st(out, ld(out) - scale * dx);
  st(out + 1, ld(out + 1) - scale * dy);
  st(out + 2, ld(out + 2) - scale * dz);
}

export function addInnerEllipsoidHessian(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  addEllipsoidHessian(record, dx, dy, dz, out);
  addBall(-ShapeBlock.data(record, 3), dx, dy, dz, out);
}
