import { RECORD_DATA } from '../layout.ts';
import { ld, st } from '../port/memory.ts';
import { withSign } from '../port/scan.ts';

/** The box centred at the origin. Data: the three half extents. */
export function supportBox(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  const hx: f64 = ld(record + RECORD_DATA);
  const hy: f64 = ld(record + RECORD_DATA + 1);
  const hz: f64 = ld(record + RECORD_DATA + 2);
  // Adding zero makes a negative zero positive: ties go to the positive side.
  st(out, withSign(hx, dx + 0.0));
  st(out + 1, withSign(hy, dy + 0.0));
  st(out + 2, withSign(hz, dz + 0.0));
}
