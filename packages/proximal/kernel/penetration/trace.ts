// Traced steps of EPA, of portals and of the secant method: three corners, the next support point, and the bounds.
import * as Query from '../blocks/query.ts';
import { TRACE_FACE, TRACE_OFF, TRACE_STEP } from '../constants.ts';
import { hostTrace } from '../port/memory.ts';
import * as PolytopeFace from './blocks/polytope-face.ts';
import { PORTAL_CANDIDATE } from './constants.ts';

/** Traces a step whose corners are the workspace's portal, with the depth of the cores between `lower` and `upper`. */
export function traceStep(w: i32, kind: i32, lower: f64, upper: f64): void {
  if (Query.wantedTrace(w) !== TRACE_STEP) return;
  Query.setCoreLower(w, -upper);
  Query.setCoreUpper(w, -lower);
  Query.setTrace(w, kind);
  hostTrace(w);
  Query.setTrace(w, TRACE_OFF);
}

export function traceFace(w: i32, face: i32, vertex: i32, lower: f64, upper: f64): void {
  if (Query.wantedTrace(w) !== TRACE_STEP) return;
  for (let k: i32 = 0; k < 3; k += 1) Query.setPortal(w, k, PolytopeFace.corner(face, k));
  Query.setPortal(w, PORTAL_CANDIDATE, vertex);
  traceStep(w, TRACE_FACE, lower, upper);
}
