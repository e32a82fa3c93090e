// The distance query: relative pose, closed form or search on the Minkowski difference, then the result with its bounds,
// witness points, status and proof.

import * as Query from './blocks/query.ts';
import { allowsClosedForms } from './closed/allow.ts';
import { distanceClosed, NO_FORM } from './closed/distance.ts';
import { proveClosed } from './closed/proof.ts';
import { STATUS_OVERLAPPING, STATUS_SEPARATED, TERMINATION_CONVERGED } from './constants.ts';
import { contactStatus } from './contact-status.ts';
import { measurePair } from './minkowski.ts';
import { relativePose } from './rotation.ts';
import { search } from './search.ts';
import { keepProof, setNormal, writeWitnesses, writeWorld } from './witness.ts';

/** Computes the distance query in workspace `w`. Returns 0, without a result, if a pose is invalid. */
export function distance(w: i32): i32 {
  if (allowsClosedForms(w)) {
    const a: i32 = Query.recordA(w);
    const b: i32 = Query.recordB(w);
    const status: i32 = distanceClosed(w, a, w + Query.POSE_A, b, w + Query.POSE_B, w + Query.DISTANCE, 1, 0);
    if (status !== NO_FORM) {
      proveClosed(w, status);
      Query.setStatus(w, status);
      Query.setTermination(w, TERMINATION_CONVERGED);
      Query.setIterations(w, 0);
      Query.setSupportCalls(w, 0);
      Query.setVertexCount(w, 0);
      return 1;
    }
  }
  return searchDistance(w);
}

/** `distance` by search. */
export function searchDistance(w: i32): i32 {
  if (relativePose(w) === 0) return 0;
  measurePair(w);
  Query.setIsBoolean(w, 0);
  // Never stop early within rounding of contact.
  Query.setAbove(w, Math.max(Query.upTo(w), Query.floor(w)));
  // Below this the swept balls overlap, and the distance of the cores does not matter.
  Query.setBelow(w, -Query.gap(w));
  setNormal(w, 0.0, 0.0, 0.0);
  Query.setTermination(w, search(w));
  const iterations: i32 = Query.iterations(w);
  const lower: f64 = Query.coreLower(w) - Query.radii(w);
  const upper: f64 = Query.coreUpper(w) - Query.radii(w);
  // Bounds that meet may be in the wrong order by rounding.
  Query.setLower(w, Math.max(0.0, Math.min(lower, upper)));
  Query.setUpper(w, Math.max(0.0, upper));
  // Without a vertex nothing is known: the distance is NaN.
  Query.setDistance(w, Query.vertexCount(w) > 0 ? Math.max(0.0, upper) : upper - upper);
  keepProof(w);
  writeWitnesses(w, upper > 0.0);
  // The status comes last, because deciding it may overwrite the simplex.
  if (lower > Query.floor(w)) Query.setStatus(w, STATUS_SEPARATED);
  else Query.setStatus(w, contactStatus(w));
  if (Query.status(w) === STATUS_OVERLAPPING) {
    setNormal(w, 0.0, 0.0, 0.0);
    Query.setDistance(w, 0.0);
  }
  writeWorld(w);
  Query.setIterations(w, iterations);
  return 1;
}
