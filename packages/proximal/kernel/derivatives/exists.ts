// Existence of the true derivatives. The derivative of the distance exists if the nearest points are unique and, for an overlap,
// no other direction has the same depth: d is the maximum over n of functions that are smooth in the pose. The derivatives of normal and points
// exist if, in addition, neither point is on the boundary of the edge or face along which it may slide, and both surfaces have a Hessian there.

import * as Query from '../blocks/query.ts';
import { STATUS_UNKNOWN } from '../constants.ts';
import { supportVertex } from '../minkowski.ts';
import * as Polytope from '../penetration/blocks/polytope.ts';
import * as PolytopeFace from '../penetration/blocks/polytope-face.ts';
import { FACE_CURRENT } from '../penetration/constants.ts';
import { ld } from '../port/memory.ts';
import * as Derivative from './blocks/derivative.ts';
import * as Side from './blocks/side.ts';
import { isDependent } from './solve.ts';
import { dotAt } from './tangent.ts';

/**
 * Normals with a smaller cosine are different directions of separation: 0.0014 rad, far more than between EPA's faces on a curved
 * surface.
 */
const SAME: f64 = 0.999999;

/**
 * @param least the smallest curvature of the distance over the normal: see `leastCurvature`
 * @param hasPolytope whether the query was computed now, so that `p` holds its polytope if it has one
 */
export function writeExistence(w: i32, p: i32, g: i32, least: f64, hasPolytope: bool): void {
  const isKnown: bool = Query.status(w) !== STATUS_UNKNOWN;
  const isUnique: bool = isKnown && !isDependent(g) && least > 4.0 * Query.floor(w);
  const exists: bool = isUnique && !(hasPolytope && hasEqualDepth(w, p, g));
  const isRegular: bool = Side.regular(Derivative.sideA(g)) === 1 && Side.regular(Derivative.sideB(g)) === 1;
  setExistence(g, exists ? 1 : 0, exists && isRegular ? 1 : 0);
}

export function setExistence(g: i32, ofDistance: i32, ofNormalAndPoints: i32): void {
  Derivative.setDistanceExists(g, ofDistance);
  Derivative.setNormalExists(g, ofNormalAndPoints);
  Derivative.setPointsExist(g, ofNormalAndPoints);
}

/**
 * Whether another direction has the same depth. EPA's polytope contains the ball around the origin whose radius is the depth, so a support plane of
 * the difference at that depth is the plane of one of its faces; one support point shows whether such a face is on the boundary.
 */
function hasEqualDepth(w: i32, p: i32, g: i32): bool {
  if (Query.hasPolytope(w) !== 1) return false;
  const n: i32 = g + Derivative.NORMAL;
  supportVertex(w, Derivative.trial(g), ld(n), ld(n + 1), ld(n + 2));
  const limit: f64 = dotAt(n, Derivative.trial(g)) + 2.0 * Query.gap(w);
  const used: i32 = Polytope.facesUsed(p);
  for (let k: i32 = 0; k < used; k += 1) {
    const face: i32 = Polytope.faces(p, k);
    const isNear: bool = PolytopeFace.state(face) === FACE_CURRENT && PolytopeFace.distance(face) <= limit;
    if (isNear && dotAt(face, n) < SAME) {
      supportVertex(w, Derivative.trial(g), ld(face), ld(face + 1), ld(face + 2));
      if (dotAt(face, Derivative.trial(g)) <= limit) return true;
    }
  }
  return false;
}
