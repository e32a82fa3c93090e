// Touching or overlapping? A distance of zero alone cannot tell: the origin may lie on the boundary of the Minkowski
// difference D or inside it. Overlap is proven by a ball around the origin inside D, touching by a plane that leaves
// the origin at most a tolerance deep.
import { gjk } from './gjk/gjk.ts';
import { innerRadius } from './gjk/simplex.ts';
import {
  ABOVE,
  ACTIVE_SET_INT,
  ACTIVE_SET_SIMPLEX,
  BELOW,
  CORE_LOWER,
  CORE_UPPER,
  CRITERION_BOUNDS,
  CRITERION_INT,
  FLOOR,
  GAP,
  MOMENTUM_INT,
  MOMENTUM_NONE,
  NEAREST,
  RADII,
  STATUS_OVERLAPPING,
  STATUS_TOUCHING,
  STATUS_UNKNOWN,
  TRACE_INT,
  TRACE_OFF,
  TRANSLATION,
  VERTEX_COUNT_INT,
} from './layout.ts';
import { ld, ldi, st, sti } from './port/memory.ts';
import { hasNoNormal, setNormal } from './witness.ts';

/** The status of a pair that GJK could not separate, from the state it left. */
export function contactStatus(w: i32): i32 {
  const gap: f64 = ld(w + GAP);
  const upper: f64 = ld(w + CORE_UPPER) - ld(w + RADII);
  // Bounds that met at the gap may still leave both floor and gap between zero and the upper one.
  if (ldi(2 * w + VERTEX_COUNT_INT) === 0 || !(upper <= gap + ld(w + FLOOR))) return STATUS_UNKNOWN;
  if (upper < -gap) return STATUS_OVERLAPPING;
  if (ld(w + CORE_LOWER) - ld(w + RADII) >= -gap) return STATUS_TOUCHING;
  if (ldi(2 * w + VERTEX_COUNT_INT) === 4 && innerRadius(w) > gap) return STATUS_OVERLAPPING;
  return probeAround(w);
}

/**
 * Asks GJK for the four corners of a small regular tetrahedron around the origin, four gaps away from it. If all four
 * are within a gap of D, then D holds a ball of a third of a gap around the origin, because the tetrahedron's inscribed
 * ball has a third of the corners' distance: overlap. If one is separated from D, the plane in between leaves the origin
 * at most four gaps deep: touching, and that plane gives the normal. A corner that GJK cannot decide proves nothing.
 */
function probeAround(w: i32): i32 {
  const tx: f64 = ld(w + TRANSLATION);
  const ty: f64 = ld(w + TRANSLATION + 1);
  const tz: f64 = ld(w + TRANSLATION + 2);
  const gap: f64 = ld(w + GAP);
  const step: f64 = (4.0 * gap) / Math.sqrt(3.0);
  st(w + ABOVE, ld(w + FLOOR));
  st(w + GAP, Math.max(0.25 * gap, ld(w + FLOOR)));
  st(w + BELOW, -ld(w + GAP));
  sti(2 * w + MOMENTUM_INT, MOMENTUM_NONE);
  sti(2 * w + ACTIVE_SET_INT, ACTIVE_SET_SIMPLEX);
  sti(2 * w + CRITERION_INT, CRITERION_BOUNDS);
  sti(2 * w + TRACE_INT, TRACE_OFF);
  let status: i32 = STATUS_OVERLAPPING;
  for (let corner: i32 = 0; corner < 4 && status !== STATUS_TOUCHING; corner += 1) {
    const x: f64 = corner < 2 ? step : -step;
    const y: f64 = corner === 0 || corner === 2 ? step : -step;
    const z: f64 = corner === 0 || corner === 3 ? step : -step;
    st(w + TRANSLATION, tx + x);
    st(w + TRANSLATION + 1, ty + y);
    st(w + TRANSLATION + 2, tz + z);
    gjk(w, x, y, z);
    if (ld(w + CORE_LOWER) - ld(w + RADII) > 0.0) status = STATUS_TOUCHING;
    else if (!(ld(w + CORE_UPPER) - ld(w + RADII) <= gap)) status = STATUS_UNKNOWN;
  }
  if (status === STATUS_TOUCHING && hasNoNormal(w)) {
    const scale: f64 = -1.0 / ld(w + CORE_UPPER);
    setNormal(w, scale * ld(w + NEAREST), scale * ld(w + NEAREST + 1), scale * ld(w + NEAREST + 2));
  }
  st(w + TRANSLATION, tx);
  st(w + TRANSLATION + 1, ty);
  st(w + TRANSLATION + 2, tz);
  return status;
}
