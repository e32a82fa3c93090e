import { RECORD_COUNT_INT, RECORD_DATA } from '../layout.ts';
import { ld, ldi, st } from '../port/memory.ts';

/** The hull of a list of points, by a linear scan; ties go to the lowest index. Data: x y z of each point. */
export function supportConvex(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  const first: i32 = record + RECORD_DATA;
  const end: i32 = first + 3 * ldi(2 * record + RECORD_COUNT_INT);
  let farthest: i32 = first;
  let most: f64 = dx * ld(first) + dy * ld(first + 1) + dz * ld(first + 2);
  for (let at: i32 = first + 3; at < end; at += 3) {
    const reach: f64 = dx * ld(at) + dy * ld(at + 1) + dz * ld(at + 2);
    if (reach > most) {
      most = reach;
      farthest = at;
    }
  }
  st(out, ld(farthest));
  st(out + 1, ld(farthest + 1));
  st(out + 2, ld(farthest + 2));
}
