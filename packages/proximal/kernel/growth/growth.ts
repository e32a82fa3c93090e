// Growth distance, after Thirugnanam and Sreenath: the factor α by which both shapes, scaled about their centers, just touch.
// With p from A's center to B's, α A meets α B if and only if p/α lies in D̃ = (A − cA) − (B − cB), so β = 1/α is the parameter
// at which the ray along p leaves D̃ (Prop. 1). The methods differ only in how they find this point.

import * as Query from '../blocks/query.ts';
import {
  EPSILON,
  STATUS_OVERLAPPING,
  STATUS_SEPARATED,
  STATUS_TOUCHING,
  STATUS_UNKNOWN,
  TERMINATION_CONVERGED,
  TERMINATION_STALLED,
  TERMINATION_UP_TO,
} from '../constants.ts';
import { isInRange, measurePair } from '../minkowski.ts';
import { ld, st } from '../port/memory.ts';
import { relativePose, rotate } from '../rotation.ts';
import { setNormal, writeWorld } from '../witness.ts';
import * as Growth from './blocks/growth.ts';
import { solveCones } from './conic.ts';
import { GROWTH_CONIC, GROWTH_EXPANDING, GROWTH_FACETS, GROWTH_NEWTON, GROWTH_RAY_METHOD } from './constants.ts';
import { expandInside } from './expanding.ts';
import { walkFacets } from './facets.ts';
import { descendDual } from './newton.ts';
import { followRay } from './ray.ts';

const INFINITE: f64 = 1.0e308 * 10.0;

/**
 * Computes the query in workspace `w` with the growth block `g`: `distance`, `lower` and `upper` hold the growth. `work` is the
 * method's workspace: as many numbers as it requests in the registry (src/proximity/growth-algorithms.ts), and at least the size
 * of `Polytope`. Returns 0, without a result, if a pose is invalid.
 */
export function growthDistance(w: i32, g: i32, work: i32): i32 {
  if (relativePose(w) === 0) return 0;
  Query.setSupportCalls(w, 0);
  Query.setIterations(w, 0);
  setNormal(w, 0.0, 0.0, 0.0);
  for (let k: i32 = 0; k < 3; k += 1) Growth.setWeights(g, k, 0.0);
  const isKnown: bool = isInRange(w);
  const hasRay: bool = setRay(w, g);
  // With one center moved to the other, the rounding error of the difference does not depend on the distance of the bodies.
  measurePair(w);
  if (!isKnown) writeUnknown(w, g);
  else if (hasRay) {
    const termination: i32 = runMethod(w, g, work);
    Query.setTermination(w, termination === TERMINATION_CONVERGED && isEarly(w, g) ? TERMINATION_UP_TO : termination);
    writeBounds(w, g);
  } else {
    // Equal centers: the growth is 0.
    for (let k: i32 = 0; k < 3; k += 1) {
      Query.setLocalA(w, k, Growth.centerA(g, k));
      Query.setLocalB(w, k, Growth.centerB(g, k));
    }
    Query.setDistance(w, 0.0);
    Query.setLower(w, 0.0);
    Query.setUpper(w, 0.0);
    Query.setTermination(w, TERMINATION_CONVERGED);
  }
  writePoints(w, g);
  writeStatus(w);
  return 1;
}

/**
 * Whether the shapes touch or overlap, by the ray method: 0 if a plane separates them by more than rounding (Sec. III-F.4), −1 for an
 * invalid pose, otherwise 1.
 */
export function growthCollide(w: i32, g: i32): i32 {
  if (relativePose(w) === 0) return -1;
  Query.setSupportCalls(w, 0);
  Query.setIterations(w, 0);
  setNormal(w, 0.0, 0.0, 0.0);
  // A common center is a common point; if nothing can be proven, the result is 1, the conservative one.
  if (!isInRange(w) || !setRay(w, g)) return 1;
  measurePair(w);
  Growth.setIsBoolean(g, 1);
  followRay(w, g);
  return Growth.outer(g) < Growth.length(g) - Query.floor(w) ? 0 : 1;
}

/** Whether a Boolean query ended before its bounds met within the tolerance. */
function isEarly(w: i32, g: i32): bool {
  if (Growth.isBoolean(g) === 0) return false;
  return !(Growth.outer(g) - Growth.inner(g) <= Query.relativeTolerance(w) * Growth.inner(g));
}

/** Lengths out of range: nothing is known. */
function writeUnknown(w: i32, g: i32): void {
  for (let k: i32 = 0; k < 3; k += 1) {
    Query.setLocalA(w, k, Growth.centerA(g, k));
    Query.setLocalB(w, k, Growth.centerB(g, k));
  }
  Query.setLower(w, 0.0);
  Query.setUpper(w, INFINITE);
  Query.setDistance(w, INFINITE - INFINITE);
  Query.setTermination(w, TERMINATION_STALLED);
}

