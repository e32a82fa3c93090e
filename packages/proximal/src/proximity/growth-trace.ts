import type { Engine, Level } from '../engine/engine.ts';
import {
  GROWTH_BASIS_INT,
  GROWTH_DIRECTION,
  GROWTH_INNER,
  GROWTH_LENGTH,
  GROWTH_OUTER,
  GROWTH_RAY,
  GROWTH_WEIGHTS,
} from '../engine/layout.ts';
import { length, type Vec3 } from '../math/vec3.ts';
import { readVec3 } from './result.ts';

/** A step of a growth query, in A's frame. The same object at every step. */
export interface GrowthStep {
  /** 1 for the first. */
  iteration: number;
  /** From A's centre to B's: the ray. */
  ray: Vec3;
  /** The inner approximation: three points of the difference set C (Prop. 1), and the convex weights of the point on the ray. */
  basis: [Vec3, Vec3, Vec3];
  weights: Vec3;
  /** The unit vector along which the support point was asked for, λ: across the triangle of the basis. */
  direction: Vec3;
  support: Vec3;
  /** Proven bounds on the growth so far. */
  lower: number;
  upper: number;
}

/** Reads each step out of the kernel's memory and hands it on. */
export function createGrowthTracer(engine: Engine, level: Level, show: (step: GrowthStep) => void): () => void {
  const step: GrowthStep = {
    iteration: 0,
    ray: [0, 0, 0],
    basis: [
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ],
    weights: [0, 0, 0],
    direction: [0, 0, 0],
    support: [0, 0, 0],
    lower: 0,
    upper: 0,
  };
  const g = level.growth;
  return () => {
    // Taken anew at every step: a custom shape may have made the memory grow since the last one.
    const { f64, i32 } = engine;
    step.iteration++;
    const reach = f64[g + GROWTH_LENGTH];
    readVec3(f64, g + GROWTH_RAY, step.ray);
    for (let k = 0; k < 3; k++) {
      step.ray[k] *= reach;
      readVec3(f64, i32[2 * g + GROWTH_BASIS_INT + k], step.basis[k]);
    }
    readVec3(f64, i32[2 * g + GROWTH_BASIS_INT + 3], step.support);
    readVec3(f64, g + GROWTH_WEIGHTS, step.weights);
    readVec3(f64, g + GROWTH_DIRECTION, step.direction);
    const size = length(step.direction);
    for (let k = 0; k < 3; k++) step.direction[k] /= size;
    step.lower = reach / f64[g + GROWTH_OUTER];
    step.upper = reach / f64[g + GROWTH_INNER];
    show(step);
  };
}
