import * as Query from '../blocks/query.ts';
import { CRITERION_BOUNDS, MOMENTUM_AUTO, TRACE_STEP } from '../constants.ts';

/** Whether closed forms may be used: neither an algorithm nor the duality gap as criterion was requested, and the query is not traced. */
export function allowsClosedForms(w: i32): bool {
  return (
    Query.wantedMomentum(w) === MOMENTUM_AUTO &&
    Query.wantedCriterion(w) === CRITERION_BOUNDS &&
    Query.wantedTrace(w) !== TRACE_STEP
  );
}
