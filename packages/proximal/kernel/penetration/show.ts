// Steps of EPA and of portals for whoever wants to see them: three corners, the support point across them, and the bounds.
import {
  CANDIDATE_CORNER_INT,
  CORE_LOWER,
  CORE_UPPER,
  PORTAL_INT,
  TRACE_FACE,
  TRACE_INT,
  TRACE_OFF,
  TRACE_STEP,
  WANTED_TRACE_INT,
} from '../layout.ts';
import { hostTrace, ldi, st, sti } from '../port/memory.ts';
import { FACE_CORNER_INT } from './layout.ts';

/** The corners are in PORTAL_INT. The depth of the cores is known to be between `lower` and `upper`. */
export function showStep(w: i32, kind: i32, lower: f64, upper: f64): void {
  if (ldi(2 * w + WANTED_TRACE_INT) !== TRACE_STEP) return;
  st(w + CORE_LOWER, -upper);
  st(w + CORE_UPPER, -lower);
  sti(2 * w + TRACE_INT, kind);
  hostTrace(w);
  sti(2 * w + TRACE_INT, TRACE_OFF);
}

export function showFace(w: i32, face: i32, vertex: i32, lower: f64, upper: f64): void {
  if (ldi(2 * w + WANTED_TRACE_INT) !== TRACE_STEP) return;
  for (let k: i32 = 0; k < 3; k += 1) sti(2 * w + PORTAL_INT + k, ldi(2 * face + FACE_CORNER_INT + k));
  sti(2 * w + CANDIDATE_CORNER_INT, vertex);
  showStep(w, TRACE_FACE, lower, upper);
}
