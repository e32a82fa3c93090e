// Distinguishes touching from overlapping. Let D be the Minkowski difference of the shapes, swept radii included. If the distance is zero up
// to the tolerance, the origin may lie near the boundary of D or inside it. Overlap is proven by a ball around the origin inside D, touching by a
// support plane that shows that the origin is at most four gaps deep. A gap is the tolerance `Query.gap`.

import * as Query from './blocks/query.ts';
import {
  ACTIVE_SET_SIMPLEX,
  CRITERION_BOUNDS,
  MOMENTUM_NONE,
  STATUS_OVERLAPPING,
  STATUS_TOUCHING,
  STATUS_UNKNOWN,
  TRACE_OFF,
} from './constants.ts';
import { gjk } from './gjk/gjk.ts';
import { innerRadius } from './gjk/inner-radius.ts';
import { hasNoNormal, setNormal } from './witness.ts';

/** The status of a pair that GJK could not separate, from its final state. */
export function contactStatus(w: i32): i32 {
  const gap: f64 = Query.gap(w);
  const upper: f64 = Query.coreUpper(w) - Query.radii(w);
  // A lower bound of at most the floor and bounds that differ by at most the gap give an upper bound of at most gap + floor.
  if (Query.vertexCount(w) === 0 || !(upper <= gap + Query.floor(w))) return STATUS_UNKNOWN;
  if (upper < -gap) return STATUS_OVERLAPPING;
  if (Query.coreLower(w) - Query.radii(w) >= -gap) return STATUS_TOUCHING;
  if (Query.vertexCount(w) === 4 && innerRadius(w) > gap) return STATUS_OVERLAPPING;
  return probeAround(w);
}

/**
 * Runs GJK for the four corners of a small regular tetrahedron around the origin, four gaps away from it. If all four are within a
 * gap of D, then D contains a ball of a third of a gap around the origin, because the tetrahedron's inscribed ball has a radius of
 * 4/3 gaps, a third of the corners' distance: overlap. If one is separated from D, the plane in between shows that the origin is
 * at most four gaps deep: touching, and that plane gives the normal if there is none yet. A corner that GJK cannot decide proves nothing.
 */
function probeAround(w: i32): i32 {
  const tx: f64 = Query.translation(w, 0);
  const ty: f64 = Query.translation(w, 1);
  const tz: f64 = Query.translation(w, 2);
  const gap: f64 = Query.gap(w);
  const step: f64 = (4.0 * gap) / Math.sqrt(3.0);
  Query.setAbove(w, Query.floor(w));
  Query.setGap(w, Math.max(0.25 * gap, Query.floor(w)));
  Query.setBelow(w, -Query.gap(w));
  Query.setMomentumKind(w, MOMENTUM_NONE);
  Query.setActiveSet(w, ACTIVE_SET_SIMPLEX);
  Query.setCriterion(w, CRITERION_BOUNDS);
  Query.setTrace(w, TRACE_OFF);
  let status: i32 = STATUS_OVERLAPPING;
  for (let corner: i32 = 0; corner < 4 && status !== STATUS_TOUCHING; corner += 1) {
    const x: f64 = corner < 2 ? step : -step;
    const y: f64 = corner === 0 || corner === 2 ? step : -step;
    const z: f64 = corner === 0 || corner === 3 ? step : -step;
    Query.setTranslation(w, 0, tx + x);
    Query.setTranslation(w, 1, ty + y);
    Query.setTranslation(w, 2, tz + z);
    gjk(w, x, y, z);
    if (Query.coreLower(w) - Query.radii(w) > 0.0) status = STATUS_TOUCHING;
    else if (!(Query.coreUpper(w) - Query.radii(w) <= gap)) status = STATUS_UNKNOWN;
  }
  if (status === STATUS_TOUCHING && hasNoNormal(w)) {
    const scale: f64 = -1.0 / Query.coreUpper(w);
    setNormal(w, scale * Query.nearest(w, 0), scale * Query.nearest(w, 1), scale * Query.nearest(w, 2));
  }
  Query.setTranslation(w, 0, tx);
  Query.setTranslation(w, 1, ty);
  Query.setTranslation(w, 2, tz);
  return status;
}
