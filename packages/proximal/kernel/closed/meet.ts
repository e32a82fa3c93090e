// Closed forms of the Boolean query for points, segments and boxes, the cores of spheres, capsules and rounded boxes. The nearest
// points give an upper bound; the support planes across the line between them give the lower one, as in GJK.
import {
  FLOOR,
  KIND_BOX,
  KIND_POINT,
  KIND_SEGMENT,
  RADII,
  RECORD_A_INT,
  RECORD_B_INT,
  RECORD_DATA,
  RECORD_KIND_INT,
  ROTATION,
  TRANSLATION,
} from '../layout.ts';
import { ld, ldi } from '../port/memory.ts';
import { APART, MEET, UNDECIDED } from './answer.ts';
import { boxesMeet } from './boxes.ts';

/** Whether the shapes come within `margin` of each other, where a formula can tell. */
export function meetClosed(w: i32, margin: f64): i32 {
  const a: i32 = ldi(2 * w + RECORD_A_INT);
  const b: i32 = ldi(2 * w + RECORD_B_INT);
  const kindA: i32 = ldi(2 * a + RECORD_KIND_INT);
  const kindB: i32 = ldi(2 * b + RECORD_KIND_INT);
  if (kindA > KIND_BOX || kindB > KIND_BOX) return UNDECIDED;
  if (kindA <= KIND_SEGMENT && kindB <= KIND_SEGMENT) {
    const extentA: f64 = kindA === KIND_POINT ? 0.0 : ld(a + RECORD_DATA);
    const extentB: f64 = kindB === KIND_POINT ? 0.0 : ld(b + RECORD_DATA);
    return segmentsMeet(w, extentA, extentB, margin);
  }
  if (kindA === kindB) return ld(w + RADII) > 0.0 ? UNDECIDED : boxesMeet(w, margin);
  const tx: f64 = ld(w + TRANSLATION);
  const ty: f64 = ld(w + TRANSLATION + 1);
  const tz: f64 = ld(w + TRANSLATION + 2);
  if (kindB === KIND_POINT) return boxMeetsPoint(w, a + RECORD_DATA, tx, ty, tz, margin);
  if (kindA !== KIND_POINT) return UNDECIDED;
  const r: i32 = w + ROTATION;
  const x: f64 = -(ld(r) * tx + ld(r + 3) * ty + ld(r + 6) * tz);
  const y: f64 = -(ld(r + 1) * tx + ld(r + 4) * ty + ld(r + 7) * tz);
  const z: f64 = -(ld(r + 2) * tx + ld(r + 5) * ty + ld(r + 8) * tz);
  return boxMeetsPoint(w, b + RECORD_DATA, x, y, z, margin);
}

/** The segments s e_z, |s| ≤ `extentA`, and t + q u, |q| ≤ `extentB`. */
function segmentsMeet(w: i32, extentA: f64, extentB: f64, margin: f64): i32 {
  const ux: f64 = ld(w + ROTATION + 2);
  const uy: f64 = ld(w + ROTATION + 5);
  const uz: f64 = ld(w + ROTATION + 8);
  const tx: f64 = ld(w + TRANSLATION);
  const ty: f64 = ld(w + TRANSLATION + 1);
  const tz: f64 = ld(w + TRANSLATION + 2);
  const along: f64 = ux * tx + uy * ty + uz * tz;
  const turned: f64 = 1.0 - uz * uz;
  const ofLines: f64 = extentA > 0.0 && extentB > 0.0 && turned > 0.0 ? (tz - uz * along) / turned : tz;
  const q: f64 = clamp(clamp(ofLines, extentA) * uz - along, extentB);
  const s: f64 = clamp(tz + q * uz, extentA);
  const x: f64 = -tx - q * ux;
  const y: f64 = -ty - q * uy;
  const z: f64 = s - tz - q * uz;
  const least: f64 = -(x * tx + y * ty + z * tz) - extentA * Math.abs(z) - extentB * Math.abs(x * ux + y * uy + z * uz);
  return compare(w, x * x + y * y + z * z, least, margin);
}

/** The box with the half extents at `box`, around the origin, and the point (x, y, z). */
function boxMeetsPoint(w: i32, box: i32, x: f64, y: f64, z: f64, margin: f64): i32 {
  const hx: f64 = ld(box);
  const hy: f64 = ld(box + 1);
  const hz: f64 = ld(box + 2);
  const dx: f64 = x - clamp(x, hx);
  const dy: f64 = y - clamp(y, hy);
  const dz: f64 = z - clamp(z, hz);
  const least: f64 = dx * x + dy * y + dz * z - hx * Math.abs(dx) - hy * Math.abs(dy) - hz * Math.abs(dz);
  return compare(w, dx * dx + dy * dy + dz * dz, least, margin);
}

/** `squared` is |x|² for a point x of the cores' difference, `least` the smallest ⟨x, z⟩ over all its points z. */
function compare(w: i32, squared: f64, least: f64, margin: f64): i32 {
  const reach: f64 = ld(w + RADII) + margin;
  if (squared <= reach * reach) return MEET;
  return least > (reach + ld(w + FLOOR)) * Math.sqrt(squared) ? APART : UNDECIDED;
}

/** The number nearest to `x` between −limit and +limit. */
function clamp(x: f64, limit: f64): f64 {
  return x > limit ? limit : x < -limit ? -limit : x;
}
