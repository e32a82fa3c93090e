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
import { readVec2 } from './result.ts';

/**
 * A step of a growth query, in A's frame: on the difference of the whole shapes with both centres at the origin. The same object at
 * every step.
 */
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
  const step: GrowthStep = {
    iteration: 0,
    ray: [0, 0],
    direction: [0, 0],
    support: [0, 0],
    chord: [
      [0, 0],
      [0, 0],
    ],
    weights: [0, 0],
    normal: [0, 0],
    lower: 0,
    upper: 0,
  };
  return (w) => {
    // Taken anew at every step: a custom shape may have made the memory grow since the last one.
    const { f64, i32 } = engine;
    const place = i32[2 * w + TRACE_PLACE_INT];
    const radii = f64[w + RADII];
    step.iteration++;
    readVec2(f64, w + TRACE_RAY, step.ray);
    readVec2(f64, place + VERTEX_DIRECTION, step.direction);
    readSwept(f64, place, radii, step.support);
    for (let k = 0; k < 2; k++) readSwept(f64, i32[2 * w + PLACES_INT + k], radii, step.chord[k]);
    readVec2(f64, w + PROOF_WEIGHTS, step.weights);
    readVec2(f64, w + LOCAL_NORMAL, step.normal);
    step.lower = f64[w + LOWER];
    step.upper = f64[w + UPPER];
    show(step);
  };
}

/** A support point of the whole shapes: that of the cores, and the radii along its unit direction. */
function readSwept(f64: Float64Array, place: number, radii: number, out: Vec2): void {
  out[0] = f64[place] + radii * f64[place + VERTEX_DIRECTION];
  out[1] = f64[place + 1] + radii * f64[place + VERTEX_DIRECTION + 1];
}
