// An ellipsoid is a smaller convex body with a ball swept over it: by Blaschke's theorem a ball of the least radius of curvature, c²/a
// for the shortest and the longest semi-axis, rolls freely inside, and what its centre reaches is that body. Taken as a swept radius
// the ball stays out of the iterations. A shallow overlap is then a distance of cores, which GJK answers and proves; and a deep one
// has fewer directions left that are nearly as good as the best, which is what costs EPA its corners.
import {
  INNER_A,
  INNER_B,
  INNER_INT,
  KIND_ELLIPSOID,
  KIND_INNER_ELLIPSOID,
  RECORD_A_INT,
  RECORD_B_INT,
  RECORD_DATA,
  RECORD_KIND_INT,
  RECORD_RADIUS,
} from '../layout.ts';
import { ld, ldi, st, sti } from '../port/memory.ts';

/** Puts records of the inner bodies in the place of those of ellipsoids, for the query under way. */
export function takeInnerCores(w: i32): void {
  const a: bool = takeInnerCore(w, RECORD_A_INT, w + INNER_A);
  const b: bool = takeInnerCore(w, RECORD_B_INT, w + INNER_B);
  sti(2 * w + INNER_INT, a || b ? 1 : 0);
}

function takeInnerCore(w: i32, place: i32, inner: i32): bool {
  const record: i32 = ldi(2 * w + place);
  if (ldi(2 * record + RECORD_KIND_INT) !== KIND_ELLIPSOID) return false;
  for (let k: i32 = 0; k < RECORD_DATA + 3; k += 1) st(inner + k, ld(record + k));
  const x: f64 = ld(record + RECORD_DATA);
  const y: f64 = ld(record + RECORD_DATA + 1);
  const z: f64 = ld(record + RECORD_DATA + 2);
  const shortest: f64 = Math.min(x, Math.min(y, z));
  const ball: f64 = shortest * (shortest / Math.max(x, Math.max(y, z)));
  sti(2 * inner + RECORD_KIND_INT, KIND_INNER_ELLIPSOID);
  st(inner + RECORD_RADIUS, ld(record + RECORD_RADIUS) + ball);
  st(inner + RECORD_DATA + 3, ball);
  sti(2 * w + place, inner);
  return true;
}
