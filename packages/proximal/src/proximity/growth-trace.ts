import type { Engine } from '../engine/engine.ts';
import type { QueryFrame } from '../engine/engine-memory.ts';
import { Growth, Query } from '../engine/layout.ts';
import { length, type Vec3 } from '../math/vec3.ts';
import { readVec3 } from './result.ts';

/**
 * The state at the end of a step of a growth query, in A's frame, with the notation of Thirugnanam and Sreenath. The same object
 * is used for every step.
 */
export interface GrowthStep {
  /** 1 for the first step. */
  iteration: number;
  /** From A's center to B's: the ray. */
  ray: Vec3;
  /** The unit vector λ of the support point. */
  direction: Vec3;
  /** Whether λ is normal to the triangle of the last step's basis (24), and not an interpolated, mean or previous normal. */
  isAcross: boolean;
  support: Vec3;
  /** The inner approximation: three points of the difference set C (Prop. 1), and the convex weights of the point on the ray. */
  basis: [Vec3, Vec3, Vec3];
  weights: Vec3;
  /** The outer approximation: the unit normal of the best support plane so far. If `lower > 1`, it separates the shapes. */
  normal: Vec3;
  /** A common point of the shapes scaled by `upper`. If `upper ≤ 1`, it is also a point of both unscaled shapes. */
  contact: Vec3;
  /** Proven bounds on the growth so far. */
  lower: number;
  upper: number;
}

/** Reads each step from the kernel's memory and passes it to the callback. */
export function createGrowthTracer(
  engine: Engine,
  frame: QueryFrame,
  show: (step: GrowthStep) => void,
): (workspace: number) => void {
  const step: GrowthStep = {
    iteration: 0,
    ray: [0, 0, 0],
    direction: [0, 0, 0],
    isAcross: false,
    support: [0, 0, 0],
    basis: [
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ],
    weights: [0, 0, 0],
    normal: [0, 0, 0],
    contact: [0, 0, 0],
    lower: 0,
    upper: 0,
  };
  const g = frame.growth;
  return (w) => {
    // Read the views again at every step: a custom shape may have made the memory grow.
    const { f64, i32 } = engine;
    step.iteration++;
    const rayLength = Growth.length(f64, g);
    readVec3(f64, g + Growth.RAY, step.ray);
    for (let k = 0; k < 3; k++) {
      step.ray[k] *= rayLength;
      readVec3(f64, Growth.basis(i32, g, k), step.basis[k]);
    }
    step.isAcross = Growth.acrossBasis(i32, g) === 1;
    readVec3(f64, Growth.support(i32, g), step.support);
    readVec3(f64, g + Growth.WEIGHTS, step.weights);
    readUnit(f64, g + Growth.DIRECTION, step.direction);
    readUnit(f64, w + Query.LOCAL_NORMAL, step.normal);
    step.lower = rayLength / Growth.outer(f64, g);
    step.upper = rayLength / Growth.inner(f64, g);
    for (let k = 0; k < 3; k++) {
      const center = Growth.centerA(f64, g, k);
      step.contact[k] = center + step.upper * (Query.localA(f64, w, k) - center);
    }
    show(step);
  };
}

function readUnit(f64: Float64Array, at: number, out: Vec3): void {
  readVec3(f64, at, out);
  const size = length(out);
  for (let k = 0; k < 3; k++) out[k] /= size;
}
