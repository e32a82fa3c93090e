import type { Engine } from '../engine/engine.ts';
import {
  CORE_LOWER,
  CORE_UPPER,
  NEAREST,
  SIMPLEX,
  TRACE_END,
  TRACE_INT,
  VERTEX_COUNT_INT,
  VERTEX_DIRECTION,
  VERTEX_STRIDE,
} from '../engine/layout.ts';
import { length, type Vec3 } from '../math/vec3.ts';

/** A step of the search on the Minkowski difference of the cores, in A's frame. The same object at every step. */
export interface TraceStep {
  /** 1 for the first. */
  iteration: number;
  /** The point nearest to the origin so far. */
  point: Vec3;
  /** The unit vector along which the support point was asked for; zero, and NaN for the point, at the end of an overlap. */
  direction: Vec3;
  support: Vec3;
  /** The vertices that `point` is a combination of: the first `size` are valid. */
  simplex: [Vec3, Vec3, Vec3, Vec3];
  size: number;
  /** Bounds on the distance between the cores; −∞ where an accelerated step has proven none. */
  lower: number;
  upper: number;
  gap: number;
}

/** Reads each step out of the kernel's memory and hands it on. */
export function createTracer(engine: Engine, show: (step: TraceStep) => void): (workspace: number) => void {
  const step: TraceStep = {
    iteration: 0,
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
  };
  return (w) => {
    // Taken anew at every step: a custom shape may have made the memory grow since the last one.
    const { f64, i32 } = engine;
    const read = (at: number, out: Vec3): void => {
      for (let k = 0; k < 3; k++) out[k] = f64[at + k];
    };
    step.iteration++;
    step.size = i32[2 * w + VERTEX_COUNT_INT];
    const next = w + SIMPLEX + step.size * VERTEX_STRIDE;
    read(w + NEAREST, step.point);
    if (i32[2 * w + TRACE_INT] === TRACE_END) {
      step.support.fill(Number.NaN);
      step.direction.fill(0);
    } else {
      read(next, step.support);
      read(next + VERTEX_DIRECTION, step.direction);
      const size = length(step.direction);
      for (let k = 0; k < 3; k++) step.direction[k] /= size;
    }
    for (let k = 0; k < step.size; k++) read(w + SIMPLEX + k * VERTEX_STRIDE, step.simplex[k]);
    step.lower = f64[w + CORE_LOWER];
    step.upper = f64[w + CORE_UPPER];
    step.gap = step.upper - step.lower;
    show(step);
  };
}
