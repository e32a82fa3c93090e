// The smallest signed distance between the solids at a configuration, and its gradient.
import type { Vec3 } from '../math/vec3.ts';
import type { DistanceResult } from '../proximity/result.ts';
import type { Checker } from './checker.ts';
import type { SolidPair } from './pairs.ts';

/**
 * The smallest signed distance of all pairs that a cell checks, at one configuration. Lengths in meters, world coordinates.
 * @example
 * ```ts
 * const { distance, a, b, gradient }: Clearance = cell.clearance(q);
 * console.log(`${a} is ${distance} m from ${b}`);
 * ```
 */
export interface Clearance {
  /** The signed distance: negative where the pair overlaps, infinite if the cell has no pairs. The padding is not subtracted. */
  distance: number;
  /** Proven bounds of the distance of this pair. No other pair is nearer than `lower`. */
  lower: number;
  upper: number;
  /** The names of the link or attached object, and of the link, attached object or body nearest to it. Empty if there are no pairs. */
  a: string;
  b: string;
  /** The nearest points, or the deepest ones, of a and b, and the unit vector from a to b. */
  readonly pointA: Vec3;
  readonly pointB: Vec3;
  readonly normal: Vec3;
  /**
   * The derivative of the distance with respect to the configuration, in the tangent space: nv numbers. It is valid where the nearest points
   * are unique.
   */
  readonly gradient: Float64Array;
}

/**
 * The smallest signed distance along a straight motion. Lengths in meters, world coordinates.
 * @example
 * ```ts
 * const { distance, time, gradientFrom }: SweepClearance = cell.sweepClearance(from, to);
 * ```
 */
export interface SweepClearance {
  /** The smallest signed distance that was found: a local minimum, at most 0.1 mm above the global one. Infinite if the cell has no pairs. */
  readonly distance: number;
  /** A lower bound of the distance along the whole motion: proven where it is positive, an estimate for motions in contact. */
  readonly lower: number;
  /** The time at which `distance` is attained, from 0 to 1. */
  readonly time: number;
  /** The names of the pair. Empty if the cell has no pairs. */
  readonly a: string;
  readonly b: string;
  /**
   * The derivatives of the distance with respect to the first and the last configuration: nv numbers each. They account for the change of `time`. Derivatives
   * with respect to the coordinates of ball, planar and free joints are not computed, and are 0.
   */
  readonly gradientFrom: Float64Array;
  readonly gradientTo: Float64Array;
}

/** An empty clearance to fill. */
export function createClearance(nv: number): Clearance {
  return {
    distance: Infinity,
    lower: Infinity,
    upper: Infinity,
    a: '',
    b: '',
    pointA: [0, 0, 0],
    pointB: [0, 0, 0],
    normal: [0, 0, 0],
    gradient: new Float64Array(nv),
  };
}

/** The clearance at a configuration. */
export function clearanceAt(checker: Checker, q: Float64Array, out: Clearance): void {
  const { order, pairs, stance } = checker;
  stance.take(q);
  out.distance = Infinity;
  out.lower = Infinity;
  out.upper = Infinity;
  out.a = '';
  out.b = '';
  out.gradient.fill(0);
  let nearest: SolidPair | null = null;
  // Convex pairs first: their distances limit the search among the parts of meshes.
  for (let k = 0; k < order.length; k++) {
    if (!pairs[order[k]].hasParts && measure(checker, pairs[order[k]], out)) nearest = pairs[order[k]];
  }
  for (let k = 0; k < order.length; k++) {
    const pair = pairs[order[k]];
    if (!pair.hasParts) continue;
    const { tests } = checker;
    tests.byBounds(pair);
    // No part is farther away than the far side of the box around all of them.
    const farthest = tests.gap[0] + pair.a.ballRadius + 2 * pair.b.ballRadius;
    const near = tests.partsNear(pair, Math.max(0, Math.min(out.distance, (1 + 1e-9) * farthest)));
    for (let m = 0; m < near.count; m++) if (measure(checker, pair.partPair(near.slots[m]), out)) nearest = pair;
  }
  if (!nearest) return;
  checker.promotePair(nearest);
  addGradient(checker, nearest.a.joint, out.pointA, out.normal, -1, out.gradient);
  addGradient(checker, nearest.b.joint, out.pointB, out.normal, 1, out.gradient);
}

/** Measures a pair unless it is proven farther apart than the nearest pair so far. Returns whether it is nearer. */
function measure({ tests, stance }: Checker, pair: SolidPair, out: Clearance): boolean {
  tests.byBounds(pair);
  if (tests.gap[0] > out.distance) return false;
  const result = pair.pair.signedDistance(stance.poseOf(pair.a), stance.poseOf(pair.b));
  const { distance } = result;
  if (result.lower < out.lower) out.lower = result.lower;
  if (!(distance < out.distance)) return false;
  copy(result, pair, out);
  return true;
}

function copy(result: DistanceResult, { a, b }: SolidPair, out: Clearance): void {
  out.distance = result.distance;
  out.upper = result.upper;
  out.a = a.name;
  out.b = b.name;
  for (let k = 0; k < 3; k++) {
    out.pointA[k] = result.pointA[k];
    out.pointB[k] = result.pointB[k];
    out.normal[k] = result.normal[k];
  }
}

/** Adds sign · ⟨n, velocity of the point p⟩ of every coordinate that moves the joint's body to the gradient. */
export function addGradient(
  { model, stance }: Checker,
  joint: number,
  p: Vec3,
  [nx, ny, nz]: Vec3,
  sign: number,
  gradient: Float64Array,
): void {
  if (joint < 0) return;
  const { tree } = model;
  const { axes, origin } = stance.data;
  const at = 3 * tree.root[joint];
  const x = p[0] - origin[at];
  const y = p[1] - origin[at + 1];
  const z = p[2] - origin[at + 2];
  for (let dof = tree.firstDof[joint + 1] - 1; dof >= 0; dof = tree.dofParent[dof]) {
    const k = 6 * dof;
    const vx = axes[k] + axes[k + 4] * z - axes[k + 5] * y;
    const vy = axes[k + 1] + axes[k + 5] * x - axes[k + 3] * z;
    const vz = axes[k + 2] + axes[k + 3] * y - axes[k + 4] * x;
    gradient[tree.coordinate[dof]] += sign * tree.dofRatio[dof] * (nx * vx + ny * vy + nz * vz);
  }
}
