// Motions in the plane over the time from 0 to 1.

import { checkShape, type Shape } from '../../2d/shapes/shape.ts';
import { checkNumber, checkOptions, outOfRange, wrongType } from '../../check/argument.ts';
import { cos, sin } from '../../math/elementary.ts';
import { hypot } from '../../math/hypot.ts';
import { readVector2, type Vec2, type Vector2Like } from '../../math/vec2.ts';
import { type Pose2Like, readPose2 } from '../pose.ts';
import { Body } from './body.ts';

/** How a body moves from time 0 to 1, at constant velocity and rate of rotation. */
export interface Motion2 {
  /** Displacement of the body's origin over the whole time, in meters. Default: zero. */
  readonly linear?: Vector2Like;
  /** Rotation about the body's origin over the whole time, in radians, counter-clockwise. Default 0. */
  readonly angular?: number;
  /**
   * The axes of `linear`. `'world'` (the default): the origin moves in a straight line. `'body'`: the axes turn with the body, so the
   * origin moves along a circular arc; a car that drives `length` meters with the curvature κ has `linear: [length, 0]` and
   * `angular: length * κ`.
   */
  readonly axes?: 'world' | 'body';
}

/** A body of a scene, or a shape at a pose. */
export type Placed2 = Body | { readonly shape: Shape; readonly pose: Pose2Like };

/** A validated moving shape. */
export interface Mover {
  readonly shape: Shape;
  /** The pose at time 0: x y cos sin. */
  readonly start: Float64Array;
  readonly linear: Vec2;
  readonly angular: number;
  /** Whether `linear` turns with the body. */
  readonly isArc: boolean;
  /** A bound on the distances of the core's points from the body's origin, in meters. */
  readonly radius: number;
}

const remedy = 'give { linear?, angular?, axes? }, or {} for a body at rest';
/** The largest rotation, in radians: the rounding errors of larger angles are not negligible. */
const maxRotation = 1e6;

export function readPlaced(where: string, argument: string, placed: Placed2): { shape: Shape; start: Float64Array } {
  if (placed instanceof Body) return { shape: placed.shape, start: placed.pose };
  if (typeof placed !== 'object' || placed === null || !('shape' in placed) || !('pose' in placed))
    throw wrongType(where, argument, placed, 'give a body of a scene, or { shape, pose }');
  checkShape(where, `${argument}.shape`, placed.shape);
  const start = new Float64Array(4);
  readPose2(where, `${argument}.pose`, placed.pose, start, 0);
  return { shape: placed.shape, start };
}

export function readMover(where: string, argument: string, placed: Placed2, motion: Motion2, name: string): Mover {
  const { shape, start } = readPlaced(where, argument, placed);
  if (typeof motion !== 'object' || motion === null) throw wrongType(where, name, motion, remedy);
  checkOptions(where, name, motion, ['linear', 'angular', 'axes']);
  const { linear = [0, 0], angular = 0, axes = 'world' } = motion;
  const displacement = readVector2(where, `${name}.linear`, linear);
  checkNumber(where, `${name}.angular`, angular, 'give a finite angle in radians');
  if (Math.abs(angular) > maxRotation)
    throw outOfRange(where, `${name}.angular`, angular, `give an angle from −${maxRotation} to ${maxRotation} radians`);
  if (axes !== 'world' && axes !== 'body') throw outOfRange(where, `${name}.axes`, axes, "give 'world' or 'body'");
  if (angular !== 0 && !shape.isBounded)
    throw outOfRange(where, `${name}.angular`, angular, 'give 0: a half-plane cannot rotate');
  const radius = hypot(...shape.center) + Math.max(0, shape.boundingRadius - shape.radius);
  return { shape, start, linear: displacement, angular, isArc: axes === 'body', radius };
}

/** A shape at rest at a pose. */
export function resting(shape: Shape, start: Float64Array): Mover {
  return { shape, start, linear: [0, 0], angular: 0, isArc: false, radius: 0 };
}

/** Writes the pose at time `t`. */
export function poseAt({ start, linear, angular, isArc }: Mover, t: number, out: Float64Array): void {
  const [x, y, cosine, sine] = start;
  const angle = angular * t;
  const [stepCosine, stepSine] = [cos(angle), sin(angle)];
  out[2] = cosine * stepCosine - sine * stepSine;
  out[3] = sine * stepCosine + cosine * stepSine;
  let [dx, dy] = linear;
  if (isArc) {
    // The displacement along an arc is its chord: its length is that of the arc times sin(h)/h with h = angle/2, and it is rotated by h.
    const half = angle / 2;
    const chord = half === 0 ? 1 : sin(half) / half;
    const [c, s] = [chord * cos(half), chord * sin(half)];
    const [u, v] = [c * dx - s * dy, s * dx + c * dy];
    [dx, dy] = [cosine * u - sine * v, sine * u + cosine * v];
  }
  out[0] = x + t * dx;
  out[1] = y + t * dy;
}

/** The velocity of the origin, in world axes, when the body has the pose `pose`. */
export function originVelocity({ linear: [x, y], isArc }: Mover, pose: Float64Array): Vec2 {
  return isArc ? [pose[2] * x - pose[3] * y, pose[3] * x + pose[2] * y] : [x, y];
}

/**
 * A bound on the acceleration of the core's points: ω² r for the rotation about the origin, and |ω| |v| for the origin on its
 * arc. The core is enough for rounded shapes: the swept disc adds the
 * same radius to the support in every direction, whatever the rotation.
 */
export function accelerationBound({ linear, angular, isArc, radius }: Mover): number {
  if (angular === 0) return 0;
  return angular * angular * radius + (isArc ? Math.abs(angular) * hypot(...linear) : 0);
}

/** A bound, in meters, on the rounding errors of the positions of a body's points and of their displacements to a later time. */
export function roundingOf({ start, linear, angular, radius }: Mover): number {
  const size = hypot(start[0], start[1]) + hypot(...linear) + (angular === 0 ? 0 : (1 + Math.abs(angular)) * radius);
  return 8 * Number.EPSILON * size;
}
