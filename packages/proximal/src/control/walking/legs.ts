// Legs with three joints each on a base that is free: their joints, their shoulders, and the posture in which the robot stands.
import { outOfRange } from '../../check/argument.ts';
import { checkConfiguration, checkModel } from '../../dynamics/check-arguments.ts';
import { neutral } from '../../dynamics/configuration.ts';
import { frameJacobian } from '../../dynamics/jacobian.ts';
import { forwardKinematics, framePose } from '../../dynamics/kinematics.ts';
import type { Model } from '../../dynamics/model.ts';
import { hypot } from '../../math/hypot.ts';
import type { WalkingSettings } from './options.ts';

const where = 'createWalkingController';

export interface Leg {
  readonly frame: number;
  /** The indices of the leg's three joints in velocities and in configurations. */
  readonly v: readonly number[];
  readonly q: readonly number[];
  /** The foot's position in the frame of the base at the neutral configuration: x and y in meters. */
  readonly shoulder: readonly [number, number];
}

/** The legs of a model whose first joint is free. */
export function findLegs(model: Model, { feet }: WalkingSettings): Leg[] {
  checkModel(where, model);
  if (model.joints[0]?.kind !== 'free-flyer')
    throw outOfRange(
      where,
      'model',
      `one whose first joint is ${model.joints[0]?.kind ?? 'missing'}`,
      "give a robot with a free base: readUrdf(text, { root: 'free-flyer' })",
    );
  const data = model.createData();
  const q = neutral(model);
  forwardKinematics(model, data, q);
  return feet.map((name, k) => {
    const frame = model.frames.findIndex((each) => each.name === name);
    if (frame < 0) throw outOfRange(where, `options.feet[${k}]`, name, 'give the name of a frame or link of the model');
    const joints: number[] = [];
    for (let joint = model.frames[frame].joint; joint > 0; joint = model.joints[joint].parent) joints.unshift(joint);
    if (joints.length !== 3 || !joints.every((joint) => model.joints[joint].nv === 1 && !model.joints[joint].mimic))
      throw outOfRange(
        where,
        `options.feet[${k}]`,
        name,
        `its leg has ${joints.length} joints: give feet of legs with three joints of one coordinate each, none of which mimics another`,
      );
    const [x, y] = framePose(model, data, frame);
    return {
      frame,
      v: joints.map((joint) => model.joints[joint].v),
      q: joints.map((joint) => model.joints[joint].q),
      shoulder: [x, y],
    };
  });
}

/** The configuration with a level base at the reference height and each foot on the ground under its shoulder, by Newton's method. */
export function findPosture(model: Model, legs: readonly Leg[], settings: WalkingSettings): Float64Array {
  const { height, footRadius, posture } = settings;
  const q = posture?.slice() ?? neutral(model);
  if (posture) checkConfiguration(where, 'options.posture', posture, model);
  else
    for (const { q: at, shoulder } of legs) {
      q[at[1]] = 0.9 * Math.sign(shoulder[0]);
      q[at[2]] = -2 * q[at[1]];
    }
  q.set([0, 0, height, 0, 0, 0, 1]);
  const data = model.createData();
  let error = Infinity;
  for (let iteration = 0; iteration < 50 && error > 1e-10; iteration++) {
    error = 0;
    for (const leg of legs) {
      forwardKinematics(model, data, q);
      const [x, y, z] = framePose(model, data, leg.frame);
      const change = Float64Array.of(leg.shoulder[0] - x, leg.shoulder[1] - y, footRadius - z);
      error = Math.max(error, hypot(...change));
      const jacobian = legJacobian(frameJacobian(model, data, leg.frame, 'local-world-aligned'), model.nv, leg);
      solveLeg(jacobian, change);
      for (let k = 0; k < 3; k++) q[leg.q[k]] += Math.min(0.3, Math.max(-0.3, change[k]));
    }
  }
  if (!(error < 1e-6))
    throw outOfRange(
      where,
      'options.height',
      height,
      'the feet do not reach the ground: give a height within the reach of the legs, or another options.posture',
    );
  return q;
}

/** The 3 × 3 block of a leg's joints in the linear rows of a 6 × nv Jacobian. */
export function legJacobian(jacobian: Float64Array, nv: number, { v }: Leg, out = new Float64Array(9)): Float64Array {
  for (let i = 0; i < 3; i++) for (let k = 0; k < 3; k++) out[3 * i + k] = jacobian[i * nv + v[k]];
  return out;
}

/** Solves J x = b by the adjugate; x replaces b. The magnitude of the determinant, zero for a straight leg, is bounded from below. */
export function solveLeg(j: Float64Array, b: Float64Array): void {
  const [a00, a01, a02, a10, a11, a12, a20, a21, a22] = j;
  const c0 = a11 * a22 - a12 * a21;
  const c1 = a12 * a20 - a10 * a22;
  const c2 = a10 * a21 - a11 * a20;
  const determinant = a00 * c0 + a01 * c1 + a02 * c2;
  let largestEntry = 0;
  for (let k = 0; k < 9; k++) largestEntry = Math.max(largestEntry, Math.abs(j[k]));
  const minDeterminant = 1e-2 * largestEntry * largestEntry * largestEntry;
  const safeDeterminant =
    Math.abs(determinant) < minDeterminant ? (determinant < 0 ? -minDeterminant : minDeterminant) : determinant;
  const [x, y, z] = b;
  b[0] = (c0 * x + (a02 * a21 - a01 * a22) * y + (a01 * a12 - a02 * a11) * z) / safeDeterminant;
  b[1] = (c1 * x + (a00 * a22 - a02 * a20) * y + (a02 * a10 - a00 * a12) * z) / safeDeterminant;
  b[2] = (c2 * x + (a01 * a20 - a00 * a21) * y + (a00 * a11 - a01 * a10) * z) / safeDeterminant;
}
