import * as ShapeBlock from '../blocks/shape-block.ts';
import { st } from '../port/memory.ts';
import { withSign } from '../port/scan.ts';

/** The segment from −h to +h along z: the core of a capsule. Data: h. */
export function supportSegment(record: i32, dz: f64, out: i32): void {
  const halfLength: f64 = ShapeBlock.data(record, 0);
  st(out, 0.0);
  st(out + 1, 0.0);
  st(out + 2, withSign(halfLength, dz + 0.0));
}
