import type { Actuator } from '../dynamics/description.ts';
import type { Model } from '../dynamics/model.ts';

/** Force = gain · control + constant + byPosition · (gear q) + byVelocity · (gear q̇). */
interface Law {
  readonly gain: number;
  readonly constant: number;
  readonly byPosition: number;
  readonly byVelocity: number;
}

function lawOf({ kind, kp, kv, gain = 0, bias = [0, 0, 0] }: Actuator): Law {
  switch (kind) {
    case 'motor':
      return { gain: 1, constant: 0, byPosition: 0, byVelocity: 0 };
    case 'position':
      return { gain: kp, constant: 0, byPosition: -kp, byVelocity: -kv };
    case 'velocity':
      return { gain: kv, constant: 0, byPosition: 0, byVelocity: -kv };
    default:
      return { gain, constant: bias[0], byPosition: bias[1], byVelocity: bias[2] };
  }
}

/**
 * The generalized force of an actuator on the velocity coordinate `at`, and its derivatives by position, velocity and control. If
 * its joint is a mimic joint, the coordinate is that of the joint that it follows.
 */
const action = { at: 0, torque: 0, position: 0, velocity: 0, control: 0 };

/** Writes `action`. */
function act(model: Model, actuator: Actuator, q: Float64Array, v: Float64Array, control: number): void {
  const { joint: name, gear, controlRange, forceRange } = actuator;
  const joint = model.joints[model.jointIndex(name)];
  const { ratio, offset } = joint.mimic ?? unmoved;
  const { gain, constant, byPosition, byVelocity } = lawOf(actuator);
  const given = clamp(control, controlRange);
  // The actuator sees the joint through its gear.
  const position = gear * (ratio * q[joint.q] + offset);
  const force = gain * given + constant + byPosition * position + byVelocity * (gear * ratio * v[joint.v]);
  const clamped = clamp(force, forceRange);
  const arm = gear * ratio;
  // A saturated actuator has zero derivatives.
  const share = force === clamped ? arm : 0;
  action.at = joint.v;
  action.torque = arm * clamped;
  action.position = share * arm * byPosition;
  action.velocity = share * arm * byVelocity;
  action.control = given === control ? share * gain : 0;
}

const unmoved = { ratio: 1, offset: 0 };

/** The sum of all actuators' torques per coordinate, before the effort limits. */
function sumOf(model: Model, q: Float64Array, v: Float64Array, controls: Float64Array): Float64Array {
  const sum = new Float64Array(model.nv);
  for (let k = 0; k < model.actuators.length; k++) {
    act(model, model.actuators[k], q, v, controls[k]);
    sum[action.at] += action.torque;
  }
  return sum;
}

/** Adds the actuators' torques for these controls to the joints' torques, clamped to the effort limits. */
export function applyActuators(
  model: Model,
  q: Float64Array,
  v: Float64Array,
  controls: Float64Array,
  torque: Float64Array,
): void {
  if (model.actuators.length === 0) return;
  const { effort } = model.limits;
  const sum = sumOf(model, q, v, controls);
  for (let k = 0; k < model.nv; k++) torque[k] += Math.min(effort[k], Math.max(-effort[k], sum[k]));
}

function clamp(value: number, range: readonly [number, number] | null): number {
  return range === null ? value : Math.min(range[1], Math.max(range[0], value));
}

/** Derivatives of the actuators' generalized forces. Each depends only on the coordinate on which it acts. */
export interface ActuatorDerivatives {
  /** By the position of the same coordinate, for each velocity coordinate. */
  readonly position: Float64Array;
  /** By the velocity of the same coordinate, for each velocity coordinate. */
  readonly velocity: Float64Array;
  /** By its own control, for each actuator. */
  readonly control: Float64Array;
}

export function actuatorDerivatives(
  model: Model,
  q: Float64Array,
  v: Float64Array,
  controls: Float64Array,
): ActuatorDerivatives {
  const [position, velocity] = [new Float64Array(model.nv), new Float64Array(model.nv)];
  const control = new Float64Array(model.actuators.length);
  const sum = sumOf(model, q, v, controls);
  for (const [k, actuator] of model.actuators.entries()) {
    act(model, actuator, q, v, controls[k]);
    const { at } = action;
    if (Math.abs(sum[at]) > model.limits.effort[at]) continue;
    position[at] += action.position;
    velocity[at] += action.velocity;
    control[k] = action.control;
  }
  return { position, velocity, control };
}
