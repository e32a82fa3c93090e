import * as ShapeBlock from '../blocks/shape-block.ts';
import { hostSupport } from '../port/memory.ts';

/** A shape whose support function is written by the user, outside the kernel. The `count` field of the record is the shape's id. */
export function supportCustom(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  hostSupport(ShapeBlock.count(record), dx, dy, dz, out);
}
