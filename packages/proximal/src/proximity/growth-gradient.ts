import { compose, fromAxisAngle, identity, type Pose, type PoseLike, transformPoint } from '../math/pose.ts';
import { cross, dot, length, perpendicular, scale, subtract, type Vec3 } from '../math/vec3.ts';
import type { Shape } from '../shapes/shape.ts';
import { queryGrowth } from './growth.ts';
import type { GrowthOptions } from './growth-options.ts';
import type { GrowthResult } from './growth-result.ts';

/** The gradient of a growth distance with respect to the poses and the centers. */
export interface GrowthGradient {
  /** The growth distance itself. */
  readonly result: GrowthResult;
  /**
   * Whether the growth has a gradient at these poses. It has none if the normal or the contact point is not unique: at edges and corners of
   * polytopes, between parallel faces, and for equal centers. For equal centers, and if the growth is unknown, every number is NaN. In the other
   * cases the gradient is one of the generalized gradients, which need not be a one-sided derivative.
   */
  readonly isDifferentiable: boolean;
  /**
   * With respect to A's pose: three numbers per meter along A's axes, then three per radian about them. The pose is changed by
   * `position + R v` and `rotation · exp(ω)`, both in A's frame.
   */
  readonly poseA: Vec6;
  /** With respect to B's pose, in B's frame. */
  readonly poseB: Vec6;
  /** With respect to each center, in its body's frame, per meter. */
  readonly centerA: Vec3;
  readonly centerB: Vec3;
}

/** Six numbers: three linear, then three angular. */
export type Vec6 = [number, number, number, number, number, number];

/**
 * The gap between the bounds is quadratic in the error of the normal, so a gradient has half as many digits as the growth. The
 * tolerance is therefore the smallest possible.
 */
const tolerance = 1e-14;
/** Gradients are compared with gradients after a rotation of B by this angle, in radians, or a translation by this fraction of the distance of the centers. */
const angleStep = 1e-7;
/** There is no gradient if the gradients at these poses differ relatively by more than this. */
const maxDifference = 1e-3;

/**
 * The gradient of the growth distance with respect to both poses and both centers, from the contact and its normal, by the envelope theorem on
 * the convex program (9) of Thirugnanam and Sreenath. It has the form of a force on each body and its moment: two opposite forces
 * along the normal, at the contact point of the scaled shapes.
 *
 * The existence of the gradient is checked by comparing it with gradients after ten small motions of B (`isSmooth`).
 * @param options as for `growthDistance`; the tolerance is 1e-14 by default
 * @example
 * ```ts
 * const { poseB } = growthGradient(box(1, 1, 1), {}, sphere(1), { position: [4, 0, 0] });
 * poseB[0]; // 0.5: the growth increases by 0.5 per meter of B's motion
 * ```
 */
export function growthGradient(
  a: Shape,
  poseA: PoseLike,
  b: Shape,
  poseB: PoseLike,
  options?: Omit<GrowthOptions, 'warmStart' | 'trace'>,
): GrowthGradient {
  const query = (pose: PoseLike): GrowthResult =>
    queryGrowth('growthGradient', a, poseA, b, pose, { tolerance, ...options }, false);
  const result = query(poseB);
  if (!(result.growth > 0)) return { result, isDifferentiable: false, ...unknownParts() };
  const gradient = gradientOf(result, poseA, poseB);
  return { result, isDifferentiable: isSmooth(gradient, result, poseA, poseB, query), ...gradient.parts };
}

type Parts = Pick<GrowthGradient, 'poseA' | 'poseB' | 'centerA' | 'centerB'>;

interface Gradient {
  readonly parts: Parts;
  /** With respect to B's position and rotation, in world coordinates, for comparison: the angular part is divided by the distance of the centers. */
  readonly force: Vec3;
  readonly torque: Vec3;
}

/** NaN for all parts of a gradient: for equal centers, which have no normal, and for an unknown growth. */
function unknownParts(): Parts {
  const three = (): Vec3 => [Number.NaN, Number.NaN, Number.NaN];
  return { poseA: [...three(), ...three()], poseB: [...three(), ...three()], centerA: three(), centerB: three() };
}

/**
 * `force` = α n / ⟨n, p⟩ is the derivative of the growth α with respect to B's position, with the normal n and the ray p from A's center to B's. It is −λ, the
 * multiplier of the constraint (9c) that the point of contact belongs to both scaled shapes.
 */
function gradientOf(result: GrowthResult, poseA: PoseLike, poseB: PoseLike): Gradient {
  const { growth, normal, contact, proof } = result;
  const centerA = transformPoint(poseA, proof.centerA);
  const ray = subtract(transformPoint(poseB, proof.centerB), centerA);
  const force = scale(normal, growth / dot(normal, ray));
  const ofA = bodyGradient(poseA, contact, scale(force, -1), growth);
  const ofB = bodyGradient(poseB, contact, force, growth);
  const torque = cross(subtract(contact, centerA), force);
  return {
    parts: { poseA: ofA.pose, poseB: ofB.pose, centerA: ofA.center, centerB: ofB.center },
    force,
    torque: scale(torque, 1 / length(ray)),
  };
}

/**
 * The gradient with respect to a body's pose and center, in the body's frame, from the force at the world point `contact`. Because the body is
 * scaled about its center, a motion of the center moves the contact point by this motion times 1 − growth.
 */
function bodyGradient(pose: PoseLike, contact: Vec3, force: Vec3, growth: number): { pose: Vec6; center: Vec3 } {
  const [x, y, z, ...rotation] = compose(pose, {});
  const worldToBody = { rotation: [-rotation[0], -rotation[1], -rotation[2], rotation[3]] };
  const linear = transformPoint(worldToBody, force);
  const arm = transformPoint(worldToBody, subtract(contact, [x, y, z]));
  return { pose: [...linear, ...cross(arm, linear)], center: scale(linear, 1 - growth) };
}

/**
 * Whether the gradient is nearly the same after small motions of B: translations perpendicular to the ray and rotations about A's center, in both
 * directions of each axis.
 */
function isSmooth(
  gradient: Gradient,
  result: GrowthResult,
  poseA: PoseLike,
  poseB: PoseLike,
  query: (pose: PoseLike) => GrowthResult,
): boolean {
  const pivot = transformPoint(poseA, result.proof.centerA);
  const ray = subtract(transformPoint(poseB, result.proof.centerB), pivot);
  const first = scale(perpendicular(ray), length(ray));
  const second = cross(scale(ray, 1 / length(ray)), first);
  const translations = [first, second].map((across) => (angle: number) => translationBy(scale(across, angle)));
  const rotations = [ray, first, second].map((axis) => (angle: number) => rotationAbout(pivot, axis, angle));
  return [...translations, ...rotations].every((motion) =>
    [angleStep, -angleStep].every((angle) => {
      const pose = compose(motion(angle), poseB);
      return isNear(gradient, gradientOf(query(pose), poseA, pose));
    }),
  );
}

function translationBy(position: Vec3): Pose {
  return compose({ position }, identity());
}

function rotationAbout(pivot: Vec3, axis: Vec3, angle: number): Pose {
  const rotation = fromAxisAngle(axis, angle);
  return compose({ position: subtract(pivot, transformPoint(rotation, pivot)) }, rotation);
}

/** Whether two gradients are nearly equal. */
function isNear(p: Gradient, q: Gradient): boolean {
  const force = length(subtract(p.force, q.force));
  const torque = length(subtract(p.torque, q.torque));
  return force + torque <= maxDifference * length(p.force);
}
