import type { PlaneEngine } from '../engine/2d.ts';
import { PlaneQuery, PlaneVertex } from '../engine/2d-layout.ts';
import type { Vec2 } from '../math/vec2.ts';
import { vec2 } from './trace.ts';

/** A step of a growth query, in A's frame: on the Minkowski difference of the whole shapes with both centers at the origin. */
export interface GrowthStep {
  /** 1 for the first step. */
  iteration: number;
  /** From A's center to B's: the ray. */
  ray: Vec2;
  /** The unit normal of the chord, along which the support point was computed. */
  direction: Vec2;
  support: Vec2;
  /** The inner approximation: the chord across the ray, before the support point replaces one of its ends. */
  chord: [Vec2, Vec2];
  /** The convex weights of the chord's point on the ray. */
  weights: Vec2;
  /** The outer approximation: the unit normal of the best support line so far. If `lower > 1`, it separates the shapes. */
  normal: Vec2;
  /** Proven bounds on the growth so far. */
  lower: number;
  upper: number;
}

/** Reads each step from the kernel's memory and passes it to the callback. */
export function createGrowthTracer(engine: PlaneEngine, show: (step: GrowthStep) => void): (workspace: number) => void {
  let iteration = 0;
  return (w) => {
    const { f64, i32 } = engine;
    const support = PlaneQuery.traceSupport(i32, w);
    // The support point of the whole shapes is the support point of the cores plus the radii along its unit direction.
    const swept = (at: number): Vec2 => {
      const [x, y] = vec2(f64, at + PlaneVertex.DIRECTION);
      return [f64[at] + PlaneQuery.radii(f64, w) * x, f64[at + 1] + PlaneQuery.radii(f64, w) * y];
    };
    show({
      iteration: ++iteration,
      ray: vec2(f64, w + PlaneQuery.TRACE_RAY),
      direction: vec2(f64, support + PlaneVertex.DIRECTION),
      support: swept(support),
      chord: [swept(PlaneQuery.simplex(i32, w, 0)), swept(PlaneQuery.simplex(i32, w, 1))],
      weights: vec2(f64, w + PlaneQuery.PROOF_WEIGHTS),
      normal: vec2(f64, w + PlaneQuery.LOCAL_NORMAL),
      lower: PlaneQuery.lower(f64, w),
      upper: PlaneQuery.upper(f64, w),
    });
  };
}
