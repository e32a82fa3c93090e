import { RECORD_COUNT_INT } from '../layout.ts';
import { hostSupport, ldi } from '../port/memory.ts';

/** A shape whose support function is written by the user, outside the kernel. The record's count is its id. */
export function supportCustom(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  hostSupport(ldi(2 * record + RECORD_COUNT_INT), dx, dy, dz, out);
}
