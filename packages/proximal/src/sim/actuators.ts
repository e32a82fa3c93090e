import type { Model } from '../dynamics/model.ts';

/** Adds what the model's actuators do with their controls to the joints' torques. */
export function applyActuators(
  model: Model,
  q: Float64Array,
  v: Float64Array,
  controls: Float64Array,
  torque: Float64Array,
): void {
  model.actuators.forEach(({ kind, joint: name, gear, kp, kv, controlRange, forceRange }, k) => {
    const joint = model.joints[model.jointIndex(name)];
    const control = clamp(controls[k], controlRange);
    // The actuator sees the joint through its gear.
    const [position, rate] = [gear * q[joint.q], gear * v[joint.v]];
    const force = kind === 'motor' ? control : kp * (control - position) - kv * rate;
    torque[joint.v] += gear * clamp(force, forceRange);
  });
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
  model.actuators.forEach(({ kind, joint: name, gear, kp, kv, controlRange, forceRange }, k) => {
    const joint = model.joints[model.jointIndex(name)];
    const given = clamp(controls[k], controlRange);
    const isMotor = kind === 'motor';
    const force = isMotor ? given : kp * (given - gear * q[joint.q]) - kv * gear * v[joint.v];
    // At the end of its range an actuator gives no way.
    if (force !== clamp(force, forceRange)) return;
    if (given === controls[k]) control[k] = gear * (isMotor ? 1 : kp);
    if (isMotor) return;
    position[joint.v] -= gear * gear * kp;
    velocity[joint.v] -= gear * gear * kv;
  });
  return { position, velocity, control };
}
