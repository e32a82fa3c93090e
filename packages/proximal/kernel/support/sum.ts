import * as ShapeBlock from '../blocks/shape-block.ts';
import { ld, st } from '../port/memory.ts';
import { supportCore } from './dispatch.ts';

/**
 * The Minkowski sum of two cores: farthest points add up. (The balls swept over them are in this record's own radius.)
 * The record's count is the length of the first record. Data: the two records, one behind the other.
 */
export function supportSum(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  const first: i32 = record + ShapeBlock.DATA;
  supportCore(first, dx, dy, dz, out);
  const x: f64 = ld(out);
  const y: f64 = ld(out + 1);
  const z: f64 = ld(out + 2);
  supportCore(first + ShapeBlock.count(record), dx, dy, dz, out);
  st(out, x + ld(out));
  st(out + 1, y + ld(out + 1));
  st(out + 2, z + ld(out + 2));
}
