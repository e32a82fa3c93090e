import type { PlaneEngine } from '../engine/plane.ts';
import {
  LOCAL_NORMAL,
  LOWER,
  PLACES_INT,
  PROOF_WEIGHTS,
  RADII,
  TRACE_PLACE_INT,
  TRACE_RAY,
  UPPER,
  VERTEX_DIRECTION,
} from '../engine/plane-layout.ts';
import type { Vec2 } from '../math/vec2.ts';
import { vec2 } from './trace.ts';

/** A step of a growth query, in A's frame: on the difference of the whole shapes with both centres at the origin. */
export interface GrowthStep {
  /** 1 for the first. */
  iteration: number;
  /** From A's centre to B's: the ray. */
  ray: Vec2;
  /** The unit vector across the chord, along which the support point was asked for. */
  direction: Vec2;
  support: Vec2;
  /** The inner approximation: the chord across the ray, before the support point replaces one of its ends … */
  chord: [Vec2, Vec2];
  /** … and the convex weights of its point on the ray. */
  weights: Vec2;
  /** The outer approximation: the unit normal of the best support line so far. Where `lower > 1` it separates the shapes. */
  normal: Vec2;
  /** Proven bounds on the growth so far. */
  lower: number;
  upper: number;
}

/** Reads each step out of the kernel's memory and hands it on. */
export function createGrowthTracer(engine: PlaneEngine, show: (step: GrowthStep) => void): (workspace: number) => void {
  let iteration = 0;
  return (w) => {
    const { f64, i32 } = engine;
    const place = i32[2 * w + TRACE_PLACE_INT];
    // A support point of the whole shapes: that of the cores, and the radii along its unit direction.
    const swept = (at: number): Vec2 => {
      const [x, y] = vec2(f64, at + VERTEX_DIRECTION);
      return [f64[at] + f64[w + RADII] * x, f64[at + 1] + f64[w + RADII] * y];
    };
    show({
      iteration: ++iteration,
      ray: vec2(f64, w + TRACE_RAY),
      direction: vec2(f64, place + VERTEX_DIRECTION),
      support: swept(place),
      chord: [swept(i32[2 * w + PLACES_INT]), swept(i32[2 * w + PLACES_INT + 1])],
      weights: vec2(f64, w + PROOF_WEIGHTS),
      normal: vec2(f64, w + LOCAL_NORMAL),
      lower: f64[w + LOWER],
      upper: f64[w + UPPER],
    });
  };
}
