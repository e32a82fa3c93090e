import type { Engine } from '../engine/engine.ts';
import {
  PORTAL_CANDIDATE,
  Polytope,
  Query,
  TRACE_END,
  TRACE_FACE,
  TRACE_PORTAL,
  TRACE_SECANT,
  Vertex,
} from '../engine/layout.ts';
import { length, type Vec3 } from '../math/vec3.ts';
import { currentFaces, readSurface } from './polytope.ts';
import { readVec3 } from './result.ts';

/** The algorithm of a step: GJK, EPA, portals (MPR, SQP, incremental), or secants of the incremental method. */
export type TracePhase = 'gjk' | 'epa' | 'portal' | 'secant';

/** A step of the search on the Minkowski difference of the cores, in A's frame. The same object is used for every step. */
export interface TraceStep {
  /** 1 for the first step. */
  iteration: number;
  phase: TracePhase;
  /**
   * The point nearest to the origin so far; in other phases, the projection of the origin onto the plane through the first vertex,
   * orthogonal to `direction`: the plane of EPA's face or of the portal.
   */
  point: Vec3;
  /** The unit vector of the support query. In GJK's last step for an overlap it is zero, and the support point is NaN. */
  direction: Vec3;
  support: Vec3;
  /**
   * The vertices, of which the first `size` are valid. In GJK, `point` is a combination of them. In EPA they are the nearest face, in
   * the portal phase the portal, in the secant phase the three samples.
   */
  simplex: [Vec3, Vec3, Vec3, Vec3];
  size: number;
  /** Bounds on the signed distance between the cores; infinite if a step has proven none. */
  lower: number;
  upper: number;
  gap: number;
  /** The numbers of corners and faces of EPA's polytope before the support point is added; 0 in other phases. */
  corners: number;
  faces: number;
  /** A copy of EPA's polytope before the support point is added: its corners, three numbers each, and its triangles. Null in other phases. */
  surface(): { readonly points: Float64Array; readonly triangles: Uint32Array } | null;
}

const phases: Readonly<Record<number, TracePhase>> = {
  [TRACE_FACE]: 'epa',
  [TRACE_PORTAL]: 'portal',
  [TRACE_SECANT]: 'secant',
};

/** Reads each step from the kernel's memory and passes it to the callback. */
export function createTracer(
  engine: Engine,
  polytope: number,
  show: (step: TraceStep) => void,
): (workspace: number) => void {
  const step: TraceStep = {
    iteration: 0,
    phase: 'gjk',
    point: [0, 0, 0],
    direction: [0, 0, 0],
    support: [0, 0, 0],
    simplex: [
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ],
    size: 0,
    lower: 0,
    upper: 0,
    gap: 0,
    corners: 0,
    faces: 0,
    surface: () => (step.phase === 'epa' ? readSurface(engine, polytope) : null),
  };
  return (w) => {
    // Read the views again at every step: a custom shape may have made the memory grow.
    const { f64, i32 } = engine;
    step.iteration++;
    step.phase = phases[Query.trace(i32, w)] ?? 'gjk';
    step.lower = Query.coreLower(f64, w);
    step.upper = Query.coreUpper(f64, w);
    step.gap = step.upper - step.lower;
    if (step.phase === 'gjk') readSimplex(f64, i32, w, step);
    else readCorners(f64, i32, w, step);
    step.corners = step.phase === 'epa' ? Polytope.verticesUsed(i32, polytope) : 0;
    step.faces = step.phase === 'epa' ? currentFaces(engine, polytope).length : 0;
    show(step);
  };
}

function readSimplex(f64: Float64Array, i32: Int32Array, w: number, step: TraceStep): void {
  step.size = Query.vertexCount(i32, w);
  const next = Query.simplex(w, step.size);
  readVec3(f64, w + Query.NEAREST, step.point);
  if (Query.trace(i32, w) === TRACE_END) {
    step.support.fill(Number.NaN);
    step.direction.fill(0);
  } else readSupport(f64, next, step);
  for (let k = 0; k < step.size; k++) readVec3(f64, Query.simplex(w, k), step.simplex[k]);
}

/** Reads the three corners of a face, portal or secant step and the new support point; their addresses are in the workspace. */
function readCorners(f64: Float64Array, i32: Int32Array, w: number, step: TraceStep): void {
  step.size = 3;
  for (let k = 0; k < 3; k++) readVec3(f64, Query.portal(i32, w, k), step.simplex[k]);
  readSupport(f64, Query.portal(i32, w, PORTAL_CANDIDATE), step);
  const [x, y, z] = step.direction;
  const [a] = step.simplex;
  const distance = x * a[0] + y * a[1] + z * a[2];
  for (let k = 0; k < 3; k++) step.point[k] = distance * step.direction[k];
}

function readSupport(f64: Float64Array, vertex: number, step: TraceStep): void {
  readVec3(f64, vertex, step.support);
  readVec3(f64, vertex + Vertex.DIRECTION, step.direction);
  const size = length(step.direction);
  for (let k = 0; k < 3; k++) step.direction[k] /= size;
}
