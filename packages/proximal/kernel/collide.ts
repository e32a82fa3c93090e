// The Boolean query (Montaut et al. 2024, Alg. 2): a closed form, portals if requested, or the same search as for distances, ended as
// soon as either result is proven.

import * as Query from './blocks/query.ts';
import { allowsClosedForms } from './closed/allow.ts';
import { UNDECIDED } from './closed/answer.ts';
import { meetClosed } from './closed/meet.ts';
import { MOMENTUM_PORTALS } from './constants.ts';
import { clearResult } from './gjk/gjk.ts';
import { hasHalfspace } from './halfspace.ts';
import { isInRange, measurePair } from './minkowski.ts';
import { portalsMeet } from './penetration/meet.ts';
import { relativePose } from './rotation.ts';
import { search } from './search.ts';
import { writeWitnesses } from './witness.ts';

/**
 * Whether the shapes come within `margin` of each other: 1, or 0 if the gap along some direction is proven to exceed the
 * margin by more than rounding. If neither can be proven, as with an invalid custom shape, the result is 1, the conservative one.
 * −1 if a pose is invalid.
 */
export function collide(w: i32, margin: f64): i32 {
  if (allowsClosedForms(w)) {
    const a: i32 = Query.recordA(w);
    const b: i32 = Query.recordB(w);
    const answer: i32 = meetClosed(w, a, w + Query.POSE_A, b, w + Query.POSE_B, margin);
    if (answer !== UNDECIDED) {
      clearResult(w);
      return answer;
    }
  }
  return searchContact(w, margin);
}

/** `collide` by search. */
export function searchContact(w: i32, margin: f64): i32 {
  if (relativePose(w) === 0) return -1;
  measurePair(w);
  if (Query.wantedMomentum(w) === MOMENTUM_PORTALS && !hasHalfspace(w)) {
    Query.setSupportCalls(w, 0);
    Query.setIterations(w, 0);
    clearResult(w);
    const answer: i32 = isInRange(w) ? portalsMeet(w, margin) : 1;
    // A portal's corners do not give nearest points.
    Query.setVertexCount(w, 0);
    return answer;
  }
  const allowed: f64 = margin + Query.floor(w);
  Query.setIsBoolean(w, 1);
  Query.setGap(w, Query.floor(w));
  Query.setBelow(w, margin);
  Query.setAbove(w, allowed);
  search(w);
  if (!(Query.coreLower(w) - Query.radii(w) > allowed)) return 1;
  if (Query.wantedWitnesses(w) === 1 && Query.vertexCount(w) > 0) writeWitnesses(w, true);
  return 0;
}