/** Dispatches to the method. */
function runMethod(w: i32, g: i32, work: i32): i32 {
  switch (Growth.algorithm(g)) {
    case GROWTH_RAY_METHOD:
      return followRay(w, g);
    case GROWTH_EXPANDING:
      return expandInside(w, g, work);
    case GROWTH_CONIC:
      return solveCones(w, g, work);
    case GROWTH_FACETS:
      return walkFacets(w, g, work);
    case GROWTH_NEWTON:
      return descendDual(w, g, work);
  }
  return TERMINATION_STALLED;
}

/** Sets the ray, and B's translation such that both centers coincide. False if the centers are equal. */
function setRay(w: i32, g: i32): bool {
  const bx: f64 = Growth.centerB(g, 0);
  const by: f64 = Growth.centerB(g, 1);
  const bz: f64 = Growth.centerB(g, 2);
  const ray: i32 = g + Growth.RAY;
  rotate(w + Query.ROTATION, bx, by, bz, ray);
  for (let k: i32 = 0; k < 3; k += 1) {
    const shift: f64 = Growth.centerA(g, k) - ld(ray + k);
    st(ray + k, Query.translation(w, k) - shift);
    Query.setTranslation(w, k, shift);
  }
  const x: f64 = ld(ray);
  const y: f64 = ld(ray + 1);
  const z: f64 = ld(ray + 2);
  const length: f64 = Math.sqrt(x * x + y * y + z * z);
  Growth.setLength(g, length);
  if (!(length > 0.0)) return false;
  setAcross(g, x / length, y / length, z / length);
  return true;
}

/** The ray's unit vector u and two perpendicular ones: e = axis × u for the axis along which u is smallest, then u × e. */
function setAcross(g: i32, x: f64, y: f64, z: f64): void {
  Growth.setRay(g, 0, x);
  Growth.setRay(g, 1, y);
  Growth.setRay(g, 2, z);
  const isX: bool = Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z);
  const isY: bool = !isX && Math.abs(y) <= Math.abs(z);
  const ex: f64 = isX ? 0.0 : isY ? z : -y;
  const ey: f64 = isX ? -z : isY ? 0.0 : x;
  const ez: f64 = isX ? y : isY ? -x : 0.0;
  const scale: f64 = 1.0 / Math.sqrt(ex * ex + ey * ey + ez * ez);
  const e: i32 = g + Growth.ACROSS;
  st(e, scale * ex);
  st(e + 1, scale * ey);
  st(e + 2, scale * ez);
  st(e + 3, scale * (y * ez - z * ey));
  st(e + 4, scale * (z * ex - x * ez));
  st(e + 5, scale * (x * ey - y * ex));
}

/** α = |p| / |β p|. The inner bound is attained, so it gives the result. */
function writeBounds(w: i32, g: i32): void {
  const length: f64 = Growth.length(g);
  const inner: f64 = Growth.inner(g);
  // Bounds that meet may be in the wrong order by rounding.
  Query.setLower(w, length / Math.max(inner, Growth.outer(g)));
  Query.setUpper(w, inner > 0.0 ? length / inner : INFINITE);
  Query.setDistance(w, Query.upper(w));
}

/** z¹, z² and the normal in world coordinates, and the common image α (z¹ − p¹) + p¹, where p¹ is A's center. */
function writePoints(w: i32, g: i32): void {
  writeWorld(w);
  const growth: f64 = Query.distance(w);
  const out: i32 = g + Growth.CONTACT;
  rotate(
    w + Query.ROTATION_A,
    (growth - 1.0) * (Query.localA(w, 0) - Growth.centerA(g, 0)),
    (growth - 1.0) * (Query.localA(w, 1) - Growth.centerA(g, 1)),
    (growth - 1.0) * (Query.localA(w, 2) - Growth.centerA(g, 2)),
    out,
  );
  for (let k: i32 = 0; k < 3; k += 1) st(out + k, ld(out + k) + Query.pointA(w, k));
}

function writeStatus(w: i32): void {
  // A Boolean query may end with an upper bound of 1.
  const isDecided: bool = Query.termination(w) === TERMINATION_CONVERGED || Query.termination(w) === TERMINATION_UP_TO;
  let status: i32 = isDecided ? STATUS_TOUCHING : STATUS_UNKNOWN;
  // A lower bound that exceeds 1 by rounding proves no separation: the growth of shapes in exact contact is 1.
  if (Query.lower(w) > 1.0 && Query.lower(w) <= 1.0 + 8.0 * EPSILON) Query.setLower(w, 1.0);
  if (Query.lower(w) > 1.0) status = STATUS_SEPARATED;
  else if (Query.upper(w) < 1.0) status = STATUS_OVERLAPPING;
  Query.setStatus(w, status);
}
