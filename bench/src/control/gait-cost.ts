// The cost of a trot for predictive control: the base follows a velocity, swinging feet rise above the ground and come down at footsteps.
import type { ControlCost, CostTerms } from 'proximal/control';
import { forwardKinematics, frameJacobian, framePose, integrate, type Model } from 'proximal/dynamics';
import { type Gait, halfPeriod, pairOf, reference, swingAt } from './gait.ts';
import { feet, footRadius, postureCost } from './quadruped.ts';
import type { Heights } from './terrain.ts';

/** The height of the apex of a swing, in meters. */
const apex = 0.05;
/** The gain k of the footsteps on the velocity error, in seconds: see `footstep`. */
const footstepGain = 0.03;
/** Weights of the height of a foot, and of its position in the plane at touch-down, in 1/m². */
const heightWeight = 1000;
const positionWeight = 400;
/** The position of the front left shoulder in the frame of the base; the other shoulders are its reflections. */
const shoulder = [0.1946, 0.14695] as const;

/** The task: the base follows the gait's reference over the ground, at its height in the posture. */
export interface Walk {
  readonly model: Model;
  readonly heights: Heights;
  readonly posture: Float64Array;
  readonly gait: Gait;
}

/** The wanted configuration at a time. */
export function wantedPosture({ model, heights, posture, gait }: Walk, time: number): Float64Array {
  const move = new Float64Array(model.nv);
  move[0] = reference(gait, time).distance;
  const target = integrate(model, posture, move);
  target[2] += groundBelow(heights, target);
  return target;
}

/** The cost of a horizon that begins at a time. */
export function gaitCost(walk: Walk, begin: number, timeStep: number): ControlCost {
  const postureAt = (time: number): ControlCost => {
    const velocity = new Float64Array(walk.model.nv);
    velocity[0] = reference(walk.gait, time).speed;
    return postureCost(walk.model, wantedPosture(walk, time), velocity);
  };
  const feetCost = new FeetCost(walk);
  let last = begin;
  return {
    running(state, control, index, terms) {
      const time = begin + index * timeStep;
      last = time + timeStep;
      postureAt(time).running(state, control, index, terms);
      feetCost.add(state, time, terms);
    },
    final(state, terms) {
      postureAt(last).final(state, terms);
      feetCost.add(state, last, terms);
    },
  };
}

/** The height of a swinging foot, 64 apex s³ (1 − s)³ at the share s of the swing: velocity and acceleration are zero at both ends. */
function swingHeight(share: number): number {
  return 64 * apex * (share * (1 - share)) ** 3;
}

/** The mean height of the ground on a grid under the robot. */
function groundBelow({ at }: Heights, [x, y]: Float64Array): number {
  let sum = 0;
  for (const dx of [-0.2, 0, 0.2]) for (const dy of [-0.15, 0, 0.15]) sum += at(x + dx, y + dy) / 9;
  return sum;
}

class FeetCost {
  private readonly data;
  private readonly row: Float64Array;

  constructor(private readonly walk: Walk) {
    this.data = walk.model.createData();
    this.row = new Float64Array(2 * walk.model.nv);
  }

  add(state: Float64Array, time: number, terms: CostTerms): void {
    const { walk, data, row } = this;
    const { model } = walk;
    const { nq, nv } = model;
    forwardKinematics(model, data, state.slice(0, nq));
    const rotation = rotationOf(state);
    for (const [k, name] of feet.entries()) {
      const [x, y, z] = framePose(model, data, name);
      const jacobian = frameJacobian(model, data, name, 'local-world-aligned');
      const swing = swingAt(walk.gait, time);
      const share = swing?.pair === pairOf(k) ? swing.share : 0;
      const [dx, dy] = walk.heights.slope(x, y);
      for (let j = 0; j < nv; j++) row[j] = jacobian[2 * nv + j] - dx * jacobian[j] - dy * jacobian[nv + j];
      row.fill(0, nv);
      addSquare(terms, row, heightWeight, z - walk.heights.at(x, y) - footRadius - swingHeight(share));
      if (share === 0) continue;
      for (let axis = 0; axis < 2; axis++) {
        row.fill(0);
        for (let j = 0; j < nv; j++) row[j] = jacobian[axis * nv + j];
        const target = this.footstep(state, rotation, k, axis, time);
        addSquare(terms, row, positionWeight * share * share, [x, y][axis] - target);
      }
    }
  }

  /**
   * One coordinate of the footstep, base + R s + ½ t_stance v + k (v − v*), with the shoulder s in axes of the base, and the velocities v
   * of the base and v* of the reference in world axes.
   * Subtracts its derivative from the row.
   */
  private footstep(state: Float64Array, rotation: Float64Array, foot: number, axis: number, time: number): number {
    const { row, walk } = this;
    const { nq, nv } = walk.model;
    const hip = [foot < 2 ? shoulder[0] : -shoulder[0], foot % 2 === 0 ? shoulder[1] : -shoulder[1], 0];
    const velocity = state.subarray(nq, nq + 3);
    const ahead = 0.5 * halfPeriod + footstepGain;
    let target = state[axis] - (axis === 0 ? footstepGain * reference(walk.gait, time).speed : 0);
    for (let j = 0; j < 3; j++) {
      const r = rotation[3 * axis + j];
      target += r * (hip[j] + ahead * velocity[j]);
      row[j] -= r;
      row[nv + j] -= ahead * r;
      // R (δθ × a), with a = s + ahead · v in axes of the base.
      const [k, l] = [(j + 1) % 3, (j + 2) % 3];
      const a = (i: number): number => hip[i] + ahead * velocity[i];
      row[3 + j] -= rotation[3 * axis + k] * -a(l) + rotation[3 * axis + l] * a(k);
    }
    return target;
  }
}

/** Adds ½ w r² with the derivative `row` of r. The second derivative is the Gauss–Newton approximation w rowᵀ row. */
function addSquare(terms: CostTerms, row: Float64Array, weight: number, residual: number): void {
  const n = row.length;
  terms.value += 0.5 * weight * residual * residual;
  for (let a = 0; a < n; a++) {
    if (row[a] === 0) continue;
    terms.byState[a] += weight * residual * row[a];
    for (let b = 0; b < n; b++) terms.byStateTwice[a * n + b] += weight * row[a] * row[b];
  }
}

/** The rotation of the base, by rows. */
function rotationOf(state: Float64Array): Float64Array {
  const [x, y, z, w] = state.subarray(3, 7);
  return Float64Array.of(
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    ...[2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    ...[2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  );
}
