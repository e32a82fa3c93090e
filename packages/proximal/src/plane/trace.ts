import type { PlaneEngine } from '../engine/plane.ts';
import {
  CORE_LOWER,
  CORE_UPPER,
  NEAREST_DIRECTION,
  NEAREST_PRODUCT,
  PLACES_INT,
  SUPPORT_PRODUCT,
  TRACE_EDGE_INT,
  TRACE_PLACE_INT,
  VERTEX_COUNT_INT,
  VERTEX_DIRECTION,
  VERTEX_NEXT_INT,
} from '../engine/plane-layout.ts';
import type { Vec2 } from '../math/vec2.ts';
import { readVec2 } from './result.ts';

/** A step of the search on the Minkowski difference of the cores, in A's frame. The same object at every step. */
export interface TraceStep {
  /** 1 for the first. */
  iteration: number;
  /** Which algorithm the step belongs to: GJK, or where the cores overlap the expanding polygon, EPA. */
  phase: 'gjk' | 'epa';
  /** The point nearest to the origin so far, NaN in the first step; of EPA, the origin's foot on the line of the nearest edge. */
  point: Vec2;
  /** The unit vector along which the support point was asked for; zero, and NaN for the point, at the end of an overlap. */
  direction: Vec2;
  support: Vec2;
  /**
   * The vertices that `point` is a combination of, before the support point joins them: the first `size` are valid. Of EPA, the ends
   * of the nearest edge.
   */
  simplex: [Vec2, Vec2, Vec2];
  size: number;
  /** Bounds on the signed distance between the cores, or the distance, in metres; infinite where a step has proven none. */
  lower: number;
  upper: number;
  gap: number;
  /** The corners of EPA's polygon before it takes the support point in, counter-clockwise; none in GJK's steps. */
  polygon: Vec2[];
}

/** Reads each step out of the kernel's memory and hands it on. */
export function createTracer(engine: PlaneEngine, show: (step: TraceStep) => void): (workspace: number) => void {
  const step: TraceStep = {
    iteration: 0,
    phase: 'gjk',
    point: [0, 0],
    direction: [0, 0],
    support: [0, 0],
    simplex: [
      [0, 0],
      [0, 0],
      [0, 0],
    ],
    size: 0,
    lower: 0,
    upper: 0,
    gap: 0,
    polygon: [],
  };
  return (w) => {
    // Taken anew at every step: a custom shape may have made the memory grow since the last one.
    const { f64, i32 } = engine;
    const edge = i32[2 * w + TRACE_EDGE_INT];
    step.iteration++;
    step.phase = edge === 0 ? 'gjk' : 'epa';
    if (edge === 0) readSimplex(f64, i32, w, step);
    else readEdge(f64, i32, w, edge, step);
    step.polygon = edge === 0 ? [] : readPolygon(f64, i32, edge);
    step.gap = step.upper - step.lower;
    show(step);
  };
}

function readSimplex(f64: Float64Array, i32: Int32Array, w: number, step: TraceStep): void {
  step.size = i32[2 * w + VERTEX_COUNT_INT];
  for (let k = 0; k < step.size; k++) readVec2(f64, i32[2 * w + PLACES_INT + k], step.simplex[k]);
  if (step.size === 3) {
    step.point.fill(0);
    step.direction.fill(0);
    step.support.fill(Number.NaN);
    step.lower = f64[w + SUPPORT_PRODUCT];
    step.upper = f64[w + NEAREST_PRODUCT];
    return;
  }
  readVec2(f64, w + NEAREST_DIRECTION, step.direction);
  const length = Math.hypot(...step.direction);
  step.direction[0] /= length;
  step.direction[1] /= length;
  readVec2(f64, i32[2 * w + TRACE_PLACE_INT], step.support);
  step.lower = f64[w + SUPPORT_PRODUCT] / length;
  step.upper = step.size > 0 ? f64[w + NEAREST_PRODUCT] / length : Infinity;
  // From the nearest point d leads to the origin.
  step.point[0] = step.size > 0 ? -step.upper * step.direction[0] : Number.NaN;
  step.point[1] = step.size > 0 ? -step.upper * step.direction[1] : Number.NaN;
}

function readEdge(f64: Float64Array, i32: Int32Array, w: number, edge: number, step: TraceStep): void {
  const place = i32[2 * w + TRACE_PLACE_INT];
  const { simplex, direction, point } = step;
  step.size = 2;
  readVec2(f64, edge, simplex[0]);
  readVec2(f64, i32[2 * edge + VERTEX_NEXT_INT], simplex[1]);
  readVec2(f64, place, step.support);
  readVec2(f64, place + VERTEX_DIRECTION, direction);
  const depth = direction[0] * simplex[0][0] + direction[1] * simplex[0][1];
  point[0] = depth * direction[0];
  point[1] = depth * direction[1];
  step.lower = f64[w + CORE_LOWER];
  step.upper = f64[w + CORE_UPPER];
}

/** Once around, from the beginning of an edge. */
function readPolygon(f64: Float64Array, i32: Int32Array, edge: number): Vec2[] {
  const corners: Vec2[] = [];
  let at = edge;
  do {
    corners.push([f64[at], f64[at + 1]]);
    at = i32[2 * at + VERTEX_NEXT_INT];
  } while (at !== edge);
  return corners;
}
