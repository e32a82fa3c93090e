// MPR as a Boolean test (Gao Sec. II-C): is the origin inside the Minkowski difference D? Seen from a point deep inside D, the
// difference of the centres, the ray towards the origin either leaves D behind it, or a support plane passes between.
import {
  FLOOR,
  MAX_ITERATIONS_INT,
  PORTAL_DISTANCE,
  PORTAL_INT,
  PORTAL_NORMAL,
  PORTAL_SUPPORT,
  RADII,
  RECORD_A_INT,
  RECORD_B_INT,
  RECORD_CENTER,
  ROTATION,
  START,
  TRACE_PORTAL,
  TRANSLATION,
} from '../layout.ts';
import { ld, ldi, st } from '../port/memory.ts';
import { rotate } from '../rotation.ts';
import { clearPortal, findPortal, PORTAL_FOUND, supportGrown, supportPortal, updatePortal } from './mpr.ts';
import { showStep } from './show.ts';

const MEET: i32 = 1;
const APART: i32 = 0;

/**
 * 1 if the shapes come within `margin` of each other, 0 if a plane is proven to keep them farther apart by more than rounding. Half-
 * spaces are not for it. What rounding leaves open is a collision.
 */
export function portalsMeet(w: i32, margin: f64): i32 {
  const tx: f64 = ld(w + TRANSLATION);
  const ty: f64 = ld(w + TRANSLATION + 1);
  const tz: f64 = ld(w + TRANSLATION + 2);
  const a: i32 = ldi(2 * w + RECORD_A_INT) + RECORD_CENTER;
  const b: i32 = ldi(2 * w + RECORD_B_INT) + RECORD_CENTER;
  rotate(w + ROTATION, ld(b), ld(b + 1), ld(b + 2), w + START);
  // B moved so that the centres meet: the difference around its inner point, which is then the origin.
  st(w + TRANSLATION, ld(a) - ld(w + START));
  st(w + TRANSLATION + 1, ld(a + 1) - ld(w + START + 1));
  st(w + TRANSLATION + 2, ld(a + 2) - ld(w + START + 2));
  const x: f64 = tx - ld(w + TRANSLATION);
  const y: f64 = ty - ld(w + TRANSLATION + 1);
  const z: f64 = tz - ld(w + TRANSLATION + 2);
  const answer: i32 = x === 0.0 && y === 0.0 && z === 0.0 ? MEET : reaches(w, x, y, z, ld(w + RADII) + margin);
  st(w + TRANSLATION, tx);
  st(w + TRANSLATION + 1, ty);
  st(w + TRANSLATION + 2, tz);
  return answer;
}

/** Whether the difference, grown by the radius, reaches the point (x, y, z) on the ray there. */
function reaches(w: i32, x: f64, y: f64, z: f64, radius: f64): i32 {
  const floor: f64 = ld(w + FLOOR);
  clearPortal(w);
  const first: i32 = ldi(2 * w + PORTAL_INT);
  supportGrown(w, first, x, y, z, radius);
  const length: f64 = Math.sqrt(x * x + y * y + z * z);
  if ((x * ld(first) + y * ld(first + 1) + z * ld(first + 2)) / length < length - floor) return APART;
  if (findPortal(w, x, y, z, radius) !== PORTAL_FOUND) return MEET;
  const most: i32 = ldi(2 * w + MAX_ITERATIONS_INT);
  for (let k: i32 = 0; k < most; k += 1) {
    if (!supportPortal(w, radius)) return MEET;
    showStep(w, TRACE_PORTAL, ld(w + PORTAL_DISTANCE), ld(w + PORTAL_SUPPORT));
    const along: f64 = ld(w + PORTAL_NORMAL) * x + ld(w + PORTAL_NORMAL + 1) * y + ld(w + PORTAL_NORMAL + 2) * z;
    if (ld(w + PORTAL_DISTANCE) >= along) return MEET;
    if (ld(w + PORTAL_SUPPORT) < along - floor) return APART;
    if (ld(w + PORTAL_SUPPORT) - ld(w + PORTAL_DISTANCE) <= 0.25 * floor) return MEET;
    updatePortal(w, x, y, z);
  }
  return MEET;
}
