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

/** What an actuator does: the force at its joint, and how that changes; a joint that mimics another moves it, times its ratio. */
interface Action {
  /** The coordinate of the velocity. */
  readonly at: number;
  readonly torque: number;
  readonly position: number;
  readonly velocity: number;
  readonly control: number;
}

function act(model: Model, actuator: Actuator, q: Float64Array, v: Float64Array, control: number): Action {
  const { joint: name, gear, controlRange, forceRange } = actuator;
  const joint = model.joints[model.jointIndex(name)];
  const { ratio, offset } = joint.mimic ?? { ratio: 1, offset: 0 };
  const { gain, constant, byPosition, byVelocity } = lawOf(actuator);
  const given = clamp(control, controlRange);
  // The actuator sees the joint through its gear.
  const position = gear * (ratio * q[joint.q] + offset);
  const force = gain * given + constant + byPosition * position + byVelocity * (gear * ratio * v[joint.v]);
  const clamped = clamp(force, forceRange);
  const arm = gear * ratio;
  // At the end of its range an actuator gives no way.
  const share = force === clamped ? arm : 0;
  return {
    at: joint.v,
    torque: arm * clamped,
    position: share * arm * byPosition,
    velocity: share * arm * byVelocity,
    control: given === control ? share * gain : 0,
  };
}

/** What all actuators of each coordinate bring together, before the effort limits. */
function sumOf(model: Model, actions: readonly Action[]): Float64Array {
  const sum = new Float64Array(model.nv);
  for (const { at, torque } of actions) sum[at] += torque;
  return sum;
}

/** Adds what the model's actuators do with their controls to the joints' torques, within the joints' effort limits. */
export function applyActuators(
  model: Model,
  q: Float64Array,
  v: Float64Array,
  controls: Float64Array,
  torque: Float64Array,
): void {
  const { actuators, limits } = model;
  if (actuators.length === 0) return;
  const sum = sumOf(
    model,
    actuators.map((actuator, k) => act(model, actuator, q, v, controls[k])),
  );
  for (let k = 0; k < model.nv; k++) torque[k] += Math.min(limits.effort[k], Math.max(-limits.effort[k], sum[k]));
}

function clamp(value: number, range: readonly [number, number] | null): number {
  return range === null ? value : Math.min(range[1], Math.max(range[0], value));
}

/** How the actuators' torques change with their controls, configurations and velocities. */
export interface ActuatorDerivatives {
  /** For each coordinate of the velocity. */
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  /** For each actuator, of the torque of its own joint. */
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
  const actions = model.actuators.map((actuator, k) => act(model, actuator, q, v, controls[k]));
  const sum = sumOf(model, actions);
  for (const [k, action] of actions.entries()) {
    const { at } = action;
    if (Math.abs(sum[at]) > model.limits.effort[at]) continue;
    position[at] += action.position;
    velocity[at] += action.velocity;
    control[k] = action.control;
  }
  return { position, velocity, control };
}
