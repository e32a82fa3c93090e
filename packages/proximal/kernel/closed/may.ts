import * as Query from '../blocks/query.ts';
import { CRITERION_BOUNDS, MOMENTUM_AUTO, TRACE_STEP } from '../constants.ts';

/** Whether a formula may answer: nobody has asked for an algorithm or its end by name, or wants to see the steps. */
export function takesClosedForms(w: i32): bool {
  return (
    Query.wantedMomentum(w) === MOMENTUM_AUTO &&
    Query.wantedCriterion(w) === CRITERION_BOUNDS &&
    Query.wantedTrace(w) !== TRACE_STEP
  );
}
