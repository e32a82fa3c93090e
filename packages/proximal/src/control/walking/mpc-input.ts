// The input of the MPC from the present motion, in the horizontal frame of the base: see centroidal-mpc.ts.
import { massMatrix } from '../../dynamics/crba.ts';
import { centerOfMass } from '../../dynamics/momentum.ts';
import { atan2, cos as cosine, sin as sine } from '../../math/elementary.ts';
import { factorize, solveFactorized } from '../../math/linear/cholesky.ts';
import type { MpcInput } from './centroidal-mpc.ts';
import type { Footsteps } from './footsteps.ts';
import type { Gait } from './gait.ts';
import type { RobotMotion } from './motion.ts';
import type { WalkingSettings, WalkingVelocity } from './options.ts';

/** A pose of the horizontal frame on the reference path, relative to the present one. */
interface Reference {
  readonly x: number;
  readonly y: number;
  readonly cos: number;
  readonly sin: number;
}

export function fillMpcInput(
  input: MpcInput,
  motion: RobotMotion,
  footsteps: Footsteps,
  gait: Gait,
  velocity: WalkingVelocity,
  settings: WalkingSettings,
  time: number,
): void {
  const { horizon, mpcStep, height } = settings;
  const [forward, left, rate] = velocity;
  setState(input, motion, footsteps.ground);
  setInertia(input, motion);
  for (let foot = 0; foot < motion.legs.length; foot++)
    for (let k = 0; k < horizon; k++)
      input.stance[motion.legs.length * k + foot] = gait.isStance(foot, time + (k + 0.5) * mpcStep) ? 1 : 0;
  const bases: Reference[] = [{ x: 0, y: 0, cos: 1, sin: 0 }];
  for (let k = 0; k < horizon; k++) {
    const base = bases[k];
    const heading = rate * mpcStep * (k + 1);
    const next = {
      x: base.x + mpcStep * (base.cos * forward - base.sin * left),
      y: base.y + mpcStep * (base.sin * forward + base.cos * left),
      cos: cosine(heading),
      sin: sine(heading),
    };
    bases.push(next);
    const speeds = [next.cos * forward - next.sin * left, next.sin * forward + next.cos * left, 0];
    input.reference.set([next.x, next.y, height, 0, 0, heading, ...speeds, 0, 0, rate], 12 * k);
  }
  setArms(input, motion, footsteps, gait, velocity, settings, bases);
}

function setState(
  { state }: MpcInput,
  { q, rotation: r, linear, angular, cos, sin }: RobotMotion,
  ground: number,
): void {
  state.set([0, 0, q[2] - ground, atan2(r[7], r[8]), atan2(-r[6], Math.sqrt(r[7] * r[7] + r[8] * r[8])), 0]);
  state.set([cos * linear[0] + sin * linear[1], cos * linear[1] - sin * linear[0], linear[2]], 6);
  state.set([cos * angular[0] + sin * angular[1], cos * angular[1] - sin * angular[0], angular[2]], 9);
}

/**
 * Writes the lever arms of all feet, from the center of mass. A foot on the ground stays where it is until it swings, and a foot that
 * swings now is at its footstep. After each later landing, a foot is ahead of its moving shoulder by half the distance that the base moves
 * in a stance.
 */
function setArms(
  { arms, stance }: MpcInput,
  { model, data, q, cos, sin, legs, feet }: RobotMotion,
  footsteps: Footsteps,
  gait: Gait,
  [forward, left]: WalkingVelocity,
  { horizon, mpcStep, footRadius }: WalkingSettings,
  bases: readonly Reference[],
): void {
  const center = centerOfMass(model, data, q);
  const offset = [0, 1, 2].map((axis) => center[axis] - q[axis]);
  const [ox, oy] = [cos * offset[0] + sin * offset[1], cos * offset[1] - sin * offset[0]];
  for (const [foot, leg] of legs.entries()) {
    const isDownNow = footsteps.stance[foot];
    const [wx, wy] = isDownNow
      ? feet.subarray(3 * foot, 3 * foot + 2)
      : footsteps.targets.subarray(2 * foot, 2 * foot + 2);
    let px = cos * (wx - q[0]) + sin * (wy - q[1]);
    let py = cos * (wy - q[1]) - sin * (wx - q[0]);
    const landingOffset = [leg.shoulder[0] + 0.5 * gait.half * forward, leg.shoulder[1] + 0.5 * gait.half * left];
    for (let k = 0; k < horizon; k++) {
      const node = legs.length * k + foot;
      const base = bases[k];
      const landsNow = k > 0 && stance[node] === 1 && stance[node - legs.length] === 0;
      if (landsNow && (k * mpcStep > gait.half || isDownNow)) {
        px = base.x + base.cos * landingOffset[0] - base.sin * landingOffset[1];
        py = base.y + base.sin * landingOffset[0] + base.cos * landingOffset[1];
      }
      const footHeight = k === 0 && isDownNow ? feet[3 * foot + 2] - footRadius : footsteps.ground;
      arms[3 * node] = px - base.x - ox;
      arms[3 * node + 1] = py - base.y - oy;
      arms[3 * node + 2] = footHeight - q[2] - offset[2];
    }
  }
}

/** The inverse of the inertia about the center of mass, in the base's axes, which nearly coincide with the axes of its horizontal frame. */
function setInertia(input: MpcInput, { model, data, q }: RobotMotion): void {
  const { nv } = model;
  const matrix = massMatrix(model, data, q);
  const mass = matrix[0];
  // The block of the mass matrix that maps linear accelerations to moments is m [c]×.
  const c = [matrix[5 * nv + 1] / mass, matrix[3 * nv + 2] / mass, matrix[4 * nv] / mass];
  const square = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
  const inertia = new Float64Array(9);
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++)
      inertia[3 * i + j] = matrix[(3 + i) * nv + 3 + j] - mass * ((i === j ? square : 0) - c[i] * c[j]);
  factorize(inertia, 3);
  for (let i = 0; i < 3; i++) {
    const column = new Float64Array(3);
    column[i] = 1;
    solveFactorized(inertia, 3, column);
    input.inverseInertia.set(column, 3 * i);
  }
}
