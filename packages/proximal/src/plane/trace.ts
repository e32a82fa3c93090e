import type { PlaneEngine } from '../engine/plane.ts';
import {
  NEAREST_DIRECTION,
  NEAREST_PRODUCT,
  PLACES_INT,
  SUPPORT_PRODUCT,
  TRACE_PLACE_INT,
  VERTEX_COUNT_INT,
} from '../engine/plane-layout.ts';
import type { Vec2 } from '../math/vec2.ts';

/** A step of GJK on the Minkowski difference of the cores, in A's frame. The same object at every step. */
export interface TraceStep {
  /** 1 for the first. */
  iteration: number;
  /** The point nearest to the origin so far; NaN in the first step. */
  point: Vec2;
  /** The unit vector along which the support point was asked for; zero, and NaN for the point, at the end of an overlap. */
  direction: Vec2;
  support: Vec2;
  /** The vertices that `point` is a combination of, before the support point joins them: the first `size` are valid. */
  simplex: [Vec2, Vec2, Vec2];
  size: number;
  /** Bounds on the distance between the cores; the upper one is infinite in the first step. */
  lower: number;
  upper: number;
  gap: number;
}

/** Reads each step out of the kernel's memory and hands it on. */
export function createTracer(engine: PlaneEngine, show: (step: TraceStep) => void): (workspace: number) => void {
  const step: TraceStep = {
    iteration: 0,
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
  };
  return (w) => {
    // Taken anew at every step: a custom shape may have made the memory grow since the last one.
    const { f64, i32 } = engine;
    const read = (at: number, out: Vec2): void => {
      out[0] = f64[at];
      out[1] = f64[at + 1];
    };
    step.iteration++;
    step.size = i32[2 * w + VERTEX_COUNT_INT];
    for (let k = 0; k < step.size; k++) read(i32[2 * w + PLACES_INT + k], step.simplex[k]);
    if (step.size === 3) {
      step.point.fill(0);
      step.direction.fill(0);
      step.support.fill(Number.NaN);
      step.lower = 0;
      step.upper = 0;
    } else {
      const [dx, dy] = [f64[w + NEAREST_DIRECTION], f64[w + NEAREST_DIRECTION + 1]];
      const length = Math.hypot(dx, dy);
      step.direction = [dx / length, dy / length];
      read(i32[2 * w + TRACE_PLACE_INT], step.support);
      step.lower = f64[w + SUPPORT_PRODUCT] / length;
      step.upper = step.size > 0 ? f64[w + NEAREST_PRODUCT] / length : Infinity;
      // From the nearest point d leads to the origin.
      step.point[0] = step.size > 0 ? -step.upper * step.direction[0] : Number.NaN;
      step.point[1] = step.size > 0 ? -step.upper * step.direction[1] : Number.NaN;
    }
    step.gap = step.upper - step.lower;
    show(step);
  };
}
