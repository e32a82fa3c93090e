import { RECORD_DATA } from '../layout.ts';
import { ld, st } from '../port/memory.ts';

/** The box centred at the origin. Data: the three half extents. */
export function supportBox(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  const hx: f64 = ld(record + RECORD_DATA);
  const hy: f64 = ld(record + RECORD_DATA + 1);
  const hz: f64 = ld(record + RECORD_DATA + 2);
  st(out, dx >= 0.0 ? hx : -hx);
  st(out + 1, dy >= 0.0 ? hy : -hy);
  st(out + 2, dz >= 0.0 ? hz : -hz);
}
