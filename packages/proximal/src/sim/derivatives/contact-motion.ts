// The derivatives of a contact's point, normal and gap with respect to the motion of its two bodies, with the touching features fixed.
//
// The motion of a body is given at the contact: the displacement x of its material point at p, and its small rotation θ, in world axes.

import { differentiate } from '../../derivatives/derivative.ts';
import type { DerivativeOptions } from '../../derivatives/derivative-options.ts';
import { rotationMatrix } from '../../math/linear/quaternion.ts';
import { cross, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import { createResult } from '../../proximity/result.ts';
import type { Shape } from '../../shapes/shape.ts';
import type { SimulatedContact } from '../contact-set.ts';
import { crossTo } from './chain.ts';
import { crossingMotion, crossingOf } from './crossing-motion.ts';
import { growthMotion } from './growth-motion.ts';
import { poseMatrix } from './pose-matrix.ts';
import type { Workspace } from './workspace.ts';

/** The derivatives of a contact. Their 14 columns are x of A, θ of A, x of B, θ of B, three each, then the sizes of A and B. */
export interface ContactMotion {
  readonly width: 14;
  /** The derivatives of the contact point: 3 × 14, by rows. */
  readonly point: Float64Array;
  /** The derivatives of the normal: 3 × 14, by rows. */
  readonly normal: Float64Array;
  /** The derivatives of the gap: 14 numbers. */
  readonly gap: Float64Array;
}

/** The touching parts of A and of B. */
export interface Touching {
  readonly shapes: readonly [Shape, Shape];
  /** Seven numbers each. */
  readonly poses: readonly [Float64Array, Float64Array];
  /** The points in the world about which the bodies are scaled. */
  readonly origins: readonly [Vec3, Vec3];
}

/** A point is at a corner if its distance from the corner is at most this fraction of the shape's bounding radius. */
const near = 1e-7;

/**
 * @param isAlone whether the contact is the only point between its two parts, or represents a patch. Smoothing estimators then
 * replace the touching corner. Points of a patch on which the bodies do not roll keep their corners (smoothed-patches.ts).
 * @param isSized whether the columns of sizes are computed
 * @param workspace for the result
 */
export function contactMotion(
  contact: SimulatedContact,
  touching: Touching,
  options: DerivativeOptions,
  isAlone: boolean,
  isSized: boolean,
  workspace: Workspace,
): ContactMotion {
  const motion = {
    width: 14,
    point: workspace.array(42),
    normal: workspace.array(42),
    gap: workspace.array(14),
  } as const;
  const isSmoothed = isAlone && options.estimator !== 'exact';
  const corner = isSmoothed ? null : cornerOf(contact, touching);
  const crossing = isSmoothed || corner ? null : crossingOf(contact, touching);
  if (corner) cornerMotion(contact, corner, motion);
  else if (crossing) crossingMotion(contact, crossing, motion);
  else if (contact.growth !== null) {
    growthMotion(touching, contact.point as Vec3, options, motion);
    return motion;
  } else nearestMotion(contact, touching, options, motion);
  if (isSized) addSizes(contact, touching, motion);
  return motion;
}

/**
 * Scaling a shape about a point o moves the neighborhood of its contact point p by p − o to first order, which is a translation;
 * the change of curvature has no effect.
 */
function addSizes(
  { point, normal, gap: contactGap }: SimulatedContact,
  { origins }: Touching,
  motion: ContactMotion,
): void {
  const { width, gap } = motion;
  origins.forEach((origin, body) => {
    const [from, to] = [6 * body, 12 + body];
    for (let axis = 0; axis < 3; axis++) {
      const shift = point[axis] + (body - 0.5) * contactGap * normal[axis] - origin[axis];
      gap[to] += shift * gap[from + axis];
      for (let k = 0; k < 3; k++) {
        motion.point[width * k + to] += shift * motion.point[width * k + from + axis];
        motion.normal[width * k + to] += shift * motion.normal[width * k + from + axis];
      }
    }
  });
}

/** A corner of one body on a face of the other, or on a half-space. */
interface CornerFeature {
  /** 1: B's corner on A's plane; −1: A's corner on B's plane. */
  readonly side: 1 | -1;
  /** The corner of the core, in the world, and the radius around it. */
  readonly core: Vec3;
  readonly radius: number;
}

function cornerOf({ normal, point, gap }: SimulatedContact, { shapes, poses }: Touching): CornerFeature | null {
  const [a, b] = shapes;
  const [poseA, poseB] = poses;
  // A plane has no corners; for two bodies with faces, the corner of either can be used.
  const ofB = coreCorner(b, poseB, along(point, normal, gap / 2), normal, 1);
  if (ofB && isFlat(a, poseA, normal, 1)) return { side: 1, ...ofB };
  const ofA = coreCorner(a, poseA, along(point, normal, -gap / 2), normal, -1);
  if (ofA && isFlat(b, poseB, normal, -1)) return { side: -1, ...ofA };
  return null;
}

/** A point displaced along the normal. */
function along(point: readonly number[], normal: readonly number[], length: number): Vec3 {
  return [point[0] + length * normal[0], point[1] + length * normal[1], point[2] + length * normal[2]];
}

/**
 * The corner of the core for which `surface` is the extreme point of the ball around the corner: against the normal for `sign` 1, along the
 * normal for `sign` −1. Null if there is none.
 */
function coreCorner(
  shape: Shape,
  pose: Float64Array,
  surface: Vec3,
  normal: readonly number[],
  sign: number,
): { core: Vec3; radius: number } | null {
  if (!shape.isBounded) return null;
  const vertices = cornersOf(shape);
  if (vertices.length === 0) return null;
  const r = rotationMatrix(pose[3], pose[4], pose[5], pose[6], rotation);
  const bound = (near * shape.boundingRadius) ** 2;
  const offset = sign * shape.radius;
  const dx = surface[0] + offset * normal[0] - pose[0];
  const dy = surface[1] + offset * normal[1] - pose[1];
  const dz = surface[2] + offset * normal[2] - pose[2];
  const x = r[0] * dx + r[3] * dy + r[6] * dz;
  const y = r[1] * dx + r[4] * dy + r[7] * dz;
  const z = r[2] * dx + r[5] * dy + r[8] * dz;
  for (let k = 0; k < vertices.length; k += 3) {
    const u = vertices[k];
    const v = vertices[k + 1];
    const w = vertices[k + 2];
    if ((u - x) * (u - x) + (v - y) * (v - y) + (w - z) * (w - z) > bound) continue;
    const core: Vec3 = [
      r[0] * u + r[1] * v + r[2] * w + pose[0],
      r[3] * u + r[4] * v + r[5] * w + pose[1],
      r[6] * u + r[7] * v + r[8] * w + pose[2],
    ];
    return { core, radius: shape.radius };
  }
  return null;
}

/** The corners of a shape's core, three numbers each, cached: some shapes recompute their polytope at every call. */
function cornersOf(shape: Shape): Float64Array {
  const cached = corners.get(shape);
  if (cached) return cached;
  const found = shape.corePolytope()?.vertices ?? new Float64Array(0);
  corners.set(shape, found);
  return found;
}

const corners = new WeakMap<Shape, Float64Array>();

/** Whether the body has a face perpendicular to the direction `sign` · `normal`, which points out of the body. */
function isFlat(shape: Shape, pose: Float64Array, normal: readonly number[], sign: number): boolean {
  if (!shape.isBounded) return true;
  const { rotateBack } = poseMatrix(pose);
  return shape.supportFace(rotateBack([sign * normal[0], sign * normal[1], sign * normal[2]])).length >= 3;
}

/**
 * The normal rotates with the body of the plane: δn = θ × n. The corner moves with its own body. The surface point s is the point
 * of the corner's ball nearest to the plane: δs = δcore ∓ radius δn. The gap is the height of s above the plane; the plane's
 * material point below s moves along n by n·x. The contact point is p = s ∓ gap n / 2.
 */
function cornerMotion({ normal, point, gap }: SimulatedContact, feature: CornerFeature, motion: ContactMotion): void {
  const { width } = motion;
  const { side, core, radius } = feature;
  const [plane, corner] = side === 1 ? [0, 6] : [6, 0];
  for (let k = 0; k < 3; k++) arm[k] = core[k] - point[k];
  for (let axis = 0; axis < 3; axis++) {
    unit.fill(0);
    unit[axis] = 1;
    writeCorner(motion, corner + axis, unit, normal, side);
    crossTo(unit, 0, arm, 0, moved, 0);
    writeCorner(motion, corner + 3 + axis, moved, normal, side);
    motion.gap[plane + axis] = -side * normal[axis];
    crossTo(unit, 0, normal, 0, moved, 0);
    for (let k = 0; k < 3; k++) {
      motion.point[width * k + plane + axis] = (normal[axis] * normal[k]) / 2;
      motion.normal[width * k + plane + 3 + axis] = moved[k];
      motion.point[width * k + plane + 3 + axis] = -side * (radius + gap / 2) * moved[k];
    }
  }
}

/** Writes the column of a motion that displaces the corner by `displacement`. */
function writeCorner(
  { point, gap, width }: ContactMotion,
  column: number,
  displacement: Float64Array,
  normal: readonly number[],
  side: number,
): void {
  const normalPart = displacement[0] * normal[0] + displacement[1] * normal[1] + displacement[2] * normal[2];
  gap[column] = side * normalPart;
  for (let k = 0; k < 3; k++) point[width * k + column] = displacement[k] - (normalPart * normal[k]) / 2;
}

const [unit, arm, moved] = [0, 1, 2].map(() => new Float64Array(3));
const rotation = new Float64Array(9);

/** For all other contacts, for example of curved shapes: the derivatives of the nearest points, from those of the distance query. */
function nearestMotion(
  { point, normal, gap }: SimulatedContact,
  { shapes, poses }: Touching,
  options: DerivativeOptions,
  motion: ContactMotion,
): void {
  const { width } = motion;
  const [localA, localB] = poses.map((pose, body) => poseMatrix(pose).toBody(along(point, normal, (body - 0.5) * gap)));
  const given = { normal: normal as Vec3, localA, localB, distance: gap, lower: gap, upper: gap };
  const result = { ...createResult(), ...given };
  const found = differentiate(shapes[0], poses[0], shapes[1], poses[1], { ...options, withRespectTo: 'both', result });
  // The body twist, in the body's axes at its origin, that moves the body's point at the contact by x and rotates the body by θ.
  poses.forEach((pose, body) => {
    const { rotateBack, origin } = poseMatrix(pose);
    const arm = subtract(point as Vec3, origin);
    for (let column = 0; column < 6; column++) {
      const axis = column % 3;
      const unit: Vec3 = [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0];
      const isRotation = column >= 3;
      const linear = rotateBack(isRotation ? scale(cross(unit, arm), -1) : unit);
      const angular: Vec3 = isRotation ? rotateBack(unit) : [0, 0, 0];
      const twist = [...linear, ...angular];
      const product = (row: Float64Array, from: number): number =>
        twist.reduce((sum, value, k) => sum + value * row[from + 6 * body + k], 0);
      const to = 6 * body + column;
      motion.gap[to] = product(found.distance, 0);
      for (let k = 0; k < 3; k++) {
        motion.point[width * k + to] = (product(found.pointA, 12 * k) + product(found.pointB, 12 * k)) / 2;
        motion.normal[width * k + to] = product(found.normal, 12 * k);
      }
    }
  });
}
