import {
  CRITERION_BOUNDS,
  MOMENTUM_AUTO,
  TRACE_STEP,
  WANTED_CRITERION_INT,
  WANTED_MOMENTUM_INT,
  WANTED_TRACE_INT,
} from '../layout.ts';
import { ldi } from '../port/memory.ts';

/** Whether a formula may answer: nobody has asked for an algorithm or its end by name, or wants to see the steps. */
export function takesClosedForms(w: i32): bool {
  return (
    ldi(2 * w + WANTED_MOMENTUM_INT) === MOMENTUM_AUTO &&
    ldi(2 * w + WANTED_CRITERION_INT) === CRITERION_BOUNDS &&
    ldi(2 * w + WANTED_TRACE_INT) !== TRACE_STEP
  );
}
