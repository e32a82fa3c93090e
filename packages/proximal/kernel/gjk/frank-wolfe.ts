// Frank-Wolfe with line search (Montaut et al. 2024, Alg. 1), in its active-set form (Alg. 3): the same iteration as GJK, but only
// the current point is kept instead of the simplex. Each step projects the origin onto the segment from this point to the new
// support point: the line search is the segment case of simplex.ts.

import * as Query from '../blocks/query.ts';
import { ACTIVE_SET_SIMPLEX, MOMENTUM_NONE, TRACE_OFF } from '../constants.ts';
import { gjk } from './gjk.ts';

/**
 * Runs Frank-Wolfe, then plain GJK from its result, because a proof needs a combination of at most four support points, and Frank-Wolfe combines
 * all of its support points. The reported iterations and termination belong to Frank-Wolfe.
 */
export function frankWolfe(w: i32, guessX: f64, guessY: f64, guessZ: f64): i32 {
  const termination: i32 = gjk(w, guessX, guessY, guessZ);
  const iterations: i32 = Query.iterations(w);
  Query.setActiveSet(w, ACTIVE_SET_SIMPLEX);
  Query.setMomentumKind(w, MOMENTUM_NONE);
  Query.setTrace(w, TRACE_OFF);
  gjk(w, -Query.nearest(w, 0), -Query.nearest(w, 1), -Query.nearest(w, 2));
  Query.setIterations(w, iterations);
  return termination;
}
