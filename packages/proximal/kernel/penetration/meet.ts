// MPR as a Boolean test (Gao, see incremental.ts, Sec. II-C) whether the origin is inside the Minkowski difference D, grown by the swept radii and
// the margin. The difference of the centers is a point deep inside D. The ray from this point toward the origin leaves D beyond the origin, or a
// support plane separates the origin from D.

import * as Query from '../blocks/query.ts';
import * as ShapeBlock from '../blocks/shape-block.ts';
import { TRACE_PORTAL } from '../constants.ts';
import { ld } from '../port/memory.ts';
import { rotate } from '../rotation.ts';
import { clearPortal, findPortal, PORTAL_FOUND, supportGrown, supportPortal, updatePortal } from './mpr.ts';
import { traceStep } from './trace.ts';

const MEET: i32 = 1;
const APART: i32 = 0;

/**
 * 1 if the shapes come within `margin` of each other, 0 if a plane is proven to separate them by more than the margin and
 * rounding. Half-spaces are not supported. Undecided cases give 1.
 */
export function portalsMeet(w: i32, margin: f64): i32 {
  const tx: f64 = Query.translation(w, 0);
  const ty: f64 = Query.translation(w, 1);
  const tz: f64 = Query.translation(w, 2);
  const a: i32 = Query.recordA(w) + ShapeBlock.CENTER;
  const b: i32 = Query.recordB(w) + ShapeBlock.CENTER;
  rotate(w + Query.ROTATION, ld(b), ld(b + 1), ld(b + 2), w + Query.START);
  // B is moved such that the centers coincide: then the interior point of D is the origin, and the ray goes to (x, y, z).
  Query.setTranslation(w, 0, ld(a) - Query.start(w, 0));
  Query.setTranslation(w, 1, ld(a + 1) - Query.start(w, 1));
  Query.setTranslation(w, 2, ld(a + 2) - Query.start(w, 2));
  const x: f64 = tx - Query.translation(w, 0);
  const y: f64 = ty - Query.translation(w, 1);
  const z: f64 = tz - Query.translation(w, 2);
  const answer: i32 = x === 0.0 && y === 0.0 && z === 0.0 ? MEET : containsPoint(w, x, y, z, Query.radii(w) + margin);
  Query.setTranslation(w, 0, tx);
  Query.setTranslation(w, 1, ty);
  Query.setTranslation(w, 2, tz);
  return answer;
}

/** MEET if the difference, grown by a ball of the given radius, contains the point (x, y, z), or if the test is undecided; otherwise APART. */
function containsPoint(w: i32, x: f64, y: f64, z: f64, radius: f64): i32 {
  const floor: f64 = Query.floor(w);
  clearPortal(w);
  const first: i32 = Query.portal(w, 0);
  supportGrown(w, first, x, y, z, radius);
  const length: f64 = Math.sqrt(x * x + y * y + z * z);
  if ((x * ld(first) + y * ld(first + 1) + z * ld(first + 2)) / length < length - floor) return APART;
  if (findPortal(w, x, y, z, radius, false) !== PORTAL_FOUND) return MEET;
  const mostIterations: i32 = Query.maxIterations(w);
  for (let k: i32 = 0; k < mostIterations; k += 1) {
    if (!supportPortal(w, radius)) return MEET;
    traceStep(w, TRACE_PORTAL, Query.portalDistance(w), Query.portalSupport(w));
    const along: f64 = Query.portalNormal(w, 0) * x + Query.portalNormal(w, 1) * y + Query.portalNormal(w, 2) * z;
    if (Query.portalDistance(w) >= along) return MEET;
    if (Query.portalSupport(w) < along - floor) return APART;
    if (Query.portalSupport(w) - Query.portalDistance(w) <= 0.25 * floor) return MEET;
    updatePortal(w, x, y, z);
  }
  return MEET;
}
